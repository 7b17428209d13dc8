"""A look's figure as a MagicaVoxel file: a named model for each part, where the figure has it.

MagicaVoxel's z is up: (x, y, z) here is (x, -z, y) there. Source: the format's own two texts in
ephtracy/voxel-model (MagicaVoxel-file-format-vox.txt and -extension.txt).
"""

import struct
from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from arena.hero.limits import GRID
from render.look import Look, sprite_of
from render.model import model_of
from render.pixels import NO_COLOUR
from render.rig import Part
from render.voxels import DEPTH, Layers

VOX_VERSION = 150
SLOTS = 256
NO_LAYER = -1
"""Of MagicaVoxel's own layers, which hide and show."""


def figure_vox(look: Look) -> bytes:
    """A .vox file of the figure of a look as it stands, in its first frame: up to 32 voxels wide and high and
    24 deep, in the sprite's own colours."""
    body = model_of(sprite_of(look)).body
    models, scene = b"", b""
    children = []
    for number, (part, layers) in enumerate(body.parts.items()):
        places, size, corner = _box(layers)
        models += _chunk(b"SIZE", struct.pack("<3i", *size)) + _chunk(b"XYZI", _voxels(places))
        transform, shape = 2 + 2 * number, 3 + 2 * number
        children.append(transform)
        centre = [low + length // 2 for low, length in zip(corner, size, strict=True)]
        scene += _transform(transform, shape, _name(part), centre) + _shape(shape, number)
    root = _transform(0, 1, None, None) + _group(1, children)
    content = models + root + scene + _chunk(b"RGBA", _palette(body.palette))
    return b"VOX " + struct.pack("<i", VOX_VERSION) + b"MAIN" + struct.pack("<2i", 0, len(content)) + content


def _name(part: Part) -> str:
    return part.name.lower()


def _box(layers: Layers) -> tuple[NDArray[np.uint8], tuple[int, ...], tuple[int, ...]]:
    """The voxels of a part from the corner of its box, with the index of their colour; the size of the box;
    where its corner is, from the middle of the grid's lower edge. Sizes are even: readers disagree about the
    middle of others."""
    rows, columns, depths = np.nonzero(layers != NO_COLOUR)
    there = np.stack([columns - GRID // 2, DEPTH // 2 - 1 - depths, GRID - 1 - rows], axis=1)
    corner = there.min(axis=0)
    colours = layers[rows, columns, depths] + 1  # index 0 is none
    voxels = np.column_stack([there - corner, colours]).astype(np.uint8)
    size = there.max(axis=0) - corner + 1
    size += size % 2
    return voxels, tuple(map(int, size)), tuple(map(int, corner))


def _voxels(voxels: NDArray[np.uint8]) -> bytes:
    return struct.pack("<i", len(voxels)) + voxels.tobytes()


def _palette(palette: NDArray[np.uint8]) -> bytes:
    """Slot i is what voxels call i + 1."""
    slots = np.zeros((SLOTS, 4), np.uint8)
    slots[: len(palette), :3] = palette
    slots[: len(palette), 3] = 255
    return slots.tobytes()


def _transform(node: int, child: int, name: str | None, centre: Sequence[int] | None) -> bytes:
    attributes = {} if name is None else {"_name": name}
    frame = {} if centre is None else {"_t": " ".join(map(str, centre))}
    numbers = struct.pack("<4i", child, -1, NO_LAYER, 1)
    return _chunk(b"nTRN", struct.pack("<i", node) + _dictionary(attributes) + numbers + _dictionary(frame))


def _group(node: int, children: Sequence[int]) -> bytes:
    numbers = struct.pack(f"<{1 + len(children)}i", len(children), *children)
    return _chunk(b"nGRP", struct.pack("<i", node) + _dictionary({}) + numbers)


def _shape(node: int, model: int) -> bytes:
    return _chunk(
        b"nSHP", struct.pack("<i", node) + _dictionary({}) + struct.pack("<2i", 1, model) + _dictionary({})
    )


def _dictionary(entries: Mapping[str, str]) -> bytes:
    return struct.pack("<i", len(entries)) + b"".join(
        _text(name) + _text(value) for name, value in entries.items()
    )


def _text(text: str) -> bytes:
    return struct.pack("<i", len(text)) + text.encode("ascii")


def _chunk(kind: bytes, content: bytes) -> bytes:
    return kind + struct.pack("<2i", len(content), 0) + content
