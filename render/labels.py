"""The connected pieces of a frame, numbered by compiled code."""

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arena.compiled import compiled

SOURCES = (Path(__file__),)
"""The files in which the code to compile stands."""
NO_CLASS = -1
"""Of what is in no piece."""


def labels_of(classes: NDArray[np.int8], *, diagonally: bool = True) -> tuple[NDArray[np.int16], int]:
    """A label for each pixel of an array with rows and columns, and how many labels there are. Pixels of one
    class that touch have the same one, from 0 on by the first pixel of a piece, row by row; `NO_CLASS` stays
    as it is. Pixels that touch at a corner alone are of one piece if pieces go on `diagonally`."""
    labels = np.full(classes.shape, NO_CLASS, np.int16)
    count = np.zeros(1, np.int64)
    compiled_label()(np.ascontiguousarray(classes, np.int8), diagonally, labels, count)
    return labels, int(count[0])


@cache
def compiled_label() -> Any:
    """Compiled, or taken from where it is kept, when it is first needed."""
    from numba import types

    classes, labels = types.int8[:, ::1], types.int16[:, ::1]
    signature = types.void(classes, types.boolean, labels, types.int64[::1])
    return compiled(_label, signature, SOURCES)


def _label(classes: Any, diagonally: Any, labels: Any, count: Any) -> None:
    height, width = classes.shape
    waiting = np.empty(height * width, np.int64)
    for start in range(height * width):
        of_class = classes[start // width, start % width]
        if of_class == NO_CLASS or labels[start // width, start % width] != NO_CLASS:
            continue
        labels[start // width, start % width] = count[0]
        waiting[0], left = start, 1
        while left:
            left -= 1
            row, column = waiting[left] // width, waiting[left] % width
            for y in range(max(row - 1, 0), min(row + 2, height)):
                for x in range(max(column - 1, 0), min(column + 2, width)):
                    is_beside = diagonally or y == row or x == column
                    if is_beside and classes[y, x] == of_class and labels[y, x] == NO_CLASS:
                        labels[y, x] = count[0]
                        waiting[left] = y * width + x
                        left += 1
        count[0] += 1
