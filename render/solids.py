"""A look's figure as one solid for printers and modellers: STL without colours, OBJ with them.

trimesh is imported when it is needed: that takes longer than to make a figure.
"""

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from arena.hero.limits import GRID
from render.look import Look, sprite_of
from render.mesh import mesh_of, triangles
from render.model import Model, model_of

if TYPE_CHECKING:
    from trimesh import Trimesh

OPAQUE = 255
ON_ITS_BACK: NDArray[np.float64] = np.array([[1, 0, 0], [0, 0, -1], [0, 1, 0]], float)
"""From a world in which y is up to one in which z is."""
DIGITS = 5


def figure_stl(look: Look) -> bytes:
    """A binary STL of the figure of a look as it stands, in its first frame, without colours. A unit is a
    voxel, which printers take for a millimetre; z is up, as they have it."""
    from trimesh.exchange.stl import export_stl

    return bytes(export_stl(_solid(model_of(sprite_of(look)), ON_ITS_BACK)))


def figure_obj(look: Look) -> bytes:
    """An OBJ of the figure of a look as it stands, in its first frame, with a colour at each corner. A unit
    is as high as the grid, a voxel is 1/32 of it; y is up."""
    from trimesh.exchange.obj import export_obj

    solid = _solid(model_of(sprite_of(look)), np.eye(3) / GRID)
    return str(export_obj(solid, include_normals=False, digits=DIGITS)).encode("ascii")


def _solid(model: Model, placed: NDArray[np.float64]) -> "Trimesh":
    """The parts in one surface, without walls where they touch, on the ground, each corner with the colour of
    its face; `placed`: (3, 3)."""
    from trimesh import Trimesh

    mesh = mesh_of(model.body.whole)
    shown = np.column_stack([model.palette[mesh.colours], np.full(len(mesh.colours), OPAQUE, np.uint8)])
    return Trimesh(
        vertices=(mesh.corners.reshape(-1, 3).astype(float) - model.skeleton.feet) @ placed.T,
        faces=triangles(len(mesh.sides)).reshape(-1, 3),
        vertex_colors=np.repeat(shown, 4, axis=0),
        process=False,
    )
