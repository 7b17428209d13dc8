"""What services have answered, heard below Apprise, which tells only whether all went well.

The kind of an error does not tell whether a message has arrived: a server may take it and then break off. So
it is watched whether anything was handed over at all, and how the answer began.
"""

import smtplib
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import requests
from requests.adapters import HTTPAdapter
from requests.exceptions import ContentDecodingError

LONGEST_ANSWER = 1_000_000
"""Bytes of an answer's body, unpacked; services say a few hundred."""
BLOCK = 65_536
NETWORK = ("socket.connect", "socket.sendto", "socket.sendmsg")
"""Events of Python's audit with which whatever is said over a network begins."""


@dataclass(frozen=True)
class Heard:
    """How one attempt to hand something over has ended. `arrived`: the service says that it took it, or it
    surely did not; None if nobody knows. `status`: of HTTP or SMTP."""

    arrived: bool | None
    status: int | None = None

    @property
    def is_redirect(self) -> bool:
        """Whether the service wants it elsewhere, where nothing is sent: nobody has checked that address."""
        return self.status is not None and 300 <= self.status < 400 and self.arrived is False


@dataclass
class Ear:
    """All that was heard since it was last emptied: of HTTP and of mail every attempt, in order; of anything
    else only that there was some."""

    heard: list[Heard] = field(default_factory=list)
    used_network: bool = False
    handed_over: bool = False

    def empty(self) -> None:
        """Forget it."""
        self.heard.clear()
        self.used_network = self.handed_over = False


def listen() -> Ear:
    """Listen to all that this process sends from now on, for good. Redirects are not followed, and of an
    answer `LONGEST_ANSWER` is read at most."""
    ear = Ear()
    sys.addaudithook(lambda event, values: _watch(ear, event, values))
    requests.sessions.HTTPAdapter = _http(ear)  # type: ignore[attr-defined]  # found by this name
    smtplib.SMTP, smtplib.SMTP_SSL = _mail(ear)  # type: ignore[misc]
    return ear


def arrived(status: int) -> bool | None:
    """Whether what a service has answered with an HTTP status has arrived. 503 says a service that takes
    nothing; other failures of a server or of a gateway may come after it was taken."""
    if 200 <= status < 300:
        return True
    return False if 300 <= status < 500 or status == 503 else None


def _watch(ear: Ear, event: str, values: Sequence[Any]) -> None:
    if event in NETWORK:
        ear.used_network = True
    elif event == "http.client.send":
        # to a proxy its own request comes first, with nothing of the message in it
        ear.handed_over |= not (isinstance(values[1], bytes) and values[1].startswith(b"CONNECT "))


def _http(ear: Ear) -> type[HTTPAdapter]:
    class Listening(HTTPAdapter):
        """Hears how each request ends."""

        def send(self, request: requests.PreparedRequest, *args: Any, **kwargs: Any) -> requests.Response:
            ear.handed_over, ended = False, Heard(None)
            try:
                response = super().send(request, *args, **kwargs)
                answered = Heard(arrived(response.status_code), response.status_code)
                if not answered.arrived:
                    ended = answered  # whatever becomes of its body
                _read(response)
                ended = answered
            finally:
                ear.heard.append(ended if ear.handed_over else Heard(False))
            if response.is_redirect:
                del response.headers["location"]
            return response

    return Listening


def _read(response: requests.Response) -> None:
    body = bytearray()
    for block in response.iter_content(BLOCK):
        body += block
        if len(body) > LONGEST_ANSWER:
            response.close()
            raise ContentDecodingError("too long an answer")
    response._content = bytes(body)  # where requests keeps what it has read


def _mail(ear: Ear) -> tuple[type[smtplib.SMTP], type[smtplib.SMTP_SSL]]:
    class Plain(smtplib.SMTP):
        """Hears how each mail ends."""

        def connect(self, *args: Any, **kwargs: Any) -> tuple[int, bytes]:
            ear.heard.append(Heard(False))  # as long as no mail follows
            return super().connect(*args, **kwargs)

        def data(self, msg: Any) -> tuple[int, bytes]:
            ended = Heard(None)
            try:
                status, said = super().data(msg)
                ended = Heard(status < 400, status)
            except smtplib.SMTPDataError as error:  # it did not want to see the mail
                ended = Heard(False, error.smtp_code)
                raise
            finally:
                ear.heard.append(ended)
            return status, said

    class Secure(smtplib.SMTP_SSL, Plain):
        """The same through TLS from the beginning."""

    return Plain, Secure
