"""A digest as facts: one model for every kind, from which all its texts are made.

Ratings and their changes are in 1/100 of a point, tournament points and tie-breaks as `Placing` keeps them;
instants are in UTC. Every number is whole, so that the same facts are always the same bytes.
"""

import json
from datetime import date, datetime, timedelta
from enum import StrEnum
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, PlainSerializer

from arena.instants import instant_text
from arena.league.calendar import Job
from arena.league.digest.naming import HeroId, Mentions, PlayerId
from arena.league.settings import league

LATE = timedelta(minutes=league().calendar.late_minutes)
"""A run that ends later than this after its moment tells its true time."""


Instant = Annotated[datetime, PlainSerializer(instant_text, when_used="json")]
"""In UTC, as all JSON has it; kept in whole seconds."""


class Kind(StrEnum):
    """Which digest."""

    DAY = "day"
    FRIDAY = "friday"
    SUPPLEMENT = "friday-supplement"


class Facts(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Bout(Facts):
    """A battle: `number` in its run; `winner` 0 for hero a, 1 for hero b, -1 for a draw; ratings before."""

    number: int
    round: int
    a: HeroId
    b: HeroId
    winner: Literal[-1, 0, 1]
    rating_a: int
    rating_b: int
    turns: int

    @property
    def gap(self) -> int:
        """How much higher the winner's opponent was rated; negative if the winner was; 0 for a draw."""
        gaps = {0: self.rating_b - self.rating_a, 1: self.rating_a - self.rating_b}
        return gaps.get(self.winner, 0)


class Standing(Facts):
    """A hero before and after a day's battles: its rating before, its change, its places among all. Without
    earlier battles it had no place."""

    hero: HeroId
    before: int
    change: int
    place_before: int | None
    place: int


class Usage(Facts):
    """An ability: how many of the day's heroes have it, in how many battles one of the two had it (twice for
    both), and the points won in them, doubled."""

    ability: str
    heroes: int
    sides: int
    points2: int


class Day(Facts):
    """A day's rated battles. `results` are all, or those that surprised most; `leaders` are the first of the
    rating, `up` and `down` whose rating moved most; `leader_before` led before, if anybody had fought."""

    run_id: int
    heroes: int
    battles: int
    draws: int
    results: tuple[Bout, ...]
    upset: Bout | None
    longest: Bout | None
    leader_before: HeroId | None
    leaders: tuple[Standing, ...]
    up: tuple[Standing, ...]
    down: tuple[Standing, ...]
    abilities: tuple[Usage, ...]


class Newcomers(Facts):
    """New heroes: how many, and the first of them."""

    count: int = 0
    heroes: tuple[HeroId, ...] = ()


class Climb(Facts):
    """A participant that reached a level, with its hero if it has one."""

    player: PlayerId
    hero: HeroId | None
    level: int


class Climbs(Facts):
    """New levels: how many participants reached one, and those with the highest."""

    count: int = 0
    reached: tuple[Climb, ...] = ()


class TableRow(Facts):
    """A row of a tournament's table; `decided_by` is the criterion that put it above the next, None for the
    last."""

    place: int
    hero: HeroId
    rating: int
    points2: int
    buchholz_cut1: int
    buchholz: int
    sonneborn_berger: int
    wins: int
    decided_by: str | None


class Round(Facts):
    """A round: how many battles it had, and all of them or those of the winner."""

    number: int
    battles: int
    results: tuple[Bout, ...]
    bye: HeroId | None


class Tournament(Facts):
    """A Friday's tournament. It was `played` or, for the reason its run tells the organiser, `failed` or was
    `skipped`; then all the rest is empty. `moment` and `ended_at` are of its own run."""

    run_id: int | None
    state: Literal["played", "failed", "skipped"]
    moment: Instant
    ended_at: Instant | None
    heroes: int = 0
    table: tuple[TableRow, ...] = ()
    rounds: tuple[Round, ...] = ()
    upset: Bout | None = None
    longest: Bout | None = None

    @property
    def late(self) -> bool:
        """Whether its true time must be told."""
        return self.ended_at is not None and self.ended_at > self.moment + LATE


class LookVotes(Facts):
    hero: HeroId
    votes: int


class LookOfTheWeek(Facts):
    """The vote that the results of `friday` opened: how many voted, who won, and the votes of the first."""

    friday: date
    voters: int
    winners: tuple[HeroId, ...]
    counts: tuple[LookVotes, ...]
    looks: int
    """How many looks had a vote."""


class Reveal(Facts):
    """A secret that was used, in hexadecimal, with what was promised of it and since when."""

    job: Job
    moment: Instant
    secret: str
    commitment: str
    made_at: Instant


class Promise(Facts):
    """What is promised of the secret of a job's next run; `young`: less than a day before it, as
    `Calendar.is_young` has it."""

    job: Job
    moment: Instant
    commitment: str
    made_at: Instant
    young: bool


class Gap(Facts):
    """Runs of a job that failed, or else were skipped, with the local days of the first and the last."""

    job: Job
    failed: bool
    count: int
    first: date
    last: date


class Coming(Facts):
    """What happens next."""

    what: Literal["daily", "freeze", "tournament", "results", "vote-closes"]
    at: Instant


class Digest(Facts):
    """All facts of a digest. `moment` is that of its run, `ended_at` when it was really done; `zone` the
    league's. A kind's own parts are None in the others."""

    key: str
    kind: Kind
    local_date: date
    zone: str
    moment: Instant
    ended_at: Instant
    day: Day | None = None
    tournament: Tournament | None = None
    look: LookOfTheWeek | None = None
    newcomers: Newcomers = Newcomers()
    climbs: Climbs = Climbs()
    gaps: tuple[Gap, ...] = ()
    revealed: tuple[Reveal, ...] = ()
    promised: tuple[Promise, ...] = ()
    coming: tuple[Coming, ...] = ()

    @property
    def late(self) -> bool:
        """Whether its true time must be told."""
        return self.ended_at > self.moment + LATE

    @property
    def mentions(self) -> Mentions:
        """The heroes and participants that it names."""
        found = Mentions()
        self.model_dump(context=found)
        return found


def format_digest(digest: Digest) -> str:
    """The facts as JSON; the same facts are the same text."""
    facts = digest.model_dump(mode="json")
    return json.dumps(facts, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def parse_digest(content: str) -> Digest:
    """The facts that `format_digest` wrote."""
    return Digest.model_validate_json(content)
