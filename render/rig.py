"""Which part of the body each pixel of a frame belongs to: as its author says, or as the shape suggests.

The suggestion goes by the proportions of a standing figure: where its axis is, where its outline steps out
from neck to shoulders, and where its legs part. What is beside the trunk are arms, with whatever they hold.
"""

from dataclasses import dataclass
from enum import IntEnum
from math import ceil, floor

import numpy as np
from numpy.typing import NDArray

from arena.hero import Sprite
from arena.hero.limits import GRID, RIG_PARTS, TRANSPARENT
from render.pixels import Frame, pixels_of
from render.shapes import Shape, edge_distances, grown, opened, pieces

NO_PART = -1
LETTERS = "thaAlL"
"""Of the parts, in their order."""
assert set(LETTERS) == set(RIG_PARTS), "each letter that a rig may have names a part"


class Part(IntEnum):
    """A part of the body. The front ones are on the right, on the enemy's side."""

    TORSO = 0
    HEAD = 1
    BACK_ARM = 2
    FRONT_ARM = 3
    BACK_LEG = 4
    FRONT_LEG = 5


@dataclass(frozen=True)
class Rig:
    """`parts`: (32, 32) int8, a `Part` for each opaque pixel, else `NO_PART`. `is_given`: by its author."""

    parts: NDArray[np.int8]
    is_given: bool

    @property
    def has_limbs(self) -> bool:
        """Whether there are parts that can move against each other."""
        return len(np.unique(self.parts[self.parts != NO_PART])) > 1

    def shape(self, part: Part) -> Shape:
        """The pixels of a part."""
        shape: Shape = self.parts == part
        return shape


# Shares of a standing figure's height, measured on people as pixel art draws them.
NECK, USUAL_NECK = (0.20, 0.34), 0.25
FIRST_HIPS, USUAL_HIPS = 0.56, 0.63
HEAD_REACH, TRUNK_REACH, LEGS_REACH = 0.20, 0.15, 0.27
"""From the axis to either side."""
AXIS_REACH = 0.30
HEAD_ROWS, LEG_ROWS, TRUNK_WEIGHT = 0.30, 0.75, 0.3
"""Heads and legs show the axis better than a trunk, beside which somebody holds things."""
NECK_LEEWAY = 3.0
"""Pixels by which the outline must step out more for the neck to be a whole height away from the usual."""

# A figure that has none of these is no biped.
MOST_WIDTH = 1.02
"""Of its height."""
LEAST_SHOULDERS, MOST_SHOULDERS = 0.9, 0.28
"""By how many pixels it is wider below its neck than above; the most as a share of the height."""
LEAST_SYMMETRY = 0.5
"""Of the figure and its mirror image: what both cover, of what either does."""


def rig_of(sprite: Sprite, frame: Frame = "pixels") -> Rig:
    """The rig of a frame: the author's, else an automatic one, of which each part is one piece wherever the
    frame is one piece. Of a figure that is no biped all is torso.

    Source: the section «Герой», the paragraph on the skeleton.
    """
    given = sprite.strike_rig if frame == "strike" and sprite.strike else sprite.rig
    if given is None:
        return Rig(automatic_parts(pixels_of(sprite, frame).opaque), is_given=False)
    signs = np.array([list(row) for row in given])
    parts = np.full((GRID, GRID), NO_PART, np.int8)
    for part, letter in enumerate(LETTERS):
        parts[signs == letter] = part
    assert ((parts == NO_PART) == (signs == TRANSPARENT)).all(), "a hero's rig has no other letters"
    return Rig(parts, is_given=True)


def automatic_parts(opaque: Shape) -> NDArray[np.int8]:
    """The parts of a shape, at least a pixel of it."""
    thick = opened(opaque)
    figure = _Figure.of(thick if thick.any() else opaque)
    parts = np.where(opaque, Part.TORSO, NO_PART).astype(np.int8)
    if figure.is_biped(opaque):
        _mark_limbs(parts, figure, opaque)
        _join_strays(parts, opaque)
    return parts


@dataclass(frozen=True)
class _Figure:
    """Where a standing figure has what; rows and columns, of which the axis may be between two."""

    axis: float
    top: int
    height: int
    neck: int
    hips: int
    symmetry: float
    shoulders: float
    width: int

    @classmethod
    def of(cls, shape: Shape) -> "_Figure":
        axis = _axis(shape)
        middle = np.abs(np.arange(GRID) - axis)
        top = _rows(shape[:, middle <= 2])[0]
        height = _rows(shape[:, middle <= GRID / 4])[1] - top + 1
        widths = shape[:, middle <= HEAD_REACH * height].sum(axis=1)
        neck = _neck(widths, top, height)
        left, right = _rows(shape.T)
        return cls(
            axis,
            top,
            height,
            neck,
            _hips(shape, axis, top, height),
            _symmetry(shape, axis),
            float(_step(widths, neck)),
            right - left + 1,
        )

    def is_biped(self, opaque: Shape) -> bool:
        top, bottom = _rows(opaque)
        return (
            self.width <= MOST_WIDTH * (bottom - top + 1)
            and LEAST_SHOULDERS <= self.shoulders <= MOST_SHOULDERS * self.height
            and self.symmetry >= LEAST_SYMMETRY
        )


def _rows(shape: Shape) -> tuple[int, int]:
    """The first row with a pixel and the last; of a shape without any, all rows."""
    rows = np.flatnonzero(shape.any(axis=1))
    return (int(rows[0]), int(rows[-1])) if rows.size else (0, GRID - 1)


def _axis(shape: Shape) -> float:
    """The column about which the depths of a shape are most alike on both sides."""
    top, bottom = _rows(shape)
    height = bottom - top + 1
    share = (np.arange(GRID) - top) / height
    weights = np.where((share < HEAD_ROWS) | (share > LEG_ROWS), 1.0, TRUNK_WEIGHT)
    depths = edge_distances(shape)
    alike = np.einsum("y,yab->ab", weights, np.minimum(depths[:, :, None], depths[:, None, :]))
    columns = np.arange(GRID)
    sums, apart = columns[:, None] + columns, np.abs(columns[:, None] - columns)
    alike[apart > 2 * AXIS_REACH * height] = 0
    scores = np.bincount(sums.ravel(), weights=alike.ravel())
    middle = slice(GRID // 2, 2 * GRID - 1 - GRID // 2)  # half of the grid, as far from either edge
    return float((np.argmax(scores[middle]) + middle.start) / 2)


def _step(widths: NDArray[np.int_], row: int) -> float:
    """By how many pixels a figure is wider just below a row than just above it."""
    above, below = widths[max(row - 2, 0) : row], widths[row : row + 3]
    return float(below.mean() - above.mean()) if above.size and below.size else 0.0


def _neck(widths: NDArray[np.int_], top: int, height: int) -> int:
    """The first row of the shoulders."""
    first, last = (round(top + share * height) for share in NECK)

    def fitness(row: int) -> float:
        return _step(widths, row) - NECK_LEEWAY * abs((row - top) / height - USUAL_NECK)

    return max(range(first, last + 1), key=fitness)


def _hips(shape: Shape, axis: float, top: int, height: int) -> int:
    """The first row of the legs: where they part, or where they usually begin."""
    first, usual = (round(top + share * height) for share in (FIRST_HIPS, USUAL_HIPS))
    left, right = floor(axis) - 2, ceil(axis) + 2
    return next((row for row in range(first, usual) if not shape[row, left : right + 1].all()), usual)


def _symmetry(shape: Shape, axis: float) -> float:
    mirrored = np.zeros_like(shape)
    columns = np.round(2 * axis - np.arange(GRID)).astype(int)
    inside = (columns >= 0) & (columns < GRID)
    mirrored[:, inside] = shape[:, columns[inside]]
    return float((shape & mirrored).sum() / (shape | mirrored).sum())


def _mark_limbs(parts: NDArray[np.int8], figure: _Figure, opaque: Shape) -> None:
    rows, columns = np.mgrid[0:GRID, 0:GRID]
    aside = columns - figure.axis
    far = np.abs(aside) / figure.height
    is_head, is_leg = rows < figure.neck, rows >= figure.hips
    reach = np.where(is_head, HEAD_REACH, np.where(is_leg, LEGS_REACH, TRUNK_REACH))
    limbs = np.select(
        [far > reach, is_head, is_leg],
        [
            np.where(aside < 0, Part.BACK_ARM, Part.FRONT_ARM),
            np.full_like(rows, Part.HEAD),
            np.where(aside < 0, Part.BACK_LEG, Part.FRONT_LEG),
        ],
        Part.TORSO,
    )
    parts[opaque] = limbs[opaque]


def _join_strays(parts: NDArray[np.int8], opaque: Shape) -> None:
    """Give each piece of a part but the largest to the part around it, so that none flies off when the others
    move; whole pieces of the figure go with the part that is nearest."""
    main, *others = pieces(opaque)
    while strays := [stray for part in Part for stray in pieces((parts == part) & main)[1:]]:
        smallest = min(strays, key=np.count_nonzero)
        around = parts[grown(smallest) & main & ~smallest]
        parts[smallest] = np.bincount(around[around != parts[smallest][0]]).argmax()
    places = np.argwhere(main)
    for other in others:
        apart = ((np.argwhere(other)[:, None] - places) ** 2).sum(axis=2)
        nearest = places[apart.min(axis=0).argmin()]
        parts[other] = parts[tuple(nearest)]
