"""What the caller wrote, as a message may show it.

Somebody else's text can be long, or hold control and bidirectional characters that rearrange a terminal.
"""

import json
import unicodedata
from collections.abc import Iterable, Sequence

LONGEST = 40
"""Characters of the caller's own text in a message."""

MOST_RANGES = 8
"""Ranges of numbers in a message."""


def shown(value: object, longest: int = LONGEST) -> str:
    """`value` about as JSON would write it, cut to about `longest` characters; what is nested deeper than
    the entries of a list or object is `[…]` or `{…}`."""
    if isinstance(value, list | tuple):
        return f"[{_listed((_flat(entry) for entry in value), longest)}]"
    if isinstance(value, dict):
        fields = (f"{_flat(name)}: {_flat(entry)}" for name, entry in value.items())
        return f"{{{_listed(fields, longest)}}}"
    return _flat(value, longest)


def _flat(value: object, longest: int = LONGEST) -> str:
    if isinstance(value, str):
        return f'"{printable(value, longest)}"'
    if value is None or isinstance(value, bool):
        return json.dumps(value)
    if isinstance(value, int):
        return _shown_integer(value)
    if isinstance(value, float):
        return repr(value)
    if isinstance(value, list | tuple):
        return "[…]" if value else "[]"
    if isinstance(value, dict):
        return "{…}" if value else "{}"
    return printable(type(value).__name__)


def _listed(pieces: Iterable[str], longest: int) -> str:
    text = ""
    for piece in pieces:
        longer = f"{text}, {piece}" if text else piece
        if len(longer) > longest:
            return f"{text}, …" if text else "…"
        text = longer
    return text


def printable(text: str, longest: int = LONGEST) -> str:
    """`text` with an escape for each character that is not plainly visible, cut to `longest` characters."""
    visible = "".join(char if char.isprintable() else _escape(char) for char in text[:longest])
    return visible if len(text) <= longest else f"{visible}…"


def character(char: str) -> str:
    """`U+200B ZERO WIDTH SPACE`; a character without a name (control, unassigned) gives its number alone."""
    name = unicodedata.name(char, "")
    return f"U+{ord(char):04X} {name}".strip()


def ranges(numbers: Sequence[int]) -> str:
    """`0–3, 7` for the ascending numbers 0, 1, 2, 3, 7; of many ranges the first few."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][1] + 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    told = [str(first) if first == last else f"{first}–{last}" for first, last in runs[:MOST_RANGES]]
    return ", ".join(told if len(runs) <= MOST_RANGES else [*told, "…"])


def _escape(char: str) -> str:
    return f"\\u{ord(char):04x}" if ord(char) < 0x10000 else f"\\U{ord(char):08x}"


def _shown_integer(value: int) -> str:
    # Python refuses to write out integers of thousands of digits; a reader has no use for them either.
    if value.bit_length() <= 128:
        return str(value)
    return f"{'-' if value < 0 else ''}2^{value.bit_length() - 1}…"
