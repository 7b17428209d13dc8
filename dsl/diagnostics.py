"""What is told about a rule: a stable code, the place in the text, and words to act on."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from dsl.catalogue import Catalogue
from dsl.examples import ALWAYS_TRUE, EXAMPLE_RULE
from dsl.syntax import Rule
from dsl.vocabulary import EQUALITY_SIGNS, FIGHTERS, PROPERTIES, SIGNS

Severity = Literal["error", "warning"]

LANGUAGE_TEXTS = Catalogue(Path(__file__).parent / "locales")
"""Every text of this room for people."""

_LONGEST_QUOTE = 40


def listed(texts: Iterable[str]) -> str:
    """What can be typed, each once, one beside the other: "`self`, `enemy`"."""
    return ", ".join(f"`{text}`" for text in dict.fromkeys(texts))


_LANGUAGE: Mapping[str, object] = {
    "signs": listed(SIGNS),
    "equality_signs": listed(EQUALITY_SIGNS),
    "owners": listed(f"{fighter}." for fighter in FIGHTERS),
    "properties": listed(f".{name}(...)" if name == "has" else f".{name}" for name in PROPERTIES),
    "example": EXAMPLE_RULE,
    "always": ALWAYS_TRUE,
}
"""What every text may name, beside the parameters of its own diagnostic."""


@dataclass(frozen=True)
class Diagnostic:
    """One fault (severity "error") or piece of advice ("warning").

    `start` and `end` are code point columns in the text as it was given, half-open; a fault of something
    missing may have no width. `rule` counts from 0, None for a rule that was read alone and for advice about
    the whole hero. `expected` is what could be typed at the place, at most five things and then "…". `reason`
    tells apart what shares a code but not its explanation. `params` fill the texts, with what holds for the
    whole language.
    """

    code: str
    severity: Severity
    start: int
    end: int
    params: Mapping[str, object] = field(default_factory=dict, hash=False)
    expected: tuple[str, ...] = ()
    rule: int | None = None
    reason: str | None = None

    @property
    def message(self) -> str:
        """What is wrong, in English."""
        return self.message_in("en")

    @property
    def hint(self) -> str:
        """What to write instead, in English."""
        return self.hint_in("en")

    def message_in(self, locale: str) -> str:
        """What is wrong, in the language `locale`."""
        return self._filled("message", locale)

    def hint_in(self, locale: str) -> str:
        """What to write instead, in the language `locale`."""
        return self._filled("hint", locale)

    def text(self, locale: str = "en") -> str:
        """Message and hint as one string."""
        return f"{self.message_in(locale)} {self.hint_in(locale)}"

    def _filled(self, part: str, locale: str) -> str:
        key = self.code if self.reason is None else f"{self.code}.{self.reason}"
        return LANGUAGE_TEXTS.text(f"{key}.{part}", locale, **{**_LANGUAGE, **self.params})


class RuleSyntaxError(ValueError):
    """A rule that cannot be read; `diagnostics` has all its faults, at least one, in order.

    `mended` is the rule that the hints show, None if the text does not tell which action is meant; only its
    action has a place in the text.
    """

    def __init__(self, diagnostics: tuple[Diagnostic, ...], mended: Rule | None = None) -> None:
        super().__init__(diagnostics)
        self.diagnostics = diagnostics
        self.mended = mended

    def __str__(self) -> str:
        return "\n".join(f"column {fault.start + 1}: {fault.text()}" for fault in self.diagnostics)


def quoted(text: str) -> str:
    """The user's own text as a message may carry it: short, and without what cannot be printed or encoded."""
    short = text if len(text) <= _LONGEST_QUOTE else f"{text[: _LONGEST_QUOTE - 1]}…"
    return "".join(letter if letter.isprintable() else f"U+{ord(letter):04X}" for letter in short)
