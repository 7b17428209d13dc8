"""What a hero did and suffered in battles, as their logs tell."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from arena.battle import Battle
from arena.battle.log import STUNNED_TURN
from arena.desk.battles.losses import losses
from arena.hero import Hero
from arena.rulesets import load_ruleset


@dataclass(frozen=True)
class Habits:
    """A hero's doings, as side A, in `battles` battles, of which it lost `lost`, and `timed_out` ended at the
    last tick.

    `turns`: own turns in which it picked an action; `by_default`: those in which no rule fired. Of the
    `gained` points of energy `spilt` did not fit, in `overflows` own turns. `taken`: points of health that
    each action of the enemy's took in lost battles, its poison and its counter too.
    """

    battles: int
    lost: int
    timed_out: int
    turns: int
    by_default: int
    gained: int
    spilt: int
    overflows: int
    taken: Mapping[str, int]


def habits_of(hero: Hero, battles: Sequence[Battle]) -> Habits:
    """What `hero`, side A of them all, did in battles of one ruleset (at least one)."""
    picked = [turn for battle in battles for turn in battle.log if _picks(turn.side, turn.action)]
    spills = [spilt for battle in battles for spilt in _spills(hero, battle)]
    taken: Counter[str] = Counter()
    lost = [battle for battle in battles if battle.winner == "b"]
    for battle in lost:
        for action, points in losses(battle, 0):
            taken[action] += points
    ruleset = load_ruleset(battles[0].ruleset)
    return Habits(
        battles=len(battles),
        lost=len(lost),
        timed_out=sum(battle.end == "ticks" for battle in battles),
        turns=len(picked),
        by_default=sum(turn.rule is None for turn in picked),
        gained=len(spills) * ruleset.formulas.energy.value(hero.stats.by_name),
        spilt=sum(spills),
        overflows=sum(spilt > 0 for spilt in spills),
        taken=+taken,
    )


def _picks(side: str, action: str) -> bool:
    return side == "a" and action != STUNNED_TURN


def _spills(hero: Hero, battle: Battle) -> list[int]:
    """The points of energy that did not fit, an entry an own turn: nothing else changes energy than what a
    turn brings and what its action costs."""
    ruleset = load_ruleset(battle.ruleset)
    gain, before, spills = ruleset.formulas.energy.value(hero.stats.by_name), 0, []
    for turn in battle.log:
        if turn.side == "a":
            paid = 0 if turn.action == STUNNED_TURN else ruleset.abilities[turn.action].cost
            spills.append(before + gain - paid - turn.energy.a)
            before = turn.energy.a
    return spills
