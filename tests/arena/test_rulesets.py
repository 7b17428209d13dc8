"""The rulesets as data: what stands in the rules' tables, what does not load, how numbers get into words."""

import re
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
def test_every_effect_reads_with_its_numbers_and_names_filled_in(ruleset: str, locale: str) -> None:
    for id_ in ACTIONS:
        text = load_ruleset(ruleset).describe(id_, locale)
        assert text
        assert "{" not in text


@pytest.mark.parametrize("ruleset", ruleset_ids())
@pytest.mark.parametrize("locale", LOCALES)
def test_no_effect_types_the_name_of_an_action(ruleset: str, locale: str) -> None:
    abilities = load_ruleset(ruleset).abilities
    names = [ability.name.text(locale).casefold() for _, ability in abilities]
    for id_, ability in abilities:
        template = getattr(ability.effect, locale).casefold()
        assert [name for name in names if name in template] == [], id_


@pytest.mark.parametrize("ruleset", ruleset_ids())
@pytest.mark.parametrize("locale", LOCALES)
def test_no_effect_needs_the_plural_of_what_it_counts(ruleset: str, locale: str) -> None:
    for id_, ability in load_ruleset(ruleset).abilities:
        template = getattr(ability.effect, locale)
        assert not re.search(r"\{(hits|turns|immune_turns)\} \w", template), id_


def test_an_effect_calls_other_actions_by_their_names() -> None:
    data = v1_data()
    data["abilities"]["shield"]["name"] = {"ru": "Зонт", "en": "Umbrella", "es": "Paraguas"}
    ruleset = Ruleset.model_validate(data)
    for id_ in ("ultimate", "poison", "review"):
        assert "«Зонт»" in ruleset.describe(id_, "ru")
        assert "Umbrella" in ruleset.describe(id_, "en")
        assert "«Paraguas»" in ruleset.describe(id_, "es")


def test_numbers_read_as_people_write_them() -> None:
    current = load_ruleset("v1")
    assert current.abilities.poison.damage.text("ru") == "3 + atk/8"
    assert current.formulas.strike.text("ru") == "4 + 0,4·atk"
    assert "0.7" in current.describe("combo", "en")
    assert "0,7" in current.describe("combo", "es")


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
    ],
)
def test_numbers_that_would_overflow_the_battle_do_not_load(
    table: str, change: dict[str, Any], complaint: str
) -> None:
    data = v1_data()
    data[table] |= change
    with pytest.raises(ValidationError, match=complaint):
        Ruleset.model_validate(data)


def test_the_greatest_numbers_that_the_battle_has_room_for_load() -> None:
    data = v1_data()
    data["knowledge"]["taken"] = 32_000
    assert Ruleset.model_validate(data).knowledge.taken == 32_000
