"""A frame as a body of voxels: round where it is wide, thin where it is thin, its limbs at their own depth.

From the front it is the frame, pixel for pixel: the foremost voxel of each column has the pixel's colour.
Voxel (x, y, z) is the cube from there to (x + 1, y + 1, z + 1): x to the right, y up from the lower edge of
the grid, z towards the viewer, with the middle of the body at 0.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import ceil

import numpy as np
from numpy.typing import NDArray

from arena.hero.limits import GRID
from render.labels import NO_CLASS, labels_of
from render.pixels import NO_COLOUR, Pixels
from render.rig import Part, Rig
from render.shapes import Shape, disc_radii, edge_distances, grown, interior, opened

DEPTH = 24
"""Layers of a body, half of them behind its middle."""
MAX_RADIUS = 5.0
"""Of a section, in voxels: what is wider is flat in its middle. With `FORWARD` it stays within `DEPTH`."""
THIN = 2
"""The fewest layers of what is no outline: those of blades, plumes and tails."""
RIB = 1
"""Layers of a dark outline: a line from the side as well, and no black sides."""
DARK = 48.0
"""The luminance below which a colour is an outline's."""
FORWARD: Mapping[Part, int] = {
    Part.FRONT_ARM: 3,
    Part.FRONT_LEG: 2,
    Part.BACK_LEG: -2,
    Part.BACK_ARM: -3,
}
"""By how many layers limbs are in front of the middle: they swing without cutting into the trunk."""
FILLED = 2
"""How many pixels the trunk goes on behind the edge of a limb in front of it."""
BLADE = 8
"""The fewest pixels of a narrow piece that is taken for a blade."""
SPOT = 4
"""Pixels of what is on a face and not on the back of a head: eyes, a mouth."""
LUMINANCE = (0.2126, 0.7152, 0.0722)
assert NO_COLOUR == NO_CLASS, "what has no colour is in no piece"

Layers = NDArray[np.int8]
"""(32, 32, 24), the colour of the voxel at each row, column and layer, or `NO_COLOUR`; row 0 is the top and
layer 0 the hindmost."""


@dataclass(frozen=True)
class Body:
    """The voxels of each part that the frame has, of which no two share one; `palette`: (n, 3) uint8."""

    parts: Mapping[Part, Layers]
    palette: NDArray[np.uint8]

    @property
    def whole(self) -> Layers:
        """The voxels of all parts."""
        whole: Layers = np.maximum.reduce(list(self.parts.values()))
        return whole


def body_of(pixels: Pixels, rig: Rig) -> Body:
    """The body of a frame."""
    plan = _Plan.of(pixels, rig)
    parts = {part: _part(part, plan) for part in Part if rig.shape(part).any()}
    if Part.TORSO in parts:
        _fill_behind(parts, plan)
    return Body(parts, pixels.palette)


@dataclass(frozen=True)
class _Plan:
    """A frame, and what is to become of it: how many layers there are at each pixel (`thickness`), the colour
    that is seen of it from the side (`inner`), and by how many layers each limb is in front of the middle
    (`forward`)."""

    pixels: Pixels
    rig: Rig
    thickness: NDArray[np.int_]
    inner: NDArray[np.int8]
    forward: Mapping[Part, int]

    @classmethod
    def of(cls, pixels: Pixels, rig: Rig) -> "_Plan":
        outline = _outline(pixels)
        inner = _inner_colours(pixels, rig, outline)
        return cls(pixels, rig, _thickness(pixels, outline), inner, forward_of(rig))

    def ends(self, part: Part) -> tuple[NDArray[np.int_], NDArray[np.int_]]:
        """The hindmost and the foremost layer of a part at each pixel."""
        first = DEPTH // 2 + self.forward.get(part, 0) - self.thickness // 2
        return first, first + self.thickness - 1


def _thickness(pixels: Pixels, outline: Shape) -> NDArray[np.int_]:
    """How many layers there are at each pixel."""
    opaque = pixels.opaque
    far = edge_distances(opaque)
    # The edge itself is half a pixel before the middle of the next pixel.
    radius = np.minimum(disc_radii(far, ceil(MAX_RADIUS + 0.5)) - 0.5, MAX_RADIUS)
    deep = np.minimum(far - 0.5, radius)
    section = np.sqrt(np.maximum(radius**2 - (radius - deep) ** 2, 0))
    layers = np.maximum(np.round(2 * section), THIN).astype(int)
    layers = np.where(_blades(pixels), np.minimum(layers, THIN), layers)
    layers = np.where(outline, np.minimum(layers, RIB), layers)
    return np.where(opaque, layers, 0)


def _outline(pixels: Pixels) -> Shape:
    """The dark pixels on the edge, if most of the edge is dark."""
    opaque, dark = pixels.opaque, _dark(pixels)
    edge = _edge(opaque)
    none = np.zeros_like(opaque)
    return edge & dark if 2 * (edge & dark).sum() > edge.sum() and not dark[opaque].all() else none


def _dark(pixels: Pixels) -> Shape:
    luminance = pixels.palette @ np.array(LUMINANCE)
    dark: Shape = pixels.opaque & (luminance[pixels.colours] < DARK)
    return dark


def _edge(shape: Shape) -> Shape:
    edge: Shape = shape & ~interior(shape)
    return edge


def _blades(pixels: Pixels) -> Shape:
    """Narrow pieces of one colour half of whose surroundings are empty, as of a blade that somebody holds: by
    the outline of the whole alone they would be as round as what they touch."""
    opaque, found = pixels.opaque, np.zeros_like(pixels.opaque)
    for piece in _pieces_of(pixels.colours, least=BLADE):
        around = grown(piece) & ~piece
        is_free = 2 * (around & ~opaque).sum() >= around.sum()
        if is_free and not opened(piece).any():
            found |= piece
    return found


def _pieces_of(colours: NDArray[np.int8], *, least: int = 1, most: int = GRID**2) -> Iterator[Shape]:
    """The pieces of one colour that have so many pixels."""
    labels, count = labels_of(colours)
    sizes = np.bincount(labels[labels != NO_CLASS], minlength=count)
    for label in np.flatnonzero((sizes >= least) & (sizes <= most)):
        yield labels == label


def _inner_colours(pixels: Pixels, rig: Rig, outline: Shape) -> NDArray[np.int8]:
    """What is seen of a pixel from the side: its colour; for a pixel of an outline, that of the figure or of
    one of its parts, the colour of the nearest other of that part."""
    if not outline.any():
        return pixels.colours
    dark = _dark(pixels)
    inner = _nearest(pixels.colours, pixels.opaque & ~outline, outline)
    for shape in map(rig.shape, Part):
        lines = _edge(shape) & dark
        if (shape & ~lines).any():
            inner = np.where(lines, _nearest(pixels.colours, shape & ~lines, lines), inner)
    return inner


def _nearest(colours: NDArray[np.int8], known: Shape, asked: Shape) -> NDArray[np.int8]:
    """Colours, of which those of the pixels that are asked for are the nearest known ones."""
    given = colours.copy()
    # The nearest is always one beside others that are not known.
    places, others = np.argwhere(known & ~interior(known)), np.argwhere(asked)
    if len(places) and len(others):
        apart = ((others[:, None] - places) ** 2).sum(axis=2)
        given[tuple(others.T)] = colours[tuple(places[apart.argmin(axis=1)].T)]
    return given


def _part(part: Part, plan: _Plan) -> Layers:
    shape, colours = plan.rig.shape(part), plan.pixels.colours
    first, last = plan.ends(part)
    back, inner = colours, plan.inner
    if part is Part.HEAD:  # a face is on its front alone, and does not go round it
        back = _without_face(plan.pixels, shape)
        inner = np.where(back == colours, inner, back)
    layers = _between(shape, first, last, inner)
    rows, columns = np.nonzero(shape)
    layers[rows, columns, first[shape]] = back[shape]
    layers[rows, columns, last[shape]] = colours[shape]
    return layers


def _between(
    shape: Shape, first: NDArray[np.int_], last: NDArray[np.int_], colours: NDArray[np.int8]
) -> Layers:
    depths = np.arange(DEPTH)
    inside = shape[:, :, None] & (depths >= first[:, :, None]) & (depths <= last[:, :, None])
    layers = np.full(inside.shape, NO_COLOUR, np.int8)
    np.copyto(layers, colours[:, :, None], where=inside)
    return layers


def _without_face(pixels: Pixels, shape: Shape) -> NDArray[np.int8]:
    """The colours of a head as from behind: without eyes, and without what other colours enclose, as a visor,
    glasses or a screen. Of dark lines only the outline stays."""
    seen = pixels.colours.copy()
    for spot in _pieces_of(np.where(shape, pixels.colours, NO_COLOUR), most=SPOT):
        around = grown(spot) & shape & ~spot
        if around.any():
            seen[spot] = np.bincount(pixels.colours[around]).argmax()
    lines = _lines(pixels, shape)
    outline = lines & _edge(shape)
    border = _edge(shape & ~outline)
    kept = np.zeros_like(shape)
    for piece in _pieces_of(np.where(shape & ~lines, seen, NO_COLOUR)):
        if (piece & border).any():
            kept |= piece
    return _nearest(seen, kept, shape & ~kept & ~outline)


def _fill_behind(parts: dict[Part, Layers], plan: _Plan) -> None:
    """Let the trunk go on behind the limbs in front of it, so that there is no hole where they swing away:
    beside it, unless a dark line says that it ends there, and wherever it is on both sides of a limb."""
    torso, leg = plan.rig.shape(Part.TORSO), plan.rig.shape(Part.FRONT_LEG)
    in_front = [part for part in parts if plan.forward.get(part, 0) > 0]
    limbs = np.logical_or.reduce([leg, *map(plan.rig.shape, in_front)])
    ring = torso & ~_lines(plan.pixels, torso)
    for _ in range(FILLED):
        ring |= grown(ring) & limbs
    behind = (ring | _within(torso)) & limbs
    # Behind an arm there is more of the trunk; behind a leg one sees its back, and no belt below the belt.
    colours = np.where(leg, plan.inner, _nearest(plan.inner, torso, behind))
    filling = _between(behind, *plan.ends(Part.TORSO), colours)
    for part in in_front:
        taken = parts[part] != NO_COLOUR
        covered = np.maximum.accumulate(taken, axis=2) & plan.rig.shape(part)[:, :, None]
        filling[covered] = NO_COLOUR
    parts[Part.TORSO] = np.maximum(parts[Part.TORSO], filling)


def forward_of(rig: Rig) -> dict[Part, int]:
    """By how many layers each limb is in front of the middle, by negative ones behind it. One that is drawn
    on the trunk is in front, on whatever side."""
    within = _within(rig.shape(Part.TORSO))

    def is_on_the_trunk(part: Part) -> bool:
        shape = rig.shape(part)
        return bool(2 * (shape & within).sum() > shape.sum())

    return {part: abs(by) if is_on_the_trunk(part) else by for part, by in FORWARD.items()}


def _within(shape: Shape) -> Shape:
    """The pixels that have a shape on both sides of them, or above and below, and are none of it."""
    within = np.zeros_like(shape)
    for axis in (0, 1):
        before = np.logical_or.accumulate(shape, axis=axis)
        after = np.flip(np.logical_or.accumulate(np.flip(shape, axis), axis=axis), axis)
        within |= before & after
    return within & ~shape


def _lines(pixels: Pixels, shape: Shape) -> Shape:
    """The dark lines of a shape: what is dark in it and no more than two pixels wide."""
    dark = shape & _dark(pixels)
    return dark & ~opened(dark)
