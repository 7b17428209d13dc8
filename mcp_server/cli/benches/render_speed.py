"""How long a picture and a figure of a hero take, from the hero to the bytes with nothing kept, and how large
figures are."""

import json
import struct
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import median
from time import perf_counter

from arena import roster
from arena.hero import Hero
from mcp_server.cli.benches.target import Target
from render import figure_glb, picture_png

ROUNDS = 7
PICTURE_SIZE = 512
MOST_PICTURE_MS, MOST_FIGURE_MS = 20.0, 60.0
CORNERS = 3
"""Of a triangle."""


@dataclass(frozen=True)
class Size:
    """Of a figure: its triangles, those of a second frame included, and the bytes of its file."""

    triangles: float
    bytes: float


@dataclass(frozen=True)
class HeroSpeed:
    """Of one hero: the medians of `ROUNDS` measurements, and the sizes of its figure, whole and small."""

    hero: str
    picture_ms: float
    figure_ms: float
    whole: Size
    small: Size


@dataclass(frozen=True)
class RenderSpeed:
    """Of several heroes."""

    heroes: tuple[HeroSpeed, ...]

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
        """What a picture and a figure may take."""
        return (
            Target("picture_ms", self.middle.picture_ms, MOST_PICTURE_MS),
            Target("figure_ms", self.middle.figure_ms, MOST_FIGURE_MS),
        )


def measure_render(ids: Sequence[str], measured: Callable[[], object]) -> RenderSpeed:
    """Measure heroes of the roster, all of them round by round, so that whatever else the machine does falls
    on all; `measured` is called after each hero in each of `ROUNDS`."""
    heroes = [roster.load(id_) for id_ in ids]
    sizes = [(size_of(figure_glb(hero)), size_of(figure_glb(hero, small=True))) for hero in heroes]
    picture_png(heroes[0], PICTURE_SIZE)  # which may have to be compiled
    rounds = []
    for _ in range(ROUNDS):
        times = []
        for hero in heroes:
            times.append((_milliseconds(_picture, hero), _milliseconds(figure_glb, hero)))
            measured()
        rounds.append(times)
    found = []
    for number, (id_, (whole, small)) in enumerate(zip(ids, sizes, strict=True)):
        pictures, figures = zip(*(times[number] for times in rounds), strict=True)
        found.append(HeroSpeed(id_, median(pictures), median(figures), whole, small))
    return RenderSpeed(tuple(found))


def size_of(glb: bytes) -> Size:
    """The size of a figure, by what its file says of itself."""
    (length,) = struct.unpack_from("<I", glb, 12)
    described = json.loads(glb[20 : 20 + length])
    indices = [each["indices"] for mesh in described["meshes"] for each in mesh["primitives"]]
    return Size(sum(described["accessors"][each]["count"] for each in indices) // CORNERS, len(glb))


def _picture(hero: Hero) -> bytes:
    return picture_png(hero, PICTURE_SIZE)


def _milliseconds(make: Callable[[Hero], bytes], hero: Hero) -> float:
    began = perf_counter()
    make(hero)
    return (perf_counter() - began) * 1000
