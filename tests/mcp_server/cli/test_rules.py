"""`arena rules`: the whole game on one page, from the data."""

import re

import pytest
from rich.cells import cell_len

from arena.hero import LEVELS
from arena.hero.limits import RIG_PARTS
from arena.hero.names import NAME_PUNCTUATION
from arena.rulesets import load_ruleset
from dsl import language_help, parse_rule
from dsl.vocabulary import ACTIONS
from mcp_server.words import Words

TEXT = Words("en")


@pytest.mark.parametrize("locale", ["ru", "en", "es"])
@pytest.mark.parametrize("ruleset_id", ["v0", "v1"])
def test_the_page_has_every_action_condition_and_level_of_the_data(arena, locale, ruleset_id):
    result = arena("rules", "--ruleset", ruleset_id, "--lang", locale)
    ruleset = load_ruleset(ruleset_id)
    assert (result.code, result.err) == (0, "")
    assert result.out.startswith("# ")
    for action in ACTIONS:
        ability = ruleset.abilities[action]
        assert f"| `{action}` | {ability.name.text(locale)} | {ability.cost} |" in result.out
        assert ruleset.describe(action, locale) in result.out
    for condition in language_help(ultimate_knowledge=100).conditions:
        assert f"`{condition.form}`" in result.out
    for level in LEVELS:
        assert (
            f"| {level.number} | {level.xp} | {level.slots.abilities} | {level.slots.rules} |" in result.out
        )


def test_the_page_is_markdown_whose_tables_have_equal_rows(arena):
    lines = arena("rules").out.split("\n")
    tables = re.findall(r"(?:^\|.*\n)+", "\n".join(lines), re.MULTILINE)
    assert len(tables) == 5
    for table in tables:
        cells = {len(re.findall(r"(?<!\\)\|", row)) for row in table.strip().split("\n")}
        assert len(cells) == 1


def test_the_rules_on_the_page_can_be_read(arena):
    page = arena("rules").out
    rules = re.findall(r'^    "(.+ -> \w+)"', page, re.MULTILINE) + re.findall(r"`([^`]+ -> ultimate)`", page)
    assert len(rules) >= 4
    for rule in rules:
        parse_rule(rule)


@pytest.mark.parametrize("locale", ["ru", "en", "es"])
def test_the_page_tells_every_letter_of_a_rig_and_sign_of_a_name(arena, locale):
    told, words = arena("rules", "--lang", locale).out, Words(locale)
    for letter, part in RIG_PARTS.items():
        assert f"`{letter}` {words('rules.part-' + part.replace(' ', '-'))}" in told
    (name,) = (line for line in told.split("\n") if line.startswith("- `name`"))
    for sign in NAME_PUNCTUATION.strip():
        assert f"`{sign}`" in name


def test_the_page_tells_how_a_battle_begins_and_what_a_tie_is(arena):
    told = arena("rules").out
    assert "Both begin with full health; the turn gauge, energy and knowledge begin at 0." in told
    assert "equal shares are a draw" in told
    assert "Rules are written with the id; the name is what people are shown." in told
    assert "- `rules`: at most as many as the level has slots for them." in told


def test_what_is_new_is_told_for_a_ruleset_that_has_a_previous_one(arena):
    assert "## What is new in v1 compared with v0" in arena("rules").out
    assert "What is new" not in arena("rules", "--ruleset", "v0").out


def test_the_league_s_part_tells_its_hours_and_the_zone_that_an_organiser_set(arena, monkeypatch):
    assert "Hours are those of the zone Europe/Moscow." in arena("rules").out
    monkeypatch.setenv("ARENA_TZ", "America/Bogota")
    assert "Hours are those of the zone America/Bogota." in arena("rules").out
    told = arena("rules", "--json").data["league"]
    assert (told["calendar"]["zone"], told["calendar"]["daily"]) == ("America/Bogota", "21:00:00")


def test_a_zone_that_does_not_exist_is_refused(arena, monkeypatch):
    monkeypatch.setenv("ARENA_TZ", "Europe/Nowhere")
    result = arena("rules")
    assert (result.code, result.out) == (1, "")
    assert "Europe/Nowhere" in result.err


def test_json_has_the_same_with_stable_keys(arena):
    data = arena("rules", "--json").data
    assert list(data) == [
        "ruleset", "previous", "stats", "numbers", "actions",
        "language", "levels", "dummies", "changes", "league", "schema",
    ]  # fmt: skip
    assert [action["id"] for action in data["actions"]] == list(ACTIONS)
    assert [dummy["id"] for dummy in data["dummies"]] == ["golem", "ninja", "witch", "pm"]
    assert data["numbers"]["limits"]["ticks"] == 300
    assert data["schema"]["type"] == "object"
    assert arena("rules", "--ruleset", "v0", "--json").data["changes"] == []


@pytest.mark.parametrize("width", [60, 80, 140])
def test_on_a_terminal_the_page_is_laid_out_and_cuts_no_form(terminal, width):
    result = terminal(width, "rules")
    assert not [line for line in result.lines if "| --- |" in line]
    assert [line for line in result.lines if "self|enemy.knowledge" in line]
    assert max(cell_len(line.rstrip()) for line in result.lines) <= width
