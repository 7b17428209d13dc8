"""Own battles fought again: which own rule fired most, and what the opponents' blows took."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from arena.battle import KERNEL_VERSION, Battle, Turn, fight
from arena.battle.log import SIDE_NAMES, STUNNED_TURN
from arena.desk.heroes.documents import read_document
from arena.hero import Hero
from arena.league.digest.mine import Blow, FiredRule
from arena.rulesets.ruleset import half_up
from arena.store.tables import BattleRow

BLOWS = 3
"""Actions of opponents that are told."""

POISON, COUNTER = "poison", "counter"


@dataclass(frozen=True)
class Fought:
    """A stored battle, in which one's own hero was side `me` (0 for a), and the same battle fought again by
    that hero as it was; None if that cannot be."""

    row: BattleRow
    me: int
    own: Hero | None
    again: Battle | None

    @property
    def opponent(self) -> int:
        """The other hero's id."""
        return self.row.hero_a if self.me else self.row.hero_b

    @property
    def score(self) -> Literal[-1, 0, 1]:
        """1 for a win, 0 for a loss, -1 for a draw."""
        if self.row.winner == -1:
            return -1
        return 1 if self.row.winner == self.me else 0


def fight_again(row: BattleRow, me: int, document_a: str | None, document_b: str | None) -> Fought:
    """The battle with its log, unless a hero's owner was forgotten or another kernel fought it."""
    if document_a is None or document_b is None or row.kernel != KERNEL_VERSION:
        return Fought(row, me, None, None)
    heroes = read_document(document_a), read_document(document_b)
    return Fought(row, me, heroes[me], fight(*heroes, row.seed, row.ruleset))


def most_fired(fought: Sequence[Fought]) -> FiredRule | None:
    """The rule that fired most, the first of equals; None if none fired. All battles of a run are of one
    version."""
    fired: Counter[int] = Counter()
    turns = 0
    for each in fought:
        for turn in _log(each):
            if turn.side == SIDE_NAMES[each.me] and turn.action != STUNNED_TURN:
                turns += 1
                fired.update(() if turn.rule is None else (turn.rule,))
    own = next((each.own for each in fought if each.own is not None), None)
    if own is None or not fired:
        return None
    rule, count = min(fired.items(), key=lambda each: (-each[1], each[0]))
    return FiredRule(number=rule + 1, text=own.rules[rule], fired=count, turns=turns)


def blows(fought: Sequence[Fought]) -> tuple[Blow, ...]:
    """The actions that took most of the own health in lost battles, each in whole percent of all it lost."""
    taken: Counter[str] = Counter()
    for each in fought:
        if each.score == 0:
            for action, loss in _losses(each):
                taken[action] += loss
    total = taken.total()
    return tuple(Blow(action=action, percent=half_up(100 * loss, total)) for action, loss in _first(taken))


def _first(taken: Counter[str]) -> list[tuple[str, int]]:
    dealt = [each for each in taken.items() if each[1]]
    return sorted(dealt, key=lambda each: (-each[1], each[0]))[:BLOWS]


def _losses(fought: Fought) -> Iterator[tuple[str, int]]:
    """Points of the own health and what took them. Of a turn that hurt its own fighter only the sum is known;
    what a counter sent back is less by what the turn healed."""
    me, left = SIDE_NAMES[fought.me], None
    for turn in _log(fought):
        left = turn.hp_a if fought.me == 0 else turn.hp_b
        if turn.side == me:
            yield POISON, turn.poison
            yield COUNTER, max(0, -turn.change)
        else:
            yield turn.action, turn.loss
    if left and fought.again is not None and fought.again.end == "poison":
        yield POISON, left  # the turn in which poison kills has no row


def _log(fought: Fought) -> tuple[Turn, ...]:
    return () if fought.again is None else fought.again.log
