"""Small shapes that are drawn by hand: text files in which `#` is a pixel and `.` is none.

A file is blocks of text with empty lines between; the first only says what follows. A block's first lines are
names, those in one column of one shape, `~` of none; its other lines are the rows of the shapes.
"""

from functools import cache
from importlib.resources import files

import numpy as np
from numpy.typing import NDArray

Bitmap = NDArray[np.bool_]
"""(height, width)"""
NAMELESS = "~"
PIXEL = "#"
_OF_SHAPES = frozenset(".# ")


@cache
def bitmaps(file: str) -> dict[str, Bitmap]:
    """The shapes of one of this room's files, by name."""
    text = files(__package__).joinpath(file).read_text("utf-8")
    found: dict[str, Bitmap] = {}
    for block in text.strip().split("\n\n")[1:]:
        lines = block.splitlines()
        drawn = [set(line) <= _OF_SHAPES for line in lines].index(True)
        pieces = zip(*(line.split() for line in lines[drawn:]), strict=True)
        drawings = [np.array([[pixel == PIXEL for pixel in row] for row in piece]) for piece in pieces]
        for line in lines[:drawn]:
            found |= dict(zip(line.split(), drawings, strict=True))
    found.pop(NAMELESS, None)
    return found
