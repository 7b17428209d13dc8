"""Logs: one line an event, to stderr; JSON where nobody sits before it.

Events have a name and values: `LOG.info("run_done", run_id=17, job="daily", seconds=2.5)`. No address, key,
rule or body of a message is ever a value. An error that nobody expected has its traceback, under an id that
people are told.
"""

import logging
import secrets
import sys
import traceback
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Literal

import structlog

from arena.errors import ArenaError

Level = Literal["debug", "info", "warning", "error"]
"""From which level on events are written."""

Keep = Callable[[str, BaseException], object]
"""Keeps an error under an id."""

LOG: Any = structlog.get_logger()


def set_up_logs(level: Level, keep: Keep | None = None) -> None:
    """Write events of `level` and above to whatever stderr is when one happens. `keep` is given the errors
    that nobody expected, whose tracebacks otherwise stand in their events."""
    structlog.configure(
        wrapper_class=structlog.make_filtering_bound_logger(logging.getLevelNamesMapping()[level.upper()]),
        logger_factory=_Stderr,
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True, key="at"),
            _with_traceback if keep is None else _keeping(keep),
            _as_text,
        ],
        cache_logger_on_first_use=False,
    )


def code_of(error: BaseException) -> str:
    """What may be logged of an error: its code or its kind, for what it says may be anybody's."""
    return error.code if isinstance(error, ArenaError) else type(error).__name__


class UnsaidError(Exception):
    """Stands for an error whose own words are not told: only its kind, and where it happened."""


def log_unexpected(
    event: str, error: BaseException, log: Any = LOG, *, in_its_words: bool = True, **values: object
) -> str:
    """Log an error that nobody expected; the id under which it stands there. `in_its_words`: what it says is
    told too, which must hold no address."""
    id_, kind = secrets.token_hex(4), code_of(error)
    told = error if in_its_words else UnsaidError(kind).with_traceback(error.__traceback__)
    log.error(event, id=id_, error=kind, unexpected=told, **values)
    return id_


class _Stderr:
    """Only accompanies the work: where stderr takes nothing, the work goes on."""

    def write(self, line: str) -> None:
        with suppress(OSError):
            sys.stderr.write(f"{line}\n")
            sys.stderr.flush()

    debug = info = warning = error = write


def _with_traceback(logger: Any, method: str, event: Any) -> Any:
    error = event.pop("unexpected", None)
    if error is not None:
        event["traceback"] = "".join(traceback.format_exception(error))
    return event


def _keeping(keep: Keep) -> Callable[[Any, str, Any], Any]:
    def kept(logger: Any, method: str, event: Any) -> Any:
        error = event.pop("unexpected", None)
        if error is not None:
            keep(event["id"], error)
        return event

    return kept


_JSON = structlog.processors.JSONRenderer(ensure_ascii=False)
_LINE = structlog.processors.KeyValueRenderer(key_order=["at", "level", "event"], drop_missing=True)


def _as_text(logger: Any, method: str, event: Any) -> Any:
    return (_LINE if sys.stderr.isatty() else _JSON)(logger, method, event)


set_up_logs("warning")  # as structlog comes it writes to stdout, where the data of commands is
