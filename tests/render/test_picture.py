"""Pictures: the sprite itself from the front, a figure in its colours from everywhere else."""

from io import BytesIO

import numpy as np
import pytest
from PIL import Image, ImageColor, ImageDraw

from arena.hero import Hero, Sprite
from render import picture_png
from render.framing import Bounds
from render.model import model_of
from render.picture import model_image
from render.poses import CLIPS
from render.raster import DARKEST, NOTHING, SHADES, Canvas
from render.rig import Part, rig_of
from tests.render.looks import ALL, look, with_sprite


def _rgba(png: bytes) -> np.ndarray:
    return np.array(Image.open(BytesIO(png)).convert("RGBA"))


def _posed(name: str, clip: str, seconds: float, size: int) -> Image.Image:
    """A look at a time of a clip, in the frame that is shown then."""
    model = model_of(look(name).sprite, CLIPS[clip].frame_at(seconds))
    return model_image(model, size, 30, model.placed(CLIPS[clip], seconds))


@pytest.mark.parametrize("name", ALL)
def test_from_the_front_it_is_the_sprite_pixel_for_pixel(name: str) -> None:
    sprite = look(name).sprite
    colours = np.array([(*ImageColor.getrgb(each), 255) for each in sprite.palette] + [(0, 0, 0, 0)])
    wanted = colours[[[-1 if pixel == "." else int(pixel) for pixel in row] for row in sprite.pixels]]
    seen = _rgba(picture_png(look(name), 128, 0)).reshape(32, 4, 32, 4, 4)
    opaque = wanted[:, :, 3] > 0
    assert (seen[:, :, :, :, 3] == wanted[:, None, :, None, 3]).all()
    assert (seen.transpose(0, 2, 1, 3, 4)[opaque] == wanted[opaque][:, None, None]).all()


def test_the_back_is_the_front_in_a_mirror() -> None:
    front, back = (_rgba(picture_png(look("dcss_mon_animals_hound"), 64, yaw)) for yaw in (0, 180))
    assert (back[:, ::-1, 3] == front[:, :, 3]).all()


def _in_colours_of_parts(name: str) -> Hero:
    """A look each part of which has a colour of its own, by its number."""
    given = look(name).sprite
    rows = tuple("".join("." if part < 0 else str(part) for part in row) for row in rig_of(given).parts)
    palette = tuple(f"#{40 * part:02x}8080" for part in Part)
    return with_sprite(Sprite(palette=palette, pixels=rows, rig=given.rig))


@pytest.mark.parametrize("name", ["doll_015_mummy_f", "doll_026_deep_elf_m"])
@pytest.mark.parametrize(
    ("yaw", "near", "far"),
    [
        (90, Part.BACK_ARM, Part.FRONT_ARM),
        (60, Part.BACK_ARM, Part.FRONT_ARM),
        (-60, Part.FRONT_ARM, Part.BACK_ARM),
        (-90, Part.FRONT_ARM, Part.BACK_ARM),
    ],
)
def test_who_is_turned_to_the_right_shows_its_back_arm_and_to_the_left_its_front_arm(
    name: str, yaw: float, near: Part, far: Part
) -> None:
    """Its front, which is seen at 0, then faces right: one sees what was on the left."""
    picture = np.array(Image.open(BytesIO(picture_png(_in_colours_of_parts(name), 128, yaw))))
    seen = (picture[picture != NOTHING].astype(int) - 1) // SHADES
    assert (seen == near).sum() > 2 * (seen == far).sum()


@pytest.mark.parametrize("yaw", [30, -40, 90, 725.5])
def test_only_shades_of_the_palette_are_seen(yaw: float) -> None:
    hero = look("robot")
    seen = _rgba(picture_png(hero, 128, yaw))
    pixels = np.unique(seen[seen[:, :, 3] > 0][:, :3], axis=0).astype(float)
    assert len(pixels) > 3
    palette = np.array([ImageColor.getrgb(each) for each in hero.sprite.palette], float)
    for pixel in pixels:
        apart = [
            np.abs(colour * brightness - pixel).max()
            for colour in palette
            for brightness in np.linspace(DARKEST, 1, 12)
        ]
        assert min(apart) <= 1


@pytest.mark.parametrize("size", [16, 255, 256, 1024])
def test_a_picture_is_as_large_as_asked_for(size: int) -> None:
    assert _rgba(picture_png(look("duck"), size)).shape == (size, size, 4)


@pytest.mark.parametrize("size", [0, -1, 15, 1025])
def test_a_size_out_of_range_is_refused_by_name(size: int) -> None:
    with pytest.raises(ValueError, match="size"):
        picture_png(look("duck"), size)


@pytest.mark.parametrize("yaw", [float("nan"), float("inf")])
def test_a_yaw_that_is_no_angle_is_refused_by_name(yaw: float) -> None:
    with pytest.raises(ValueError, match="yaw"):
        picture_png(look("duck"), 64, yaw)


@pytest.mark.parametrize("clip", CLIPS)
def test_each_clip_is_seen_to_move(clip: str) -> None:
    """In a view that stays as it is."""
    seen = set()
    for share in (0.0, 0.4):
        seconds = share * CLIPS[clip].seconds
        model, canvas = model_of(look("robot").sprite), Canvas.blank(64, 64)
        Bounds.of(model).camera(30, 64).draw(canvas, model, model.placed(CLIPS[clip], seconds))
        seen.add(canvas.picture.tobytes())
    assert len(seen) == 2


def test_a_figure_that_is_moved_as_a_whole_is_shown_in_the_middle_all_the_same() -> None:
    model, moved = model_of(look("robot").sprite), np.eye(4)
    moved[:3, 3] = 9.0, 4.0, 0.0
    there = model_image(model, 128, 30, dict.fromkeys(model.meshes, moved))
    assert (np.array(there) == np.array(model_image(model, 128, 30))).mean() > 0.99


@pytest.mark.parametrize("clip", ["idle", "strike", "fall"])
def test_who_has_not_moved_yet_is_shown_as_one_that_stands(clip: str) -> None:
    """What else it will do in the clip makes it no smaller."""
    stands = model_image(model_of(look("teapot").sprite), 128, 30)
    assert _posed("teapot", clip, 0.0, 128).tobytes() == stands.tobytes()


@pytest.mark.parametrize("yaw", [20, 45, 130, 300])
@pytest.mark.parametrize("name", ["full square", "kraken", "dcss_mon_animals_elephant_slug"])
def test_nothing_of_a_turned_figure_is_cut_off(name: str, yaw: float) -> None:
    alpha = _rgba(picture_png(look(name), 256, yaw))[:, :, 3]
    edges = np.concatenate([alpha[0], alpha[-1], alpha[:, 0], alpha[:, -1]])
    assert not edges.any()


def test_a_turned_figure_has_no_holes() -> None:
    """Squares that meet leave no pixel between them, at any angle: nothing clear is enclosed."""
    hero = look("full square")
    for yaw in range(5, 85, 9):
        seen = Image.fromarray(_rgba(picture_png(hero, 200, yaw))[:, :, 3]).copy()
        ImageDraw.floodfill(seen, (0, 0), 255)
        assert seen.getextrema() == (255, 255)


@pytest.mark.parametrize("name", ["knight", "ninja", "full square", "dcss_mon_vault_microbat"])
@pytest.mark.parametrize("clip", ["strike", "fall", "win"])
def test_nothing_of_a_figure_that_moves_is_cut_off(name: str, clip: str) -> None:
    for pose in CLIPS[clip].poses:
        seen = np.array(_posed(name, clip, pose.at * CLIPS[clip].seconds, 128)) != NOTHING
        assert seen.any()
        assert not np.concatenate([seen[0], seen[-1], seen[:, 0], seen[:, -1]]).any()
