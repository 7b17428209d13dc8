"""The chapters about a hero and its battles, from the data that the battle itself reads."""

from collections.abc import Iterable, Iterator

from arena import roster
from arena.hero import LEVELS
from arena.hero.limits import (
    DOCUMENT_BYTES,
    GRID,
    MIN_OPAQUE,
    MOTTO_LENGTH,
    NAME_LENGTH,
    PALETTE_SIZE,
    RIG_PARTS,
)
from arena.hero.names import NAME_PUNCTUATION
from arena.hero.plain_rules import PLAIN_RULES
from arena.rulesets import KNOWLEDGE_POINT, STATS, load_ruleset
from arena.rulesets.changes import Change
from arena.rulesets.changes import changes as compared
from arena.rulesets.ruleset import Ability, decimal
from dsl.vocabulary import ACTIONS, ULTIMATE
from mcp_server.rulebook.book import Book, code, codes, json_block, table
from mcp_server.rulebook.example import EXAMPLE


def hero(book: Book) -> Iterator[str]:
    """What a hero's JSON holds; the rows of its picture are left out of the example."""
    words = book.words
    shown_sprite = {**EXAMPLE["sprite"], "pixels": [words("rules.rows", rows=GRID)]}
    yield words("rules.hero", total=book.ruleset.stats.total, kib=DOCUMENT_BYTES // 1024)
    yield json_block({**EXAMPLE, "sprite": shown_sprite})
    punctuation, parts = codes(NAME_PUNCTUATION.strip()), _rig_parts(book)
    yield words("rules.fields", **bounds(book), punctuation=punctuation, parts=parts)


def bounds(book: Book) -> dict[str, object]:
    """What fills a text about a hero's fields: how long, how large, how many."""
    stats = book.ruleset.stats
    return {
        "shortest": NAME_LENGTH[0],
        "longest": NAME_LENGTH[1],
        "motto": MOTTO_LENGTH,
        "colours": PALETTE_SIZE[1],
        "grid": GRID,
        "opaque": MIN_OPAQUE,
        "total": stats.total,
        "minimum": stats.minimum,
        "maximum": stats.maximum,
    }


def _rig_parts(book: Book) -> str:
    keys = {letter: f"rules.part-{part.replace(' ', '-')}" for letter, part in RIG_PARTS.items()}
    return ", ".join(f"{code(letter)} {book.words(key)}" for letter, key in keys.items())


def stats(book: Book) -> Iterator[str]:
    """What each stat is called and gives."""
    ruleset, locale = book.ruleset, book.locale
    rows = [
        [code(stat), ruleset.stats[stat].name.text(locale), ruleset.gives(stat, locale)] for stat in STATS
    ]
    yield book.words("rules.stats")
    yield table(book.heads("id", "name", "gives"), rows)


def battle(book: Book) -> Iterator[str]:
    """Ticks, turns, damage, knowledge."""
    ruleset, words, locale = book.ruleset, book.words, book.locale
    limits, crit, formulas = ruleset.limits, ruleset.crit, ruleset.formulas
    yield words(
        "rules.battle",
        gauge=formulas.gauge.text(locale),
        full=limits.gauge,
        energy=formulas.energy.text(locale),
        most=limits.energy,
        damage=formulas.strike.text(locale),
        crit=crit.percent,
        power=decimal(crit.power, 10, locale),
        ticks=limits.ticks,
    )
    yield words("rules.knowledge", **knowledge(book))


def knowledge(book: Book) -> dict[str, object]:
    """What fills a text about knowledge."""
    gains, locale = book.ruleset.knowledge, book.locale
    return {
        "full": gains.full // KNOWLEDGE_POINT,
        "each": decimal(gains.each_turn, KNOWLEDGE_POINT, locale),
        "dealt": decimal(gains.dealt, KNOWLEDGE_POINT, locale),
        "taken": decimal(gains.taken, KNOWLEDGE_POINT, locale),
        "ultimate": book.ruleset.abilities.ultimate.name.text(locale),
        "rule": code(PLAIN_RULES[ULTIMATE]),
    }


def actions(book: Book) -> Iterator[str]:
    """What each action costs and does."""
    rows = []
    for action in ACTIONS:
        ability = book.ruleset.abilities[action]
        name, effect = ability.name.text(book.locale), book.ruleset.describe(action, book.locale)
        rows.append([code(action), name, ability.cost, ability.cooldown or "—", effect])
    yield book.words("rules.actions")
    yield table(book.heads("id", "name", "energy", "cooldown", "effect"), rows)


def language(book: Book) -> Iterator[str]:
    """The rule language."""
    words, told = book.words, book.language
    yield words("rules.language", conditions=told.max_conditions, length=told.max_length)
    yield f"```\n{told.rule}\n{told.example}\n```"
    # A list, not a table: the forms are long, and a narrow terminal would cut them.
    yield "\n".join(
        words(
            "rules.condition",
            form=code(each.form),
            meaning=each.meaning(book.locale),
            example=code(each.example),
        )
        for each in told.conditions
    )
    yield words(
        "rules.vocabulary",
        signs=codes(told.signs),
        effects=codes(told.effects),
        actions=codes(told.actions),
    )


def levels(book: Book) -> Iterator[str]:
    """What each level opens."""
    rows = [[each.number, each.xp, each.slots.abilities, each.slots.rules] for each in LEVELS]
    yield book.words("rules.levels")
    yield table(book.heads("level", "xp", "abilities", "rules"), rows)


def dummies(book: Book) -> Iterator[str]:
    """Whom to train against."""
    rows = [
        [code(id_), dummy.name, dummy.motto, ", ".join(_ability_names(dummy.abilities, book))]
        for id_, dummy in roster.dummies().items()
    ]
    yield book.words("rules.dummies")
    yield table(book.heads("id", "name", "motto", "abilities"), rows)


def _ability_names(abilities: Iterable[str], book: Book) -> list[str]:
    return [book.ruleset.abilities[id_].name.text(book.locale) for id_ in abilities]


def changes(book: Book) -> Iterator[str]:
    """What the ruleset changed against the one before it, if there is one."""
    if book.ruleset.previous is None:
        return
    rows = [[code(each.id), each.name, each.before, each.now] for each in new_in(book)]
    yield book.words("rules.changes", ruleset=book.ruleset.id, previous=book.ruleset.previous)
    yield table(book.heads("id", "name", "before", "now"), rows)


def new_in(book: Book) -> list[Change]:
    """What differs from the previous ruleset; nothing if there is none."""
    if book.ruleset.previous is None:
        return []

    def price(ability: Ability) -> str:
        return book.words("rules.price", energy=ability.cost, cooldown=ability.cooldown)

    return compared(load_ruleset(book.ruleset.previous), book.ruleset, book.locale, price)
