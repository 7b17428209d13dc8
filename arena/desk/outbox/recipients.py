"""What a message is and for whom, in words. Nobody but the sender reads a whole address: it may hold a
password."""

from arena.desk.desk import Desk
from arena.desk.outbox.writing import ALERT, DIGEST
from arena.desk.players.addresses import masked
from arena.messages import TEXTS
from arena.settings import variable
from arena.store.tables import Message


def message_text(kind: str, digest_key: str | None, locale: str) -> str:
    """What a message is: its kind, and which digest."""
    told = TEXTS.text(f"message-kind.{kind}", locale)
    return told if digest_key is None else f"{told} {digest_key}"


def setting_of(desk: Desk, message: Message) -> tuple[str, int] | None:
    """The variable that holds a message's address, and the address's number in it, from 1; None for a
    participant's, and for one that no setting holds any more."""
    settings = {DIGEST: ("notify_urls", desk.notify_urls), ALERT: ("alert_urls", desk.alert_urls)}
    field, addresses = settings.get(message.kind, ("", ()))
    if message.recipient not in addresses:
        return None
    return variable(field), addresses.index(message.recipient) + 1


def recipient_text(
    recipient: str, setting: tuple[str, int] | None, player_id: int | None, player: str | None, locale: str
) -> str:
    """For whom a message is. `recipient`: its masked address; `player`: the participant's name, None where it
    must not be kept."""
    if setting is not None:
        name, number = setting
        return TEXTS.text("recipient.setting", locale, variable=name, number=number, address=recipient)
    if player_id is None:
        return recipient
    key = "recipient.number" if player is None else "recipient.player"
    return TEXTS.text(key, locale, id=player_id, name=player, address=recipient)


def recipient_to_keep(desk: Desk, message: Message) -> str:
    """For whom a message is, in the league's language and for a text that is kept: a participant, who may be
    forgotten one day, goes by the number."""
    setting = setting_of(desk, message)
    return recipient_text(masked(message.recipient), setting, message.player_id, None, desk.lang)
