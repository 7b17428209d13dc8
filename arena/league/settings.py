"""The league's numbers, read from league.toml and checked; levels and slots are read by
`arena.hero.levels`."""

import tomllib
from datetime import time
from functools import cache
from importlib.resources import files
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

Positive = Annotated[int, Field(ge=1)]


class Section(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class CalendarSettings(Section):
    """Times of the league's zone; the tournament, freeze, results and vote are of Fridays."""

    zone: str
    """By its IANA name, unless an organiser sets another."""
    daily: time
    freeze_start: time
    tournament: time
    freeze_end: time
    results: time
    vote_end: time
    """On the Friday after the one whose results opened the vote."""
    nightly: time
    """When the database is backed up and tidied, every day."""
    daily_catch_up_days: Positive
    late_minutes: Positive
    """After its moment; a run that begins or ends later is told as late."""
    promise_grace_minutes: Positive
    """After a run's hour on the day before; a promise made later is young."""


class ExperienceSettings(Section):
    """Points of experience."""

    library_point: Positive
    library_week: Positive
    """The most that a week's library points give."""
    battle_day: Positive
    tournament: Positive


class VoteSettings(Section):
    votes: Positive


class LimitSettings(Section):
    """What a participant may do in a day, and how many battles give the shares of a training."""

    checks: Positive
    dummy_trainings: Positive
    hero_trainings: Positive
    training_battles: Positive


class SignInSettings(Section):
    """How long people are signed in to the pages."""

    link_minutes: Positive
    """For which a sign-in link opens."""
    session_idle_days: Positive
    """After which a session that nobody used ends."""
    session_days: Positive
    """After which every session ends."""


class DailySettings(Section):
    """How the day's opponents are found."""

    battles: Positive
    yesterday_from: Positive
    """Heroes from which nobody meets yesterday's opponent."""
    searched_up_to: Positive
    """Heroes up to which a pairing with small rating gaps is searched for."""
    search_widths: Annotated[list[Positive], Field(min_length=1)]
    """How many states the search keeps; the next number if one was not enough."""
    near_percent: Positive
    near_points: Positive
    """The search is content with this share of the least sum of gaps plus so much a hero, in 1/100."""
    drawn_points: Positive
    """How far a draw may move a rating before heroes are put in order, in 1/100."""
    drawn_places: Positive
    """How far that may move a hero in a list that is not searched, or twice as far with others that move."""
    closing_places: Positive
    """The last places of such a list, where heroes that are left over find opponents."""


class EloSettings(Section):
    """K of a hero = max(k_least, k_fast / (k_delay + its rated battles so far))."""

    start: Positive
    """A new hero's rating, in 1/100."""
    scale: Positive
    """The lead in rating, in 1/100, at which a win is ten times as likely as a loss."""
    k_least: Positive
    k_fast: Positive
    k_delay: Positive


class SwissSettings(Section):
    rounds: Positive
    """Of a tournament with heroes enough."""


class League(BaseModel):
    """All sections but the levels."""

    model_config = ConfigDict(frozen=True, extra="ignore", strict=True)

    calendar: CalendarSettings
    experience: ExperienceSettings
    vote: VoteSettings
    limits: LimitSettings
    sign_in: SignInSettings
    daily: DailySettings
    elo: EloSettings
    swiss: SwissSettings


@cache
def league() -> League:
    """The league's numbers."""
    return read_league(files("arena").joinpath("league/league.toml").read_text(encoding="utf-8"))


def read_league(text: str) -> League:
    """The numbers that a text like league.toml holds. Raises `ValueError`."""
    return League.model_validate(tomllib.loads(text))
