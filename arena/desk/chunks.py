"""Lists in pieces that a statement can take: databases bound the parameters of one."""

from collections.abc import Iterator, Sequence
from typing import TypeVar

Item = TypeVar("Item")

CHUNK = 1_000


def chunks(items: Sequence[Item], size: int = CHUNK) -> Iterator[Sequence[Item]]:
    """The items in their order, at most `size` at a time."""
    for start in range(0, len(items), size):
        yield items[start : start + size]
