"""The hero: its public JSON, its checks, its levels and slots.

`check_hero` tells everything that is wrong at once; `load_hero` goes from bytes to a `Hero` or raises it all.
"""

from arena.hero.checks import HeroCheck, advice_on, check_hero, check_level, load_hero
from arena.hero.levels import LEVELS, MAX_SLOTS, Level, Slots, level_for, slots
from arena.hero.look_key import look_key
from arena.hero.model import Hero, Sprite, Stats
from arena.hero.names import name_characters, name_key
from arena.hero.reading import read_hero
from arena.hero.schema import hero_schema

__all__ = [
    "LEVELS",
    "MAX_SLOTS",
    "Hero",
    "HeroCheck",
    "Level",
    "Slots",
    "Sprite",
    "Stats",
    "advice_on",
    "check_hero",
    "check_level",
    "hero_schema",
    "level_for",
    "load_hero",
    "look_key",
    "name_characters",
    "name_key",
    "read_hero",
    "slots",
]
