"""What pydantic's types cannot say about abilities and rules: ids, slots, the rule language.

Source: the sections «Умения» and «Уровни» of the rules.
"""

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache

from arena.excerpt import shown
from arena.hero.levels import LEVELS, MAX_SLOTS, Level, level_with, slots
from arena.hero.problems import Loc, Problem, problem, rule_problem
from arena.likeness import nearest
from arena.messages import LOCALES
from arena.rulesets import load_ruleset
from dsl import Diagnostic, Rule, RuleSyntaxError, parse_rule, unequipped
from dsl.vocabulary import ABILITIES, ACTIONS, BASIC_ACTIONS

Raw = Sequence[object]

EXAMINED = 32
"""Entries of a list that are looked into; the fault that there are far too many stands for those beyond."""


def ability_problems(abilities: Raw) -> Iterator[Problem]:
    """Ids that are unknown, need no slot or stand twice, and more of them than any level allows."""
    if len(abilities) > MAX_SLOTS.abilities:
        yield _over_maximum("abilities", abilities, MAX_SLOTS.abilities)
    for index, ability in enumerate(abilities[:EXAMINED]):
        if not isinstance(ability, str):
            continue
        loc, meant = ("abilities", index), resolved(ability)
        if meant in BASIC_ACTIONS:
            yield problem("ability-basic", loc, ability, found=shown(ability), ability=meant)
        elif ability != meant:
            yield _unknown_ability(loc, ability, meant)
        elif ability in abilities[:index]:
            first = abilities.index(ability)
            yield problem("ability-repeated", loc, ability, ability=ability, first=first)


def _unknown_ability(loc: Loc, ability: str, meant: str | None) -> Problem:
    known = ", ".join(ABILITIES)
    if meant is None:
        return problem("ability-unknown", loc, ability, found=shown(ability), known=known)
    return problem(
        "ability-unknown", loc, ability, reason="near", found=shown(ability), nearest=meant, known=known
    )


@cache
def _ids_by_name() -> dict[str, str]:
    """Every action's id and its names in each language, without case, to the id."""
    names: dict[str, str] = {action: action for action in ACTIONS}
    for action in ACTIONS:
        shown_as = load_ruleset().abilities[action].name
        names.update({shown_as.text(locale).casefold(): action for locale in LOCALES})
    return names


@lru_cache(maxsize=256)
def resolved(ability: str) -> str | None:
    """The action that `ability` names or probably means, by its id or a name that people are shown; `None`
    if it is like none."""
    ids = _ids_by_name()
    name = nearest(ability, ids)
    return None if name is None else ids[name]


@lru_cache(maxsize=1024)
def read_rule(text: str) -> Rule:
    """`parse_rule`, remembering: a hero's author sends the same rules again with each change.

    It knows the names that people are shown, so that a rule that uses one hears the action's id.
    """
    return parse_rule(text, _ids_by_name())


def rule_problems(rules: Raw, abilities: object) -> Iterator[Problem]:
    """Every fault of every rule, actions that are not equipped, and more rules than any level allows."""
    if len(rules) > MAX_SLOTS.rules:
        yield _over_maximum("rules", rules, MAX_SLOTS.rules)
    equipped = equipped_abilities(abilities)
    for index, text in enumerate(rules[:EXAMINED]):
        if not isinstance(text, str):
            continue
        yield from (rule_problem(diagnostic, index, text) for diagnostic in _rule_faults(text, equipped))


def _rule_faults(text: str, equipped: Sequence[str] | None) -> Iterator[Diagnostic]:
    """What is wrong with a rule; a faulty one may name an action that is not equipped, too."""
    rule: Rule | None
    try:
        rule = read_rule(text)
    except RuleSyntaxError as error:
        yield from error.diagnostics
        rule = error.mended
    missing = None if rule is None or equipped is None else unequipped(rule, equipped)
    if missing is not None:
        yield missing


def equipped_abilities(abilities: object) -> tuple[str, ...] | None:
    """The ids that a raw list holds or probably means; `None` if that cannot be known."""
    if not isinstance(abilities, list | tuple) or not all(isinstance(name, str) for name in abilities):
        return None
    meant = (resolved(name) for name in abilities[:EXAMINED])
    return tuple(ability for ability in meant if ability in ABILITIES)


def slot_problems(abilities: object, rules: object, level: int) -> Iterator[Problem]:
    """What is over a level's slots where a higher level has more; what none allows is told elsewhere."""
    allowed = slots(level)
    if isinstance(abilities, list | tuple) and len(abilities) > allowed.abilities < MAX_SLOTS.abilities:
        opens = level_with(len(abilities), 0) or LEVELS[-1]
        yield _over_slots("abilities", abilities, level, allowed.abilities, opens, opens.slots.abilities)
    if isinstance(rules, list | tuple) and len(rules) > allowed.rules < MAX_SLOTS.rules:
        opens = level_with(0, len(rules)) or LEVELS[-1]
        yield _over_slots("rules", rules, level, allowed.rules, opens, opens.slots.rules)


def _over_slots(field: str, listed: Raw, level: int, allowed: int, opens: Level, opened: int) -> Problem:
    """At the first entry that has no slot: what the level allows, and which level allows how many."""
    return problem(
        f"too-many-{field}",
        (field, allowed),
        listed,
        found=len(listed),
        level=level,
        allowed=allowed,
        opens=opens.number,
        xp=opens.xp,
        opened=opened,
    )


def _over_maximum(field: str, listed: Raw, maximum: int) -> Problem:
    """At the first entry that no level has a slot for."""
    return problem(f"{field}-over-maximum", (field, maximum), listed, found=len(listed), maximum=maximum)
