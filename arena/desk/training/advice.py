"""What a training says: changes that were tried and won more, then what its battles show, counted in them."""

from collections.abc import Iterator, Sequence

from arena.battle import RuleCoverage
from arena.desk.battles.losses import COUNTER, POISON
from arena.desk.training.habits import Habits
from arena.desk.training.statistics import Training, Unready
from arena.desk.training.trials import BATTLES, SAMPLE_BATTLES, Score, Trial
from arena.errors import Fault
from arena.hero import Hero, advice_on
from arena.rulesets import KNOWLEDGE_POINT, Ruleset
from arena.rulesets.ruleset import decimal, half_up
from dsl.advice import DEAD_CODES
from dsl.vocabulary import STRIKE, ULTIMATE

SPILT = 4
"""Energy is called wasted if a part in so many did not fit."""
DEFAULTS = 4
"""And strikes by default are told if a turn in so many was one while an ability was ready."""
TIMED_OUT = 4
"""And battles that the last tick ended, if one in so many was."""
MOST_TAKEN = 30
"""Percent of the lost health that make an action worth telling."""
LEAST_BATTLES = 5
"""Fewer battles, or fewer lost ones, say nothing of a habit or of a loss."""
WINNING = 0.9
"""A hero whose share of wins is surely above it needs no advice on what it does."""


def what_to_try(
    hero: Hero, training: Training, ruleset: Ruleset, trials: Sequence[Trial] = ()
) -> tuple[Fault, ...]:
    """Advice on a hero, then on its rules, in their order.

    First the changes that won more when they were tried, `change-tried`. Then what the battles show, which
    proposes nothing: `lost-to`, `energy-wasted`, `strikes-by-default`, `timed-out`; and what `check_hero`
    says of the hero. On a rule that never fired: the advice that `check_hero` has on it, or `rule-unreached`,
    `rule-never-true`, `rule-never-ready`; on one that seldom did `rule-short-of-energy`. A rule's place is in
    the path, `/rules/2`.
    """
    known = advice_on(hero)
    dead = {each.path: each for each in known if each.code in DEAD_CODES}
    found = [_tried(each) for each in trials]
    if training.habits is not None and not is_winning(training):
        found += _on_hero(hero, training.habits, ruleset)
    found += [each for each in known if not each.path]
    for row, unready in zip(training.rules.coverage, training.rules.unready, strict=True):
        said = dead.get(f"/rules/{row.rule}")
        if said is not None:
            found.append(said)
        elif training.battles >= LEAST_BATTLES:
            found += _on_rule(hero, row, unready, training, ruleset)
    return tuple(found)


def is_winning(training: Training) -> bool:
    """Whether the hero surely wins nearly always."""
    return training.interval.low > WINNING


def _tried(trial: Trial) -> Fault:
    before, after, rivals = trial.before, trial.after, trial.rivals
    told = {
        "before": _percent(before.here),
        "after": _percent(after.here),
        "others": ", ".join(rivals.others),
        "others_before": _percent(before.others),
        "others_after": _percent(after.others),
        "samples": len(rivals.samples),
        "samples_before": _percent(before.samples),
        "samples_after": _percent(after.samples),
        "battles": BATTLES,
        "sample_battles": SAMPLE_BATTLES,
    }
    change = trial.change
    return Fault("change-tried", change.path, {**change.params, **told}, reason=change.kind)


def _percent(score: Score) -> int:
    return half_up(100 * score.won, score.battles)


def _on_rule(
    hero: Hero, row: RuleCoverage, unready: Unready, training: Training, ruleset: Ruleset
) -> Iterator[Fault]:
    action = hero.parsed_rules[row.rule].action
    told: dict[str, object] = {"rule": hero.rules[row.rule], "battles": training.battles, "action": action}
    told |= {"reached": row.reached, "true": row.true, "fired": row.fired, "need": ruleset.costs[action]}
    path = f"/rules/{row.rule}"
    if row.silence in ("unreached", "never-true"):
        yield Fault(f"rule-{row.silence}", path, told)
        return
    is_short = 2 * unready.energy > unready.turns > 0
    if row.silence == "never-ready" and not is_short:
        yield _never_ready(hero, row.rule, unready, training.habits, ruleset, told)
    elif is_short and row.true > 2 * row.fired:
        lacks = {"turns": unready.turns, "energy": unready.energy, "sampled": training.rules.sampled}
        gain = ruleset.formulas.energy.value(hero.stats.by_name)
        yield Fault("rule-short-of-energy", path, {**told, **lacks, "gain": gain})


def _never_ready(
    hero: Hero,
    rule: int,
    unready: Unready,
    habits: Habits | None,
    ruleset: Ruleset,
    told: dict[str, object],
) -> Fault:
    """Why a rule never fired though it was true: most often its action cooled down after another rule."""
    spender = habits.spenders.get(rule) if habits is not None else None
    params, reason = dict(told), "seldom"
    if 2 * unready.knowledge > unready.turns > 0:
        reason = "knowledge"
        params["need"] = ruleset.abilities.ultimate.knowledge // KNOWLEDGE_POINT
    elif spender is not None and 2 * unready.cooldown > unready.turns:
        reason = "above" if spender < rule else "below"
        params["spender"] = hero.rules[spender]
    else:
        params["cooldown"] = ruleset.cooldowns[str(told["action"])]
    return Fault("rule-never-ready", f"/rules/{rule}", params, reason=reason)


def _on_hero(hero: Hero, habits: Habits, ruleset: Ruleset) -> Iterator[Fault]:
    if habits.lost >= LEAST_BATTLES:
        yield from _lost_to(hero, habits, ruleset)
    if habits.battles < LEAST_BATTLES:
        return
    battles = {"battles": habits.battles}
    if habits.spilt * SPILT >= habits.gained > 0:
        energy = ruleset.formulas.energy
        params = {"spilt": habits.spilt, "gained": habits.gained, "full": ruleset.limits.energy}
        each = decimal(energy.foc, energy.divisor, "en")
        yield Fault("energy-wasted", params={**battles, **params, "each": each})
    if habits.let_pass * DEFAULTS >= habits.turns > 0:
        ready = ", ".join(f"`{name}` {habits.ready[name]}" for name in sorted(habits.ready))
        params = {"by_default": habits.by_default, "count": habits.let_pass, "turns": habits.turns}
        yield Fault("strikes-by-default", params={**battles, **params, "ready": ready})
    if habits.timed_out * TIMED_OUT >= habits.battles:
        params = {"count": habits.timed_out, "ticks": ruleset.limits.ticks}
        yield Fault("timed-out", params={**battles, **params})


def _lost_to(hero: Hero, habits: Habits, ruleset: Ruleset) -> Iterator[Fault]:
    """What took most health in lost battles, the first of equals by name."""
    total = sum(habits.taken.values())
    action, points = min(habits.taken.items(), key=lambda each: (-each[1], each[0]), default=("", 0))
    percent = half_up(100 * points, total) if total else 0
    if percent < MOST_TAKEN:
        return
    params: dict[str, object] = {"lost": habits.lost, "action": action, "percent": percent}
    reason = action if action in (POISON, COUNTER, STRIKE, ULTIMATE) else "ability"
    if action == ULTIMATE:
        params["need"] = ruleset.abilities.ultimate.knowledge // KNOWLEDGE_POINT
    elif action == STRIKE:
        params["armour"] = hero.stats.by_name["def"]
    elif action == COUNTER:
        params["returns"] = ruleset.abilities.counter.returns_percent
    elif reason == "ability":
        # The middle half: the rest would make the range look wider than it mostly was.
        energies = habits.energies[action]
        low, high = energies[len(energies) // 4], energies[3 * len(energies) // 4]
        price = {"cost": ruleset.costs[action], "cooldown": ruleset.cooldowns[action]}
        params |= {**price, "low": low, "high": high}
    yield Fault("lost-to", params=params, reason=reason)
