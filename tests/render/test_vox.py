"""MagicaVoxel files, as another reader sees them: the same voxels in the same places as everywhere else."""

import struct
from pathlib import Path

import numpy as np
import pytest

from render import figure_vox
from render.model import model_of
from render.pixels import NO_COLOUR
from tests.render.looks import ALL, look
from tests.render.node_tools import NEEDS_NODE, read


@pytest.mark.medium
@NEEDS_NODE
def test_three_reads_the_parts_with_their_names_voxels_and_colours(tmp_path: Path) -> None:
    told = read("vox.mjs", {name: figure_vox(look(name)) for name in ALL}, tmp_path, "vox")
    for name in ALL:
        model = model_of(look(name).sprite)
        assert [part["name"] for part in told[name]] == [part.name.lower() for part in model.body.parts]
        for part, (layers, mesh) in zip(
            told[name], zip(model.body.parts.values(), model.meshes.values(), strict=True), strict=True
        ):
            corners = mesh.corners.reshape(-1, 3) - (16, 0, 0)
            assert part["box"]["min"] == corners.min(axis=0).tolist()
            assert part["box"]["max"] == corners.max(axis=0).tolist()
            rows, columns, depths = np.nonzero(layers != NO_COLOUR)
            colours = [look(name).sprite.palette[index] for index in layers[rows, columns, depths]]
            wanted = zip(
                (columns - columns.min()).tolist(),
                (depths.max() - depths).tolist(),
                (rows.max() - rows).tolist(),
                colours,
                strict=True,
            )
            assert sorted(map(tuple, part["voxels"])) == sorted(wanted)


@pytest.mark.parametrize("name", ["full square", "knight"])
def test_all_eight_colours_are_in_the_slot_below_their_index(name: str) -> None:
    vox = figure_vox(look(name))
    begin = vox.index(b"RGBA") + 12
    palette = [
        f"#{r:02x}{g:02x}{b:02x}" for r, g, b, _ in struct.iter_unpack("4B", vox[begin : begin + 4 * 8])
    ]
    assert palette[: len(look(name).sprite.palette)] == list(look(name).sprite.palette)
    assert vox.startswith(b"VOX " + struct.pack("<i", 150))
