"""What one ruleset changed against another, found by comparing both."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from arena.rulesets.ruleset import STATS, Ability, Ruleset
from dsl.vocabulary import ACTIONS

PLAIN_PARTS = ("limits", "knowledge", "crit")


@dataclass(frozen=True)
class Change:
    """One thing that differs: its id, what it is called, and what was and is said of it."""

    id: str
    name: str
    before: str
    now: str


def changes(before: Ruleset, now: Ruleset, locale: str, price: Callable[[Ability], str]) -> list[Change]:
    """Stats, actions and the battle's plain numbers that differ, in the order of the rules.

    `price` tells an action's energy and cooldown; it is put before the effect where they differ.
    """
    return [*_stats(before, now, locale), *_actions(before, now, locale, price), *_numbers(before, now)]


def _stats(before: Ruleset, now: Ruleset, locale: str) -> Iterator[Change]:
    for stat in STATS:
        was, is_ = (ruleset.gives(stat, locale) for ruleset in (before, now))
        if was != is_:
            yield Change(stat, now.stats[stat].name.text(locale), was, is_)


def _actions(before: Ruleset, now: Ruleset, locale: str, price: Callable[[Ability], str]) -> Iterator[Change]:
    for action in ACTIONS:
        old, new = before.abilities[action], now.abilities[action]
        was, is_ = before.describe(action, locale), now.describe(action, locale)
        if (old.cost, old.cooldown) != (new.cost, new.cooldown):
            was, is_ = f"{price(old)} {was}", f"{price(new)} {is_}"
        if was != is_:
            yield Change(action, new.name.text(locale), was, is_)


def _numbers(before: Ruleset, now: Ruleset) -> Iterator[Change]:
    for part in PLAIN_PARTS:
        old, new = (getattr(ruleset, part).model_dump() for ruleset in (before, now))
        for name in new:
            if old[name] != new[name]:
                yield Change(f"{part}.{name}", f"{part}.{name}", str(old[name]), str(new[name]))
