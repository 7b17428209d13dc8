"""How a figure moves: its clips, as key poses between which one goes evenly (linear interpolation).

Degrees turn counter-clockwise as one looks at the front of a figure, which faces right: a trunk leans back
and a hanging arm goes forward with positive ones. Lengths are in voxels.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from types import MappingProxyType

from render.pixels import Frame
from render.rig import Part

BLOW_SHARE = 0.25
"""The share of a pose's turns by which parts of the second frame turn: it shows the blow already."""

FALL_STEPS = 28
"""Of equal length, at which a fall is sampled, besides its poses, for those who interpolate linearly."""

TORSO, HEAD, BACK_ARM, FRONT_ARM, BACK_LEG, FRONT_LEG = Part
ARMS = (BACK_ARM, FRONT_ARM)


@dataclass(frozen=True)
class Pose:
    """At the share `at` of a clip's time: how far each part is turned at its joint, and how far the body as a
    whole is moved to the right and up and turned on its feet. `lies`: the share to which it has fallen; from
    then on its lowest voxel stays on the ground. How it lies goes by its proportions, and how far it swings
    its arms: `render.posture` fits a pose to a figure."""

    at: float
    turns: Mapping[Part, float] = field(default_factory=lambda: MappingProxyType({}))
    move: tuple[float, float] = (0.0, 0.0)
    turn: float = 0.0
    lies: float = 0.0

    def drawn_in_the_blow(self) -> "Pose":
        """The pose for a frame that shows the blow already: its parts turn less."""
        return replace(self, turns={part: BLOW_SHARE * turn for part, turn in self.turns.items()})


@dataclass(frozen=True, eq=False)  # one is looked up by which it is
class Swing:
    """`arms`: by how many degrees they are turned in a clip at most. `shares`: the parts of that which they
    may make instead, the best first, so that nothing they hold comes in front of the face; by negative ones
    what is long and held upright is swung the other way, from the body."""

    arms: Mapping[Part, float]
    shares: tuple[float, ...]


@dataclass(frozen=True)
class Clip:
    """A movement of `seconds`, from its first pose to its last; those that `loop` end as they begin. Between
    the two shares of `blow`, if any, the hero's second frame is shown. `swing`: that of its arms, if it is a
    wide one."""

    seconds: float
    poses: tuple[Pose, ...]
    loops: bool = False
    blow: tuple[float, float] | None = None
    swing: Swing | None = None

    def pose_at(self, seconds: float) -> Pose:
        """The pose at a time; beyond its end that of the last, or of the next round."""
        share = seconds / self.seconds
        share = share % 1 if self.loops else min(max(share, 0.0), 1.0)
        before, after = next(pair for pair in pairwise(self.poses) if share <= pair[1].at)
        return _between(before, after, (share - before.at) / (after.at - before.at))

    @property
    def keys(self) -> Sequence[Pose]:
        """The poses between which one may go evenly: of a clip in which the body falls some between its poses
        as well, since it does not come nearer to the ground evenly."""
        if not any(pose.lies for pose in self.poses):
            return self.poses
        moments = sorted({*(pose.at for pose in self.poses), *(i / FALL_STEPS for i in range(FALL_STEPS))})
        return [replace(self.pose_at(at * self.seconds), at=at) for at in moments]

    def frame_at(self, seconds: float) -> Frame:
        """The frame that is shown at a time."""
        return "strike" if self.shows_blow(seconds) else "pixels"

    def shows_blow(self, seconds: float) -> bool:
        """Whether the second frame is shown at a time."""
        return self.blow is not None and self.blow[0] <= seconds / self.seconds < self.blow[1]


def _between(before: Pose, after: Pose, share: float) -> Pose:
    def mixed(a: float, b: float) -> float:
        return a + (b - a) * share

    return Pose(
        mixed(before.at, after.at),
        {part: mixed(before.turns.get(part, 0.0), after.turns.get(part, 0.0)) for part in Part},
        (mixed(before.move[0], after.move[0]), mixed(before.move[1], after.move[1])),
        mixed(before.turn, after.turn),
        mixed(before.lies, after.lies),
    )


_STEP = {TORSO: -2.0, HEAD: 2.0, BACK_ARM: 20.0, FRONT_ARM: -20.0, BACK_LEG: -24.0, FRONT_LEG: 24.0}
_OTHER_STEP = {TORSO: -2.0, HEAD: -2.0, BACK_ARM: -20.0, FRONT_ARM: 20.0, BACK_LEG: 24.0, FRONT_LEG: -24.0}
_BACKSWING = {TORSO: 8.0, HEAD: 4.0, BACK_ARM: 14.0, FRONT_ARM: -45.0, BACK_LEG: -10.0, FRONT_LEG: 8.0}
_BLOW = {TORSO: -12.0, HEAD: 6.0, BACK_ARM: -30.0, FRONT_ARM: 70.0, BACK_LEG: -18.0, FRONT_LEG: 22.0}
_SPELL = {TORSO: 5.0, HEAD: 8.0, BACK_ARM: -80.0, FRONT_ARM: 80.0, BACK_LEG: -6.0, FRONT_LEG: 6.0}
_COVER = {TORSO: -6.0, HEAD: -5.0, BACK_ARM: 30.0, FRONT_ARM: 55.0, BACK_LEG: -12.0, FRONT_LEG: 10.0}
_RECOIL = {TORSO: 14.0, HEAD: 14.0, BACK_ARM: -24.0, FRONT_ARM: 28.0, BACK_LEG: -10.0, FRONT_LEG: 14.0}
_DAZED = {TORSO: 4.0, HEAD: 12.0, BACK_ARM: 6.0, FRONT_ARM: 6.0, BACK_LEG: 2.0, FRONT_LEG: -2.0}
_OTHER_DAZED = {TORSO: -4.0, HEAD: -12.0, BACK_ARM: -6.0, FRONT_ARM: -6.0, BACK_LEG: -2.0, FRONT_LEG: 2.0}
LYING: Mapping[Part, float] = {HEAD: 4.0, BACK_ARM: -10.0, FRONT_ARM: 30.0, BACK_LEG: 2.0, FRONT_LEG: 14.0}
"""How the parts of a body are turned that lies."""
LAID = 90.0
"""The degrees by which a body has fallen over that is flat on its back."""
FORTH = (1.0, 0.9, 0.8, -0.9, -0.8, -0.7, -0.6, -0.5, -0.4, 0.7, 0.6, 0.5, 0.4, 0.3)
"""Shares of a swing to the enemy: rather to it the other way round than half of the way."""
UP = (1.0, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4, -0.25, -0.15)
"""Shares of a swing upwards."""
STRIKE_SWING = Swing({arm: _BLOW[arm] for arm in ARMS}, FORTH)
CAST_SWING = Swing({arm: _SPELL[arm] for arm in ARMS}, FORTH)
GUARD_SWING = Swing({arm: _COVER[arm] for arm in ARMS}, FORTH)
WIN_SWING = Swing({BACK_ARM: -120.0, FRONT_ARM: 120.0}, UP)
_JOY: Mapping[Part, float] = {
    TORSO: 2.0,
    HEAD: 4.0,
    BACK_ARM: -105.0,
    FRONT_ARM: 105.0,
    BACK_LEG: -14.0,
    FRONT_LEG: 14.0,
}
_JUMP: Mapping[Part, float] = {**_JOY, **WIN_SWING.arms}

CLIPS: Mapping[str, Clip] = MappingProxyType(
    {
        "idle": Clip(
            2.4,
            (
                Pose(0.0),
                Pose(0.5, {TORSO: 1.5, HEAD: -1.5, BACK_ARM: -4.0, FRONT_ARM: 4.0}, turn=0.5),
                Pose(1.0),
            ),
            loops=True,
        ),
        "walk": Clip(
            0.8,
            (
                Pose(0.0, _STEP, turn=-1.5),
                Pose(0.25, {TORSO: -2.0}, move=(0.0, 1.0)),
                Pose(0.5, _OTHER_STEP, turn=1.5),
                Pose(0.75, {TORSO: -2.0}, move=(0.0, 1.0)),
                Pose(1.0, _STEP, turn=-1.5),
            ),
            loops=True,
        ),
        "strike": Clip(
            0.7,
            (
                Pose(0.0),
                Pose(0.25, _BACKSWING, move=(-1.5, 0.0), turn=4.0),
                Pose(0.4, _BLOW, move=(4.0, 0.0), turn=-6.0),
                Pose(0.75, _BLOW, move=(4.0, 0.0), turn=-6.0),
                Pose(1.0),
            ),
            blow=(0.35, 0.8),
            swing=STRIKE_SWING,
        ),
        "cast": Clip(
            0.9,
            (
                Pose(0.0),
                Pose(0.35, _SPELL, move=(0.0, 1.5), turn=3.0),
                Pose(0.7, _SPELL, move=(0.0, 2.0), turn=3.0),
                Pose(1.0),
            ),
            swing=CAST_SWING,
        ),
        "guard": Clip(
            0.8,
            (
                Pose(0.0),
                Pose(0.25, _COVER, move=(-1.0, 0.0), turn=4.0),
                Pose(0.75, _COVER, move=(-1.0, 0.0), turn=4.0),
                Pose(1.0),
            ),
            swing=GUARD_SWING,
        ),
        "hit": Clip(0.5, (Pose(0.0), Pose(0.2, _RECOIL, move=(-3.0, 0.0), turn=8.0), Pose(1.0))),
        "stunned": Clip(
            1.2,
            (
                Pose(0.0, _DAZED, turn=3.0),
                Pose(0.5, _OTHER_DAZED, turn=-3.0),
                Pose(1.0, _DAZED, turn=3.0),
            ),
            loops=True,
        ),
        "fall": Clip(
            0.9,
            (
                Pose(0.0),
                Pose(0.3, _RECOIL, move=(-2.0, 0.0), turn=20.0, lies=0.2),
                Pose(0.8, LYING, move=(-3.0, 0.0), turn=LAID + 4.0, lies=1.0),
                Pose(1.0, LYING, move=(-3.0, 0.0), turn=LAID, lies=1.0),
            ),
        ),
        "win": Clip(
            1.2,
            (
                Pose(0.0, _JOY),
                Pose(0.25, _JUMP, move=(0.0, 4.0), turn=-3.0),
                Pose(0.5, _JOY),
                Pose(0.75, _JUMP, move=(0.0, 4.0), turn=3.0),
                Pose(1.0, _JOY),
            ),
            loops=True,
            swing=WIN_SWING,
        ),
    }
)
"""By the name that an animation has in a file."""
