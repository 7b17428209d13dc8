"""What every request to the MCP server has in common, looked at before the SDK does: that it is JSON, one
request, with a method, and an id by which its answer can be known.

The SDK tells what is wrong with these in pydantic's words, or not at all.
"""

from typing import Any

from mcp.server.auth.middleware.auth_context import get_access_token
from mcp.types import INVALID_REQUEST, PARSE_ERROR
from pydantic_core import from_json
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from arena.errors import Fault
from arena.excerpt import shown
from mcp_server.faults import door_fault
from mcp_server.http.bodies import given_again
from mcp_server.http.identity import LANG
from mcp_server.http.problems import language_of

JSON = "application/json"
LONGEST_ID, LONGEST_METHOD = 200, 100
"""Characters; an id comes back whole in the answer, and stands in logs."""
LARGEST_ID = 2**63
LONGEST_GIVEN = 80


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
        fault = _fault_of(body)
        if fault is None:
            again = given_again([{"type": "http.request", "body": body, "more_body": False}], receive)
            await self._app({**scope, "headers": _in_small_letters(scope)}, again, send)
        else:
            await _told(request, 400, fault)(scope, receive, send)


def _fault_of(body: bytes) -> Fault | None:
    try:
        sent = from_json(body)
    except ValueError as error:
        return door_fault("json-broken", said=shown(str(error), LONGEST_GIVEN))
    if not isinstance(sent, dict):
        return door_fault("no-single-request", reason="batch" if isinstance(sent, list) else None)
    if "method" not in sent and ("result" in sent or "error" in sent):
        return None  # an answer to something we asked: we ask nothing, and the SDK passes over it
    if sent.get("jsonrpc") != "2.0" or not _is_text(sent.get("method"), LONGEST_METHOD):
        return door_fault("no-single-request", reason="fields", most=LONGEST_METHOD)
    if not isinstance(sent.get("params", {}), dict | None):
        return door_fault("params-no-object", given=shown(sent["params"], LONGEST_GIVEN))
    if "id" in sent and not _is_id(sent["id"]):
        return door_fault("request-id", given=shown(sent["id"], LONGEST_GIVEN), most=LONGEST_ID)
    return None


def _is_id(given: Any) -> bool:
    if isinstance(given, int) and not isinstance(given, bool):
        return abs(given) < LARGEST_ID
    return _is_text(given, LONGEST_ID)


def _is_text(given: Any, longest: int) -> bool:
    return isinstance(given, str) and len(given) <= longest


def _in_small_letters(scope: Scope) -> list[tuple[bytes, bytes]]:
    """The headers, with the media type as the SDK knows it: it takes case for a difference."""
    return [(name, value.lower() if name == b"content-type" else value) for name, value in scope["headers"]]


def _told(request: Request, status: int, fault: Fault) -> JSONResponse:
    """An error of JSON-RPC to a request whose id is not known."""
    token = get_access_token()
    locale = token.claims[LANG] if token is not None and token.claims else language_of(request)
    code = PARSE_ERROR if fault.code == "json-broken" else INVALID_REQUEST
    error = {"code": code, "message": fault.text(locale), "data": {"code": fault.code}}
    headers = {"Content-Language": locale, "Cache-Control": "no-store"}
    return JSONResponse({"jsonrpc": "2.0", "id": None, "error": error}, status, headers)
