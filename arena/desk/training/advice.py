"""What to try after a training: every statement is counted in its battles, and holds for them alone."""

from collections.abc import Iterator

from arena.battle import RuleCoverage
from arena.desk.battles.losses import COUNTER, POISON
from arena.desk.training.habits import Habits
from arena.desk.training.statistics import Training, Unready
from arena.errors import Fault
from arena.hero import Hero, check_hero
from arena.rulesets import KNOWLEDGE_POINT, STATS, Ruleset
from arena.rulesets.ruleset import half_up
from dsl.advice import DEAD_CODES
from dsl.vocabulary import STRIKE, ULTIMATE

SPILT = 4
"""Energy is called wasted if a part in so many did not fit."""
DEFAULTS = 4
"""And strikes by default are told if a turn in so many was one."""
TIMED_OUT = 4
"""And battles that the last tick ended, if one in so many was."""
MOST_TAKEN = 30
"""Percent of the lost health that make an action worth an answer."""


def what_to_try(hero: Hero, training: Training, ruleset: Ruleset) -> tuple[Fault, ...]:
    """Advice on a hero, then on its rules, in their order.

    On the hero: `lost-to`, `energy-wasted`, `strikes-by-default`, `timed-out`, and what `check_hero` says of
    it. On a rule that never fired: the advice that `check_hero` has on it, or `rule-unreached`,
    `rule-never-true`, `rule-never-ready`; on one that seldom did `rule-short-of-energy`. A rule's place is in
    the path, `/rules/2`.
    """
    known = check_hero(hero).advice
    dead = {each.path: each for each in known if each.code in DEAD_CODES}
    found = list(_on_hero(training.habits, ruleset)) if training.habits is not None else []
    found += [each for each in known if not each.path]
    for row, unready in zip(training.rules.coverage, training.rules.unready, strict=True):
        said = dead.get(f"/rules/{row.rule}")
        found += [said] if said is not None else _on_rule(hero, row, unready, training, ruleset)
    return tuple(found)


def _on_rule(
    hero: Hero, row: RuleCoverage, unready: Unready, training: Training, ruleset: Ruleset
) -> Iterator[Fault]:
    action = hero.parsed_rules[row.rule].action
    told = {"number": row.rule + 1, "rule": hero.rules[row.rule], "battles": training.battles}
    counted = {"reached": row.reached, "true": row.true, "fired": row.fired}
    path = f"/rules/{row.rule}"
    if row.silence in ("unreached", "never-true"):
        yield Fault(f"rule-{row.silence}", path, {**told, **counted})
        return
    need = ruleset.costs[action]
    is_short = 2 * unready.energy > unready.turns > 0
    if row.silence == "never-ready" and not is_short:
        yield Fault("rule-never-ready", path, {**told, **counted, "action": action})
    elif is_short and row.true > 2 * row.fired:
        lacks = {"turns": unready.turns, "energy": unready.energy, "sampled": training.rules.sampled}
        yield Fault(
            "rule-short-of-energy", path, {**told, **counted, **lacks, "action": action, "need": need}
        )


def _on_hero(habits: Habits, ruleset: Ruleset) -> Iterator[Fault]:
    battles = {"battles": habits.battles}
    yield from _lost_to(habits, ruleset)
    if habits.spilt * SPILT >= habits.gained > 0:
        params = {"spilt": habits.spilt, "gained": habits.gained, "full": ruleset.limits.energy}
        yield Fault("energy-wasted", params={**battles, **params})
    if habits.by_default * DEFAULTS >= habits.turns > 0:
        params = {"count": habits.by_default, "turns": habits.turns}
        yield Fault("strikes-by-default", params={**battles, **params})
    if habits.timed_out * TIMED_OUT >= habits.battles:
        params = {"count": habits.timed_out, "ticks": ruleset.limits.ticks}
        yield Fault("timed-out", params={**battles, **params})


def _lost_to(habits: Habits, ruleset: Ruleset) -> Iterator[Fault]:
    """What took most health in lost battles, the first of equals by name."""
    total = sum(habits.taken.values())
    action, points = min(habits.taken.items(), key=lambda each: (-each[1], each[0]), default=("", 0))
    percent = half_up(100 * points, total) if total else 0
    if percent < MOST_TAKEN:
        return
    params: dict[str, object] = {"lost": habits.lost, "action": action, "percent": percent}
    reason = action if action in (POISON, COUNTER, STRIKE, ULTIMATE) else "ability"
    if action == ULTIMATE:
        full = ruleset.abilities.ultimate.knowledge - ruleset.knowledge.each_turn
        params["needs"] = f"enemy.knowledge >= {full // KNOWLEDGE_POINT}"
    elif reason == "ability":
        # What its next turn brings is enough for it, however little focus the enemy has.
        least = ruleset.formulas.energy.value(dict.fromkeys(STATS, ruleset.stats.minimum))
        params["needs"] = f"enemy.energy >= {max(ruleset.costs[action] - least, 0)}"
    yield Fault("lost-to", params=params, reason=reason)
