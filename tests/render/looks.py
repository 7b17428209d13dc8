"""Looks to draw: real sprites of others (see sprites/SOURCES.txt), the project's heroes, and hostile ones."""

from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from arena import roster
from arena.hero import Hero, Sprite
from arena.hero.sample import SAMPLE
from mcp_server.cli.benches.hostile_looks import HOSTILE
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


ALL = (*REAL, *HOSTILE)


def without_rig(hero: Hero) -> Hero:
    """The same look, for which a rig is to be found."""
    return with_sprite(hero.sprite.model_copy(update={"rig": None, "strike_rig": None}))


def front_view(body: Body) -> NDArray[np.int8]:
    """(32, 32): the colour of the foremost voxel of each column, or `NO_COLOUR`."""
    stacked = body.whole
    is_there = stacked != NO_COLOUR
    foremost = DEPTH - 1 - is_there[:, :, ::-1].argmax(axis=2)
    seen = np.take_along_axis(stacked, foremost[:, :, None], axis=2)[:, :, 0]
    return np.where(is_there.any(axis=2), seen, NO_COLOUR).astype(np.int8)
