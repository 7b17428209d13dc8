"""Figures as GLB: what others read out of them, and what no validator looks at."""

import json
import struct
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import trimesh
from numpy.typing import NDArray
from PIL import Image

from arena.hero import Hero
from render import figure_glb
from render.gltf import UNSIGNED_INT, UNSIGNED_SHORT
from render.model import model_of
from render.pixels import NO_COLOUR, Frame, drawn_frames
from render.poses import CLIPS
from render.rig import Part
from tests.render.looks import ALL, HOSTILE, REAL, look
from tests.render.node_tools import NEEDS_NODE, read

FORMS = (False, True)
LIMBS = ("head", "back_arm", "front_arm", "back_leg", "front_leg")
SMALL = 160_000
"""Bytes of the median figure in its small form."""
SAMPLE = {*ALL[::4], *HOSTILE}
SMALL_ONES = [
    pytest.param(name, True, marks=() if name in SAMPLE else pytest.mark.slow, id=f"{name}-small")
    for name in ALL
]
"""Of all looks in the small form: to make it takes longer."""


@cache
def _glb(name: str, small: bool = False) -> bytes:
    """The figure of a look, made once for all tests of a process."""
    return figure_glb(look(name), small=small)


def _document(glb: bytes) -> dict[str, Any]:
    (length,) = struct.unpack_from("<I", glb, 12)
    document: dict[str, Any] = json.loads(glb[20 : 20 + length])
    return document


def _binary(glb: bytes, view: dict[str, Any]) -> bytes:
    (length,) = struct.unpack_from("<I", glb, 12)
    begin = 20 + length + 8 + view["byteOffset"]
    return glb[begin : begin + view["byteLength"]]


def _plain(hero: Hero) -> Hero:
    """Without a second frame."""
    return hero.model_copy(
        update={"sprite": hero.sprite.model_copy(update={"strike": None, "strike_rig": None})}
    )


@pytest.mark.medium
@NEEDS_NODE
@pytest.mark.parametrize("small", FORMS)
def test_the_validator_finds_nothing_in_any_figure(tmp_path: Path, small: bool) -> None:
    files = {name: _glb(name, small) for name in ALL}
    assert read("validate.mjs", files, tmp_path) == {name: [] for name in ALL}


@NEEDS_NODE
def test_the_validator_would_find_something(tmp_path: Path) -> None:
    glb = _glb("duck").replace(b'"VEC3"', b'"VEC2"')
    assert read("validate.mjs", {"broken": glb}, tmp_path)["broken"]


@pytest.mark.medium
@NEEDS_NODE
@pytest.mark.parametrize("small", FORMS)
def test_three_reads_every_figure_and_plays_every_clip(tmp_path: Path, small: bool) -> None:
    files = {name: _glb(name, small) for name in ALL}
    for name, told in read("load.mjs", files, tmp_path).items():
        assert list(told["clips"]) == list(CLIPS), name
        assert len(set(told["nodes"])) == len(told["nodes"]), name
        for clip in told["clips"].values():
            moved = [
                node for node in clip["moved"].values() if node["degrees"] > 0.1 or node["metres"] > 0.01
            ]
            assert moved, name


@NEEDS_NODE
def test_with_a_full_rig_the_head_and_every_limb_turn_in_three(tmp_path: Path) -> None:
    told = read("load.mjs", {"doll": _glb("doll_015_mummy_f")}, tmp_path)["doll"]
    for name in ("walk", "strike", "hit"):
        moved = told["clips"][name]["moved"]
        assert {limb: moved[limb]["degrees"] >= 3 for limb in LIMBS} == dict.fromkeys(LIMBS, True), name


@NEEDS_NODE
@pytest.mark.parametrize("small", FORMS)
def test_the_second_frame_is_shown_during_the_blow_and_at_no_other_time(tmp_path: Path, small: bool) -> None:
    told = read("load.mjs", {"knight": _glb("knight", small)}, tmp_path)["knight"]
    for name, clip in told["clips"].items():
        base, strike = (clip["moved"][node]["shown"] for node in ("base", "strike"))
        assert [not shown for shown in base] == strike
        assert any(strike) == (name == "strike")
        assert not strike[0]
        assert not strike[-1]


@NEEDS_NODE
@pytest.mark.parametrize("small", FORMS)
def test_it_stands_on_the_ground_a_metre_high_at_most(tmp_path: Path, small: bool) -> None:
    files = {name: figure_glb(_plain(look(name)), small=small) for name in ("knight", "duck")}
    for name, told in read("load.mjs", files, tmp_path).items():
        rows, columns = np.nonzero(np.array([list(row) for row in look(name).sprite.pixels]) != ".")
        low, high = told["box"]["min"], told["box"]["max"]
        assert low[1] == pytest.approx(0)
        assert high[1] == pytest.approx((rows.max() - rows.min() + 1) / 32)
        assert high[0] - low[0] == pytest.approx((columns.max() - columns.min() + 1) / 32)
        assert high[0] == pytest.approx(-low[0])


def _node_name(part: Part, frame: Frame) -> str:
    return part.name.lower() if frame == "pixels" else f"strike_{part.name.lower()}"


def _is_closed(triangles: NDArray[np.int_]) -> bool:
    """Whether a surface has no border: each piece of an edge is gone along as often one way as the other.
    Edges are cut where whole voxels meet, since large faces lie beside several small ones, and where voxels
    touch only along an edge four faces meet: a watertight mesh of trimesh's may have neither.

    `triangles`: (n, 3, 3), in voxels.
    """
    begins, ends = triangles.reshape(-1, 3), np.roll(triangles, -1, axis=1).reshape(-1, 3)
    pieces = np.gcd.reduce(ends - begins, axis=1)
    number = np.arange(pieces.sum()) - np.repeat(np.cumsum(pieces) - pieces, pieces)
    step = np.repeat((ends - begins) // pieces[:, None], pieces, axis=0)
    start = np.repeat(begins, pieces, axis=0) + number[:, None] * step
    one, other = ((points + 32) @ (1, 128, 128**2) for points in (start, start + step))
    _, place = np.unique(np.minimum(one, other) * 128**3 + np.maximum(one, other), return_inverse=True)
    return not np.bincount(place, np.sign(other - one)).any()


@pytest.mark.parametrize(("name", "small"), [*((name, False) for name in ALL), *SMALL_ONES])
def test_trimesh_reads_each_part_of_each_frame_closed_and_with_the_volume_of_its_voxels(
    name: str, small: bool
) -> None:
    sprite = look(name).sprite
    scene = trimesh.load(BytesIO(_glb(name, small)), file_type="glb")
    nodes = {scene.graph[node][1]: node for node in scene.graph.nodes_geometry}
    models = {frame: model_of(sprite, frame) for frame in drawn_frames(sprite)}
    voxels = {
        _node_name(part, frame): (layers != NO_COLOUR).sum()
        for frame, model in models.items()
        for part, layers in model.body.parts.items()
    }
    assert set(scene.geometry) == set(nodes) == set(voxels)
    for part, mesh in scene.geometry.items():
        # From the node that shows the second frame or, until a clip does so, hides it.
        place, _ = scene.graph.get(nodes[part], "strike" if part.startswith("strike_") else "figure")
        assert mesh.volume * np.linalg.det(place[:3, :3]) == pytest.approx(voxels[part] / 32**3, rel=1e-4)
        corners = 32 * trimesh.transform_points(mesh.vertices, place) + models["pixels"].skeleton.feet
        assert np.abs(corners - corners.round()).max() < 1e-3
        assert _is_closed(corners.round().astype(int)[mesh.faces])


@pytest.mark.parametrize("name", ["knight", "snail", "full square"])
def test_the_palette_is_kept_byte_for_byte_and_never_mixed(name: str) -> None:
    hero = look(name)
    glb = figure_glb(hero)
    document = _document(glb)
    image = Image.open(BytesIO(_binary(glb, document["bufferViews"][document["images"][0]["bufferView"]])))
    colours = [f"#{r:02x}{g:02x}{b:02x}" for r, g, b in np.array(image.convert("RGB"))[0].tolist()]
    assert colours[: len(hero.sprite.palette)] == list(hero.sprite.palette)
    assert document["samplers"] == [{"magFilter": 9728, "minFilter": 9728, "wrapS": 33071, "wrapT": 33071}]
    for mesh in document["meshes"]:
        accessor = document["accessors"][mesh["primitives"][0]["attributes"]["TEXCOORD_0"]]
        texels = np.frombuffer(_binary(glb, document["bufferViews"][accessor["bufferView"]]), np.float32)
        u, v = texels.reshape(-1, 2).T
        assert set((u * 8).tolist()) <= {i + 0.5 for i in range(len(hero.sprite.palette))}
        assert set(v.tolist()) == {0.5}


@pytest.mark.parametrize("small", FORMS)
@pytest.mark.parametrize("name", ["knight", "dcss_mon_animals_hound"])
def test_names_are_unique_and_no_node_is_called_like_the_scene(name: str, small: bool) -> None:
    document = _document(_glb(name, small))
    names = [node["name"] for node in document["nodes"]]
    assert len(set(names)) == len(names)
    assert document["scenes"][0]["name"] not in names
    assert "root" not in names
    assert not any("matrix" in node for node in document["nodes"])


def test_a_figure_without_limbs_is_one_part() -> None:
    names = [node["name"] for node in _document(_glb("dcss_mon_animals_hound"))["nodes"]]
    assert names == ["torso", "figure"]


def test_each_part_has_a_node_by_its_name() -> None:
    document = _document(_glb("knight"))
    assert {part.name.lower() for part in Part} <= {node["name"] for node in document["nodes"]}


@pytest.mark.parametrize("small", FORMS)
def test_views_are_aligned_and_within_the_buffer(small: bool) -> None:
    document = _document(_glb("knight", small))
    for view in document["bufferViews"]:
        assert view["byteOffset"] % 4 == 0
        assert view["byteOffset"] + view["byteLength"] <= document["buffers"][0]["byteLength"]


@pytest.mark.parametrize("small", FORMS)
def test_each_vertex_is_in_a_face_and_no_face_has_others(small: bool) -> None:
    glb = _glb("knight", small)
    document = _document(glb)
    for mesh in document["meshes"]:
        for primitive in mesh["primitives"]:
            accessor = document["accessors"][primitive["indices"]]
            kind = {UNSIGNED_SHORT: np.uint16, UNSIGNED_INT: np.uint32}[accessor["componentType"]]
            indices = np.frombuffer(_binary(glb, document["bufferViews"][accessor["bufferView"]]), kind)
            vertices = document["accessors"][primitive["attributes"]["POSITION"]]["count"]
            assert len(indices) == accessor["count"]
            assert set(indices.tolist()) == set(range(vertices))


def test_the_small_form_of_the_median_figure_is_small() -> None:
    sizes = [len(_glb(name, True)) for name in REAL]
    assert np.median(sizes) < SMALL


def test_the_same_hero_gives_the_same_bytes() -> None:
    assert figure_glb(look("robot")) == figure_glb(look("robot"))


@pytest.mark.parametrize("small", FORMS)
@pytest.mark.parametrize("name", ["dragon", "ninja", "ghost", "teapot"])
def test_what_both_frames_draw_alike_stays_where_it_is(name: str, small: bool) -> None:
    """The second frame does not move the body because something longer is drawn in it."""
    hero = look(name)
    nodes = {node["name"]: node for node in _document(_glb(name, small))["nodes"]}
    feet = np.array(model_of(hero.sprite).skeleton.feet)
    for prefix, frame in (("", "pixels"), ("strike_", "strike")):
        joint = np.array(model_of(hero.sprite, frame).skeleton.joints[Part.TORSO])  # type: ignore[arg-type]
        assert nodes[f"{prefix}torso"]["translation"] == pytest.approx(((joint - feet) / 32).tolist())


def test_each_clip_says_which_frame_is_shown() -> None:
    document = _document(_glb("knight"))
    frames = [i for i, node in enumerate(document["nodes"]) if node["name"] in ("base", "strike")]
    for animation in document["animations"]:
        scaled = [c["target"]["node"] for c in animation["channels"] if c["target"]["path"] == "scale"]
        assert sorted(scaled) == frames


def _numbers(glb: bytes, document: dict[str, Any], accessor: int) -> NDArray[np.float64]:
    """An array of floats, one item a row."""
    told = document["accessors"][accessor]
    values = np.frombuffer(_binary(glb, document["bufferViews"][told["bufferView"]]), np.float32)
    return values.reshape(told["count"], -1).astype(float)


def _turned(glb: bytes, clip: str) -> dict[str, float]:
    """By how many degrees each node of a file is turned in a clip between extremes."""
    document = _document(glb)
    (animation,) = (each for each in document["animations"] if each["name"] == clip)
    turned = {}
    for channel in animation["channels"]:
        if channel["target"]["path"] == "rotation":
            name = document["nodes"][channel["target"]["node"]]["name"]
            turns = _numbers(glb, document, animation["samplers"][channel["sampler"]]["output"])
            halves = np.arccos(np.clip(np.abs(turns @ turns.T), 0, 1))
            turned[name] = float(np.degrees(2 * halves.max()))
    return turned


@pytest.mark.parametrize("small", FORMS)
@pytest.mark.parametrize("name", ["doll_015_mummy_f", "dcss_mon_naga", "golem", "witch", "bat"])
def test_with_a_full_rig_the_head_and_every_limb_turn_by_the_quaternions_of_a_file(
    name: str, small: bool
) -> None:
    for clip in ("walk", "strike", "hit"):
        turned = _turned(_glb(name, small), clip)
        assert {limb for limb in LIMBS if turned[limb] < 3} == set(), clip


def _as_a_clip_ends(glb: bytes, clip: str) -> NDArray[np.float64]:
    """(n, 3), in metres: the corners of a figure of one frame at the end of one of its clips."""
    document = _document(glb)
    (animation,) = (each for each in document["animations"] if each["name"] == clip)
    last = {
        (channel["target"]["node"], channel["target"]["path"]): _numbers(
            glb, document, animation["samplers"][channel["sampler"]]["output"]
        )[-1]
        for channel in animation["channels"]
    }

    def corners(number: int) -> NDArray[np.float64]:
        node = document["nodes"][number]
        found = [corners(child) for child in node.get("children", [])]
        if "mesh" in node:
            (primitive,) = document["meshes"][node["mesh"]]["primitives"]
            found.append(_numbers(glb, document, primitive["attributes"]["POSITION"]))
        *_, z, w = last.get((number, "rotation"), (0.0, 0.0, 0.0, 1.0))
        turn = np.array([[w * w - z * z, -2 * z * w, 0], [2 * z * w, w * w - z * z, 0], [0, 0, 1]])
        place = last.get((number, "translation"), node.get("translation", (0.0, 0.0, 0.0)))
        return np.concatenate(found) @ turn.T + place

    return corners(document["scenes"][0]["nodes"][0])


@pytest.mark.parametrize("name", ["pm", "fox", "mushroom", "doll_016_gnome_m", "doll_095_dwarf_f"])
def test_who_has_fallen_lies_on_the_ground_in_a_file_as_in_a_film(name: str) -> None:
    hero = _plain(look(name))
    model = model_of(hero.sprite)
    places = model.placed(CLIPS["fall"], CLIPS["fall"].seconds)
    filmed = np.concatenate(
        [
            mesh.corners.reshape(-1, 3) @ places[part][:3, :3].T + places[part][:3, 3]
            for part, mesh in model.meshes.items()
        ]
    )
    filed = _as_a_clip_ends(figure_glb(hero), "fall")
    assert filed[:, 1].min() == pytest.approx(0, abs=1e-5)
    for end in (np.min, np.max):
        assert end(filed, axis=0) == pytest.approx((end(filmed, axis=0) - model.skeleton.feet) / 32, abs=1e-5)
