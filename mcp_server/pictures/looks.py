"""The files of a look, by the endings of their addresses."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from arena.hero import Hero, Sprite, Stats
from render import figure_glb, figure_vox, picture_png, turntable_webp
from render.framing import THREE_QUARTERS

KEPT = 128
"""Files that are kept in memory, as they were last asked for."""
SIZE, YAW = 256, round(THREE_QUARTERS)


@dataclass(frozen=True)
class LookFile:
    """A kind of file of a look; `make` takes a hero, of which only the look counts, and the options."""

    media_type: str
    title: str
    make: Callable[..., bytes]


LOOK_FILES: Mapping[str, LookFile] = {
    "png": LookFile("image/png", "A picture of a look", picture_png),
    "webp": LookFile("image/webp", "A look turning around", turntable_webp),
    "glb": LookFile("model/gltf-binary", "The figure of a look, with its clips", figure_glb),
    "vox": LookFile("application/octet-stream", "The voxels of a look, for MagicaVoxel", figure_vox),
}


@lru_cache(KEPT)
def look_file(sprite: Sprite, kind: str, **options: int) -> bytes:
    """A file of a look of one of the kinds in `LOOK_FILES`, with the options that its maker takes."""
    hero = Hero.model_construct(
        name="", motto="", sprite=sprite, stats=Stats.model_construct(), abilities=(), rules=()
    )
    return LOOK_FILES[kind].make(hero, **options)
