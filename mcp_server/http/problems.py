"""What is told over HTTP when a request is refused: small JSON with what is wrong and what to do."""

from collections.abc import Mapping

from starlette.requests import HTTPConnection
from starlette.responses import JSONResponse

from arena.errors import Fault
from mcp_server.language import negotiated


def language_of(request: HTTPConnection) -> str:
    """The language that a request asks for."""
    return negotiated(request.headers.get("accept-language"))


def problem(
    status: int,
    fault: Fault,
    locale: str,
    *,
    error: str | None = None,
    hint: str | None = None,
    headers: Mapping[str, str] | None = None,
    **more: object,
) -> JSONResponse:
    """The answer to a request that is refused. `error` and `error_description` are those of RFC 6750, which
    MCP clients show; without an `error` of that list it is the code. A `hint` takes the place of the
    fault's own."""
    told = {
        "error": error or fault.code,
        "error_description": fault.message(locale),
        "code": fault.code,
        "hint": hint or fault.hint(locale),
        **more,
    }
    shown = {"Content-Language": locale, "Cache-Control": "no-store", **(headers or {})}
    return JSONResponse(told, status_code=status, headers=shown)
