"""Is this a hero, and may it stand at this level? Everything at once: faults, advice, the level it needs.

Source: the sections «Герой», «Язык правил» and «Уровни» of the rules.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pydantic import ValidationError

from arena.errors import ArenaError, Fault
from arena.hero.levels import MAX_SLOTS, level_with, slots
from arena.hero.loadouts import equipped_abilities, read_rule
from arena.hero.model import Hero
from arena.hero.problems import STATS, fault, rule_fault
from arena.hero.reading import Raw, read_hero
from arena.rulesets import KNOWLEDGE_POINT, load_ruleset
from arena.rulesets import STATS as STAT_NAMES
from dsl import Rule, RuleSyntaxError, advise, unequipped


@dataclass(frozen=True)
class HeroCheck:
    """What was found. Without faults there is a hero; advice never blocks one.

    Faults stand in document order. `needs_level` is the lowest level with slots for so many abilities and
    rules, whatever else is wrong; `None` if no level has them, or if they are not lists.
    """

    hero: Hero | None
    faults: tuple[Fault, ...]
    advice: tuple[Fault, ...]
    needs_level: int | None


def check_hero(data: object, level: int | None = None) -> HeroCheck:
    """Check a hero, or plain data as `read_hero` gives it, and its slots if a level is given.

    Raises nothing for any `data` made of plain JSON values (`dict`, `list`, `str`, `int`, `float`, `bool`,
    `None`); a key that is not a `str` is a fault. `ArenaError` `unknown-level` for a level that does
    not exist.
    """
    if level is not None:
        slots(level)
    plain = data.model_dump() if isinstance(data, Hero) else data
    hero: Hero | None = None
    faults: tuple[Fault, ...] = ()
    try:
        hero = Hero.model_validate(plain, context={"level": level})
    except ValidationError as error:
        faults = tuple(fault(details) for details in error.errors(include_url=False))
    fields = plain if isinstance(plain, dict) else {}
    return HeroCheck(hero, faults, _advice(fields), _needed_level(fields))


def check_level(hero: Hero, level: int) -> tuple[Fault, ...]:
    """What of a valid hero is over a level's slots: `too-many-abilities`, `too-many-rules`."""
    return check_hero(hero, level).faults


def advice_on(hero: Hero) -> tuple[Fault, ...]:
    """What `check_hero` advises on a valid hero."""
    return _advice({"abilities": hero.abilities, "rules": hero.rules, "stats": hero.stats.by_name})


def load_hero(raw: Raw, level: int | None = None) -> Hero:
    """The hero in this JSON. Raises `ArenaError` with every fault, those of `read_hero` included."""
    check = check_hero(read_hero(raw), level)
    if check.hero is None:
        raise ArenaError(check.faults)
    return check.hero


def _needed_level(fields: Mapping[str, object]) -> int | None:
    abilities, rules = fields.get("abilities"), fields.get("rules")
    if not isinstance(abilities, list | tuple) or not isinstance(rules, list | tuple):
        return None
    level = level_with(len(abilities), len(rules))
    return None if level is None else level.number


def _advice(fields: Mapping[str, object]) -> tuple[Fault, ...]:
    """The rule language's advice, for a hero with faults too; a broken rule may still become any rule."""
    abilities, texts = equipped_abilities(fields.get("abilities")), fields.get("rules")
    if abilities is None or not isinstance(texts, list | tuple) or len(texts) > MAX_SLOTS.rules:
        return ()
    ruleset = load_ruleset()
    found = advise(
        [_faultless(text, abilities) for text in texts],
        abilities=abilities,
        costs=ruleset.costs,
        cooldowns=ruleset.cooldowns,
        energy_per_turn=ruleset.formulas.energy.value(_least_stats(fields.get("stats"))),
        knowledge_per_turn=ruleset.knowledge.each_turn // KNOWLEDGE_POINT,
        ultimate_knowledge=ruleset.abilities.ultimate.knowledge // KNOWLEDGE_POINT,
    )
    return tuple(rule_fault(each, "" if each.rule is None else f"/rules/{each.rule}") for each in found)


def _faultless(text: object, abilities: Sequence[str]) -> Rule | None:
    try:
        rule = read_rule(text) if isinstance(text, str) else None
    except RuleSyntaxError:
        return None
    return None if rule is None or unequipped(rule, abilities) else rule


def _least_stats(stats: object) -> dict[str, int]:
    """The stats; the least allowed for each that is not a stat yet."""
    given = stats if isinstance(stats, dict) else {}
    return {name: _points(given.get(name)) for name in STAT_NAMES}


def _points(value: object) -> int:
    allowed = range(STATS.minimum, STATS.maximum + 1)
    return value if type(value) is int and value in allowed else STATS.minimum
