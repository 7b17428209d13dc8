"""How long a picture, a figure and a film of heroes take, from the heroes to the bytes with nothing kept, and
how large figures are."""

import json
import struct
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import median
from time import perf_counter

from arena import roster
from arena.battle import fight
from mcp_server.cli.benches.film_speed import FILMED, FilmSpeed, measure_films
from mcp_server.cli.benches.hostile_looks import HOSTILE
from mcp_server.cli.benches.target import Target
from render import figure_glb, picture_png
from render.look import Look

ROUNDS = 7
PICTURE_SIZE = 512
MOST_PICTURE_MS, MOST_FIGURE_MS = 20.0, 60.0
MOST_HOSTILE = 2.0
"""How many times as long as a hero of the roster (the median) the slowest of the hostile looks may take."""
MOST_FILM_SECONDS, LEAST_FRAMES_PER_SECOND = 20.0, 30.0
CORNERS = 3
"""Of a triangle."""


@dataclass(frozen=True)
class Size:
    """Of a figure: its triangles, those of a second frame included, and the bytes of its file."""

    triangles: float
    bytes: float


@dataclass(frozen=True)
class LookSpeed:
    """Of one look, by the name of a hero or of its own: the medians of `ROUNDS` measurements."""

    name: str
    picture_ms: float
    figure_ms: float


@dataclass(frozen=True)
class HeroSpeed(LookSpeed):
    """Of one hero: also the sizes of its figure, whole and small."""

    whole: Size
    small: Size


@dataclass(frozen=True)
class RenderSpeed:
    """Of several heroes, of hostile looks, and of films."""

    heroes: tuple[HeroSpeed, ...]
    hostile: tuple[LookSpeed, ...]
    films: tuple[FilmSpeed, ...]

    @property
    def middle(self) -> HeroSpeed:
        """The medians over the heroes, each figure for itself."""
        heroes = self.heroes

        def size(sizes: Sequence[Size]) -> Size:
            return Size(median(each.triangles for each in sizes), median(each.bytes for each in sizes))

        return HeroSpeed(
            "",
            median(each.picture_ms for each in heroes),
            median(each.figure_ms for each in heroes),
            size([each.whole for each in heroes]),
            size([each.small for each in heroes]),
        )

    @property
    def targets(self) -> tuple[Target, ...]:
        """What pictures and figures may take at the median, and hostile looks and films at worst."""
        picture, figure = self.middle.picture_ms, self.middle.figure_ms
        hostile_picture = max(each.picture_ms for each in self.hostile) / picture
        hostile_figure = max(each.figure_ms for each in self.hostile) / figure
        seconds = max(each.seconds for each in self.films)
        frames = min(each.frames_per_second for each in self.films)
        return (
            Target("picture_ms", picture, MOST_PICTURE_MS),
            Target("figure_ms", figure, MOST_FIGURE_MS),
            Target("hostile_picture_ratio", hostile_picture, MOST_HOSTILE),
            Target("hostile_figure_ratio", hostile_figure, MOST_HOSTILE),
            Target("film_seconds", seconds, MOST_FILM_SECONDS),
            Target("frames_per_second", frames, LEAST_FRAMES_PER_SECOND, is_least=True),
        )


def steps(ids: Sequence[str]) -> int:
    """How often `measure_render` tells that it has measured something."""
    return ROUNDS * (len(ids) + len(HOSTILE)) + len(FILMED)


def measure_render(ids: Sequence[str], measured: Callable[[], object]) -> RenderSpeed:
    """Measure heroes of the roster and hostile looks, all of them round by round, so that whatever else the
    machine does falls on all; then films. `measured` is called after each look in each of `ROUNDS`, and after
    each film."""
    heroes = [roster.load(id_) for id_ in ids]
    sizes = [(size_of(figure_glb(hero)), size_of(figure_glb(hero, small=True))) for hero in heroes]
    picture_png(heroes[0], PICTURE_SIZE)  # which may have to be compiled
    fight(heroes[0], heroes[0], 0)
    looks: list[Look] = [*heroes, *HOSTILE.values()]
    rounds = []
    for _ in range(ROUNDS):
        times = []
        for look in looks:
            times.append((_milliseconds(_picture, look), _milliseconds(figure_glb, look)))
            measured()
        rounds.append(times)
    speeds = []
    for name, *own in zip([*ids, *HOSTILE], *rounds, strict=True):
        pictures, figures = zip(*own, strict=True)
        speeds.append(LookSpeed(name, median(pictures), median(figures)))
    return RenderSpeed(
        tuple(
            HeroSpeed(each.name, each.picture_ms, each.figure_ms, whole, small)
            for each, (whole, small) in zip(speeds, sizes, strict=False)
        ),
        tuple(speeds[len(ids) :]),
        tuple(measure_films(FILMED, measured)),
    )


def size_of(glb: bytes) -> Size:
    """The size of a figure, by what its file says of itself."""
    (length,) = struct.unpack_from("<I", glb, 12)
    described = json.loads(glb[20 : 20 + length])
    indices = [each["indices"] for mesh in described["meshes"] for each in mesh["primitives"]]
    return Size(sum(described["accessors"][each]["count"] for each in indices) // CORNERS, len(glb))


def _picture(look: Look) -> bytes:
    return picture_png(look, PICTURE_SIZE)


def _milliseconds(make: Callable[[Look], bytes], look: Look) -> float:
    began = perf_counter()
    make(look)
    return (perf_counter() - began) * 1000
