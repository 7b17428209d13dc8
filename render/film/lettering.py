"""Text at whole pixels, in a font of our own: no other is sure to be there with Cyrillic letters.

Names may be of any script: letters that the font has not are spelt with those that it has.
"""

import unicodedata
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from anyascii import anyascii
from numpy.typing import NDArray

from render.film.glyphs import Bitmap, bitmaps

ABOVE = 3
"""Rows above a capital letter, for what stands on it."""
CAPITAL, SMALL = 7, 5
"""Rows of a capital letter, and of a small one."""
LINE_HEIGHT = ABOVE + CAPITAL + 2
GAP, SPACE = 1, 3
"""Columns between letters, and of a space."""
NARROW = "\u202f"
"""A space of one column, as between a number and its sign."""
CUT = "…"
BOX: Bitmap = np.pad(np.zeros((CAPITAL - 2, 3), np.bool_), 1, constant_values=True)
"""Stands for what nobody can spell."""
DOTLESS = frozenset("iіj")
"""Letters that lose their dot under a mark."""


@dataclass(frozen=True)
class Ink:
    """The colours of letters and of the line around them, as numbers of a palette."""

    fill: int
    edge: int


def has(character: str) -> bool:
    """Whether a character is drawn as itself, or as its letter with what stands on it."""
    return character.isspace() or _composed(character) is not None


def width(text: str, scale: int = 1) -> int:
    """Columns that a text takes, without the line around it."""
    columns: int = lettered(text).shape[1]
    return scale * columns


def cut(text: str, columns: int, scale: int = 1) -> str:
    """A text that fits: if need be its beginning, with a sign that there is more."""
    if width(text, scale) <= columns:
        return text
    kept = text
    while kept and width(kept.rstrip() + CUT, scale) > columns:
        kept = kept[:-1]
    return kept.rstrip() + CUT


def write(
    picture: NDArray[np.uint8], text: str, x: int, y: int, ink: Ink, scale: int = 1, align: float = 0.0
) -> None:
    """Write a text whose capitals begin at row `y`; `align` is the share of it that is left of `x`."""
    shape = lettered(text)
    left = round(x - align * scale * shape.shape[1])
    stamp(picture, shape, left, y - ABOVE * scale, ink, scale)


def stamp(picture: NDArray[np.uint8], shape: Bitmap, left: int, top: int, ink: Ink, scale: int = 1) -> None:
    """Draw a shape with a line of a pixel around it; what is beyond the picture is left out."""
    fill, edge = _inked(shape.tobytes(), shape.shape, scale)
    left, top = left - 1, top - 1
    rows = slice(max(top, 0), max(min(top + fill.shape[0], picture.shape[0]), 0))
    columns = slice(max(left, 0), max(min(left + fill.shape[1], picture.shape[1]), 0))
    seen = slice(rows.start - top, rows.stop - top), slice(columns.start - left, columns.stop - left)
    under = picture[rows, columns]
    if under.size:
        under[edge[seen]] = ink.edge
        under[fill[seen]] = ink.fill


@lru_cache(256)
def _inked(pixels: bytes, size: tuple[int, int], scale: int) -> tuple[Bitmap, Bitmap]:
    """The pixels of a shape, and those around them, with a pixel more on each side."""
    shape = np.frombuffer(pixels, np.bool_).reshape(size)
    fill = np.pad(shape.repeat(scale, axis=0).repeat(scale, axis=1), 1)
    around = np.pad(fill, 1)
    rows, columns = fill.shape
    near = [around[y : y + rows, x : x + columns] for y in range(3) for x in range(3)]
    return fill, np.logical_or.reduce(near) & ~fill


@lru_cache(256)
def lettered(text: str) -> Bitmap:
    """The pixels of a text, `LINE_HEIGHT` rows; a box for one of which nothing is to be seen."""
    parts: list[Bitmap] = []
    for character in unicodedata.normalize("NFC", text):
        if character == NARROW:
            parts.append(np.zeros((LINE_HEIGHT, GAP), np.bool_))
        elif character.isspace():
            parts.append(np.zeros((LINE_HEIGHT, SPACE), np.bool_))
        else:
            parts += [_drawn(base, marks) for base, marks in _letters(character)]
    if text.strip() and not any(part.any() for part in parts):
        parts = [_drawn(None, "")]
    gap = np.zeros((LINE_HEIGHT, GAP), np.bool_)
    spaced = [piece for part in parts for piece in (part, gap)][:-1]
    return np.concatenate(spaced, axis=1) if spaced else np.zeros((LINE_HEIGHT, 0), np.bool_)


def _letters(character: str) -> list[tuple[str | None, str]]:
    """The letters by which a character is drawn, each with the marks on it; None for a box. A mark by itself
    is drawn if it is a vowel, as in Hindi; a letter that is not heard, as an Arabic alef, is left out."""
    if composed := _composed(character):
        return [*composed]
    kind = unicodedata.category(character)[0]
    spelling = anyascii(character).replace("`", "'")
    spelt = [(each, "") for each in spelling if each in bitmaps("font.txt")]
    if kind == "M":
        return [(each, "") for each, _ in spelt if each.isalpha()]
    if kind == "L" and not spelling:
        return []
    return [*spelt] or [(None, "")]


def _composed(character: str) -> list[tuple[str, str]] | None:
    """The letters of which a character is made, each with the marks on it; a mark by itself is none. None if
    the font lacks one."""
    font = bitmaps("font.txt")
    if character in font:
        return [(character, "")]
    parts = unicodedata.normalize("NFKD", character)
    marks = "".join(part for part in parts if unicodedata.category(part).startswith("M"))
    letters = [part for part in parts if part not in marks and not part.isspace()]
    return [(letter, marks) for letter in letters] if all(letter in font for letter in letters) else None


def _drawn(base: str | None, marks: str) -> Bitmap:
    shape = BOX if base is None else bitmaps("font.txt")[base]
    on_it = [mark for mark in map(_mark, marks) if mark is not None]
    columns = max(each.shape[1] for each in (shape, *on_it))
    canvas = np.zeros((LINE_HEIGHT, columns), np.bool_)
    _put(canvas, shape, ABOVE)
    if on_it:
        tall = base is not None and bool(shape[: CAPITAL - SMALL].any())
        if base in DOTLESS:
            canvas[: ABOVE + CAPITAL - SMALL] = False
            tall = False
        top = ABOVE if tall else ABOVE + CAPITAL - SMALL
        _put(canvas, on_it[0], top - 1 - on_it[0].shape[0])
    return canvas


def _mark(character: str) -> Bitmap | None:
    return bitmaps("marks.txt").get(f"{ord(character):04X}")


def _put(canvas: Bitmap, shape: Bitmap, top: int) -> None:
    left = (canvas.shape[1] - shape.shape[1]) // 2
    canvas[top : top + shape.shape[0], left : left + shape.shape[1]] |= shape
