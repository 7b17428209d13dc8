"""Services on this machine that answer as no service should, and a mail server."""

import socket
import socketserver
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from itertools import takewhile
from typing import BinaryIO

Answer = Callable[[socket.socket], None]
"""Answers a request that was read to its end."""


def says(answer: bytes) -> Answer:
    """Answers with these bytes and hangs up."""
    return lambda connection: connection.sendall(answer)


def status(code: int, *headers: str) -> Answer:
    """A whole answer without a body."""
    head = "\r\n".join((f"HTTP/1.1 {code} Said", "Content-Length: 0", "Connection: close", *headers))
    return says(f"{head}\r\n\r\n".encode())


@contextmanager
def listening(handle: Callable[[socket.socket], None]) -> Iterator[int]:
    """The port of a server whose connections are handled, each in a thread, within the block."""

    class Handler(socketserver.BaseRequestHandler):
        def handle(self) -> None:
            with suppress(OSError):
                handle(self.request)

    class Server(socketserver.ThreadingTCPServer):
        daemon_threads = True
        block_on_close = False

    with Server(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
        try:
            yield server.server_address[1]
        finally:
            server.shutdown()


class Service:
    """Answers what it is asked as `answers(path, body)` tells, and keeps it: method, path, headers, body."""

    def __init__(self, answers: Callable[[str, str], Answer]) -> None:
        self.answers = answers
        self.asked: list[tuple[str, str, dict[str, str], str]] = []
        self.port = 0

    def handle(self, connection: socket.socket) -> None:
        with connection.makefile("rb") as stream:
            method, path, _ = stream.readline().decode().split(" ", 2)
            headers = _headers(stream)
            body = stream.read(int(headers.get("content-length", 0))).decode()
        self.asked.append((method, path, headers, body))
        self.answers(path, body)(connection)


def _headers(stream: BinaryIO) -> dict[str, str]:
    headers = {}
    while line := stream.readline().decode().strip():
        name, _, value = line.partition(":")
        headers[name.lower()] = value.strip()
    return headers


@contextmanager
def serving(answers: Callable[[str, str], Answer]) -> Iterator[Service]:
    """A service within the block."""
    service = Service(answers)
    with listening(service.handle) as service.port:
        yield service


class MailServer:
    """Takes mail, for all recipients but `refused`, and answers each with `after` (None: hangs up)."""

    def __init__(self, after: str | None = "250 OK", refused: tuple[str, ...] = ()) -> None:
        self.after, self.refused = after, refused
        self.mails: list[str] = []

    def handle(self, connection: socket.socket) -> None:
        with connection.makefile("rb") as stream:

            def say(line: str) -> None:
                connection.sendall(f"{line}\r\n".encode())

            say("220 here")
            while line := stream.readline().decode().strip():
                if line.upper() == "DATA":
                    say("354 go on")
                    lines = takewhile(lambda line: line != ".\r\n", map(bytes.decode, stream))
                    self.mails.append("".join(lines))
                    if self.after is None:
                        return
                    say(self.after)
                elif line.upper().startswith("RCPT") and any(name in line for name in self.refused):
                    say("550 no such mailbox")
                else:
                    say("250 OK")
