"""The tool that tells how the participant stands."""

from dataclasses import replace
from datetime import datetime

from pydantic import Field

from arena.desk.players.limits import Limited
from arena.desk.players.notices import Told, mark_read
from arena.desk.players.status import HeroStatus, Promise, Status, status
from arena.instants import instant_text, minute_text
from arena.league.calendar import Job
from mcp_server.answers import Answer, Part
from mcp_server.caller import Caller
from mcp_server.ratings import rating
from mcp_server.toolbox import Offer
from mcp_server.tools.status_words import next_steps, summary
from mcp_server.words import Words

MOST_NOTICES = 5
"""Notices in one answer; the next answer has those after them."""


class Event(Part):
    """Something that comes."""

    event: str
    at: str
    local: str = Field(description="In the league's zone")
    what: str


class OwnHero(Part):
    """The participant's hero."""

    hero_id: int
    name: str
    version: int
    active: bool
    rating: float
    place: int | None = None
    hidden: str | None = Field(default=None, description="Why an organiser hid it")
    worth_another_check: bool
    changes: list[str] | None = Field(default=None, description="In the rules, for it")


class Promised(Part):
    """What was promised of a run's secret."""

    job: str
    run_at: str
    sha256: str
    young: bool = Field(description="Made less than a day before the run")


class CurrentStatus(Answer):
    """How the participant stands; instants are in UTC."""

    now: str
    zone: str
    player: str
    level: int
    ability_slots: int
    rule_slots: int
    xp: int
    xp_to_next: int | None = None
    checks_left: int
    dummy_trainings_left: int
    hero_trainings_left: int
    edits_open: bool
    next_events: list[Event]
    hero: OwnHero | None = None
    votes_given: int | None = Field(default=None, description="While the vote is open")
    promised: list[Promised] = Field(description="Secrets of the next runs")
    notices: list[str] = Field(description="Told once")


def get_status(caller: Caller) -> CurrentStatus:
    """Where you stand: level and slots, checks and trainings left, what comes when, whether edits are
    frozen, your hero's rating and place, whether it is worth another check, notices.

    Use this when you begin, and to learn when the next battles are. Example: {}
    """
    found = status(caller.desk, caller.player_id, caller.locale)
    if not caller.site.has_vote_page:
        found = replace(found, vote=None)  # there is nowhere to vote
    told = found.notices[:MOST_NOTICES]
    answer = _answer(caller, found, told)
    # Only now: what no answer told must not count as read.
    if told:
        mark_read(caller.desk, caller.player_id, told[-1].id)
    return answer


def _answer(caller: Caller, found: Status, told: tuple[Told, ...]) -> CurrentStatus:
    zone, left = caller.desk.calendar.zone, found.limits_left
    more = [caller.words("get-status.more-notices")] if len(found.notices) > len(told) else []
    return CurrentStatus(
        summary=summary(found, zone, caller.words),
        next_steps=[*more, *next_steps(found, zone, caller.words), *caller.day_now],
        now=instant_text(found.now),
        zone=zone.key,
        player=found.name,
        level=found.level,
        ability_slots=found.slots.abilities,
        rule_slots=found.slots.rules,
        xp=found.xp,
        xp_to_next=found.xp_to_next,
        checks_left=left[Limited.CHECKS],
        dummy_trainings_left=left[Limited.DUMMY_TRAININGS],
        hero_trainings_left=left[Limited.HERO_TRAININGS],
        edits_open=found.frozen_until is None,
        next_events=_events(caller, found),
        hero=None if found.hero is None else _hero(found.hero, caller.words),
        votes_given=None if found.vote is None else found.vote.given,
        promised=[_promised(promise) for promise in found.promises],
        notices=[f"{minute_text(each.at, zone)}: {each.text(caller.locale)}" for each in told],
    )


def _events(caller: Caller, found: Status) -> list[Event]:
    """What comes, the soonest first."""
    moments: dict[str, datetime] = {job.value: at for job, at in found.next_runs.items()}
    if found.frozen_until is None:
        moments["edits-close"] = found.next_freeze.start
    moments["edits-open"] = found.next_freeze.end
    if found.vote is not None:
        moments["vote-closes"] = found.vote.closes_at
    moments["limits-renewed"] = found.limits_renewed_at
    zone, words = caller.desk.calendar.zone, caller.words
    # Where nobody can vote, no vote comes with the results.
    names = {} if caller.site.has_vote_page else {Job.RESULTS.value: "results-alone"}
    return [
        Event(
            event=event,
            at=instant_text(at),
            local=minute_text(at, zone),
            what=words(f"get-status.event-{names.get(event, event)}"),
        )
        for event, at in sorted(moments.items(), key=lambda moment: moment[1])
    ]


def _hero(hero: HeroStatus, words: Words) -> OwnHero:
    changes = [
        words("get-status.change", id=it.id, name=it.name, before=it.before, now=it.now)
        for it in hero.changes
    ]
    return OwnHero(
        hero_id=hero.id,
        name=hero.name,
        version=hero.version,
        active=hero.active,
        rating=rating(hero.rating),
        place=hero.place,
        hidden=hero.hidden_reason,
        worth_another_check=hero.worth_another_check,
        changes=changes or None,
    )


def _promised(promise: Promise) -> Promised:
    return Promised(
        job=promise.job.value,
        run_at=instant_text(promise.run_at),
        sha256=promise.commitment,
        young=promise.young,
    )


OFFERS = (Offer(get_status, "Your status", counts=True),)
