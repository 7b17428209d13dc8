"""The packed hero: stats, abilities and rules as one fixed-size record of 16-bit words, which the battle
reads as is.

A condition becomes a range test on one word of the fighters' state: it holds when `word - low`, modulo
65,536, is at most `reach`. Any comparison is such a range, and so is its opposite, so `not`, `==` and `!=`
cost the battle nothing. A record carries `RECORD_VERSION`; one that was packed by another version is refused
by name, never misread.
"""

import struct
from collections.abc import Mapping, Sequence
from enum import IntEnum
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arena.errors import refuse
from arena.excerpt import printable
from arena.rulesets import KNOWLEDGE_POINT, STATS
from dsl.syntax import Condition, EffectTest, FasterTest, GaugeTest, LastTest, Rule, Test, TurnTest
from dsl.vocabulary import ABILITIES, ACTIONS, EFFECTS

RECORD_VERSION = 1
MAX_RULES = 8

WORD = 65_536
ENEMY = 32
"""What is added to a state word's number to mean the enemy's."""

NO_ACTION = len(ACTIONS)
"""`last` before the first action."""


class StateWord(IntEnum):
    """The words of a fighter's state that a condition can look at; the battle kernel keeps them at these
    places."""

    ENERGY = 0
    KNOWLEDGE = 1  # hundredths of a point
    HEALTH = 2  # steps of percent: 2p at exactly p percent, 2p + 1 between p and p + 1
    TURN = 3
    LAST = 4
    FASTER = 5
    SHIELD = 6  # effects in the order of dsl.vocabulary.EFFECTS; up while above 0
    POISON = 7
    RAGE = 8
    DODGE = 9
    COUNTER = 10
    STUN = 11


RULE = np.dtype(
    [
        ("action", "<u2"),
        ("conditions", "<u2"),
        ("word", "<u2", (2,)),
        ("low", "<u2", (2,)),
        ("reach", "<u2", (2,)),
    ]
)
RECORD = np.dtype(
    [
        ("version", "<u2"),
        ("stats", "<u2", (len(STATS),)),
        ("abilities", "<u2"),  # bit i: dsl.vocabulary.ABILITIES[i] is equipped
        ("rule_count", "<u2"),
        ("rules", RULE, (MAX_RULES,)),
    ]
)

Records = NDArray[np.void]
Range = tuple[int, int]

ALWAYS: Range = (0, WORD - 1)
NEVER: Range = (WORD - 1, 0)
"""No word of the state reaches 65,535."""

_NO_RULE = [0, 0, 0, 0, NEVER[0], NEVER[0], NEVER[1], NEVER[1]]


def encode(stats: Mapping[str, int], abilities: Sequence[str], rules: Sequence[Rule]) -> bytes:
    """One hero's record: stats by name, ability ids, parsed rules. Places without a rule never fire.

    Raises `ValueError` for more than `MAX_RULES` rules, which no level allows.
    """
    if len(rules) > MAX_RULES:
        raise ValueError(f"{len(rules)} rules do not fit a record's {MAX_RULES}")
    equipped = sum(1 << ABILITIES.index(ability) for ability in abilities)
    words = [
        RECORD_VERSION,
        *(stats[name] for name in STATS),
        equipped,
        len(rules),
    ]
    for rule in rules:
        words += _rule_words(rule)
    words += _NO_RULE * (MAX_RULES - len(rules))
    return struct.pack(f"<{len(words)}H", *words)


def _rule_words(rule: Rule) -> list[int]:
    ranges = [condition_range(condition) for condition in rule.conditions]
    ranges += [(0, ALWAYS)] * (2 - len(ranges))
    (word, (low, reach)), (second_word, (second_low, second_reach)) = ranges
    action = ACTIONS.index(rule.action)
    return [action, len(rule.conditions), word, second_word, low, second_low, reach, second_reach]


def check_records(records: Records) -> None:
    """Raise `ArenaError` unless these are records that the kernel may trust: (n,) of `RECORD`, contiguous
    or not.

    `record-layout` for anything else, `record-version` for records packed by another version, which are
    refused by name, `record-damaged` for one that names an action or a state word that does not exist.
    """
    if records.dtype != RECORD or records.ndim != 1:
        raise refuse("record-layout", found=printable(f"{records.dtype} {records.shape}", 60))
    foreign = _first(records["version"] != RECORD_VERSION)
    if foreign is not None:
        found = int(records["version"][foreign])
        raise refuse("record-version", f"/{foreign}", found=found, expected=RECORD_VERSION)
    rules = records["rules"]
    strange = (rules["action"] >= len(ACTIONS)).any(axis=1)
    strange |= ((rules["word"] & ~np.uint16(ENEMY)) >= len(StateWord)).any(axis=(1, 2))
    damaged = _first(strange)
    if damaged is not None:
        raise refuse("record-damaged", f"/{damaged}")


def _first(marks: Any) -> int | None:
    return int(marks.argmax()) if marks.any() else None


def condition_range(condition: Condition) -> tuple[int, Range]:
    """The state word a condition looks at, and the range that makes it true."""
    word, values = _looked_at(condition.test)
    return word, _opposite(values) if condition.negated else values


def _looked_at(test: Test) -> tuple[int, Range]:
    match test:
        case GaugeTest(who, "hp", sign, number):
            return _word(who, StateWord.HEALTH), _compared(sign, 2 * number, 1)
        case GaugeTest(who, "energy", sign, number):
            return _word(who, StateWord.ENERGY), _compared(sign, number, 1)
        case GaugeTest(who, "knowledge", sign, number):
            return _word(who, StateWord.KNOWLEDGE), _compared(sign, KNOWLEDGE_POINT * number, KNOWLEDGE_POINT)
        case TurnTest(sign, number):
            return _word("self", StateWord.TURN), _compared(sign, number, 1)
        case EffectTest(who, effect):
            return _word(who, StateWord.SHIELD + EFFECTS.index(effect)), _opposite((0, 0))
        case FasterTest(who):
            return _word(who, StateWord.FASTER), (1, 0)
        case LastTest(who, sign, action):
            return _word(who, StateWord.LAST), _compared(sign, ACTIONS.index(action), 1)
    raise TypeError(f"not a test: {test!r}")


def _word(who: str, seen: int) -> int:
    return seen + (ENEMY if who == "enemy" else 0)


def _compared(sign: str, value: int, width: int) -> Range:
    """The words x with `x sign value`, where `value` stands for the `width` words from it on."""
    below = _opposite((value, WORD - 1 - value))
    at_most = (0, value + width - 1)
    ranges = {
        "<": below,
        "<=": at_most,
        ">": _opposite(at_most),
        ">=": _opposite(below),
        "==": (value, width - 1),
        "!=": _opposite((value, width - 1)),
    }
    return ranges[sign]


def _opposite(values: Range) -> Range:
    """The words outside a range: again one range, since words wrap around."""
    if values == ALWAYS:
        return NEVER
    if values == NEVER:
        return ALWAYS
    low, reach = values
    return (low + reach + 1) % WORD, WORD - reach - 2
