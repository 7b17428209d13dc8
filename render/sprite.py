"""The sprite as it was drawn, enlarged."""

from io import BytesIO
from typing import Literal

from PIL import Image, ImageColor

from arena.hero import Hero

TRANSPARENT = (0, 0, 0, 0)


def sprite_png(hero: Hero, scale: int = 8, frame: Literal["pixels", "strike"] = "pixels") -> bytes:
    """A PNG of one frame of the hero's sprite, each pixel a square of `scale` by `scale`, transparent around
    it.

    A hero without a second frame strikes in its first. Raises `ValueError` for a scale below 1 or above 32.
    """
    if not 1 <= scale <= 32:
        raise ValueError(f"scale {scale} is not in 1..32")
    sprite = hero.sprite
    rows = (sprite.strike or sprite.pixels) if frame == "strike" else sprite.pixels
    colours = [(*ImageColor.getrgb(colour)[:3], 255) for colour in sprite.palette]
    image = Image.new("RGBA", (len(rows[0]), len(rows)))
    image.putdata([TRANSPARENT if pixel == "." else colours[int(pixel)] for row in rows for pixel in row])
    enlarged = image.resize((image.width * scale, image.height * scale), Image.Resampling.NEAREST)
    file = BytesIO()
    enlarged.save(file, "PNG", optimize=True)
    return file.getvalue()
