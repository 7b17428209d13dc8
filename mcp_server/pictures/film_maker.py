"""The process in which a film is made: an order on stdin, the film on stdout.

Apart from the server, so that it takes none of the time in which the server answers.
"""

import json
import os
import resource
import signal
import sys
import traceback
from typing import Any

MOST_WORK, MOST_SECONDS = 180, 900
"""Seconds of a processor, and by the clock, after which it ends by itself, whoever may have forgotten it. The
first battle ever is compiled before; and while others are at work it may have to wait long."""
POLITENESS = 10
"""How much it steps back behind others, as `nice` has it."""


def main() -> int:
    """Make one film."""
    resource.setrlimit(resource.RLIMIT_CPU, (MOST_WORK, MOST_WORK))
    signal.alarm(MOST_SECONDS)
    os.nice(POLITENESS)
    try:
        sys.stdout.buffer.write(_filmed(json.load(sys.stdin)))
    except Exception as error:  # is told without its words, which may hold what is hidden of a hero
        sys.stderr.write("".join([*traceback.format_tb(error.__traceback__), type(error).__name__]))
        return 1
    return 0


def _filmed(order: dict[str, Any]) -> bytes:
    from arena.battle import fight  # takes long: within the limits
    from arena.desk.heroes.documents import read_document
    from render import film_webp

    a, b = map(read_document, order["heroes"])
    battle = fight(a, b, order["seed"], order["ruleset"])
    return film_webp(a, b, battle, order["locale"])


if __name__ == "__main__":
    sys.exit(main())
