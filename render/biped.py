"""Where a standing figure has its neck and its hips, by its outline alone.

Most figures have the proportions of people: at a quarter of their height the outline steps out from neck to
shoulders. Others have a big head, nearly as high as all that is below it and about as wide as high; their
neck is where the outline is narrower than above and below.
"""

from dataclasses import dataclass
from math import ceil, floor

import numpy as np
from numpy.typing import NDArray

from arena.hero.limits import GRID
from render.shapes import Shape, edge_distances, opened

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

# In pixels of the grid, whatever the figure's height: it is not known yet, or what is looked for is small.
TOP_REACH, GROUND_REACH = 2, GRID // 4
"""How far from the axis a figure's top is looked for, since ears, horns and what it holds are beside it; and
how far its lowest row, since legs may stand apart."""
STEP_ROWS_ABOVE, STEP_ROWS_BELOW = 2, 3
"""The rows whose mean widths are compared where an outline steps out: a neck is short, shoulders slope."""
GAP_REACH = 2
"""How far from the axis the gap is looked for at which the legs part."""

# A figure that has none of these is no biped.
MOST_WIDTH = 1.02
"""Of its height."""
LEAST_SHOULDER_PIXELS, MOST_SHOULDER_SHARE = 0.9, 0.28
"""By how much it is wider below its neck than above, at least in pixels, at most as a share of its height."""
LEAST_SYMMETRY = 0.5
"""Of the figure and its mirror image: what both cover, of what either does."""

# Of figures with a big head, as shares of the height where nothing else is said. Measured on the roster's
# ninja, PM, mushroom and robot and on the figures of tests/render/chibis.py, so that the rigs of the dolls in
# tests/render/sprites, whose heads are usual, stay as they were.
LEAST_HEIGHT = 8
"""In rows: a lower one has too few for a head, a neck and feet."""
BIG_HEAD, BIG_HEAD_ROWS, BIG_HEAD_WINDOW = 0.40, (0.08, 0.25), 0.35
"""How wide it is at least, in which rows that is seen, and how far from the axis one looks."""
BIG_NECK, NECK_OF_WIDTH = (0.34, 0.60), (0.6, 1.3)
"""Where the head ends, of the height and of its own width."""
LEAST_NOTCH, BELOW_NECK = 2, 0.2
"""Pixels by which the neck is narrower than what is above it and, so far, below it."""
BIG_HEAD_REACH = 0.6
"""From the axis to either side, of the head's width."""
FEET_ROWS, FEET_REACH = 0.20, 0.20
"""Where there is a gap between its feet: how far from the ground, and from the axis."""
STRIDE = 2
"""How many times wider than high that gap may be: below what only bends upwards a gap is low and wide."""
BIG_HEAD_MOST_WIDTH, BIG_HEAD_LEAST_SYMMETRY = 1.1, 0.56
"""Such a figure is low beside what it holds; many an animal in a turned view is narrow somewhere too."""


@dataclass(frozen=True)
class Biped:
    """Where a standing figure has what: its axis, which may be between two columns, the first row of its
    shoulders and that of its legs, and how far its head, trunk and legs go to either side of the axis."""

    axis: float
    neck: int
    hips: int
    head_reach: float
    trunk_reach: float
    legs_reach: float


def biped_in(opaque: Shape) -> Biped | None:
    """The figure that stands in a shape of at least a pixel, or None if it is none on two legs."""
    thick = opened(opaque)
    outline = _Outline.of(thick if thick.any() else opaque)
    left, right = _ends(outline.shape.T)
    top, bottom = _ends(opaque)
    width, symmetry = (right - left + 1) / (bottom - top + 1), _symmetry(outline.shape, outline.axis)
    if width <= BIG_HEAD_MOST_WIDTH and symmetry >= BIG_HEAD_LEAST_SYMMETRY:
        big_headed = _big_headed(outline)
        if big_headed is not None:
            return big_headed
    return _usual(outline) if width <= MOST_WIDTH and symmetry >= LEAST_SYMMETRY else None


@dataclass(frozen=True)
class _Outline:
    """A shape without what is thin, and its axis. `top` is its first row near the axis, `height` the number
    of rows from there to its last one near the axis."""

    shape: Shape
    axis: float
    top: int
    height: int

    @classmethod
    def of(cls, shape: Shape) -> "_Outline":
        axis = _axis(shape)
        middle = np.abs(np.arange(GRID) - axis)
        top, _ = _ends(shape[:, middle <= TOP_REACH])
        _, bottom = _ends(shape[:, middle <= GROUND_REACH])
        return cls(shape, axis, top, bottom - top + 1)

    def near(self, reach: float) -> Shape:
        """The columns so far to either side of the axis, as a share of the height."""
        return self.shape[:, np.abs(np.arange(GRID) - self.axis) <= reach * self.height]

    def row(self, share: float) -> int:
        """The row at a share of the height."""
        return round(self.top + share * self.height)

    def biped(self, neck: int, hips: int, head_reach: float) -> Biped:
        """The figure with these borders; trunk and legs reach as far below a big head as below another."""
        trunk_reach, legs_reach = TRUNK_REACH * self.height, LEGS_REACH * self.height
        return Biped(self.axis, neck, hips, head_reach, trunk_reach, legs_reach)


def _usual(outline: _Outline) -> Biped | None:
    """A figure with the proportions of people, whose neck is where the outline steps out most near a quarter
    of the height; None if it does not step out there as shoulders do."""
    widths = outline.near(HEAD_REACH).sum(axis=1)

    def fitness(row: int) -> float:
        return _step(widths, row) - NECK_LEEWAY * abs((row - outline.top) / outline.height - USUAL_NECK)

    first, last = map(outline.row, NECK)
    neck = max(range(first, last + 1), key=fitness)
    if not LEAST_SHOULDER_PIXELS <= _step(widths, neck) <= MOST_SHOULDER_SHARE * outline.height:
        return None
    return outline.biped(neck, _hips(outline, USUAL_NECK), HEAD_REACH * outline.height)


def _big_headed(outline: _Outline) -> Biped | None:
    """A figure with a big head, whose neck ends where the outline is narrowest between head and body; None if
    it has no feet, no head that is wide enough, or no place that is narrow enough."""
    if outline.height < LEAST_HEIGHT or not _has_feet(outline):
        return None
    widths = outline.near(BIG_HEAD_WINDOW).sum(axis=1)
    first, last = (outline.row(share) for share in BIG_HEAD_ROWS)
    head = float(np.median(widths[first : last + 1])) / outline.height
    if head < BIG_HEAD:
        return None
    below = round(BELOW_NECK * outline.height)

    def notch(row: int) -> int:
        around = min(widths[:row].max(), widths[row + 1 : row + 1 + below].max())
        return int(around - widths[row])

    first = outline.row(max(BIG_NECK[0], NECK_OF_WIDTH[0] * head))
    last = outline.row(min(BIG_NECK[1], NECK_OF_WIDTH[1] * head))
    narrowest = max(range(last, first - 1, -1), key=notch)
    if notch(narrowest) < LEAST_NOTCH:
        return None
    neck = narrowest + 1
    hips = _hips(outline, (neck - outline.top) / outline.height)
    return outline.biped(neck, hips, BIG_HEAD_REACH * head * outline.height)


def _ends(shape: Shape) -> tuple[int, int]:
    """The first row with a pixel and the last; of a shape without any, all rows."""
    rows = np.flatnonzero(shape.any(axis=1))
    return (int(rows[0]), int(rows[-1])) if rows.size else (0, GRID - 1)


def _axis(shape: Shape) -> float:
    """The column about which the depths of a shape are most alike on both sides."""
    top, bottom = _ends(shape)
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
    above, below = widths[max(row - STEP_ROWS_ABOVE, 0) : row], widths[row : row + STEP_ROWS_BELOW]
    return float(below.mean() - above.mean()) if above.size and below.size else 0.0


def _hips(outline: _Outline, neck: float) -> int:
    """The first row of the legs: where they part, or where they usually begin; `neck`: how much of the height
    is above the shoulders, of which the rest has the proportions that it has below a usual head."""
    body = (1 - neck) / (1 - USUAL_NECK)
    first, usual = (outline.row(neck + (share - USUAL_NECK) * body) for share in (FIRST_HIPS, USUAL_HIPS))
    left, right = floor(outline.axis) - GAP_REACH, ceil(outline.axis) + GAP_REACH
    rows = range(first, usual)
    return next((row for row in rows if not outline.shape[row, left : right + 1].all()), usual)


def _has_feet(outline: _Outline) -> bool:
    """Whether there is a gap between two feet: below a figure, and not much wider than high."""
    last = outline.top + outline.height
    rows = outline.near(FEET_REACH)[last - round(FEET_ROWS * outline.height) : last]
    gaps = [int(np.diff(np.flatnonzero(row)).max(initial=1)) - 1 for row in rows]
    high = sum(gap > 0 for gap in gaps)
    return 0 < max(gaps) <= STRIDE * high


def _symmetry(shape: Shape, axis: float) -> float:
    mirrored = np.zeros_like(shape)
    columns = np.round(2 * axis - np.arange(GRID)).astype(int)
    inside = (columns >= 0) & (columns < GRID)
    mirrored[:, inside] = shape[:, columns[inside]]
    return float((shape & mirrored).sum() / (shape | mirrored).sum())
