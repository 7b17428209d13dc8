"""The rule language as data for help texts: forms from the grammar, words from the vocabulary."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from dsl.diagnostics import LANGUAGE_TEXTS
from dsl.examples import EXAMPLE_CONDITIONS, EXAMPLE_RULE
from dsl.grammar import expansions, numbers_text, text_by_kind
from dsl.vocabulary import (
    ACTIONS,
    EFFECTS,
    EQUALITY_SIGNS,
    FIGHTERS,
    MAX_CONDITIONS,
    MAX_RULE_LENGTH,
    SIGNS,
    number_range,
)


@dataclass(frozen=True)
class ConditionKind:
    """One kind of condition: its form, and one that can be used as it stands. `params` fill its meaning."""

    name: str
    form: str
    example: str
    params: Mapping[str, object] = field(default_factory=dict, hash=False)

    def meaning(self, locale: str = "en") -> str:
        """What it asks, in the language `locale`."""
        return LANGUAGE_TEXTS.text(f"help.{self.name}", locale, **self.params)


@dataclass(frozen=True)
class LanguageHelp:
    """All that is needed to write a rule."""

    rule: str
    example: str
    max_conditions: int
    max_length: int
    conditions: tuple[ConditionKind, ...]
    signs: tuple[str, ...]
    effects: tuple[str, ...]
    actions: tuple[str, ...]


def language_help(*, ultimate_knowledge: int) -> LanguageHelp:
    """The rule language as data; every example is a rule or condition that can be read.

    `ultimate_knowledge` is how many points of knowledge the ultimate asks for.
    """
    word = text_by_kind()
    condition = f"[{word['NOT']}] <condition>"
    return LanguageHelp(
        rule=f"{condition} [{word['AND']} {condition}] {word['ARROW']} <action>",
        example=EXAMPLE_RULE,
        max_conditions=MAX_CONDITIONS,
        max_length=MAX_RULE_LENGTH,
        conditions=tuple(_condition_kind(test, ultimate_knowledge) for test in expansions("test")),
        signs=SIGNS,
        effects=EFFECTS,
        actions=ACTIONS,
    )


def _condition_kind(test: tuple[str, ...], ultimate_knowledge: int) -> ConditionKind:
    """The kind that one alternative of the grammar's `test` stands for, spaced as `dsl.printer` spaces it."""
    of_turn = test[0] == "TURN"
    form = {
        "fighter": "|".join(FIGHTERS),
        "sign": " <sign> ",
        "equality": f" {'|'.join(EQUALITY_SIGNS)} ",
        "effect": "<effect>",
        "action": "<action>",
        "NUMBER": numbers_text(of_turn=of_turn),
        **text_by_kind(),
    }
    name = form["TURN"] if of_turn else form[test[2]]  # behind the fighter and the dot
    numbers = number_range(of_turn=of_turn)
    params = {"low": numbers[0], "high": numbers[-1], "ultimate": ultimate_knowledge}
    return ConditionKind(name, "".join(form[symbol] for symbol in test), EXAMPLE_CONDITIONS[name], params)
