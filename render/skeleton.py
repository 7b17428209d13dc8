"""The joints at which the parts of a body turn, what hangs on what, and where a pose puts them."""

from collections.abc import Mapping
from dataclasses import dataclass
from math import cos, radians, sin
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arena.hero.limits import GRID
from render.poses import Pose
from render.rig import Part, Rig
from render.shapes import Shape, grown
from render.voxels import forward_of

Point = tuple[float, float, float]
"""In voxels: x from the left edge of the grid, y from its lower edge, z from the middle of the body."""

Places = Mapping[Part, NDArray[np.float64]]
"""(4, 4) for each part, from where its voxels are to where they come to be."""

PARENTS: Mapping[Part, Part] = {
    Part.HEAD: Part.TORSO,
    Part.BACK_ARM: Part.TORSO,
    Part.FRONT_ARM: Part.TORSO,
}
"""What moves with the trunk. The trunk and the legs hang on the body as a whole."""
UPPER_ROWS = 3
"""Of the border between an arm and the trunk: the shoulder."""


@dataclass(frozen=True)
class Skeleton:
    """`joints`: of each part that there is; `feet`: the middle of the body on the ground; `reach`: how far it
    goes from there to either side, and `height` up; in voxels."""

    joints: Mapping[Part, Point]
    feet: Point
    reach: float
    height: float

    def placed(self, pose: Pose, move: tuple[float, float]) -> Places:
        """Where each part is in a pose. `move`: of the body, to the right and up."""
        body = _moved(*move) @ _turned(self.feet, pose.turn)
        places: dict[Part, NDArray[np.float64]] = {}
        for part, joint in self.joints.items():  # the trunk first
            holder = places.get(PARENTS[part], body) if part in PARENTS else body
            places[part] = holder @ _turned(joint, pose.turns.get(part, 0.0))
        return places


def skeleton_of(rig: Rig) -> Skeleton:
    """The joints of a rig that has any part."""
    there = {part: shape for part in Part if (shape := rig.shape(part)).any()}
    rows, columns = np.nonzero(np.logical_or.reduce(list(there.values())))
    left, right = int(columns.min()), int(columns.max()) + 1
    feet = ((left + right) / 2, float(GRID - 1 - rows.max()), 0.0)
    forward = forward_of(rig)
    joints = {part: _joint(part, there, float(forward.get(part, 0))) for part in there}
    return Skeleton(joints, feet, (right - left) / 2, float(rows.max() - rows.min() + 1))


def _moved(x: float, y: float, z: float = 0.0) -> NDArray[np.float64]:
    matrix = np.eye(4)
    matrix[:3, 3] = x, y, z
    return matrix


def _turned(joint: Point, degrees: float) -> NDArray[np.float64]:
    """A turn about a joint, as one looks at the front."""
    x, y, z = joint
    turn = np.eye(4)
    c, s = cos(radians(degrees)), sin(radians(degrees))
    turn[:2, :2] = (c, -s), (s, c)
    return _moved(x, y, z) @ turn @ _moved(-x, -y, -z)


def _joint(part: Part, there: Mapping[Part, Shape], z: float) -> Point:
    shape = there[part]
    if part is Part.TORSO or Part.TORSO not in there:
        rows, columns = np.nonzero(shape)
        lowest = rows == rows.max()
        return _middle(rows[lowest] + 0.5, columns[lowest], z)
    rows, columns = _border(shape, there[Part.TORSO])
    if part in (Part.BACK_ARM, Part.FRONT_ARM):
        upper = rows < rows.min() + UPPER_ROWS
        rows, columns = rows[upper], columns[upper]
    elif part in (Part.BACK_LEG, Part.FRONT_LEG):
        rows = np.full_like(rows, rows.min())
    return _middle(rows, columns, z)


def _border(shape: Shape, torso: Shape) -> tuple[NDArray[np.int_], NDArray[np.int_]]:
    """The pixels of a part that touch the trunk, or the one that is nearest to it."""
    touching = shape & grown(torso)
    if touching.any():
        rows, columns = np.nonzero(touching)
        return rows, columns
    places = np.argwhere(shape)
    apart = ((places[:, None] - np.argwhere(torso)) ** 2).sum(axis=2).min(axis=1)
    row, column = places[apart.argmin()]
    return np.array([row]), np.array([column])


def _middle(rows: NDArray[Any], columns: NDArray[Any], z: float) -> Point:
    return float(columns.mean() + 0.5), float(GRID - 0.5 - rows.mean()), z
