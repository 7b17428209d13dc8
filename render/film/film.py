"""Films of battles: two figures on a stage, what they do to each other, and who wins.

A film is a pure function of the heroes, the battle and the language; what it shows when is its screenplay.

It is shown once and stays on its last picture, which tells who won and what health is left. A WebP says so by
a loop count of 1; a GIF by having none, since a count of 1 means once to some programs and twice to others.
Where a chat repeats whatever moves, the ending is shown for seconds before.
"""

from collections.abc import Callable

from arena.battle import Battle
from arena.hero import Hero
from render.film.moving import Frames, gif, lossless_webp, lossy_webp
from render.film.scene import Scene
from render.film.screenplay import FRAME_MS

MOST_BYTES = 4_000_000
DRAWN = 0.75
"""The share of the work that is done when all frames are drawn."""

Told = Callable[[float], object]


def _untold(share: float) -> None:
    pass


def film_webp(a: Hero, b: Hero, battle: Battle, locale: str = "ru", told: Told = _untold) -> bytes:
    """A film of a battle as an animated WebP of 320x180 pixels: at most 30 seconds, shown once, without loss
    if that fits into 4 MB.

    `a`, `b`: the heroes that fought it, of whose health it shows whole percent alone; `told` is called with
    the share of the work that is done, from 0 to 1, and what it raises ends the work. A `locale` that there
    is not reads English. Raises `ArenaError` `unknown-ruleset` for a battle under rules that there are not.
    """
    return fitting(frames_of(Scene(a, b, battle, locale), told), (lossless_webp, lossy_webp), told)


def film_gif(a: Hero, b: Hero, battle: Battle, locale: str = "ru", told: Told = _untold) -> bytes:
    """The same film as an animated GIF of at most 4 MB, if need be with fewer frames. Raises as `film_webp`
    does."""
    return fitting(frames_of(Scene(a, b, battle, locale), told), (gif,), told)


def frames_of(scene: Scene, told: Told = _untold) -> Frames:
    """All frames of a film; equal ones that follow each other are one."""
    pictures, durations = [scene.picture(0)], [FRAME_MS]
    for number in range(1, scene.play.frames):
        picture = scene.picture(number)
        if (picture == pictures[-1]).all():
            durations[-1] += FRAME_MS
        else:
            pictures.append(picture)
            durations.append(FRAME_MS)
        told(DRAWN * (number + 1) / scene.play.frames)
    return Frames(tuple(pictures), tuple(durations), scene.palette)


def fitting(
    frames: Frames,
    encoders: tuple[Callable[[Frames], bytes], ...],
    told: Told = _untold,
    most_bytes: int = MOST_BYTES,
) -> bytes:
    """A file of at most `most_bytes`: the first of the encodings that fits, else one of fewer frames. Two
    frames are given as they are, however large."""
    while True:
        for encode in encoders:
            file = encode(frames)
            if len(file) <= most_bytes or len(frames.pictures) <= 2:
                told(1.0)
                return file
        frames = frames.halved()
