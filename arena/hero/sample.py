"""A small valid hero: the example in the JSON Schema, and where the hints take their examples from."""

import json
from typing import Any

from arena.excerpt import shown
from arena.hero.plain_rules import PLAIN_RULES
from dsl.vocabulary import ULTIMATE

_HEAD = "...........11111111............."
_FACE = "...........12222221............."
_BODY = "..........1000000001............"
_ARMS = ".........110000000011..........."
_LEGS = "...........00....00............."
_NONE = "................................"

SAMPLE: dict[str, Any] = {
    "name": "Pixel",
    "motto": "One grid, one plan",
    "sprite": {
        "palette": ["#46607d", "#1c1b19", "#e9e6e2"],
        "pixels": [_NONE] * 5
        + [_HEAD] * 2
        + [_FACE] * 5
        + [_HEAD]
        + [_ARMS] * 4
        + [_BODY] * 6
        + [_LEGS] * 8
        + [_NONE],
    },
    "stats": {"hp": 28, "atk": 26, "def": 16, "spd": 18, "foc": 12},
    "abilities": ["shield", "heavy"],
    "rules": [
        PLAIN_RULES[ULTIMATE],
        "self.hp < 40% and not self.has(shield) -> shield",
        PLAIN_RULES["heavy"],
    ],
}

_RIG_HEAD = _HEAD.replace("1", "h")
_BY_FIELD: dict[str, Any] = {
    **SAMPLE,
    **SAMPLE["sprite"],
    **SAMPLE["stats"],
    "strike": [_HEAD],
    "rig": [_RIG_HEAD],
    "strike_rig": [_RIG_HEAD],
}

GRID_FIELDS = ("pixels", "strike", "rig", "strike_rig")
"""The fields that hold rows of characters."""

HERO_SHAPE = shown(SAMPLE, 200)
SPRITE_SHAPE = f'{{"palette": {shown(SAMPLE["sprite"]["palette"])}, "pixels": ["{_HEAD}", …]}}'


def example(field: str, longest: int = 60) -> str:
    """The beginning of what a field may hold, as JSON."""
    return SPRITE_SHAPE if field == "sprite" else shown(_BY_FIELD[field], longest)


def entry_example(field: str) -> str:
    """One entry of a field that holds a list, as JSON; of a picture the row of a head."""
    return json.dumps(_HEAD if field == "pixels" else _BY_FIELD[field][0])
