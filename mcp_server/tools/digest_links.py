"""Where the battles and the heroes that a digest tells of can be looked at."""

from collections.abc import Iterator, Mapping

from arena.desk.battles.filming import filmable
from arena.desk.battles.ids import battle_id
from arena.desk.heroes.looks import looks_of
from arena.league.digest.mine import MyDigest
from arena.league.digest.model import Bout, Digest
from arena.league.digest.reading import ReadDigest
from mcp_server.caller import Caller

Battle = tuple[int, int]
"""Run and number."""


def links_of(read: ReadDigest, caller: Caller) -> dict[str, str]:
    """The films of the battles that a digest tells by themselves, and the pictures of the heroes at the head
    of its tables, by what they show."""
    names = read.names.heroes
    told = {(run, bout.number): f"{names[bout.a]} – {names[bout.b]}" for run, bout in _bouts(read.digest)}
    heroes = list(dict.fromkeys(_heads(read.digest)))
    looks = looks_of(caller.desk, heroes)
    pictures = {names[id_]: caller.site.picture_address(looks[id_]) for id_ in heroes if id_ in looks}
    return _films(told, caller) | pictures


def links_of_mine(digest: MyDigest, caller: Caller) -> dict[str, str]:
    """The films of the battles of one's own hero, by the opponents."""
    return _films({(each.run_id, each.number): each.opponent for each in digest.battles}, caller)


def _films(named: Mapping[Battle, str], caller: Caller) -> dict[str, str]:
    shown = filmable(caller.desk, named)
    ids = {battle: battle_id(*battle) for battle in named if battle in shown}
    return {
        f"{named[battle]} ({id_})": caller.site.film_address(id_, caller.locale)
        for battle, id_ in ids.items()
    }


def _bouts(digest: Digest) -> Iterator[tuple[int, Bout]]:
    for part in (digest.day, digest.tournament):
        if part is not None and part.run_id is not None:
            yield from ((part.run_id, bout) for bout in (part.upset, part.longest) if bout is not None)


def _heads(digest: Digest) -> Iterator[int]:
    """Who leads the rating, won the tournament, has the look of the week."""
    if digest.day is not None:
        yield from (each.hero for each in digest.day.leaders[:1])
    if digest.tournament is not None:
        yield from (row.hero for row in digest.tournament.table[:1])
    if digest.look is not None:
        yield from digest.look.winners
