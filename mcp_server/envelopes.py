"""What every message to the MCP server has in common, looked at before the SDK does: that it is JSON, one
request, with a method, and an id by which its answer can be known.

The SDK tells what is wrong with these in pydantic's words, or not at all.
"""

from typing import Any

from mcp.types import INVALID_REQUEST, PARSE_ERROR, ErrorData, jsonrpc_message_adapter
from pydantic import ValidationError
from pydantic_core import from_json

from arena.errors import ArenaError, Fault
from arena.excerpt import shown
from mcp_server.faults import door_fault, refuse_at_door

LONGEST_ID, LONGEST_METHOD = 200, 100
"""Characters; an id comes back whole in the answer, and stands in logs."""
LARGEST_ID = 2**63
LONGEST_GIVEN = 80


def read_envelope(message: bytes | str) -> dict[str, Any]:
    """A message that came. Raises `ArenaError`: `json-broken`, `no-single-request`, `params-no-object`,
    `request-id`."""
    try:
        sent = from_json(message)
    except ValueError as error:
        raise refuse_at_door("json-broken", said=shown(str(error), LONGEST_GIVEN)) from None
    if not isinstance(sent, dict):
        raise refuse_at_door("no-single-request", reason="batch" if isinstance(sent, list) else None)
    fault = _fault_of(sent)
    if fault is not None:
        raise ArenaError([fault])
    return sent


def envelope_error(fault: Fault, locale: str) -> ErrorData:
    """What is told of such a message in JSON-RPC."""
    code = PARSE_ERROR if fault.code == "json-broken" else INVALID_REQUEST
    return ErrorData(code=code, message=fault.text(locale), data={"code": fault.code})


def _fault_of(sent: dict[str, Any]) -> Fault | None:
    if "method" not in sent and ("result" in sent or "error" in sent):
        # To something that we asked: we ask nothing, and the SDK passes over it.
        return None if _is_answer(sent) else door_fault("no-single-request")
    if sent.get("jsonrpc") != "2.0" or not _is_text(sent.get("method"), LONGEST_METHOD):
        return door_fault("no-single-request", reason="fields", most=LONGEST_METHOD)
    if not isinstance(sent.get("params", {}), dict | None):
        return door_fault("params-no-object", given=shown(sent["params"], LONGEST_GIVEN))
    if "id" in sent and not _is_id(sent["id"]):
        return door_fault("request-id", given=shown(sent["id"], LONGEST_GIVEN), most=LONGEST_ID)
    return None


def _is_answer(sent: dict[str, Any]) -> bool:
    try:
        jsonrpc_message_adapter.validate_python(sent, by_name=False)
    except ValidationError:
        return False
    return True


def _is_id(given: Any) -> bool:
    if isinstance(given, int) and not isinstance(given, bool):
        return abs(given) < LARGEST_ID
    return _is_text(given, LONGEST_ID)


def _is_text(given: Any, longest: int) -> bool:
    return isinstance(given, str) and len(given) <= longest
