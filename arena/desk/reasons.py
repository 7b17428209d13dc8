"""Why something was not done, as a row keeps it: what happened, not in words; they are found when it is read.

A kept reason is JSON. `why` with `params` is a reason of the scheduler's own, whose text is `reason.<why>`;
`faults` are those of an `ArenaError`; an error that nobody expected keeps its traceback.
"""

import json
import traceback
from collections.abc import Mapping
from typing import Any

from arena.errors import ArenaError, Fault
from arena.excerpt import printable
from arena.messages import TEXTS
from dsl.catalogue import MissingTextError

LONGEST = 300
"""Characters of a reason."""

UNEXPECTED = "unexpected"
"""The code of an error that nobody expected."""


def keep_reason(why: str, **params: object) -> str:
    """A reason of the scheduler's own: its text is `reason.<why>`."""
    return _json({"why": why, "params": params})


def keep_error(error: ArenaError) -> str:
    """The reasons that an error gives. Its English text is kept too: programs of another version may have no
    text for its code."""
    faults = [{"code": each.code, "reason": each.reason, "params": each.params} for each in error.faults]
    return _json({"faults": faults, "text": error.text("en")})


def keep_unexpected(error: Exception, id_: str) -> str:
    """An error that nobody expected, which was logged under an id."""
    told = "".join(traceback.format_exception(error))
    return _json({"why": UNEXPECTED, "params": {"id": id_, "said": _last_line(told)}, "traceback": told})


def reason_text(kept: str | None, locale: str) -> str:
    """What has happened and what to do about it, in one line; "" for no reason."""
    reason = _read(kept)
    try:
        if "why" in reason:
            text = TEXTS.text(f"reason.{reason['why']}", locale, **reason["params"])
        else:
            text = " ".join(_fault(each).text(locale) for each in reason["faults"])
    except (MissingTextError, KeyError):  # of another version of this program
        text = str(reason.get("text", reason.get("why", "")))
    return printable(" ".join(text.split()), LONGEST)


def reason_code(kept: str | None) -> str | None:
    """Its code, for programs; of several faults the first one's. None for no reason."""
    reason = _read(kept)
    code = reason.get("why") or next((each["code"] for each in reason.get("faults", ())), None)
    return None if code is None else str(code)


def reason_traceback(kept: str | None) -> str | None:
    """Where an error that nobody expected came from."""
    found = _read(kept).get("traceback")
    return None if found is None else str(found)


def _read(kept: str | None) -> Mapping[str, Any]:
    if not kept:
        return {"text": ""}
    try:
        reason = json.loads(kept)
    except ValueError:  # somebody has written it into the row by hand
        return {"text": _last_line(kept)}
    return reason if isinstance(reason, dict) else {"text": kept}


def _fault(kept: Mapping[str, Any]) -> Fault:
    return Fault(kept["code"], params=kept["params"], reason=kept["reason"])


def _last_line(told: str) -> str:
    """Of a traceback the line that says what happened."""
    return printable(told.strip().rpartition("\n")[2], LONGEST)


def _json(reason: Mapping[str, object]) -> str:
    return json.dumps(reason, ensure_ascii=False, default=str)
