"""Looks to draw: real sprites of others (see sprites/SOURCES.txt), the project's heroes, and hostile ones."""

from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from arena import roster
from arena.hero import Hero, Sprite
from arena.hero.sample import SAMPLE
from render.pixels import NO_COLOUR
from render.voxels import DEPTH, Body

SPRITES = Path(__file__).with_name("sprites")
DOLLS = tuple(sorted(path.stem for path in SPRITES.glob("doll_*.json")))
"""Figures that stand, with the rigs of who drew them."""
REAL = (*sorted(path.stem for path in SPRITES.glob("*.json")), *roster.names())


def with_sprite(sprite: Sprite) -> Hero:
    """A hero of this look."""
    return Hero.model_validate(SAMPLE).model_copy(update={"sprite": sprite})


@cache
def look(name: str) -> Hero:
    """A hero by the name of a real sprite or of the roster, or a hostile one."""
    if name in HOSTILE:
        return with_sprite(HOSTILE[name])
    if name in roster.names():
        return roster.load(name)
    return with_sprite(Sprite.model_validate_json((SPRITES / f"{name}.json").read_bytes()))


def _drawn(*rows: str, palette: tuple[str, ...] = ("#46607d",), letter: str | None = None) -> Sprite:
    rig = tuple("".join("." if pixel == "." else letter for pixel in row) for row in rows) if letter else None
    return Sprite(palette=palette, pixels=rows, rig=rig)


def _rows(row: str) -> tuple[str, ...]:
    return (row,) * 32


HOSTILE: dict[str, Sprite] = {
    "one pixel wide": _drawn(*_rows("." * 15 + "0" + "." * 16)),
    "one pixel high": _drawn(*("0" * 32 if y == 31 else "." * 32 for y in range(32))),
    "one dark colour": _drawn(*_rows("........0000000000000000........"), palette=("#000000",)),
    "full square": _drawn(*_rows("01234567" * 4), palette=tuple(f"#{i}0{i}0{i}0" for i in range(8))),
    "single pixels": _drawn(
        *("".join("0" if y % 4 == 0 and x % 8 == 3 else "." for x in range(32)) for y in range(32))
    ),
    "checkerboard": _drawn(*("0." * 16 if y % 2 else ".0" * 16 for y in range(32))),
    "head only": _drawn(*_rows("..........000000000000.........."), letter="h"),
    "front arm only": _drawn(*_rows("..........000000000000.........."), letter="A"),
    "back leg only": _drawn(*_rows("..........000000000000.........."), letter="l"),
}
"""Valid, and drawn by nobody who means well."""
ALL = (*REAL, *HOSTILE)


def without_rig(hero: Hero) -> Hero:
    """The same look, for which a rig is to be found."""
    return with_sprite(hero.sprite.model_copy(update={"rig": None, "strike_rig": None}))


def front_view(body: Body) -> NDArray[np.int8]:
    """(32, 32): the colour of the foremost voxel of each column, or `NO_COLOUR`."""
    stacked = np.stack(list(body.parts.values()), axis=-1).max(axis=-1)  # no two parts share a voxel
    is_there = stacked != NO_COLOUR
    foremost = DEPTH - 1 - is_there[:, :, ::-1].argmax(axis=2)
    seen = np.take_along_axis(stacked, foremost[:, :, None], axis=2)[:, :, 0]
    return np.where(is_there.any(axis=2), seen, NO_COLOUR).astype(np.int8)
