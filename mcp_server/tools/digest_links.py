"""Where the battles and the heroes that a digest tells of can be looked at."""

from collections.abc import Iterable, Iterator

from arena.desk.battles.ids import battle_id
from arena.desk.heroes.looks import looks_of
from arena.league.digest.mine import MyDigest
from arena.league.digest.model import Bout, Digest
from arena.league.digest.reading import ReadDigest
from mcp_server.caller import Caller


def films_and_pictures(read: ReadDigest, caller: Caller) -> list[str]:
    """Steps with the films of the battles that a digest tells by themselves, and the pictures of who won."""
    site, names = caller.site, read.names.heroes
    films = {
        battle_id(run_id, bout.number): f"{names[bout.a]} – {names[bout.b]}"
        for run_id, bout in _told(read.digest)
    }
    winners = list(dict.fromkeys(_winners(read.digest)))
    looks = looks_of(caller.desk, winners) if winners else {}
    pictures = [f"{names[id_]}: {site.look_address(looks[id_])}" for id_ in winners if id_ in looks]
    steps = [caller.words("get-digest.pictures", pictures="; ".join(pictures))] if pictures else []
    return [*_films(films, caller), *steps]


def own_films(digest: MyDigest, caller: Caller) -> list[str]:
    """A step with the films of the battles of one's own hero."""
    fought = {battle_id(each.run_id, each.number): each.opponent for each in digest.battles}
    return _films(fought, caller)


def _films(named: dict[str, str], caller: Caller) -> list[str]:
    told = [f"{name}: {caller.site.film_address(battle)}" for battle, name in named.items()]
    return [caller.words("get-digest.films", films="; ".join(told))] if told else []


def _told(digest: Digest) -> Iterator[tuple[int, Bout]]:
    for part in (digest.day, digest.tournament):
        if part is not None and part.run_id is not None:
            yield from ((part.run_id, bout) for bout in (part.upset, part.longest) if bout is not None)


def _winners(digest: Digest) -> Iterable[int]:
    if digest.day is not None:
        yield from (each.hero for each in digest.day.leaders[:1])
    if digest.tournament is not None:
        yield from (row.hero for row in digest.tournament.table[:1])
    if digest.look is not None:
        yield from digest.look.winners
