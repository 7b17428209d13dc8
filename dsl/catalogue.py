"""Texts for people, by key and language: gettext catalogues that sit beside the code they speak for.

A catalogue folder holds `en.po`, `ru.po` and `es.po`; the build compiles each to `.mo` (editable installs
too). A key is a message code with a part, such as `no-arrow.hint`; a text is a `str.format` template.
"""

import gettext
from functools import cached_property
from pathlib import Path

LOCALES = ("ru", "en", "es")
DEFAULT_LOCALE = "en"
"""Read by whoever asks for none of them."""


class MissingTextError(LookupError):
    """A key without a text, or a catalogue that was never compiled: a fault of ours, never of the user."""


class Catalogue:
    """The texts of one room, in every language of `LOCALES`."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    @cached_property
    def _translations(self) -> dict[str, gettext.GNUTranslations]:
        return {locale: self._load(locale) for locale in LOCALES}

    def _load(self, locale: str) -> gettext.GNUTranslations:
        path = self._folder / f"{locale}.mo"
        if not path.exists():
            raise MissingTextError(
                f"{path} is not there: install the project, which compiles it (pip install -e .)"
            )
        with path.open("rb") as file:
            return gettext.GNUTranslations(file)

    def text(self, key: str, locale: str, **params: object) -> str:
        """The text of `key` in `locale`, filled in. A language without a catalogue reads English.

        Raises `MissingTextError` if no text has that key.
        """
        return self.template(key, locale).format(**params)

    def template(self, key: str, locale: str) -> str:
        """The same text, to be filled in. Raises `MissingTextError` if no text has that key."""
        translation = self._translations.get(locale) or self._translations[DEFAULT_LOCALE]
        template = translation.gettext(key)
        if template == key:
            raise MissingTextError(f"no text for {key!r} in {self._folder}")
        return template
