"""Calls of tools that there are not: the SDK tells of them in English, and repeats a name of any length."""

from collections.abc import Sequence
from typing import Any

from mcp.server.context import CallNext, HandlerResult, ServerMiddleware, ServerRequestContext

from arena.excerpt import printable
from arena.likeness import nearest
from mcp_server.caller import Site, caller_at
from mcp_server.refusals import refusal
from mcp_server.toolbox import refused
from mcp_server.tools.listing import refused_argument

LONGEST = 100
"""Characters of a name that is held against those of all tools."""


def telling_of_unknown_tools(site: Site, known: Sequence[str]) -> ServerMiddleware[Any]:
    """Tells whoever calls a tool that there is not, in their language, which is meant or which there are."""

    async def tell(ctx: ServerRequestContext[Any, Any], call_next: CallNext) -> HandlerResult:
        name = (ctx.params or {}).get("name") if ctx.method == "tools/call" else None
        if not isinstance(name, str) or name in known:
            return await call_next(ctx)
        near = nearest(name, known) if len(name) <= LONGEST else None
        params = {"found": printable(name), "known": ", ".join(known), "nearest": near}
        error = refused_argument("tool-unknown", reason=None if near is None else "near", **params)
        return refused(refusal(error, caller_at(site).words))

    return tell
