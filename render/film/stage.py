"""What stands around two fighters: the backdrop, the floor, health bars, and how text is inked."""

from dataclasses import dataclass
from math import ceil

import numpy as np
from numpy.typing import NDArray

from arena.hero.limits import PALETTE_SIZE
from render.film.lettering import Ink, write
from render.raster import SHADES

WIDTH, HEIGHT = 320, 180
MOST_COLOURS = PALETTE_SIZE[1] * SHADES
FIRST = (1, 1 + MOST_COLOURS)
"""The first colours of the two fighters."""

_NAMED: dict[str, str] = {
    "edge": "#1b1a2b",
    "white": "#ffffff",
    "grey": "#c8cdd8",
    "red": "#ff6b5e",
    "yellow": "#ffd84a",
    "green": "#7ee06a",
    "violet": "#d59bff",
    "empty": "#4a3346",
    "low": "#e2483d",
    "middle": "#e8a33a",
    "high": "#55bf5a",
    "lost": "#fff1c9",
    "shadow": "#5b5563",
    "panel": "#262438",
    "line": "#7d7484",
    "ray": "#3f4d76",
}
_SKY = ("#4f6288", "#586c92", "#63789c", "#7086a5", "#8096af", "#93a6b8", "#a8b5c1")
_FLOOR = ("#8d8391", "#958a96", "#9e929b", "#a79ba1")
_STAGE = (*_NAMED.values(), *_SKY, *_FLOOR)
_OWN = FIRST[1] + MOST_COLOURS
"""The first colour of the stage."""
COLOURS = {name: _OWN + i for i, name in enumerate(_NAMED)}
assert _OWN + len(_STAGE) <= 256, "the colours of two figures and of the stage fit into a palette"

INKS = {
    tone: Ink(COLOURS[colour], COLOURS["edge"])
    for tone, colour in {
        "loss": "red",
        "crit": "yellow",
        "gain": "green",
        "poison": "violet",
        "plain": "grey",
        "title": "white",
    }.items()
}

HORIZON, GROUND, PANEL = 112, 144, 156
"""The rows where the floor begins, where feet stand, and where the strip for names of actions begins."""
BAR_WIDTH, BAR_HEIGHT, BAR_TOP, MARGIN, NAME_TOP = 136, 7, 16, 6, 5
RAYS = 24
"""Light and dark ones in half a turn."""
SLAB, FAR = 36, 0.55
"""A slab of the floor is `SLAB * FAR` pixels wide at the horizon and `SLAB` more at the front."""
JOINTS = (0.0, 0.12, 0.3, 0.6)
"""Shares of the floor's depth at which its slabs meet from left to right."""
SHADOW_HEIGHT = 4.5
"""Rows of a shadow, to either side of where feet stand."""
LOW, MIDDLE = 25, 50
"""Percent of health up to which a bar is red, and yellow."""


def palette(fighters: tuple[NDArray[np.uint8], NDArray[np.uint8]]) -> bytes:
    """The 256 colours of a film; `fighters`: the shades of each one's."""
    colours = np.zeros((256, 3), np.uint8)
    for first, shades in zip(FIRST, fighters, strict=True):
        colours[first : first + len(shades)] = shades
    stage = [tuple(bytes.fromhex(colour[1:])) for colour in _STAGE]
    colours[_OWN : _OWN + len(stage)] = stage
    return colours.tobytes()


def backdrop(rays: bool = False) -> NDArray[np.uint8]:
    """The empty stage, the same from the left and from the right; `rays`: with some behind it."""
    sky, floor = _OWN + len(_NAMED), _OWN + len(_NAMED) + len(_SKY)
    y, x = np.mgrid[:HEIGHT, :WIDTH]
    across = np.abs(x - (WIDTH - 1) / 2)
    picture: NDArray[np.uint8] = (sky + y * len(_SKY) // HORIZON).astype(np.uint8)
    if rays:
        angle = np.arctan2(across, HORIZON - y)
        picture[(angle * RAYS / np.pi).astype(int) % 2 == 0] = COLOURS["ray"]
    depth = (y - HORIZON) / (PANEL - HORIZON)
    slabs = floor + np.clip(depth * len(_FLOOR), 0, len(_FLOOR) - 1).astype(np.uint8)
    picture = np.where(y < HORIZON, picture, slabs).astype(np.uint8)
    picture[_floor_lines(across, depth)] = COLOURS["line"]
    picture[PANEL:] = COLOURS["panel"]
    picture[PANEL] = COLOURS["edge"]
    return picture


def _floor_lines(across: NDArray[np.float64], depth: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Joints of the floor's slabs, which meet at a point behind the stage."""
    slab = across / (FAR + np.clip(depth, 0, None)) / SLAB
    to_viewer = np.abs(slab - np.round(slab)) * SLAB < 0.5
    rows = np.zeros_like(to_viewer)
    for share in JOINTS:
        rows[HORIZON + round(share * (PANEL - HORIZON))] = True
    lines: NDArray[np.bool_] = (depth >= 0) & (rows | to_viewer)
    return lines


def cast_shadow(picture: NDArray[np.uint8], x: float, reach: float) -> None:
    """A shadow on the floor, `reach` pixels to either side of `x`."""
    top, bottom = GROUND - ceil(SHADOW_HEIGHT), GROUND + ceil(SHADOW_HEIGHT)
    rows = np.arange(top, bottom)[:, None]
    columns = np.arange(WIDTH)[None]
    inside = ((columns + 0.5 - x) / max(reach, 1)) ** 2 + ((rows + 0.5 - GROUND) / SHADOW_HEIGHT) ** 2 < 1
    picture[top:bottom][inside] = COLOURS["shadow"]


@dataclass(frozen=True)
class Bar:
    """A health bar: a name that fits, whole percent before and after a beat, and one of them in words."""

    name: str
    before: int
    after: int
    text: str

    def draw(self, picture: NDArray[np.uint8], side: int, share: float) -> None:
        """On the left for fighter 0, on the right for fighter 1, whose bar is mirrored; `share`: how much of
        the way from before to after is shown, below 0 none."""
        left = MARGIN if side == 0 else WIDTH - MARGIN - BAR_WIDTH
        area = picture[BAR_TOP : BAR_TOP + BAR_HEIGHT, left : left + BAR_WIDTH]
        area = area if side == 0 else area[:, ::-1]
        picture[BAR_TOP - 1 : BAR_TOP + BAR_HEIGHT + 1, left - 1 : left + BAR_WIDTH + 1] = COLOURS["edge"]
        area[:] = COLOURS["empty"]
        now = self.before if share < 0 else self.after
        lagging = self.before + (self.after - self.before) * min(max(share, 0.0), 1.0)
        area[:, : filled(max(now, lagging))] = COLOURS["lost"]
        colour = "low" if now <= LOW else "middle" if now <= MIDDLE else "high"
        area[:, : filled(min(now, lagging))] = COLOURS[colour]
        outer, inner = (left, left + BAR_WIDTH) if side == 0 else (left + BAR_WIDTH, left)
        write(picture, self.name, outer, NAME_TOP, INKS["title"], align=side)
        write(picture, self.text, inner, NAME_TOP, INKS["title"], align=1 - side)


def filled(percent: float) -> int:
    """Columns of a bar; whoever lives has one."""
    return max(round(percent * BAR_WIDTH / 100), int(percent > 0))
