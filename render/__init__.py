"""A hero's look in pictures. Pure: bytes out, nothing stored."""

from render.sprite import sprite_png

__all__ = ["sprite_png"]
