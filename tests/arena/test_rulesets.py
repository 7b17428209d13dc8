"""The rulesets as data: what stands in the rules' tables, what does not load, how numbers get into words."""

import tomllib
from importlib.resources import files
from typing import Any

import pytest
from pydantic import ValidationError

from arena.errors import ArenaError
from arena.rulesets import STATS, Ruleset, load_ruleset, ruleset_ids
from dsl.catalogue import LOCALES
from dsl.vocabulary import ACTIONS

PRICES = {  # energy, cooldown: the rules' table
    "strike": (0, 0),
    "ultimate": (0, 0),
    "heavy": (30, 0),
    "combo": (40, 2),
    "drain": (35, 2),
    "poison": (30, 0),
    "rage": (20, 4),
    "shield": (25, 3),
    "heal": (35, 4),
    "dodge": (20, 3),
    "counter": (25, 3),
    "stun": (45, 4),
    "review": (20, 2),
}
RUSSIAN_NAMES = (
    "Коммит", "Озарение", "Форс-пуш", "Спринт", "Копипаст", "Техдолг", "Кранч", "Бэкап", "Хотфикс", "Офлайн",
    "Блейм", "Дедлайн", "Ревью",
)  # fmt: skip


def v1_data() -> dict[str, Any]:
    return tomllib.loads(files("arena.rulesets").joinpath("v1.toml").read_text(encoding="utf-8"))


def test_prices_are_those_of_the_rules() -> None:
    current, former = load_ruleset("v1"), load_ruleset("v0")
    assert {id_: (current.costs[id_], current.cooldowns[id_]) for id_ in ACTIONS} == PRICES
    assert former.costs == {**current.costs, "stun": 50}
    assert former.cooldowns == current.cooldowns


def test_names_are_those_of_the_rules() -> None:
    assert tuple(load_ruleset().abilities[id_].name.ru for id_ in ACTIONS) == RUSSIAN_NAMES


@pytest.mark.parametrize(
    ("ruleset", "what", "stats", "value"),
    [
        ("v1", "gauge", {"spd": 5}, 43),
        ("v1", "gauge", {"spd": 40}, 64),
        ("v0", "gauge", {"spd": 40}, 70),
        ("v1", "max_hp", {"hp": 30}, 200),
        ("v1", "energy", {"foc": 10}, 25),
    ],
)
def test_a_formula_gives_what_the_rules_say(
    ruleset: str, what: str, stats: dict[str, int], value: int
) -> None:
    formula = getattr(load_ruleset(ruleset).formulas, what)
    assert formula.value(dict.fromkeys(STATS, 5) | stats) == value


def test_a_half_is_rounded_up() -> None:
    poison = load_ruleset("v1").abilities.poison.damage
    assert [poison.value(dict.fromkeys(STATS, atk)) for atk in (3, 4, 11, 12)] == [3, 4, 4, 5]


def test_the_former_heal_counts_the_whole_health() -> None:
    heal = load_ruleset("v0").abilities.heal.heals
    assert heal.value(dict.fromkeys(STATS, 20), max_hp=150) == 33  # 22.5 + 10


@pytest.mark.parametrize("ruleset", ruleset_ids())
@pytest.mark.parametrize("locale", LOCALES)
def test_every_effect_reads_with_its_numbers_filled_in(ruleset: str, locale: str) -> None:
    for id_ in ACTIONS:
        text = load_ruleset(ruleset).abilities[id_].describe(locale)
        assert text
        assert "{" not in text


def test_numbers_read_as_people_write_them() -> None:
    poison, combo = load_ruleset("v1").abilities.poison, load_ruleset("v1").abilities.combo
    assert poison.damage.text("ru") == "3 + atk/8"
    assert load_ruleset("v1").formulas.strike.text("ru") == "4 + 0,4·atk"
    assert "0.7" in combo.describe("en")
    assert "0,7" in combo.describe("es")


def test_an_unknown_ruleset_names_those_that_exist() -> None:
    with pytest.raises(ArenaError) as error:
        load_ruleset("v7")
    assert error.value.code == "unknown-ruleset"
    assert "v0, v1" in str(error.value)


def test_a_ruleset_with_an_ability_the_language_does_not_know_does_not_load() -> None:
    data = v1_data()
    data["abilities"]["fly"] = data["abilities"]["heavy"]
    with pytest.raises(ValidationError, match="fly"):
        Ruleset.model_validate(data)


def test_a_ruleset_that_lacks_an_ability_does_not_load() -> None:
    data = v1_data()
    del data["abilities"]["review"]
    with pytest.raises(ValidationError, match="review"):
        Ruleset.model_validate(data)


@pytest.mark.parametrize(
    ("table", "change", "complaint"),
    [
        ("formulas", {"max_hp": {"base": 1000, "hp": 5}}, "max_hp must be"),
        ("formulas", {"gauge": {"base": 2000, "divisor": 10}}, "one turn a tick"),
        ("formulas", {"strike": {"base": 4, "atk": 1}}, "divisor must be 10"),
        ("formulas", {"strike": {"base": 9000, "atk": 4, "divisor": 10}}, "2\\^31"),
        ("knowledge", {"taken": 32000}, None),
    ],
)
def test_numbers_that_would_overflow_the_battle_do_not_load(
    table: str, change: dict[str, Any], complaint: str | None
) -> None:
    data = v1_data()
    data[table] |= change
    if complaint is None:
        assert Ruleset.model_validate(data)
    else:
        with pytest.raises(ValidationError, match=complaint):
            Ruleset.model_validate(data)
