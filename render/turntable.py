"""A figure that stands and is turned once around: films that go on for ever."""

from collections.abc import Callable, Iterator
from io import BytesIO

from PIL import Image

from render.framing import THREE_QUARTERS, Bounds
from render.look import Look, sprite_of
from render.model import model_of
from render.picture import check_size, image_of
from render.raster import NOTHING, Canvas

FRAMES = 36
FRAME_MS = 80
"""Milliseconds of a picture: a multiple of ten, since GIF counts in hundredths of a second."""
DEFAULT_SIZE = 192
EFFORT = {"quality": 40, "method": 2}
"""Of WebP's encoder: more takes longer and saves next to nothing."""

Drawn = Callable[[], object]


def _nothing() -> None:
    pass


def turntable_webp(look: Look, size: int = DEFAULT_SIZE, drawn: Drawn = _nothing) -> bytes:
    """A lossless WebP of a look's figure that turns to the right, `size` pixels wide and high, transparent
    around it. `drawn` is called after each of the `FRAMES`.

    Raises `ValueError` for a size that is not in 16..1024.
    """
    first, *others = _frames(look, size, drawn)
    file = BytesIO()
    first.save(
        file,
        "WEBP",
        save_all=True,
        append_images=others,
        duration=FRAME_MS,
        loop=0,
        lossless=True,
        **EFFORT,
    )
    return file.getvalue()


def turntable_gif(look: Look, size: int = DEFAULT_SIZE, drawn: Drawn = _nothing) -> bytes:
    """The same as a GIF of one palette. Raises `ValueError` as that does."""
    first, *others = _frames(look, size, drawn)
    file = BytesIO()
    first.save(
        file,
        "GIF",
        save_all=True,
        append_images=others,
        duration=FRAME_MS,
        loop=0,
        disposal=2,
        transparency=NOTHING,
        palette=first.getpalette(),  # else each frame gets one of its own
        optimize=False,
    )
    return file.getvalue()


def _frames(look: Look, size: int, drawn: Drawn) -> Iterator[Image.Image]:
    check_size(size)
    model = model_of(sprite_of(look))
    bounds = Bounds.of(model)
    for number in range(FRAMES):
        canvas = Canvas.blank(size, size)
        bounds.camera(THREE_QUARTERS + 360 * number / FRAMES, size).draw(canvas, model)
        image = image_of(canvas, model.palette)
        image.info["transparency"] = NOTHING
        yield image
        drawn()
