"""The same battle three ways - plain twin, logged path, batch kernel - and that they are one battle."""

from dataclasses import fields, is_dataclass, replace
from typing import Any

import pytest

from arena.battle import Battle, fight, fight_many, pack
from arena.hero import Hero
from arena.rulesets import CURRENT_ID, KNOWLEDGE_POINT, load_ruleset
from tests.arena.battle.twin import Bout, Turn, bout

WINNERS = ("a", "b", None)
"""By the number that `fight_many` gives: -1 is the last."""


def duel(hero_a: Hero, hero_b: Hero, seed: int, ruleset: str = CURRENT_ID) -> Bout:
    """Fight three ways, check that all agree in every turn, and return the twin's battle."""
    twin = bout(hero_a, hero_b, load_ruleset(ruleset), seed).fight()
    assert_same_battle(twin, fight(hero_a, hero_b, seed, ruleset))
    (outcome,) = fight_many(pack([hero_a, hero_b]), 0, 1, seed, ruleset)
    assert outcome_of(twin) == read_outcome(outcome)
    return twin


def outcome_of(twin: Bout) -> tuple[str | None, int, int, int, int]:
    """Winner, ticks, turns, health of a and b."""
    return twin.winner, twin.tick, twin.turns, twin.a.hp, twin.b.hp


def read_outcome(row: Any) -> tuple[str | None, int, int, int, int]:
    """The same of a row of `fight_many`."""
    winner, *numbers = (int(value) for value in row)
    return WINNERS[winner], *numbers


def assert_same_battle(twin: Bout, battle: Battle) -> None:
    """Every field of every turn, and the outcome."""
    for exact, theirs in zip(twin.log, battle.log, strict=False):
        mine = in_points(exact)
        if plain(mine) != plain(theirs):
            assert shown(mine) == shown(theirs)
    assert len(battle.log) == len(twin.log)
    theirs = (battle.winner, battle.ticks, battle.turns, battle.hp_a, battle.hp_b)
    assert (*theirs, battle.end) == (*outcome_of(twin), twin.end)


def in_points(turn: Turn) -> Turn:
    """The twin's turn with knowledge as a log tells it: the twin keeps hundredths of a point."""
    a, b = turn.knowledge
    return replace(turn, knowledge=(a // KNOWLEDGE_POINT, b // KNOWLEDGE_POINT))


def plain(value: Any) -> Any:
    """Dataclasses as their fields by name; a float, which only a share of health is, as about its value."""
    if is_dataclass(value):
        return [(name, plain(getattr(value, name))) for name in _names(type(value))]
    if isinstance(value, tuple):
        return [plain(each) for each in value]
    return pytest.approx(value, abs=0.051) if isinstance(value, float) else value


def shown(turn: Any) -> dict[str, str]:
    """The same for people: what pytest then points at is the field that differs."""
    return {name: repr(value) for name, value in plain(turn)}


def _names(kind: type) -> list[str]:
    return sorted(field.name for field in fields(kind))
