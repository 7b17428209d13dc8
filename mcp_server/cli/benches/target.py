"""What measurements are held against, and the verdict on each."""

from collections.abc import Iterable
from dataclasses import dataclass

from mcp_server.cli.failures import DONE, REQUEST_AT_FAULT
from mcp_server.cli.numbers import count, decimal
from mcp_server.cli.screen import page, print_text
from mcp_server.words import Words


@dataclass(frozen=True)
class Target:
    """What was `measured` may be at most `bound` or, with `is_least`, must be at least that; both in the unit
    that the name tells."""

    name: str
    measured: float
    bound: float
    is_least: bool = False

    @property
    def is_met(self) -> bool:
        return self.measured >= self.bound if self.is_least else self.measured <= self.bound

    @property
    def data(self) -> dict[str, object]:
        """As JSON."""
        return {"name": self.name, "measured": self.measured, "bound": self.bound, "met": self.is_met}


def print_verdicts(targets: Iterable[Target], bench: str, words: Words) -> None:
    """A line for each target of a bench: what was measured, what is asked, and whether it is met."""
    for target in targets:
        key = f"bench.{bench}-target-{target.name.replace('_', '-')}"
        numbers = {
            "measured": decimal(target.measured, 2, words.locale),
            "bound": count(target.bound, words.locale),
        }
        verdict = words("bench.met" if target.is_met else "bench.missed")
        print_text(page(), words(key, verdict=verdict, **numbers))


def exit_code(targets: Iterable[Target]) -> int:
    """That of a bench: a missed target is a failure."""
    return DONE if all(target.is_met for target in targets) else REQUEST_AT_FAULT
