"""A week of the league, played in moments in a throw-away database: seven days, a vote, a tournament."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from arena.battle import Battle, Sides, fight
from arena.desk.battles.replays import get_battle
from arena.desk.desk import Desk, utc_now
from arena.desk.digests import list_digests, read_digest
from arena.desk.heroes.peopling import people
from arena.desk.opening import open_desk
from arena.desk.players.register import list_players
from arena.desk.reasons import reason_text
from arena.desk.standings.elo import RatingLine, elo_standings
from arena.desk.visibility import last_visible_friday
from arena.desk.voting import ballot, look_of, vote
from arena.hero import Hero, Sprite
from arena.league.calendar import WEEK, Calendar, Job
from arena.league.digest.model import Kind, Tournament
from arena.league.digest.reading import ReadDigest
from arena.league.settings import league
from arena.store.tables import Run
from scheduler.orders import list_runs
from scheduler.runs import missing_moments
from scheduler.tick import tick
from scheduler.work import Tools

SEEN = 7
"""Looks of a ballot that a voter has the patience for."""


@dataclass
class PutClock:
    """A clock that stands until it is put."""

    now: datetime

    def __call__(self) -> datetime:
        return self.now


@dataclass(frozen=True)
class Week:
    """What a week has left, in a reader's language.

    `ids`: what the caller calls each hero, by the hero's number in the league; `digests`, the last one
    Friday's; `standings`: the rating list; `battle`: the last one that the tournament's winner won,
    between `sides`.
    """

    ids: dict[int, str]
    digests: tuple[ReadDigest, ...]
    standings: tuple[RatingLine, ...]
    sides: Sides[str]
    battle: Battle

    @property
    def days(self) -> tuple[ReadDigest, ...]:
        """The digests of the days."""
        return tuple(read for read in self.digests if read.digest.kind is Kind.DAY)

    @property
    def friday(self) -> ReadDigest:
        """The digest of the Friday on which the week ends."""
        return self.digests[-1]


@contextmanager
def throw_away_league() -> Iterator[Desk]:
    """A local arena in a folder that is gone at the end. Its clock stands where it begins: a week before the
    last Friday that is past, when edits open, before the vote does."""
    zone = league().calendar.zone
    calendar = Calendar.of(zone)
    friday = last_visible_friday(calendar, utc_now()) - WEEK
    with TemporaryDirectory(prefix="arena-demo-") as folder:
        clock = PutClock(calendar.freeze(friday).end)
        desk = open_desk(str(Path(folder) / "league.sqlite"), zone, clock, local=True)
        try:
            yield desk
        finally:
            desk.store.close()


def play_week(
    desk: Desk, heroes: Mapping[str, Hero], locale: str, told: Callable[[Run, float], object]
) -> Week:
    """Play the first week of a fresh league, from the Friday on which it begins to the next; each hero has a
    participant of its name.

    `heroes`: at least four, by ids of the caller's; `told` hears what is run and how much of the week is done
    (0..1).
    """
    clock = PutClock(desk.clock())
    desk = replace(desk, clock=clock)
    friday = desk.calendar.local_date(clock.now)
    designs = list(heroes.values())
    with desk.write() as (session, now):
        numbers = people(session, now, [hero.name for hero in designs], designs)
    clock.now = desk.calendar.vote(friday).start
    _vote(desk)
    _play(desk, clock, desk.calendar.moment(Job.RESULTS, friday + WEEK).scheduled_for, told)
    return _read(desk, dict(zip(numbers, heroes, strict=True)), heroes, locale)


def _play(desk: Desk, clock: PutClock, end: datetime, told: Callable[[Run, float], object]) -> None:
    """All runs up to `end`."""
    with desk.read() as (session, _):
        runs = len(missing_moments(session, desk, end, tuple(Job)))
    ended = set[int | None]()

    def tell(run: Run, share: float) -> None:
        told(run, (len(ended) + share) / runs)
        if share == 1:
            ended.add(run.id)

    while clock.now < end:
        _work_next(desk, clock, tell)


def _work_next(desk: Desk, clock: PutClock, told: Callable[[Run, float], object]) -> None:
    """Put the clock to the next moment of the calendar, and do what is due."""
    clock.now = min(desk.calendar.following(job, clock.now).scheduled_for for job in Job)
    if tick(desk, Tools(told=told)).failed:
        raise RuntimeError(next(reason_text(run.error, "en") for run in list_runs(desk) if run.error))


def _vote(desk: Desk) -> None:
    """Every participant votes for the most colourful of the first looks on its ballot."""
    for voter in (player.id for player in list_players(desk)):
        seen = [look.id for look in ballot(desk, voter).looks[:SEEN]]
        seen.sort(key=lambda look: -_colours(look_of(desk, voter, look)))
        vote(desk, voter, seen[: league().vote.votes])


def _colours(sprite: Sprite) -> int:
    return len(set("".join(sprite.pixels)))


def _read(desk: Desk, ids: dict[int, str], heroes: Mapping[str, Hero], locale: str) -> Week:
    digests = tuple(read_digest(desk, each.key, locale) for each in reversed(list_digests(desk)))
    tournament = digests[-1].digest.tournament
    assert tournament is not None, "Friday's digest is the last"
    view = get_battle(desk, None, *_last_won(tournament), locale)
    sides = Sides(*(ids[fighter.hero_id] for fighter in view.line.fighters))
    battle = fight(heroes[sides.a], heroes[sides.b], view.seed, view.ruleset)
    return Week(ids, digests, elo_standings(desk, locale).rows, sides, battle)


def _last_won(tournament: Tournament) -> tuple[int, int]:
    """The run and the number of the last battle that the winner won, or, if it won by draws, fought."""
    assert tournament.run_id is not None, "it was played"
    winner = tournament.table[0].hero
    bouts = [bout for round_ in reversed(tournament.rounds) for bout in round_.results]
    fought = [bout for bout in bouts if winner in (bout.a, bout.b)]
    won = [bout for bout in fought if (bout.a, bout.b, None)[bout.winner] == winner]
    return tournament.run_id, (won or fought)[0].number
