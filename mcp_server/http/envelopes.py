"""What every request to the MCP server has in common, looked at before the SDK does: media types, and the
envelope of `mcp_server.envelopes`."""

from typing import Any

from mcp.server.auth.middleware.auth_context import get_access_token
from mcp.server.streamable_http import check_accept_headers
from mcp.shared.inbound import MCP_PROTOCOL_VERSION_HEADER, unsupported_protocol_version_rejection
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from arena.errors import ArenaError, Fault
from arena.excerpt import printable, shown
from mcp_server.envelopes import LONGEST_GIVEN, envelope_error, read_envelope
from mcp_server.faults import door_fault
from mcp_server.http.bodies import given_again
from mcp_server.http.identity import LANG
from mcp_server.http.problems import language_of
from mcp_server.listeners import LISTEN

JSON = "application/json"
LONGEST_REVISION = 40
"""Characters of the header that names a revision of the protocol: what is none comes back in an error."""


class Envelopes:
    """ASGI middleware before the MCP server, behind what takes a request's body and its key."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope, receive)
        if scope["type"] != "http" or request.method != "POST":
            await self._app(scope, receive, send)
            return
        media_type = request.headers.get("content-type", "").partition(";")[0].strip()
        if media_type.lower() != JSON:
            given = shown(media_type, LONGEST_GIVEN)
            await _told(request, 415, door_fault("not-json", given=given))(scope, receive, send)
            return
        body = await request.body()
        try:
            sent = read_envelope(body)
        except ArenaError as error:
            await _told(request, 400, error.faults[0])(scope, receive, send)
            return
        refusal = _refusal(request, sent.get("method"))
        if refusal is not None:
            await refusal(scope, receive, send)
            return
        again = given_again([{"type": "http.request", "body": body, "more_body": False}], receive)
        await self._app({**scope, "headers": _in_small_letters(scope)}, again, send)


def _refusal(request: Request, method: object) -> Response | None:
    """What the SDK would say without words, or at any length."""
    has_json, has_stream = check_accept_headers(request)
    if not has_json or (method == LISTEN and not has_stream):
        return _told(request, 406, door_fault("not-acceptable"))
    revision = request.headers.get(MCP_PROTOCOL_VERSION_HEADER, "")
    if len(revision) <= LONGEST_REVISION:
        return None
    rejected = unsupported_protocol_version_rejection(printable(revision, LONGEST_REVISION))
    assert rejected is not None, "no revision is so long"
    return _error(400, {"code": rejected.code, "message": rejected.message, "data": rejected.data}, {})


def _in_small_letters(scope: Scope) -> list[tuple[bytes, bytes]]:
    """The headers, with the media type as the SDK knows it: it takes case for a difference."""
    return [(name, value.lower() if name == b"content-type" else value) for name, value in scope["headers"]]


def _told(request: Request, status: int, fault: Fault) -> Response:
    """An error of JSON-RPC to a request whose id is not known."""
    token = get_access_token()
    locale = token.claims[LANG] if token is not None and token.claims else language_of(request)
    error = envelope_error(fault, locale).model_dump(mode="json")
    return _error(status, error, {"Content-Language": locale, "Cache-Control": "no-store"})


def _error(status: int, error: dict[str, Any], headers: dict[str, str]) -> Response:
    return JSONResponse({"jsonrpc": "2.0", "id": None, "error": error}, status, headers)
