"""What pydantic's types cannot say about a look: colours, rows against the palette, rigs against pictures.

Source: the section «Облик» of the rules and the table of the hero's fields. Rows and columns count from 0,
as in `pixels[7][12]`. A place that is wrong in itself is not compared any further: no fault is told twice.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TypeGuard

from arena.excerpt import shown
from arena.hero.limits import GRID, MIN_OPAQUE, PALETTE_SIZE, RIG_PARTS, TRANSPARENT
from arena.hero.problems import Problem, problem

COLOUR = re.compile(r"#[0-9A-Fa-f]{6}")
DIGITS = "0123456789"
RIG_LETTERS = "".join(RIG_PARTS)

Raw = Sequence[object]


def sprite_problems(sprite: Mapping[str, object]) -> Iterator[Problem]:
    """Problems of a raw sprite, beyond missing fields, wrong types and the length of rows."""
    palette = sprite.get("palette")
    digits = DIGITS[: PALETTE_SIZE[1]]
    if _is_list(palette):
        yield from _palette_problems(palette)
        digits = digits[: len(palette)] or digits
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
    for index, colour in enumerate(palette):
        if isinstance(colour, str) and not COLOUR.fullmatch(colour):
            loc, suggestion = ("palette", index), nearest_colour(colour)
            yield problem("palette-colour", loc, colour, found=shown(colour), suggestion=suggestion)


def nearest_colour(text: str) -> str:
    """`#rrggbb` for a colour written another way (`#abc`, `abcabc`, `red`, `rgb(1, 2, 3)`), else grey."""
    # Only a mistake needs Pillow, which takes longer to import than a hero takes to check.
    from PIL import ImageColor

    for candidate in (text.strip(), f"#{text.strip().removeprefix('0x')}"):
        try:
            channels = ImageColor.getrgb(candidate)[:3]
        except ValueError:
            continue
        return "#" + "".join(f"{min(max(channel, 0), 255):02x}" for channel in channels)
    return "#808080"


def _picture_problems(name: str, picture: Raw, digits: str) -> Iterator[Problem]:
    """Rows that are too many or too few, characters that are no colour of the palette, too little to see."""
    yield from _height_problems(name, picture)
    for index, row in enumerate(picture):
        if isinstance(row, str):
            words = {"digits": f"0–{digits[-1]}" if len(digits) > 1 else digits, "colours": len(digits)}
            yield from _character_problem("pixel-unknown", name, index, row, digits + TRANSPARENT, words)
    if _is_whole(picture) and all(_is_row(row) for row in picture):
        opaque = sum(GRID - row.count(TRANSPARENT) for row in picture if isinstance(row, str))
        if opaque < MIN_OPAQUE:
            yield problem("too-few-pixels", (name,), picture, picture=name, found=opaque, minimum=MIN_OPAQUE)


def _rig_problems(name: str, rig: Raw) -> Iterator[Problem]:
    """Rows that are too many or too few, and letters that name no part of the body."""
    yield from _height_problems(name, rig)
    for index, row in enumerate(rig):
        if isinstance(row, str):
            words = {"letters": " ".join(RIG_PARTS)}
            yield from _character_problem("rig-letter", name, index, row, RIG_LETTERS + TRANSPARENT, words)


def _height_problems(name: str, grid: Raw) -> Iterator[Problem]:
    if len(grid) != GRID:
        yield problem("grid-height", (name,), grid, grid=name, found=len(grid), wanted=GRID)


def _character_problem(
    code: str, name: str, index: int, row: str, allowed: str, words: Mapping[str, object]
) -> Iterator[Problem]:
    """At most one problem a row: the first character that is none of `allowed`, and how many there are."""
    columns = [column for column, char in enumerate(row) if char not in allowed]
    if columns:
        yield _row_problem(code, name, index, row, columns, character=shown(row[columns[0]]), **words)


def _cover_problems(name: str, rig: Raw, picture: Raw, digits: str) -> Iterator[Problem]:
    """A rig has a letter on exactly the opaque pixels of its picture."""
    for index, (parts, pixels) in enumerate(zip(rig, picture, strict=True)):
        if not (_is_row(parts) and _is_row(pixels)):
            continue
        pairs = list(enumerate(zip(parts, pixels, strict=True)))
        bare = [column for column, (part, pixel) in pairs if part == TRANSPARENT and pixel in digits]
        stray = [column for column, (part, pixel) in pairs if part in RIG_PARTS and pixel == TRANSPARENT]
        if bare:
            yield _row_problem("rig-missing", name, index, parts, bare, letters=" ".join(RIG_PARTS))
        if stray:
            yield _row_problem("rig-excess", name, index, parts, stray, character=parts[stray[0]])


def _row_problem(
    code: str, name: str, index: int, row: str, columns: Sequence[int], **words: object
) -> Problem:
    """A problem of one row at `columns`, told once with the first place and their number."""
    first = columns[0]
    place = f"{name}[{index}][{first}]"
    return problem(
        code, (name, index), row, span=(first, first + 1), place=place, count=len(columns), **words
    )
