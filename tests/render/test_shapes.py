"""Shapes: distances, thin places and pieces, held against what they mean."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from arena.hero.limits import GRID
from render.shapes import Shape, disc_radii, edge_distances, grown, opened, pieces

SHAPES = arrays(bool, (GRID, GRID), elements=st.booleans(), fill=st.just(False))


def _box(top: int, left: int, height: int, width: int) -> Shape:
    shape = np.zeros((GRID, GRID), bool)
    shape[top : top + height, left : left + width] = True
    return shape


@settings(max_examples=30, deadline=None)
@given(SHAPES)
def test_a_distance_is_that_to_the_nearest_pixel_beyond_the_shape(shape: Shape) -> None:
    beyond = np.argwhere(~np.pad(shape, 1)) - 1
    found = edge_distances(shape)
    for y, x in np.argwhere(shape):
        assert found[y, x] == pytest.approx(np.sqrt(((beyond - (y, x)) ** 2).sum(axis=1).min()))
    assert (found[~shape] == 0).all()


def test_a_shape_that_fills_the_grid_ends_with_the_grid() -> None:
    found = edge_distances(np.ones((GRID, GRID), bool))
    assert (found[0] == 1).all()
    assert found[15, 15] == 16


def test_what_is_thinner_than_three_pixels_is_opened_away() -> None:
    body, blade = _box(10, 5, 10, 10), _box(12, 15, 2, 12)
    kept = opened(body | blade)
    assert not kept[:, 16:].any()
    assert kept[11:19, 6:14].all()


def test_a_disc_covers_a_bar_and_no_more() -> None:
    radii = disc_radii(edge_distances(_box(4, 4, 24, 5)), 6)
    assert (radii[10:20, 4:9] == 3).all()
    assert (radii[~_box(4, 4, 24, 5)] == 0).all()


@settings(max_examples=30, deadline=None)
@given(SHAPES)
def test_pieces_are_apart_and_make_up_the_shape(shape: Shape) -> None:
    found = pieces(shape)
    assert sum(map(np.count_nonzero, found)) == np.count_nonzero(shape)
    for piece in found:
        assert not (grown(piece) & shape & ~piece).any()
    assert [piece.sum() for piece in found] == sorted((piece.sum() for piece in found), reverse=True)


def test_corners_that_touch_are_one_piece() -> None:
    assert len(pieces(_box(0, 0, 2, 2) | _box(2, 2, 2, 2))) == 1
    assert len(pieces(_box(0, 0, 2, 2) | _box(3, 3, 2, 2))) == 2


def test_what_touches_at_a_corner_is_one_piece_or_two() -> None:
    shape = _box(4, 4, 2, 2) | _box(6, 6, 3, 3)
    assert [piece.sum() for piece in pieces(shape)] == [13]
    assert [piece.sum() for piece in pieces(shape, diagonally=False)] == [9, 4]
