"""What stands for the names of those who were forgotten: nothing is kept, a pseudonym is chosen when it is
shown."""

from arena.messages import TEXTS

FORGOTTEN_NAME = ""
"""Stored in the place of the name of a participant who was forgotten, and of its hero."""


def shown_player(id_: int | None, name: str, locale: str) -> str:
    """A participant's name, or the pseudonym of one who was forgotten."""
    return TEXTS.text("forgotten-player.text", locale, id=id_) if name == FORGOTTEN_NAME else name


def shown_forgotten_hero(id_: int | None, locale: str) -> str:
    """The pseudonym of a forgotten participant's hero."""
    return TEXTS.text("forgotten-hero.text", locale, id=id_)
