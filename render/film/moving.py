"""Moving pictures as files."""

from dataclasses import dataclass
from io import BytesIO
from itertools import accumulate, pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from render.raster import NOTHING


@dataclass(frozen=True)
class Frames:
    """Pictures of one palette: (height, width) uint8 each, not a pixel of it
    `NOTHING`, and for how many milliseconds each is shown."""

    pictures: tuple[NDArray[np.uint8], ...]
    durations: tuple[int, ...]
    palette: bytes

    def halved(self) -> "Frames":
        """Every second picture, and the last."""
        kept = [*range(0, len(self.pictures) - 1, 2), len(self.pictures) - 1]
        times = list(accumulate(self.durations, initial=0))
        ends = [times[i] for i in kept[1:]] + [times[-1]]
        durations = tuple(end - times[i] for i, end in zip(kept, ends, strict=True))
        return Frames(tuple(self.pictures[i] for i in kept), durations, self.palette)

    @property
    def images(self) -> list[Image.Image]:
        images = [Image.fromarray(picture, "P") for picture in self.pictures]
        for image in images:
            image.putpalette(self.palette)
        return images


def lossless_webp(frames: Frames) -> bytes:
    """A WebP that is shown once, pixel for pixel."""
    return _saved(
        frames.images, "WEBP", duration=list(frames.durations), loop=1, lossless=True, quality=0, method=0
    )


def lossy_webp(frames: Frames) -> bytes:
    """A WebP that is shown once, smaller and not exact."""
    return _saved(frames.images, "WEBP", duration=list(frames.durations), loop=1, quality=80, method=2)


def gif(frames: Frames) -> bytes:
    """A GIF that is shown once, pixel for pixel.

    Each frame is what differs from the one before, the rest is see-through: nothing is ever taken away, so
    that nothing of an older frame comes back.
    """
    pictures = frames.pictures
    changes = [np.where(now != was, now, NOTHING) for was, now in pairwise(pictures)]
    images = Frames((pictures[0], *changes), frames.durations, frames.palette).images
    return _saved(
        images,
        "GIF",
        duration=list(frames.durations),
        transparency=NOTHING,
        disposal=1,
        optimize=False,
    )


def _saved(images: list[Image.Image], kind: str, **options: Any) -> bytes:
    file = BytesIO()
    images[0].save(file, kind, save_all=True, append_images=images[1:], **options)
    return file.getvalue()
