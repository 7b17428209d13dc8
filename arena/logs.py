"""Logs: one line an event, to stderr; JSON where nobody sits before it.

Events have a name and values: `LOG.info("run_done", run_id=17, job="daily", seconds=2.5)`. No address, key,
rule or body of a message is ever a value.
"""

import logging
import sys
from contextlib import suppress
from typing import Any, Literal

import structlog

from arena.errors import ArenaError

Level = Literal["debug", "info", "warning", "error"]
"""From which level on events are written."""

LOG: Any = structlog.get_logger()


def set_up_logs(level: Level) -> None:
    """Write events of `level` and above to whatever stderr is when one happens."""
    structlog.configure(
        wrapper_class=structlog.make_filtering_bound_logger(logging.getLevelNamesMapping()[level.upper()]),
        logger_factory=_Stderr,
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True, key="at"),
            _as_text,
        ],
        cache_logger_on_first_use=False,
    )


def code_of(error: BaseException) -> str:
    """What may be logged of an error: its code or its kind, for what it says may be anybody's."""
    return error.code if isinstance(error, ArenaError) else type(error).__name__


class _Stderr:
    """Only accompanies the work: where stderr takes nothing, the work goes on."""

    def write(self, line: str) -> None:
        with suppress(OSError):
            sys.stderr.write(f"{line}\n")
            sys.stderr.flush()

    debug = info = warning = error = write


_JSON = structlog.processors.JSONRenderer(ensure_ascii=False)
_LINE = structlog.processors.KeyValueRenderer(key_order=["at", "level", "event"], drop_missing=True)


def _as_text(logger: Any, method: str, event: Any) -> Any:
    return (_LINE if sys.stderr.isatty() else _JSON)(logger, method, event)


set_up_logs("warning")  # as structlog comes it writes to stdout, where the data of commands is
