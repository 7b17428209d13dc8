"""A frame of a sprite as arrays. Row 0 is the top, column 0 the left."""

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray
from PIL import ImageColor

from arena.hero import Sprite
from arena.hero.limits import GRID, TRANSPARENT

Frame = Literal["pixels", "strike"]

NO_COLOUR = -1
"""Stands for the colour of a transparent pixel."""


@dataclass(frozen=True)
class Pixels:
    """`colours`: (32, 32) int8, indices into `palette` or `NO_COLOUR`; `palette`: (n, 3) uint8, sRGB."""

    colours: NDArray[np.int8]
    palette: NDArray[np.uint8]

    @property
    def opaque(self) -> NDArray[np.bool_]:
        opaque: NDArray[np.bool_] = self.colours != NO_COLOUR
        return opaque


def drawn_frames(sprite: Sprite) -> tuple[Frame, ...]:
    """The frames that a sprite has: its first, and the second if its author drew one."""
    return ("pixels", "strike") if sprite.strike else ("pixels",)


def rows_of(sprite: Sprite, frame: Frame) -> tuple[str, ...]:
    """The rows of a frame; a sprite without a second one strikes in its first."""
    return (sprite.strike or sprite.pixels) if frame == "strike" else sprite.pixels


def pixels_of(sprite: Sprite, frame: Frame = "pixels") -> Pixels:
    """A frame as arrays."""
    signs = np.frombuffer("".join(rows_of(sprite, frame)).encode("ascii"), np.uint8).reshape(GRID, GRID)
    colours = np.where(signs == ord(TRANSPARENT), NO_COLOUR, signs.astype(np.int8) - ord("0")).astype(np.int8)
    palette = np.array([ImageColor.getrgb(colour)[:3] for colour in sprite.palette], np.uint8)
    return Pixels(colours, palette)
