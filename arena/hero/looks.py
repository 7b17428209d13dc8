"""A look by itself, apart from the rest of a draft: its faults, and what the eye would miss in its picture.

Remarks are exact and never block a hero.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from arena.errors import Fault
from arena.excerpt import ranges
from arena.hero.checks import check_hero
from arena.hero.limits import GRID, TRANSPARENT
from arena.hero.model import Sprite

SPRITE = "/sprite"
FEW_PIXELS = 100
"""Fewer opaque pixels are hard to see in a list of heroes."""
SMALL = 20
"""A drawing that is neither wider nor higher leaves most of its grid empty."""
ALIKE = 12
"""Colours that differ by no more in red, green and blue look the same."""
SPECK = 2
"""Pixels of a piece so small that it looks like a mistake."""
FRONT_AND_BACK = (("A", "a"), ("L", "l"))

Place = tuple[int, int]
"""Row and column, from 0."""


@dataclass(frozen=True)
class LookCheck:
    """A sprite, None if it has faults; `others`: how many faults the rest of the draft has."""

    sprite: Sprite | None
    faults: tuple[Fault, ...]
    others: int


def check_look(data: object) -> LookCheck:
    """Check the sprite of a hero that may be unfinished, plain data as `read_hero` gives it; its faults are
    those that `check_hero` finds."""
    found = check_hero(data).faults
    faults = tuple(fault for fault in found if _is_of_look(fault.path))
    if faults or not isinstance(data, Mapping):
        return LookCheck(None, faults, len(found) - len(faults))
    return LookCheck(Sprite.model_validate(data["sprite"]), (), len(found))


def remarks(sprite: Sprite) -> tuple[Fault, ...]:
    """What is worth a second look in a valid sprite: `look-few-pixels`, `look-small`, `look-specks`,
    `look-colours-unused`, `look-colours-alike`, `look-strike-same`, `look-front-on-the-left`."""
    frames = {"pixels": sprite.pixels} | ({"strike": sprite.strike} if sprite.strike else {})
    found = [remark for name, rows in frames.items() for remark in _on_frame(name, rows)]
    found += _on_colours(sprite.palette, {pixel for rows in frames.values() for row in rows for pixel in row})
    if sprite.strike == sprite.pixels:
        found.append(Fault("look-strike-same", f"{SPRITE}/strike"))
    for name, rig in (("rig", sprite.rig), ("strike_rig", sprite.strike_rig)):
        found += _on_rig(name, rig) if rig else ()
    return tuple(found)


def drawn(rows: Sequence[str]) -> set[Place]:
    """The opaque pixels of a frame."""
    return {(y, x) for y, row in enumerate(rows) for x, pixel in enumerate(row) if pixel != TRANSPARENT}


def _is_of_look(path: str) -> bool:
    return path in ("", SPRITE) or path.startswith(f"{SPRITE}/")


def _on_frame(name: str, rows: Sequence[str]) -> Iterator[Fault]:
    path, places = f"{SPRITE}/{name}", drawn(rows)
    height, width = (max(line) - min(line) + 1 for line in zip(*places, strict=True))
    if len(places) < FEW_PIXELS:
        yield Fault("look-few-pixels", path, {"frame": name, "found": len(places), "all": GRID * GRID})
    if max(height, width) <= SMALL:
        yield Fault("look-small", path, {"frame": name, "width": width, "height": height, "grid": GRID})
    specks = sorted(min(piece) for piece in _pieces(places) if len(piece) <= SPECK)
    if specks:
        row, column = specks[0]
        params = {"frame": name, "count": len(specks), "most": SPECK, "row": row, "column": column}
        yield Fault("look-specks", path, params)


def _pieces(places: set[Place]) -> list[set[Place]]:
    """The parts of a drawing that do not touch, not even at a corner."""
    pieces, left = [], set(places)
    while left:
        reached = [left.pop()]
        piece = set(reached)
        while reached:
            y, x = reached.pop()
            near = {(y + dy, x + dx) for dy in (-1, 0, 1) for dx in (-1, 0, 1)} & left
            left -= near
            piece |= near
            reached += near
        pieces.append(piece)
    return pieces


def _on_colours(palette: Sequence[str], pixels: set[str]) -> Iterator[Fault]:
    used = [index for index in range(len(palette)) if str(index) in pixels]
    unused = [index for index in range(len(palette)) if index not in used]
    if unused:
        yield Fault("look-colours-unused", f"{SPRITE}/palette", {"entries": ranges(unused)})
    for one, other in combinations(used, 2):
        if all(abs(a - b) <= ALIKE for a, b in zip(_rgb(palette[one]), _rgb(palette[other]), strict=True)):
            yield Fault("look-colours-alike", f"{SPRITE}/palette/{other}", {"one": one, "other": other})


def _rgb(colour: str) -> bytes:
    return bytes.fromhex(colour.removeprefix("#"))


def _on_rig(name: str, rig: Sequence[str]) -> Iterator[Fault]:
    """The side that faces the enemy is on the right: there the front arm and leg belong."""
    for front, back in FRONT_AND_BACK:
        columns = [
            [x for row in rig for x, letter in enumerate(row) if letter == part] for part in (front, back)
        ]
        if all(columns) and max(columns[0]) < min(columns[1]):
            params = {"rig": name, "front": front, "back": back}
            yield Fault("look-front-on-the-left", f"{SPRITE}/{name}", params)
