"""Calls of tools, looked at before a tool is called: is there such a tool, and does it take the arguments?

The SDK tells of unknown tools in English and repeats a name of any length, drops arguments that it does not
know, and tells of others in pydantic's words.
"""

from collections.abc import Mapping
from typing import Any

from mcp.server.context import CallNext, HandlerResult, ServerMiddleware, ServerRequestContext
from mcp.server.mcpserver.tools.base import Tool

from arena.errors import ArenaError
from arena.excerpt import printable
from arena.likeness import nearest
from mcp_server.arguments import check_arguments
from mcp_server.caller import Site, caller_at
from mcp_server.faults import refuse_at_door
from mcp_server.refusals import refusal
from mcp_server.toolbox import refused

LONGEST = 100
"""Characters of a name that is held against those of all tools."""


def checking_calls(site: Site, tools: Mapping[str, Tool]) -> ServerMiddleware[Any]:
    """Refuses, in the caller's language, what none of the tools can be called with."""

    async def check(ctx: ServerRequestContext[Any, Any], call_next: CallNext) -> HandlerResult:
        params = ctx.params or {}
        name, given = params.get("name"), params.get("arguments") or {}
        if ctx.method == "tools/call" and isinstance(name, str):
            try:
                if name not in tools:
                    raise _unknown_tool(name, list(tools))
                if isinstance(given, Mapping):
                    check_arguments(tools[name], given)
            except ArenaError as error:
                return refused(refusal(error, caller_at(site).words))
        return await call_next(ctx)

    return check


def _unknown_tool(name: str, known: list[str]) -> ArenaError:
    """Says which is meant, or which there are."""
    near = nearest(name, known) if len(name) <= LONGEST else None
    reason = None if near is None else "near"
    return refuse_at_door(
        "tool-unknown", reason=reason, found=printable(name), known=", ".join(known), nearest=near
    )
