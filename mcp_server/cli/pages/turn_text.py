"""One turn of a battle in words: what was done, what came of it, by which rule, and why not by another."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from rich.text import Text

from arena.battle import Hit, Reason, Sides, Turn
from arena.battle.sides import SIDE_NAMES
from arena.hero import Hero
from arena.rulesets import Ruleset
from mcp_server.cli.numbers import count
from mcp_server.words import Words

MINUS = "−"


@dataclass(frozen=True)
class Teller:
    """What is needed to tell the turns of one battle."""

    heroes: Sides[Hero]
    ruleset: Ruleset
    words: Words

    def hero(self, turn: Turn) -> Hero:
        """Whose turn it is."""
        return self.heroes[SIDE_NAMES.index(turn.side)]

    def name(self, action: str) -> str:
        """What an action or effect is called."""
        return self.ruleset.abilities[action].name.text(self.words.locale)

    def deed(self, turn: Turn, before: Sides[tuple[str, ...]]) -> Text:
        """What happened; `before` are the effects as they were before this turn."""
        words = self.words
        text = Text()
        if turn.poison:
            text.append(words("fight.poisoned", name=self.name("poison"), loss=turn.poison), "bad")
            text.append(" · ")
        if turn.action == "stunned":
            text.append(words("fight.stunned"), "advice")
        else:
            text.append(self.name(turn.action), "title")
            text.append_text(self._blows(turn))
        for told in self._effect_changes(turn, before):
            text.append(f" · {told}", "quiet")
        return text

    def _blows(self, turn: Turn) -> Text:
        text = Text()
        for hit in turn.hits:
            text.append(" ")
            text.append_text(self._blow(hit))
        if turn.loss and not turn.hits:
            text.append(f" {MINUS}{turn.loss}", "bad")
        if turn.change > 0:
            text.append(f" {self.words('fight.healed', gain=turn.change)}", "good")
        elif turn.change < 0:
            text.append(
                f" {self.words('fight.returned', name=self.name('counter'), loss=-turn.change)}", "bad"
            )
        return text

    def _blow(self, hit: Hit) -> Text:
        if hit.outcome == "miss":
            return Text(self.words("fight.miss"), "quiet")
        told = f"{MINUS}{hit.loss}" if hit.loss else self.words("fight.absorbed")
        crit = f" {self.words('fight.crit')}" if hit.outcome == "crit" else ""
        return Text(told + crit, "bad" if hit.loss else "quiet")

    def _effect_changes(self, turn: Turn, before: Sides[tuple[str, ...]]) -> Iterator[str]:
        me = SIDE_NAMES.index(turn.side)
        for side, whose in ((me, "own"), (1 - me, "enemy")):
            had, has = before[side], turn.effects[side]
            told_already = turn.action if whose == "own" else None
            gained = [effect for effect in has if effect not in had and effect != told_already]
            lost = [effect for effect in had if effect not in has]
            if gained:
                yield self.words(f"fight.gained-{whose}", effects=self._names(gained))
            if lost:
                yield self.words(f"fight.lost-{whose}", effects=self._names(lost))

    def _names(self, effects: Iterable[str]) -> str:
        return ", ".join(self.name(effect) for effect in effects)

    def rule(self, turn: Turn) -> str:
        """The rule that fired, as it is written; nothing for a turn that was skipped."""
        if turn.action == "stunned":
            return ""
        if turn.rule is None:
            return self.words("fight.no-rule")
        return self.words("fight.by-rule", number=turn.rule + 1, text=self.hero(turn).rules[turn.rule])

    def why(self, turn: Turn) -> list[str]:
        """For each rule above the one that fired, why it did not: its false conditions, else what was not
        ready."""
        told = []
        for skipped in turn.skipped:
            false = [reason for reason in skipped.reasons if reason.kind == "condition"]
            reasons = "; ".join(self._reason(reason) for reason in false or skipped.reasons)
            told.append(self.words("fight.skipped", number=skipped.rule + 1, reasons=reasons))
        return told

    def _reason(self, reason: Reason) -> str:
        words = self.words
        if reason.kind != "condition":
            return words(f"fight.wants-{reason.kind}", seen=reason.seen, needed=reason.needed)
        match reason.seen:
            case bool():
                return words("fight.false", condition=reason.condition)
            case None:
                seen = words("fight.nothing-yet")
            case str(action):
                seen = action
            case number:
                share = "%" if isinstance(reason.seen, float) else ""
                seen = f"{count(number, words.locale)}{share}"
        return words("fight.false-seen", condition=reason.condition, seen=seen)

    def state(self, turn: Turn, side: int) -> str:
        """A fighter's energy and knowledge after the turn, in points."""
        return self.words("fight.points", energy=turn.energy[side], knowledge=turn.knowledge[side])
