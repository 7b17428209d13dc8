"""Pictures of heroes: functions from a hero to the bytes of an image file, without side effects."""

from render.sprite import Frame, sheet_png, sprite_png

__all__ = ["Frame", "sheet_png", "sprite_png"]
