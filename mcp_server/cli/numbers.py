"""Numbers as the reader's language writes them."""

from babel.numbers import format_decimal, format_percent


def percent(share: float, locale: str) -> str:
    """`54.3%`, with a comma and a space where the language has them."""
    return format_percent(share, format="#,##0.0%" if locale == "en" else "#,##0.0\u00a0%", locale=locale)


def count(number: float, locale: str) -> str:
    """`1,234,567`, or with one digit after the point if it has a fraction."""
    return format_decimal(number, format="#,##0.#", locale=locale)


def decimal(number: float, digits: int, locale: str) -> str:
    """`0.983`, with so many digits after the point."""
    return format_decimal(number, format=f"0.{'0' * digits}", locale=locale)
