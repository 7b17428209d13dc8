"""Which pictures and films a digest may lead to, and where they are.

Source: the league's rules, "What is hidden": a hidden or forgotten look has no picture, and a battle that
cannot be fought again no film.
"""

from collections.abc import Collection, Iterator
from typing import Protocol

from arena.desk.battles.filming import filmable
from arena.desk.battles.ids import battle_id
from arena.desk.desk import Desk
from arena.desk.heroes.looks import looks_of
from arena.hero import Sprite
from arena.league.digest.mine import MyDigest
from arena.league.digest.model import Bout, Digest
from arena.league.digest.sights import BattleKey, Sights


class Addresses(Protocol):
    """Who knows where pictures and films are found."""

    def picture_address(self, look: Sprite) -> str:
        """Where a picture of a look is."""

    def film_address(self, battle: str, locale: str) -> str:
        """Where the film of a battle is in this language, by the battle's id."""


def pictures_of(desk: Desk, heroes: Collection[int], addresses: Addresses) -> dict[int, str]:
    """Where the pictures of these heroes' looks are, by their numbers; without those that are hidden."""
    return {id_: addresses.picture_address(look) for id_, look in looks_of(desk, heroes).items()}


def films_of(
    desk: Desk, battles: Collection[BattleKey], locale: str, addresses: Addresses
) -> dict[BattleKey, str]:
    """Where the films of these battles are, in their order; without those that cannot be fought again."""
    shown = filmable(desk, battles)
    return {each: addresses.film_address(battle_id(*each), locale) for each in battles if each in shown}


def sights_of(desk: Desk, digest: Digest, locale: str, addresses: Addresses) -> Sights:
    """Where the heroes that a digest names, and the battles that it tells, can be looked at."""
    return Sights(
        pictures_of(desk, digest.mentions.heroes, addresses),
        films_of(desk, battles_of(digest), locale, addresses),
    )


def sights_of_mine(desk: Desk, mine: MyDigest, locale: str, addresses: Addresses) -> Sights:
    """The same of one's own digest."""
    heroes = {mine.hero_id, *(battle.opponent_id for battle in mine.battles)}
    battles = [(battle.run_id, battle.number) for battle in mine.battles]
    return Sights(pictures_of(desk, heroes, addresses), films_of(desk, battles, locale, addresses))


def told_bouts(digest: Digest) -> Iterator[tuple[int, Bout]]:
    """The battles that a digest tells by themselves, each with its run."""
    for part in (digest.day, digest.tournament):
        if part is not None and part.run_id is not None:
            yield from ((part.run_id, bout) for bout in (part.upset, part.longest) if bout is not None)


def battles_of(digest: Digest) -> list[BattleKey]:
    """All battles that a digest tells, those first that it tells by themselves."""
    return list(dict.fromkeys((run, bout.number) for run, bout in _bouts(digest)))


def _bouts(digest: Digest) -> Iterator[tuple[int, Bout]]:
    """All battles of a digest, each with its run."""
    yield from told_bouts(digest)
    day, tournament = digest.day, digest.tournament
    if day is not None:
        yield from ((day.run_id, bout) for bout in day.results)
    if tournament is not None and tournament.run_id is not None:
        for round_ in tournament.rounds:
            yield from ((tournament.run_id, bout) for bout in round_.results)
