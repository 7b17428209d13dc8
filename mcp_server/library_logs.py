"""What libraries log by Python's own logging, told as events of ours: one stream, one form."""

import logging

from arena.excerpt import printable
from arena.logs import LOG, log_unexpected

TOLD_BY_US = ("uvicorn.error", "Exception in ASGI application")
"""An error that the application has logged under its id, and told, before it came to uvicorn."""

LONGEST = 500
"""Characters of a message, which may hold what a client sent."""

SILENT = ("apprise",)
"""Libraries that repeat what they were given, which may be an address with a password; what went wrong with
it we tell ourselves."""


class Retelling(logging.Handler):
    """Tells a library's warning or error as an event."""

    def emit(self, record: logging.LogRecord) -> None:
        message = _bounded(record.getMessage())
        if record.name == TOLD_BY_US[0] and message.startswith(TOLD_BY_US[1]):
            return
        error = record.exc_info[1] if record.exc_info else None
        if error is not None:
            log_unexpected("library_failed", error, library=record.name, message=message)
        else:
            told = LOG.error if record.levelno >= logging.ERROR else LOG.warning
            told("library_says", library=record.name, message=message)


def _bounded(message: str) -> str:
    """What can be read of a message, line by line."""
    lines = "\n".join(printable(line, LONGEST) for line in message[:LONGEST].split("\n"))
    return lines if len(message) <= LONGEST else f"{lines}…"


def take_library_logs() -> None:
    """From now on this process tells what libraries log from warnings on, and leaves the rest. To be called
    before an MCP server is made: the SDK else writes to stderr in a form of its own."""
    logging.basicConfig(handlers=[Retelling()], level=logging.WARNING, force=True)
    for library in SILENT:
        logging.getLogger(library).disabled = True
