"""What a bridge tells when the arena does not answer as it should: what is wrong, and what to do.

All of it is told as the error of the request that was asked, and the next request is tried anew.
"""

import json
import ssl
from dataclasses import dataclass
from typing import Any

import httpx2
from mcp.types import INTERNAL_ERROR, ErrorData, JSONRPCError

from arena.excerpt import printable
from mcp_server.stdio.bodies import JSON, LARGEST, beginning, is_encoded, media_type, message_in
from mcp_server.stdio.remote import VARIABLES, Remote
from mcp_server.words import Words

LONGEST_BODY = 65536
"""Bytes of an answer that may be an error's text."""
LONGEST_TEXT = 300
"""Characters of the other end's own words."""


@dataclass(frozen=True)
class Troubles:
    """What is told of the trouble with an arena, in the participant's language."""

    remote: Remote
    words: Words

    def unreachable(self, error: httpx2.RequestError) -> ErrorData:
        """No answer came, or not all of it."""
        if isinstance(error, httpx2.ConnectError | httpx2.ConnectTimeout | httpx2.ProxyError):
            key = "bridge.uncertified" if _is_certificate(error) else "bridge.unreachable"
        else:
            key = "bridge.cut"
        return self._told(key, why=printable(str(error) or type(error).__name__, LONGEST_TEXT))

    def cut(self) -> ErrorData:
        """The answer ended before its end."""
        return self._told("bridge.cut", why=self.words("bridge.ended"))

    def late(self, seconds: float) -> ErrorData:
        """The answer did not end in this time."""
        return self._told("bridge.cut", why=self.words("bridge.late", seconds=f"{seconds:g}"))

    def too_large(self) -> ErrorData:
        """The answer was larger than an arena's are."""
        return self._told("bridge.too-large", megabytes=LARGEST // 1_000_000)

    def no_arena(self, response: httpx2.Response) -> ErrorData:
        """Something answered that does not speak MCP."""
        return self._told("bridge.no-arena", status=response.status_code)

    async def refused(self, response: httpx2.Response) -> ErrorData:
        """Any answer but a 200."""
        status = response.status_code
        body = b"" if is_encoded(response) else await beginning(response, LONGEST_BODY)
        error = _json_rpc_error(body)
        if error is not None and status != 401:
            return error
        said, location = _said(response, body), _location(response)
        if location is not None:
            return self._told("bridge.redirect", location=printable(location, LONGEST_TEXT))
        if status == 401:
            return self._told("bridge.key", said=said)
        if status >= 500:
            return self._told("bridge.broken", status=status, said=said)
        if status == 429 and not said:
            return self._told("bridge.too-often", seconds=_wait(response))
        if not said or status in (404, 405):
            return self._told("bridge.no-arena", status=status)
        return self._told("bridge.refused", status=status, said=said)

    def _told(self, text: str, **params: object) -> ErrorData:
        told = self.words(text, address=self.remote.address, **VARIABLES, **params)
        return ErrorData(
            code=INTERNAL_ERROR, message=" ".join(told.split())
        )  # the other end may have said nothing


def _is_certificate(error: BaseException) -> bool:
    """Whether the other end could not show who it is."""
    cause: BaseException | None = error
    while cause is not None:
        if isinstance(cause, ssl.SSLCertVerificationError):
            return True
        cause = cause.__cause__ or cause.__context__
    return False


def _json_rpc_error(body: bytes) -> ErrorData | None:
    try:
        message = message_in(body)
    except ValueError:
        return None
    return message.error if isinstance(message, JSONRPCError) else None


def _said(response: httpx2.Response, body: bytes) -> str:
    """The other end's own words, of which an arena's are JSON."""
    text = body.decode("utf-8", "replace")
    if media_type(response) == JSON:
        text = _words_in(text)
    elif media_type(response) != "text/plain":
        text = ""
    return printable(" ".join(text.split()), LONGEST_TEXT)


def _words_in(text: str) -> str:
    try:
        data: Any = json.loads(text)
    except (ValueError, RecursionError):
        return ""
    fields = data if isinstance(data, dict) else {}
    told = [fields.get(name) for name in ("error_description", "hint")]
    return " ".join(words for words in told if isinstance(words, str))


def _location(response: httpx2.Response) -> str | None:
    """Where it redirects to, if anywhere, without what may be a secret."""
    if not response.has_redirect_location:
        return None
    try:
        url = response.url.join(response.headers["location"])
    except httpx2.InvalidURL:
        return None
    return str(url.copy_with(userinfo=b"", query=None, fragment=None))


def _wait(response: httpx2.Response) -> str:
    """Seconds to wait, as text; a minute where the other end says nothing of it, or a date."""
    wait: str = response.headers.get("retry-after", "")
    return wait if wait.isdecimal() and len(wait) < 7 else "60"
