"""Handing a letter to the service that an address names: by Apprise, which knows a hundred of them."""

from dataclasses import dataclass
from enum import StrEnum

from apprise import Apprise, AppriseAsset, NotifyBase, NotifyFormat, NotifyType, OverflowMode
from apprise.plugins.email import NotifyEmail

from scheduler.courier.letter import Letter
from scheduler.courier.listening import Ear

CONNECT, READ = 5.0, 15.0
"""Seconds for a connection and for each part of an answer at most, whatever an address says."""
PAUSE = 1.0
"""Seconds between the parts of a letter at most. Apprise takes 5.5 where it knows no better: a letter of some
parts would not be through in time."""


class Fate(StrEnum):
    """What has become of a letter. `refused`: it has not arrived for sure, not even in part or to one of
    several recipients. `unknown`: anything else but `sent`."""

    SENT = "sent"
    REFUSED = "refused"
    UNKNOWN = "unknown"


@dataclass(frozen=True)
class Outcome:
    """A letter's fate, and why: the reason's code (`reason.<why>`) with the status that fills its text.

    Without an address and without a service's own words: both may hold passwords.
    """

    fate: Fate
    why: str | None = None
    status: int | None = None


def hand(address: str, letter: Letter, ear: Ear) -> Outcome:
    """Hand a letter over, once, and tell what has become of it. `ear` hears what services answer."""
    service = service_of(address)
    if service is None:
        return Outcome(Fate.REFUSED, "send-address")
    text, written_in = text_for(service, letter)
    apprise = Apprise(asset=service.asset)
    apprise.add(service)
    ear.empty()
    urgency = NotifyType(letter.urgency)
    result = apprise.notify(text, letter.title, urgency, body_format=written_in)
    return outcome(bool(result), ear)


def service_of(address: str) -> NotifyBase | None:
    """The service of an address; None if Apprise cannot read it.

    What an address says of retries, of failures that do not count and of long waits does not hold: a letter
    is handed over once, and soon.
    """
    asset = AppriseAsset(app_id="Hero Arena", async_mode=False)
    service = Apprise.instantiate(address, asset=asset, suppress_exceptions=True)
    if not isinstance(service, NotifyBase):
        return None
    service.retry, service.optional = 0, False
    service.socket_connect_timeout = min(service.socket_connect_timeout, CONNECT)
    service.socket_read_timeout = min(service.socket_read_timeout, READ)
    service.request_rate_per_sec = min(service.request_rate_per_sec, PAUSE)
    service.overflow_mode = OverflowMode.SPLIT  # rather several letters than one that is refused as too long
    return service


def text_for(service: NotifyBase, letter: Letter) -> tuple[str, NotifyFormat]:
    """The form of a letter that a service shows best, and what it is.

    HTML for e-mail; Markdown where it is what a service speaks, and fits: a letter that is cut in the middle
    of a sign would be refused. Else plain text, of which Apprise makes what the service wants.
    """
    takes_html = service.resolve_format(NotifyFormat.HTML) == NotifyFormat.HTML
    takes_markdown = service.resolve_format(NotifyFormat.MARKDOWN) == NotifyFormat.MARKDOWN
    if letter.html and takes_html and isinstance(service, NotifyEmail):
        return letter.html, NotifyFormat.HTML
    fits = letter.markdown is not None and len(letter.markdown) <= service.body_maxlen
    if letter.markdown and takes_markdown and not takes_html and fits:
        return letter.markdown, NotifyFormat.MARKDOWN
    return letter.plain, NotifyFormat.TEXT


def outcome(counts_as_sent: bool, ear: Ear) -> Outcome:
    """What has become of a letter that Apprise counts as sent or not, by what was heard.

    An address may have several recipients, and a long letter several parts: it is refused only if nothing of
    it has arrived anywhere, for only then may it be sent again.
    """
    heard = ear.heard
    if counts_as_sent and not any(each.is_redirect for each in heard):
        return Outcome(Fate.SENT)
    status = next((each.status for each in reversed(heard) if each.arrived is not True and each.status), None)
    if all(each.arrived is False for each in heard):
        if not heard and ear.used_network:  # neither HTTP nor mail
            return Outcome(Fate.UNKNOWN, "send-unclear")
        return Outcome(Fate.REFUSED, "send-status" if status else "send-refused", status)
    if any(each.arrived for each in heard):
        return Outcome(Fate.UNKNOWN, "send-in-part")
    return Outcome(Fate.UNKNOWN, "send-status" if status else "send-cut-off", status)
