"""What the official suite calls by name: tools, resources and prompts that do what its scenarios say.

They stand on a server of tests only.
"""

import base64
import json
from typing import Any

import anyio
from mcp.server import MCPServer
from mcp.server.mcpserver import Context, Image
from mcp.server.mcpserver.exceptions import ToolError
from mcp.server.mcpserver.prompts.base import UserMessage
from mcp.types import (
    AudioContent,
    ContentBlock,
    EmbeddedResource,
    EmptyResult,
    ImageContent,
    SamplingMessage,
    SetLevelRequestParams,
    SubscribeRequestParams,
    TextContent,
    TextResourceContents,
    UnsubscribeRequestParams,
)
from pydantic import BaseModel, Field

PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg=="
"""A picture of one pixel, as PNG."""
SILENCE = base64.b64encode(
    b"RIFF\x24\0\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0\x40\x1f\0\0\x80\x3e\0\0\x02\0\x10\0data\0\0\0\0"
).decode()
"""A WAV file of no length."""


def test_simple_text() -> str:
    """Text."""
    return "This is a simple text response for testing."


def test_image_content() -> Image:
    """A picture."""
    return Image(data=base64.b64decode(PIXEL), format="png")


def test_audio_content() -> list[ContentBlock]:
    """A sound."""
    return [AudioContent(type="audio", data=SILENCE, mime_type="audio/wav")]


def test_embedded_resource() -> list[ContentBlock]:
    """A resource inside an answer."""
    return [_embedded("test://embedded-resource", "text/plain", "This is an embedded resource content.")]


def test_multiple_content_types() -> list[ContentBlock]:
    """Text, a picture and a resource."""
    return [
        TextContent(type="text", text="Multiple content types test:"),
        ImageContent(type="image", data=PIXEL, mime_type="image/png"),
        _embedded("test://mixed-content-resource", "application/json", '{"test": "data", "value": 123}'),
    ]


def test_error_handling() -> str:
    """An error."""
    raise ToolError("This tool intentionally returns an error for testing")


async def test_tool_with_progress(context: Context) -> str:
    """Progress in three steps."""
    for done in (0, 50, 100):
        await context.report_progress(done, 100)
        await anyio.sleep(0.02)
    return "Done"


async def test_tool_with_logging(context: Context) -> str:
    """Three lines of a log."""
    for line in ("Tool execution started", "Tool processing data", "Tool execution completed"):
        await context.session.send_log_message("info", line, related_request_id=context.request_id)
    return "Done"


async def test_sampling(prompt: str, context: Context) -> str:
    """A question to the client's model."""
    message = SamplingMessage(role="user", content=TextContent(type="text", text=prompt))
    result = await context.session.create_message(
        [message], max_tokens=100, related_request_id=context.request_id
    )
    return f"LLM response: {result.content}"


class UserResponse(BaseModel):
    """What a user is asked for."""

    username: str = Field(description="User's response")
    email: str = Field(description="User's email address")


class Defaults(BaseModel):
    """A default of every kind."""

    name: str = "John Doe"
    age: int = 30
    score: float = 95.5
    status: str = Field("active", json_schema_extra={"enum": ["active", "inactive", "pending"]})
    verified: bool = True


def _choices(*values: str) -> list[dict[str, str]]:
    return [{"const": value, "title": value.title()} for value in values]


class Choices(BaseModel):
    """A choice of every kind."""

    untitled_single: str = Field(alias="untitledSingle", json_schema_extra={"enum": ["option1", "option2"]})
    titled_single: str = Field(
        alias="titledSingle", json_schema_extra={"oneOf": _choices("value1", "value2")}
    )
    legacy_enum: str = Field(
        alias="legacyEnum",
        json_schema_extra={"enum": ["opt1", "opt2"], "enumNames": ["Option One", "Option Two"]},
    )
    untitled_multi: list[str] = Field(
        alias="untitledMulti",
        json_schema_extra={"items": {"type": "string", "enum": ["option1", "option2"]}},
    )
    titled_multi: list[str] = Field(
        alias="titledMulti", json_schema_extra={"items": {"anyOf": _choices("value1", "value2")}}
    )


async def test_elicitation(message: str, context: Context) -> str:
    """A question to the user."""
    return f"User response: {(await context.elicit(message, UserResponse)).action}"


async def test_elicitation_sep1034_defaults(context: Context) -> str:
    """A question with defaults."""
    return f"Elicitation completed: action={(await context.elicit('Defaults?', Defaults)).action}"


async def test_elicitation_sep1330_enums(context: Context) -> str:
    """A question with choices."""
    return f"Elicitation completed: action={(await context.elicit('Which?', Choices)).action}"


def static_text() -> str:
    """Text that never changes."""
    return "This is the content of the static text resource."


def static_binary() -> bytes:
    """Bytes that never change."""
    return base64.b64decode(PIXEL)


def template_data(id: str) -> str:
    """Data by their id."""
    return json.dumps({"id": id, "templateTest": True, "data": f"Data for ID: {id}"})


def test_simple_prompt() -> str:
    """A prompt without arguments."""
    return "This is a simple prompt for testing."


def test_prompt_with_arguments(arg1: str, arg2: str) -> str:
    """A prompt with two arguments."""
    return f"Prompt with arguments: arg1='{arg1}', arg2='{arg2}'"


def test_prompt_with_embedded_resource(resourceUri: str) -> list[UserMessage]:  # noqa: N803  its name on the wire
    """A prompt with a resource in it."""
    resource = _embedded(resourceUri, "text/plain", "Embedded resource content for testing.")
    return [UserMessage(resource), UserMessage("Please process the embedded resource above.")]


def test_prompt_with_image() -> list[UserMessage]:
    """A prompt with a picture in it."""
    image = ImageContent(type="image", data=PIXEL, mime_type="image/png")
    return [UserMessage(image), UserMessage("Please analyze the image above.")]


def _embedded(uri: str, mime_type: str, text: str) -> EmbeddedResource:
    contents = TextResourceContents(uri=uri, mime_type=mime_type, text=text)
    return EmbeddedResource(type="resource", resource=contents)


async def _accepted(
    _: Any, params: SetLevelRequestParams | SubscribeRequestParams | UnsubscribeRequestParams
) -> EmptyResult:
    return EmptyResult()


TOOLS = (
    test_simple_text,
    test_image_content,
    test_audio_content,
    test_embedded_resource,
    test_multiple_content_types,
    test_error_handling,
    test_tool_with_progress,
    test_tool_with_logging,
    test_sampling,
    test_elicitation,
    test_elicitation_sep1034_defaults,
    test_elicitation_sep1330_enums,
)
PROMPTS = (
    test_simple_prompt,
    test_prompt_with_arguments,
    test_prompt_with_embedded_resource,
    test_prompt_with_image,
)


def add_fixtures(server: MCPServer[Any]) -> None:
    """Put them on a server, beside what it has."""
    for tool in TOOLS:
        server.add_tool(tool)
    for prompt in PROMPTS:
        server.prompt()(prompt)
    server.resource("test://static-text")(static_text)
    server.resource("test://static-binary", mime_type="image/png")(static_binary)
    server.resource("test://template/{id}/data", mime_type="application/json")(template_data)
    # The SDK's server leaves these requests of the older revisions to its inner one.
    inner = server._lowlevel_server
    inner.add_request_handler("logging/setLevel", SetLevelRequestParams, _accepted)
    inner.add_request_handler("resources/subscribe", SubscribeRequestParams, _accepted)
    inner.add_request_handler("resources/unsubscribe", UnsubscribeRequestParams, _accepted)
