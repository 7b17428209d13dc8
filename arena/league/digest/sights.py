"""Where what a digest tells of can be looked at: nothing of it is kept, since looks come to be hidden."""

from collections.abc import Mapping
from dataclasses import dataclass, field

BattleKey = tuple[int, int]
"""A battle by its run and its number there."""


@dataclass(frozen=True)
class Sights:
    """Addresses of pictures, by heroes' ids, and of films, by battles. What is not here cannot be seen."""

    pictures: Mapping[int, str] = field(default_factory=dict)
    films: Mapping[BattleKey, str] = field(default_factory=dict)


NOTHING = Sights()
"""Of a league that has no public address."""
