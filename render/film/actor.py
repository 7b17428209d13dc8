"""A fighter in a film: what it looks like at each moment, and where it stands."""

from dataclasses import dataclass
from math import radians, sin

import numpy as np

from arena.hero import Hero
from render.camera import Camera
from render.film.lettering import CAPITAL
from render.film.screenplay import BACK, STEPPED, Role
from render.film.stage import FIRST, GROUND, WIDTH, cast_shadow
from render.model import Model, model_of
from render.poses import CLIPS
from render.raster import Canvas

FIGURE_SCALE = 2.75
"""Pixels of a voxel."""
YAW, PITCH = 28.0, 8.0
"""Degrees by which both are turned to the viewer, and seen from above."""
SHADOW_REACH = 0.9
"""Of a figure's own reach: what is round touches the ground with less than its width."""
HOMES = (96.0, WIDTH - 96.0)
"""The columns where the two stand."""
WORDS_TOP, OVER_HEAD = 46, 8
"""The highest row from which words rise, and how far over a head."""


@dataclass(frozen=True)
class Actor:
    """One of the two: its figure in both frames, and where it stands."""

    base: Model
    strike: Model
    side: int

    @classmethod
    def of(cls, hero: Hero, side: int) -> "Actor":
        base = model_of(hero.sprite)
        strike = model_of(hero.sprite, "strike") if hero.sprite.strike else base
        return cls(base, strike, side)

    @property
    def forward(self) -> int:
        return 1 if self.side == 0 else -1

    @property
    def home(self) -> float:
        return HOMES[self.side]

    @property
    def reach(self) -> float:
        return self.base.skeleton.reach * FIGURE_SCALE

    @property
    def height(self) -> float:
        return self.base.skeleton.height * FIGURE_SCALE

    def draw(self, canvas: Canvas, role: Role, share: float, seconds: float, stride: float) -> None:
        """Draw it at a share of a beat; `seconds`: of the whole film, by which what loops goes on."""
        clip, at = clip_at(role, share, seconds)
        model = self.strike if CLIPS[clip].shows_blow(at) else self.base
        x = self.home + self.forward * stride * _stepped(role, share)
        skeleton, pose = model.skeleton, model.pose_at(CLIPS[clip], at)
        lying = sin(radians(pose.turn)) if pose.lies else 0.0
        middle = x + self.forward * FIGURE_SCALE * pose.move[0]
        half = skeleton.reach + lying * (skeleton.height / 2 - skeleton.reach)
        cast_shadow(canvas.picture, middle, SHADOW_REACH * FIGURE_SCALE * half)
        canvas.depths.fill(-np.inf)  # whoever is drawn later is in front of who was drawn before
        camera = Camera(
            YAW, PITCH, FIGURE_SCALE, self.base.skeleton.feet, (x, GROUND), mirrored=self.side == 1
        )
        camera.draw(canvas, model, model.placed_in(pose), FIRST[self.side])

    @property
    def words_top(self) -> int:
        """The row from which words rise over its head."""
        return max(round(GROUND - self.height) - CAPITAL * 2 - OVER_HEAD, WORDS_TOP)


def clip_at(role: Role, share: float, seconds: float) -> tuple[str, float]:
    """Which clip is at which of its seconds."""
    if role.falls is not None and share >= role.falls:
        fall = CLIPS["fall"].seconds
        return "fall", fall * (share - role.falls) / (1 - role.falls)
    clip = CLIPS[role.clip]
    if clip.loops:
        return role.clip, seconds
    if role.clip == "fall" and share >= role.end:
        return role.clip, clip.seconds
    if role.start <= share < role.end:
        done = (share - role.start) / (role.end - role.start) * role.times % 1
        return role.clip, done * clip.seconds
    return ("walk" if _is_walking(role, share) else "idle"), seconds


def _is_walking(role: Role, share: float) -> bool:
    return role.steps > 0 and (share < STEPPED or share >= BACK)


def _stepped(role: Role, share: float) -> float:
    """How far somebody is gone from home, smoothly there and back."""
    back = role.end if role.times > 1 else BACK
    gone = min(share / STEPPED, (1 - share) / (1 - back), 1.0)
    return role.steps * gone * gone * (3 - 2 * gone)
