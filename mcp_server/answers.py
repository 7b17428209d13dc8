"""What tools answer: models with everything in them, since some hosts show an agent only the structure.

An answer is finite, as small as it can be (what is None is left out), and fits the schema that its tool
publishes.
"""

from collections.abc import Callable, Iterable
from typing import Any, Protocol, TypeVar

from pydantic import BaseModel, ConfigDict, Field

from arena.errors import Fault
from arena.excerpt import printable
from arena.json_pointer import text_at

Result = TypeVar("Result")
Result_co = TypeVar("Result_co", covariant=True)
Built = TypeVar("Built")


def _without_docstring(schema: dict[str, Any]) -> None:
    """A model's docstring is for its readers; what an agent needs to be told stands with the fields."""
    schema.pop("description", None)


class Part(BaseModel):
    """A part of an answer."""

    model_config = ConfigDict(frozen=True, allow_inf_nan=False, json_schema_extra=_without_docstring)


class Answer(Part):
    """What every tool answers."""

    summary: str
    next_steps: list[str]

    @property
    def data(self) -> dict[str, Any]:
        """The answer as plain JSON data."""
        return self.model_dump(mode="json", by_alias=True, exclude_none=True)


class Finding(Part):
    """A fault of a hero, which blocks it, or advice, which does not."""

    code: str
    path: str = Field(description="JSON pointer")
    at: str | None = Field(None, description="The text there")
    message: str
    hint: str = Field(description="What to write instead")


def findings(faults: Iterable[Fault], data: object, locale: str) -> list[Finding]:
    """Faults or advice about `data`, the hero as it was sent, in the words of a language."""
    return [
        Finding(
            code=fault.code,
            path=fault.path,
            at=_about(fault, data),
            message=fault.message(locale),
            hint=fault.hint(locale),
        )
        for fault in faults
    ]


def _about(fault: Fault, data: object) -> str | None:
    text = text_at(data, fault.path) if fault.span is not None else None
    if text is None or fault.span is None:
        return None
    start, end = fault.span
    return printable(text[start:end]) or None


class Telling(Protocol[Result_co]):
    """A use case with all its arguments but `told`, which it calls with its result before it commits."""

    def __call__(self, *, told: Callable[[Result_co], object]) -> object: ...


def before_commit(act: Telling[Result], build: Callable[[Result], Built]) -> Built:
    """What `build` makes of the result of a use case, made before it commits: if there is no answer, nothing
    was done.

    `act` is the use case, with everything but its `told`.
    """
    built: list[Built] = []
    act(told=lambda result: built.append(build(result)))
    return built[0]
