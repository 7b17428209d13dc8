"""The texts of every room: the same keys and placeholders in the three languages, each in its own."""

import gettext
import re
from collections.abc import Iterator, Sequence
from string import Formatter

import pytest

from dsl.catalogue import LOCALES
from tests.texts import ROOT, texts_of

ROOMS = ("dsl", "arena", "render", "mcp_server")
CYRILLIC = re.compile("[А-Яа-яЁё]")
WORDLESS = re.compile(r"id|[\W\d_]*|.*\barena [a-z]+\b.*", re.DOTALL)
"""A text with nothing to translate: `id`, signs and placeholders, or command lines."""
OTHER_WORDS = {"ru": r"\bфильм", "es": r"\bpel[ií]cula"}
"""For what is called «видео» and «vídeo» throughout."""


TEXTS = {(room, locale): texts_of(room, locale) for room in ROOMS for locale in LOCALES}


def told(room: str) -> Iterator[tuple[str, list[str]]]:
    """Every text of a room: its key, and what it is in each language."""
    for key in TEXTS[room, "en"]:
        yield key, [TEXTS[room, locale][key] for locale in LOCALES]


def placeholders(text: str) -> frozenset[str]:
    return frozenset(name for _, name, _, _ in Formatter().parse(text) if name is not None)


def without_placeholders(text: str) -> str:
    """What a translator sees, without names that stay in their own language."""
    return re.sub(r"\{[^}]*\}|Ниндзя прода", "", text)


@pytest.mark.parametrize("room", ROOMS)
def test_every_language_has_the_same_keys_in_the_same_order(room: str) -> None:
    assert TEXTS[room, "en"]
    assert len({tuple(TEXTS[room, locale]) for locale in LOCALES}) == 1


@pytest.mark.parametrize("room", ROOMS)
def test_a_text_has_the_same_placeholders_in_every_language(room: str) -> None:
    assert [key for key, texts in told(room) if len({*map(placeholders, texts)}) > 1] == []


@pytest.mark.parametrize("room", ROOMS)
def test_a_text_is_written_in_its_language(room: str) -> None:
    assert [key for key, texts in told(room) if not each_in_its_language(texts)] == []


def each_in_its_language(texts: Sequence[str]) -> bool:
    russian, english, spanish = map(without_placeholders, texts)
    is_russian = CYRILLIC.search(russian) or WORDLESS.fullmatch(russian)
    return bool(is_russian) and not CYRILLIC.search(english + spanish)


@pytest.mark.parametrize("room", ROOMS)
@pytest.mark.parametrize("locale", OTHER_WORDS)
def test_a_film_has_one_name_in_a_language(room: str, locale: str) -> None:
    other = re.compile(OTHER_WORDS[locale], re.IGNORECASE)
    assert [key for key, text in TEXTS[room, locale].items() if other.search(text)] == []


@pytest.mark.parametrize("room", ROOMS)
@pytest.mark.parametrize("locale", LOCALES)
def test_what_is_compiled_is_what_is_written(room: str, locale: str) -> None:
    with (ROOT / room / "locales" / f"{locale}.mo").open("rb") as file:
        compiled = gettext.GNUTranslations(file)
    assert all(compiled.gettext(key) == text for key, text in TEXTS[room, locale].items())
