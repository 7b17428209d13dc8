"""Colours of a palette, and the one that was meant by what is none."""

import re
from collections.abc import Sequence
from typing import TypeGuard

COLOUR = re.compile(r"#[0-9A-Fa-f]{6}")

_GREY = "#808080"
_CHANNELS = (3, 4)
"""Red, green and blue, and perhaps how opaque, which a palette does not know."""


def nearest_colour(given: object) -> str:
    """`#rrggbb` for a colour, also one written another way (`#abc`, `abcabc`, `red`, `rgb(1, 2, 3)`,
    `[1, 2, 3]`, 0x46607d); else grey."""
    if isinstance(given, str):
        return _from_text(given.strip())
    if isinstance(given, list | tuple) and len(given) in _CHANNELS and all(map(_is_whole, given)):
        return _written(given[:3])
    if _is_whole(given) and 0 <= given < 1 << 24:
        return f"#{given:06x}"
    return _GREY


def _from_text(text: str) -> str:
    # Only a mistake needs Pillow, which takes longer to import than a hero takes to check.
    from PIL import ImageColor

    for candidate in (text, f"#{text.removeprefix('0x')}"):
        try:
            return _written(ImageColor.getrgb(candidate)[:3])
        except ValueError:
            continue
    return _GREY


def _is_whole(value: object) -> TypeGuard[int]:
    return type(value) is int


def _written(channels: Sequence[int]) -> str:
    return "#" + "".join(f"{min(max(channel, 0), 255):02x}" for channel in channels)
