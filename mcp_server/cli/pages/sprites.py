"""A sprite in a terminal: half blocks, two pixels a cell; B's is mirrored, so that both face each other."""

from collections.abc import Sequence

from rich.color import Color
from rich.style import Style
from rich.text import Text

from arena.hero import Sprite
from arena.hero.limits import TRANSPARENT

UPPER, LOWER, FULL, NOTHING = "▀", "▄", "█", " "


def sprite_text(sprite: Sprite, *, colour: bool, mirrored: bool = False) -> Text:
    """The sprite without its empty margins; a silhouette if the terminal has no colours.

    Its lines are all of one length, empty cells included: to stand at the right they are moved as a whole.
    """
    rows = [row[::-1] if mirrored else row for row in _cropped(sprite.pixels)]
    if len(rows) % 2:
        rows.insert(0, TRANSPARENT * len(rows[0]))
    text = Text(no_wrap=True, justify="left")
    for number, (upper, lower) in enumerate(zip(rows[::2], rows[1::2], strict=True)):
        text.append("\n" if number else "")
        for pair in zip(upper, lower, strict=True):
            text.append_text(_cell(pair, sprite.palette) if colour else Text(_silhouette(pair)))
    return text


def _cropped(pixels: Sequence[str]) -> list[str]:
    filled = [number for number, row in enumerate(pixels) if row.strip(TRANSPARENT)]
    rows = pixels[filled[0] : filled[-1] + 1]
    left = min(len(row) - len(row.lstrip(TRANSPARENT)) for row in rows)
    right = max(len(row.rstrip(TRANSPARENT)) for row in rows)
    return [row[left:right] for row in rows]


def _cell(pair: tuple[str, str], palette: Sequence[str]) -> Text:
    upper, lower = (None if pixel == TRANSPARENT else Color.parse(palette[int(pixel)]) for pixel in pair)
    if upper is None:
        return Text(NOTHING if lower is None else LOWER, Style.from_color(lower))
    return Text(UPPER, Style.from_color(upper, lower))


def _silhouette(pair: tuple[str, str]) -> str:
    upper, lower = (pixel != TRANSPARENT for pixel in pair)
    return {(True, True): FULL, (True, False): UPPER, (False, True): LOWER}.get((upper, lower), NOTHING)
