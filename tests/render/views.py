"""From where a figure in a world of metres is seen, and the lines of sight through points of its picture."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import cos, radians, sin, tan

import numpy as np
from numpy.typing import NDArray

NEAR, FAR = 1.0, 3.5
"""Metres before the eye between which something is seen."""

Points = NDArray[np.float64]
"""(n, 3): x to the right, y up, z towards the viewer."""


@dataclass(frozen=True)
class View:
    """`place`: (4, 4), from what is around the eye, which looks along -z, to the world; `projection`: (4, 4),
    from there to the cube from -1 to 1 that a picture shows."""

    place: NDArray[np.float64]
    projection: NDArray[np.float64]

    def sights(self, right: NDArray[np.float64], up: NDArray[np.float64]) -> tuple[Points, Points]:
        """Where lines of sight begin and end in the world. `right`, `up`: (n,), -1 to 1 in the picture."""
        return self._seen(right, up, -1.0), self._seen(right, up, 1.0)

    def _seen(self, right: NDArray[np.float64], up: NDArray[np.float64], depth: float) -> Points:
        shown = np.column_stack([right, up, np.full_like(up, depth), np.ones_like(up)])
        there = shown @ (self.place @ np.linalg.inv(self.projection)).T
        seen: Points = there[:, :3] / there[:, 3:]
        return seen


def straight(middle: Sequence[float], across: float) -> View:
    """A point from its front, without perspective: `across` metres of what is around it."""
    projection = np.diag([2 / across, 2 / across, -2 / (FAR - NEAR), 1.0])
    projection[2, 3] = -(FAR + NEAR) / (FAR - NEAR)
    return View(_place(middle, 0.0, 0.0, (FAR + NEAR) / 2), projection)


def slanting(middle: Sequence[float], yaw: float, pitch: float, distance: float, angle: float) -> View:
    """A point from `yaw` degrees to the right of its front and `pitch` degrees above it, as an eye sees it
    that is `distance` metres away and takes in an `angle` of so many degrees."""
    projection = np.zeros((4, 4))
    projection[0, 0] = projection[1, 1] = 1 / tan(radians(angle) / 2)
    projection[2, 2:] = -(FAR + NEAR) / (FAR - NEAR), -2 * FAR * NEAR / (FAR - NEAR)
    projection[3, 2] = -1.0
    return View(_place(middle, yaw, pitch, distance), projection)


def _place(middle: Sequence[float], yaw: float, pitch: float, distance: float) -> NDArray[np.float64]:
    yaw, pitch = radians(yaw), radians(pitch)
    right = np.array([cos(yaw), 0.0, -sin(yaw)])
    backwards = np.array([sin(yaw) * cos(pitch), sin(pitch), cos(yaw) * cos(pitch)])
    place = np.eye(4)
    place[:3, :3] = np.column_stack([right, np.cross(backwards, right), backwards])
    place[:3, 3] = np.array(middle) + distance * backwards
    return place
