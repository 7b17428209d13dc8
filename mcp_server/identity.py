"""Who stands behind a request over HTTP: the participant of its key.

`KeyVerifier` is the seam: whatever verifies other tokens gives the same claims.
"""

from anyio import to_thread
from mcp.server.auth.middleware.auth_context import get_access_token
from mcp.server.auth.provider import AccessToken

from arena.desk.desk import Desk
from arena.desk.players.keys import KeyOwner, authenticate
from arena.errors import ArenaError

NAME, ORGANISER, LANG = "name", "organiser", "lang"


class KeyVerifier:
    """Verifies participants' keys, each anew at every request: a revoked one stops at the next."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    async def verify_token(self, token: str) -> AccessToken | None:
        """The token of a key's owner, None for a key that opens nothing; it does not hold the key."""
        try:
            owner = await to_thread.run_sync(authenticate, self._desk, token)
        except ArenaError:
            return None
        return AccessToken(
            token="",
            client_id=str(owner.player_id),
            subject=str(owner.player_id),
            scopes=[],
            claims={NAME: owner.name, ORGANISER: owner.organiser, LANG: owner.lang},
        )


def token_owner() -> KeyOwner:
    """The participant behind the request that is being answered. Only called where a token was verified."""
    token = get_access_token()
    if token is None or token.claims is None:
        raise RuntimeError("a request without a verified token came to a tool")
    return KeyOwner(int(token.client_id), token.claims[NAME], token.claims[ORGANISER], token.claims[LANG])
