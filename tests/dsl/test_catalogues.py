"""The texts of the rule language: a hint for each message, the same rules quoted in every language."""

import re
from importlib.resources import files

import pytest

from dsl.catalogue import LOCALES, Catalogue, MissingTextError
from tests.texts import texts_of

TEXTS = {locale: texts_of("dsl", locale) for locale in LOCALES}
KEYS = list(TEXTS["en"])


def test_every_message_has_its_hint():
    told = {key.removesuffix(".message") for key in KEYS if key.endswith(".message")}
    assert told == {key.removesuffix(".hint") for key in KEYS if key.endswith(".hint")}


@pytest.mark.parametrize("key", KEYS)
def test_a_text_quotes_the_same_pieces_of_rules_in_every_language(key):
    templates = [TEXTS[locale][key] for locale in LOCALES]
    assert len({tuple(sorted(re.findall("`[^`]*`", template))) for template in templates}) == 1


def test_a_key_without_a_text_is_our_fault_and_says_so():
    catalogue = Catalogue(files("dsl").joinpath("locales"))
    with pytest.raises(MissingTextError, match="no text for 'no-such-code"):
        catalogue.text("no-such-code.message", "en")


def test_a_catalogue_that_was_not_compiled_says_how_to_compile_it(tmp_path):
    with pytest.raises(MissingTextError, match="pip install -e"):
        Catalogue(tmp_path).text("empty-rule.message", "en")
