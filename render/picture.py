"""Still pictures of a figure."""

from io import BytesIO
from math import isfinite

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from arena.hero.limits import GRID
from render.camera import Camera
from render.framing import THREE_QUARTERS, Bounds
from render.look import Look, sprite_of
from render.model import Model, model_of
from render.raster import NOTHING, Canvas, shaded
from render.skeleton import Places

SIZES, DEFAULT_SIZE = (16, 1024), 256
"""Pixels that a picture may be wide and high, and is unless one asks for others."""
YAWS = (-360, 360)
"""Degrees that ways in take, a whole turn to either side; the functions here take any."""
EFFORT = 2
"""Of PNG's compression, from 1 to 9: what is usual takes three times as long and saves a third."""
GRID_CENTRE = (GRID / 2, GRID / 2, 0.0)


def picture_png(look: Look, size: int = DEFAULT_SIZE, yaw: float = THREE_QUARTERS) -> bytes:
    """A PNG with a palette of a look's figure in its first frame, `size` pixels wide and high, transparent
    around it, turned to the right by `yaw` degrees: at 0 one sees the front, which is the sprite, at 90 its
    back arm, at 180 the back. At multiples of 90 one looks level at the whole grid; at any other angle from
    `render.framing.ELEVATION` degrees above, with the figure's own axis in the middle, so that from 89 to 90
    degrees the view jumps.

    Raises `ValueError` for a size that is not in 16..1024, or a yaw that is no finite number.
    """
    file = BytesIO()
    image = model_image(model_of(sprite_of(look)), size, yaw)
    image.save(file, "PNG", transparency=NOTHING, compress_level=EFFORT)
    return file.getvalue()


def model_image(model: Model, size: int, yaw: float, places: Places | None = None) -> Image.Image:
    """The picture of a model that stands, or whose parts are moved to their `places`, as `Model.placed` tells
    them, and all of which fits in; with a palette of which `NOTHING` is where nothing is seen. Raises
    `ValueError` as `picture_png` does."""
    check_size(size)
    if not isfinite(yaw):
        raise ValueError(f"yaw {yaw} is no number of degrees")
    canvas = Canvas.blank(size, size)
    _camera(model, size, yaw, places).draw(canvas, model, places)
    return image_of(canvas, model.palette)


def check_size(size: int) -> None:
    """Raises `ValueError` for a size that is not in 16..1024."""
    smallest, largest = SIZES
    if not smallest <= size <= largest:
        raise ValueError(f"size {size} is not in {smallest}..{largest}")


def image_of(canvas: Canvas, palette: NDArray[np.uint8]) -> Image.Image:
    """What is drawn on a canvas in the shades of a palette (n, 3)."""
    image = Image.fromarray(canvas.picture, "P")
    image.putpalette(np.concatenate([np.zeros((1, 3), np.uint8), shaded(palette)]).tobytes())
    return image


def _camera(model: Model, size: int, yaw: float, places: Places | None) -> Camera:
    """Along an axis one looks level at a figure that stands, on the whole grid: from the front one sees the
    sprite itself."""
    if places is None and yaw % 90 == 0:
        return Camera(yaw, 0.0, size / GRID, GRID_CENTRE, (size / 2, size / 2))
    return Bounds.of(model, places).camera(yaw, size)
