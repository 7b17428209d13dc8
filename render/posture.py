"""What a figure's proportions make of a pose: how it lies when it has fallen, how far it raises its arms."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import cos, radians, sin
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arena.hero.limits import GRID
from render.poses import ARMS, LAID, LYING, Clip, Pose, Swing
from render.rig import Part, Rig
from render.shapes import Shape, grown
from render.skeleton import Skeleton

RESTS = np.arange(74.0, 201.0, 2.0)
"""Degrees by which a body may have fallen over: from on its back, its head up a little, to upside down."""
ROLLS = 0.94
"""Only if its middle comes to lie lower than this share does a body roll on from its back to elsewhere."""
NODS = (0.0, -15.0, -30.0, 20.0, 40.0)
"""Degrees by which a head may give way, so that the body need not lie on what is on it."""
NOD_COSTS = 0.015
"""How many voxels lower the body must come to lie for each degree."""
ASIDE = sorted(np.arange(-180.0, 181.0, 10.0).tolist(), key=abs)
"""Degrees by which an arm may give way to the ground, the least first."""
SUNK = 0.5
"""How many voxels of it may be below the ground."""
LEAST = 0.2
"""The share of a swing that an arm makes of which no other would do."""
DIPPED = 2.0
"""By how many voxels an arm that swings may be lower than where it hangs or the body stands."""
COVERED = 0.03
"""The share of a head that an arm may cover, but for what it covers as it hangs."""

Points = NDArray[np.float64]
"""(n, 4): x, y and z as `render.skeleton.Point` has them, and 1."""


@dataclass(frozen=True)
class _Parts:
    """The parts of a figure: their shapes, the `ends` of their rows, between which all else is, and the
    `middles` of their pixels."""

    skeleton: Skeleton
    shapes: Mapping[Part, Shape]
    ends: Mapping[Part, Points]
    middles: Mapping[Part, Points]

    @classmethod
    def of(cls, rig: Rig, skeleton: Skeleton) -> "_Parts":
        shapes = {part: rig.shape(part) for part in skeleton.joints}
        ends = {part: _ends(shape) for part, shape in shapes.items()}
        return cls(skeleton, shapes, ends, {part: _middles(shape) for part, shape in shapes.items()})

    @property
    def is_one(self) -> bool:
        return len(self.shapes) == 1

    @property
    def arms(self) -> tuple[Part, ...]:
        return tuple(part for part in ARMS if part in self.shapes)

    @property
    def body(self) -> tuple[Part, ...]:
        """All but the arms, which give way; or what there is."""
        return tuple(part for part in self.shapes if part not in ARMS) or tuple(self.shapes)

    def placed(self, points: Mapping[Part, Points], pose: Pose, *parts: Part) -> Points:
        """Points of some parts in a pose."""
        places = self.skeleton.placed(pose, (0.0, 0.0))
        return np.concatenate([points[part] @ places[part].T for part in parts])


@dataclass(frozen=True)
class _Fallen:
    """`rest`: degrees by which a body has fallen over when it lies; `aside`: by how many more than others a
    part is turned then."""

    rest: float
    aside: Mapping[Part, float]


class Posture:
    """The posture of a figure; each thing in it is worked out when a pose first needs it."""

    def __init__(self, rig: Rig, skeleton: Skeleton) -> None:
        """Of a rig that has any part."""
        self._parts = _Parts.of(rig, skeleton)
        self._shares: dict[Swing, dict[Part, float]] = {}

    def fitted(self, pose: Pose, clip: Clip) -> Pose:
        """A pose of a clip as a figure of these proportions takes it."""
        turns, turn = dict(pose.turns), pose.turn
        if pose.lies:
            turn += pose.lies * (self._lying.rest - LAID)
            for part, aside in self._lying.aside.items():
                turns[part] = turns.get(part, 0.0) + pose.lies * aside
        if clip.swing:
            turns |= {part: share * turns.get(part, 0.0) for part, share in self._swung(clip.swing).items()}
        return replace(pose, turns=turns, turn=turn)

    @cached_property
    def _lying(self) -> _Fallen:
        parts = self._parts
        if parts.is_one:  # which lies as a whole
            return _Fallen(
                _rest(parts, {}, parts.body)[0], {part: -LYING.get(part, 0.0) for part in parts.shapes}
            )
        nods = NODS if Part.HEAD in parts.shapes else NODS[:1]
        rests = {nod: _rest(parts, _nodding(nod), parts.body) for nod in nods}
        nod = min(rests, key=lambda each: rests[each][1] + NOD_COSTS * abs(each))
        rest, lying = rests[nod][0], _nodding(nod)
        aside = {arm: _aside(parts, arm, Pose(1.0, lying, turn=rest)) for arm in parts.arms}
        lying |= {arm: lying[arm] + degrees for arm, (degrees, _) in aside.items()}
        if any(sunk > SUNK for _, sunk in aside.values()):  # then it lies on an arm as well
            rest, _ = _rest(parts, lying, tuple(parts.shapes))
        return _Fallen(rest, {part: lying[part] - LYING[part] for part in (Part.HEAD, *parts.arms)})

    def _swung(self, swing: Swing) -> Mapping[Part, float]:
        """The share of a swing that each arm makes; none where there is nothing but an arm, which moves as a
        whole."""
        if swing not in self._shares:
            parts = self._parts
            self._shares[swing] = {
                arm: 0.0 if parts.is_one else _share(parts, arm, swing) for arm in parts.arms
            }
        return self._shares[swing]


def _nodding(nod: float) -> dict[Part, float]:
    return {**LYING, Part.HEAD: LYING[Part.HEAD] + nod}


def _rest(parts: _Parts, lying: Mapping[Part, float], which: tuple[Part, ...]) -> tuple[float, float]:
    """Where a body that falls over comes to rest, in degrees: there its middle can sink no further. And how
    high above the ground that then is. `which`: the parts on which it may lie."""
    turns = np.radians(RESTS)
    up = np.array([np.sin(turns), np.cos(turns)])
    pose = Pose(1.0, lying)
    middle = parts.placed(parts.middles, pose, *parts.body)[:, :2].mean(axis=0) @ up
    heights = middle - (parts.placed(parts.ends, pose, *which)[:, :2] @ up).min(axis=0)
    inner = heights[1:-1]
    stable = 1 + np.flatnonzero((inner <= heights[:-2]) & (inner <= heights[2:]))
    from_back = np.abs(RESTS - LAID)
    if not stable.size:
        return LAID, float(heights[from_back.argmin()])
    nearest, lowest = stable[from_back[stable].argmin()], stable[heights[stable].argmin()]
    found = lowest if heights[lowest] < ROLLS * heights[nearest] else nearest
    return float(RESTS[found]), float(heights[found])


def _aside(parts: _Parts, arm: Part, lying: Pose) -> tuple[float, float]:
    """By how much an arm gives way so that a body that lies does not stand on it: as little as it can. And by
    how much it is below the ground for all that."""
    ground = parts.placed(parts.ends, lying, *parts.body)[:, 1].min()
    joint = parts.skeleton.placed(lying, (0.0, 0.0))[arm] @ (*parts.skeleton.joints[arm], 1.0)
    sunk = ground - _lowest(parts.placed(parts.ends, lying, arm), joint, ASIDE)
    least = int(np.maximum(sunk, SUNK).argmin())
    return ASIDE[least], float(sunk[least])


def _share(parts: _Parts, arm: Part, swing: Swing) -> float:
    """The share of a swing that an arm can make beside the head, and no lower than it hangs or stands. The
    other way round goes only what then reaches farther from the body."""
    joint, turns = parts.skeleton.joints[arm], [share * swing.arms[arm] for share in swing.shares]
    ends = parts.ends[arm]
    floor = min(parts.skeleton.feet[1], ends[:, 1].min()) - DIPPED
    is_above = _lowest(ends, joint, turns) >= floor
    none = np.zeros((GRID, GRID), np.bool_)
    head = grown(parts.shapes.get(Part.HEAD, none)) & ~parts.shapes[arm]
    away = parts.middles[arm][:, :2] - joint[:2]
    outwards = 1 if arm is Part.FRONT_ARM else -1
    reach = (outwards * away[:, 0]).max()
    for share, turn, above in zip(swing.shares, turns, is_above, strict=True):
        swung = away @ _rotation(turn)
        reaches = share > 0 or (outwards * swung[:, 0]).max() > reach
        if above and reaches and _covered(joint[:2] + swung, head) <= COVERED:
            return share
    return LEAST


def _lowest(points: Points, joint: Sequence[float] | Points, turns: Sequence[float]) -> NDArray[np.float64]:
    """The lowest of some points after each of the turns about a joint."""
    x, y = (points[:, :2] - joint[:2]).T
    angles = np.radians(turns)[:, None]
    lowest: NDArray[np.float64] = joint[1] + (np.sin(angles) * x + np.cos(angles) * y).min(axis=1)
    return lowest


def _rotation(degrees: float) -> NDArray[np.float64]:
    """(2, 2): a turn of points in rows."""
    c, s = cos(radians(degrees)), sin(radians(degrees))
    return np.array([[c, s], [-s, c]])


def _covered(arm: Points, head: Shape) -> float:
    """The share of a head before or behind which an arm is."""
    columns, rows = np.floor(arm[:, 0]).astype(int), GRID - 1 - np.floor(arm[:, 1]).astype(int)
    inside = (columns >= 0) & (columns < GRID) & (rows >= 0) & (rows < GRID)
    over = np.zeros_like(head)
    over[rows[inside], columns[inside]] = True
    return float((over & head).sum() / max(head.sum(), 1))


def _ends(shape: Shape) -> Points:
    """The outer corners of the first and the last pixel of each row."""
    rows = np.flatnonzero(shape.any(axis=1))
    first, last = shape[rows].argmax(axis=1), GRID - shape[rows, ::-1].argmax(axis=1)
    return _points(
        np.concatenate([first, first, last, last]), np.tile([*(GRID - rows), *(GRID - 1 - rows)], 2)
    )


def _middles(shape: Shape) -> Points:
    rows, columns = np.nonzero(shape)
    return _points(columns + 0.5, GRID - 0.5 - rows)


def _points(x: NDArray[Any], y: NDArray[Any]) -> Points:
    return np.column_stack([x, y, np.zeros(len(x)), np.ones(len(x))]).astype(float)
