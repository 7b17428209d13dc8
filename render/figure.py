"""A look's figure as a GLB: a node for each part at its joint, and its clips.

Turns and moves stand on the nodes; the voxels of a part are given from its joint.
"""

from collections.abc import Mapping, Sequence
from io import BytesIO
from math import cos, radians, sin
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from arena.hero.limits import GRID, PALETTE_SIZE
from render.gltf import CLAMP_TO_EDGE, INDICES, NEAREST, VERTICES, Document
from render.look import Look, sprite_of
from render.mesh import NORMALS, Mesh, merged, triangles
from render.model import Model, model_of
from render.pixels import Frame, drawn_frames
from render.poses import CLIPS, Clip
from render.rig import Part
from render.skeleton import PARENTS, Point

GENERATOR = "Hero Arena"
SCENE, FIGURE = "arena", "figure"
FRAME_NODES: Mapping[Frame, str] = {"pixels": "base", "strike": "strike"}
"""The nodes of the frames where there are two, of which one is shown and the other has no size."""
TEXELS = PALETTE_SIZE[1]
"""Texels of a palette, used or not."""
QUANTIZATION = "KHR_mesh_quantization"
SHOWN, HIDDEN = (1.0, 1.0, 1.0), (0.0, 0.0, 0.0)


def figure_glb(look: Look, *, small: bool = False) -> bytes:
    """A GLB (glTF 2.0 in one file) of the figure of a look, with clips by the names of `render.poses.CLIPS`.

    A unit is a metre, which is as high as the grid: a voxel is 1/32 of it. The figure stands on y = 0 around
    x = 0, faces +x and shows its front to +z. Its nodes are named like the parts it has; those of a second
    frame, as `strike_torso`, are below the node `strike`, the others then below `base`, and clips show one or
    the other. A `small` file has larger faces and shorter numbers; its readers must know
    KHR_mesh_quantization.
    """
    document = Document(GENERATOR)
    sprite = sprite_of(look)
    models = {frame: model_of(sprite, frame) for frame in drawn_frames(sprite)}
    base = models["pixels"]
    material = _add_material(document, base.palette)
    if small:
        document.require(QUANTIZATION)
    feet = base.skeleton.feet  # of both frames: what is drawn alike stays where it is
    nodes = {frame: _add_parts(document, model, feet, material, small) for frame, model in models.items()}
    tops = {frame: [own[part] for part in own if not _is_held(part, own)] for frame, own in nodes.items()}
    if "strike" in tops:
        groups = [
            document.add("nodes", name=FRAME_NODES["pixels"], children=tops["pixels"]),
            document.add("nodes", name=FRAME_NODES["strike"], children=tops["strike"], scale=HIDDEN),
        ]
    else:
        groups = []
    figure = document.add("nodes", name=FIGURE, children=groups or tops["pixels"])
    for name, clip in CLIPS.items():
        _add_clip(document, name, clip, models, figure, nodes, groups)
    return document.glb(figure, SCENE)


def _add_material(document: Document, palette: NDArray[np.uint8]) -> int:
    """A palette of colours, of which none mixes with the next."""
    texels = np.zeros((1, TEXELS, 3), np.uint8)
    texels[0, : len(palette)] = palette
    file = BytesIO()
    Image.fromarray(texels).save(file, "PNG")
    image = document.add(
        "images", name="palette", bufferView=document.add_view(file.getvalue()), mimeType="image/png"
    )
    sampler = document.add(
        "samplers", magFilter=NEAREST, minFilter=NEAREST, wrapS=CLAMP_TO_EDGE, wrapT=CLAMP_TO_EDGE
    )
    texture = document.add("textures", source=image, sampler=sampler)
    return document.add(
        "materials",
        name="palette",
        pbrMetallicRoughness={
            "baseColorTexture": {"index": texture},
            "metallicFactor": 0.0,
            "roughnessFactor": 1.0,
        },
    )


def _add_parts(document: Document, model: Model, feet: Point, material: int, small: bool) -> dict[Part, int]:
    """The nodes of a frame's parts."""
    nodes: dict[Part, int] = {}
    joints = model.skeleton.joints
    for part in reversed(list(joints)):  # what hangs on the trunk before the trunk
        name = _node_name(part, model.frame)
        held = [node for other, node in nodes.items() if PARENTS.get(other) == part]
        origin = joints[PARENTS[part]] if _is_held(part, joints) else feet
        if small:
            leaf = _add_small(document, model.meshes[part], joints[part], name, material)
            mesh, children = None, [*held, leaf]
        else:
            mesh, children = _add_mesh(document, model.meshes[part], joints[part], name, material), held
        nodes[part] = document.add(
            "nodes",
            name=name,
            mesh=mesh,
            children=children or None,
            translation=_metres(joints[part], origin),
        )
    return nodes


def _node_name(part: Part, frame: Frame) -> str:
    """Of the base frame that of the part alone."""
    return part.name.lower() if frame == "pixels" else f"{FRAME_NODES[frame]}_{part.name.lower()}"


def _is_held(part: Part, there: Mapping[Part, Any]) -> bool:
    """Whether a part hangs on another that there is."""
    return PARENTS.get(part) in there


def _metres(point: Point, origin: Point = (0.0, 0.0, 0.0)) -> list[float]:
    return [(a - b) / GRID for a, b in zip(point, origin, strict=True)]


def _add_mesh(document: Document, mesh: Mesh, joint: Point, name: str, material: int) -> int:
    vertices = (mesh.corners.reshape(-1, 3) - np.array(joint)) / GRID
    normals = np.repeat(NORMALS[mesh.sides], 4, axis=0)
    return _add_primitive(
        document,
        name,
        material,
        triangles(len(mesh.sides)),
        POSITION=document.add_array(vertices.astype(np.float32), VERTICES, bounded=True),
        NORMAL=document.add_array(normals.astype(np.float32), VERTICES),
        TEXCOORD_0=document.add_array(_texels(np.repeat(mesh.colours, 4)).astype(np.float32), VERTICES),
    )


def _add_small(document: Document, mesh: Mesh, joint: Point, name: str, material: int) -> int:
    """A node with the mesh in whole voxels, which brings it to its size and place.

    It has no normals, so that faces share their corners: without them a reader has to take sides as flat
    (3.7.2.1), as they are.
    """
    large = merged(mesh)
    corners = np.column_stack([large.corners.reshape(-1, 3), np.repeat(large.colours, 4)])
    shared, places = np.unique(corners, axis=0, return_inverse=True)
    texels = np.round(_texels(shared[:, 3]) * np.iinfo(np.uint16).max)
    index = _add_primitive(
        document,
        name,
        material,
        places.ravel()[triangles(len(large.sides))],
        POSITION=document.add_array(shared[:, :3].astype(np.int8), VERTICES, bounded=True),
        TEXCOORD_0=document.add_array(texels.astype(np.uint16), VERTICES, normalized=True),
    )
    size = [1 / GRID] * 3
    place = [-value for value in _metres(joint)]
    return document.add("nodes", name=f"{name}_voxels", mesh=index, translation=place, scale=size)


def _texels(colours: NDArray[np.integer[Any]]) -> NDArray[np.float64]:
    """(n, 2): the middles of colours in the palette."""
    u = (colours + 0.5) / TEXELS
    return np.stack([u, np.full_like(u, 0.5)], axis=1)


def _add_primitive(
    document: Document, name: str, material: int, indices: NDArray[np.int_], **attributes: int
) -> int:
    short = np.uint16 if indices.max() < np.iinfo(np.uint16).max else np.uint32
    primitive = {
        "attributes": attributes,
        "indices": document.add_array(indices.astype(short), INDICES),
        "material": material,
    }
    return document.add("meshes", name=name, primitives=[primitive])


def _add_clip(
    document: Document,
    name: str,
    clip: Clip,
    models: Mapping[Frame, Model],
    figure: int,
    nodes: Mapping[Frame, Mapping[Part, int]],
    groups: Sequence[int],
) -> None:
    base = models["pixels"]
    poses = base.keys(clip)
    times = _add_times(document, [pose.at * clip.seconds for pose in poses])
    animation = _Animation(document)
    moves = [_metres((*base.moved(pose), 0.0)) for pose in poses]
    animation.move(figure, "translation", times, moves)
    animation.move(figure, "rotation", times, [_quaternion(pose.turn) for pose in poses])
    for frame, own in nodes.items():
        if frame == "strike" and not clip.blow:  # it is not shown
            continue
        drawn = poses if frame == "pixels" else models[frame].keys(clip)
        for part, node in own.items():
            turns = [_quaternion(pose.turns.get(part, 0.0)) for pose in drawn]
            animation.move(node, "rotation", times, turns)
    if groups:
        # In every clip: a player that goes from one to the next in the middle would else keep the frame.
        begin, end = clip.blow or (0.0, 0.0)
        steps = [0.0, begin * clip.seconds, end * clip.seconds] if clip.blow else [0.0]
        shown = _add_times(document, steps)
        first, second = groups
        animation.move(first, "scale", shown, [SHOWN, HIDDEN, SHOWN][: len(steps)], "STEP")
        animation.move(second, "scale", shown, [HIDDEN, SHOWN, HIDDEN][: len(steps)], "STEP")
    document.add("animations", name=name, channels=animation.channels, samplers=animation.samplers)


class _Animation:
    """The channels and samplers of an animation."""

    def __init__(self, document: Document) -> None:
        self._document = document
        self.channels: list[dict[str, Any]] = []
        self.samplers: list[dict[str, Any]] = []

    def move(
        self, node: int, path: str, times: int, values: Sequence[Sequence[float]], how: str = "LINEAR"
    ) -> None:
        """Change a property of a node as time goes."""
        output = self._document.add_array(np.array(values, np.float32))
        self.channels.append({"sampler": len(self.samplers), "target": {"node": node, "path": path}})
        self.samplers.append({"input": times, "output": output, "interpolation": how})


def _add_times(document: Document, seconds: Sequence[float]) -> int:
    return document.add_array(np.array(seconds, np.float32), bounded=True)


def _quaternion(degrees: float) -> tuple[float, float, float, float]:
    """The turn about the axis to the viewer."""
    half = radians(degrees) / 2
    return 0.0, 0.0, sin(half), cos(half)
