"""The whole game on one page of Markdown, from the data that the battle itself reads."""

import json
from collections.abc import Iterable, Iterator, Sequence

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
from arena.hero.sample import SAMPLE
from arena.roster import dummies
from arena.rulesets import KNOWLEDGE_POINT, STATS, load_ruleset
from arena.rulesets.changes import Change, changes
from arena.rulesets.ruleset import Ability, Ruleset, decimal
from dsl import LanguageHelp, language_help
from dsl.vocabulary import ACTIONS
from mcp_server.words import Words


def rulebook(ruleset: Ruleset, words: Words) -> str:
    """The page."""
    parts = [
        words("rules.title", ruleset=ruleset.id),
        *_hero(ruleset, words),
        *_battle(ruleset, words),
        *_actions(ruleset, words),
        *_language(ruleset, words),
        *_levels(words),
        *_dummies(ruleset, words),
        *_changes(ruleset, words),
    ]
    return "\n\n".join(parts) + "\n"


def _table(heads: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A Markdown table; a bar inside a cell is escaped."""
    lines = [heads, ["---"] * len(heads), *rows]
    escaped = ([str(cell).replace("|", r"\|") for cell in line] for line in lines)
    return "\n".join(f"| {' | '.join(cells)} |" for cells in escaped)


def _code(text: str) -> str:
    return f"`{text}`"


def _heads(words: Words, *keys: str) -> list[str]:
    return [words(f"rules.head-{key}") for key in keys]


def _hero(ruleset: Ruleset, words: Words) -> Iterator[str]:
    shown_sprite = {**SAMPLE["sprite"], "pixels": [words("rules.rows", rows=GRID)]}
    example = {**SAMPLE, "sprite": shown_sprite}
    stats = ruleset.stats
    yield words("rules.hero", total=stats.total, kib=DOCUMENT_BYTES // 1024)
    yield f"```json\n{_compact(example)}\n```"
    yield words(
        "rules.fields",
        shortest=NAME_LENGTH[0],
        longest=NAME_LENGTH[1],
        motto=MOTTO_LENGTH,
        colours=PALETTE_SIZE[1],
        grid=GRID,
        opaque=MIN_OPAQUE,
        punctuation=" ".join(map(_code, NAME_PUNCTUATION.strip())),
        parts=_rig_parts(words),
        total=stats.total,
        minimum=stats.minimum,
        maximum=stats.maximum,
    )
    yield words("rules.stats")
    rows = [
        [_code(stat), stats[stat].name.text(words.locale), ruleset.gives(stat, words.locale)]
        for stat in STATS
    ]
    yield _table(_heads(words, "id", "name", "gives"), rows)


def _rig_parts(words: Words) -> str:
    keys = {letter: f"rules.part-{part.replace(' ', '-')}" for letter, part in RIG_PARTS.items()}
    return ", ".join(f"{_code(letter)} {words(key)}" for letter, key in keys.items())


def _compact(data: dict[str, object]) -> str:
    """A field a line, lists of rules a rule a line."""
    lines = []
    for name, value in data.items():
        text = json.dumps(value, ensure_ascii=False)
        if name == "rules" and isinstance(value, list):
            inner = ",\n".join(f"    {json.dumps(rule, ensure_ascii=False)}" for rule in value)
            text = f"[\n{inner}\n  ]"
        lines.append(f"  {json.dumps(name)}: {text}")
    return "{\n" + ",\n".join(lines) + "\n}"


def _battle(ruleset: Ruleset, words: Words) -> Iterator[str]:
    limits, knowledge, crit = ruleset.limits, ruleset.knowledge, ruleset.crit
    formulas, locale = ruleset.formulas, words.locale
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
    yield words(
        "rules.knowledge",
        full=knowledge.full // KNOWLEDGE_POINT,
        each=decimal(knowledge.each_turn, KNOWLEDGE_POINT, locale),
        dealt=decimal(knowledge.dealt, KNOWLEDGE_POINT, locale),
        taken=decimal(knowledge.taken, KNOWLEDGE_POINT, locale),
        ultimate=ruleset.abilities.ultimate.name.text(locale),
        rule=_code("self.knowledge >= 100 -> ultimate"),
    )


def _actions(ruleset: Ruleset, words: Words) -> Iterator[str]:
    rows = []
    for action in ACTIONS:
        ability = ruleset.abilities[action]
        name, effect = ability.name.text(words.locale), ruleset.describe(action, words.locale)
        rows.append([_code(action), name, ability.cost, ability.cooldown or "—", effect])
    yield words("rules.actions")
    yield _table(_heads(words, "id", "name", "energy", "cooldown", "effect"), rows)


def _language_help(ruleset: Ruleset) -> LanguageHelp:
    return language_help(ultimate_knowledge=ruleset.abilities.ultimate.knowledge // KNOWLEDGE_POINT)


def _language(ruleset: Ruleset, words: Words) -> Iterator[str]:
    told = _language_help(ruleset)
    yield words("rules.language", conditions=told.max_conditions, length=told.max_length)
    yield f"```\n{told.rule}\n{told.example}\n```"
    # A list, not a table: the forms are long, and a narrow terminal would cut them.
    yield "\n".join(
        words(
            "rules.condition",
            form=_code(each.form),
            meaning=each.meaning(words.locale),
            example=_code(each.example),
        )
        for each in told.conditions
    )
    yield words(
        "rules.vocabulary",
        signs=" ".join(map(_code, told.signs)),
        effects=" ".join(map(_code, told.effects)),
        actions=" ".join(map(_code, told.actions)),
    )


def _levels(words: Words) -> Iterator[str]:
    rows = [[each.number, each.xp, each.slots.abilities, each.slots.rules] for each in LEVELS]
    yield words("rules.levels")
    yield _table(_heads(words, "level", "xp", "abilities", "rules"), rows)


def _dummies(ruleset: Ruleset, words: Words) -> Iterator[str]:
    rows = [
        [_code(id_), hero.name, hero.motto, ", ".join(_ability_names(hero.abilities, ruleset, words))]
        for id_, hero in dummies().items()
    ]
    yield words("rules.dummies")
    yield _table(_heads(words, "id", "name", "motto", "abilities"), rows)


def _ability_names(abilities: Iterable[str], ruleset: Ruleset, words: Words) -> list[str]:
    return [ruleset.abilities[id_].name.text(words.locale) for id_ in abilities]


def _changes(ruleset: Ruleset, words: Words) -> Iterator[str]:
    if ruleset.previous is None:
        return
    found = _new_in(ruleset, words)
    yield words("rules.changes", ruleset=ruleset.id, previous=ruleset.previous)
    yield _table(
        _heads(words, "id", "name", "before", "now"),
        [[_code(each.id), each.name, each.before, each.now] for each in found],
    )


def _new_in(ruleset: Ruleset, words: Words) -> list[Change]:
    """What differs from the previous ruleset; nothing if there is none."""
    if ruleset.previous is None:
        return []

    def price(ability: Ability) -> str:
        return words("rules.price", energy=ability.cost, cooldown=ability.cooldown)

    return changes(load_ruleset(ruleset.previous), ruleset, words.locale, price)


def rulebook_data(ruleset: Ruleset, words: Words) -> dict[str, object]:
    """The same for programs."""
    told, locale = _language_help(ruleset), words.locale
    return {
        "ruleset": ruleset.id,
        "previous": ruleset.previous,
        "stats": [
            {"id": stat, "name": ruleset.stats[stat].name.text(locale), "gives": ruleset.gives(stat, locale)}
            for stat in STATS
        ],
        "numbers": ruleset.model_dump(by_alias=True, include={"formulas", "limits", "knowledge", "crit"}),
        "actions": [_action_data(action, ruleset, locale) for action in ACTIONS],
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
            for each in _new_in(ruleset, words)
        ],
    }


def _action_data(action: str, ruleset: Ruleset, locale: str) -> dict[str, object]:
    ability = ruleset.abilities[action]
    return {
        "id": action,
        "name": ability.name.text(locale),
        "energy": ability.cost,
        "cooldown": ability.cooldown,
        "knowledge": ability.knowledge // KNOWLEDGE_POINT,
        "effect": ruleset.describe(action, locale),
    }
