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
from render.poses import CLIPS
from render.raster import NOTHING, Canvas, shaded

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
    return model_png(model_of(sprite_of(look)), size, yaw)


def pose_png(
    look: Look, clip: str, seconds: float, size: int = DEFAULT_SIZE, yaw: float = THREE_QUARTERS
) -> bytes:
    """As `picture_png`, at a time of one of `render.poses.CLIPS`, all of which fits into the picture, in the
    frame that is shown then. Beyond its ends a clip that loops goes on, another stays as it is there.

    Raises `ValueError` as that does, for a clip that there is not, and for a time that is no finite number.
    """
    if clip not in CLIPS:
        raise ValueError(f"clip {clip!r} is none of {', '.join(CLIPS)}")
    if not isfinite(seconds):
        raise ValueError(f"{seconds} is no time of a clip")
    model = model_of(sprite_of(look), CLIPS[clip].frame_at(seconds))
    return model_png(model, size, yaw, clip, seconds)


def model_png(model: Model, size: int, yaw: float, clip: str | None = None, seconds: float = 0.0) -> bytes:
    """The picture of a model that is made already. Raises `ValueError` as `picture_png` does."""
    file = BytesIO()
    model_image(model, size, yaw, clip, seconds).save(
        file, "PNG", transparency=NOTHING, compress_level=EFFORT
    )
    return file.getvalue()


def model_image(
    model: Model, size: int, yaw: float, clip: str | None = None, seconds: float = 0.0
) -> Image.Image:
    """The picture of a model, with a palette of which `NOTHING` is where nothing is seen. Raises `ValueError`
    as `picture_png` does."""
    check_size(size)
    if not isfinite(yaw):
        raise ValueError(f"yaw {yaw} is no number of degrees")
    canvas = Canvas.blank(size, size)
    if clip is None:
        _camera(model, size, yaw).draw(canvas, model)
    else:
        played = CLIPS[clip]
        Bounds.of(model, played).camera(yaw, size).draw(canvas, model, model.placed(played, seconds))
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


def _camera(model: Model, size: int, yaw: float) -> Camera:
    """Along an axis one looks level, on the whole grid: from the front one sees the sprite itself."""
    if yaw % 90 == 0:
        return Camera(yaw, 0.0, size / GRID, GRID_CENTRE, (size / 2, size / 2))
    return Bounds.of(model).camera(yaw, size)
