"""What the functions of this room take: a hero, of which they read the sprite alone, or only that."""

from arena.hero import Hero, Sprite

Look = Hero | Sprite


def sprite_of(look: Look) -> Sprite:
    """The sprite of a hero, or the one that was given."""
    return look if isinstance(look, Sprite) else look.sprite
