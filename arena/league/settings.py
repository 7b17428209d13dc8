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

    daily: time
    freeze_start: time
    tournament: time
    freeze_end: time
    results: time
    vote_end: time
    """On the Friday after the one whose results opened the vote."""
    daily_catch_up_days: Positive


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


class League(BaseModel):
    """All sections but the levels."""

    model_config = ConfigDict(frozen=True, extra="ignore", strict=True)

    calendar: CalendarSettings
    experience: ExperienceSettings
    vote: VoteSettings
    limits: LimitSettings


@cache
def league() -> League:
    """The league's numbers."""
    text = files("arena").joinpath("league/league.toml").read_text(encoding="utf-8")
    return League.model_validate(tomllib.loads(text))
