"""The names of an object's fields: those there are, and which of them a wrong name means."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from arena.excerpt import printable
from arena.hero.limits import GRID
from arena.hero.problems import Loc, Problem, problem
from arena.hero.sample import GRID_FIELDS
from arena.likeness import nearest


@dataclass(frozen=True)
class FieldNames:
    """What one kind of object may hold, and what one such object holds.

    `known` are all its fields, `required` those it must have, `present` what the object has, by name.
    `aliases` are other names of fields, each with the field.
    """

    known: tuple[str, ...]
    required: tuple[str, ...]
    present: Mapping[str, object]
    aliases: Mapping[str, str]

    @cached_property
    def missing(self) -> tuple[str, ...]:
        """The required fields that the object lacks."""
        return tuple(field for field in self.required if field not in self.present)

    def meant(self, name: str) -> str | None:
        """The field that a wrong name is like, first of those that the object lacks; `None` if like none."""
        spelling = nearest(name, self._lacking) or nearest(name, self._spellings)
        return None if spelling is None else self._spellings[spelling]

    @cached_property
    def _spellings(self) -> Mapping[str, str]:
        return {field: field for field in self.known} | dict(self.aliases)

    @cached_property
    def _lacking(self) -> tuple[str, ...]:
        return tuple(spelling for spelling, field in self._spellings.items() if field not in self.present)

    @cached_property
    def renamed(self) -> Mapping[str, str]:
        """The required fields that the object lacks and seems to have under a wrong name, with that name."""
        found: dict[str, str] = {}
        for name in self.present if self.missing else ():
            field = None if name in self.known else self.meant(name)
            if field in self.missing:
                found.setdefault(field, name)
        return found


def unknown_field(name: str, loc: Loc, names: FieldNames) -> Problem:
    """`name` is none of an object's fields: which one it may be, or which are missing still."""
    meant = names.meant(name)
    words = {"field": printable(name), "known": ", ".join(names.known)}
    reason = None
    if meant is not None:
        reason, words["nearest"] = "taken" if meant in names.present else "near", meant
    elif names.missing:
        reason, words["missing"] = "missing", ", ".join(names.missing)
    return problem("unknown-field", loc, None, reason=reason, **words)


def missing_field(field: str, loc: Loc, value: object, names: FieldNames, example: str) -> Problem:
    """An object lacks `field`, of which `example` is the beginning; or has it under a wrong name."""
    if field in names.renamed:
        given = printable(names.renamed[field])
        return problem("missing-field", loc, value, reason="renamed", field=field, given=given)
    if field in GRID_FIELDS:
        size = {"rows": GRID, "columns": GRID}
        return problem("missing-field", loc, value, reason="grid", field=field, example=example, **size)
    return problem("missing-field", loc, value, field=field, example=example)
