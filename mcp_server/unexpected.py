"""How a request of the protocol fails, whatever its method: with nothing of Python's, and never at length."""

from typing import Any

from mcp import MCPError
from mcp.server.context import CallNext, HandlerResult, ServerMiddleware, ServerRequestContext
from mcp.types import INTERNAL_ERROR, INVALID_PARAMS
from pydantic import ValidationError

from arena.errors import ArenaError
from arena.excerpt import printable
from mcp_server.caller import Site, caller_at
from mcp_server.params import params_faults
from mcp_server.refusals import our_fault, refusal

LONGEST_ECHO = 200
"""Characters of what was sent that come back beside the message of an error."""


def telling_our_faults(site: Site) -> ServerMiddleware[Any]:
    """To be the outermost: of an error that nobody expected it tells an id and no more, where the SDK would
    tell Python's words; what an error repeats of the request it cuts."""

    async def tell(ctx: ServerRequestContext[Any, Any], call_next: CallNext) -> HandlerResult:
        try:
            return await call_next(ctx)
        except MCPError as error:
            told = error.error
            raise MCPError(told.code, told.message, _cut(told.data)) from error
        except ValidationError as error:
            faults = params_faults(error, ctx.params)
            text = refusal(ArenaError(faults), caller_at(site).words)
            raise MCPError(INVALID_PARAMS, text, {"code": faults[0].code}) from None
        except Exception as error:
            text = our_fault("request_failed", error, caller_at(site).words)
            raise MCPError(INTERNAL_ERROR, text) from None

    return tell


def _cut(data: Any) -> Any:
    if isinstance(data, str):
        return data if len(data) <= LONGEST_ECHO else printable(data, LONGEST_ECHO)
    if isinstance(data, dict):
        return {name: _cut(value) for name, value in data.items()}
    return data
