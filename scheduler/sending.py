"""Sending letters by Apprise, in a process of its own: `scheduler.courier`.

What goes wrong is told without the address and without the service's own words: both may hold passwords.
"""

import json
import signal
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from typing import Any

from arena.desk.outbox.addresses import mail_address
from arena.desk.players.addresses import EMAIL
from arena.desk.reasons import keep_reason
from scheduler.courier.letter import Letter

Send = Callable[[str, Letter], None]
"""Sends a letter to an address. Raises `RefusedError` if it has not arrived for sure, `UnknownFateError` if
nobody knows; so it is after any other error."""

LONGEST = 30.0
"""Seconds for a message at most, whatever its address says."""


class UnsentError(Exception):
    """Why a letter was not sent, as `arena.desk.reasons` keeps it: a code and what fills its text."""

    def __init__(self, why: str, **params: object) -> None:
        super().__init__(why)
        self.kept = keep_reason(why, **params)


class RefusedError(UnsentError):
    """The letter has not arrived for sure."""


class UnknownFateError(UnsentError):
    """The letter may have arrived, or not."""


class CourierError(Exception):
    """An error that nobody expected in the courier: its kind and where it happened, without its words."""


class AppriseSender:
    """Sends by Apprise, one letter at a time; those for a bare e-mail through the mail server at `mail_url`.

    The courier is started for the first letter, and stays for those that follow soon. It ends by itself.
    """

    def __init__(self, mail_url: str | None = None, seconds: float = LONGEST) -> None:
        self._mail_url = mail_url
        self._seconds = seconds
        self._courier: subprocess.Popen[str] | None = None

    def __call__(self, address: str, letter: Letter) -> None:
        """Send a letter, for `seconds` at most. Raises as `Send` does."""
        address = _service_address(address, self._mail_url)
        try:
            told = self._ask({"address": address, "letter": asdict(letter), "seconds": self._seconds})
        except BaseException:
            self.close()  # what it says after this would be taken for the outcome of the next letter
            raise
        if "error" in told:
            raise CourierError(f"{told['error']}\n{told['where']}")
        if told["fate"] != "sent":
            unsent = RefusedError if told["fate"] == "refused" else UnknownFateError
            raise unsent(told["why"], **({"status": told["status"]} if told["status"] else {}))

    def close(self) -> None:
        """End the courier, also in the middle of a letter."""
        if self._courier is not None:
            self._courier.kill()
            self._courier.communicate()
            self._courier = None

    def _ask(self, order: dict[str, object]) -> dict[str, Any]:
        courier = self._started()
        assert courier.stdin is not None
        assert courier.stdout is not None
        with suppress(BrokenPipeError):  # it has died: then it does not answer either
            courier.stdin.write(json.dumps(order) + "\n")
            courier.stdin.flush()
        if not courier.stdout.readline():
            raise RefusedError("send-not-begun")
        outcome = courier.stdout.readline()
        if not outcome:
            if courier.wait() == -signal.SIGALRM:
                raise UnknownFateError("send-too-long", seconds=round(self._seconds))
            raise UnknownFateError("send-lost")
        told: dict[str, Any] = json.loads(outcome)
        return told

    def _started(self) -> "subprocess.Popen[str]":
        if self._courier is not None and self._courier.poll() is not None:
            self.close()
        if self._courier is None:
            self._courier = _start()
        return self._courier


def _start() -> "subprocess.Popen[str]":
    try:
        return subprocess.Popen(
            [sys.executable, "-m", "scheduler.courier"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            cwd=Path(__file__).parents[1],  # where `-m` looks first
            start_new_session=True,  # a Ctrl-C is for us, who end it
        )
    except OSError:  # too many processes, or no memory
        raise RefusedError("send-not-begun") from None


def _service_address(address: str, mail_url: str | None) -> str:
    if not EMAIL.fullmatch(address):
        return address
    if mail_url is None:
        raise RefusedError("send-no-mail-server")
    try:
        return mail_address(mail_url, address)
    except ValueError:
        raise RefusedError("send-address") from None  # what was raised repeats the address
