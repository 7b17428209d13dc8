"""What the caller wrote, as a message may show it, and the word that was probably meant.

Somebody else's text can be long, or hold control and bidirectional characters that rearrange a terminal.
"""

import json
import unicodedata
from collections.abc import Iterable

from dsl.spellings import edit_distance

LONGEST = 40
"""Characters of the caller's own text in a message."""


def shown(value: object) -> str:
    """`value` about as JSON would write it, cut to a few dozen characters; a list or object as its kind."""
    if isinstance(value, str):
        return f'"{printable(value)}"'
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


def printable(text: str, longest: int = LONGEST) -> str:
    """`text` with an escape for each character that is not plainly visible, cut to `longest` characters."""
    visible = "".join(char if char.isprintable() else _escape(char) for char in text[:longest])
    return visible if len(text) <= longest else f"{visible}…"


def character(char: str) -> str:
    """`U+200B ZERO WIDTH SPACE`; a character without a name (control, unassigned) gives its number alone."""
    name = unicodedata.name(char, "")
    return f"U+{ord(char):04X} {name}".strip()


def _escape(char: str) -> str:
    return f"\\u{ord(char):04x}" if ord(char) < 0x10000 else f"\\U{ord(char):08x}"


def _shown_integer(value: int) -> str:
    # Python refuses to write out integers of thousands of digits; a reader has no use for them either.
    if value.bit_length() <= 128:
        return str(value)
    return f"{'-' if value < 0 else ''}2^{value.bit_length() - 1}…"


def nearest(word: str, known: Iterable[str]) -> str:
    """The word of `known` at the least edit distance from `word`, ignoring case; the first of equals."""
    typed = word.casefold()[:LONGEST]
    best, distance = "", len(typed) + LONGEST
    for candidate in known:
        edits = edit_distance(typed, candidate.casefold(), distance - 1)
        if edits < distance:
            best, distance = candidate, edits
    return best
