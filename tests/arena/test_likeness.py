"""Which word was meant: one that is like it, or none."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.likeness import nearest

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


def test_short_words_inside_names_tell_nothing():
    assert nearest("Copa de oro", ["Copia de seguridad"]) is None


@given(st.text(max_size=60), st.lists(st.text(max_size=60)))
def test_what_is_found_is_one_of_the_known_and_every_known_word_finds_an_equal(word, known):
    found = nearest(word, known)
    assert found is None or found in known
    for one in known:
        assert nearest(one, known) is not None
