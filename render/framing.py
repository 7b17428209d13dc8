"""How much of the world is shown, so that a figure is seen whole however it is turned."""

from dataclasses import dataclass
from math import cos, radians, sin

import numpy as np

from arena.hero.limits import GRID
from render.camera import Camera
from render.model import Model

RAISED = 15.0
"""Degrees from above from which one looks at a figure that is turned."""
MARGIN = 0.5
"""Voxels left free around a figure."""


@dataclass(frozen=True)
class Bounds:
    """What a figure takes up while it turns, in voxels: `radius` to either side of the axis at x = `axis`,
    and seen from above from `low` to `high`."""

    axis: float
    radius: float
    low: float
    high: float

    @classmethod
    def of(cls, model: Model) -> "Bounds":
        x, y, z = np.concatenate([mesh.corners.reshape(-1, 3) for mesh in model.meshes.values()]).T
        axis = (int(x.min()) + int(x.max())) / 2
        away = np.hypot(x - axis, z)
        up, aside = y * cos(radians(RAISED)), away * sin(radians(RAISED))
        return cls(axis, float(away.max()), float((up - aside).min()), float((up + aside).max()))

    def camera(self, yaw: float, size: int, room: float = 1.0) -> Camera:
        """A view on a square of `size` pixels in which nothing is cut off of a figure that stands, and which
        shows `room` times as much as that. No figure is larger than it is on its grid."""
        extent = max(2 * self.radius, self.high - self.low) + 2 * MARGIN
        middle = (self.low + self.high) / 2 / cos(radians(RAISED))
        scale = size / (room * max(extent, GRID))
        return Camera(yaw, RAISED, scale, (self.axis, middle, 0.0), (size / 2, size / 2))
