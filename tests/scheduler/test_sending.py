"""Sending by Apprise: what a service is given, and what is told of one that takes nothing."""

import json
import logging
from collections.abc import Iterator

import pytest

from arena.desk.reasons import reason_text
from scheduler.courier.handing import service_of, text_for
from scheduler.courier.letter import Letter, Urgency
from scheduler.sending import AppriseSender, RefusedError
from tests.scheduler.services import MailServer, listening, serving, status

LETTER = Letter("Title", "plain", "# *markdown*", "<p>html</p>")


@pytest.fixture(scope="module")
def sender() -> Iterator[AppriseSender]:
    sender = AppriseSender()
    yield sender
    sender.close()


def test_a_letter_reaches_a_service(sender: AppriseSender) -> None:
    with serving(lambda path, body: status(200)) as service:
        sender(f"json://user:secret@127.0.0.1:{service.port}/x", LETTER)
    ((_, _, _, body),) = service.asked
    received = json.loads(body)
    assert (received["title"], received["message"], received["type"]) == ("Title", "plain", "info")


@pytest.mark.parametrize("urgency", ["warning", "failure"])
def test_an_alert_says_how_urgent_it_is(sender: AppriseSender, urgency: Urgency) -> None:
    with serving(lambda path, body: status(200)) as service:
        sender(f"json://127.0.0.1:{service.port}/x", Letter("Title", "plain", urgency=urgency))
    ((_, _, _, body),) = service.asked
    assert json.loads(body)["type"] == urgency


@pytest.mark.parametrize("code", [400, 403, 503])
def test_a_refusal_is_told_with_its_status_and_nothing_else(
    sender: AppriseSender, code: int, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    with (
        caplog.at_level(logging.DEBUG),
        serving(lambda path, body: status(code)) as service,
        pytest.raises(RefusedError) as refused,
    ):
        sender(f"json://user:secret@127.0.0.1:{service.port}/x", LETTER)
    assert reason_text(refused.value.kept, "en") == f"The service answered {code}."
    assert "secret" not in caplog.text + "".join(capfd.readouterr())


def test_an_address_that_apprise_does_not_know_is_refused_without_being_told(sender: AppriseSender) -> None:
    with pytest.raises(RefusedError) as refused:
        sender("nonsense://secret", LETTER)
    assert "secret" not in refused.value.kept


def test_an_email_goes_through_the_leagues_mail_server() -> None:
    server = MailServer()
    with listening(server.handle) as port:
        address = f"mailto://127.0.0.1:{port}?mode=insecure&from=arena@example.org&to=me@example.org"
        sender = AppriseSender(address)
        sender("anna+arena@example.org", LETTER)
        sender.close()
    (mail,) = server.mails
    assert "To: anna+arena@example.org" in mail
    assert "me@example.org" not in mail


def test_an_email_without_a_mail_server_is_refused_with_the_setting(sender: AppriseSender) -> None:
    with pytest.raises(RefusedError, match="send-no-mail-server"):
        sender("anna@example.org", LETTER)


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
    service = service_of(address)
    assert service is not None
    text, _ = text_for(service, LETTER)
    assert text == expected


def test_markdown_that_would_have_to_be_cut_is_sent_as_plain_text() -> None:
    service = service_of("discord://1234567890/abcdefgh")
    assert service is not None
    text, _ = text_for(service, Letter("Title", "plain", "x" * 3000, "<p>html</p>"))
    assert text == "plain"
