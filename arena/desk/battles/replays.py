"""A battle, fought again from what was stored of it: nothing of a replay is kept.

The versions, ruleset and seed of that day make the same battle, whatever was changed since.
"""

from dataclasses import dataclass
from datetime import datetime
from itertools import repeat
from typing import Any, Literal

import numpy as np
from sqlmodel import Session, col, select

from arena.battle import KERNEL_VERSION, Battle, Sides, fight, health_percent, whole_health_of
from arena.desk.battles.listing import LARGEST, WINNERS, BattleLine, Winner, hidden_friday, lines_of
from arena.desk.battles.public_log import PublicTurn, public_log
from arena.desk.desk import Desk
from arena.desk.heroes.documents import read_document
from arena.desk.heroes.gallery import abilities_of, shown_design
from arena.desk.players.finding import check_viewer
from arena.desk.visibility import is_visible, refuse_invisible
from arena.errors import ArenaError, Fault, refuse
from arena.excerpt import shown
from arena.hero import Hero, Sprite
from arena.hero.record import RECORD, RECORD_VERSION
from arena.league.calendar import Calendar
from arena.rulesets import STATS, load_ruleset
from arena.store.tables import BattleRow, HeroRow, HeroVersion, Run


@dataclass(frozen=True)
class Design:
    """What everybody may see of a fighter as it was on that day, and its health at the end in whole percent.
    `look` is None for a hero that is hidden or forgotten."""

    look: Sprite | None
    abilities: tuple[str, ...]
    health: int


@dataclass(frozen=True)
class BattleView:
    """A battle as a viewer may see it. `log` and `end` are None if it cannot be fought again, which `no_log`
    then says why; its outcome as it was stored stands in any case. `own_rules` are those with which the
    viewer's own hero fought it, None if it did not."""

    line: BattleLine
    ruleset: str
    seed: int
    designs: Sides[Design]
    end: Literal["hit", "poison", "ticks"] | None
    log: tuple[PublicTurn, ...] | None
    own_rules: tuple[str, ...] | None
    no_log: Fault | None


def get_battle(desk: Desk, viewer: int | None, run_id: int, number: int, locale: str) -> BattleView:
    """A battle of a finished run, with its public log. `viewer` is the participant who asks.

    Raises `ArenaError`: `player-unknown`, `battle-unknown`, `tournament-not-visible`. A battle that cannot be
    fought again has no log, by `replay-forgotten`, `replay-kernel` or `replay-differs`.
    """
    with desk.read() as (session, now):
        check_viewer(session, viewer)
        run, row = visible_battle(session, desk.calendar, run_id, number, now)
        (line,) = lines_of(session, [(run, row)], viewer, locale)
        heroes, versions = heroes_of(session, row), versions_of(session, row)
    designs = Sides(*map(_design, heroes, versions, (row.hp_a, row.hp_b), repeat(row.ruleset)))
    own = Sides(*(fighter.is_own for fighter in line.fighters))
    own_rules = next(
        (hero_in(each).rules for each, is_own in zip(versions, own, strict=True) if is_own), None
    )
    end, log, no_log = None, None, None
    try:
        battle = replay(row, versions)
    except ArenaError as error:
        no_log = error.faults[0]
    else:
        end, log = battle.end, public_log(battle, Sides(*map(hero_in, versions)), own)
    return BattleView(line, row.ruleset, row.seed, designs, end, log, own_rules, no_log)


def check_battle(desk: Desk, run_id: int, number: int) -> None:
    """Raise `ArenaError` `battle-unknown` or `tournament-not-visible` for a battle that is not to be seen."""
    with desk.read() as (session, now):
        visible_battle(session, desk.calendar, run_id, number, now)


def versions_of(session: Session, row: BattleRow) -> Sides[HeroVersion]:
    """The versions that fought a battle."""
    return Sides(session.get_one(HeroVersion, row.version_a), session.get_one(HeroVersion, row.version_b))


def replay(row: BattleRow, versions: Sides[HeroVersion]) -> Battle:
    """Fight a stored battle again. Its log tells everything: only `public_log` may show it, and films, which
    tell of it what everybody may know.

    Raises `ArenaError`: `replay-forgotten` if an owner was forgotten, `replay-kernel` if it was fought by
    another version of the kernel, which is named, `replay-differs` if it does not end as it is stored.
    """
    _refuse_unplayable(row, versions)
    battle = fight(hero_in(versions.a), hero_in(versions.b), row.seed, row.ruleset)
    if outcome_of(battle) != (WINNERS[row.winner], row.ticks, row.turns, row.hp_a, row.hp_b):
        raise refuse("replay-differs", run=row.run_id, number=row.number)
    return battle


def can_be_replayed(row: BattleRow, versions: Sides[HeroVersion]) -> bool:
    """Whether `replay` would fight a stored battle."""
    try:
        _refuse_unplayable(row, versions)
    except ArenaError:
        return False
    return True


def heroes_of(session: Session, row: BattleRow) -> Sides[HeroRow]:
    """The heroes that fought a battle, as they stand now."""
    return Sides(session.get_one(HeroRow, row.hero_a), session.get_one(HeroRow, row.hero_b))


def hero_in(version: HeroVersion) -> Hero:
    """The hero of a version that is not forgotten."""
    assert version.document is not None, "asked before"
    return read_document(version.document)


def outcome_of(battle: Battle) -> tuple[Winner, int, int, int, int]:
    """What is stored of how a battle ended."""
    return battle.winner, battle.ticks, battle.turns, battle.hp_a, battle.hp_b


def visible_battle(
    session: Session, calendar: Calendar, run_id: int, number: int, now: datetime
) -> tuple[Run, BattleRow]:
    """A battle that everybody may see by now, with its run.

    Raises `ArenaError`: `battle-unknown`, `tournament-not-visible`.
    """
    run = _visible_run(session, calendar, run_id, now)
    row = session.get(BattleRow, (run_id, number)) if run and 0 <= number <= LARGEST else None
    if run is None or row is None:
        raise refuse("battle-unknown", run=shown(run_id), number=shown(number))
    return run, row


def _visible_run(session: Session, calendar: Calendar, run_id: int, now: datetime) -> Run | None:
    if not 0 < run_id <= LARGEST:
        return None
    visible = is_visible(calendar, now)
    run = session.exec(select(Run).where(col(Run.id) == run_id, visible)).one_or_none()
    friday = hidden_friday(session, run_id) if run is None else None
    if friday is not None:
        refuse_invisible(calendar, friday, now)
    return run


def _refuse_unplayable(row: BattleRow, versions: Sides[HeroVersion]) -> None:
    if any(version.document is None for version in versions):
        raise refuse("replay-forgotten")
    if row.kernel != KERNEL_VERSION:
        raise refuse("replay-kernel", needed=row.kernel, found=KERNEL_VERSION)
    for version in versions:
        packed = int(_record(version)["version"])
        if packed != RECORD_VERSION:
            raise refuse("replay-kernel", reason="record", needed=packed, found=RECORD_VERSION)


def _design(hero: HeroRow, version: HeroVersion, hp: int, ruleset: str) -> Design:
    stats = dict(zip(STATS, _record(version)["stats"].tolist(), strict=True))
    whole = whole_health_of(stats, load_ruleset(ruleset))
    _, look = shown_design(hero, version)
    return Design(look, abilities_of(version), health_percent(hp, whole))


def _record(version: HeroVersion) -> Any:
    return np.frombuffer(version.record, RECORD)[0]
