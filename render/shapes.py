"""Shapes on the grid of a frame: how far their pixels are from the edge, what is thin in them, their pieces.

A shape is a (32, 32) array of bool; beyond the grid there is nothing of it.
"""

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from arena.hero.limits import GRID
from render.labels import NO_CLASS, labels_of

Shape = NDArray[np.bool_]


def edge_distances(shape: Shape) -> NDArray[np.float64]:
    """For each pixel of a shape the Euclidean distance of its middle to the nearest pixel beyond the shape's
    edge, at least 1; 0 for those that are none of it."""
    padded = _padded(shape)
    far = padded.shape[0]
    columns = np.where(padded, far, 0)
    for y in range(1, far):  # the distance within a column, from above and then from below
        columns[y] = np.minimum(columns[y], columns[y - 1] + 1)
    for y in range(far - 2, -1, -1):
        columns[y] = np.minimum(columns[y], columns[y + 1] + 1)
    steps = np.arange(far)
    squares = columns[:, None, :] ** 2 + (steps[:, None] - steps[None, :]) ** 2
    distances: NDArray[np.float64] = np.sqrt(squares.min(axis=2))[1:-1, 1:-1]
    return distances


def disc_radii(distances: NDArray[np.float64], largest: int) -> NDArray[np.float64]:
    """For each pixel of a shape the radius of the largest disc within the shape that covers it, up to
    `largest`; `distances`: those of the shape to its edge."""
    steps = np.arange(-largest + 1, largest)
    apart = np.hypot(steps[:, None], steps)
    radii = np.pad(np.minimum(distances, largest), largest - 1)
    around = sliding_window_view(radii, apart.shape)
    widest = np.where(around > apart, around, 0).max(axis=(2, 3))
    return np.where(distances > 0, widest, 0)


def opened(shape: Shape) -> Shape:
    """A shape without what is less than three pixels wide: the union of all pluses that fit into it."""
    return _grown(_shrunk(shape)) & shape


def grown(shape: Shape) -> Shape:
    """A shape with its eight-connected surroundings."""
    grown: Shape = np.logical_or.reduce(_square(shape))
    return grown


def interior(shape: Shape) -> Shape:
    """A shape without its edge: what has no pixel beyond the shape around it, nor the end of the grid."""
    interior: Shape = np.logical_and.reduce(_square(shape))
    return interior


def _square(shape: Shape) -> list[Shape]:
    """The shape, moved by a pixel in each of the eight directions and not at all."""
    padded = _padded(shape)
    steps = (-1, 0, 1)
    return [padded[1 + dy : 1 + dy + GRID, 1 + dx : 1 + dx + GRID] for dy in steps for dx in steps]


def pieces(shape: Shape, *, diagonally: bool = True) -> list[Shape]:
    """The pieces of a shape, the largest first; of two of a size the upper one. Pixels that touch at a corner
    alone are of one piece if pieces go on `diagonally`."""
    labels, count = labels_of(np.where(shape, 0, NO_CLASS).astype(np.int8), diagonally=diagonally)
    sizes = np.bincount(labels[shape], minlength=count)
    return [labels == label for label in np.argsort(-sizes, kind="stable")]


def _padded(shape: Shape) -> Shape:
    """A shape with a frame of nothing around it."""
    padded = np.zeros((GRID + 2, GRID + 2), bool)
    padded[1:-1, 1:-1] = shape
    return padded


def _plus(shape: Shape) -> list[Shape]:
    padded = _padded(shape)
    return [
        padded[1:-1, 1:-1],
        padded[:-2, 1:-1],
        padded[2:, 1:-1],
        padded[1:-1, :-2],
        padded[1:-1, 2:],
    ]


def _shrunk(shape: Shape) -> Shape:
    shrunk: Shape = np.logical_and.reduce(_plus(shape))
    return shrunk


def _grown(shape: Shape) -> Shape:
    wider: Shape = np.logical_or.reduce(_plus(shape))
    return wider
