"""Solids: read again, they have the figure's volume, size and colours."""

from io import BytesIO

import numpy as np
import pytest
import trimesh

from render import figure_obj, figure_stl
from render.model import model_of
from render.pixels import NO_COLOUR
from tests.render.looks import ALL, look


def _read(data: bytes, kind: str) -> trimesh.Trimesh:
    return trimesh.load(BytesIO(data), file_type=kind, force="mesh", process=False)


def _voxels(name: str) -> int:
    return sum(int((layers != NO_COLOUR).sum()) for layers in model_of(look(name).sprite).body.parts.values())


@pytest.mark.parametrize("name", ALL)
def test_an_stl_has_the_volume_of_the_voxels_and_stands_on_the_ground(name: str) -> None:
    solid = _read(figure_stl(look(name)), "stl")
    assert solid.volume == pytest.approx(_voxels(name), rel=1e-5)
    assert solid.bounds[0][2] == pytest.approx(0, abs=1e-4)


@pytest.mark.parametrize("name", ALL)
def test_a_solid_has_no_walls_inside_where_parts_touch(name: str) -> None:
    solid = _read(figure_stl(look(name)), "stl")
    middles = np.round(solid.triangles.reshape(-1, 6, 3).mean(axis=1), 3)
    assert len(np.unique(middles, axis=0)) == len(middles)


@pytest.mark.parametrize("name", ["knight", "duck", "checkerboard"])
def test_an_obj_is_a_unit_high_at_most_and_has_the_colours(name: str) -> None:
    hero = look(name)
    solid = _read(figure_obj(hero), "obj")
    assert solid.volume == pytest.approx(_voxels(name) / 32**3, rel=1e-4)
    assert solid.bounds[0][1] == pytest.approx(0, abs=1e-5)
    assert solid.bounds[1][1] <= 1 + 1e-6
    seen = {
        f"#{r:02x}{g:02x}{b:02x}" for r, g, b, _ in np.unique(solid.visual.vertex_colors, axis=0).tolist()
    }
    used = {hero.sprite.palette[int(pixel)] for row in hero.sprite.pixels for pixel in row if pixel != "."}
    assert seen == used
