"""How long a film of a battle takes on one core, from the heroes to the bytes with nothing kept, and how many
of its frames are drawn a second."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from time import perf_counter

from arena import roster
from arena.battle import fight
from render import film_webp
from render.film.film import DRAWN
from render.film.screenplay import screenplay_of

FILMED = (("golem", "ninja", 7), ("duck", "mushroom", 1), ("knight", "witch", 3))
"""The battles: two heroes of the roster and a seed."""
LOCALE = "en"


@dataclass(frozen=True)
class FilmSpeed:
    """Of one film: the seconds that it takes, and how many of its `frames` are drawn in each of those that go
    by until all are."""

    a: str
    b: str
    seed: int
    frames: int
    seconds: float
    frames_per_second: float


def measure_films(battles: Sequence[tuple[str, str, int]], measured: Callable[[], object]) -> list[FilmSpeed]:
    """Measure the films of battles; `measured` is called after each. What has to be compiled for a battle and
    a picture has been."""
    found = []
    for battle in battles:
        found.append(_measure(*battle))
        measured()
    return found


def _measure(a: str, b: str, seed: int) -> FilmSpeed:
    heroes = roster.load(a), roster.load(b)
    moments: list[float] = []

    def told(share: float) -> None:
        if share >= DRAWN:
            moments.append(perf_counter())

    began = perf_counter()
    battle = fight(*heroes, seed)
    film_webp(*heroes, battle, LOCALE, told)
    drawn, *_, made = moments
    frames = screenplay_of(*heroes, battle, LOCALE).frames
    return FilmSpeed(a, b, seed, frames, made - began, frames / (drawn - began))
