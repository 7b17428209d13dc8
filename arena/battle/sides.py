"""The two sides of a battle."""

from typing import Generic, Literal, NamedTuple, TypeVar

SIDE_NAMES: tuple[Literal["a", "b"], ...] = ("a", "b")

T = TypeVar("T")


class Sides(NamedTuple, Generic[T]):
    """A value of side A and one of side B."""

    a: T
    b: T
