"""Numbers that cannot stand: what the hint writes instead decides something."""

from itertools import product

import pytest

from dsl import RuleSyntaxError, advise, parse_rule
from dsl.vocabulary import FIGHTERS, SIGNS
from tests.dsl.prices import PRICES

GAUGES = [f"{who}.{gauge}" for who in FIGHTERS for gauge in ("hp", "energy", "knowledge")]
OUTSIDE = {
    "turn": ("0", "-5", "301", "0.5", "1.5"),
    **dict.fromkeys(GAUGES, ("-3", "101", "1000", "0.5", "100.5")),
}
WRITTEN = [
    (f"{negation}{subject} {sign} {number}{'%' if subject.endswith('hp') else ''}", subject)
    for subject, numbers in OUTSIDE.items()
    for negation, sign, number in product(("", "not "), SIGNS, numbers)
]
ALWAYS = {"turn >= 1"}


def mended(condition):
    with pytest.raises(RuleSyntaxError) as caught:
        parse_rule(f"{condition} -> strike")
    (fault,) = caught.value.diagnostics
    return fault.params["mended"]


@pytest.mark.parametrize("energy_per_turn", [20, 55])
@pytest.mark.parametrize(("condition", "subject"), WRITTEN)
def test_the_condition_that_is_shown_is_neither_dead_nor_needless(condition, subject, energy_per_turn):
    shown = mended(condition)
    rule = parse_rule(f"{shown} and enemy.last == heavy -> strike")
    found = {a.code for a in advise([rule], abilities=(), energy_per_turn=energy_per_turn, **PRICES)}
    assert "never-fires" not in found
    # How much own points grow is each hero's own, so what always holds for this one cannot be known.
    if shown not in ALWAYS and subject not in ("self.energy", "self.knowledge"):
        assert "always-true" not in found


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("turn < 0", "turn < 2"),
        ("turn > 0", "turn >= 1"),
        ("turn >= 0", "turn >= 1"),
        ("turn < 500", "turn <= 300"),
        ("turn == 0", "turn == 1"),
        ("self.hp < -3%", "self.hp < 1%"),
        ("self.hp > 150%", "self.hp > 99%"),
        ("enemy.energy >= 101", "enemy.energy >= 100"),
        ("self.hp < 0.5%", "self.hp < 1%"),
        ("self.energy < -1", "self.energy < 100"),
    ],
)
def test_the_nearest_number_that_decides_is_shown(written, shown):
    assert mended(written) == shown
