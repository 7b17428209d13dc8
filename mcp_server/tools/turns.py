"""The turns of a battle as rows, from its public log alone."""

from collections.abc import Sequence
from typing import Annotated, Literal

from pydantic import Field

from arena.battle import PercentHit, Reason, Skipped
from arena.desk.battles.public_log import PublicTurn
from mcp_server.answers import Part

Detail = Literal["summary", "turns", "why"]
"""How much a tool tells of a battle: its key turns, all turns, or also why rules did not fire."""

RuleIndex = Annotated[int, Field(description="From 0")]
"""A rule's place, wherever a tool tells one."""


class SkippedRule(Part):
    """A rule above the one that fired, with what kept it from firing."""

    rule_index: RuleIndex
    because: list[str]


class TurnRow(Part):
    """A turn; what is zero or empty is left out. Percents are of the whole health of whose it is."""

    turn: int
    side: Literal["a", "b"]
    action: str
    hits: list[str] | None = None
    damage_percent: int | None = None
    poison_percent: int | None = None
    change_percent: int | None = None
    health_percent: list[int] = Field(description="Of a and b after it")
    effects_a: list[str] | None = None
    effects_b: list[str] | None = None
    rule_index: RuleIndex | None = None
    energy: int | None = None
    knowledge: int | None = None
    skipped: list[SkippedRule] | None = None


def turn_row(turn: PublicTurn, *, why: bool = False) -> TurnRow:
    """A turn; with `why`, and if it is open to the viewer, the rules that did not fire."""
    own = turn.own
    skipped = [_skipped(each) for each in own.skipped] if own is not None and why else None
    return TurnRow(
        turn=turn.number,
        side=turn.side,
        action=turn.action,
        hits=[_hit(hit) for hit in turn.hits] or None,
        damage_percent=turn.damage or None,
        poison_percent=turn.poison or None,
        change_percent=turn.change or None,
        health_percent=list(turn.health),
        effects_a=list(turn.effects.a) or None,
        effects_b=list(turn.effects.b) or None,
        rule_index=None if own is None else own.rule,
        energy=None if own is None else own.energy,
        knowledge=None if own is None else own.knowledge,
        skipped=skipped or None,
    )


def rows_within(log: Sequence[PublicTurn], most: int, *, why: bool = False) -> list[TurnRow]:
    """The first turns whose rows have at most `most` bytes of JSON together, at least one."""
    rows: list[TurnRow] = []
    used = 0
    for turn in log:
        row = turn_row(turn, why=why)
        used += len(row.model_dump_json(exclude_none=True).encode()) + 1
        if used > most and rows:
            break
        rows.append(row)
    return rows


def _hit(hit: PercentHit) -> str:
    return hit.outcome if hit.outcome == "miss" else f"{hit.outcome} {hit.damage}%"


def _skipped(skipped: Skipped) -> SkippedRule:
    """Its false conditions or, if all were true, what its action lacked."""
    false = [reason for reason in skipped.reasons if reason.kind == "condition"]
    return SkippedRule(rule_index=skipped.rule, because=[_told(each) for each in false or skipped.reasons])


def _told(reason: Reason) -> str:
    """In the words of the rule language: `self.hp < 40%: 62.5%`, `energy: 12 of 30`."""
    if reason.kind == "cooldown":
        return f"cooldown: {reason.seen}"
    if reason.kind != "condition":
        return f"{reason.kind}: {reason.seen} of {reason.needed}"
    match reason.seen:
        case bool(seen):
            return f"{reason.condition}: {'true' if seen else 'false'}"
        case None:
            return f"{reason.condition}: none"
        case float(seen):
            return f"{reason.condition}: {seen:g}%"
        case seen:
            return f"{reason.condition}: {seen}"
