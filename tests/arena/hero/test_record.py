"""The packed record: conditions as ranges of a state word, places without a rule, other versions refused."""

import operator
from collections.abc import Callable, Iterator
from typing import get_args

import numpy as np
import pytest

from arena.battle import fight_many, pack
from arena.errors import ArenaError
from arena.hero import MAX_SLOTS
from arena.hero.record import ENEMY, MAX_RULES, RECORD, WORD, StateWord, condition_range, encode
from dsl import Condition, EffectTest, FasterTest, GaugeTest, LastTest, Sign, Test, TurnTest
from dsl.vocabulary import ACTIONS, EFFECTS

SIGNS: dict[str, Callable[[int, int], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "==": operator.eq,
    "!=": operator.ne,
}


def true_words(condition: Condition, words: range) -> set[int]:
    """The state words that the packed range of a condition lets through."""
    _, (low, reach) = condition_range(condition)
    return {word for word in words if (word - low) % WORD <= reach}


def comparisons() -> Iterator[tuple[Test, range, Callable[[int, int], bool], Callable[[int], int], int]]:
    """Each kind of number that rules compare: test, words of its state, sign, word to number, number."""
    for sign in get_args(Sign):
        for number in (0, 1, 35, 99, 100):
            compare = SIGNS[sign]
            yield GaugeTest("self", "energy", sign, number), range(101), compare, int, number
            yield (
                GaugeTest("self", "knowledge", sign, number),
                range(10_001),
                compare,
                lambda w: w // 100,
                number,
            )
        for number in (1, 2, 299, 300):
            yield TurnTest(sign, number), range(1, 602), SIGNS[sign], int, number


def test_a_comparison_and_its_opposite_are_exact_for_every_value() -> None:
    for test, words, compare, seen, number in comparisons():
        expected = {word for word in words if compare(seen(word), number)}
        assert true_words(Condition(test), words) == expected, test
        assert true_words(Condition(test, negated=True), words) == set(words) - expected, test


def test_health_is_compared_exactly_as_a_share_of_the_whole() -> None:
    for max_hp in (75, 97, 250):
        for sign in get_args(Sign):
            for number in (0, 1, 33, 50, 67, 100):
                condition = Condition(GaugeTest("enemy", "hp", sign, number))
                for hp in range(1, max_hp + 1):
                    steps = 2 * (hp * 100 // max_hp) + (hp * 100 % max_hp > 0)
                    holds = bool(true_words(condition, range(steps, steps + 1)))
                    assert holds == SIGNS[sign](hp * 100, number * max_hp)


@pytest.mark.parametrize("effect", EFFECTS)
def test_an_effect_is_up_while_its_word_is_above_zero(effect: str) -> None:
    condition = Condition(EffectTest("enemy", effect))
    word, _ = condition_range(condition)
    assert word == StateWord[effect.upper()] + ENEMY
    assert true_words(condition, range(100)) == set(range(1, 100))
    assert true_words(Condition(condition.test, negated=True), range(100)) == {0}


def test_the_last_action_equals_one_action_only_and_nothing_before_the_first() -> None:
    before_the_first = len(ACTIONS)
    words = range(before_the_first + 1)
    for number, action in enumerate(ACTIONS):
        assert true_words(Condition(LastTest("self", "==", action)), words) == {number}
        assert before_the_first in true_words(Condition(LastTest("self", "!=", action)), words)


def test_faster_is_a_word_of_zero_or_one() -> None:
    assert true_words(Condition(FasterTest("self")), range(2)) == {1}


def test_a_record_is_of_one_size_and_says_its_version(make_hero: Callable[..., object]) -> None:
    records = pack([make_hero(), make_hero({"/rules": []})])
    assert records.dtype == RECORD
    assert RECORD.itemsize == 144
    assert records["rule_count"].tolist() == [len(make_hero().rules), 0]


def test_a_record_has_room_for_the_rules_of_every_level(make_hero: Callable[..., object]) -> None:
    hero = make_hero()
    assert MAX_SLOTS.rules <= MAX_RULES
    with pytest.raises(ValueError, match="do not fit"):
        encode(hero.stats.by_name, hero.abilities, hero.parsed_rules[:1] * (MAX_RULES + 1))


def test_a_place_without_a_rule_never_fires(make_hero: Callable[..., object]) -> None:
    """Both fighters only ever strike: the same battle as with abilities that no rule calls for."""
    bare = make_hero({"/rules": [], "/abilities": []})
    armed = make_hero({"/rules": [], "/abilities": ["heal", "heavy"]})
    seeds = np.arange(500)
    assert (fight_many(pack([bare]), 0, 0, seeds) == fight_many(pack([armed]), 0, 0, seeds)).all()


def test_records_of_another_version_are_refused_by_name(make_hero: Callable[..., object]) -> None:
    records = pack([make_hero(), make_hero()])
    records["version"][1] = 7
    with pytest.raises(ArenaError) as error:
        fight_many(records, 0, 0, [1])
    assert error.value.code == "record-version"
    assert error.value.faults[0].path == "/1"
    assert "7" in str(error.value)


def test_what_is_not_a_record_is_refused() -> None:
    with pytest.raises(ArenaError) as error:
        fight_many(np.zeros(3), 0, 0, [1])
    assert error.value.code == "record-layout"
