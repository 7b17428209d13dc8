"""The process in which a film is made: an order on a line of stdin, the film on stdout.

Apart from the server, so that it takes none of the time in which the server answers. Stdin stays open for as
long as the server wants the film.
"""

import json
import os
import resource
import signal
import sys
import threading
import traceback
from typing import Any

MOST_CPU_SECONDS, MOST_SECONDS = 180, 900
"""Limits of CPU time and of wall-clock time, after which the kernel ends this process, whoever may have
forgotten it. The first battle ever is compiled before; and while others are at work it may have to wait long.
"""
NOT_MADE = 1
"""Exit code where no film is made."""
NICENESS = 10
"""By which `nice` lowers the priority of this process, so that the server goes before."""


def main() -> int:
    """Make one film."""
    resource.setrlimit(resource.RLIMIT_CPU, (MOST_CPU_SECONDS, MOST_CPU_SECONDS))
    signal.alarm(MOST_SECONDS)
    os.nice(NICENESS)
    try:
        order = json.loads(sys.stdin.buffer.readline())
        threading.Thread(target=_leave_with_parent, daemon=True).start()
        sys.stdout.buffer.write(_filmed(order))
    except Exception as error:  # is told without its words, which may hold what is hidden of a hero
        sys.stderr.write("".join([*traceback.format_tb(error.__traceback__), type(error).__name__]))
        return NOT_MADE
    return 0


def _leave_with_parent() -> None:
    """End this process when whoever ordered the film has closed stdin, or is dead, however it died."""
    while os.read(sys.stdin.fileno(), 1):  # not by its buffer: that is locked while it waits
        pass
    os._exit(NOT_MADE)


def _filmed(order: dict[str, Any]) -> bytes:
    from arena.battle import fight  # takes long: within the limits
    from arena.desk.heroes.documents import read_document
    from render import film_webp

    a, b = map(read_document, order["heroes"])
    battle = fight(a, b, order["seed"], order["ruleset"])
    return film_webp(a, b, battle, order["locale"])


if __name__ == "__main__":
    sys.exit(main())
