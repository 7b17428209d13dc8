"""Bodies: the sprite from the front, round, thin and filled as they should be."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from arena.hero import Sprite
from arena.hero.limits import GRID, MIN_OPAQUE
from render.pixels import NO_COLOUR, Frame, pixels_of
from render.rig import LETTERS, Part, rig_of
from render.voxels import DEPTH, FILLED, RIB, THIN, Body, body_of
from tests.render.looks import ALL, front_view, look

FRAMES: tuple[Frame, ...] = ("pixels", "strike")


def _body(sprite: Sprite, frame: Frame = "pixels") -> Body:
    return body_of(pixels_of(sprite, frame), rig_of(sprite, frame))


def _padded(rows: list[str]) -> tuple[str, ...]:
    """A grid in the middle of whose lowest rows these stand."""
    return ("." * GRID,) * (GRID - len(rows)) + tuple(row.center(GRID, ".") for row in rows)


def _drawn(rows: list[str], palette: tuple[str, ...] = ("#c04040", "#101010", "#40c040")) -> Sprite:
    return Sprite(palette=palette, pixels=_padded(rows))


@pytest.mark.parametrize("frame", FRAMES)
@pytest.mark.parametrize("name", ALL)
def test_from_the_front_it_is_the_sprite_pixel_for_pixel(name: str, frame: Frame) -> None:
    sprite = look(name).sprite
    assert (front_view(_body(sprite, frame)) == pixels_of(sprite, frame).colours).all()


@pytest.mark.parametrize("name", ALL)
def test_no_two_parts_have_the_same_voxel(name: str) -> None:
    parts = _body(look(name).sprite).parts.values()
    assert (sum((layers != NO_COLOUR).astype(int) for layers in parts) <= 1).all()


def test_a_bar_is_as_deep_as_it_is_wide_and_rounded() -> None:
    layers = _body(_drawn(["0" * 9] * 20)).parts[Part.TORSO]
    deep = (layers != NO_COLOUR).sum(axis=2)[20]
    across = deep[deep > 0]
    assert across.max() == 9
    assert across[0] == across[-1] < 9
    assert (np.diff(across[:5]) >= 0).all()


def test_a_blade_stays_thin() -> None:
    layers = _body(_drawn([*["00"] * 14, *["0" * 12] * 12])).parts[Part.TORSO]
    deep = (layers != NO_COLOUR).sum(axis=2)
    assert deep[8].max() == THIN
    assert deep[26].max() > 2 * THIN


def _sword_bearer(colour: str) -> tuple[Body, Sprite]:
    """A trunk with a sleeve before it at whose side a sword of this colour stands, two pixels wide."""
    rows = [*["." * 16 + "22"] * 10, *["0" * 10 + "1" * 6 + "22"] * 12]
    rows = [row.replace("2", colour) for row in rows]
    sprite = _drawn(rows, ("#c04040", "#4040c0", "#e0e040"))
    rig = tuple(
        "".join("." if pixel == "." else "A" if column >= 17 else "t" for column, pixel in enumerate(row))
        for row in sprite.pixels
    )
    drawn = sprite.model_copy(update={"rig": rig})
    return _body(drawn), drawn


def test_a_blade_of_its_own_colour_stays_thin_beside_the_arm_that_holds_it() -> None:
    deep, of_the_sleeve = (
        (_sword_bearer(colour)[0].parts[Part.FRONT_ARM] != NO_COLOUR).sum(axis=2) for colour in "21"
    )
    assert deep[24, 23:25].max() == THIN
    assert of_the_sleeve[24, 23:25].max() > THIN, "as part of the sleeve it is round"


def test_the_side_of_a_part_shows_no_dark_line_between_it_and_another() -> None:
    rows = ["1" * 20, *["1" + "0" * 8 + "1" + "2" * 9 + "1"] * 18, "1" * 20]
    sprite = _drawn(rows)
    rig = tuple(
        "".join("." if pixel == "." else "A" if column >= 15 else "t" for column, pixel in enumerate(row))
        for row in sprite.pixels
    )
    arm = _body(sprite.model_copy(update={"rig": rig})).parts[Part.FRONT_ARM]
    side = arm[20, 15]
    shown = side[side != NO_COLOUR]
    assert len(shown) > 4
    assert (shown[1:-1] == 2).all()


def test_an_eye_does_not_go_round_the_head() -> None:
    sprite = _drawn([*["0" * 12] * 4, "0" * 10 + "20", *["0" * 12] * 8])
    rig = tuple("".join("." if pixel == "." else "h" for pixel in row) for row in sprite.pixels)
    layers = _body(sprite.model_copy(update={"rig": rig})).parts[Part.HEAD]
    assert (layers == 2).sum() == 1


def test_from_behind_a_leg_has_its_own_colours() -> None:
    sprite = _drawn([*["0" * 12] * 14, *["2222....2222"] * 10])
    rig = tuple(
        row.replace("0", "t").replace("2", "l", 4).replace("2", "L") if "2" in row else row.replace("0", "t")
        for row in sprite.pixels
    )
    parts = _body(sprite.model_copy(update={"rig": rig})).parts.values()
    voxels = np.maximum.reduce(list(parts))[23, 20]
    assert sprite.pixels[23][20] == "2"
    assert voxels[voxels != NO_COLOUR][0] == 2


def test_a_dark_outline_is_a_thin_rib_and_the_sides_show_what_is_within() -> None:
    rows = ["1" * 14, *["1" + "0" * 12 + "1"] * 18, "1" * 14]
    layers = _body(_drawn(rows)).parts[Part.TORSO]
    deep = (layers != NO_COLOUR).sum(axis=2)
    assert deep[20, 9] == RIB
    assert deep[20, 15] > 2 * RIB
    assert set(layers[20, 10][layers[20, 10] != NO_COLOUR].tolist()) == {0}


def test_a_figure_that_is_all_dark_is_no_outline() -> None:
    layers = _body(look("one dark colour").sprite).parts[Part.TORSO]
    assert (layers != NO_COLOUR).sum(axis=2).max() > 2 * RIB


def test_limbs_are_before_and_behind_the_trunk() -> None:
    parts = _body(look("doll_015_mummy_f").sprite).parts
    middles = {
        part: np.average(np.arange(DEPTH), weights=(layers != NO_COLOUR).sum(axis=(0, 1)))
        for part, layers in parts.items()
    }
    assert middles[Part.BACK_ARM] < middles[Part.BACK_LEG] < middles[Part.HEAD]
    assert middles[Part.HEAD] < middles[Part.FRONT_LEG] < middles[Part.FRONT_ARM]


def _trunk_behind(rows: list[str], rig: list[str], limb: str) -> NDArray[np.bool_]:
    """Which pixels of a limb, by its letter, have some of the trunk behind them; one row of them."""
    sprite = _drawn(rows)
    padded = _padded(rig)
    trunk = _body(sprite.model_copy(update={"rig": padded})).parts[Part.TORSO] != NO_COLOUR
    row = padded[-len(rig) // 2]
    columns = [column for column, letter in enumerate(row) if letter == limb]
    behind: NDArray[np.bool_] = trunk[-len(rig) // 2, columns].any(axis=1)
    return behind


@pytest.mark.parametrize("limb", ["A", "L"])
def test_the_trunk_goes_on_a_little_behind_a_limb_before_it(limb: str) -> None:
    behind = _trunk_behind(["0" * 10 + "2" * 8] * 16, ["t" * 10 + limb * 8] * 16, limb)
    assert behind.tolist() == [True] * FILLED + [False] * (8 - FILLED)


def test_where_a_dark_line_ends_the_trunk_it_does_not_go_on_behind_what_is_held_beside_it() -> None:
    behind = _trunk_behind(["0" * 9 + "1" + "2" * 8] * 16, ["t" * 10 + "A" * 8] * 16, "A")
    assert not behind.any()


@pytest.mark.parametrize("limb", ["A", "a", "l", "L"])
def test_behind_a_limb_that_is_drawn_on_the_trunk_there_is_no_hole(limb: str) -> None:
    rig = ["t" * 5 + limb * 8 + "t" * 5] * 16
    assert _trunk_behind(["0" * 5 + "2" * 8 + "0" * 5] * 16, rig, limb).all()


def test_a_back_arm_beside_the_trunk_is_behind_it_and_has_none_of_it_behind() -> None:
    behind = _trunk_behind(["2" * 8 + "0" * 10] * 16, ["a" * 8 + "t" * 10] * 16, "a")
    assert not behind.any()


def _back_of_head(face: list[str]) -> set[int]:
    """The colours that one sees of this head from behind."""
    sprite = _drawn(face)
    rig = tuple("".join("." if pixel == "." else "h" for pixel in row) for row in sprite.pixels)
    layers = _body(sprite.model_copy(update={"rig": rig})).parts[Part.HEAD]
    hindmost = (layers != NO_COLOUR).argmax(axis=2)
    seen = np.take_along_axis(layers, hindmost[:, :, None], axis=2)[:, :, 0]
    assert 2 in front_view(_body(sprite))
    return {int(colour) for colour in np.unique(seen)} - {NO_COLOUR}


def test_eyes_are_not_on_the_back_of_a_head() -> None:
    assert _back_of_head(["0" * 10, *["0" * 10] * 3, "0020000200", *["0" * 10] * 5]) == {0}


def test_glasses_and_their_dark_frames_are_not_on_the_back_of_a_head() -> None:
    glasses = ["0011111100", "0122112210", "0122112210", "0122112210", "0011111100"]
    assert _back_of_head([*["0" * 10] * 3, *glasses, *["0" * 10] * 3]) == {0}


def test_hair_that_reaches_the_edge_is_on_the_back_of_a_head_be_it_dark_or_not() -> None:
    assert _back_of_head(["2" * 10] * 4 + ["0" * 10] * 6) == {0, 2}
    assert _back_of_head(["1" * 10] * 4 + ["0" * 10] * 3 + ["0022000000"] + ["0" * 10] * 3) == {0, 1}


@st.composite
def _noise(draw: st.DrawFn) -> Sprite:
    """Anything that may be a sprite, at any density, with a rig or without."""
    chance = np.random.default_rng(draw(st.integers(0, 2**32)))
    opaque = chance.random((GRID, GRID)) < draw(st.sampled_from([0.1, 0.4, 0.7, 0.97]))
    opaque[0, :MIN_OPAQUE] = True
    colours, letters = chance.integers(0, 8, (GRID, GRID)), chance.choice(list(LETTERS), (GRID, GRID))
    pixels = tuple("".join(row) for row in np.where(opaque, colours.astype(str), "."))
    rig = tuple("".join(row) for row in np.where(opaque, letters, ".")) if draw(st.booleans()) else None
    return Sprite(palette=tuple(f"#{i}0{i}4{i}8" for i in range(8)), pixels=pixels, rig=rig)


@settings(max_examples=25, deadline=None)
@given(_noise())
def test_noise_is_a_body_too(sprite: Sprite) -> None:
    body = _body(sprite)
    assert (front_view(body) == pixels_of(sprite).colours).all()
    assert (sum((layers != NO_COLOUR).astype(int) for layers in body.parts.values()) <= 1).all()
