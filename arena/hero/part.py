"""A JSON object whose faults are all reported at once."""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, ClassVar, Self, TypeGuard

from pydantic import (
    BaseModel,
    ConfigDict,
    ModelWrapValidatorHandler,
    ValidationError,
    ValidationInfo,
    model_validator,
)

from arena.excerpt import shown
from arena.hero.field_names import FieldNames, unknown_field
from arena.hero.findings import translated
from arena.hero.names import SURROGATE
from arena.hero.problems import Problem, document_order


class Part(BaseModel, ABC):
    """A model that tells pydantic's findings and those of `further_problems` together, in document order.

    The validation context may hold `level`, which limits the slots.
    """

    model_config = ConfigDict(strict=True, frozen=True, extra="forbid", serialize_by_alias=True)

    other_names: ClassVar[Mapping[str, str]] = {}
    """What people call the fields instead, each with the field."""

    @classmethod
    @abstractmethod
    def shape(cls, value: object) -> str:
        """What such an object looks like, as JSON; as near to `value`, which is none, as can be."""

    @classmethod
    @abstractmethod
    def further_problems(cls, data: Mapping[str, object], level: int | None) -> Iterator[Problem]:
        """What is wrong with the raw object beyond its fields' names and types."""

    @model_validator(mode="wrap")
    @classmethod
    def _find_every_fault(
        cls, data: Any, handler: ModelWrapValidatorHandler[Self], info: ValidationInfo
    ) -> Self:
        problems: list[Problem] = []
        known: dict[str, object] = {}
        if isinstance(data, dict):
            known = {name: value for name, value in data.items() if _is_text(name)}
        names = cls._names(known)
        if isinstance(data, dict):
            odd = (shown(name).strip('"') for name in data if name not in known)
            problems += [unknown_field(name, (name,), names) for name in odd]
            problems += cls.further_problems(known, _level(info.context))
        try:
            part = handler(known if isinstance(data, dict) else data)
        except ValidationError as error:
            problems += translated(error.errors(include_url=False), names, cls.shape(data))
        if problems:
            problems.sort(key=document_order(data))
            raise ValidationError.from_exception_data(cls.__name__, problems)
        return part

    @classmethod
    def _names(cls, present: Mapping[str, object]) -> FieldNames:
        return FieldNames(*_fields_of(cls), present, cls.other_names)


@cache
def _fields_of(part: type[Part]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The names of a part's fields, as they stand in JSON: all, and those that must be there."""
    fields = {field.alias or name: field for name, field in part.model_fields.items()}
    return tuple(fields), tuple(name for name, field in fields.items() if field.is_required())


def _is_text(name: object) -> TypeGuard[str]:
    """Whether a field may stand under `name`; pydantic stops at any other key, telling nothing else."""
    return type(name) is str and not SURROGATE.search(name)


def _level(context: object) -> int | None:
    level = context.get("level") if isinstance(context, Mapping) else None
    return level if type(level) is int else None
