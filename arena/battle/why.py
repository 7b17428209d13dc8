"""Why a rule did not fire: its conditions and its action held against what the fighter saw when it
picked.

Conditions are judged by the same packed ranges that the kernel compares (arena.hero.record), over state
words made from what the log noted.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from arena.hero.record import ENEMY, NO_ACTION, WORD, StateWord, condition_range
from arena.rulesets import Ruleset
from arena.rulesets.ruleset import KNOWLEDGE_POINT
from dsl import Condition, GaugeTest, LastTest, Rule, Test, TurnTest, format_condition
from dsl.vocabulary import ACTIONS, EFFECTS

Value = bool | int | float | str | None


@dataclass(frozen=True)
class FighterView:
    """A fighter as it is when an action is picked."""

    hp: int
    max_hp: int
    energy: int
    knowledge: int
    """In hundredths of a point."""
    effects: tuple[str, ...]
    spd: int
    last: str | None


@dataclass(frozen=True)
class View:
    """What the picking fighter sees: itself, its enemy, its turn's number, how long abilities need."""

    me: FighterView
    enemy: FighterView
    turn: int
    waits: Mapping[str, int]
    """Own turns until an action is off cooldown, where there are any."""

    @cached_property
    def words(self) -> Mapping[int, int]:
        """The state words that conditions look at, by number."""
        mine, others = self._words(self.me, self.enemy), self._words(self.enemy, self.me)
        return {**mine, **{ENEMY + word: value for word, value in others.items()}}

    def _words(self, fighter: FighterView, other: FighterView) -> dict[int, int]:
        percent, rest = divmod(fighter.hp * 100, fighter.max_hp)
        words = {
            StateWord.ENERGY: fighter.energy,
            StateWord.KNOWLEDGE: fighter.knowledge,
            StateWord.HEALTH: 2 * percent + (rest > 0),
            StateWord.TURN: self.turn,
            StateWord.LAST: NO_ACTION if fighter.last is None else ACTIONS.index(fighter.last),
            StateWord.FASTER: int(fighter.spd > other.spd),
        }
        effects = {StateWord.SHIELD + i: int(effect in fighter.effects) for i, effect in enumerate(EFFECTS)}
        return {int(word): value for word, value in (words | effects).items()}


@dataclass(frozen=True)
class Reason:
    """One thing that kept a rule from firing.

    kind `condition`: `condition` is the text of one that was false, `seen` its value (for health a float,
    the percent to three decimals, whole points, true or false, an action or None, the turn's number).
    kind `energy`, `knowledge` or `cooldown`: `seen` is what there was (points; own turns still to wait),
    `needed` what the action asks for.
    """

    kind: Literal["condition", "energy", "knowledge", "cooldown"]
    seen: Value
    needed: int | None = None
    condition: str | None = None


@dataclass(frozen=True)
class Skipped:
    """A rule (0-based) that stood above the one that fired, and every reason why it did not."""

    rule: int
    reasons: tuple[Reason, ...]


def skipped(number: int, rule: Rule, view: View, ruleset: Ruleset) -> Skipped:
    """Why this rule did not fire in this view; its `reasons` are empty only for a rule that would."""
    false = (condition for condition in rule.conditions if not holds(condition, view))
    reasons = [Reason("condition", _value(c.test, view), condition=format_condition(c)) for c in false]
    return Skipped(number, (*reasons, *_not_ready(rule.action, view, ruleset)))


def holds(condition: Condition, view: View) -> bool:
    """Whether a condition is true, by the exact rules."""
    word, (low, reach) = condition_range(condition)
    return (view.words[word] - low) % WORD <= reach


def _not_ready(action: str, view: View, ruleset: Ruleset) -> list[Reason]:
    ability, wait = ruleset.abilities[action], view.waits.get(action, 0)
    reasons = []
    if view.me.energy < ability.cost:
        reasons.append(Reason("energy", view.me.energy, ability.cost))
    if view.me.knowledge < ability.knowledge:
        seen, needed = view.me.knowledge // KNOWLEDGE_POINT, ability.knowledge // KNOWLEDGE_POINT
        reasons.append(Reason("knowledge", seen, needed))
    if wait:
        reasons.append(Reason("cooldown", wait, 0))
    return reasons


def _value(test: Test, view: View) -> Value:
    """What a test looks at, as people read it."""
    match test:
        case TurnTest():
            return view.turn
        case GaugeTest(who, "hp"):
            fighter = _fighter(who, view)
            return round(100 * fighter.hp / fighter.max_hp, 3)
        case GaugeTest(who, "energy"):
            return _fighter(who, view).energy
        case GaugeTest(who):
            return _fighter(who, view).knowledge // KNOWLEDGE_POINT
        case LastTest(who):
            return _fighter(who, view).last
        case _:
            return holds(Condition(test), view)


def _fighter(who: str, view: View) -> FighterView:
    return view.me if who == "self" else view.enemy
