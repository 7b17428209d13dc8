"""Where the battles and the heroes that a digest tells of can be looked at."""

from collections.abc import Iterator, Mapping

from arena.desk.battles.ids import battle_id
from arena.desk.digests import films_of, pictures_of, told_bouts
from arena.league.digest.mine import MyDigest
from arena.league.digest.model import Digest
from arena.league.digest.reading import ReadDigest
from arena.league.digest.sights import BattleKey
from mcp_server.caller import Caller


def links_of(read: ReadDigest, caller: Caller) -> dict[str, str]:
    """The films of the battles that a digest tells by themselves, and the pictures of the heroes at the head
    of its tables, by what they show."""
    names = read.names.heroes
    told = {(run, bout.number): f"{names[bout.a]} – {names[bout.b]}" for run, bout in told_bouts(read.digest)}
    heroes = list(dict.fromkeys(_heads(read.digest)))
    pictures = pictures_of(caller.desk, heroes, caller.site)
    return _films(told, caller) | {names[id_]: pictures[id_] for id_ in heroes if id_ in pictures}


def links_of_mine(digest: MyDigest, caller: Caller) -> dict[str, str]:
    """The films of the battles of one's own hero, by the opponents."""
    return _films({(each.run_id, each.number): each.opponent for each in digest.battles}, caller)


def _films(named: Mapping[BattleKey, str], caller: Caller) -> dict[str, str]:
    films = films_of(caller.desk, named, caller.locale, caller.site)
    return {f"{named[battle]} ({battle_id(*battle)})": address for battle, address in films.items()}


def _heads(digest: Digest) -> Iterator[int]:
    """Who leads the rating, won the tournament, has the look of the week."""
    if digest.day is not None:
        yield from (each.hero for each in digest.day.leaders[:1])
    if digest.tournament is not None:
        yield from (row.hero for row in digest.tournament.table[:1])
    if digest.look is not None:
        yield from digest.look.winners
