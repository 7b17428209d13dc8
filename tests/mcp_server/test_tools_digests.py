"""The tool that gives digests to read."""

from pathlib import Path

import pytest

from arena.desk.desk import Desk
from arena.desk.digests import my_digest, read_digest
from arena.desk.heroes.hiding import hide_hero
from arena.desk.heroes.saving import save_hero
from arena.hero.sample import SAMPLE
from arena.league.digest import markdown_parts, markdown_text, tell_digest, tell_mine
from arena.league.digest.page import Name, Page, Section, Table
from mcp_server.tools import digests
from tests.mcp_server.doors import MODES, answered, join, refused
from tests.mcp_server.weeks import (
    ANNAS_RULES,
    BORISS_RULES,
    LARGEST,
    Week,
    size,
    speaking,
    tells_nothing_hidden,
    week_played,
)

LOCALES = ("ru", "en", "es")
KEYS = ["2026-04-24", "2026-04-24-friday", "2026-04-23", "2026-04-22", "2026-04-21", "2026-04-20"]


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("locale", LOCALES)
def test_the_latest_digest_comes_as_markdown_in_the_participant_s_language(
    week: Week, locale: str, mode: str
) -> None:
    told = answered(week.desk, speaking(week.clara, locale), "get_digest", mode=mode)
    assert told["text"] == markdown_text(tell_digest(read_digest(week.desk, "latest", locale)))
    assert (told["key"], told["day"], told["part"], told["parts"]) == (KEYS[0], "2026-04-24", 1, 1)
    assert told["digests"] == KEYS
    tells_nothing_hidden(told)


@pytest.mark.parametrize("key", KEYS)
def test_every_digest_of_a_large_league_is_small_and_called_by_its_key(week: Week, key: str) -> None:
    told = answered(week.desk, speaking(week.anna, "ru"), "get_digest", {"key": key})
    assert told["key"] == key
    assert size(told) < LARGEST
    tells_nothing_hidden(told)


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("key", KEYS[:2])
def test_one_s_own_digest_tells_own_battles_and_no_other_s_rules(week: Week, key: str, locale: str) -> None:
    anna = speaking(week.anna, locale)
    told = answered(week.desk, anna, "get_digest", {"key": key, "mine": True})
    assert told["text"] == markdown_text(tell_mine(my_digest(week.desk, anna.id, key, locale), locale))
    assert (told["key"], "Pixel" in told["text"]) == (key, True)
    assert "list_battles" in told["next_steps"][0]
    assert size(told) < LARGEST
    boriss = answered(week.desk, week.boris, "get_digest", {"key": key, "mine": True})["text"]
    assert any(rule in boriss for rule in BORISS_RULES)
    assert not any(rule in boriss for rule in ANNAS_RULES)


def test_a_long_digest_comes_in_parts_that_lose_no_line(week: Week, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = answered(week.desk, week.anna, "get_digest")["text"]
    monkeypatch.setattr(digests, "PART_BYTES", 700)
    first = answered(week.desk, week.anna, "get_digest")
    assert first["parts"] > 2
    assert "part=2" in first["next_steps"][0]
    texts = [first["text"]]
    for part in range(2, first["parts"] + 1):
        told = answered(week.desk, week.anna, "get_digest", {"part": part})
        assert (told["part"], told["parts"]) == (part, first["parts"])
        texts.append(told["text"])
    assert "part=" not in told["next_steps"][0]
    lines = [line for text in texts for line in text.splitlines()]
    assert [line for line in whole.splitlines() if line not in lines] == []
    monkeypatch.undo()
    assert "1 of 1" in answered(week.desk, week.anna, "get_digest")["summary"]


def test_no_part_is_too_long_and_tables_keep_their_header_and_headings_their_table() -> None:
    rows = tuple(((Name(f"Щит {i}"),), (str(i),)) for i in range(200))
    table = Table(("Герой", "Очки"), rows, frozenset({1}))
    lines = tuple((f"Строка {i}. " * 3,) for i in range(80))
    sections = tuple(Section(f"Раздел {i}", table, lines, intro=("Вот.",)) for i in range(3))
    page = Page("ru", "Дайджест", ("Победа!",), (("Итог.",),), sections)
    parts = markdown_parts(page, 2000)
    assert max(len(part.encode()) for part in parts) <= 2000
    for part in parts:
        blocks = part.strip().split("\n\n")
        assert not blocks[-1].startswith("## ")
        for block in blocks:
            if block.startswith("| "):
                assert block.splitlines()[:2] == ["| Герой | Очки |", "| :--- | ---: |"]
    together = "\n".join(parts)
    for i in range(200):
        assert together.count(f"| Щит {i} | {i} |") == 3
    for i in range(80):
        assert together.count(f"- Строка {i}. ") == 3
    assert markdown_parts(page, 10**6) == (markdown_text(page),)


def test_a_key_that_is_nearly_one_is_refused_with_that_one(week: Week) -> None:
    told = refused(week.desk, week.anna, "get_digest", {"key": "2026-04-24-frday"})
    assert "[digest-unknown]" in told
    assert "2026-04-24-friday" in told
    assert "get_digest" in told


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ({"key": "2020-01-01"}, "digest-unknown"),
        ({"key": ""}, "digest-unknown"),
        ({"key": "x" * 101}, "argument-length"),
        ({"part": 2}, "part-unknown"),
        ({"part": 0}, "argument-range"),
        ({"mine": "maybe"}, "argument-type"),
    ],
)
def test_what_is_not_there_is_refused(week: Week, arguments: dict[str, object], code: str) -> None:
    assert f"[{code}]" in refused(week.desk, week.anna, "get_digest", arguments)


def test_without_a_hero_there_is_no_own_digest_but_a_way_to_one(week: Week) -> None:
    told = refused(week.desk, week.clara, "get_digest", {"mine": True})
    assert "[no-hero]" in told
    assert "save_hero" in told


def test_before_the_first_digest_it_is_said_when_it_comes(desk: Desk) -> None:
    anna = join(desk)
    save_hero(desk, anna.id, SAMPLE)
    for arguments in ({}, {"mine": True}, {"key": "2026-04-20"}):
        told = refused(desk, anna, "get_digest", arguments)
        assert "[digest-unknown]" in told
        assert "get_status" in told
        assert "get_digest" not in told
        assert "latest" not in told


def test_a_hidden_hero_is_read_under_its_pseudonym(tmp_path: Path) -> None:
    with week_played(tmp_path, 6) as week:
        assert "Voxel" in answered(week.desk, week.anna, "get_digest")["text"]
        hide_hero(week.desk, "Voxel", "rude", "en")
        for key in KEYS:
            for mine in (False, True):
                told = answered(week.desk, week.anna, "get_digest", {"key": key, "mine": mine})
                assert "Voxel" not in str(told)
