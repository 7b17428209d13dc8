"""The suite's fixtures for the newest revision. Most ask the client for something first: such a call is
answered with `input_required`, and the client calls again with what was asked for."""

from collections.abc import Mapping
from typing import Any

from mcp import MCPError
from mcp.server import MCPServer
from mcp.server.mcpserver import Context
from mcp.types import (
    MISSING_REQUIRED_CLIENT_CAPABILITY,
    CreateMessageRequest,
    CreateMessageRequestParams,
    ElicitRequest,
    ElicitRequestFormParams,
    ElicitResult,
    InputRequest,
    InputRequiredResult,
    ListRootsRequest,
    SamplingMessage,
    TextContent,
)

CAPITAL = "What is the capital of France?"


def form(message: str, name: str, kind: str = "string") -> ElicitRequest:
    """A question with a form of one field."""
    schema = {"type": "object", "properties": {name: {"type": kind}}, "required": [name]}
    return ElicitRequest(params=ElicitRequestFormParams(message=message, requested_schema=schema))


def question() -> CreateMessageRequest:
    """A question to the client's model."""
    message = SamplingMessage(role="user", content=TextContent(type="text", text=CAPITAL))
    return CreateMessageRequest(params=CreateMessageRequestParams(messages=[message], max_tokens=100))


def asked(requests: Mapping[str, InputRequest], state: str | None = None) -> InputRequiredResult:
    return InputRequiredResult(input_requests=dict(requests), request_state=state)


def answered(context: Context, *keys: str) -> bool:
    return set(keys) <= set(context.input_responses or {})


def told(context: Context, key: str, name: str) -> str:
    """What the user wrote into a form."""
    response = (context.input_responses or {})[key]
    assert isinstance(response, ElicitResult)
    return str((response.content or {}).get(name))


async def test_input_required_result_elicitation(context: Context) -> str | InputRequiredResult:
    """Asks the user for a name."""
    if not answered(context, "user_name"):
        return asked({"user_name": form("What is your name?", "name")})
    return f"Hello, {told(context, 'user_name', 'name')}!"


async def test_input_required_result_sampling(context: Context) -> str | InputRequiredResult:
    """Asks the client's model."""
    if not answered(context, "capital_question"):
        return asked({"capital_question": question()})
    return str((context.input_responses or {})["capital_question"])


async def test_input_required_result_list_roots(context: Context) -> str | InputRequiredResult:
    """Asks for the client's roots."""
    if not answered(context, "client_roots"):
        return asked({"client_roots": ListRootsRequest()})
    return str((context.input_responses or {})["client_roots"])


async def test_input_required_result_request_state(context: Context) -> str | InputRequiredResult:
    """Asks, and gets its state back."""
    if not answered(context, "confirm") or context.request_state != "confirming":
        return asked({"confirm": form("Please confirm", "ok", "boolean")}, "confirming")
    return "state-ok"


async def test_input_required_result_tampered_state(context: Context) -> str | InputRequiredResult:
    """Asks; the server itself refuses a state that was changed."""
    return await test_input_required_result_request_state(context)


async def test_input_required_result_multiple_inputs(context: Context) -> str | InputRequiredResult:
    """Asks for three things at once."""
    requests = {
        "user_name": form("What is your name?", "name"),
        "greeting": question(),
        "client_roots": ListRootsRequest(),
    }
    return "All answered" if answered(context, *requests) else asked(requests, "three")


async def test_input_required_result_multi_round(context: Context) -> str | InputRequiredResult:
    """Asks twice, one after the other."""
    if context.request_state == "second" and answered(context, "step2"):
        return f"The colour is {told(context, 'step2', 'color')}"
    if context.request_state == "first" and answered(context, "step1"):
        return asked({"step2": form("Step 2: What is your favorite color?", "color")}, "second")
    return asked({"step1": form("Step 1: What is your name?", "name")}, "first")


async def test_input_required_result_capabilities(context: Context) -> str | InputRequiredResult:
    """Asks only for what the client says it can."""
    can = context.client_capabilities
    requests: dict[str, InputRequest] = {}
    if can is not None and can.elicitation is not None:
        requests["user_name"] = form("What is your name?", "name")
    if can is not None and can.sampling is not None:
        requests["capital_question"] = question()
    return asked(requests) if requests and not answered(context, *requests) else "Nothing to ask"


async def test_missing_capability(context: Context) -> str:
    """Cannot do without the client's model."""
    if context.client_capabilities is None or context.client_capabilities.sampling is None:
        data = {"requiredCapabilities": {"sampling": {}}}
        raise MCPError(MISSING_REQUIRED_CLIENT_CAPABILITY, "The client cannot sample", data)
    return "The client can sample"


async def test_streaming_elicitation(context: Context) -> str | InputRequiredResult:
    """Tells progress, then asks."""
    await context.report_progress(50, 100)
    return await test_input_required_result_elicitation(context)


async def test_logging_tool(context: Context) -> str:
    """Would log, if the client had asked for it."""
    return "Done"


async def test_trigger_tool_change(context: Context) -> str:
    """Tells listeners that there are other tools."""
    await context.notify_tools_changed()
    return "Told"


async def test_trigger_prompt_change(context: Context) -> str:
    """Tells listeners that there are other prompts."""
    await context.notify_prompts_changed()
    return "Told"


async def test_input_required_result_prompt(context: Context) -> str | InputRequiredResult:
    """A prompt that asks the user first."""
    if not answered(context, "user_context"):
        return asked({"user_context": form("What context should the prompt use?", "context")})
    return f"Context: {told(context, 'user_context', 'context')}"


TOOLS = (
    test_input_required_result_elicitation,
    test_input_required_result_sampling,
    test_input_required_result_list_roots,
    test_input_required_result_request_state,
    test_input_required_result_tampered_state,
    test_input_required_result_multiple_inputs,
    test_input_required_result_multi_round,
    test_input_required_result_capabilities,
    test_missing_capability,
    test_streaming_elicitation,
    test_logging_tool,
    test_trigger_tool_change,
    test_trigger_prompt_change,
)


def add_asking_fixtures(server: MCPServer[Any]) -> None:
    """Put them on a server, beside what it has."""
    for tool in TOOLS:
        server.add_tool(tool)
    server.prompt()(test_input_required_result_prompt)
