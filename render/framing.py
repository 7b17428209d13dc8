"""How much of the world is shown, so that a figure is seen whole however it is turned."""

from dataclasses import dataclass
from math import cos, radians, sin

import numpy as np

from arena.hero.limits import GRID
from render.camera import Camera
from render.model import Model
from render.skeleton import Places

ELEVATION = 15.0
"""Degrees from above from which one looks at a figure that is turned."""
THREE_QUARTERS = 30.0
"""Degrees by which a figure is turned where nobody asks for others."""
PADDING = 0.5
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
    def of(cls, model: Model, places: Places | None = None) -> "Bounds":
        """Those of a figure that stands, or whose parts are moved to their `places`."""
        x, y, z = model.points(places).T
        axis = float(x.min() + x.max()) / 2
        away = np.hypot(x - axis, z)
        up, aside = y * cos(radians(ELEVATION)), away * sin(radians(ELEVATION))
        return cls(axis, float(away.max()), float((up - aside).min()), float((up + aside).max()))

    def camera(self, yaw: float, size: int) -> Camera:
        """A view on a square of `size` pixels in which nothing is cut off. No figure is larger than it is on
        its grid."""
        extent = max(2 * self.radius, self.high - self.low) + 2 * PADDING
        middle = (self.low + self.high) / 2 / cos(radians(ELEVATION))
        scale = size / max(extent, GRID)
        return Camera(yaw, ELEVATION, scale, (self.axis, middle, 0.0), (size / 2, size / 2))
