"""A frame ready to be shown: the faces of its parts, and the skeleton on which they hang."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from arena.hero import Sprite
from render.mesh import Mesh, mesh_of
from render.pixels import Frame, pixels_of
from render.poses import Clip
from render.rig import Part, Rig, rig_of
from render.skeleton import Skeleton, skeleton_of
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

    def placed(self, clip: Clip, seconds: float) -> dict[Part, NDArray[np.float64]]:
        """Where each part is at a time of a clip, as `Skeleton.placed` tells it."""
        pose = clip.pose_at(seconds)
        return self.skeleton.placed(pose if self.frame == "pixels" else pose.drawn_in_the_blow())


def model_of(sprite: Sprite, frame: Frame = "pixels") -> Model:
    """The model of a frame; a sprite without a second one strikes in its first."""
    pixels, rig = pixels_of(sprite, frame), rig_of(sprite, frame)
    body = body_of(pixels, rig)
    meshes = {part: mesh_of(layers) for part, layers in body.parts.items()}
    shown: Frame = "pixels" if sprite.strike is None else frame
    return Model(shown, rig, body, meshes, skeleton_of(rig))
