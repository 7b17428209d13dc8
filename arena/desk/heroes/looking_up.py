"""A hero that somebody looks up: of the league, of the roster, or of both.

The designs of the roster are anybody's to read, and nobody else may take its names: where its sample heroes
fight, as in a local arena, their designs are public too.
"""

from dataclasses import dataclass, replace
from typing import Literal

from arena import roster
from arena.desk.desk import Desk
from arena.desk.heroes.gallery import PublicHero, get_hero
from arena.errors import ArenaError, refuse
from arena.excerpt import printable
from arena.hero import Hero
from arena.likeness import nearest


@dataclass(frozen=True)
class OpenHero:
    """A hero of the roster with all of its design; `level` is the lowest at which it could stand."""

    id: str
    kind: Literal["dummy", "sample"]
    design: Hero
    level: int


@dataclass(frozen=True)
class FoundHero:
    """A hero as it stands in the league (None if it does not fight there), and its design if that is public:
    one of the two at least."""

    standing: PublicHero | None
    open: OpenHero | None


def look_up(desk: Desk, viewer: int | None, given: str, locale: str) -> FoundHero:
    """The hero with this name or number, or with this id in the roster.

    Raises `ArenaError`: `player-unknown`, `no-such-hero`.
    """
    open_ = _of_roster(given)
    try:
        standing = get_hero(desk, viewer, given if open_ is None else open_.design.name, locale)
    except ArenaError as error:
        if error.code != "no-such-hero":
            raise
        if open_ is None:
            raise _with_roster(error, given) from None
        return FoundHero(None, open_)
    open_ = open_ or _of_roster(standing.name)
    if open_ is not None:
        standing = replace(standing, level=max(standing.level, open_.level))
    return FoundHero(standing, open_)


def _of_roster(given: str) -> OpenHero | None:
    try:
        id_ = roster.find(given)
    except ArenaError:
        return None
    return OpenHero(
        id_, "dummy" if id_ in roster.DUMMY_IDS else "sample", roster.load(id_), roster.level(id_)
    )


def _with_roster(unknown: ArenaError, given: str) -> ArenaError:
    """What the league says of a name that is not there, or that the roster has one like it."""
    known = [each for id_ in roster.names() for each in (id_, roster.load(id_).name)]
    alike = None if "nearest" in unknown.faults[0].params else nearest(given, known)
    if alike is None:
        return unknown
    return refuse("no-such-hero", reason="near", given=printable(given), nearest=alike)
