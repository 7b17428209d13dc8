"""Which part of the body each pixel of a frame belongs to: as its author says, or as the shape suggests.

The suggestion goes by where a standing figure has its neck and its hips. What is beside its trunk are arms,
with whatever they hold.
"""

from dataclasses import dataclass
from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from arena.hero import Sprite
from arena.hero.limits import GRID, RIG_PARTS, TRANSPARENT
from render.biped import Biped, biped_in
from render.pixels import Frame, pixels_of
from render.shapes import Shape, grown, opened, pieces

NO_PART = -1
LETTERS = "thaAlL"
"""Of the parts, in their order."""
assert set(LETTERS) == set(RIG_PARTS), "each letter that a rig may have names a part"
FINGERTIPS = 3
"""The most rows by which a hand hangs below the hips."""


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


def rig_of(sprite: Sprite, frame: Frame = "pixels") -> Rig:
    """The rig of a frame: the author's, else an automatic one, of which each part is one piece wherever the
    frame is one piece. Of a figure that is no biped all is torso.

    Source: the rules, the section «Герой», the paragraph on the skeleton.
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
    parts = np.where(opaque, Part.TORSO, NO_PART).astype(np.int8)
    biped = biped_in(opaque)
    if biped is not None:
        _mark_limbs(parts, biped, opaque)
        _join_hands(parts)
        _join_tails(parts, biped)
        _join_strays(parts, opaque)
    return parts


def _mark_limbs(parts: NDArray[np.int8], biped: Biped, opaque: Shape) -> None:
    rows, columns = np.mgrid[0:GRID, 0:GRID]
    aside = columns - biped.axis
    is_head, is_leg = rows < biped.neck, rows >= biped.hips
    reach = np.where(is_head, biped.head_reach, np.where(is_leg, biped.legs_reach, biped.trunk_reach))
    limbs = np.select(
        [np.abs(aside) > reach, is_head, is_leg],
        [
            np.where(aside < 0, Part.BACK_ARM, Part.FRONT_ARM),
            np.full_like(rows, Part.HEAD),
            np.where(aside < 0, Part.BACK_LEG, Part.FRONT_LEG),
        ],
        Part.TORSO,
    )
    parts[opaque] = limbs[opaque]


def _join_hands(parts: NDArray[np.int8]) -> None:
    """Give an arm the pixels right below it if they soon end: they are fingertips, though as low as legs."""
    for arm, leg in ((Part.BACK_ARM, Part.BACK_LEG), (Part.FRONT_ARM, Part.FRONT_LEG)):
        for column in parts.T:
            for row in np.flatnonzero((column[:-1] == arm) & (column[1:] == leg)):
                below = column[row + 1 :]
                length = int(np.argmin(np.append(below == leg, False)))
                if length <= FINGERTIPS and (below[length:] == NO_PART).all():
                    below[:length] = arm


def _join_tails(parts: NDArray[np.int8], biped: Biped) -> None:
    """Give what is beside the body, below its shoulders, and hangs on the legs alone to the leg of its side:
    tails, and feet that stand far apart."""
    trunk = grown((parts == Part.TORSO) | (parts == Part.HEAD))
    legs = grown((parts == Part.BACK_LEG) | (parts == Part.FRONT_LEG))
    for arm, leg in ((Part.BACK_ARM, Part.BACK_LEG), (Part.FRONT_ARM, Part.FRONT_LEG)):
        for piece in pieces(opened(parts == arm), diagonally=False):
            if (piece & legs).any() and not (piece & trunk).any() and not piece[: biped.neck].any():
                parts[piece] = leg


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
