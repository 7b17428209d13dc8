"""Seeds that nobody can choose: a run's secret is promised by its hash, used, and then shown.

Source: the project's ruling on the rules' «Случайность только из seed боя».
"""

import hashlib
import hmac
import secrets
from collections.abc import Iterable
from datetime import datetime

import numpy as np
from numpy.typing import NDArray

from arena.instants import instant_text

SECRET_BYTES = 32


def new_secret() -> bytes:
    """The secret of a coming run, from the system's own source of chance."""
    return secrets.token_bytes(SECRET_BYTES)


def commitment(secret: bytes) -> str:
    """What is shown of a secret before its run: its SHA-256, in hexadecimal."""
    return hashlib.sha256(secret).hexdigest()


def keeps(secret: bytes, promised: str) -> bool:
    """Whether a secret that was shown is the one that was promised."""
    return hmac.compare_digest(commitment(secret), promised)


def battle_seeds(
    secret: bytes, job: str, scheduled_for: datetime, round_: int, pairs: Iterable[tuple[int, int]]
) -> NDArray[np.uint64]:
    """One seed for each pair (side A's hero id, side B's), (k,).

    The first 8 bytes, big-endian, of HMAC-SHA256(secret, "job|moment|round|a|b"), ids in decimal.
    `round_` is 1 for every daily battle and 1..5 in the tournament.
    """
    begun = hmac.new(secret, f"{job}|{instant_text(scheduled_for)}|{round_}|".encode(), hashlib.sha256)
    digests = []
    for a, b in pairs:
        code = begun.copy()
        code.update(b"%d|%d" % (a, b))
        digests.append(code.digest()[:8])
    return np.frombuffer(b"".join(digests), ">u8").astype(np.uint64)
