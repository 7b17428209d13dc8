"""The hero's public JSON, as pydantic models that report every fault at once.

`ValidationError.errors()` of these models has our codes as `type`, the place as `loc`, the parameters of our
texts as `ctx`. What `Field` says with `json_schema_extra` is checked in `further_problems`: pydantic's own
check would hide the faults of a list's entries.
Source: the section «Герой» of the rules.
"""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, ClassVar, Self

from pydantic import AfterValidator, BeforeValidator, ConfigDict, Field, ValidationError
from pydantic.config import ExtraValues

from arena.errors import ArenaError
from arena.hero.colours import COLOUR
from arena.hero.levels import LEVELS, MAX_SLOTS
from arena.hero.limits import (
    DOCUMENT_BYTES,
    GRID,
    MIN_OPAQUE,
    MOTTO_LENGTH,
    NAME_LENGTH,
    PALETTE_SIZE,
    RIG_PARTS,
)
from arena.hero.loadouts import ability_problems, read_rule, rule_problems, slot_problems
from arena.hero.names import NAME_PUNCTUATION, motto_problems, name_problems, normal
from arena.hero.part import Part
from arena.hero.pictures import RIG_LETTERS, sprite_problems
from arena.hero.problems import STATS, Problem, refused
from arena.hero.reading import read_hero
from arena.hero.sample import HERO_SHAPE, SAMPLE, SPRITE_SHAPE
from arena.hero.spending import STAT_WORDS, spent_as, stats_problems
from dsl import Rule
from dsl.vocabulary import ABILITIES, MAX_RULE_LENGTH


def _as_tuple(value: object) -> object:
    return tuple(value) if isinstance(value, list) else value


_FROM_LIST = BeforeValidator(_as_tuple)

Colour = Annotated[
    str, AfterValidator(str.lower), Field(json_schema_extra={"pattern": f"^{COLOUR.pattern}$"})
]
PictureRow = Annotated[
    str,
    Field(min_length=GRID, max_length=GRID, json_schema_extra={"pattern": f"^[0-{PALETTE_SIZE[1] - 1}.]*$"}),
]
RigRow = Annotated[
    str, Field(min_length=GRID, max_length=GRID, json_schema_extra={"pattern": f"^[{RIG_LETTERS}.]*$"})
]
Rows = Annotated[
    tuple[PictureRow, ...], _FROM_LIST, Field(json_schema_extra={"minItems": GRID, "maxItems": GRID})
]
RigRows = Annotated[
    tuple[RigRow, ...], _FROM_LIST, Field(json_schema_extra={"minItems": GRID, "maxItems": GRID})
]


class Sprite(Part):
    """The look: one or two pictures, and which part of the body each pixel belongs to."""

    palette: Annotated[
        tuple[Colour, ...],
        _FROM_LIST,
        Field(
            description="Colours #rrggbb; a pixel is the index of one.",
            json_schema_extra={"minItems": PALETTE_SIZE[0], "maxItems": PALETTE_SIZE[1]},
        ),
    ]
    pixels: Rows = Field(
        description=f"{GRID} rows of {GRID} characters, top row first: a digit is an index into the palette, "
        f"'.' is transparent. At least {MIN_OPAQUE} pixels are not. The hero faces right."
    )
    strike: Rows | None = Field(default=None, description="A second frame, shown when it hits; like pixels.")
    rig: RigRows | None = Field(
        default=None,
        description="For each pixel that is not transparent the letter of its part of the body: "
        + ", ".join(f"{letter} {part}" for letter, part in RIG_PARTS.items())
        + "; '.' elsewhere. The front is on the right. Without it the server makes one.",
    )
    strike_rig: RigRows | None = Field(default=None, description="The same for strike.")

    @classmethod
    def shape(cls, value: object) -> str:
        return SPRITE_SHAPE

    @classmethod
    def further_problems(cls, data: Mapping[str, object], level: int | None) -> Iterator[Problem]:
        return sprite_problems(data)


def _points(stat: str, **more: Any) -> Any:
    described = STATS[stat]
    return Field(ge=STATS.minimum, le=STATS.maximum, description=f"{described.name.en}.", **more)


class Stats(Part):
    """How the points are spent."""

    hp: int = _points("hp")
    atk: int = _points("atk")
    def_: int = _points("def", alias="def")
    spd: int = _points("spd")
    foc: int = _points("foc")

    other_names: ClassVar[Mapping[str, str]] = STAT_WORDS

    @classmethod
    def shape(cls, value: object) -> str:
        return spent_as(value)

    @classmethod
    def further_problems(cls, data: Mapping[str, object], level: int | None) -> Iterator[Problem]:
        return stats_problems(data)

    @property
    def by_name(self) -> dict[str, int]:
        """The points by stat id, `def` among them."""
        return self.model_dump(by_alias=True)


def _description() -> str:
    by_level = "; ".join(f"{each.number}: {each.slots.abilities}, {each.slots.rules}" for each in LEVELS)
    return (
        f"A hero of the arena, at most {DOCUMENT_BYTES // 1024} KiB of JSON. "
        f"Slots by level (abilities, rules): {by_level}."
    )


class Hero(Part):
    """A hero as its author wrote it, valid; names and mottos are trimmed and in NFC, colours in lower case.

    As many abilities and rules are allowed as any level allows; `arena.hero.check_level` takes the level.
    """

    model_config = ConfigDict(json_schema_extra={"description": _description(), "examples": [SAMPLE]})

    name: Annotated[str, AfterValidator(normal)] = Field(
        description=f"{NAME_LENGTH[0]}–{NAME_LENGTH[1]} characters: letters of any script, digits and any of "
        f"“{NAME_PUNCTUATION}” (the first is a space), with at least one letter or digit. Unique, ignoring "
        "case and look-alike letters.",
        json_schema_extra={"minLength": NAME_LENGTH[0], "maxLength": NAME_LENGTH[1]},
    )
    motto: Annotated[str, AfterValidator(normal)] = Field(
        default="",
        description=f"One line of at most {MOTTO_LENGTH} characters.",
        json_schema_extra={"maxLength": MOTTO_LENGTH},
    )
    sprite: Sprite
    stats: Stats = Field(
        description=f"{STATS.total} points exactly, {STATS.minimum} to {STATS.maximum} for each."
    )
    abilities: Annotated[tuple[str, ...], _FROM_LIST] = Field(
        description="Ids of different abilities, as many as the hero's level has slots. "
        "strike and ultimate are always there and not listed.",
        json_schema_extra={
            "items": {"type": "string", "enum": list(ABILITIES)},
            "uniqueItems": True,
            "maxItems": MAX_SLOTS.abilities,
        },
    )
    rules: Annotated[tuple[Annotated[str, AfterValidator(str.strip)], ...], _FROM_LIST] = Field(
        description="Gone through in this order each turn until one can fire: true, and with an action that "
        "is ready. As many as the hero's level has slots.",
        json_schema_extra={
            "items": {"type": "string", "maxLength": MAX_RULE_LENGTH},
            "maxItems": MAX_SLOTS.rules,
        },
    )

    @classmethod
    def shape(cls, value: object) -> str:
        return HERO_SHAPE

    @classmethod
    def further_problems(cls, data: Mapping[str, object], level: int | None) -> Iterator[Problem]:
        name, motto = data.get("name"), data.get("motto")
        abilities, rules = data.get("abilities"), data.get("rules")
        if isinstance(name, str):
            yield from name_problems(name)
        if isinstance(motto, str):
            yield from motto_problems(motto)
        if isinstance(abilities, list | tuple):
            yield from ability_problems(abilities)
        if isinstance(rules, list | tuple):
            yield from rule_problems(rules, abilities)
        if level is not None:
            yield from slot_problems(abilities, rules, level)

    @classmethod
    def model_validate_json(
        cls,
        json_data: str | bytes | bytearray,
        *,
        strict: bool | None = None,
        extra: ExtraValues | None = None,
        context: Any | None = None,
        by_alias: bool | None = None,
        by_name: bool | None = None,
    ) -> Self:
        """The hero in this JSON. Raises `ValidationError`, for what `read_hero` refuses as well."""
        try:
            data = read_hero(json_data)
        except ArenaError as error:
            problems = [refused(fault, json_data) for fault in error.faults]
            raise ValidationError.from_exception_data(cls.__name__, problems) from None
        return cls.model_validate(
            data, strict=strict, extra=extra, context=context, by_alias=by_alias, by_name=by_name
        )

    @property
    def parsed_rules(self) -> tuple[Rule, ...]:
        """What the rules mean, in their order."""
        return tuple(read_rule(rule) for rule in self.rules)
