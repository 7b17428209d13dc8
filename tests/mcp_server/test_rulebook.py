"""The rulebook: every topic in every language, small enough for an answer, with the numbers of the data."""

import json
import re
from datetime import time

import pytest

from arena.hero import check_hero
from arena.league.settings import league
from arena.rulesets import STATS, load_ruleset
from dsl import language_help, parse_rule
from dsl.vocabulary import ACTIONS, EFFECTS
from mcp_server.rulebook import TOPICS, Book, Topic, rulebook
from mcp_server.words import Words

ZONE = "America/Bogota"
LOCALES = ("ru", "en", "es")
MOST_BYTES = 9000


def told(topic: Topic, locale: str = "en", ruleset: str = "v1") -> str:
    return rulebook(Book(load_ruleset(ruleset), Words(locale), ZONE, has_vote_page=True), topic)


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("topic", [topic for topic in TOPICS if topic != "all"])
def test_each_topic_fits_into_an_answer(topic: Topic, locale: str) -> None:
    text = told(topic, locale)
    assert text.startswith("#")
    assert text.endswith("\n")
    assert not text.endswith("\n\n")
    assert len(text.encode()) < MOST_BYTES


@pytest.mark.parametrize("locale", LOCALES)
def test_the_whole_book_holds_every_topic_but_the_overview(locale: str) -> None:
    whole = told("all", locale)
    for topic in TOPICS:
        if topic not in ("all", "overview"):
            assert told(topic, locale).strip() in whole


@pytest.mark.parametrize("locale", LOCALES)
def test_the_overview_s_hero_is_complete_and_valid_at_the_first_level(locale: str) -> None:
    (block,) = re.findall(r"```json\n(.*?)```", told("overview", locale), re.DOTALL)
    found = check_hero(json.loads(block), level=1)
    assert found.hero is not None
    assert not found.advice


@pytest.mark.parametrize("locale", LOCALES)
def test_the_overview_has_all_words_that_a_hero_is_written_with(locale: str) -> None:
    overview, ruleset = told("overview", locale), load_ruleset()
    for stat in STATS:
        assert f"- `{stat}`: {ruleset.gives(stat, locale)}" in overview
    for action in ACTIONS:
        ability = ruleset.abilities[action]
        assert f"| `{action}` | {ability.name.text(locale)} | {ability.cost} |" in overview
    for kind in language_help(ultimate_knowledge=100).conditions:
        assert f"`{kind.form}`: {kind.meaning(locale)}" in overview
    for effect in EFFECTS:
        assert f"`{effect}`" in overview


@pytest.mark.parametrize("locale", LOCALES)
def test_the_overview_names_the_tools_in_the_order_of_their_use(locale: str) -> None:
    way = re.findall(r"^\d\. .*", told("overview", locale), re.MULTILINE)
    tools = ["get_status", "check_hero", "preview_look", "train", "save_hero", "get_digest"]
    assert [tool for line, tool in zip(way, tools, strict=True) if f"`{tool}`" in line] == tools


@pytest.mark.parametrize("locale", LOCALES)
def test_the_rules_that_the_overview_gives_can_be_read(locale: str) -> None:
    rules = re.findall(r"`([^`\n]+ -> \w+)`", told("overview", locale))
    assert len(set(rules)) == 4
    for rule in rules:
        parse_rule(rule)


def test_a_ruleset_without_a_previous_one_has_no_changes_to_tell() -> None:
    assert told("changes", ruleset="v0") == ""


@pytest.mark.parametrize("locale", LOCALES)
def test_the_league_s_hours_and_numbers_are_those_of_its_settings(
    locale: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = league()
    hours = {
        "daily": time(20, 1),
        "freeze_start": time(1, 2),
        "tournament": time(11, 3),
        "freeze_end": time(13, 4),
        "results": time(14, 5),
        "vote_end": time(2, 6),
    }
    other = real.model_copy(
        update={
            "calendar": real.calendar.model_copy(update={**hours, "daily_catch_up_days": 171}),
            "experience": real.experience.model_copy(
                update={"library_point": 172, "library_week": 173, "battle_day": 174, "tournament": 175}
            ),
            "vote": real.vote.model_copy(update={"votes": 176}),
            "limits": real.limits.model_copy(
                update={
                    "checks": 177,
                    "dummy_trainings": 178,
                    "hero_trainings": 179,
                    "training_battles": 180,
                }
            ),
            "daily": real.daily.model_copy(update={"battles": 181}),
            "elo": real.elo.model_copy(
                update={"start": 18200, "k_least": 183, "k_fast": 184, "k_delay": 185}
            ),
            "swiss": real.swiss.model_copy(update={"rounds": 186}),
        }
    )
    monkeypatch.setattr("arena.league.settings.league", lambda: other)
    text = told("league", locale)
    assert {f"{hour:%H:%M}" for hour in hours.values()} == set(re.findall(r"\d\d:\d\d", text))
    numbers = set(map(int, re.findall(r"\b1[78]\d\b", text)))
    assert numbers == set(range(171, 187))
    assert ZONE in text
