"""What formats without links lead to all the same: addresses of all that the others lead to would be as long
as the rest of the digest."""

from collections.abc import Iterator
from itertools import chain

from arena.league.digest.model import Bout, Day, Digest, Tournament
from arena.league.digest.page import Part
from arena.league.digest.telling.day import day_stories, tells_leaders
from arena.league.digest.telling.friday import tournament_stories
from arena.league.digest.telling.speaker import Speaker

FIRST = 3
"""Places, and results, that are the foremost."""


def foremost(speaker: Speaker, digest: Digest) -> Iterator[Part]:
    """Of what stands below the lead the stories, the heroes of the first places and of the look of the week,
    and the films of the first results."""
    if digest.day is not None:
        yield from _of_day(speaker, digest.day)
    if digest.tournament is not None:
        yield from _of_tournament(speaker, digest.tournament)
    if digest.look is not None:
        yield from map(speaker.hero, digest.look.winners)


def _of_day(speaker: Speaker, day: Day) -> Iterator[Part]:
    if not day.battles:
        return
    yield from chain.from_iterable(day_stories(speaker, day))
    if tells_leaders(day):
        yield from (speaker.hero(each.hero) for each in day.leaders[:FIRST])
    yield from _films(speaker, day.run_id, day.results)


def _of_tournament(speaker: Speaker, tournament: Tournament) -> Iterator[Part]:
    yield from chain.from_iterable(tournament_stories(speaker, tournament))
    yield from (speaker.hero(row.hero) for row in tournament.table[:FIRST])
    results = chain.from_iterable(round_.results for round_ in tournament.rounds)
    yield from _films(speaker, tournament.run_id, tuple(results))


def _films(speaker: Speaker, run: int | None, results: tuple[Bout, ...]) -> Iterator[Part]:
    yield from chain.from_iterable(speaker.film(run, bout) for bout in results[:FIRST])
