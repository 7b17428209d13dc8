"""Rigs: the author's as it is, else one by the shape, held against rigs that people drew."""

import numpy as np
import pytest
from numpy.typing import NDArray

from arena.hero import Hero
from render.pixels import Frame, pixels_of
from render.rig import LETTERS, NO_PART, Part, automatic_parts, rig_of
from render.shapes import Shape, pieces
from tests.render.chibis import CHIBIS
from tests.render.looks import ALL, DOLLS, look, with_sprite, without_rig


@pytest.mark.parametrize("name", ["knight", "dragon", *DOLLS[:2]])
def test_a_rig_that_is_given_is_taken_as_it_is(name: str) -> None:
    sprite = look(name).sprite
    rig = rig_of(sprite)
    assert rig.is_given
    letters = np.array(list(LETTERS + "."))[rig.parts]
    assert tuple("".join(row) for row in letters) == sprite.rig


def test_the_second_frame_has_its_own_rig() -> None:
    sprite = look("knight").sprite
    letters = np.array(list(LETTERS + "."))[rig_of(sprite, "strike").parts]
    assert tuple("".join(row) for row in letters) == sprite.strike_rig


def _agreement(given: NDArray[np.int8], found: NDArray[np.int8]) -> tuple[float, float]:
    """The mean over the parts that were given of what both call so, of what either does; the share of the
    pixels of which both say the same."""
    parts = np.unique(given[given != NO_PART])
    both = np.array([((given == part) & (found == part)).sum() for part in parts])
    either = np.array([((given == part) | (found == part)).sum() for part in parts])
    return float(np.mean(both / either)), float((given == found)[given != NO_PART].mean())


def _hidden(hero: Hero, frame: Frame = "pixels") -> tuple[float, float]:
    """How an automatic rig agrees with the author's."""
    given, found = (rig_of(each.sprite, frame).parts for each in (hero, without_rig(hero)))
    return _agreement(given, found)


def test_on_dolls_whose_rig_is_hidden_the_automatic_one_agrees_with_it() -> None:
    agreeing, right = zip(*(_hidden(look(name)) for name in DOLLS), strict=True)
    assert len(DOLLS) == 16
    assert np.mean(agreeing) >= 0.79
    assert np.median(right) >= 0.92


@pytest.mark.parametrize("name", CHIBIS)
def test_a_big_head_reaches_down_to_the_neck(name: str) -> None:
    agreeing, right = _hidden(with_sprite(CHIBIS[name]))
    assert agreeing >= 0.8
    assert right >= 0.94


BIG_HEADS: tuple[tuple[str, Frame], ...] = (
    ("ninja", "pixels"),
    ("pm", "pixels"),
    ("pm", "strike"),
    ("mushroom", "pixels"),
    ("robot", "pixels"),
    ("robot", "strike"),
)


def test_heroes_with_big_heads_are_seen_much_as_their_author_meant_them() -> None:
    agreeing, right = zip(*(_hidden(look(name), frame) for name, frame in BIG_HEADS), strict=True)
    assert np.mean(agreeing) >= 0.65
    assert min(right) >= 0.7


def test_hands_that_hang_below_the_hips_are_whole() -> None:
    opaque = np.zeros((32, 32), np.bool_)
    opaque[3:13, 11:21] = opaque[13:22, 7:25] = opaque[22:31, 11:21] = True
    parts = automatic_parts(opaque)
    assert set(parts[13:22, 7:10].ravel().tolist()) == {Part.BACK_ARM}
    assert set(parts[13:22, 22:25].ravel().tolist()) == {Part.FRONT_ARM}


def test_a_tail_goes_with_the_body_on_which_it_hangs_and_is_no_arm() -> None:
    naga = rig_of(look("dcss_mon_naga").sprite).parts
    tail, hand = (slice(11, 19), slice(0, 7)), (slice(11, 18), slice(8, 11))
    assert set(naga[tail].ravel().tolist()) == {NO_PART, Part.BACK_LEG}
    assert set(naga[hand].ravel().tolist()) == {NO_PART, Part.BACK_ARM}
    bones = rig_of(look("dcss_mon_undead_skeletons_skeleton_naga").sprite).parts
    assert set(bones[20:, :7].ravel().tolist()) == {NO_PART, Part.BACK_LEG}


def test_a_staff_that_a_hero_holds_beside_its_legs_is_no_tail() -> None:
    witch = rig_of(without_rig(look("witch")).sprite).parts
    assert set(witch[:, 27:].ravel().tolist()) == {NO_PART, Part.FRONT_ARM}


@pytest.mark.parametrize("name", ALL)
def test_an_automatic_rig_covers_the_figure_with_parts_of_one_piece(name: str) -> None:
    sprite = without_rig(look(name)).sprite
    opaque = pixels_of(sprite).opaque
    parts = rig_of(sprite).parts
    assert ((parts != NO_PART) == opaque).all()
    if len(pieces(opaque)) == 1:
        assert all(len(pieces(parts == part)) <= 1 for part in Part)


@pytest.mark.parametrize("kind", ["noise", "boxes", "pillars"])
def test_any_shape_has_a_rig(kind: str) -> None:
    random = np.random.default_rng(7)
    for _ in range(400):
        opaque = _shape(kind, random)
        parts = automatic_parts(opaque)
        assert ((parts != NO_PART) == opaque).all()
        if len(pieces(opaque)) == 1:
            assert all(len(pieces(parts == part)) <= 1 for part in Part)


def _shape(kind: str, random: np.random.Generator) -> Shape:
    """A random shape of at least a pixel."""
    shape = random.random((32, 32)) < random.random() if kind == "noise" else np.zeros((32, 32), bool)
    for _ in range(0 if kind == "noise" else random.integers(1, 7)):
        (top, left), (height, width) = random.integers(0, 32, 2), random.integers(1, 20, 2)
        shape[top : top + height, left : left + width] = True
    if kind == "pillars":
        middle, beside = random.integers(0, 30), random.integers(0, 6)
        shape[:, 5:27] = False
        shape[:, beside : beside + 3] = shape[:, 29 - beside : 32 - beside] = True
        shape[middle : middle + random.integers(1, 6)] = True
    shape[16, 16] = True
    return shape


def test_stray_pixels_go_with_the_part_that_is_nearest() -> None:
    sprite = without_rig(look("doll_015_mummy_f")).sprite
    rows = list(sprite.pixels)
    rows[20] = rows[20][:30] + "0" + rows[20][31:]
    stray = rig_of(sprite.model_copy(update={"pixels": tuple(rows)})).parts
    assert stray[20, 30] == Part.FRONT_ARM


@pytest.mark.parametrize("name", ["doll_015_mummy_f", "doll_074_demigod_m"])
def test_the_front_is_on_the_right(name: str) -> None:
    parts = rig_of(without_rig(look(name)).sprite).parts
    columns = {part: np.nonzero(parts == part)[1].mean() for part in Part}
    assert columns[Part.BACK_ARM] < columns[Part.TORSO] < columns[Part.FRONT_ARM]
    assert columns[Part.BACK_LEG] < columns[Part.FRONT_LEG]


ON_NO_TWO_LEGS = (
    "dcss_mon_animals_butterfly9",
    "dcss_mon_animals_elephant_slug",
    "dcss_mon_animals_giant_leech",
    "dcss_mon_animals_hound",
    "dcss_mon_demons_demonic_crawler",
    "dcss_mon_undead_skeletons_skeleton_dragon",
    "dcss_mon_vault_microbat",
)


@pytest.mark.parametrize("name", [*ON_NO_TWO_LEGS, "checkerboard"])
def test_a_figure_that_is_no_biped_is_all_torso(name: str) -> None:
    rig = rig_of(look(name).sprite)
    assert not rig.has_limbs
    assert not rig.is_given
