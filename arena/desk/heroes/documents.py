"""A hero's JSON as it is stored, and the hero that it was: one pair of functions that mirror each other."""

import json
from typing import Any

from arena.hero import Hero, Sprite, Stats


def document_of(hero: Hero) -> str:
    """A hero's public JSON as it is kept: fields in the model's order, no spaces, what is not given left
    out."""
    return hero.model_dump_json(exclude_none=True)


def read_document(document: str) -> Hero:
    """The hero that was saved so. It is not checked again: it was when it was saved, and the rules of today
    may ask for what no rule asked for then."""
    data = json.loads(document)
    sprite: dict[str, Any] = {name: tuple(rows) for name, rows in data["sprite"].items()}
    stats: dict[str, Any] = data["stats"]
    stats["def_"] = stats.pop("def")  # `def` is a word of Python's, so the field has another name
    return Hero.model_construct(
        name=data["name"],
        motto=data["motto"],
        sprite=Sprite.model_construct(**sprite),
        stats=Stats.model_construct(**stats),
        abilities=tuple(data["abilities"]),
        rules=tuple(data["rules"]),
    )
