"""The chance of a battle: a seeded generator, or rolls that a test gives and that must all be used."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Protocol

WORD = 2**64


class Dice(Protocol):
    """What a battle asks of chance."""

    def below(self, n: int) -> int:
        """A number from 0 to n - 1."""
        ...


@dataclass
class SplitMix64:
    """Steele, Lea and Flood's generator; the battle's seed is its first state."""

    state: int

    def next(self) -> int:
        """64 bits."""
        self.state = (self.state + 0x9E3779B97F4A7C15) % WORD
        bits = self.state
        bits = (bits ^ bits >> 30) * 0xBF58476D1CE4E5B9 % WORD
        bits = (bits ^ bits >> 27) * 0x94D049BB133111EB % WORD
        return bits ^ bits >> 31

    def below(self, n: int) -> int:
        """The upper half of the bits, scaled: no remainder, no second draw."""
        return (self.next() >> 32) * n >> 32


@dataclass
class GivenRolls:
    """Rolls in the order in which they will be asked for."""

    rolls: list[int]

    def below(self, n: int) -> int:
        assert self.rolls, "the battle rolls once more than the test expects"
        roll = self.rolls.pop(0)
        assert 0 <= roll < n, f"a roll of {roll} where one below {n} is asked for"
        return roll


@contextmanager
def given_rolls(*rolls: int) -> Iterator[GivenRolls]:
    """Dice that must be used up by the end of the block."""
    dice = GivenRolls(list(rolls))
    yield dice
    assert not dice.rolls, f"nobody asked for {dice.rolls}"
