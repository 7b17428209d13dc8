"""Which word was meant."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dsl.grammar import kind_by_text, lex, text_by_kind
from dsl.recovery_point import actions
from dsl.spellings import FOREIGN_SIGNS, FOREIGN_WORDS, edit_distance, meanings, nearest, split_word


@pytest.mark.parametrize(
    ("one", "other", "distance"),
    [("heal", "heal", 0), ("hael", "heal", 1), ("hea", "heal", 1), ("sheald", "shield", 2), ("", "abc", 3)],
)
def test_the_distance_counts_slips_of_the_pen(one, other, distance):
    assert edit_distance(one, other, 5) == distance


@given(st.text("abc", max_size=6), st.text("abc", max_size=6))
def test_the_distance_is_symmetric_and_zero_only_for_equal_words(one, other):
    assert edit_distance(one, other, 9) == edit_distance(other, one, 9)
    assert (edit_distance(one, other, 9) == 0) == (one == other)


@given(st.text("abc", max_size=6), st.text("abc", max_size=6), st.integers(0, 6))
def test_a_limit_only_cuts_the_distance_off(one, other, limit):
    assert edit_distance(one, other, limit) == min(edit_distance(one, other, 9), limit + 1)


@pytest.mark.parametrize(
    ("word", "meant"),
    [
        ("sheild", "shield"),
        ("ultimat", "ultimate"),
        ("strick", "strike"),
        ("combos", "combo"),
        ("hеаl", "heal"),
    ],
)
def test_the_nearest_action_is_found(word, meant):
    assert text_by_kind()[nearest(word, actions())] == meant


@pytest.mark.parametrize("word", ["fireball", "x", "ab", "healing_potion_of_doom"])
def test_a_word_like_none_of_ours_has_no_nearest(word):
    assert nearest(word, actions()) is None


def test_words_run_together_are_told_apart():
    assert split_word("notself") == ("NOT", "SELF")
    assert split_word("self_hp") == ("SELF", "HP")
    assert split_word("self") is None


def test_foreign_spellings_stand_for_terminals_of_the_grammar_and_are_none_themselves():
    for text in (*FOREIGN_SIGNS, *FOREIGN_WORDS):
        assert text not in kind_by_text()
        assert meanings(text)
        assert all(kind in text_by_kind() for kind, _ in meanings(text))


@pytest.mark.parametrize("text", FOREIGN_SIGNS)
def test_a_foreign_sign_is_one_piece_wherever_it_stands(text):
    for around in (text, f"self.hp {text} 35%", f"self.faster{text}enemy.faster"):
        assert [piece.text for piece in lex(around) if piece.kind == "FOREIGN_SIGN"] == [text]
