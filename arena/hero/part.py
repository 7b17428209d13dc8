"""A JSON object whose faults are all reported at once."""

from collections.abc import Iterator, Mapping
from typing import Any, Self

from pydantic import (
    BaseModel,
    ConfigDict,
    ModelWrapValidatorHandler,
    ValidationError,
    ValidationInfo,
    model_validator,
)

from arena.excerpt import shown
from arena.hero.problems import Problem, document_order, translated, unknown_field


class Part(BaseModel):
    """A model that tells pydantic's findings and those of `further_problems` together, in document order.

    The validation context may hold `level`, which limits the slots.
    """

    model_config = ConfigDict(strict=True, frozen=True, extra="forbid", serialize_by_alias=True)

    @classmethod
    def further_problems(cls, data: Mapping[str, object], level: int | None) -> Iterator[Problem]:
        """What is wrong with the raw object beyond its fields' names and types."""
        raise NotImplementedError

    @model_validator(mode="wrap")
    @classmethod
    def _find_every_fault(
        cls, data: Any, handler: ModelWrapValidatorHandler[Self], info: ValidationInfo
    ) -> Self:
        fields = [field.alias or name for name, field in cls.model_fields.items()]
        problems: list[Problem] = []
        known = data
        if isinstance(data, dict):
            known = {name: value for name, value in data.items() if _is_text(name)}
            odd = (shown(name).strip('"') for name in data if name not in known)
            problems += [unknown_field(name, (name,), fields) for name in odd]
            problems += cls.further_problems(known, _level(info.context))
        try:
            part = handler(known)
        except ValidationError as error:
            # A text that is not Unicode is told by the check of its characters, which names the place.
            found = (each for each in error.errors(include_url=False) if each["type"] != "string_unicode")
            problems += [translated(each, fields) for each in found]
        if problems:
            problems.sort(key=document_order(data))
            raise ValidationError.from_exception_data(cls.__name__, problems)
        return part


def _is_text(name: object) -> bool:
    """Whether a field may stand under `name`; pydantic stops at any other key, telling nothing else."""
    return isinstance(name, str) and not any("\ud800" <= char <= "\udfff" for char in name)


def _level(context: object) -> int | None:
    level = context.get("level") if isinstance(context, Mapping) else None
    return level if isinstance(level, int) else None
