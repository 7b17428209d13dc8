"""Advice held against a count of cases: dead is what fires in no case, and every claim is true in all.

The cases are written down anew here, from the rules of a battle, and without the masks of `dsl.domain`: every
value next to a threshold, and for health the open gaps between whole percents.
"""

import operator
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dsl import (
    DEAD_CODES,
    Condition,
    EffectTest,
    FasterTest,
    GaugeTest,
    LastTest,
    Rule,
    TurnTest,
    advise,
    format_condition,
)
from dsl.examples import ALWAYS_TRUE
from dsl.vocabulary import ABILITIES, ACTIONS, EQUALITY_SIGNS, SIGNS
from tests.dsl.prices import COOLDOWNS, COSTS, KNOWLEDGE_PER_TURN, PRICES, ULTIMATE_KNOWLEDGE

COMPARE = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "==": operator.eq,
    "!=": operator.ne,
}
OWN_EFFECTS = {("self", "shield"), ("self", "rage"), ("enemy", "poison"), ("enemy", "stun")}


# ---- the cases


def thresholds(rules, key):
    return {c.test.number for rule in rules for c in rule.conditions if key_of(c.test) == key}


def key_of(test):
    """Which variable a test looks at."""
    match test:
        case GaugeTest(who, gauge):
            return who, gauge
        case EffectTest(who, effect):
            return who, effect
        case FasterTest():
            return "faster"
        case LastTest(who):
            return who, "last"
        case _:
            return "turn"


def values(key, rules, energy_per_turn):
    """Enough values of a variable to tell apart all that the rules can."""
    own = {rule.action for rule in rules} | {"strike"}
    match key:
        case (_, "hp"):
            near = {n + d for n in thresholds(rules, key) for d in (-1, -0.5, 0, 0.5, 1)} | {0.5, 100}
            return sorted(share for share in near if 0 < share <= 100)
        case (who, ("energy" | "knowledge") as gauge):
            gained = energy_per_turn if gauge == "energy" else KNOWLEDGE_PER_TURN
            lowest = 0 if who == "enemy" else min(100, gained)
            costs = {ULTIMATE_KNOWLEDGE, *(COSTS[rule.action] for rule in rules if rule.action in COSTS)}
            near = {n + d for n in thresholds(rules, key) | costs for d in (-1, 0, 1)} | {lowest}
            return sorted(points for points in near if lowest <= points <= 100)
        case "turn":
            return sorted({1, 301} | {n + d for n in thresholds(rules, key) for d in (-1, 0, 1) if n + d > 0})
        case "faster":
            return ["self", "enemy", "neither"]
        case (who, "last"):
            return [None, *(own if who == "self" else ACTIONS)]
        case ("ready", ability):
            return [True, False] if COOLDOWNS[ability] else [True]
        case ("self", ("dodge" | "counter" | "stun")):
            return [False]
        case (who, effect):
            return [True, False] if (who, effect) not in OWN_EFFECTS or effect in own else [False]


def cases(rules, energy_per_turn):
    """Every case that the rules can tell apart, as a mapping from variables to values."""
    keys = {("self", "energy"), ("self", "knowledge")}
    keys |= {key_of(condition.test) for rule in rules for condition in rule.conditions}
    keys |= {("ready", rule.action) for rule in rules if rule.action in COSTS}
    ordered = sorted(keys, key=str)
    for chosen in product(*(values(key, rules, energy_per_turn) for key in ordered)):
        yield dict(zip(ordered, chosen, strict=True))


def holds(condition, case):
    value = case[key_of(condition.test)]
    match condition.test:
        case GaugeTest(sign=sign, number=number) | TurnTest(sign=sign, number=number):
            true = COMPARE[sign](value, number)
        case FasterTest(who):
            true = value == who
        case LastTest(sign=sign, action=action):
            true = COMPARE[sign](value, action)
        case _:
            true = value
    return true != condition.negated


def ready(action, case):
    match action:
        case "strike":
            return True
        case "ultimate":
            return case["self", "knowledge"] >= ULTIMATE_KNOWLEDGE
        case _:
            return case["self", "energy"] >= COSTS[action] and case["ready", action]


def fires(rule, case):
    return all(holds(condition, case) for condition in rule.conditions) and ready(rule.action, case)


# ---- random heroes, with few variables so that all cases can be counted

POINTS = st.sampled_from((0, 2, 19, 20, 24, 25, 26, 29, 30, 31, 50, 99, 100))
CONDITIONS = (
    st.builds(GaugeTest, st.just("self"), st.just("energy"), st.sampled_from(SIGNS), POINTS),
    st.builds(GaugeTest, st.just("self"), st.just("knowledge"), st.sampled_from(SIGNS), POINTS),
    st.builds(GaugeTest, st.just("enemy"), st.just("hp"), st.sampled_from(SIGNS), POINTS),
    st.builds(GaugeTest, st.just("enemy"), st.just("energy"), st.sampled_from(SIGNS), POINTS),
    st.builds(TurnTest, st.sampled_from(SIGNS), st.sampled_from((1, 2, 3, 299, 300))),
    st.builds(FasterTest, st.sampled_from(("self", "enemy"))),
    st.builds(LastTest, st.just("self"), st.sampled_from(EQUALITY_SIGNS), st.sampled_from(ACTIONS)),
    st.builds(
        LastTest, st.just("enemy"), st.sampled_from(EQUALITY_SIGNS), st.sampled_from(("heavy", "stun"))
    ),
    st.builds(EffectTest, st.sampled_from(("self", "enemy")), st.sampled_from(("shield", "poison", "dodge"))),
)


@st.composite
def heroes(draw):
    """Up to five rules over at most three kinds of condition and two abilities."""
    kinds = draw(st.lists(st.sampled_from(CONDITIONS), min_size=1, max_size=3, unique_by=id))
    actions = ["strike", "ultimate", *draw(st.lists(st.sampled_from(ABILITIES), min_size=1, max_size=2))]
    condition = st.builds(Condition, st.one_of(kinds), st.booleans())
    rule = st.builds(Rule, st.lists(condition, min_size=1, max_size=2).map(tuple), st.sampled_from(actions))
    return draw(st.lists(rule, min_size=1, max_size=5)), draw(st.integers(20, 55))


def check(hero):
    rules, energy_per_turn = hero
    found = advise(rules, abilities=(), energy_per_turn=energy_per_turn, **PRICES)
    every = list(cases(rules, energy_per_turn))
    firing = {next((n for n, rule in enumerate(rules) if fires(rule, case)), None) for case in every}
    dead = {a.rule for a in found if a.code in DEAD_CODES}
    assert dead == set(range(len(rules))) - firing
    for number, rule in enumerate(rules):
        if number not in dead:
            always = {format_condition(c) for c in rule.conditions if all(holds(c, case) for case in every)}
            if len(rule.conditions) == 1:
                always -= {ALWAYS_TRUE}
            told = {a.params["condition"] for a in found if a.rule == number and a.code == "always-true"}
            assert told == always
    for claim in found:
        if claim.rule is not None:
            check_claim(claim, rules, every)


def check_claim(claim, rules, every):
    """That what one piece of advice says of its rule is so in every case."""
    rule = rules[claim.rule]
    condition = next(
        (c for c in rule.conditions if format_condition(c) == claim.params.get("condition")), None
    )
    firing = [case for case in every if fires(rule, case)]
    match claim.code, claim.reason:
        case "always-true", _:
            assert all(holds(condition, case) for case in every)
        case "needless-condition", "implied":
            (other,) = [c for c in rule.conditions if format_condition(c) == claim.params["other"]][:1]
            assert all(holds(condition, case) for case in every if holds(other, case))
        case "needless-condition", "readiness":
            assert all(holds(condition, case) for case in every if ready(rule.action, case))
        case "never-fires", ("contradiction" | "never-enough" | "never-full"):
            assert not firing
            both = any(all(holds(c, case) for c in rule.conditions) for case in every)
            assert both == (claim.reason != "contradiction")
        case "never-fires", _:
            assert not any(holds(condition, case) for case in every)
        case ("shadowed", "one") | ("equal-rules", _):
            assert all(fires(rules[claim.params["other"] - 1], case) for case in firing)
        case "shadowed", "several":
            others = [rules[int(n) - 1] for n in claim.params["others"].split(", ")]
            assert all(any(fires(other, case) for other in others) for case in firing)
            for left_out in range(len(others)):
                fewer = others[:left_out] + others[left_out + 1 :]
                assert not all(any(fires(other, case) for other in fewer) for case in firing)
        case "threshold-below-cost", gauge:
            below = [case for case in every if case["self", gauge] < claim.params["need"]]
            assert not any(ready(rule.action, case) for case in below)


@settings(max_examples=150, deadline=None)
@given(heroes())
def test_advice_is_exact_on_every_case(hero):
    check(hero)


@pytest.mark.slow
@settings(max_examples=10_000, deadline=None)
@given(heroes())
def test_advice_is_exact_on_every_case_of_many_heroes(hero):
    check(hero)
