"""What a look is called by: its content. Who changes one pixel has another key."""

import hashlib
import json

from arena.hero.model import Sprite

KEY_LENGTH = 24


def look_key(sprite: Sprite) -> str:
    """The key of a look: hexadecimal digits, the same for the same palette, pictures and rigs for ever."""
    content = json.dumps(sprite.model_dump(mode="json", exclude_none=True), separators=(",", ":"))
    return hashlib.sha256(content.encode()).hexdigest()[:KEY_LENGTH]
