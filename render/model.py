"""A frame ready to be shown: the faces of its parts, and the skeleton on which they hang."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from math import radians, sin

import numpy as np
from numpy.typing import NDArray

from arena.hero import Sprite
from arena.hero.limits import GRID
from render.mesh import Mesh, mesh_of
from render.pixels import Frame, pixels_of
from render.poses import Clip, Pose
from render.posture import Posture
from render.rig import Part, Rig, rig_of
from render.skeleton import Places, Skeleton, skeleton_of
from render.voxels import Body, body_of


@dataclass(frozen=True)
class Model:
    """A frame with its rig and the body that was made of it."""

    frame: Frame
    rig: Rig
    body: Body
    meshes: Mapping[Part, Mesh]
    skeleton: Skeleton

    @property
    def palette(self) -> NDArray[np.uint8]:
        return self.body.palette

    @cached_property
    def posture(self) -> Posture:
        """What its proportions make of poses."""
        return Posture(self.rig, self.skeleton)

    @cached_property
    def _fronts(self) -> Mapping[Part, NDArray[np.int_]]:
        """(n, 2): the corners of each part as one sees them from the front, each once."""
        fronts = {}
        for part, mesh in self.meshes.items():
            there = np.zeros((GRID + 1, GRID + 1), np.bool_)
            there[mesh.corners[..., 0], mesh.corners[..., 1]] = True
            fronts[part] = np.argwhere(there)
        return fronts

    def points(self, places: Places | None = None) -> NDArray[np.float64]:
        """(n, 3): the corners of all faces as the figure stands, or with its parts moved to `places`."""
        corners = {part: mesh.corners.reshape(-1, 3).astype(float) for part, mesh in self.meshes.items()}
        if places is not None:
            for part, own in corners.items():
                corners[part] = own @ places[part][:3, :3].T + places[part][:3, 3]
        return np.concatenate(list(corners.values()))

    def pose_at(self, clip: Clip, seconds: float) -> Pose:
        """The pose at a time of a clip, as this figure takes it in its frame."""
        return self._taken(clip.pose_at(seconds), clip)

    def keys(self, clip: Clip) -> list[Pose]:
        """The poses of a clip between which one may go evenly, as this figure takes them in its frame."""
        return [self._taken(pose, clip) for pose in clip.keys]

    def _taken(self, pose: Pose, clip: Clip) -> Pose:
        fitted = self.posture.fitted(pose, clip)
        return fitted if self.frame == "pixels" else fitted.drawn_in_the_blow()

    def placed(self, clip: Clip, seconds: float) -> Places:
        """Where each part is at a time of a clip, as `Skeleton.placed` tells it."""
        return self.placed_in(self.pose_at(clip, seconds))

    def placed_in(self, pose: Pose) -> Places:
        """The same in a pose that `pose_at` gave."""
        return self.skeleton.placed(pose, self.moved(pose))

    def moved(self, pose: Pose) -> tuple[float, float]:
        """How far the body is moved in a pose, to the right and up, in voxels. One that falls stays on the
        ground with its lowest voxel, and comes to lie with its middle where its feet stood."""
        x, y = pose.move
        if not pose.lies:
            return x, y
        x += sin(radians(pose.turn)) * self.skeleton.height / 2
        places = self.skeleton.placed(pose, (x, 0.0))
        lowest = min(
            float((points @ places[part][1, :2]).min() + places[part][1, 3])
            for part, points in self._fronts.items()
        )
        return x, self.skeleton.feet[1] - lowest


def model_of(sprite: Sprite, frame: Frame = "pixels") -> Model:
    """The model of a frame; a sprite without a second one strikes in its first."""
    pixels, rig = pixels_of(sprite, frame), rig_of(sprite, frame)
    body = body_of(pixels, rig)
    meshes = {part: mesh_of(layers) for part, layers in body.parts.items()}
    shown: Frame = "pixels" if sprite.strike is None else frame
    return Model(shown, rig, body, meshes, skeleton_of(rig))
