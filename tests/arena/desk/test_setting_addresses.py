"""Addresses in the settings: which of them nothing can be sent to, without telling what may be secret."""

import pytest

from arena.desk.outbox.addresses import address_faults
from arena.messages import LOCALES
from arena.settings import Settings


def faults(**settings: object) -> dict[str, list[tuple[str, str | None]]]:
    found = address_faults(Settings.model_validate(settings))
    return {field: [(fault.code, fault.reason) for fault in of_field] for field, of_field in found.items()}


def test_addresses_that_can_be_sent_to_have_no_fault() -> None:
    urls = ("json://hooks.example.org/x", "discord://1234/token", "https://discord.com/api/webhooks/1/2")
    mail = "mailtos://user:password@example.org?from=arena@example.org"
    assert faults(notify_urls=urls, alert_urls=("anna@example.org",), mail_url=mail) == {}
    assert faults() == {}


@pytest.mark.parametrize("address", ["nonsense", "foo://host/x", "tgram://token/chat", "json://", "…"])
@pytest.mark.parametrize("field", ["notify_urls", "alert_urls"])
def test_one_that_apprise_cannot_read_is_told(field: str, address: str) -> None:
    assert faults(**{field: ("json://hooks.example.org", address)}) == {field: [("settings-address", None)]}


def test_an_e_mail_without_a_mail_server_is_told() -> None:
    assert faults(alert_urls=("anna@example.org",)) == {"alert_urls": [("settings-address", "mail")]}


@pytest.mark.parametrize(
    "mail_url", ["nonsense", "json://example.org", "mailtos://", "mailtos://[broken", "smtp.example.org:25"]
)
def test_a_mail_server_through_which_nothing_can_be_sent_is_told(mail_url: str) -> None:
    assert faults(mail_url=mail_url) == {"mail_url": [("settings-mail-url", None)]}


def test_a_mail_servers_own_recipient_does_not_matter() -> None:
    assert faults(mail_url="mailto://user:password@example.org?to=nobody&from=a@example.org") == {}


def test_the_fault_says_which_variable_and_which_address_and_no_secret() -> None:
    settings = Settings(
        alert_urls=("json://hooks.example.org", "foo://SECRET/SECRET"), mail_url="foo://SECRET"
    )
    for of_field in address_faults(settings).values():
        for fault in of_field:
            for locale in LOCALES:
                assert "SECRET" not in fault.text(locale)
                assert "foo://…" in fault.text(locale)
    (fault,) = address_faults(settings)["alert_urls"]
    assert "2" in fault.message("en")
    assert "ARENA_ALERT_URLS" in fault.message("en")
    assert "tgram://" in fault.hint("en")
