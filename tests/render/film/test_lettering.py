"""The font: what it has, and what happens to the rest."""

import unicodedata
from pathlib import Path

import numpy as np
import pytest

from arena import roster
from arena.rulesets import load_ruleset, ruleset_ids
from dsl.catalogue import LOCALES
from dsl.vocabulary import EFFECTS, ULTIMATE
from render.film.glyphs import bitmaps
from render.film.lettering import BOX, GAP, LINE_HEIGHT, Ink, cut, has, lettered, width, write
from tests.texts import texts_of

INK = Ink(fill=2, edge=1)


def _names_of_actions() -> set[str]:
    rulesets = [load_ruleset(each) for each in ruleset_ids()]
    return {
        ability.name.text(locale)
        for rules in rulesets
        for _, ability in rules.abilities
        for locale in LOCALES
    }


def _boxed(text: str) -> bool:
    return any(not has(character) for character in text)


@pytest.mark.parametrize(
    "text",
    [
        *sorted(_names_of_actions()),
        *(roster.load(name).name for name in roster.names()),
        *(text for locale in LOCALES for text in texts_of("render", locale).values()),
    ],
)
def test_all_that_a_film_says_is_in_the_font(text: str) -> None:
    assert not _boxed(text.replace("{", "").replace("}", ""))


@pytest.mark.parametrize(
    "letters",
    [
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789",
        "АБВГДЕЁЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯабвгдеёжзийклмнопрстуфхцчшщъыьэюя",
        "ÁÉÍÑÓÚÜáéíñóúü¿?¡!",
        "-'.,:;()/%…«»+−×",
    ],
)
def test_no_two_characters_of_an_alphabet_look_alike(letters: str) -> None:
    drawn = [lettered(letter) for letter in letters]
    assert not _boxed(letters)
    assert len({(each.shape, each.tobytes()) for each in drawn}) == len(letters)
    assert all(each.any() and each.shape[0] == LINE_HEIGHT for each in drawn)


def test_a_letter_has_no_empty_columns_at_its_sides() -> None:
    for name, shape in bitmaps("font.txt").items():
        assert shape[:, [0, -1]].any(axis=0).all(), name


def test_there_is_an_icon_for_every_effect_and_all_that_is_done_without_a_hit() -> None:
    icons = bitmaps("icons.txt")
    rulesets = [load_ruleset(each) for each in ruleset_ids()]
    hitless = {action for rules in rulesets for action, ability in rules.abilities if not ability.hits}
    assert {*EFFECTS, *hitless - {ULTIMATE}, "star"} <= set(icons)
    assert {shape.shape for shape in icons.values()} == {(7, 7)}


@pytest.mark.parametrize("letter", ["Ǎ", "ȷ̌ě", "ṽ", "ў", "ї", "ﬁ", "Ａ"])
def test_what_the_font_lacks_is_drawn_by_the_letters_it_is_made_of(letter: str) -> None:
    assert lettered(letter).any()


def test_an_accent_makes_another_letter() -> None:
    assert (lettered("й") != lettered("и")).any()
    assert (lettered("Ё")[3:] == lettered("Е")[3:]).all()


@pytest.mark.parametrize(
    ("name", "spelt"),
    [
        ("勇者", "YongZhe"),
        ("アイス", "aisu"),
        ("दॆव", "dev"),
        ("ქართ", "kart"),
        ("Σίσυφος", "Sisyfos"),
        ("مرحبا بالعالم", "mrhb bl'lm"),
        ("안녕", "AnNyeong"),
    ],
)
def test_letters_of_other_scripts_are_spelt(name: str, spelt: str) -> None:
    assert lettered(name).tobytes() == lettered(spelt).tobytes()


@pytest.mark.parametrize(
    "script",
    [
        "ARABIC",
        "ARMENIAN",
        "ETHIOPIC",
        "GEORGIAN",
        "GREEK",
        "HANGUL",
        "HEBREW",
        "THAI",
    ],
)
def test_no_letter_of_a_living_script_is_a_box(script: str) -> None:
    letters = [
        chr(code) for code in range(0x370, 0xD7A4) if unicodedata.name(chr(code), "").startswith(script)
    ]
    heard = [letter for letter in letters if unicodedata.category(letter).startswith("L")]
    beside_i, box = lettered("i").shape[1] + GAP, lettered("\ue000").tobytes()  # of which nobody knows
    assert len(heard) > 20
    assert lettered("i\ue000")[:, beside_i:].tobytes() == box
    assert [letter for letter in heard if lettered(f"i{letter}")[:, beside_i:].tobytes() == box] == []


def test_a_name_of_which_nothing_is_heard_is_a_box() -> None:
    assert lettered("اا").tobytes() == lettered("ا").tobytes()
    assert lettered("ا").shape[1] == BOX.shape[1]


@pytest.mark.parametrize("letter", ["\ue000", "\U000f0000", "\u0378"])
def test_what_nobody_can_spell_is_a_box(letter: str) -> None:
    drawn = lettered(letter)
    assert drawn.shape[1] == BOX.shape[1]
    assert drawn.sum() == BOX.sum()


def test_marks_that_are_heaped_on_a_letter_take_no_more_room() -> None:
    heaped = "a" + "\u0301" * 20 + "\u0489" * 20
    assert lettered(heaped).shape == lettered("á").shape


@pytest.mark.parametrize("text", ["", "Голем", "Copia de seguridad", "W" * 24, "漢" * 24])
@pytest.mark.parametrize("scale", [1, 2])
def test_what_is_cut_fits(text: str, scale: int) -> None:
    for columns in (20, 60, 500):
        fitted = cut(text, columns, scale)
        assert width(fitted, scale) <= columns
        assert fitted == text or fitted.endswith("…")


@pytest.mark.parametrize(("x", "y"), [(-50, 3), (-2, -2), (15, 8), (500, 3), (3, 500), (3, -500)])
def test_what_is_beyond_a_picture_is_left_out(x: int, y: int) -> None:
    large = np.zeros((80, 160), np.uint8)
    write(large, "Щука", 40 + x, 30 + y, INK) if abs(x) < 40 and abs(y) < 30 else None
    small = np.zeros((20, 30), np.uint8)
    write(small, "Щука", x, y, INK)
    assert (small == large[30:50, 40:70]).all()


def test_letters_have_a_line_around_them() -> None:
    picture = np.zeros((16, 30), np.uint8)
    write(picture, "ы", 5, 5, INK)
    for y, x in np.argwhere(picture == INK.fill):
        assert (picture[y - 1 : y + 2, x - 1 : x + 2] > 0).all()


def test_the_files_are_as_wide_as_other_text() -> None:
    folder = Path(__file__).parents[3] / "render" / "film"
    for name in ("font.txt", "marks.txt", "icons.txt"):
        assert max(map(len, (folder / name).read_text("utf-8").splitlines())) <= 112
