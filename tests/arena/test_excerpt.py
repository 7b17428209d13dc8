"""What the caller wrote, as a message may show it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.excerpt import ranges, shown

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, "null"),
        (True, "true"),
        (5, "5"),
        ("a\u202eb", '"a\\u202eb"'),
        ([], "[]"),
        ({}, "{}"),
        ([30, 25, "x", None], '[30, 25, "x", null]'),
        ([[1], {}, {"a": 1}, []], "[[…], {}, {…}, []]"),
        ({"hp": 28, "more": {"a": 1}}, '{"hp": 28, "more": {…}}'),
        (["." * 32] * 32, f'["{"." * 32}", …]'),
        (["x" * 100], "[…]"),
    ],
)
def test_a_value_is_shown_about_as_json(value, text):
    assert shown(value) == text


@given(VALUES)
def test_any_value_is_shown_short_and_printable(value):
    assert shown(value).isprintable()
    assert len(shown(value)) < 500


@pytest.mark.parametrize(
    ("numbers", "text"),
    [
        ([], ""),
        ([7], "7"),
        ([0, 1, 2, 3, 7], "0–3, 7"),
        ([5, 7, 9], "5, 7, 9"),
        (range(0, 40, 2), "0, 2, 4, 6, 8, 10, 12, 14, …"),
    ],
)
def test_numbers_are_told_as_ranges(numbers, text):
    assert ranges(numbers) == text
