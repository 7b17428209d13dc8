"""Own battles fought again: which own rule fired most, and what the opponents' blows took."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from arena.battle import KERNEL_VERSION, Battle, Turn, fight
from arena.battle.log import STUNNED_TURN
from arena.battle.sides import SIDE_NAMES
from arena.desk.battles.losses import losses
from arena.desk.heroes.documents import read_document
from arena.hero import Hero
from arena.league.digest.mine import Blow, FiredRule
from arena.rulesets.ruleset import half_up
from arena.store.tables import BattleRow

BLOWS = 3
"""Actions of opponents that are told."""


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
            for action, loss in losses(each.again, each.me) if each.again is not None else ():
                taken[action] += loss
    total = taken.total()
    return tuple(Blow(action=action, percent=half_up(100 * loss, total)) for action, loss in _first(taken))


def _first(taken: Counter[str]) -> list[tuple[str, int]]:
    dealt = [each for each in taken.items() if each[1]]
    return sorted(dealt, key=lambda each: (-each[1], each[0]))[:BLOWS]


def _log(fought: Fought) -> tuple[Turn, ...]:
    return () if fought.again is None else fought.again.log
