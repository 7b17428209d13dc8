"""The courier's process: reads letters from stdin, one a line of JSON, and writes to stdout what has become
of each. Addresses come there too: what stands in a command line, everybody on a machine can read.

To each letter it answers twice: that it has it, before anything is sent, and the outcome.
"""

import json
import os
import resource
import select
import signal
import sys
import traceback
from dataclasses import asdict
from typing import Any, TextIO

from scheduler.courier.letter import Letter

IDLE = 10.0
"""Seconds without a letter after which it ends. Whoever sends in a tick sends at once."""
MEMORY = 1_500_000_000
"""Bytes of address space; it takes a tenth of them in earnest."""
STARTING = 60.0
"""Seconds to become ready."""


def main() -> None:
    """Hand over letters until there are none."""
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    signal.setitimer(signal.ITIMER_REAL, STARTING)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    from scheduler.courier.handing import hand  # takes long: within the limits
    from scheduler.courier.listening import listen

    ear = listen()
    answers = _private_stdout()
    signal.setitimer(signal.ITIMER_REAL, 0)
    while select.select([sys.stdin], [], [], IDLE)[0] and (line := sys.stdin.readline()):
        order = json.loads(line)
        _say(answers, "has it")
        # Nobody else may be left to stop it: the signal kills by itself, whatever is at work.
        signal.setitimer(signal.ITIMER_REAL, order["seconds"])
        try:
            told: dict[str, Any] = asdict(hand(order["address"], Letter(**order["letter"]), ear))
        except Exception as error:  # is told whole, but for its words, which may hold an address
            told = {
                "error": type(error).__name__,
                "where": "".join(traceback.format_tb(error.__traceback__)),
            }
        signal.setitimer(signal.ITIMER_REAL, 0)
        _say(answers, told)


def _private_stdout() -> TextIO:
    """Where the answers go. What Apprise and its like print and log goes nowhere: it may hold addresses."""
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)
    return answers


def _say(answers: TextIO, what: object) -> None:
    answers.write(json.dumps(what) + "\n")
    answers.flush()


if __name__ == "__main__":
    main()
