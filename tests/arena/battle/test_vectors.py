"""The golden battles, made by an implementation that shares nothing with this project."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from arena.battle import fight, fight_many, pack
from arena.hero import Hero
from arena.rulesets import load_ruleset
from tests.arena.battle.agreement import outcome_of, read_outcome
from tests.arena.battle.strategies import fighting_hero
from tests.arena.battle.twin import bout

VECTORS = json.loads((Path(__file__).parent / "vectors" / "battles.json").read_text(encoding="utf-8"))
BATTLES: list[dict[str, Any]] = VECTORS["battles"]
LOGGED = [battle for battle in BATTLES if "turn_log" in battle]


@pytest.fixture(scope="module")
def heroes() -> list[Hero]:
    return [fighting_hero(plain) for plain in VECTORS["heroes"]]


def wanted(battle: dict[str, Any]) -> tuple[Any, ...]:
    return tuple(battle[name] for name in ("winner", "ticks", "turns", "hp_a", "hp_b"))


@pytest.mark.medium
def test_the_twin_gives_every_outcome(heroes: list[Hero]) -> None:
    for battle in BATTLES:
        pair = heroes[battle["a"]], heroes[battle["b"]]
        twin = bout(*pair, load_ruleset(battle["ruleset"]), int(battle["seed"])).fight()
        assert outcome_of(twin) == wanted(battle)


@pytest.mark.parametrize("ruleset", ["v0", "v1"])
def test_the_kernel_gives_every_outcome(heroes: list[Hero], ruleset: str) -> None:
    battles = [battle for battle in BATTLES if battle["ruleset"] == ruleset]
    a, b = ([battle[side] for battle in battles] for side in ("a", "b"))
    seeds = np.array([int(battle["seed"]) for battle in battles], np.uint64)
    outcomes = fight_many(pack(heroes), a, b, seeds, ruleset)
    assert [read_outcome(row) for row in outcomes] == [wanted(battle) for battle in battles]


@pytest.mark.parametrize("battle", LOGGED, ids=lambda battle: f"{battle['ruleset']}-{battle['seed']}")
def test_the_logged_battle_gives_every_turn(heroes: list[Hero], battle: dict[str, Any]) -> None:
    shown = fight(heroes[battle["a"]], heroes[battle["b"]], int(battle["seed"]), battle["ruleset"])
    assert (shown.winner, shown.ticks, shown.turns, shown.hp_a, shown.hp_b) == wanted(battle)
    assert [{name: getattr(turn, name) for name in battle["turn_log"][0]} for turn in shown.log] == battle[
        "turn_log"
    ]


@pytest.mark.parametrize("battle", LOGGED, ids=lambda battle: f"{battle['ruleset']}-{battle['seed']}")
def test_the_twin_gives_every_turn(heroes: list[Hero], battle: dict[str, Any]) -> None:
    pair = heroes[battle["a"]], heroes[battle["b"]]
    twin = bout(*pair, load_ruleset(battle["ruleset"]), int(battle["seed"])).fight()
    assert [{name: getattr(turn, name) for name in battle["turn_log"][0]} for turn in twin.log] == battle[
        "turn_log"
    ]


def test_a_draw_comes_at_the_last_tick_only() -> None:
    draws = [battle for battle in BATTLES if battle["winner"] is None]
    assert len(draws) == 5
    assert {battle["ticks"] for battle in draws} == {300}
