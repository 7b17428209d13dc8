"""Small changes of a hero that a training tries: points moved, rules dropped, moved or added, an ability
added or swapped."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Literal

from arena.hero import Hero, Slots, Stats
from arena.hero.plain_rules import PLAIN_RULES
from arena.rulesets import STATS, Ruleset
from dsl.vocabulary import ULTIMATE

POINTS = 4
"""Points that a stat gives to another; twice as many are tried too."""

Kind = Literal["stats", "drop", "forgo", "order", "rule", "ability", "swap"]


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
    if len(hero.abilities) == slots.abilities or len(hero.rules) == slots.rules:
        yield from _swapped(hero, slots)


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
                changed = hero.model_copy(update={"stats": Stats.model_validate(moved)})
                yield Change("stats", changed, params)


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
    """An ability whose last rule goes, goes with it: nothing else picks it."""
    for place, rule in enumerate(hero.parsed_rules):
        text, path = hero.rules[place], f"/rules/{place}"
        rules = [*hero.rules[:place], *hero.rules[place + 1 :]]
        is_last = sum(other.action == rule.action for other in hero.parsed_rules) == 1
        if is_last and rule.action in hero.abilities:
            abilities = [each for each in hero.abilities if each != rule.action]
            params = {"rule": text, "ability": rule.action}
            yield Change("forgo", _with(hero, abilities=abilities, rules=rules), params, path)
        else:
            yield Change("drop", _with(hero, rules=rules), {"rule": text}, path)


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


def _swapped(hero: Hero, slots: Slots) -> Iterator[Change]:
    """An ability and its rules against another with its plain rule, where the first of those stood, or above
    all."""
    for old in hero.abilities:
        places = [place for place, rule in enumerate(hero.parsed_rules) if rule.action == old]
        kept = [rule for place, rule in enumerate(hero.rules) if place not in places]
        if len(kept) == slots.rules:
            continue
        for new, rule in PLAIN_RULES.items():
            if new == ULTIMATE or new in hero.abilities:
                continue
            abilities = [new if each == old else each for each in hero.abilities]
            for to in sorted({0, *places[:1]}):
                rules = [*kept[:to], rule, *kept[to:]]
                params = {"old": old, "new": new, "rule": rule}
                told = {"abilities": json.dumps(abilities), "rules": json.dumps(rules)}
                yield Change("swap", _with(hero, abilities=abilities, rules=rules), {**params, **told})


def _with(hero: Hero, **fields: Sequence[str]) -> Hero:
    """Not validated anew, which takes as long as a thousand battles: it is as valid as `hero`."""
    return hero.model_copy(update={name: tuple(texts) for name, texts in fields.items()})
