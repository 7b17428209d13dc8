"""What the functions of this room are given: a hero, of which they read the sprite, or a sprite."""

from arena.hero import Hero, Sprite

Look = Hero | Sprite


def sprite_of(look: Look) -> Sprite:
    """The sprite of a hero, or the one that was given."""
    return look if isinstance(look, Sprite) else look.sprite
