"""What is said of how a participant stands: a summary, and what to do next."""

from collections.abc import Iterator
from zoneinfo import ZoneInfo

from arena.desk.players.limits import Limited
from arena.desk.players.status import HeroStatus, Status
from arena.instants import minute_text
from arena.league.calendar import Job
from mcp_server.ratings import rating_text
from mcp_server.words import Words


def summary(found: Status, zone: ZoneInfo, words: Words) -> str:
    """The participant, the hero, when the next battles are, and that edits are closed if they are."""
    told = [
        words(
            "get-status.player",
            name=found.name,
            level=found.level,
            abilities=found.slots.abilities,
            rules=found.slots.rules,
        ),
        words("get-status.no-hero") if found.hero is None else _hero(found.hero, words),
        words("get-status.battles", local=minute_text(found.next_runs[Job.DAILY], zone), zone=zone.key),
    ]
    if found.frozen_until is not None:
        told.append(words("get-status.frozen", local=minute_text(found.frozen_until, zone), zone=zone.key))
    return " ".join(told)


def _hero(hero: HeroStatus, words: Words) -> str:
    kind = "active" if hero.active else "withdrawn"
    return words(
        f"get-status.{kind}",
        name=hero.name,
        version=hero.version,
        rating=rating_text(hero.rating, words.locale),
        place=hero.place,
    )


def next_steps(found: Status, zone: ZoneInfo, words: Words) -> list[str]:
    """What fits how things are: what is urgent first."""
    steps = [*_about_hero(found, words), *_about_time(found, zone, words)]
    if not steps:
        assert found.hero is not None, "somebody without a hero is told to design one"
        steps.append(words(f"get-status.{'improve' if found.hero.rated_battles else 'first-battles'}"))
    return [*steps, *_about_vote(found, zone, words)]


def _about_hero(found: Status, words: Words) -> Iterator[str]:
    hero = found.hero
    if hero is None:
        yield words("get-status.design")
        return
    if hero.hidden_reason is not None:
        yield words("get-status.hidden")
    if hero.worth_another_check:
        yield words("get-status.recheck")
    if not hero.active and found.frozen_until is None:
        yield words("get-status.return")


def _about_time(found: Status, zone: ZoneInfo, words: Words) -> Iterator[str]:
    if found.frozen_until is not None:
        yield words("get-status.wait", local=minute_text(found.frozen_until, zone), zone=zone.key)
    used_up = [kind for kind in Limited if not found.limits_left[kind]]
    if used_up:
        named = ", ".join(words(f"get-status.limit-{kind.value.replace('_', '-')}") for kind in used_up)
        renewed = minute_text(found.limits_renewed_at, zone)
        yield words("get-status.used-up", what=named, local=renewed, zone=zone.key)


def _about_vote(found: Status, zone: ZoneInfo, words: Words) -> Iterator[str]:
    if found.vote is not None:
        yield words("get-status.vote", local=minute_text(found.vote.closes_at, zone), zone=zone.key)
