"""The same for programs."""

from arena.hero import LEVELS
from arena.league.settings import league
from arena.roster import dummies
from arena.rulesets import KNOWLEDGE_POINT, STATS
from dsl.vocabulary import ACTIONS
from mcp_server.rulebook.book import Book
from mcp_server.rulebook.chapters import new_in

LEAGUE_PARTS = {"calendar", "experience", "vote", "limits", "elo"}
"""What of league.toml is the game's: the rest is how opponents are looked for."""


def rulebook_data(book: Book) -> dict[str, object]:
    """The rules as plain JSON data."""
    ruleset, locale, told = book.ruleset, book.locale, book.language
    return {
        "ruleset": ruleset.id,
        "previous": ruleset.previous,
        "stats": [
            {"id": stat, "name": ruleset.stats[stat].name.text(locale), "gives": ruleset.gives(stat, locale)}
            for stat in STATS
        ],
        "numbers": ruleset.model_dump(by_alias=True, include={"formulas", "limits", "knowledge", "crit"}),
        "actions": [_action(action, book) for action in ACTIONS],
        "language": {
            "rule": told.rule,
            "example": told.example,
            "max_conditions": told.max_conditions,
            "max_length": told.max_length,
            "conditions": [
                {"form": kind.form, "example": kind.example, "meaning": kind.meaning(locale)}
                for kind in told.conditions
            ],
            "signs": told.signs,
            "effects": told.effects,
            "actions": told.actions,
        },
        "levels": [
            {
                "level": each.number,
                "xp": each.xp,
                "abilities": each.slots.abilities,
                "rules": each.slots.rules,
            }
            for each in LEVELS
        ],
        "dummies": [
            {"id": id_, "name": hero.name, "motto": hero.motto, "abilities": hero.abilities}
            for id_, hero in dummies().items()
        ],
        "changes": [
            {"id": each.id, "name": each.name, "before": each.before, "now": each.now}
            for each in new_in(book)
        ],
        "league": _league(book.zone),
    }


def _action(action: str, book: Book) -> dict[str, object]:
    ability = book.ruleset.abilities[action]
    return {
        "id": action,
        "name": ability.name.text(book.locale),
        "energy": ability.cost,
        "cooldown": ability.cooldown,
        "knowledge": ability.knowledge // KNOWLEDGE_POINT,
        "effect": book.ruleset.describe(action, book.locale),
    }


def _league(zone: str) -> dict[str, object]:
    """The numbers of league.toml in the league's own zone; ratings in 1/100 as there."""
    told = league().model_dump(mode="json", include=LEAGUE_PARTS)
    return {**told, "calendar": {**told["calendar"], "zone": zone}}
