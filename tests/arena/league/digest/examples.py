"""A small league's day and Friday as facts, for the tests of their texts."""

from datetime import UTC, date, datetime, timedelta

import numpy as np

from arena.league.calendar import Calendar, Job
from arena.league.digest.bouts import Bouts
from arena.league.digest.day import day_facts
from arena.league.digest.mine import Blow, FiredRule, MyDigest, OwnBattle
from arena.league.digest.model import (
    Climb,
    Climbs,
    Coming,
    Day,
    Digest,
    Gap,
    Kind,
    LookOfTheWeek,
    LookVotes,
    Newcomers,
    Promise,
    Reveal,
    TableRow,
    Tournament,
)
from arena.league.digest.naming import Names
from arena.league.digest.reading import ReadDigest
from arena.league.digest.sights import NOTHING, Sights
from arena.league.digest.tournament import round_facts
from arena.league.seeds import commitment

NAMES = {1: "Кернинг", 2: "Sir Fork", 3: "¡Ñandú!"}
PLAYERS = {11: "anna", 17: "dev_42"}
NINE_PM = datetime(2026, 4, 23, 18, tzinfo=UTC)
NOON = datetime(2026, 4, 24, 9, tzinfo=UTC)
SECRET = bytes(range(32))
NEXT = commitment(bytes(32))

Row = tuple[int, int, int, int, int]


def bouts(rows: list[Row], ratings: list[int]) -> Bouts:
    """Battles of the heroes 1, 2, … with these ratings; a row: round, a, b, winner, turns."""
    rounds, a, b, winners, turns = np.array(rows, np.int64).reshape(-1, 5).T
    ids = np.arange(1, len(ratings) + 1)
    numbers = np.arange(len(rows))
    return Bouts(numbers, rounds, a - 1, b - 1, winners, turns, ids, np.array(ratings, np.int64))


def day(
    rows: list[Row],
    ratings: list[int],
    changes: list[int],
    abilities: list[int],
    rated: list[int] | None = None,
) -> Day:
    """A day of these battles; all heroes have had `rated` ones before, or thirty."""
    arrays = (np.array(each, np.int64) for each in (changes, abilities, rated or [30] * len(ratings)))
    return day_facts(57, bouts(rows, ratings), *arrays)


def day_digest(facts: Day | None = None) -> Digest:
    """A day, of three heroes who met each other if not another; two new levels, two skipped days."""
    played = [(1, 1, 2, 0, 31), (1, 3, 1, 0, 44), (1, 2, 3, -1, 300)]
    return Digest(
        key="2026-04-23",
        kind=Kind.DAY,
        local_date=date(2026, 4, 23),
        zone="Europe/Moscow",
        moment=NINE_PM,
        ended_at=NINE_PM + timedelta(seconds=4),
        day=facts or day(played, [101240, 112875, 98410], [231, -4120, 3250], [0b11, 0b1, 0b100000]),
        newcomers=Newcomers(count=1, heroes=(3,)),
        climbs=Climbs(
            count=2,
            reached=(Climb(player=11, hero=1, level=3), Climb(player=17, hero=None, level=2)),
        ),
        gaps=(Gap(job=Job.DAILY, failed=False, count=2, first=date(2026, 4, 21), last=date(2026, 4, 22)),),
        revealed=(reveal(Job.DAILY, NINE_PM),),
        promised=(promise(Job.DAILY, NINE_PM + timedelta(days=1), NINE_PM + timedelta(seconds=4)),),
        coming=(
            Coming(what="freeze", at=datetime(2026, 4, 23, 21, tzinfo=UTC)),
            Coming(what="tournament", at=NOON),
            Coming(what="results", at=NOON + timedelta(hours=3)),
        ),
    )


def reveal(job: Job, moment: datetime) -> Reveal:
    made = moment - timedelta(days=1)
    return Reveal(job=job, moment=moment, secret=SECRET.hex(), commitment=commitment(SECRET), made_at=made)


def promise(job: Job, moment: datetime, made: datetime) -> Promise:
    young = Calendar.of("Europe/Moscow").is_young(made, moment)
    return Promise(job=job, moment=moment, commitment=NEXT, made_at=made, young=young)


def friday_digest(tournament: Tournament | None = None) -> Digest:
    """A tournament of three heroes if not another, a vote with two winners, a promise that came late."""
    week = timedelta(days=7)
    return Digest(
        key="2026-04-24-friday",
        kind=Kind.FRIDAY,
        local_date=date(2026, 4, 24),
        zone="Europe/Moscow",
        moment=NOON + timedelta(hours=3),
        ended_at=NOON + timedelta(hours=3, seconds=2),
        tournament=tournament or small_tournament(),
        look=LookOfTheWeek(
            friday=date(2026, 4, 17),
            voters=4,
            winners=(2, 3),
            counts=tuple(LookVotes(hero=hero, votes=votes) for hero, votes in ((2, 3), (3, 3), (1, 1))),
            looks=3,
        ),
        revealed=(reveal(Job.TOURNAMENT, NOON),),
        promised=(promise(Job.TOURNAMENT, NOON + week, NOON + week - timedelta(hours=19)),),
        coming=(
            Coming(what="daily", at=datetime(2026, 4, 24, 18, tzinfo=UTC)),
            Coming(what="vote-closes", at=datetime(2026, 4, 30, 21, tzinfo=UTC)),
            Coming(what="tournament", at=NOON + week),
        ),
    )


def small_tournament() -> Tournament:
    """Three heroes, each of whom rests once."""
    fought = bouts([(1, 1, 2, 0, 21), (2, 3, 1, 1, 40), (3, 2, 3, -1, 120)], [101240, 112875, 98410])
    return Tournament(
        run_id=58,
        state="played",
        moment=NOON,
        ended_at=NOON + timedelta(seconds=3),
        heroes=3,
        table=(
            table_row(1, 1, 6, 2, "points"),
            table_row(2, 2, 3, 0, "rating"),
            table_row(3, 3, 3, 0, None),
        ),
        rounds=round_facts(fought, 1, {1: 3, 2: 2, 3: 1}),
        upset=fought.upset(),
        longest=fought.longest(),
    )


def table_row(place: int, hero: int, points2: int, wins: int, decided_by: str | None) -> TableRow:
    return TableRow(
        place=place,
        hero=hero,
        rating=100000,
        points2=points2,
        buchholz_cut1=9,
        buchholz=12,
        sonneborn_berger=12,
        wins=wins,
        decided_by=decided_by,
    )


def read(
    digest: Digest, locale: str, names: dict[int, str] | None = None, sights: Sights = NOTHING
) -> ReadDigest:
    """The digest as it is read, published as its run ended."""
    return ReadDigest(digest, Names(NAMES | (names or {}), PLAYERS), digest.ended_at, locale, sights)


def seen(locale: str, without: frozenset[int] = frozenset()) -> Sights:
    """Where everything that these digests tell of can be seen, but for the heroes and the numbers of battles
    in `without`."""
    site = "https://arena.example"
    return Sights(
        {id_: f"{site}/looks/{id_:024x}.png" for id_ in NAMES if id_ not in without},
        {
            (run, number): f"{site}/battles/{run}-{number}.webp?lang={locale}"
            for run in (57, 58)
            for number in range(3)
            if number not in without
        },
    )


def my_digest() -> MyDigest:
    """A day of a won and a lost battle."""
    return MyDigest(
        key="2026-04-23",
        kind=Kind.DAY,
        local_date=date(2026, 4, 23),
        zone="Europe/Moscow",
        moment=NINE_PM,
        hero="Кернинг",
        hero_id=1,
        battles=(own_battle(0, 2, 112875, 1, 31, 4180), own_battle(1, 3, 98410, 0, 44, -3949)),
        rating=101471,
        change=231,
        place_before=3,
        place=2,
        heroes=3,
        bye=None,
        rule=FiredRule(number=2, text="enemy.hp < 35% and not self.has(shield) -> heavy", fired=9, turns=24),
        blows=(Blow(action="heavy", percent=62), Blow(action="poison", percent=30)),
        unseen=1,
    )


def own_battle(number: int, opponent: int, rating: int, score: int, turns: int, change: int) -> OwnBattle:
    return OwnBattle(
        run_id=57,
        number=number,
        round=1,
        opponent=NAMES[opponent],
        opponent_id=opponent,
        opponent_rating=rating,
        score=score,  # type: ignore[arg-type]
        turns=turns,
        change=change,
    )
