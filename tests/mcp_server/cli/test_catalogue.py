"""The texts of the command: the same keys and placeholders in every language, and no key without one."""

import re
from importlib.resources import files
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

from mcp_server.cli.language import LOCALES
from mcp_server.cli.main import COMMANDS


def _read(locale: str) -> Catalog:
    with files("mcp_server").joinpath(f"locales/{locale}.po").open("rb") as file:
        return read_po(file, locale=locale, abort_invalid=True)


CATALOGUES = {locale: _read(locale) for locale in LOCALES}
KEYS = [str(message.id) for message in CATALOGUES["en"] if message.id]
SAME_EVERYWHERE = re.compile(
    r".*\.examples|fight\.(poisoned|gained-own)|check\.level|rules\.head-id|train\.range"
)
"""Texts without a word in them, or with command lines alone."""


def _text(locale: str, key: str) -> str:
    message = CATALOGUES[locale].get(key)
    assert message is not None, f"{locale} has no {key}"
    return str(message.string)


def _placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def test_every_language_has_the_same_keys_in_the_same_order():
    for locale in LOCALES:
        assert [str(message.id) for message in CATALOGUES[locale] if message.id] == KEYS


@pytest.mark.parametrize("key", KEYS)
def test_a_text_has_the_same_placeholders_in_every_language(key):
    assert len({frozenset(_placeholders(_text(locale, key))) for locale in LOCALES}) == 1


@pytest.mark.parametrize("key", [key for key in KEYS if not SAME_EVERYWHERE.fullmatch(key)])
def test_a_text_is_written_in_its_language(key):
    texts = {locale: _text(locale, key) for locale in LOCALES}
    assert re.search("[а-яё]", texts["ru"], re.IGNORECASE)
    assert not re.search("[а-яё]", texts["es"].replace("Ниндзя прода", ""), re.IGNORECASE)
    assert not re.search("[а-яё]", texts["en"].replace("Ниндзя прода", ""), re.IGNORECASE)


def test_every_key_that_the_code_spells_out_has_a_text():
    source = "".join(
        path.read_text(encoding="utf-8") for path in Path(str(files("mcp_server.cli"))).glob("*.py")
    )
    spelt = re.findall(r'\bwords\(\s*"([a-z.-]+)"', source) + re.findall(r'\bhelp="([a-z.-]+)"', source)
    assert len(spelt) > 50
    assert set(spelt) <= set(KEYS)


def test_every_command_has_help_a_short_help_and_examples():
    for name in (*COMMANDS, "bench-battle"):
        assert {f"{name}.help", f"{name}.short", f"{name}.examples"} <= set(KEYS)
