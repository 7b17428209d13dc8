"""What pydantic's types cannot say about a look: colours, rows against the palette, rigs against pictures.

Source: the section «Облик» of the rules and the table of the hero's fields. Rows and columns count from 0,
as in `pixels[7][12]`. A place that is wrong in itself is not compared any further: no fault is told twice. A
kind of mistake is one fault of its picture, at the first place, with the number of places and the rows.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import TypeGuard

from arena.excerpt import ranges, shown
from arena.hero.colours import COLOUR, nearest_colour
from arena.hero.limits import GRID, MIN_OPAQUE, PALETTE_SIZE, RIG_PARTS, TRANSPARENT
from arena.hero.problems import Problem, problem

DIGITS = "0123456789"
RIG_LETTERS = "".join(RIG_PARTS)

Raw = Sequence[object]
Columns = dict[int, list[int]]
"""The columns of a mistake by their row."""


def sprite_problems(sprite: Mapping[str, object]) -> Iterator[Problem]:
    """Problems of a raw sprite, beyond missing fields, wrong types and the length of rows."""
    palette = sprite.get("palette")
    digits = DIGITS[: PALETTE_SIZE[1]]
    if _is_list(palette):
        yield from _palette_problems(palette)
        # With entries of another kind, or too many, nobody knows how many colours there will be.
        if palette and all(isinstance(colour, str) for colour in palette):
            digits = digits[: len(palette)]
    for name, rig_name in (("pixels", "rig"), ("strike", "strike_rig")):
        picture, rig = sprite.get(name), sprite.get(rig_name)
        if _is_list(picture):
            yield from _picture_problems(name, picture, digits)
        if _is_list(rig):
            yield from _rig_problems(rig_name, rig)
        if _is_whole(picture) and _is_whole(rig):
            yield from _cover_problems(rig_name, rig, picture, digits)
    if sprite.get("strike_rig") is not None and sprite.get("strike") is None:
        yield problem("strike-rig-without-strike", ("strike_rig",), sprite["strike_rig"])


def _is_list(value: object) -> TypeGuard[Raw]:
    return isinstance(value, list | tuple)


def _is_whole(grid: object) -> TypeGuard[Raw]:
    return _is_list(grid) and len(grid) == GRID


def _is_row(row: object) -> TypeGuard[str]:
    return isinstance(row, str) and len(row) == GRID


def _palette_problems(palette: Raw) -> Iterator[Problem]:
    smallest, largest = PALETTE_SIZE
    if not smallest <= len(palette) <= largest:
        yield problem(
            "palette-size", ("palette",), palette, found=len(palette), minimum=smallest, maximum=largest
        )
    wrong = [
        index
        for index, colour in enumerate(palette)
        if isinstance(colour, str) and not COLOUR.fullmatch(colour)
    ]
    if wrong:
        found = palette[wrong[0]]
        yield problem(
            "palette-colour",
            ("palette", wrong[0]),
            found,
            found=shown(found),
            entries=ranges(wrong),
            example=json.dumps([nearest_colour(colour) for colour in palette[:largest]]),
        )


def _picture_problems(name: str, picture: Raw, digits: str) -> Iterator[Problem]:
    """Rows that are too many or too few, characters that are no colour of the palette, too little to see."""
    yield from _height_problems(name, picture)
    words = {"digits": f"0–{digits[-1]}" if len(digits) > 1 else digits}
    yield from _character_problem("pixel-unknown", name, picture, digits + TRANSPARENT, words)
    if _is_whole(picture) and all(_is_row(row) for row in picture):
        opaque = sum(GRID - row.count(TRANSPARENT) for row in picture if isinstance(row, str))
        if opaque < MIN_OPAQUE:
            yield problem("too-few-pixels", (name,), picture, picture=name, found=opaque, minimum=MIN_OPAQUE)


def _rig_problems(name: str, rig: Raw) -> Iterator[Problem]:
    """Rows that are too many or too few, and letters that name no part of the body."""
    yield from _height_problems(name, rig)
    words = {"letters": " ".join(RIG_PARTS)}
    yield from _character_problem("rig-letter", name, rig, RIG_LETTERS + TRANSPARENT, words)


def _height_problems(name: str, grid: Raw) -> Iterator[Problem]:
    if len(grid) != GRID:
        yield problem("grid-height", (name,), grid, grid=name, found=len(grid), wanted=GRID)


def _character_problem(
    code: str, name: str, grid: Raw, allowed: str, words: Mapping[str, str]
) -> Iterator[Problem]:
    """Characters that are none of `allowed`."""
    known = frozenset(allowed)
    strange = {
        index: [column for column, char in enumerate(row) if char not in known]
        for index, row in enumerate(grid)
        if isinstance(row, str) and not known.issuperset(row)
    }
    yield from _places(code, name, grid, strange, words)


def _cover_problems(name: str, rig: Raw, picture: Raw, digits: str) -> Iterator[Problem]:
    """A rig has a letter on exactly the opaque pixels of its picture."""
    bare: Columns = {}
    stray: Columns = {}
    for index, (parts, pixels) in enumerate(zip(rig, picture, strict=True)):
        if not (_is_row(parts) and _is_row(pixels)):
            continue
        for column, (part, pixel) in enumerate(zip(parts, pixels, strict=True)):
            if part == TRANSPARENT and pixel in digits:
                bare.setdefault(index, []).append(column)
            elif part in RIG_PARTS and pixel == TRANSPARENT:
                stray.setdefault(index, []).append(column)
    for code, places in (("rig-missing", bare), ("rig-excess", stray)):
        if places:
            # A row in which something is drawn shows more than an empty one.
            drawn = (index for index in places if str(picture[index]).strip(TRANSPARENT))
            row = next(drawn, next(iter(places)))
            words = {"example": shown(_fitted(str(rig[row]), str(picture[row]))), "row": str(row)}
            yield from _places(code, name, rig, places, {"letters": " ".join(RIG_PARTS), **words})


def _fitted(parts: str, pixels: str) -> str:
    """A row of a rig with a letter on exactly the opaque pixels: its own, else the one before, else torso."""
    fitted, letter = "", next((part for part in parts if part in RIG_PARTS), "t")
    for part, pixel in zip(parts, pixels, strict=True):
        letter = part if part in RIG_PARTS else letter
        fitted += TRANSPARENT if pixel == TRANSPARENT else letter
    return fitted


def _places(code: str, name: str, grid: Raw, places: Columns, words: Mapping[str, str]) -> Iterator[Problem]:
    """One problem for all these places of a picture or rig, if there are any, told at the first."""
    if not places:
        return
    index, columns = next(iter(places.items()))
    row, column = str(grid[index]), columns[0]
    yield problem(
        code,
        (name, index),
        row,
        span=(column, column + 1),
        place=f"{name}[{index}][{column}]",
        character=shown(row[column]),
        count=sum(map(len, places.values())),
        rows=ranges(tuple(places)),
        **words,
    )
