"""The way in to the `arena` command. It imports next to nothing, so that a call can be stopped from its first
moment without a traceback."""

import gc
import signal
import sys
from contextlib import suppress

INTERRUPTED, TERMINATED = 130, 143
"""Exit codes of a process that Ctrl-C or SIGTERM ended, as shells give them."""
COLLECTED_AFTER = 50_000
"""New objects after which garbage is collected: what is imported stays, and to look through it again and
again would take a seventh of a start."""

SHOW_CURSOR = "\x1b[?25h"


class TerminateError(BaseException):
    """SIGTERM, raised where the process stands, so that everything is put in order on the way out."""


def main() -> None:
    """The program: runs this process's command line and ends it with the exit code."""
    try:
        signal.signal(signal.SIGTERM, _terminate)
        gc.set_threshold(COLLECTED_AFTER)
        from mcp_server.cli.program import run

        code = run(sys.argv[1:])
    except KeyboardInterrupt:
        code = INTERRUPTED
    except TerminateError:
        code = TERMINATED
    if code in (INTERRUPTED, TERMINATED):
        _show_cursor()
    sys.exit(code)


def _terminate(number: int, frame: object) -> None:
    raise TerminateError


def _show_cursor() -> None:
    """A progress bar hides the cursor, and gives it back only if it had begun in full."""
    if sys.stderr is not None and sys.stderr.isatty():
        with suppress(OSError):
            sys.stderr.write(SHOW_CURSOR)
            sys.stderr.flush()
