"""Which word was meant: one that is like it, or none."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.likeness import nearest
from tests.growth import cost

HEROES = ["golem", "robot", "Ниндзя прода", "Ведьма техдолга", "Rust Knight", "pm"]


@pytest.mark.parametrize(
    ("word", "meant"),
    [
        ("golem", "golem"),
        ("GOLEM", "golem"),
        ("golm", "golem"),
        ("goelm", "golem"),
        ("my golem", "golem"),
        ("golem-2", "golem"),
        ("Ниндзя", "Ниндзя прода"),
        ("Ниндза", "Ниндзя прода"),
        ("ниндзя_прода", "Ниндзя прода"),
        ("RustKnight", "Rust Knight"),
        ("knigth", "Rust Knight"),
        ("PM", "pm"),
    ],
)
def test_a_word_finds_what_is_like_it(word, meant):
    assert nearest(word, HEROES) == meant


@pytest.mark.parametrize("word", ["nobody", "", "?", "p", "xy", "warlock", "Маг", "g", "golem" * 20])
def test_a_word_like_nothing_finds_nothing(word):
    assert nearest(word, HEROES) is None


@pytest.mark.parametrize(("word", "known"), [("extra", "motto"), ("luck", "atk"), ("fireball", "heal")])
def test_words_that_only_share_a_few_letters_are_not_alike(word, known):
    assert nearest(word, [known]) is None


def test_a_shared_word_comes_before_a_slip_and_a_whole_name_before_both():
    assert nearest("fox", ["fax", "red fox", "Fox"]) == "Fox"
    assert nearest("fox", ["fax", "red fox"]) == "red fox"
    assert nearest("fox", ["fax", "box"]) == "fax"


@pytest.mark.parametrize("known", [["Витязь Вера", "Витязь Gleb"], ["Витязь Gleb", "Витязь Вера"]])
@pytest.mark.parametrize("word", ["Витязь Gle", "Витязь Gelb", "Витясь Gleb", "Виттязь Gle"])
def test_of_names_that_share_a_word_the_one_a_slip_or_two_away_is_meant(word, known):
    assert nearest(word, known) == "Витязь Gleb"


def test_of_names_that_share_a_word_the_rest_decides():
    known = ["Witch of the northern woods", "Witch of debt", "Knight of debts"]
    assert nearest("Witch of depths", known) == "Witch of debt"
    assert nearest("Night of debts", known) == "Knight of debts"


@pytest.mark.medium
def test_two_thousand_long_names_that_share_a_word_cost_a_few_times_what_others_do():
    def find(word):
        known = [f"{word} {'абвгдежзик'[i % 10] * 12} {i:>08}" for i in range(2_000)]
        return cost(lambda: nearest("Витязь абракадабракадабр 12345", known))

    assert find("Витязь") < 20 * find("Рыцарь")


def test_short_words_inside_names_tell_nothing():
    assert nearest("Copa de oro", ["Copia de seguridad"]) is None


@given(st.text(max_size=60), st.lists(st.text(max_size=60)))
def test_what_is_found_is_one_of_the_known_and_every_known_word_finds_an_equal(word, known):
    found = nearest(word, known)
    assert found is None or found in known
    for one in known:
        assert nearest(one, known) is not None
