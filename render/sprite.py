"""The sprite as it was drawn, enlarged."""

from collections.abc import Iterable, Sequence
from io import BytesIO
from typing import Literal

from PIL import Image, ImageColor

from arena.hero import Hero, Sprite
from arena.hero.limits import GRID, TRANSPARENT

Frame = Literal["pixels", "strike"]
CLEAR = (0, 0, 0, 0)
GROUND = ((112, 116, 124), (144, 148, 156))
"""Two greys in turn, a pixel each: black and white show on them, and a grey pixel is seen among them."""


def sprite_png(hero: Hero, scale: int = 8, frame: Frame = "pixels") -> bytes:
    """A PNG of one frame of the hero's sprite, each pixel a square of `scale` by `scale`, transparent around
    it.

    A hero without a second frame strikes in its first. Raises `ValueError` for a scale below 1 or above 32.
    """
    return _png(_frame_image(hero.sprite, frame), scale)


def sheet_png(sprite: Sprite, frames: Sequence[Frame], scale: int = 8) -> bytes:
    """A PNG of frames side by side, a pixel apart, on a chequered ground of which each square is a pixel.

    Raises `ValueError` as `sprite_png` does.
    """
    sheet = _ground(len(frames) * (GRID + 1) - 1)
    for number, frame in enumerate(frames):
        image = _frame_image(sprite, frame)
        sheet.paste(image, (number * (GRID + 1), 0), image)
    for number in range(1, len(frames)):
        sheet.paste(CLEAR, (number * (GRID + 1) - 1, 0, number * (GRID + 1), GRID))
    return _png(sheet, scale)


def _frame_image(sprite: Sprite, frame: Frame) -> Image.Image:
    rows = (sprite.strike or sprite.pixels) if frame == "strike" else sprite.pixels
    colours = [(*ImageColor.getrgb(colour)[:3], 255) for colour in sprite.palette]
    return _image(
        len(rows[0]),
        (CLEAR if pixel == TRANSPARENT else colours[int(pixel)] for row in rows for pixel in row),
    )


def _ground(width: int) -> Image.Image:
    return _image(width, ((*GROUND[(x + y) % 2], 255) for y in range(GRID) for x in range(width)))


def _image(width: int, pixels: Iterable[tuple[int, ...]]) -> Image.Image:
    image = Image.new("RGBA", (width, GRID))
    image.putdata(list(pixels))
    return image


def _png(image: Image.Image, scale: int) -> bytes:
    if not 1 <= scale <= 32:
        raise ValueError(f"scale {scale} is not in 1..32")
    enlarged = image.resize((image.width * scale, image.height * scale), Image.Resampling.NEAREST)
    file = BytesIO()
    enlarged.save(file, "PNG", optimize=True)
    return file.getvalue()
