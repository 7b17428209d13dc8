"""The process that a host starts and talks to over stdin and stdout: how it ends.

It ends with its input, and soon: hosts wait two seconds before they kill. Whatever is at work then (a tick, a
message on its way, the battle engine being compiled) gets a moment to come to its own end, and is left where
it is after that: runs are taken up again at their last step, transactions are done or not.
"""

import os
import signal
import socket
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import NoReturn

GRACE = 1.0
"""Seconds from the end of the input until the process is gone."""
CHUNK = 65536
CODES = {signal.SIGINT: 130, signal.SIGTERM: 143}
"""The signals that end the input, with the exit codes that shells give them."""


def serve_and_exit(serve: Callable[[], object]) -> NoReturn:
    """Run `serve`, which serves on `sys.stdin` and stdout until its input ends, and leave the process: with 0
    when the host has closed the input, or the code of the signal that ended it.

    While it serves, fd 0 is the null device: no child reads what the host says. Raises what `serve` raises
    except that nobody reads its output any more.
    """
    near, far = socket.socketpair()
    ending = _Ending(far)

    def end(number: int, frame: object) -> None:
        ending.begin(CODES[signal.Signals(number)])

    for each in CODES:
        signal.signal(each, end)
    threading.Thread(target=_pump, args=(_taken_stdin(), ending), daemon=True).start()
    sys.stdin = near.makefile("r", encoding="utf-8")
    try:
        serve()
    except* BrokenPipeError:
        pass  # the host is gone
    _leave(ending.code)


@dataclass
class _Ending:
    """The end of the input: the host closes it, or a signal does."""

    input: socket.socket
    code: int = 0

    def begin(self, code: int) -> None:
        self.code = self.code or code
        with suppress(OSError):  # it has ended already
            self.input.shutdown(socket.SHUT_WR)
        last = threading.Timer(GRACE, _leave, [self.code])
        last.daemon = True
        last.start()


def _taken_stdin() -> int:
    """The host's end of the input, taken away from fd 0."""
    taken = os.dup(0)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    return taken


def _pump(source: int, ending: _Ending) -> None:
    """Hand the input on. A read that waits for it can be ended by nobody, so one thread does nothing else."""
    with suppress(OSError):  # a signal has ended it
        while chunk := os.read(source, CHUNK):
            ending.input.sendall(chunk)
    ending.begin(0)


def _leave(code: int) -> NoReturn:
    """Without waiting for threads, of which the one that reads the input has no end of its own."""
    with suppress(OSError):
        sys.stderr.flush()
    os._exit(code)
