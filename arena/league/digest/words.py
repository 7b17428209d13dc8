"""The digest's words in one language: texts of the catalogue, numbers, days and instants."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date, datetime
from string import Formatter
from zoneinfo import ZoneInfo

from babel.dates import format_date, format_interval, format_skeleton
from babel.numbers import format_decimal, format_percent

from arena.league.digest.page import Code, Part, Section, Sentence, leads
from arena.messages import TEXTS
from arena.rulesets import load_ruleset
from arena.rulesets.ruleset import half_up

MINUS = "\N{MINUS SIGN}"


@dataclass(frozen=True)
class Words:
    """Words of the language `locale`, and times of the league's `zone` (an IANA name)."""

    locale: str
    zone: str

    def say(self, key: str, **params: Part | Sentence) -> Sentence:
        """The digest's text of `key`, filled in; names stay names."""
        return tuple(self._pieces(key, params))

    def text(self, key: str, **params: str) -> str:
        """The same as one string."""
        return TEXTS.text(f"digest.{key}", self.locale, **params)

    def _pieces(self, key: str, params: dict[str, Part | Sentence]) -> Iterator[Part]:
        for literal, field, _, _ in Formatter().parse(TEXTS.template(f"digest.{key}", self.locale)):
            if literal:
                yield literal
            if field is not None:
                value = params[field]
                yield from value if isinstance(value, tuple) else (value,)

    def addresses(self, parts: Iterable[Part]) -> Section | None:
        """Where the links among a page's parts lead, as a section of its own; None if there are none."""
        lines: tuple[Sentence, ...] = tuple(
            (title, ": ", Code(address)) for address, title in leads(parts).items()
        )
        return Section(self.text("section.addresses"), lines=lines, small=True) if lines else None

    def action(self, id_: str) -> Sentence:
        """An action's name with its id, which rules call it by."""
        return (f"{load_ruleset().abilities[id_].name.text(self.locale)} (", Code(id_), ")")

    def listed(self, sentences: Iterable[Sentence]) -> Sentence:
        """Sentences in a row, with commas between them."""
        pieces = [piece for sentence in sentences for piece in (", ", *sentence)]
        return tuple(pieces[1:])

    def number(self, number: float) -> str:
        """A whole number, or one with a half."""
        return format_decimal(number, format="#,##0.#", locale=self.locale)

    def rating(self, hundredths: int) -> str:
        """A rating in whole points."""
        return self.number((hundredths + 50) // 100)

    def change(self, hundredths: int) -> str:
        """A change of a rating in whole points, with its sign."""
        whole = half_up(abs(hundredths), 100)
        sign = "" if not whole else "+" if hundredths > 0 else MINUS
        return f"{sign}{self.number(whole)}"

    def exact_change(self, hundredths: int) -> str:
        """The same to 1/100."""
        sign = "" if not hundredths else "+" if hundredths > 0 else MINUS
        return sign + format_decimal(abs(hundredths) / 100, format="#,##0.00", locale=self.locale)

    def points(self, doubled: int) -> str:
        """Points of a tournament."""
        return self.number(doubled / 2)

    def share(self, part: int, whole: int) -> str:
        """A share in whole percent; a dash of nothing."""
        if not whole:
            return "–"
        percent = "#,##0%" if self.locale == "en" else "#,##0\N{NO-BREAK SPACE}%"
        return format_percent(half_up(100 * part, whole) / 100, format=percent, locale=self.locale)

    def day(self, day: date) -> str:
        """A day with its year."""
        return format_date(day, "long", self.locale)

    def short_day(self, day: date) -> str:
        """A day without its year, as of a weekday."""
        return format_skeleton("MMMMEd", datetime.combine(day, datetime.min.time()), locale=self.locale)

    def days(self, first: date, last: date) -> str:
        """The days from the first to the last."""
        return format_interval(first, last, "yMMMMd", locale=self.locale)

    def instant(self, instant: datetime) -> str:
        """An instant in the league's zone."""
        local = instant.astimezone(ZoneInfo(self.zone))
        return f"{self.short_day(local.date())}, {local:%H:%M}"

    def zone_name(self, instant: datetime) -> str:
        """The league's zone with what it is ahead of UTC at an instant."""
        offset = instant.astimezone(ZoneInfo(self.zone)).strftime("%z")
        return f"{self.zone} (UTC{offset[:3]}:{offset[3:5]})"
