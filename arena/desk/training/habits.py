"""What a hero did and suffered in battles, as their logs tell."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from arena.battle import Battle, Turn
from arena.battle.log import STUNNED_TURN
from arena.desk.battles.losses import losses
from arena.hero import Hero
from arena.rulesets import load_ruleset


@dataclass(frozen=True)
class Habits:
    """A hero's doings, as side A, in `battles` battles, of which it lost `lost`, and `timed_out` ended at the
    last tick.

    `turns`: own turns in which it picked an action; `by_default`: those in which no rule fired; `let_pass`:
    those of them in which some ability of its own was ready, and `ready`: how often each was. Of the `gained`
    points of energy `spilt` did not fit. `taken`: points of health that each action of the enemy's took in
    lost battles, its poison and its counter too; `energies`: with how much energy, in rising order, the enemy
    picked each action there. `spenders`: for a rule that was true while its action cooled down, the one that
    most often had spent that action.
    """

    battles: int
    lost: int
    timed_out: int
    turns: int
    by_default: int
    let_pass: int
    ready: Mapping[str, int]
    gained: int
    spilt: int
    taken: Mapping[str, int]
    energies: Mapping[str, tuple[int, ...]]
    spenders: Mapping[int, int]


def habits_of(hero: Hero, battles: Sequence[Battle]) -> Habits:
    """What `hero`, side A of them all, did in battles of one ruleset (at least one)."""
    ruleset = load_ruleset(battles[0].ruleset)
    picked = [turn for battle in battles for turn in _picks(battle, "a")]
    spills = [spilt for battle in battles for spilt in _spills(hero, battle)]
    ready = [found for battle in battles for found in _ready_by_default(hero, battle)]
    taken: Counter[str] = Counter()
    lost = [battle for battle in battles if battle.winner == "b"]
    for battle in lost:
        for action, points in losses(battle, 0):
            taken[action] += points
    return Habits(
        battles=len(battles),
        lost=len(lost),
        timed_out=sum(battle.end == "ticks" for battle in battles),
        turns=len(picked),
        by_default=len(ready),
        let_pass=sum(bool(found) for found in ready),
        ready=Counter(ability for found in ready for ability in found),
        gained=len(spills) * ruleset.formulas.energy.value(hero.stats.by_name),
        spilt=sum(spills),
        taken=+taken,
        energies=_energies(lost),
        spenders=_spenders(hero, battles),
    )


def _picks(battle: Battle, side: str) -> Iterator[Turn]:
    """The turns of a side in which it picked an action."""
    return (turn for turn in battle.log if turn.side == side and turn.action != STUNNED_TURN)


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


def _ready_by_default(hero: Hero, battle: Battle) -> Iterator[tuple[str, ...]]:
    """For each own turn in which no rule fired, the abilities that could have been used."""
    ruleset = load_ruleset(battle.ruleset)
    ready_at: dict[str, int] = {}
    for turn in _picks(battle, "a"):
        if turn.rule is None:
            yield tuple(
                ability
                for ability in hero.abilities
                # The strike cost nothing, so that this is what there was to spend.
                if turn.energy.a >= ruleset.costs[ability] and turn.turn >= ready_at.get(ability, 0)
            )
        ready_at[turn.action] = turn.turn + ruleset.cooldowns[turn.action]


def _energies(battles: Sequence[Battle]) -> dict[str, tuple[int, ...]]:
    """With how much energy side B picked each action, in rising order."""
    found: dict[str, list[int]] = {}
    for battle in battles:
        costs = load_ruleset(battle.ruleset).costs
        for turn in _picks(battle, "b"):
            found.setdefault(turn.action, []).append(turn.energy.b + costs[turn.action])
    return {action: tuple(sorted(values)) for action, values in found.items()}


def _spenders(hero: Hero, battles: Sequence[Battle]) -> dict[int, int]:
    counts: dict[int, Counter[int]] = {}
    actions = [rule.action for rule in hero.parsed_rules]
    for battle in battles:
        used: dict[str, int] = {}
        for turn in _picks(battle, "a"):
            for skipped in turn.skipped:
                kinds = {reason.kind for reason in skipped.reasons}
                if "cooldown" in kinds and "condition" not in kinds:
                    spender = used[actions[skipped.rule]]
                    counts.setdefault(skipped.rule, Counter())[spender] += 1
            if turn.rule is not None:
                used[turn.action] = turn.rule
    return {rule: found.most_common(1)[0][0] for rule, found in counts.items()}
