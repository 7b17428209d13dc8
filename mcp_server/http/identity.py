"""Who stands behind a request over HTTP: the participant of its key.

`Verifier` is the seam: whatever verifies other tokens gives the same claims.
"""

import re
from functools import partial
from typing import Protocol

import anyio
from anyio import CancelScope
from mcp.server.auth.middleware.auth_context import get_access_token
from mcp.server.auth.middleware.bearer_auth import AuthenticatedUser
from mcp.server.auth.provider import AccessToken
from starlette.authentication import AuthCredentials, AuthenticationBackend, AuthenticationError
from starlette.requests import HTTPConnection
from starlette.responses import Response

from arena.desk.desk import Desk
from arena.desk.players.keys import NOT_OPENING, KeyOwner, note_uses, open_by
from arena.errors import ArenaError, Fault
from arena.logs import LOG, log_unexpected
from mcp_server.faults import door_fault
from mcp_server.http.problems import language_of, problem
from mcp_server.http.rate import Rates
from mcp_server.words import TEXTS
from mcp_server.workers import Workers

AT_A_TIME = 1
"""Keys that are verified at a time, see `mcp_server.work`."""
SECONDS = 15.0
"""Within which a key is verified."""
NOTED_WITHIN = 2.0
"""Seconds that a writing of used keys may take; it waits for nobody."""
NOTED_EVERY = 1.0
"""Seconds between two writings of which keys were used."""
KEY_ID, NAME, ORGANISER, LANG = "key_id", "name", "organiser", "lang"
BEARER = re.compile(r"bearer +(\S+) *", re.IGNORECASE)


class Verifier(Protocol):
    """Tells whose a token is."""

    async def verify(self, token: str) -> AccessToken:
        """The token with its owner's claims, as `token_owner` reads them. Raises `ArenaError` for one that
        opens nothing; neither holds the token itself."""
        ...


class KeyVerifier:
    """Verifies participants' keys, each anew at every request: a revoked one stops at the next. That they
    were used is written beside the requests, which never wait for a writer."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._verifying = Workers(SECONDS, AT_A_TIME)
        self._noting = Workers(NOTED_WITHIN, 1)
        self._used: set[int] = set()

    async def verify(self, token: str) -> AccessToken:
        """The claims of a key's owner. Raises `ArenaError`: what `open_by` raises."""
        opened = await self._verifying.work(partial(open_by, self._desk, token))
        if opened.is_to_be_noted:
            self._used.add(opened.key_id)
        owner = opened.owner
        return AccessToken(
            token="",
            client_id=str(owner.player_id),
            subject=str(owner.player_id),
            scopes=[],
            claims={
                KEY_ID: opened.key_id,
                NAME: owner.name,
                ORGANISER: owner.organiser,
                LANG: owner.lang,
            },
        )

    async def noting_uses(self) -> None:
        """Write all the time which keys were used; the last ones as it is cancelled. What the database does
        not take is left out: the next request with that key asks for it again."""
        try:
            while True:
                await self._note_uses()
                await anyio.sleep(NOTED_EVERY)
        finally:
            with CancelScope(shield=True):
                await self._note_uses()

    async def _note_uses(self) -> None:
        used, self._used = self._used, set()
        if not used:
            return
        try:
            await self._noting.work(partial(note_uses, self._desk, used))
        except ArenaError as error:
            LOG.warning("uses_unnoted", error=error.code)
        except Exception as error:
            log_unexpected("uses_unnoted", error)


def token_key() -> int | None:
    """The id of the key with which the request came that is being answered; None if it came with none."""
    token = get_access_token()
    return None if token is None or token.claims is None else token.claims.get(KEY_ID)


def token_owner() -> KeyOwner:
    """The participant behind the request that is being answered. Only called where a token was verified."""
    token = get_access_token()
    if token is None or token.claims is None:
        raise RuntimeError("a request without a verified token came to a tool")
    return KeyOwner(int(token.client_id), token.claims[NAME], token.claims[ORGANISER], token.claims[LANG])


class UnverifiedError(AuthenticationError):
    """A request whose token opens nothing, or that has none: `fault` says which; `status` of HTTP."""

    def __init__(self, fault: Fault, *, has_token: bool, status: int = 401) -> None:
        super().__init__(fault.code)
        self.fault, self.has_token, self.status = fault, has_token, status


class TokenBackend(AuthenticationBackend):
    """Lets in requests with a token that the verifier knows. A token in an address is never read: addresses
    stand in logs and histories."""

    def __init__(self, verifier: Verifier) -> None:
        self._verifier = verifier

    async def authenticate(self, conn: HTTPConnection) -> tuple[AuthCredentials, AuthenticatedUser]:
        """Raises `UnverifiedError`, and what the verifier raises if it cannot tell."""
        several = conn.headers.getlist("authorization")
        if len(several) > 1:  # a proxy and we could each believe another one
            raise UnverifiedError(door_fault("keys-several"), has_token=False, status=400)
        sent = several[0] if several else ""
        if not sent:
            reason = "in-address" if conn.url.query else None
            raise UnverifiedError(door_fault("no-key", reason=reason), has_token=False)
        bearer = BEARER.fullmatch(sent)
        if bearer is None:
            raise UnverifiedError(door_fault("no-key", reason="not-bearer"), has_token=False)
        try:
            token = await self._verifier.verify(bearer[1])
        except ArenaError as error:
            if error.code not in NOT_OPENING:
                raise
            raise UnverifiedError(error.faults[0], has_token=True) from error
        return AuthCredentials(token.scopes), AuthenticatedUser(token)


class Unverified:
    """What who is not let in is told: why, and where a key comes from; after too many, when to come again."""

    def __init__(self, rates: Rates | None, public_url: str) -> None:
        self._rates, self._public_url = rates, public_url

    def __call__(self, conn: HTTPConnection, error: AuthenticationError) -> Response:
        assert isinstance(error, UnverifiedError), "it comes from our own backend"
        locale = language_of(conn)
        if self._rates is not None:
            too_many = self._rates.of_failure(conn.client and conn.client.host)
            if too_many is not None:
                return too_many.answer(locale)
        source = TEXTS.text("where-keys-come-from", locale, url=self._public_url)
        return problem(
            error.status,
            error.fault,
            locale,
            error="invalid_token" if error.has_token else "invalid_request",
            hint=f"{error.fault.hint(locale)} {source}",
            headers={"WWW-Authenticate": self._challenge(error)},
        )

    def _challenge(self, error: UnverifiedError) -> str:
        """In English, for a header holds no other letters. Who sent no token is told no error (RFC 6750)."""
        realm = 'Bearer realm="hero-arena"'
        if not error.has_token:
            return realm
        said = error.fault.message("en").replace('"', "'").encode("ascii", "replace").decode()
        return f'{realm}, error="invalid_token", error_description="{said}"'
