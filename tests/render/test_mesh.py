"""Faces: every voxel's outside and nothing else, the right way round, in few rectangles if asked."""

from collections import Counter

import numpy as np
import pytest

from render.mesh import NORMALS, TRIANGLES, Mesh, merged
from render.model import model_of
from render.pixels import NO_COLOUR
from tests.render.looks import ALL, REAL, look


def _volume(mesh: Mesh) -> float:
    corners = mesh.corners.astype(float)
    halves = np.concatenate([corners[:, TRIANGLES[:3]], corners[:, TRIANGLES[3:]]])
    return float(np.einsum("ni,ni->n", halves[:, 0], np.cross(halves[:, 1], halves[:, 2])).sum() / 6)


@pytest.mark.parametrize("name", ALL)
def test_the_volume_within_the_faces_is_that_of_the_voxels(name: str) -> None:
    model = model_of(look(name).sprite)
    for part, mesh in model.meshes.items():
        assert _volume(mesh) == pytest.approx((model.body.parts[part] != NO_COLOUR).sum())
        assert _volume(merged(mesh)) == pytest.approx(_volume(mesh))


@pytest.mark.parametrize("name", ["knight", "doll_011_vampire_f", "checkerboard"])
def test_each_edge_is_gone_along_as_often_in_either_direction(name: str) -> None:
    for mesh in model_of(look(name).sprite).meshes.values():
        edges: Counter[tuple[tuple[int, ...], tuple[int, ...]]] = Counter()
        for square in mesh.corners.tolist():
            corners = [tuple(corner) for corner in square]
            edges.update(zip(corners, corners[1:] + corners[:1], strict=True))
        assert all(edges[b, a] == count for (a, b), count in edges.items())


@pytest.mark.parametrize("name", ["knight", "snail"])
def test_a_face_is_counter_clockwise_seen_from_where_it_looks(name: str) -> None:
    for mesh in model_of(look(name).sprite).meshes.values():
        for faces in (mesh, merged(mesh)):
            a, b, _, d = (faces.corners[:, i].astype(int) for i in range(4))
            looks = np.sign(np.cross(b - a, d - a))
            assert (looks == NORMALS[faces.sides]).all()


@pytest.mark.parametrize("name", ["knight", "kraken", "full square", "checkerboard"])
def test_merged_faces_cover_the_same_squares_in_the_same_colours(name: str) -> None:
    for mesh in model_of(look(name).sprite).meshes.values():
        assert _squares(merged(mesh)) == _squares(mesh)


def test_a_real_figure_has_fewer_faces_when_they_are_merged() -> None:
    shares = []
    for name in REAL:
        meshes = model_of(look(name).sprite).meshes.values()
        few = sum(len(merged(mesh).sides) for mesh in meshes)
        shares.append(few / sum(len(mesh.sides) for mesh in meshes))
    assert np.median(shares) < 0.75


def _squares(mesh: Mesh) -> Counter[tuple[int, ...]]:
    """Each unit square of the faces: its side, its colour, its corner with the least coordinates."""
    found: Counter[tuple[int, ...]] = Counter()
    for corners, side, colour in zip(mesh.corners, mesh.sides.tolist(), mesh.colours.tolist(), strict=True):
        low, high = corners.min(axis=0), corners.max(axis=0)
        for step in np.ndindex(*np.maximum(high - low, 1)):
            found[side, colour, *(low + np.array(step)).tolist()] += 1
    return found
