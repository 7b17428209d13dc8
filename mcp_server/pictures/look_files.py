"""The files of a look, by the endings of their addresses."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from threading import Lock

from cachetools import LRUCache, cached

from arena.hero import Sprite
from render import figure_glb, figure_vox, picture_png, turntable_webp
from render.picture import SIZES, YAWS

MEMORY_CAPACITY = 32_000_000
"""Bytes of all files that are kept in memory; the least recently used are evicted first. Files with options
that people gave are not kept."""


@dataclass(frozen=True)
class LookFile:
    """A kind of file of a look; `make` takes the sprite and options.

    `agent_options`: those with which `make` is called for an agent, whose host may put the file as text into
    the conversation, so that it should be small; `numbers`: the options that people may give in an address,
    all whole numbers, by their names, each with the least and the most.
    """

    media_type: str
    title: str
    make: Callable[..., bytes]
    agent_options: Mapping[str, int | bool] = field(default_factory=dict)
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
        "model/gltf-binary", "The figure of a look, with its clips", figure_glb, agent_options={"small": True}
    ),
    "vox": LookFile("application/octet-stream", "The voxels of a look, for MagicaVoxel", figure_vox),
}


def look_file(sprite: Sprite, kind: str, **options: int | bool) -> bytes:
    """A file of a look of one of the kinds in `LOOK_FILES`, with the options that its maker takes."""
    is_kept = options in ({}, LOOK_FILES[kind].agent_options)
    return (_kept if is_kept else _made)(sprite, kind, **options)


def _made(sprite: Sprite, kind: str, **options: int | bool) -> bytes:
    return LOOK_FILES[kind].make(sprite, **options)


_kept = cached(LRUCache(MEMORY_CAPACITY, getsizeof=len), lock=Lock())(_made)
