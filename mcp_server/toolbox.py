"""From a plain function to a tool of the protocol.

A tool is a function of the caller and its arguments that gives an `Answer`, or raises `ArenaError`. What an
agent can act on comes back as an error's text; anything else is logged under an id, and only the id is told.
"""

import inspect
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from functools import cache, wraps
from typing import Annotated, Any

from mcp.server.mcpserver import Context
from mcp.server.mcpserver.tools.base import Tool
from mcp.types import CallToolResult, ContentBlock, TextContent, ToolAnnotations

from mcp_server.answers import Answer
from mcp_server.caller import Caller, Site
from mcp_server.schemas import compact
from mcp_server.work import FailedError, work
from mcp_server.workers import Pools, Workers

Called = Callable[..., Awaitable[CallToolResult]]


@dataclass(frozen=True)
class Offer:
    """A tool as it is offered. `reads`: it changes nothing but counts of limits and notices; `counts`: those
    it does change; `replaces`: it changes what was there; `repeats`: the same call again does nothing more.

    The name and the description are those of the function `do`; a function that gives content blocks, not an
    `Answer`, has no output schema.
    """

    do: Callable[..., Answer | list[ContentBlock]]
    title: str
    reads: bool = True
    counts: bool = False
    replaces: bool = False
    repeats: bool = True


def tool_of(offer: Offer, site: Site, pools: Pools) -> Tool:
    """The tool of the protocol."""
    workers = pools.reading if offer.reads and not offer.counts else pools.writing
    return _described(offer).model_copy(update={"fn": _called(offer.do, site, workers)})


@cache
def _described(offer: Offer) -> Tool:
    """The tool as every site has it, all but what is called: to make its schemas takes long."""
    answers = inspect.signature(offer.do).return_annotation
    is_structured = isinstance(answers, type) and issubclass(answers, Answer)
    tool = Tool.from_function(
        _as_the_sdk_reads_it(
            offer.do, Annotated[CallToolResult, answers] if is_structured else CallToolResult
        ),
        name=offer.do.__name__,
        title=offer.title,
        description=inspect.getdoc(offer.do),
        annotations=ToolAnnotations(
            read_only_hint=offer.reads,
            destructive_hint=offer.replaces,
            idempotent_hint=offer.repeats,
            open_world_hint=False,
        ),
        structured_output=is_structured,
    )
    if is_structured:
        tool.fn_metadata.output_schema = compact(answers.model_json_schema(by_alias=True))
    return tool.model_copy(update={"parameters": compact(tool.parameters)})


def refused(text: str) -> CallToolResult:
    """The result of a call that failed."""
    return CallToolResult(content=[TextContent(type="text", text=text)], is_error=True)


def _called(do: Callable[..., Any], site: Site, workers: Workers) -> Called:
    """The function that the SDK calls, with the arguments of `do` but the caller, and the SDK's context."""

    async def call(*, context: Context, **arguments: Any) -> CallToolResult:
        def called(caller: Caller) -> CallToolResult:
            return _result(do(caller, **arguments))

        try:
            return await work(workers, site, called, "tool_failed", tool=do.__name__)
        except FailedError as error:
            return refused(str(error))

    return call


def _as_the_sdk_reads_it(do: Callable[..., Any], returns: Any) -> Called:
    """A function with the signature of what the SDK calls for `do`, from which it makes the schemas. It is
    never called: each site has its own in its place."""

    @wraps(do)
    async def read(*, context: Context, **arguments: Any) -> CallToolResult:
        raise AssertionError(f"no site is known to call {do.__name__} for")

    _, *own = inspect.signature(do).parameters.values()
    context = inspect.Parameter("context", inspect.Parameter.KEYWORD_ONLY, annotation=Context)
    kept = [parameter.replace(kind=inspect.Parameter.KEYWORD_ONLY) for parameter in own]
    read.__signature__ = inspect.Signature([*kept, context], return_annotation=returns)  # type: ignore[attr-defined]
    read.__annotations__ = {each.name: each.annotation for each in [*kept, context]} | {"return": returns}
    return read


def _result(answer: Answer | list[ContentBlock]) -> CallToolResult:
    if isinstance(answer, list):
        return CallToolResult(content=answer)
    data = answer.data
    text = answer.model_dump_json(by_alias=True, exclude_none=True)
    return CallToolResult(content=[TextContent(type="text", text=text)], structured_content=data)


def arguments_of(tool: Tool, given: Mapping[str, Any]) -> dict[str, Any]:
    """The arguments as the tool gets them. Raises pydantic's `ValidationError`."""
    return tool.fn_metadata.validate_arguments(dict(given))
