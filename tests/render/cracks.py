"""Cracks in pictures of a figure: pixels that show nothing although voxels lie behind them.

Through a hole of the figure itself one sees nothing as well, so the lines of sight are followed through the
voxels.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from arena.hero.limits import GRID
from render.model import Model
from render.pixels import NO_COLOUR
from render.voxels import DEPTH
from tests.render.views import Points, View

ENCLOSING = 6
"""Of the eight pixels around one in a crack, how many at least show the figure: cracks are a pixel wide."""
STEPS = 512
"""Of a line of sight, each a sixth of a voxel."""
WITHIN = 0.1 * np.array([(0, 0), (1, 1), (1, -1), (-1, 1), (-1, -1)])
"""Where lines of sight go through a pixel, from its middle. All of them must meet a voxel: at the edge of one
a pixel may show it or not, since renderers round corners to a 256th of a pixel."""


def cracks(pictures: NDArray[np.uint8], views: Sequence[View], model: Model) -> int:
    """How many pixels of pictures show a crack. `pictures`: (n, size, size, 4), from the upper left."""
    return sum(
        len(_in_cracks(picture[:, :, 3] > 0, view, model))
        for picture, view in zip(pictures, views, strict=True)
    )


def _in_cracks(shown: NDArray[np.bool_], view: View, model: Model) -> NDArray[np.int_]:
    """(n, 2): rows and columns. `shown`: where a picture shows something."""
    solid = _solid(model)
    feet = np.add(model.skeleton.feet, (1, 1, 1 + DEPTH // 2))  # from the corner of the solid
    pixels = np.argwhere(_enclosed(shown))
    for off in WITHIN:
        rows, columns = (pixels + 0.5 + off).T
        begin, end = view.sights(2 * columns / len(shown) - 1, 1 - 2 * rows / len(shown))
        pixels = pixels[_meet(solid, begin * GRID + feet, end * GRID + feet)]
    return pixels


def _solid(model: Model) -> NDArray[np.bool_]:
    """Where there is a voxel, by x, y and z, with none around them all."""
    layers = np.logical_or.reduce([layers != NO_COLOUR for layers in model.body.parts.values()])
    return np.pad(layers[::-1].transpose(1, 0, 2), 1)


def _enclosed(shown: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Where a picture shows nothing although it shows something at most of the eight pixels around."""
    height, width = shown.shape
    padded = np.pad(shown, 1).astype(np.int8)
    around = sum(padded[y : y + height, x : x + width] for y in range(3) for x in range(3))
    enclosed: NDArray[np.bool_] = ~shown & (around >= ENCLOSING)
    return enclosed


def _meet(solid: NDArray[np.bool_], begin: Points, end: Points) -> NDArray[np.bool_]:
    """Which of the lines from `begin` to `end` go through a voxel; in voxels from the corner of the solid."""
    along = np.linspace(0, 1, STEPS)[:, None]
    points = begin[:, None] + (end - begin)[:, None] * along
    voxels = np.clip(np.floor(points).astype(int), 0, np.array(solid.shape) - 1)
    met: NDArray[np.bool_] = solid[tuple(np.moveaxis(voxels, -1, 0))].any(axis=1)
    return met
