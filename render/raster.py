"""Squares to pixels: a canvas with a depth for each pixel, drawn on by compiled code."""

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arena.compiled import compiled

SOURCES = (Path(__file__),)
"""The files in which the code to compile stands."""
NOTHING = 0
"""Where nothing is drawn."""
SHADES = 12
"""Brightnesses of a colour; the last is the colour itself. So many that two palettes fit into a picture of
256 colours."""
DARKEST = 0.5
AMBIENT, FACING, RAISED, ASIDE = 0.62, 0.38, 0.16, 0.05
"""How bright a side is: anyhow, and if it looks to the viewer, up and to the right."""
assert AMBIENT + FACING == 1, "from the front a figure has the very colours of its sprite"
EDGE = 1e-9
"""By how much of a square's side the middle of a pixel may lie beyond it and still be drawn, so that rounding
leaves no gap between squares that meet."""
LEAST_AREA = 1e-9
"""In pixels, of a square that is drawn: less has one that is seen from its edge."""


@dataclass(frozen=True)
class Canvas:
    """`picture`: (height, width) uint8; `depths`: the same of float64, larger ones are nearer."""

    picture: NDArray[np.uint8]
    depths: NDArray[np.float64]

    @classmethod
    def blank(cls, width: int, height: int) -> "Canvas":
        """A canvas with nothing on it."""
        return cls(np.full((height, width), NOTHING, np.uint8), np.full((height, width), -np.inf))

    def draw(
        self,
        corners: NDArray[np.float64],
        normals: NDArray[np.float64],
        colours: NDArray[np.int8],
        first: int = 1,
    ) -> None:
        """Draw squares over what is farther away. `corners`: (n, 4, 3), x and y in pixels from the upper
        left, z towards the viewer, counter-clockwise as seen from outside; `normals`: (n, 3), towards the
        right, up and the viewer. A pixel becomes `first + colour * SHADES + shade`."""
        given = (np.ascontiguousarray(each) for each in (corners, normals, colours))
        compiled_draw()(*given, first, self.picture, self.depths)


def shaded(palette: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """(n * SHADES, 3): the shades of each colour of a palette, in the order in which they are drawn."""
    brightness = DARKEST + (1 - DARKEST) * np.arange(SHADES) / (SHADES - 1)
    shades = np.round(palette[:, None].astype(float) * brightness[None, :, None])
    return shades.astype(np.uint8).reshape(-1, 3)


@cache
def compiled_draw() -> Any:
    """Compiled, or taken from where it is kept, when it is first needed."""
    from numba import types

    squares, sides = types.float64[:, :, ::1], types.float64[:, ::1]
    picture, depths = types.uint8[:, ::1], types.float64[:, ::1]
    signature = types.void(squares, sides, types.int8[::1], types.int64, picture, depths)
    return compiled(_draw, signature, SOURCES)


def _draw(corners: Any, normals: Any, colours: Any, first: int, picture: Any, depths: Any) -> None:
    height, width = picture.shape
    for i in range(corners.shape[0]):
        x0, y0, z0 = corners[i, 0, 0], corners[i, 0, 1], corners[i, 0, 2]
        ux, uy, uz = corners[i, 1, 0] - x0, corners[i, 1, 1] - y0, corners[i, 1, 2] - z0
        vx, vy, vz = corners[i, 3, 0] - x0, corners[i, 3, 1] - y0, corners[i, 3, 2] - z0
        area = ux * vy - uy * vx
        if area >= -LEAST_AREA:  # seen from behind, or from its edge: y runs down
            continue
        light = AMBIENT + FACING * normals[i, 2] + RAISED * normals[i, 1] + ASIDE * normals[i, 0]
        light = min(max(light, DARKEST), 1.0)
        shade = int(np.round((light - DARKEST) / (1.0 - DARKEST) * (SHADES - 1)))
        index = first + colours[i] * SHADES + shade
        left = max(int(np.floor(x0 + min(ux, 0.0) + min(vx, 0.0))), 0)
        right = min(int(np.ceil(x0 + max(ux, 0.0) + max(vx, 0.0))), width)
        top = max(int(np.floor(y0 + min(uy, 0.0) + min(vy, 0.0))), 0)
        bottom = min(int(np.ceil(y0 + max(uy, 0.0) + max(vy, 0.0))), height)
        for y in range(top, bottom):
            py = y + 0.5 - y0
            for x in range(left, right):
                px = x + 0.5 - x0
                u = (px * vy - py * vx) / area
                if u < -EDGE or u > 1.0 + EDGE:
                    continue
                v = (py * ux - px * uy) / area
                if v < -EDGE or v > 1.0 + EDGE:
                    continue
                z = z0 + u * uz + v * vz
                if z > depths[y, x]:
                    depths[y, x] = z
                    picture[y, x] = index
