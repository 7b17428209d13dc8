"""The public log of a battle: its turns as everybody may know them, and what a viewer may know beside that of
a hero that is open to it.
"""

from dataclasses import dataclass, replace

from arena.battle import Battle, PercentTurn, Reason, Sides, Skipped, Turn, percent_log
from arena.battle.sides import SIDE_NAMES
from arena.hero import Hero


@dataclass(frozen=True)
class OwnTurn:
    """What the fighter knew in its turn, for who may know it: the rule that fired (0-based, None for a strike
    by default and a stunned turn), its energy and knowledge after the turn in whole points, and the rules
    above with the values that they compared. Health is compared in half steps: 40.5 is between 40 and 41
    percent."""

    rule: int | None
    energy: int
    knowledge: int
    skipped: tuple[Skipped, ...]


@dataclass(frozen=True)
class PublicTurn(PercentTurn):
    """One turn as a viewer may see it. `own` is None for a hero that is hidden from the viewer, and `exact`,
    all numbers of the turn, unless both are open."""

    own: OwnTurn | None
    exact: Turn | None


def public_log(battle: Battle, heroes: Sides[Hero], is_open: Sides[bool]) -> tuple[PublicTurn, ...]:
    """The turns of a battle for a viewer to whom a side is open: its own hero, or one that is public (a dummy
    or a sample). `heroes` are those that fought it."""
    told = percent_log(battle, heroes)
    return tuple(_public(turn, exact, is_open) for turn, exact in zip(told, battle.log, strict=True))


def _public(told: PercentTurn, turn: Turn, is_open: Sides[bool]) -> PublicTurn:
    me = SIDE_NAMES.index(turn.side)
    return PublicTurn(
        **vars(told),
        own=_own(turn, me) if is_open[me] else None,
        exact=turn if all(is_open) else None,
    )


def _own(turn: Turn, me: int) -> OwnTurn:
    skipped = (Skipped(each.rule, tuple(map(_compared, each.reasons))) for each in turn.skipped)
    return OwnTurn(turn.rule, turn.energy[me], turn.knowledge[me], tuple(skipped))


def _compared(reason: Reason) -> Reason:
    """A value as a rule compares it. Health, the only one with a fraction, to a thousandth of a percent would
    tell the points: the enemy's, and of one's own those that the enemy's hits took."""
    if not isinstance(reason.seen, float):
        return reason
    below = int(reason.seen)
    return replace(reason, seen=float(below) if reason.seen == below else below + 0.5)
