"""Pictures of heroes: functions from a hero to the bytes of an image file, without side effects."""

from render.sprite import sprite_png

__all__ = ["sprite_png"]
