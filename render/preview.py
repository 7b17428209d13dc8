"""What an author looks at: the frames as they were drawn, and what becomes of them."""

from collections.abc import Sequence
from io import BytesIO

import numpy as np
from PIL import Image

from render.framing import THREE_QUARTERS
from render.look import Look, sprite_of
from render.model import Model, model_of
from render.picture import model_image
from render.pixels import Frame
from render.poses import CLIPS
from render.raster import NOTHING
from render.skeleton import Places
from render.sprite import CHEQUERS, SEE_THROUGH, sheet_image

SHEET_SCALE = 8
"""Of the frames, each pixel of which can be told from its neighbours."""
STRIKE, STRUCK_AT = CLIPS["strike"], 0.5
"""The clip, and the share of it in which the blow lands."""


def preview_png(look: Look, frames: Sequence[Frame]) -> bytes:
    """A PNG of frames side by side, as `render.sprite.sheet_image` shows them, and then of the figure: seen
    from three quarters, and as it strikes."""
    sprite = sprite_of(look)
    sheet = sheet_image(sprite, frames, SHEET_SCALE)
    struck_at = STRUCK_AT * STRIKE.seconds
    stands, strikes = model_of(sprite), model_of(sprite, STRIKE.frame_at(struck_at))
    places = strikes.placed(STRIKE, struck_at)
    views = [_figure(stands, sheet.height), _figure(strikes, sheet.height, places)]
    width = sheet.width + sum(SHEET_SCALE + view.width for view in views)
    whole = Image.new("RGBA", (width, sheet.height), SEE_THROUGH)
    whole.paste(sheet, (0, 0))
    left = sheet.width
    for view in views:
        whole.paste(view, (left + SHEET_SCALE, 0))
        left += SHEET_SCALE + view.width
    file = BytesIO()
    _indexed(whole).save(file, "PNG", optimize=True)
    return file.getvalue()


def _indexed(image: Image.Image) -> Image.Image:
    """A picture of few colours with exactly these as its palette; the clear one is the first."""
    pixels = np.asarray(image).reshape(-1, 4)
    found, places = np.unique(np.ascontiguousarray(pixels).view(np.uint32), return_inverse=True)
    assert len(found) <= 256, "two frames and a figure in its shades have fewer colours"
    indexed = Image.fromarray(places.reshape(image.height, image.width).astype(np.uint8), "P")
    colours = found.view(np.uint8).reshape(-1, 4)
    indexed.putpalette(colours[:, :3].tobytes())
    clear = np.flatnonzero(colours[:, 3] == 0)
    if clear.size:
        indexed.info["transparency"] = int(clear[0])
    return indexed


def _figure(model: Model, size: int, places: Places | None = None) -> Image.Image:
    """A figure on plain ground, as it stands or with its parts at their `places`."""
    image = model_image(model, size, THREE_QUARTERS, places)
    image.info["transparency"] = NOTHING
    seen = image.convert("RGBA")
    ground = Image.new("RGBA", seen.size, (*CHEQUERS[1], 255))
    ground.alpha_composite(seen)
    return ground
