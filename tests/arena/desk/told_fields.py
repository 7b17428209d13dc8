"""What a structure tells, by the names of its fields: for tests of what is hidden."""

from collections.abc import Iterator
from dataclasses import fields, is_dataclass

PUBLIC = {
    "number", "side", "action", "health", "effects", "hits", "outcome", "damage", "poison", "change",
}  # fmt: skip
"""All that a turn may tell of a hero that is not the viewer's."""


def told_fields(value: object) -> set[str]:
    """The names of all fields that hold something, however deep."""
    return {name for name, _ in _told(value, "")} - {""}


def told_values(value: object) -> list[tuple[str, object]]:
    """Every plain value, with the field it stands in."""
    plain = (bool, int, float, str)
    return [(name, each) for name, each in _told(value, "") if isinstance(each, plain)]


def _told(value: object, name: str) -> Iterator[tuple[str, object]]:
    if value is None:
        return
    yield name, value
    if is_dataclass(value) and not isinstance(value, type):
        for field in fields(value):
            yield from _told(getattr(value, field.name), field.name)
    elif hasattr(value, "_asdict"):
        for inner, each in value._asdict().items():
            # Sides are of the field that holds them; other named tuples have fields of their own.
            yield from _told(each, name if inner in ("a", "b") else inner)
    elif isinstance(value, tuple | list):
        for each in value:
            yield from _told(each, name)
