"""The sprite as a picture: the author's pixels, enlarged, nothing else."""

from io import BytesIO

import pytest
from PIL import Image

from arena import roster
from render import Frame, sprite_png
from render.sprite import CHEQUERS, sheet_image


def picture(png: bytes) -> Image.Image:
    return Image.open(BytesIO(png)).convert("RGBA")


@pytest.mark.parametrize("scale", [1, 8, 32])
def test_each_pixel_becomes_a_square_of_its_colour(scale: int) -> None:
    hero = roster.load("duck")
    image = picture(sprite_png(hero, scale))
    assert image.size == (32 * scale, 32 * scale)
    for y, row in enumerate(hero.sprite.pixels):
        for x, pixel in enumerate(row):
            red, green, blue, alpha = image.getpixel((x * scale + scale // 2, y * scale + scale - 1))
            assert alpha == (0 if pixel == "." else 255)
            if alpha:
                assert f"#{red:02x}{green:02x}{blue:02x}" == hero.sprite.palette[int(pixel)]


def test_the_strike_frame_is_another_picture() -> None:
    hero = roster.load("dragon")
    assert sprite_png(hero, 4, "strike") != sprite_png(hero, 4)


def test_a_hero_without_a_strike_frame_strikes_in_its_first() -> None:
    hero = roster.load("dragon")
    plain = hero.model_copy(update={"sprite": hero.sprite.model_copy(update={"strike": None})})
    assert sprite_png(plain, 4, "strike") == sprite_png(plain, 4)


@pytest.mark.parametrize("scale", [0, -1, 33])
def test_a_scale_out_of_range_is_refused(scale: int) -> None:
    with pytest.raises(ValueError, match="scale"):
        sprite_png(roster.load("duck"), scale)


@pytest.mark.parametrize("frames", [("pixels",), ("strike",), ("pixels", "strike")])
def test_a_sheet_shows_frames_side_by_side_on_two_greys(frames: tuple[Frame, ...]) -> None:
    sprite = roster.load("dragon").sprite
    image = sheet_image(sprite, frames, 4)
    assert image.size == ((33 * len(frames) - 1) * 4, 32 * 4)
    for number, frame in enumerate(frames):
        for y, row in enumerate(getattr(sprite, frame)):
            for x, pixel in enumerate(row):
                column = 33 * number + x
                corners = {image.getpixel((column * 4 + i, y * 4 + j)) for i in (0, 3) for j in (0, 3)}
                ((*seen, alpha),) = corners
                assert alpha == 255
                if pixel == ".":
                    assert tuple(seen) == CHEQUERS[(column + y) % 2]
                else:
                    assert "#" + bytes(seen).hex() == sprite.palette[int(pixel)]
    gaps = {image.getpixel((33 * number * 4 - 2, 60)) for number in range(1, len(frames))}
    assert gaps <= {(0, 0, 0, 0)}
