"""Addresses as they are sent to, and whether those in the settings can be."""

from collections.abc import Iterator, Sequence
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

from arena.desk.players.addresses import EMAIL, masked
from arena.errors import Fault
from arena.settings import Settings, variable

MAIL = ("mailto", "mailtos")
SOMEBODY = "somebody@example.org"
"""To whom a mail server's address is tried: nothing is sent."""


def mail_address(mail_url: str, recipient: str) -> str:
    """Of a mail server's address that of an e-mail which goes through it. Raises `ValueError` if it is no
    address at all."""
    parts = urlsplit(mail_url)
    query = [pair for pair in parse_qsl(parts.query, keep_blank_values=True) if pair[0] != "to"]
    return urlunsplit(parts._replace(query=urlencode([*query, ("to", recipient)])))


def address_faults(settings: Settings) -> dict[str, list[Fault]]:
    """What is wrong with the addresses in the settings, by their fields; nothing is sent.

    `settings-address` for each that nothing can be sent to, `settings-mail-url`.
    """
    has_mail = settings.mail_url is not None
    found = {
        "notify_urls": list(_unknown("notify_urls", settings.notify_urls, has_mail)),
        "alert_urls": list(_unknown("alert_urls", settings.alert_urls, has_mail)),
        "mail_url": [] if settings.mail_url is None else list(_unfit_for_mail(settings.mail_url)),
    }
    return {field: faults for field, faults in found.items() if faults}


def _unknown(field: str, addresses: Sequence[str], has_mail: bool) -> Iterator[Fault]:
    for number, address in enumerate(addresses, start=1):
        params = {"variable": variable(field), "number": number, "masked": masked(address)}
        if not EMAIL.fullmatch(address):
            if not _apprise_knows(address):
                yield Fault("settings-address", params=params)
        elif not has_mail:
            yield Fault("settings-address", params=params, reason="mail")


def _unfit_for_mail(mail_url: str) -> Iterator[Fault]:
    try:
        tried = mail_address(mail_url, SOMEBODY)
    except ValueError:
        tried = ""
    if urlsplit(tried).scheme.lower() not in MAIL or not _apprise_knows(tried):
        params = {"variable": variable("mail_url"), "masked": masked(mail_url)}
        yield Fault("settings-mail-url", params=params)


def _apprise_knows(address: str) -> bool:
    from apprise import Apprise  # here: it takes long to import, and is asked for by few commands

    return Apprise.instantiate(address, suppress_exceptions=True) is not None
