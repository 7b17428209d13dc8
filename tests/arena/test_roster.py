"""The public heroes: drawn whole, no two alike, of every level, even in the mirror, worth beating."""

from itertools import combinations, permutations

import numpy as np
import pytest

from arena import roster
from arena.battle import fight_many, pack
from arena.errors import ArenaError
from arena.hero import Hero, check_hero
from tests.growth import cost

EVERYBODY = roster.names()

DUMMIES_OF_THE_RULES = {
    "golem": ("Легаси-голем", "Работает — не трогай", ("shield", "heal")),
    "ninja": ("Ниндзя прода", "Деплой в пятницу вечером", ("heavy", "combo")),
    "witch": ("Ведьма техдолга", "Потом отрефакторим", ("poison", "dodge")),
    "pm": ("Менеджер дедлайнов", "Это на полчаса", ("stun", "review")),
}


def silhouette(hero: Hero) -> np.ndarray:
    return np.array([[pixel != "." for pixel in row] for row in hero.sprite.pixels])


@pytest.mark.parametrize("id_", EVERYBODY)
def test_a_public_hero_gives_no_cause_for_advice(id_: str) -> None:
    assert check_hero(roster.load(id_)).advice == ()


@pytest.mark.parametrize("id_", EVERYBODY)
def test_a_public_hero_has_every_part_of_the_body_in_both_frames(id_: str) -> None:
    sprite = roster.load(id_).sprite
    for rig in (sprite.rig, sprite.strike_rig):
        assert rig is not None
        assert set("".join(rig)) - {"."} == set("htaAlL")
    assert sprite.strike != sprite.pixels


def test_the_dummies_are_those_of_the_rules() -> None:
    shown = {id_: (hero.name, hero.motto, tuple(hero.abilities)) for id_, hero in roster.dummies().items()}
    assert shown == DUMMIES_OF_THE_RULES


def test_there_are_at_least_twelve_samples_and_one_for_each_level() -> None:
    assert len(roster.sample_ids()) >= 12
    assert {roster.level(id_) for id_ in roster.sample_ids()} == set(range(1, 8))


def test_no_two_silhouettes_are_alike() -> None:
    shapes = {id_: silhouette(roster.load(id_)) for id_ in EVERYBODY}
    for one, other in combinations(EVERYBODY, 2):
        shared = (shapes[one] & shapes[other]).sum() / (shapes[one] | shapes[other]).sum()
        assert shared < 0.82, f"{one} and {other} share {shared:.0%} of their outline"


def test_no_two_designs_are_the_same() -> None:
    designs = [(hero.stats, tuple(hero.abilities), tuple(hero.rules)) for hero in map(roster.load, EVERYBODY)]
    assert all(one != other for one, other in combinations(designs, 2))


@pytest.mark.parametrize("id_", EVERYBODY)
def test_the_mirror_match_is_even(id_: str) -> None:
    """20,000 battles of a hero against itself: wins of both sides within 4 sigma of each other."""
    winners = fight_many(pack([roster.load(id_)]), 0, 0, np.arange(20_000))["winner"]
    decided = (winners != -1).sum()
    assert abs(int((winners == 0).sum()) - int((winners == 1).sum())) <= 4 * np.sqrt(decided)


def test_no_dummy_beats_every_other_and_none_loses_to_all() -> None:
    records = pack(list(roster.dummies().values()))
    wins = np.zeros((4, 4))
    for a, b in permutations(range(4), 2):
        winners = fight_many(records, a, b, np.arange(10_000))["winner"]
        wins[a, b] += (winners == 0).sum()
        wins[b, a] += (winners == 1).sum()
    beaten = (wins > wins.T).sum(axis=1)
    assert beaten.max() < 3
    assert beaten.min() > 0


@pytest.mark.parametrize("given", ["golem", "GOLEM", "Легаси-голем", "легаси-голем"])
def test_a_hero_is_found_by_id_or_name_in_any_case(given: str) -> None:
    assert roster.find(given) == "golem"


@pytest.mark.parametrize(
    ("given", "meant"),
    [("golm", "golem"), ("Ниндзя", "ninja"), ("легаси голум", "golem"), ("ведма", "witch")],
)
def test_an_unknown_hero_is_answered_with_one_that_is_like_it_and_with_all(given: str, meant: str) -> None:
    with pytest.raises(ArenaError) as error:
        roster.load(given)
    assert error.value.code == "unknown-hero"
    assert f"Did you mean `{meant}`? Heroes there: golem, ninja" in error.value.text("en")


@pytest.mark.parametrize("given", ["nobody", "", "xyz", "\ud800", "of"])
def test_an_unknown_hero_like_nobody_is_answered_with_all_only(given: str) -> None:
    with pytest.raises(ArenaError) as error:
        roster.load(given)
    assert error.value.code == "unknown-hero"
    assert "Did you mean" not in error.value.text("en")
    assert "Heroes there: golem, ninja" in error.value.text("en")


def test_a_very_long_name_costs_no_more_a_character_than_a_long_one() -> None:
    def find(marks: int) -> None:
        with pytest.raises(ArenaError):
            roster.find("\u0301\u0327" * marks)

    assert cost(lambda: find(60_000)) < 3 * 10 * cost(lambda: find(6_000))
