"""From where a figure is seen: an orthographic view."""

from dataclasses import dataclass
from functools import cached_property
from math import cos, radians, sin

import numpy as np
from numpy.typing import NDArray

from render.mesh import NORMALS
from render.model import Model
from render.raster import Canvas
from render.skeleton import Places

FLIPPED = (0, 3, 2, 1)
"""The corners of a square in a mirror, counter-clockwise again."""


@dataclass(frozen=True)
class Camera:
    """A view of figures that are turned to the right by `yaw` degrees, from `pitch` degrees above; a voxel
    is `scale` pixels, and the point `centre`, in voxels, is seen at the pixel `at`. With `mirrored` it is
    seen in a mirror, so that figures face left."""

    yaw: float
    pitch: float
    scale: float
    centre: tuple[float, float, float]
    at: tuple[float, float]
    mirrored: bool = False

    @cached_property
    def _rotation(self) -> NDArray[np.float64]:
        yaw, pitch = radians(self.yaw), radians(self.pitch)
        about_y = np.array([[cos(yaw), 0, sin(yaw)], [0, 1, 0], [-sin(yaw), 0, cos(yaw)]])
        about_x = np.array([[1, 0, 0], [0, cos(pitch), -sin(pitch)], [0, sin(pitch), cos(pitch)]])
        rotation: NDArray[np.float64] = about_x @ about_y
        if self.mirrored:
            rotation[0] = -rotation[0]
        return rotation

    def draw(
        self,
        canvas: Canvas,
        model: Model,
        places: Places | None = None,
        first: int = 1,
    ) -> None:
        """Draw a model whose parts are moved to their `places`, as `Skeleton.placed` gives them. Its colours
        are `first` and those that follow."""
        for part, mesh in model.meshes.items():
            turn, move = np.eye(3), np.zeros(3)
            if places is not None:
                turn, move = places[part][:3, :3], places[part][:3, 3]
            turn = self._rotation @ turn
            normals = NORMALS @ turn.T
            seen = normals[mesh.sides, 2] > 0
            points = self.scale * (mesh.corners[seen] @ turn.T + self._rotation @ (move - self.centre))
            points[..., 0] += self.at[0]
            points[..., 1] = self.at[1] - points[..., 1]
            if self.mirrored:
                points = points[:, FLIPPED]
            canvas.draw(points, normals[mesh.sides[seen]], mesh.colours[seen], first)
