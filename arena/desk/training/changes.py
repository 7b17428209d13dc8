"""Small changes of a hero that a training tries: points moved, rules moved, dropped or added."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Literal

from arena.hero import Hero, Slots
from arena.hero.plain_rules import PLAIN_RULES
from arena.rulesets import STATS, Ruleset
from dsl.vocabulary import ULTIMATE

POINTS = 4
"""Points that a stat gives to another; twice as many are tried too."""

Kind = Literal["stats", "order", "drop", "rule", "ability"]


@dataclass(frozen=True)
class Change:
    """A hero with one thing changed. `path` is the rule that it is about, "" if that is a new one or none;
    `params` say what was changed, for its text."""

    kind: Kind
    hero: Hero
    params: Mapping[str, object]
    path: str = ""


def changes(hero: Hero, slots: Slots, ruleset: Ruleset) -> Iterator[Change]:
    """Every change that is tried, each a hero that may stand with these slots."""
    yield from _stats(hero, ruleset)
    yield from _order(hero)
    yield from _dropped(hero)
    if len(hero.rules) < slots.rules:
        yield from _added(hero, slots)


def _stats(hero: Hero, ruleset: Ruleset) -> Iterator[Change]:
    stats, bounds = hero.stats.by_name, ruleset.stats
    for more in STATS:
        for taken in _givers(more):
            moved = {**stats, more: stats[more] + sum(taken.values())}
            moved |= {less: stats[less] - points for less, points in taken.items()}
            if all(bounds.minimum <= value <= bounds.maximum for value in moved.values()):
                less = ", ".join(f"{name} -{points}" for name, points in taken.items())
                gained = f"{more} +{sum(taken.values())}"
                params = {"more": gained, "less": less, "stats": json.dumps(moved)}
                yield Change("stats", _with(hero, stats=moved), params)


def _givers(more: str) -> Iterator[dict[str, int]]:
    """The points that other stats may give to this one: from one of them, or from two alike."""
    others = [stat for stat in STATS if stat != more]
    for less in others:
        yield {less: POINTS}
        yield {less: 2 * POINTS}
    for one, other in combinations(others, 2):
        yield {one: POINTS, other: POINTS}


def _order(hero: Hero) -> Iterator[Change]:
    for place, rule in enumerate(hero.rules):
        others = [*hero.rules[:place], *hero.rules[place + 1 :]]
        for to in range(len(hero.rules)):
            # One place down is the same as the next rule one place up.
            if to not in (place, place + 1):
                rules = [*others[:to], rule, *others[to:]]
                yield Change("order", _with(hero, rules=rules), {"rule": rule, "to": to}, f"/rules/{place}")


def _dropped(hero: Hero) -> Iterator[Change]:
    for place, rule in enumerate(hero.rules):
        rules = [*hero.rules[:place], *hero.rules[place + 1 :]]
        yield Change("drop", _with(hero, rules=rules), {"rule": rule}, f"/rules/{place}")


def _added(hero: Hero, slots: Slots) -> Iterator[Change]:
    """A plain rule for each action that no rule uses: worth a try, whether it helps is counted."""
    used = {rule.action for rule in hero.parsed_rules}
    has_room = len(hero.abilities) < slots.abilities
    for action, rule in PLAIN_RULES.items():
        is_new = action != ULTIMATE and action not in hero.abilities
        if action in used or (is_new and not has_room):
            continue
        abilities = [*hero.abilities, action] if is_new else hero.abilities
        for to in range(len(hero.rules) + 1):
            rules = [*hero.rules[:to], rule, *hero.rules[to:]]
            yield Change(
                "ability" if is_new else "rule",
                _with(hero, abilities=abilities, rules=rules),
                {"rule": rule, "to": to, "ability": action},
            )


def _with(hero: Hero, **fields: object) -> Hero:
    return Hero.model_validate({**hero.model_dump(), **fields})
