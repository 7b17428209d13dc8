"""The texts of the domain: the same keys and placeholders in every language, a text for every code."""

import re
from importlib.resources import files
from string import Formatter

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

from arena.messages import LOCALES

KEY = re.compile(r"[a-z]+(-[a-z0-9]+)*\.(message|hint)")


def _read(locale: str) -> Catalog:
    with files("arena").joinpath(f"locales/{locale}.po").open("rb") as file:
        return read_po(file, locale=locale, abort_invalid=True)


CATALOGUES = {locale: _read(locale) for locale in LOCALES}
KEYS = [str(message.id) for message in CATALOGUES["en"] if message.id]


def _text(locale: str, key: str) -> str:
    message = CATALOGUES[locale].get(key)
    assert message is not None, f"{locale} has no {key}"
    return str(message.string)


def _placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def test_every_language_has_the_same_keys_in_the_same_order():
    for locale in LOCALES:
        assert [str(message.id) for message in CATALOGUES[locale] if message.id] == KEYS


def test_every_code_has_a_message_and_a_hint():
    assert all(KEY.fullmatch(key) for key in KEYS)
    codes = {key.partition(".")[0] for key in KEYS}
    assert set(KEYS) == {f"{code}.{part}" for code in codes for part in ("message", "hint")}


@pytest.mark.parametrize("key", KEYS)
def test_a_text_has_the_same_placeholders_in_every_language(key):
    assert len({frozenset(_placeholders(_text(locale, key))) for locale in LOCALES}) == 1


@pytest.mark.parametrize("key", KEYS)
def test_a_text_is_written_in_its_language(key):
    texts = {locale: _text(locale, key) for locale in LOCALES}
    assert all(texts.values())
    assert re.search("[а-яё]", texts["ru"])
    assert not re.search("[А-Яа-яЁё]", texts["en"] + texts["es"])
