"""What one ruleset changed against another, found by comparing both."""

from collections.abc import Iterator
from dataclasses import dataclass

from arena.rulesets import STATS
from arena.rulesets.ruleset import Ability, Ruleset
from dsl.vocabulary import ACTIONS
from mcp_server.cli.language import Words

PLAIN_PARTS = ("limits", "knowledge", "crit")


@dataclass(frozen=True)
class Change:
    """One thing that differs: its id, what it is called, and what was and is said of it."""

    id: str
    name: str
    before: str
    now: str


def changes(before: Ruleset, now: Ruleset, words: Words) -> list[Change]:
    """Stats, actions and the battle's plain numbers that differ, in the order of the rules."""
    return [*_stats(before, now, words), *_actions(before, now, words), *_numbers(before, now)]


def gives(ruleset: Ruleset, stat: str, locale: str) -> str:
    """What a point of a stat brings, with this ruleset's formulas."""
    formulas = ruleset.formulas
    texts = {name: getattr(formulas, name).text(locale) for name in type(formulas).model_fields}
    return ruleset.stats[stat].gives.text(locale, **texts)


def _stats(before: Ruleset, now: Ruleset, words: Words) -> Iterator[Change]:
    for stat in STATS:
        was, is_ = (gives(ruleset, stat, words.locale) for ruleset in (before, now))
        if was != is_:
            yield Change(stat, now.stats[stat].name.text(words.locale), was, is_)


def _actions(before: Ruleset, now: Ruleset, words: Words) -> Iterator[Change]:
    for action in ACTIONS:
        old, new = before.abilities[action], now.abilities[action]
        dearer = (old.cost, old.cooldown) != (new.cost, new.cooldown)
        was, is_ = (_told(ability, words, with_price=dearer) for ability in (old, new))
        if was != is_:
            yield Change(action, new.name.text(words.locale), was, is_)


def _told(ability: Ability, words: Words, *, with_price: bool) -> str:
    effect = ability.describe(words.locale)
    if not with_price:
        return effect
    return f"{words('rules.price', energy=ability.cost, cooldown=ability.cooldown)} {effect}"


def _numbers(before: Ruleset, now: Ruleset) -> Iterator[Change]:
    for part in PLAIN_PARTS:
        old, new = (getattr(ruleset, part).model_dump() for ruleset in (before, now))
        for name in new:
            if old[name] != new[name]:
                yield Change(f"{part}.{name}", f"{part}.{name}", str(old[name]), str(new[name]))
