"""Fences: numbers that tell one claim from every other."""

import secrets

BITS = 62


def new_fence() -> int:
    """A number that no claim has had. It is drawn, not counted: a league that was restored would count the
    same numbers again, while who held them in the meantime may still be at work."""
    return secrets.randbits(BITS)
