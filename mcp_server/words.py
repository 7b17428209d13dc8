"""The texts of this room in one language."""

from dataclasses import dataclass
from pathlib import Path

from dsl.catalogue import Catalogue

TEXTS = Catalogue(Path(__file__).parent / "locales")


@dataclass(frozen=True)
class Words:
    """The texts of `mcp_server/locales` in one language."""

    locale: str

    def __call__(self, key: str, /, **params: object) -> str:
        """The text of `key`, filled in. Raises `MissingTextError` if no text has that key."""
        return TEXTS.text(key, self.locale, **params)
