"""The texts of the rule language: the same keys and placeholders in every language."""

import re
from importlib.resources import files
from string import Formatter

import pytest
from babel.messages.pofile import read_po

from dsl.catalogue import LOCALES, Catalogue, MissingTextError


def texts_in(locale):
    with files("dsl").joinpath(f"locales/{locale}.po").open("rb") as file:
        catalogue = read_po(file, locale=locale, abort_invalid=True)
    return {str(message.id): str(message.string) for message in catalogue if message.id}


TEXTS = {locale: texts_in(locale) for locale in LOCALES}
KEYS = list(TEXTS["en"])


def placeholders(text):
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def test_every_language_has_the_same_keys_in_the_same_order():
    for locale in LOCALES:
        assert list(TEXTS[locale]) == KEYS


def test_every_message_has_its_hint():
    told = {key.removesuffix(".message") for key in KEYS if key.endswith(".message")}
    assert told == {key.removesuffix(".hint") for key in KEYS if key.endswith(".hint")}


@pytest.mark.parametrize("key", KEYS)
def test_a_text_has_the_same_placeholders_in_every_language(key):
    assert len({frozenset(placeholders(TEXTS[locale][key])) for locale in LOCALES}) == 1


@pytest.mark.parametrize("key", KEYS)
def test_a_text_quotes_the_same_pieces_of_rules_in_every_language(key):
    assert len({tuple(sorted(re.findall("`[^`]*`", TEXTS[locale][key]))) for locale in LOCALES}) == 1


@pytest.mark.parametrize("key", KEYS)
def test_a_text_is_written_in_its_language(key):
    assert all(TEXTS[locale][key] for locale in LOCALES)
    assert re.search("[а-яё]", TEXTS["ru"][key])
    assert not re.search("[А-Яа-яЁё]", TEXTS["en"][key] + TEXTS["es"][key])


def test_a_key_without_a_text_is_our_fault_and_says_so():
    catalogue = Catalogue(files("dsl").joinpath("locales"))
    with pytest.raises(MissingTextError, match="no text for 'no-such-code"):
        catalogue.text("no-such-code.message", "en")


def test_a_catalogue_that_was_not_compiled_says_how_to_compile_it(tmp_path):
    with pytest.raises(MissingTextError, match="pip install -e"):
        Catalogue(tmp_path).text("empty-rule.message", "en")
