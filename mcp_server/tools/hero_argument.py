"""The hero as an argument of a tool: any JSON, which the arena checks itself and tells all its faults."""

from typing import Annotated, Any

from pydantic import Field, WithJsonSchema

from arena.hero import hero_schema


def _whole() -> dict[str, Any]:
    schema = hero_schema()
    del schema["examples"]
    return schema


HeroArgument = Annotated[Any, WithJsonSchema(_whole())]
"""A hero, told in full: where an agent first meets one."""

AgainHeroArgument = Annotated[
    Any,
    WithJsonSchema({"type": "object"}),
    Field(description="The hero, as check_hero takes it"),
]
"""A hero, where its schema was told by `check_hero`: it is long."""
