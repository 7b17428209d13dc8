"""The files of a look, by the endings of their addresses."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from threading import Lock

from cachetools import LRUCache, cached

from arena.hero import Sprite
from render import figure_glb, figure_vox, picture_png, turntable_webp
from render.picture import SIZES, YAWS

MOST_BYTES = 32_000_000
"""Of the files that are kept in memory, as they were last asked for; those with options are not."""


@dataclass(frozen=True)
class LookFile:
    """A kind of file of a look; `make` takes the sprite and options.

    `of_agents`: the options with which an agent gets it, who has it as text in a conversation; `numbers`:
    whole numbers that people may give, by their names, each with the least and the most.
    """

    media_type: str
    title: str
    make: Callable[..., bytes]
    of_agents: Mapping[str, int] = field(default_factory=dict)
    numbers: Mapping[str, tuple[int, int]] = field(default_factory=dict)


LOOK_FILES: Mapping[str, LookFile] = {
    "png": LookFile(
        "image/png",
        "A picture of a look",
        picture_png,
        numbers={"size": SIZES, "yaw": YAWS},
    ),
    "webp": LookFile("image/webp", "A look turning around", turntable_webp),
    "glb": LookFile(
        "model/gltf-binary", "The figure of a look, with its clips", figure_glb, of_agents={"small": True}
    ),
    "vox": LookFile("application/octet-stream", "The voxels of a look, for MagicaVoxel", figure_vox),
}


def look_file(sprite: Sprite, kind: str, **options: int) -> bytes:
    """A file of a look of one of the kinds in `LOOK_FILES`, with the options that its maker takes."""
    is_kept = options in ({}, LOOK_FILES[kind].of_agents)
    return (_kept if is_kept else _made)(sprite, kind, **options)


def _made(sprite: Sprite, kind: str, **options: int) -> bytes:
    return LOOK_FILES[kind].make(sprite, **options)


_kept = cached(LRUCache(MOST_BYTES, getsizeof=len), lock=Lock())(_made)
