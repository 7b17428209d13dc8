"""The sprite as it was drawn, enlarged."""

from collections.abc import Iterable, Sequence
from io import BytesIO

from PIL import Image, ImageColor

from arena.hero import Sprite
from arena.hero.limits import GRID, TRANSPARENT
from render.look import Look, sprite_of
from render.pixels import Frame, rows_of

SEE_THROUGH = (0, 0, 0, 0)
CHEQUERS = ((112, 116, 124), (144, 148, 156))
"""Two greys in turn, a pixel each: black and white show on them, and a grey pixel is seen among them."""


def sprite_png(look: Look, scale: int = 8, frame: Frame = "pixels") -> bytes:
    """A PNG of one frame of a look's sprite, each pixel a square of `scale` by `scale`, transparent around
    it.

    A look without a second frame strikes in its first. Raises `ValueError` for a scale below 1 or above 32.
    """
    file = BytesIO()
    _enlarged(_frame_image(sprite_of(look), frame), scale).save(file, "PNG", optimize=True)
    return file.getvalue()


def sheet_image(sprite: Sprite, frames: Sequence[Frame], scale: int) -> Image.Image:
    """Frames side by side, a pixel apart, on a chequered ground of which each square is a pixel.

    Raises `ValueError` as `sprite_png` does.
    """
    return _enlarged(_sheet(sprite, frames), scale)


def _sheet(sprite: Sprite, frames: Sequence[Frame]) -> Image.Image:
    sheet = _ground(len(frames) * (GRID + 1) - 1)
    for number, frame in enumerate(frames):
        image = _frame_image(sprite, frame)
        sheet.paste(image, (number * (GRID + 1), 0), image)
    for number in range(1, len(frames)):
        sheet.paste(SEE_THROUGH, (number * (GRID + 1) - 1, 0, number * (GRID + 1), GRID))
    return sheet


def _frame_image(sprite: Sprite, frame: Frame) -> Image.Image:
    rows = rows_of(sprite, frame)
    colours = [(*ImageColor.getrgb(colour)[:3], 255) for colour in sprite.palette]
    return _image(
        len(rows[0]),
        (SEE_THROUGH if pixel == TRANSPARENT else colours[int(pixel)] for row in rows for pixel in row),
    )


def _ground(width: int) -> Image.Image:
    return _image(width, ((*CHEQUERS[(x + y) % 2], 255) for y in range(GRID) for x in range(width)))


def _image(width: int, pixels: Iterable[tuple[int, ...]]) -> Image.Image:
    image = Image.new("RGBA", (width, GRID))
    image.putdata(list(pixels))
    return image


def _enlarged(image: Image.Image, scale: int) -> Image.Image:
    if not 1 <= scale <= 32:
        raise ValueError(f"scale {scale} is not in 1..32")
    return image.resize((image.width * scale, image.height * scale), Image.Resampling.NEAREST)
