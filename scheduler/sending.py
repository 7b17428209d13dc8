"""Handing a letter to the service that an address names: by Apprise, which knows a hundred of them.

What goes wrong is told without the address and without the service's own words: both may hold passwords.
"""

import logging
import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

from arena.desk.players.addresses import EMAIL
from scheduler.letters import Letter

if TYPE_CHECKING:
    from apprise import NotifyBase, NotifyFormat

Send = Callable[[str, Letter], None]
"""Sends a letter to an address. Raises `RefusedError` if it has not arrived for sure, `UnknownFateError` if
nobody knows; so it is after any other error."""

STATUS = re.compile(r"\berror=(\d{3})\b")
LOST_ON_THE_WAY = ("Read timed out", "Connection aborted", "Connection unexpectedly closed")
"""What libraries say when a connection broke after something had been sent, so that it may have arrived."""


class RefusedError(Exception):
    """The letter has not arrived: why, in a few words without secrets."""


class UnknownFateError(Exception):
    """The letter may have arrived, or not."""


def apprise_sender(mail_url: str | None = None) -> Send:
    """Sends by Apprise; letters for a bare e-mail go through the mail server at `mail_url`."""

    def send(address: str, letter: Letter) -> None:
        _send(_service_address(address, mail_url), letter)

    return send


def _service_address(address: str, mail_url: str | None) -> str:
    if not EMAIL.fullmatch(address):
        return address
    if mail_url is None:
        raise RefusedError("no mail server: set ARENA_MAIL_URL")
    parts = urlsplit(mail_url)
    query = [pair for pair in parse_qsl(parts.query, keep_blank_values=True) if pair[0] != "to"]
    return urlunsplit(parts._replace(query=urlencode([*query, ("to", address)])))


def _send(address: str, letter: Letter) -> None:
    from apprise import Apprise, AppriseAsset, OverflowMode  # here: most calls of a command send nothing

    # Apprise would log addresses. What it says is read below, and goes nowhere else.
    log = logging.getLogger("apprise")
    log.propagate = False
    log.setLevel(logging.DEBUG)
    asset = AppriseAsset(app_id="Hero Arena", async_mode=False)
    service = Apprise.instantiate(address, asset=asset, suppress_exceptions=True)
    if service is None:
        raise RefusedError("Apprise cannot read the address")
    service.overflow_mode = OverflowMode.SPLIT  # rather several letters than one that is refused as too long
    text, written_in = _text_for(service, letter)
    apprise = Apprise(asset=asset)
    apprise.add(service)
    result = apprise.notify(text, letter.title, body_format=written_in, log_level=logging.DEBUG)
    if not result:
        raise _error([entry.message for entry in result.logs()])


def _text_for(service: "NotifyBase", letter: Letter) -> "tuple[str, NotifyFormat]":
    """The form of a letter that a service shows best, and what it is.

    HTML for e-mail; Markdown where it is what a service speaks, and fits: a letter that is cut in the middle
    of a sign would be refused. Else plain text, of which Apprise makes what the service wants.
    """
    from apprise import NotifyFormat
    from apprise.plugins.email import NotifyEmail

    takes_html = service.resolve_format(NotifyFormat.HTML) == NotifyFormat.HTML
    takes_markdown = service.resolve_format(NotifyFormat.MARKDOWN) == NotifyFormat.MARKDOWN
    if letter.html and takes_html and isinstance(service, NotifyEmail):
        return letter.html, NotifyFormat.HTML
    fits = letter.markdown is not None and len(letter.markdown) <= service.body_maxlen
    if letter.markdown and takes_markdown and not takes_html and fits:
        return letter.markdown, NotifyFormat.MARKDOWN
    return letter.plain, NotifyFormat.TEXT


def _error(said: Sequence[str]) -> Exception:
    """What has become of a letter that Apprise says it could not send."""
    everything = "\n".join(said)
    if any(sign in everything for sign in LOST_ON_THE_WAY):
        return UnknownFateError("the connection broke")
    status = STATUS.search(everything)
    return RefusedError(f"the service answered {status[1]}" if status else "the service took nothing")
