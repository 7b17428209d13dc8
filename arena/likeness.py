"""The word that was probably meant: alike, or nothing."""

import re
from collections.abc import Iterable

from dsl.spellings import edit_distance

LONGEST = 40
"""Characters of a word that are looked at."""

SLIP_EVERY = 3
MOST_SLIPS = 3
"""A slip for every three letters, and no more than these, leave a word recognisable."""

SHORTEST_PART = 3
"""A shorter word inside a name is too common (`of`, `de`, `по`) to tell one name from another."""

CLEAR_SLIP_EVERY = 5
CLEAR_SLIPS = 2
"""A name that has no more slips as a whole, nor more often, is meant, whatever words others share with it."""

SAME, CLEAR, SHARED, NEAR, OTHER = range(5)
"""How a name is like another, the most alike first."""

_WORDS = re.compile(r"[^\W_]+")


def nearest(word: str, known: Iterable[str]) -> str | None:
    """The most alike of `known` to `word`, the first of equals; `None` if none is like it.

    Alike, in this order, is what differs in case and in the signs between words only; what is a slip or two
    away as a whole, if it is long; what shares a word (`Ninja` and `Ninja of production`), that with the
    fewest slips in the rest first; and what is a few slips away, as a whole or in one of its words.
    """
    best: str | None = None
    least = (OTHER, 0)
    typed = _words(word)
    for candidate in known:
        found = _unlikeness(typed, _words(candidate), least)
        if found < least:
            best, least = candidate, found
    return best


def _words(text: str) -> list[str]:
    return _WORDS.findall(text[:LONGEST].casefold())


def _unlikeness(typed: list[str], words: list[str], least: tuple[int, int]) -> tuple[int, int]:
    """How they are alike, and how many slips that has; what is no better than `least` is not looked into."""
    whole, other = "".join(typed), "".join(words)
    if whole == other:
        return SAME, 0
    slips = _slips(whole, other)
    if slips is not None and slips <= min(CLEAR_SLIPS, max(len(whole), len(other)) // CLEAR_SLIP_EVERY):
        return CLEAR, slips
    if least < (SHARED, 0):
        return OTHER, 0
    shared = {part for part in typed if part in words and (len(part) >= SHORTEST_PART or words == [part])}
    if shared:
        limit = least[1] if least[0] == SHARED else LONGEST
        return SHARED, edit_distance(_without(typed, shared), _without(words, shared), limit)
    if least < (NEAR, 0):
        return OTHER, 0
    counted = [slips, *(_slips(whole, part) for part in words if part != other)]
    found = [count for count in counted if count is not None]
    return (NEAR, min(found)) if found else (OTHER, 0)


def _without(words: list[str], shared: set[str]) -> str:
    return "".join(word for word in words if word not in shared)


def _slips(one: str, other: str) -> int | None:
    """The slips between two words, `None` if they are too many for the words' length."""
    limit = min(max(len(one), len(other)) // SLIP_EVERY, MOST_SLIPS)
    count = edit_distance(one, other, limit)
    return count if count <= limit else None
