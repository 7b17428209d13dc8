"""What an examination finds."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

from arena.desk.reasons import reason_text
from arena.errors import ArenaError, Fault
from arena.messages import TEXTS


class Level(StrEnum):
    """How bad it is: a fault must be mended, a warning should be looked at."""

    OK = "ok"
    WARNING = "warning"
    FAULT = "fault"


@dataclass(frozen=True)
class Finding:
    """How one `subject` stands. What is wrong is told by `fault`, whose hint mends it and whose text a kept
    `reason` fills; where nothing is, `params` fill the subject's own text."""

    subject: str
    level: Level = Level.OK
    fault: Fault | None = None
    params: Mapping[str, object] = field(default_factory=dict)
    reason: str | None = None

    @property
    def code(self) -> str | None:
        """The fault's code, for programs."""
        return None if self.fault is None else self.fault.code

    def text(self, locale: str) -> str:
        """How it stands."""
        if self.fault is not None:
            return self._filled(self.fault, locale).message(locale)
        return TEXTS.text(f"health.{self.subject}.fine", locale, **self.params)

    def mend(self, locale: str) -> str | None:
        """What to do, None where nothing is wrong."""
        return None if self.fault is None else self._filled(self.fault, locale).hint(locale)

    def _filled(self, fault: Fault, locale: str) -> Fault:
        if self.reason is None:
            return fault
        return replace(fault, params={**fault.params, "reason": reason_text(self.reason, locale)})


def fine(subject: str, **params: object) -> Finding:
    """Nothing is wrong."""
    return Finding(subject, params=params)


def wrong(subject: str, code: str, **params: object) -> Finding:
    """Something must be mended: `code` names the texts."""
    return Finding(subject, Level.FAULT, Fault(code, params=params))


def doubtful(subject: str, code: str, **params: object) -> Finding:
    """Something should be looked at: `code` names the texts."""
    return Finding(subject, Level.WARNING, Fault(code, params=params))


def refused(subject: str, error: ArenaError) -> list[Finding]:
    """What an error says, as faults."""
    return [Finding(subject, Level.FAULT, fault) for fault in error.faults]
