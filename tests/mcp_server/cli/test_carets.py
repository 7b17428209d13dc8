"""A caret stands under the very place, whatever the letters are."""

import pytest

from mcp_server.cli.pages.carets import underlined


@pytest.mark.parametrize(
    ("text", "span", "line", "carets"),
    [
        ("self.hp < 35 -> shield", (10, 12), "self.hp < 35 -> shield", "          ^^"),
        ("", (0, 0), "", "^"),
        ("turn", (4, 4), "turn", "    ^"),
        ("龍龍 -> x", (0, 2), "龍龍 -> x", "^^^^"),
        ("龍龍 -> x", (6, 7), "龍龍 -> x", "        ^"),
        ("🔥 = x", (2, 3), "🔥 = x", "   ^"),
        ("é = x", (2, 3), "é = x", "  ^"),
        ("e\u0301 = x", (3, 4), "e\u0301 = x", "  ^"),
        ("e\u0301 = x", (1, 2), "e\u0301 = x", "^"),
        ("a\tb", (2, 3), "a b", "  ^"),
        ("a\u200bb", (1, 2), "a\\u200bb", " ^^^^^^"),
        ("a\x1b[31mb", (6, 7), "a\\u001b[31mb", "           ^"),
        ("a\ud800b", (2, 3), "a\\ud800b", "       ^"),
        ("[red]x[/red]", (5, 6), "[red]x[/red]", "     ^"),
        ("abc", (1, 99), "abc", " ^^"),
    ],
)
def test_carets_stand_under_the_span(text, span, line, carets):
    shown = underlined(text, span, 80)
    assert (shown.line, shown.carets) == (line, carets)


@pytest.mark.parametrize("start", [0, 7, 100, 198])
def test_a_long_text_is_cut_around_the_place(start):
    text = "".join(f"{number % 10}" for number in range(200))
    shown = underlined(text, (start, start + 2), 40)
    assert len(shown.line) <= 40
    assert shown.line[shown.start : shown.start + shown.cells] == text[start : start + 2]
    assert shown.line.startswith("…") == (start > 7)
    assert shown.line.endswith("…") == (start < 198)


def test_a_place_wider_than_the_page_is_underlined_as_far_as_it_is_shown():
    shown = underlined("x" * 200, (10, 190), 40)
    assert len(shown.carets) <= 40
    assert set(shown.line[shown.start : shown.start + shown.cells]) == {"x"}
