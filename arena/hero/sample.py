"""A small valid hero: the example in the JSON Schema, and where the hints take their examples from."""

import json
from typing import Any

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
        "self.knowledge >= 100 -> ultimate",
        "self.hp < 40% and not self.has(shield) -> shield",
        "self.energy >= 30 -> heavy",
    ],
}

_BY_FIELD: dict[str, Any] = {**SAMPLE, **SAMPLE["sprite"], **SAMPLE["stats"]}


def example(field: str, longest: int = 60) -> str:
    """The beginning of what a required field may hold, as JSON."""
    text = json.dumps(_BY_FIELD[field])
    return text if len(text) <= longest else f"{text[:longest]}…"
