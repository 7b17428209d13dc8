"""The faces of voxels that can be seen, as squares with flat sides and sharp corners.

They are not merged: where large squares meet small ones, renderers leave cracks of a pixel.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from render.pixels import NO_COLOUR
from render.voxels import DEPTH, Layers

NORMALS: NDArray[np.int8] = np.array(
    [(1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, 1), (0, 0, -1)], np.int8
)
CORNERS: NDArray[np.int16] = np.array(
    [
        [(1, 0, 1), (1, 0, 0), (1, 1, 0), (1, 1, 1)],
        [(0, 0, 0), (0, 0, 1), (0, 1, 1), (0, 1, 0)],
        [(0, 1, 1), (1, 1, 1), (1, 1, 0), (0, 1, 0)],
        [(0, 0, 0), (1, 0, 0), (1, 0, 1), (0, 0, 1)],
        [(0, 0, 1), (1, 0, 1), (1, 1, 1), (0, 1, 1)],
        [(1, 0, 0), (0, 0, 0), (0, 1, 0), (1, 1, 0)],
    ],
    np.int16,
)
"""Of a voxel's face in the direction of each normal, counter-clockwise as seen from outside."""
TRIANGLES = (0, 1, 2, 0, 2, 3)
"""The corners of the two triangles of a square."""


@dataclass(frozen=True)
class Mesh:
    """`corners`: (n, 4, 3) int16, in voxels from the lower left corner of the grid and the middle of the
    body; `sides`: (n,) int8, indices into `NORMALS`; `colours`: (n,) int8, indices into a palette."""

    corners: NDArray[np.int16]
    sides: NDArray[np.int8]
    colours: NDArray[np.int8]


def mesh_of(layers: Layers) -> Mesh:
    """The faces between a voxel and none. The volume within them is that of the voxels."""
    volume, corner = _cropped(layers[::-1].transpose(1, 0, 2))  # x, y, z
    padded = np.pad(volume, 1, constant_values=NO_COLOUR)
    inside = padded != NO_COLOUR
    whole = inside[1:-1, 1:-1, 1:-1]
    width, height, depth = volume.shape
    free = np.empty((len(NORMALS), *volume.shape), bool)
    for side, (x, y, z) in enumerate(NORMALS):
        beside = inside[1 + x : 1 + x + width, 1 + y : 1 + y + height, 1 + z : 1 + z + depth]
        np.greater(whole, beside, out=free[side])
    sides, *voxels = np.nonzero(free)
    places = np.stack(voxels, axis=1).astype(np.int16) + (corner - (0, 0, DEPTH // 2)).astype(np.int16)
    return Mesh(places[:, None] + CORNERS[sides], sides.astype(np.int8), volume[tuple(voxels)])


def triangles(squares: int) -> NDArray[np.int_]:
    """(6 n,): the corners of the triangles of n squares, whose corners follow each other."""
    corners: NDArray[np.int_] = (len(CORNERS[0]) * np.arange(squares)[:, None] + np.array(TRIANGLES)).ravel()
    return corners


def _cropped(volume: Layers) -> tuple[Layers, NDArray[np.int_]]:
    """The least box that holds all voxels, and where it begins."""
    inside = volume != NO_COLOUR
    spans = [np.flatnonzero(inside.any(axis=others))[[0, -1]] for others in ((1, 2), (0, 2), (0, 1))]
    low, high = np.transpose(spans)
    return volume[tuple(map(slice, low, high + 1))], low


def merged(mesh: Mesh) -> Mesh:
    """The same surface in fewer faces: squares of a colour that lie in one plane become rectangles."""
    found: list[tuple[NDArray[np.int16], int, int]] = []
    for side in range(len(NORMALS)):
        own = mesh.sides == side
        axis = side // 2
        across, along = (each for each in range(3) if each != axis)
        least = mesh.corners[own].min(axis=1)
        planes: dict[int, dict[tuple[int, int], int]] = {}
        for place, colour in zip(least.tolist(), mesh.colours[own].tolist(), strict=True):
            planes.setdefault(place[axis], {})[place[along], place[across]] = colour
        for depth, squares in planes.items():
            for (row, column), (height, width), colour in _rectangles(squares):
                low = np.zeros(3, np.int16)
                low[axis], low[along], low[across] = depth, row, column
                size = np.zeros(3, np.int16)
                size[along], size[across] = height, width
                unit = CORNERS[side].copy()
                unit[:, axis] = 0
                found.append((low + unit * size, side, colour))
    corners, sides, colours = zip(*found, strict=True)
    return Mesh(np.array(corners, np.int16), np.array(sides, np.int8), np.array(colours, np.int8))


def _rectangles(
    squares: dict[tuple[int, int], int],
) -> Iterator[tuple[tuple[int, int], tuple[int, int], int]]:
    """Rectangles of one colour that cover squares, each as wide and then as high as it goes: where it
    begins, its height and width, its colour."""
    left = dict(sorted(squares.items()))
    while left:
        (row, column), colour = next(iter(left.items()))
        width = 1
        while left.get((row, column + width)) == colour:
            width += 1
        height = 1
        while all(left.get((row + height, column + x)) == colour for x in range(width)):
            height += 1
        for y in range(height):
            for x in range(width):
                del left[row + y, column + x]
        yield (row, column), (height, width), colour
