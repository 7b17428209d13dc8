"""The tables of RULES.md say what the rulesets' data say, cell by cell."""

from collections.abc import Callable
from pathlib import Path

import pytest

import arena.battle
from arena.rulesets import Ruleset, load_ruleset, ruleset_ids
from arena.rulesets.ruleset import decimal
from dsl.vocabulary import ACTIONS

PAGE = (Path(arena.battle.__file__).parent / "RULES.md").read_text(encoding="utf-8")

FORMULAS: dict[str, Callable[[Ruleset], str]] = {
    "whole health": lambda rules: rules.formulas.max_hp.text("en"),
    "damage of a strike": lambda rules: rules.formulas.strike.text("en"),
    "gauge each tick": lambda rules: rules.formulas.gauge.text("en"),
    "energy each own turn": lambda rules: rules.formulas.energy.text("en"),
    "poison each turn": lambda rules: rules.abilities.poison.damage.text("en"),
    "a shield absorbs": lambda rules: rules.abilities.shield.absorbs.text("en"),
    "a heal gives": lambda rules: rules.abilities.heal.heals.text("en"),
}

NUMBERS: dict[str, Callable[[Ruleset], int | str]] = {
    "gauge that a turn costs": lambda rules: rules.limits.gauge,
    "most energy": lambda rules: rules.limits.energy,
    "last tick": lambda rules: rules.limits.ticks,
    "full knowledge, in points": lambda rules: points(rules.knowledge.full),
    "knowledge the ultimate needs": lambda rules: points(rules.abilities.ultimate.knowledge),
    "knowledge each own turn": lambda rules: points(rules.knowledge.each_turn),
    "knowledge for dealing a whole health": lambda rules: points(rules.knowledge.dealt),
    "knowledge for losing a whole health": lambda rules: points(rules.knowledge.taken),
    "chance of a crit, %": lambda rules: rules.crit.percent,
    "a crit multiplies a hit by": lambda rules: decimal(rules.crit.power, 10, "en"),
    "the ultimate leaves, %": lambda rules: rules.abilities.ultimate.leaves_percent,
    "the finishing blow multiplies a strike by": lambda rules: decimal(
        rules.abilities.ultimate.power, 10, "en"
    ),
    "a drain heals, % of what it took": lambda rules: rules.abilities.drain.heals_percent,
    "poison lasts, turns of its victim": lambda rules: rules.abilities.poison.turns,
    "rage lasts, own turns": lambda rules: rules.abilities.rage.turns,
    "rage multiplies hits by": lambda rules: decimal(rules.abilities.rage.hit_power, 10, "en"),
    "rage costs armour": lambda rules: rules.abilities.rage.armour_loss,
    "a shield lasts, turns of the enemy": lambda rules: rules.abilities.shield.turns,
    "a dodge makes miss": lambda rules: "every hit" if rules.abilities.dodge.every_hit else "the first hit",
    "a counter sends back, %": lambda rules: rules.abilities.counter.returns_percent,
    "immunity after a stun, own turns": lambda rules: rules.abilities.stun.immune_turns,
}


def points(hundredths: int) -> str:
    return decimal(hundredths, 100, "en")


def table(heading: str) -> list[list[str]]:
    """The rows of the first table under a heading, the header's first."""
    section = PAGE.split(f"\n### {heading}\n", 1)[1].split("\n#", 1)[0]
    lines = [line for line in section.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in (lines[0], *lines[2:])]


@pytest.mark.parametrize(("heading", "cells"), [("Formulas", FORMULAS), ("Other numbers", NUMBERS)])
def test_a_table_has_every_number_of_the_rulesets(
    heading: str, cells: dict[str, Callable[[Ruleset], int | str]]
) -> None:
    (_, *ids), *rows = table(heading)
    assert sorted(ids) == sorted(ruleset_ids())
    assert rows == [
        [label, *(str(cell(load_ruleset(ruleset))) for ruleset in ids)] for label, cell in cells.items()
    ]


def test_the_actions_cost_wait_and_hit_as_the_table_says() -> None:
    header, *rows = table("Actions")
    ids = [name.split()[0] for name in header[1::3]]
    assert sorted(ids) == sorted(ruleset_ids())
    assert header[1:] == [f"{ruleset} {what}" for ruleset in ids for what in ("energy", "cooldown", "hits")]
    assert rows == [
        [action, *(cell for ruleset in ids for cell in price_and_hits(load_ruleset(ruleset), action))]
        for action in ACTIONS
    ]


def price_and_hits(rules: Ruleset, action: str) -> tuple[str, str, str]:
    ability = rules.abilities[action]
    hits = f"{ability.hits} × {decimal(ability.power, 10, 'en')}" if ability.hits else "–"
    return str(ability.cost), str(ability.cooldown), hits


def test_the_text_gives_the_knowledge_that_the_data_give() -> None:
    """The formulas of a loss stand in the running text, for both rulesets at once."""
    for ruleset in ruleset_ids():
        knowledge = load_ruleset(ruleset).knowledge
        assert f"`loss · {knowledge.dealt} / max_hp`" in PAGE
        assert f"`loss · {knowledge.taken} / max_hp`" in PAGE
