"""Every failure that a person or an agent can act on.

A `Fault` is one thing that is wrong: a stable code, the place, and what to write instead, in three languages.
An `ArenaError` carries one or more of them through the door. Anything else that gets out is a fault of ours.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from arena.messages import TEXTS
from dsl.catalogue import Catalogue


@dataclass(frozen=True)
class Fault:
    """One fault: `code` names it for programs, `path` is a JSON pointer into the request ("" is all of it).

    `span` is a half-open range of code points in the text at `path`, where the fault sits in a part of it.
    `reason` tells apart what shares a code but not its words. `params` fill the texts `<code>.message` and
    `<code>.hint` of `catalogue`, with a reason `<code>.<reason>.message` and `<code>.<reason>.hint`; a `job`
    among them is told by its name.
    """

    code: str
    path: str = ""
    params: Mapping[str, object] = field(default_factory=dict)
    span: tuple[int, int] | None = None
    reason: str | None = None
    catalogue: Catalogue = field(default=TEXTS, compare=False, repr=False)

    def message(self, locale: str = "en") -> str:
        """What is wrong."""
        return self._filled("message", locale)

    def hint(self, locale: str = "en") -> str:
        """What to do or write instead."""
        return self._filled("hint", locale)

    def text(self, locale: str = "en") -> str:
        """Both, in one line."""
        return f"{self.message(locale)} {self.hint(locale)}"

    def _filled(self, part: str, locale: str) -> str:
        key = self.code if self.reason is None else f"{self.code}.{self.reason}"
        return self.catalogue.text(f"{key}.{part}", locale, **_in_words(self.params, locale))


def _in_words(params: Mapping[str, object], locale: str) -> Mapping[str, object]:
    """A job is called by its name."""
    return {**params, "job": TEXTS.text(f"job.{params['job']}", locale)} if "job" in params else params


class ArenaError(Exception):
    """A request that cannot be done as it stands; `faults` say why, `code` is the first one's."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        if not faults:
            raise ValueError("an ArenaError needs a fault")
        self.faults = tuple(faults)
        super().__init__(self.text("en"))

    @property
    def code(self) -> str:
        return self.faults[0].code

    def text(self, locale: str) -> str:
        """All faults, one a line: place, message, hint."""
        return "\n".join(
            f"{fault.path}: {fault.text(locale)}" if fault.path else fault.text(locale)
            for fault in self.faults
        )


def refuse(code: str, path: str = "", *, reason: str | None = None, **params: object) -> ArenaError:
    """An error with a single fault, to be raised: `raise refuse("unknown-ruleset", known="v0, v1")`."""
    return ArenaError([Fault(code, path, params, reason=reason)])
