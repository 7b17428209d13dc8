"""Numbers as the reader's language writes them, and how sure a share is."""

from math import sqrt
from typing import NamedTuple

from babel.numbers import format_decimal, format_percent

Z_95 = 1.959964
"""The normal distribution's quantile for 95 %."""


class Interval(NamedTuple):
    """Shares, 0..1."""

    low: float
    high: float


def wilson(successes: int, trials: int, z: float = Z_95) -> Interval:
    """The interval that holds a share seen as `successes` of `trials` (at least 1); 95 % unless `z` says
    otherwise.

    Wilson's score interval, which stays inside 0..1 and is right for shares near them.
    """
    share, weight = successes / trials, z * z / trials
    middle = (share + weight / 2) / (1 + weight)
    reach = z / (1 + weight) * sqrt(share * (1 - share) / trials + weight / (4 * trials))
    return Interval(max(middle - reach, 0.0), min(middle + reach, 1.0))


def percent(share: float, locale: str) -> str:
    """`54.3%`, with a comma and a space where the language has them."""
    return format_percent(share, format="#,##0.0%" if locale == "en" else "#,##0.0\u00a0%", locale=locale)


def count(number: float, locale: str) -> str:
    """`1,234,567`, or with one digit after the point if it has a fraction."""
    return format_decimal(number, format="#,##0.#", locale=locale)
