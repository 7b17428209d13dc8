"""The catalogues as they are written, for tests that look at all texts of a room."""

from pathlib import Path

from babel.messages.pofile import read_po

ROOT = Path(__file__).parents[1]


def texts_of(room: str, locale: str) -> dict[str, str]:
    """The templates of `<room>/locales/<locale>.po` by key, in their order."""
    with (ROOT / room / "locales" / f"{locale}.po").open("rb") as file:
        catalogue = read_po(file, locale=locale, abort_invalid=True)
    return {str(message.id): str(message.string) for message in catalogue if message.id}
