"""Ratings as they are told: the league counts hundredths of a point."""

from babel.numbers import format_decimal

HUNDREDTHS = 100


def rating(hundredths: int) -> float:
    """Points, for programs."""
    return hundredths / HUNDREDTHS


def rating_text(hundredths: int, locale: str) -> str:
    """Points to two places, as the language writes fractions: `1050.25`, `1050,25`."""
    return format_decimal(rating(hundredths), format="0.00", locale=locale)


def whole_rating(hundredths: int, locale: str) -> str:
    """Whole points, where there is no room for more: `1050`."""
    return format_decimal(rating(hundredths), format="0", locale=locale)


def change_text(hundredths: int, locale: str) -> str:
    """A change of a rating, with its sign."""
    return format_decimal(rating(hundredths), format="+0.00;-0.00", locale=locale)
