"""Sending by Apprise: what a service is given, and what is told of one that takes nothing."""

import json
import logging
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from scheduler import sending
from scheduler.letters import Letter
from scheduler.sending import RefusedError, UnknownFateError, apprise_sender

LETTER = Letter("Title", "plain", "# *markdown*", "<p>html</p>")


class Service(BaseHTTPRequestHandler):
    """Answers with the status that is its path, or breaks off."""

    received: list[dict[str, Any]]

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        if self.path == "/broken":
            self.connection.close()
            return
        self.received.append(json.loads(body))
        self.send_response(int(self.path.strip("/")))
        self.end_headers()

    def log_message(self, *_: object) -> None:
        """Quiet."""


@pytest.fixture
def service() -> Iterator[str]:
    Service.received = []
    server = ThreadingHTTPServer(("127.0.0.1", 0), Service)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"json://user:secret@127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


def test_a_letter_reaches_a_service(service: str) -> None:
    apprise_sender()(f"{service}/200", LETTER)
    (received,) = Service.received
    assert (received["title"], received["message"]) == ("Title", "plain")


@pytest.mark.parametrize("status", [400, 403, 502])
def test_a_refusal_is_told_with_its_status_and_nothing_else(
    service: str, status: int, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    with caplog.at_level(logging.DEBUG), pytest.raises(RefusedError) as refused:
        apprise_sender()(f"{service}/{status}", LETTER)
    assert str(refused.value) == f"the service answered {status}"
    assert "secret" not in caplog.text + "".join(capfd.readouterr())


def test_a_connection_that_breaks_leaves_the_fate_unknown(service: str) -> None:
    with pytest.raises(UnknownFateError):
        apprise_sender()(f"{service}/broken", LETTER)


def test_a_service_that_is_not_there_has_received_nothing() -> None:
    with pytest.raises(RefusedError, match="took nothing"):
        apprise_sender()("json://127.0.0.1:1/x", LETTER)


def test_an_address_that_apprise_does_not_know_is_refused_without_being_told() -> None:
    with pytest.raises(RefusedError) as refused:
        apprise_sender()("nonsense://secret", LETTER)
    assert "secret" not in str(refused.value)


def test_an_email_goes_through_the_leagues_mail_server(monkeypatch: pytest.MonkeyPatch) -> None:
    used: list[str] = []
    monkeypatch.setattr(sending, "_send", lambda address, letter: used.append(address))
    apprise_sender("mailtos://me:p%40ss@smtp.example.org?from=arena@example.org&to=me@example.org")(
        "anna+arena@example.org", LETTER
    )
    assert used == [
        "mailtos://me:p%40ss@smtp.example.org?from=arena%40example.org&to=anna%2Barena%40example.org"
    ]


def test_an_email_without_a_mail_server_is_refused_with_the_setting() -> None:
    with pytest.raises(RefusedError, match="ARENA_MAIL_URL"):
        apprise_sender()("anna@example.org", LETTER)


@pytest.mark.parametrize(
    ("address", "expected"),
    [
        ("mailto://me:secret@example.org", "<p>html</p>"),
        ("mailto://me:secret@example.org?format=text", "plain"),
        ("discord://1234567890/abcdefgh", "# *markdown*"),
        ("tgram://123456789:abcdefg_hijklmnop/12345", "plain"),
        ("json://localhost", "plain"),
    ],
)
def test_a_service_is_given_the_form_that_it_shows_best(address: str, expected: str) -> None:
    from apprise import Apprise

    service = Apprise.instantiate(address)
    assert service is not None
    text, _ = sending._text_for(service, LETTER)
    assert text == expected


def test_markdown_that_would_have_to_be_cut_is_sent_as_plain_text() -> None:
    from apprise import Apprise

    service = Apprise.instantiate("discord://1234567890/abcdefgh")
    assert service is not None
    text, _ = sending._text_for(service, Letter("Title", "plain", "x" * 3000, "<p>html</p>"))
    assert text == "plain"
