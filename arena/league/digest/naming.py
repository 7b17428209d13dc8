"""Who a digest speaks of: heroes and participants are ids in its facts, and get their names when it is read.

So one that is hidden or forgotten after the digest was written is so in it too.
"""

from dataclasses import dataclass, field
from typing import Annotated, Protocol

from pydantic import PlainSerializer, SerializationInfo


class Naming(Protocol):
    """What stands in the place of an id when facts are written out: a model's serialization context."""

    def hero(self, id_: int) -> object: ...

    def player(self, id_: int) -> object: ...


def _hero(id_: int, info: SerializationInfo) -> object:
    naming: Naming | None = info.context
    return id_ if naming is None else naming.hero(id_)


def _player(id_: int, info: SerializationInfo) -> object:
    naming: Naming | None = info.context
    return id_ if naming is None else naming.player(id_)


HeroId = Annotated[int, PlainSerializer(_hero)]
PlayerId = Annotated[int, PlainSerializer(_player)]


@dataclass(frozen=True)
class Mentions:
    """Notes every id that facts are written out with."""

    heroes: set[int] = field(default_factory=set)
    players: set[int] = field(default_factory=set)

    def hero(self, id_: int) -> int:
        self.heroes.add(id_)
        return id_

    def player(self, id_: int) -> int:
        self.players.add(id_)
        return id_


@dataclass(frozen=True)
class Names:
    """What heroes and participants are called where a digest is read, by id."""

    heroes: dict[int, str]
    players: dict[int, str]

    def hero(self, id_: int) -> dict[str, object]:
        """A hero for programs."""
        return {"id": id_, "name": self.heroes[id_]}

    def player(self, id_: int) -> dict[str, object]:
        """A participant for programs."""
        return {"id": id_, "name": self.players[id_]}
