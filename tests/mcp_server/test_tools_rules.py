"""The tool that tells the rules, as an agent calls it."""

import pytest

from arena.desk.desk import Desk
from mcp_server.rulebook import TOPICS
from tests.leagues import opened
from tests.mcp_server.doors import MODES, answered, call, join, refused

LOCALES = ("ru", "en", "es")
MOST_BYTES = 20_000


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("locale", LOCALES)
def test_the_overview_comes_first_and_is_small_on_the_wire(desk: Desk, locale: str, mode: str) -> None:
    result = call(desk, join(desk, lang=locale), "get_rules", mode=mode)
    structure = result.structured_content
    assert structure is not None
    assert structure["topic"] == "overview"
    assert structure["topics"] == list(TOPICS[1:])
    assert "get_status" in structure["next_steps"][0]
    assert len(result.model_dump_json(by_alias=True, exclude_none=True).encode()) < MOST_BYTES


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("topic", TOPICS)
def test_every_topic_is_told_and_names_the_others(desk: Desk, topic: str, mode: str) -> None:
    told = answered(desk, join(desk), "get_rules", {"topic": topic}, mode)
    assert told["topic"] == topic
    assert told["text"].startswith("#")
    assert sorted([topic, *told["topics"]]) == sorted(TOPICS)


def test_the_league_is_told_with_the_hours_of_its_own_zone(address: str) -> None:
    with opened(address, zone="America/Bogota") as desk:
        told = answered(desk, join(desk), "get_rules", {"topic": "league"})
    assert "America/Bogota" in told["text"]


def test_a_topic_that_is_none_is_refused_with_those_there_are(desk: Desk) -> None:
    text = refused(desk, join(desk), "get_rules", {"topic": "weather"})
    assert "[argument-choice]" in text
    assert ", ".join(TOPICS) in text


def test_an_argument_that_there_is_none_of_is_refused_by_name(desk: Desk) -> None:
    assert "topik" in refused(desk, join(desk), "get_rules", {"topik": "hero"})


@pytest.mark.parametrize(
    ("topic", "tool"), [("league", "get_status"), ("dummies", "get_hero"), ("hero", "check_hero")]
)
def test_after_a_topic_comes_what_it_is_of_use_for(desk: Desk, topic: str, tool: str) -> None:
    assert tool in answered(desk, join(desk), "get_rules", {"topic": topic})["next_steps"][0]
