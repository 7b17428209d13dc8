"""The rule language shown by example, for help texts: built from the vocabulary, so it cannot fall behind."""

from dataclasses import dataclass

from dsl.diagnostics import LANGUAGE_TEXTS
from dsl.vocabulary import (
    ACTIONS,
    EFFECTS,
    EQUALITY_SIGNS,
    FIGHTERS,
    MAX_CONDITIONS,
    MAX_RULE_LENGTH,
    PERCENT_MAX,
    SIGNS,
    TURN_MAX,
    TURN_MIN,
)


@dataclass(frozen=True)
class ConditionKind:
    """One kind of condition: its form, and one that can be used as it stands."""

    name: str
    form: str
    example: str

    def meaning(self, locale: str = "en") -> str:
        """What it asks, in the language `locale`."""
        return LANGUAGE_TEXTS.text(f"help.{self.name}", locale)


@dataclass(frozen=True)
class LanguageHelp:
    """All that is needed to write a rule."""

    rule: str
    example: str
    max_conditions: int
    max_length: int
    conditions: tuple[ConditionKind, ...]
    fighters: tuple[str, ...]
    signs: tuple[str, ...]
    effects: tuple[str, ...]
    actions: tuple[str, ...]


def language_help() -> LanguageHelp:
    """The rule language as data; every example is a rule or condition that can be read."""
    who = "|".join(FIGHTERS)
    percent = f"0..{PERCENT_MAX}"
    conditions = (
        ConditionKind("hp", f"{who}.hp <sign> {percent}%", "self.hp < 35%"),
        ConditionKind("energy", f"{who}.energy <sign> {percent}", "self.energy >= 40"),
        ConditionKind("knowledge", f"{who}.knowledge <sign> {percent}", "enemy.knowledge >= 80"),
        ConditionKind("has", f"{who}.has(<effect>)", "not self.has(shield)"),
        ConditionKind("faster", f"{who}.faster", "enemy.faster"),
        ConditionKind("last", f"{who}.last {'|'.join(EQUALITY_SIGNS)} <action>", "enemy.last == heavy"),
        ConditionKind("turn", f"turn <sign> {TURN_MIN}..{TURN_MAX}", "turn <= 2"),
    )
    return LanguageHelp(
        rule="[not] <condition> [and [not] <condition>] -> <action>",
        example="self.hp < 35% and not self.has(shield) -> shield",
        max_conditions=MAX_CONDITIONS,
        max_length=MAX_RULE_LENGTH,
        conditions=conditions,
        fighters=FIGHTERS,
        signs=SIGNS,
        effects=EFFECTS,
        actions=ACTIONS,
    )
