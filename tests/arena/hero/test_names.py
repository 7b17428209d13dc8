"""Names and mottos: what they may hold, how they are stored, when two names look the same."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.hero import check_hero, name_characters, name_key
from arena.hero.sample import SAMPLE
from tests.growth import cost


@pytest.mark.parametrize(
    "name",
    [
        "Кернинг",
        "Legacy-голем",
        "D'Artagnan Jr.",
        "Año 2000!",
        "名前",
        "हिन्दी",
        "Ёжик",
        "שלום",
        "٧ أسود",
        "ab",
        "x" * 24,
    ],
)
def test_letters_of_any_script_marks_digits_and_some_signs_make_a_name(make_hero, name):
    assert make_hero({"/name": name}).name == unicodedata.normalize("NFC", name)


def test_a_name_is_stored_composed_and_trimmed(make_hero):
    assert make_hero({"/name": "  Е\u0308жик \n"}).name == "Ёжик"


def test_length_counts_after_composing_and_trimming(make_hero):
    assert make_hero({"/name": " " * 30 + "е\u0308" * 24}).name == "ё" * 24


@pytest.mark.parametrize(
    "motto", ["", "  ", "«Работает — не трогай»", "100% ⚔️❤️🔥", "¿Y ahora qué?", "a" * 80]
)
def test_a_motto_may_be_empty_or_any_visible_line(make_hero, motto):
    assert make_hero({"/motto": motto}).motto == motto.strip()


def test_a_motto_may_be_left_out(hero_data):
    check = check_hero(hero_data(without=("/motto",)))
    assert check.hero is not None
    assert check.hero.motto == ""


@given(st.characters(categories=["Cc", "Cf", "Co", "Cn", "Cs", "Zl", "Zp"]))
def test_no_text_holds_control_format_private_or_unassigned_characters(char):
    for field in ("name", "motto"):
        faults = check_hero(SAMPLE | {field: f"ab{char}cd"}).faults
        assert [fault.path for fault in faults] == [f"/{field}"]
        assert faults[0].code.startswith("character-")
        assert f"U+{ord(char):04X}" in faults[0].message("ru")


@given(st.text(min_size=2, max_size=24))
def test_an_accepted_name_holds_allowed_characters_only(name):
    hero = check_hero(SAMPLE | {"name": name}).hero
    if hero is not None:
        assert hero.name == unicodedata.normalize("NFC", name).strip()
        assert 2 <= len(hero.name) <= 24
        assert all(
            char in " -'.!" or unicodedata.category(char)[0] in "LM" or char.isdecimal() for char in hero.name
        )


@given(
    st.text(
        st.characters(categories=["Lu", "Ll", "Lo", "Nd"], exclude_characters="\u3164\u115f\u1160\uffa0"),
        min_size=2,
        max_size=8,
    )
)
def test_any_letters_and_digits_make_a_name(name):
    assert check_hero(SAMPLE | {"name": name}).faults == ()


@pytest.mark.parametrize("name", ["..", "!!", "- -", "\u0301\u0327", "'.'"])
def test_a_name_without_a_letter_or_a_digit_shows_nothing_to_read(name):
    assert [fault.code for fault in check_hero(SAMPLE | {"name": name}).faults] == ["name-no-letter"]


def test_a_name_of_refused_characters_is_not_asked_for_a_letter_besides():
    faults = check_hero(SAMPLE | {"name": "\U0001f525\U0001f525"}).faults
    assert [fault.code for fault in faults] == ["name-character"]


BROKEN_EMOJI = ["A\ud83d", "A\u200dB", "A\U0001fbffB"]


@pytest.mark.parametrize("text", BROKEN_EMOJI)
@pytest.mark.parametrize("locale", ["ru", "en", "es"])
def test_an_emoji_is_proposed_only_where_one_may_stand(text, locale):
    word = "эмодзи" if locale == "ru" else "emoji"
    (in_name,) = check_hero(SAMPLE | {"name": text}).faults
    (in_motto,) = check_hero(SAMPLE | {"motto": text}).faults
    assert in_name.code == in_motto.code
    assert word not in in_name.text(locale)
    assert word in in_motto.hint(locale)


@pytest.mark.parametrize("locale", ["ru", "en", "es"])
def test_the_characters_of_a_name_are_told_in_words(locale):
    assert "- ' . !" in name_characters(locale)


@pytest.mark.parametrize("field", ["name", "motto"])
def test_marks_without_end_cost_no_more_each_than_a_few(field):
    def check(marks):
        faults = check_hero(SAMPLE | {field: "a" + "\u0301\u0327" * marks}).faults
        assert [fault.code for fault in faults] == [f"{field}-too-long"]

    assert cost(lambda: check(50_000)) < 3 * 10 * cost(lambda: check(5_000))


ALIKE = [
    ("Кернинг", "кернинг"),
    ("Ace", "Асе"),
    ("ACE", "асе"),
    ("TOXIC", "тохіс"),
    ("Bober", "Воbеr"),
    ("Ρhoto", "Photo"),
    ("Ωmega Κ", "ωmega k"),
    ("L00p", "Ioop"),
    ("Il1", "lll"),
    ("Modern", "Modem"),
    ("Ｆｏｘ", "fox"),
    ("ﬁx", "fix"),
    ("Straße", "STRASSE"),
    ("Ёж", "Ëж"),
    ("Го", "Γο"),
    ("Two  words", "two words"),
    ("ꜰᴏx", "Fox"),
]


@pytest.mark.parametrize(("one", "other"), ALIKE)
def test_names_that_differ_in_case_or_look_alikes_share_a_key(one, other):
    assert name_key(one) == name_key(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ниндзя", "Ведьма"),
        ("Fox", "Box"),
        ("Cat", "Cut"),
        ("Мышь", "Мыш"),
        ("Año", "Ano"),
        ("Йод", "Иод"),
        ("A-b", "Ab"),
    ],
)
def test_names_that_look_different_have_different_keys(one, other):
    assert name_key(one) != name_key(other)


@given(st.text(max_size=24))
def test_the_key_does_not_depend_on_case_or_composition(name):
    assert name_key(name) == name_key(unicodedata.normalize("NFD", name)) == name_key(name_key(name))


@pytest.mark.parametrize("name", ["a\0b", "\0", "a\ud800b"])
def test_a_name_with_what_no_database_takes_is_like_no_name(name):
    key = name_key(name)
    assert key.encode()
    assert "\0" not in key
    assert key not in {name_key(each) for each in ("ab", "", "a b")}
