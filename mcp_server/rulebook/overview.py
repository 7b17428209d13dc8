"""The overview: all that is needed to design a hero that plays well, for somebody new, in few bytes.

Agents get it in two copies in one answer, so it is held under 9 kB; the other topics have the details.
What it calls good play was measured, and a test measures it again.
"""

from collections.abc import Iterator

from arena.hero import LEVELS
from arena.hero.plain_rules import GUARD_RULE, PLAIN_RULES
from arena.league.settings import league
from arena.roster import DUMMY_IDS
from arena.rulesets import STATS
from arena.rulesets.ruleset import decimal
from dsl.vocabulary import ULTIMATE
from mcp_server.rulebook.book import Book, code, codes, json_block
from mcp_server.rulebook.chapters import actions, bounds, knowledge
from mcp_server.rulebook.example import EXAMPLE

HINT_RULES = {
    "ultimate_rule": PLAIN_RULES[ULTIMATE],
    "poison_rule": PLAIN_RULES["poison"],
    "shield_rule": PLAIN_RULES["shield"],
    "guard_rule": GUARD_RULE,
}
"""The rules that the hints give, by the placeholder that stands for each."""


def overview(book: Book) -> Iterator[str]:
    """The page."""
    words = book.words
    yield words("rules.title", ruleset=book.ruleset.id)
    yield words(
        "rules.overview",
        daily=f"{league().calendar.daily:%H:%M}",
        zone=book.zone,
        dummies=codes(DUMMY_IDS),
    )
    yield json_block(EXAMPLE)
    yield _fields(book)
    yield from _battle(book)
    yield from actions(book)
    yield from _language(book)
    yield _hints(book)


def _fields(book: Book) -> str:
    first, last = LEVELS[0], LEVELS[-1]
    return book.words(
        "rules.overview-fields",
        **bounds(book),
        first_abilities=first.slots.abilities,
        first_rules=first.slots.rules,
        last=last.number,
        last_abilities=last.slots.abilities,
        last_rules=last.slots.rules,
    )


def _battle(book: Book) -> Iterator[str]:
    ruleset, locale = book.ruleset, book.locale
    yield book.words("rules.stats")
    yield "\n".join(f"- {code(stat)}: {ruleset.gives(stat, locale)}" for stat in STATS)
    yield book.words(
        "rules.overview-battle",
        gauge=ruleset.limits.gauge,
        energy=ruleset.limits.energy,
        crit=ruleset.crit.percent,
        power=decimal(ruleset.crit.power, 10, locale),
        ticks=ruleset.limits.ticks,
        **knowledge(book),
    )


def _language(book: Book) -> Iterator[str]:
    told = book.language
    yield book.words("rules.language", conditions=told.max_conditions, length=told.max_length)
    yield f"```\n{told.rule}\n{told.example}\n```"
    yield "\n".join(f"- {code(each.form)}: {each.meaning(book.locale)}" for each in told.conditions)
    yield book.words("rules.overview-vocabulary", signs=codes(told.signs), effects=codes(told.effects))


def _hints(book: Book) -> str:
    abilities = book.ruleset.abilities
    names = {id_: abilities[id_].name.text(book.locale) for id_ in ("shield", ULTIMATE)}
    rules = {name: code(rule) for name, rule in HINT_RULES.items()}
    return book.words("rules.overview-hints", **names, **rules)
