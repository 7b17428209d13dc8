"""A valid hero's card: its look, what its points give, its abilities and rules, the levels it fits."""

from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from arena.hero import LEVELS, Hero, slots
from arena.rulesets import load_ruleset
from arena.rulesets.ruleset import Formula, Ruleset, decimal
from mcp_server.cli.pages.bars import bar
from mcp_server.cli.pages.sprites import sprite_text
from mcp_server.cli.screen import page_width, shows_colour
from mcp_server.words import Words

SIDE_BY_SIDE = 76
"""The narrowest page on which the sprite stands beside the words."""
BAR_CELLS = 10


def print_card(console: Console, hero: Hero, level: int, needs_level: int | None, words: Words) -> None:
    """The card, for a hero that was checked against `level`."""
    width, told = page_width(console), _told(hero, level, needs_level, words)
    if not console.is_terminal:
        console.print(Padding(told, (0, 0, 0, 2)))
        return
    picture = sprite_text(hero.sprite, colour=shows_colour(console))
    grid = Table.grid(padding=(0, 3, 0, 0))
    if width >= SIDE_BY_SIDE:
        grid.add_row(picture, told)
    else:
        grid.add_row(picture)
        grid.add_row(told)
    console.print(Padding(grid, (0, 0, 0, 2)), width=width)


def _told(hero: Hero, level: int, needs_level: int | None, words: Words) -> Group:
    parts: list[RenderableType] = [Text(hero.name, "title")]
    parts += (
        [Text(f"«{hero.motto}»" if words.locale != "en" else f"“{hero.motto}”", "quiet")]
        if hero.motto
        else []
    )
    parts += ["", _stats(hero, words), "", _loadout(hero, words), ""]
    return Group(*parts, *_levels(level, needs_level, words))


def _stats(hero: Hero, words: Words) -> Table:
    ruleset = load_ruleset()
    table = Table.grid(padding=(0, 1, 0, 0))
    for stat, points in hero.stats.by_name.items():
        told = ruleset.stats[stat]
        gives = told.gives.text(words.locale, **_given(ruleset, hero.stats.by_name, words.locale))
        filled = bar(points, ruleset.stats.maximum, BAR_CELLS)
        table.add_row(
            Text(stat, "place"), f"{points}", Text(filled), f"{told.name.text(words.locale)}: {gives}"
        )
    return table


def _given(ruleset: Ruleset, stats: dict[str, int], locale: str) -> dict[str, str]:
    """What the stats give this very hero, by the name of the formula."""
    formulas: dict[str, Formula] = {
        name: getattr(ruleset.formulas, name) for name in type(ruleset.formulas).model_fields
    }
    return {name: _exact(formula, stats, locale) for name, formula in formulas.items()}


def _exact(formula: Formula, stats: dict[str, int], locale: str) -> str:
    """The formula's value with its fraction, which the battle rounds only where it says so."""
    whole = formula.model_copy(update={"divisor": 1})
    return decimal(whole.value(stats), formula.divisor, locale)


def _loadout(hero: Hero, words: Words) -> Group:
    ruleset = load_ruleset()
    names = [f"{ruleset.abilities[id_].name.text(words.locale)} ({id_})" for id_ in hero.abilities]
    rules = Table.grid(padding=(0, 1, 0, 0))
    for number, rule in enumerate(hero.rules, start=1):
        rules.add_row(Text(f"{number}", "place"), rule)
    abilities = words("check.abilities", names=", ".join(names) or words("check.none"))
    return Group(abilities, words("check.rules") if hero.rules else words("check.no-rules"), rules)


def _levels(level: int, needs_level: int | None, words: Words) -> list[RenderableType]:
    """The level the hero fits, and what each higher one allows."""
    lowest, given = needs_level or level, slots(level)
    parts: list[RenderableType] = [
        Text(words("check.fits", level=level, abilities=given.abilities, rules=given.rules), "good")
    ]
    if lowest < level:
        parts.append(words("check.fits-lower", level=lowest))
    if any(each.number > level for each in LEVELS):
        parts += ["", Text(words("check.higher"), "quiet"), _higher_levels(level, words)]
    return parts


def _higher_levels(level: int, words: Words) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="quiet", style="quiet")
    for key in ("level", "abilities", "rules"):
        table.add_column(words(f"rules.head-{key}"), justify="right")
    for each in LEVELS:
        if each.number > level:
            table.add_row(f"{each.number}", f"{each.slots.abilities}", f"{each.slots.rules}")
    return table
