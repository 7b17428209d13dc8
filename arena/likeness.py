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

_WORDS = re.compile(r"[^\W_]+")


def nearest(word: str, known: Iterable[str]) -> str | None:
    """The most alike of `known` to `word`, the first of equals; `None` if none is like it.

    Alike, in this order, is what differs in case and in the signs between words only, what shares a word
    (`Ninja` and `Ninja of production`), and what is a few slips away, as a whole or in one of its words.
    """
    best: str | None = None
    least = (3, 0)
    typed = _words(word)
    for candidate in known:
        found = _unlikeness(typed, _words(candidate), least)
        if found < least:
            best, least = candidate, found
    return best


def _words(text: str) -> list[str]:
    return _WORDS.findall(text[:LONGEST].casefold())


def _unlikeness(typed: list[str], words: list[str], least: tuple[int, int]) -> tuple[int, int]:
    """0 for the same words, 1 for a shared one, 2 and the slips for what is near, else 3; each with a number
    that is less for what is more alike."""
    whole, other = "".join(typed), "".join(words)
    if whole == other:
        return 0, 0
    shared = [part for part in typed if part in words and (len(part) >= SHORTEST_PART or words == [part])]
    if shared:
        return 1, -len("".join(shared))
    if least < (2, 0):
        return 3, 0
    slips = [count for part in {other, *words} if (count := _slips(whole, part)) is not None]
    return (2, min(slips)) if slips else (3, 0)


def _slips(one: str, other: str) -> int | None:
    """The slips between two words, `None` if they are too many for the words' length."""
    limit = min(max(len(one), len(other)) // SLIP_EVERY, MOST_SLIPS)
    count = edit_distance(one, other, limit)
    return count if count <= limit else None
