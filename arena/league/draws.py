"""Draws that follow from a run's secret and from ids alone, never from the order of rows.

A generator would tie a hero's draw to its row; a hash of secret and id does not. The mixing is the
finaliser of SplitMix64 (Steele, Lea, Flood 2014); integers only, so every machine draws the same.
"""

import hashlib

import numpy as np
from numpy.typing import NDArray

Integers = NDArray[np.int64]

MULTIPLIERS = ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB))
LAST_SHIFT = np.uint64(31)


def draws(secret: bytes, purpose: str, *ids: Integers) -> NDArray[np.uint64]:
    """One evenly spread 64-bit number for each row of the columns `ids`, (n,); draws of different purposes
    have nothing to do with each other."""
    digest = hashlib.sha256(secret + purpose.encode()).digest()
    first, second = np.frombuffer(digest[:16], "<u8").astype(np.uint64)
    drawn = np.full(ids[0].shape, first, np.uint64)
    for column in ids:
        drawn = _mixed(drawn ^ column.astype(np.uint64)) + second
    return _mixed(drawn)


def _mixed(words: NDArray[np.uint64]) -> NDArray[np.uint64]:
    for shift, multiplier in MULTIPLIERS:
        words = (words ^ (words >> np.uint64(shift))) * np.uint64(multiplier)
    return words ^ (words >> LAST_SHIFT)
