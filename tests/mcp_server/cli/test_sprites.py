"""Sprites in a terminal."""

import pytest
from rich.style import Style

from arena.hero import Sprite
from mcp_server.cli.pages.sprites import sprite_text

EMPTY = "." * 32
PALETTE = ("#ff0000", "#0000ff")


def _sprite(*rows: str) -> Sprite:
    """A sprite with these pixels in its middle; what a hero needs beyond them is not looked at here."""
    padded = [f"....{row}".ljust(32, ".") for row in rows]
    pixels = (EMPTY, *padded, *[EMPTY] * (31 - len(rows)))
    return Sprite.model_construct(palette=PALETTE, pixels=pixels)


@pytest.mark.parametrize(
    ("rows", "shown"),
    [
        (("00", "00"), "██"),
        (("0.", "00"), "█▄"),
        (("0.0", ".00"), "▀▄█"),
        (("0",), "▄"),
        (("0.", "0.", ".0", ".0"), "█ \n █"),
    ],
)
def test_without_colours_a_sprite_is_a_silhouette_without_its_margins(rows, shown):
    assert sprite_text(_sprite(*rows), colour=False).plain == shown


def test_with_colours_the_upper_pixel_is_in_front_and_the_lower_behind():
    text = sprite_text(_sprite("0.", "10"), colour=True)
    assert text.plain == "▀▄"
    styles = [str(Style.parse(str(span.style))) for span in text.spans]
    assert styles == ["#ff0000 on #0000ff", "#ff0000"]


def test_a_mirrored_sprite_faces_left():
    sprite = _sprite("0..", "000")
    assert sprite_text(sprite, colour=False).plain == "█▄▄"
    assert sprite_text(sprite, colour=False, mirrored=True).plain == "▄▄█"
