"""`arena verify`: a run's battles fought again; what differs from what is stored is told."""

import re

import pytest
from sqlmodel import col, select

from arena.store.tables import BattleRow, Run, Secret
from mcp_server.cli.league import league_desk

pytestmark = pytest.mark.usefixtures("league")


def changed(model: type, **columns: object) -> None:
    """The first row of a table is not what it was."""
    with league_desk() as desk, desk.write() as (session, _):
        run = session.get_one(Run, 1)
        row = session.exec(select(model).where(col(model.run_id) == run.id).limit(1)).one()
        for name, value in columns.items():
            setattr(row, name, value)
        session.add(row)


@pytest.mark.parametrize("name", ["1", "daily-2026-04-20"])
def test_a_run_that_is_as_it_was_holds(arena, day, name):
    result = arena("verify", name)
    assert (result.code, result.err) == (0, "")
    assert result.lines[:4] == [
        "daily battles, 2026-04-20. Battles fought again: 12",
        "All outcomes are those that are stored.",
        "All seeds follow from the secret.",
        "The secret is the one that was promised.",
    ]
    assert re.fullmatch("Secret [0-9a-f]{64}, promised by its SHA-256 [0-9a-f]{64}", result.lines[4])


def test_json_has_what_was_found(arena, day):
    data = arena("verify", "1", "--json").data
    secret, commitment = data.pop("secret"), data.pop("commitment")
    assert data == {
        "holds": True,
        "missing": 0,
        "run": 1,
        "job": "daily",
        "local_date": "2026-04-20",
        "battles": 12,
        "other_outcomes": [],
        "other_seeds": [],
        "keeps_promise": True,
    }
    assert len(secret) == len(commitment) == 64


def test_an_outcome_that_was_changed_is_named(arena, day):
    changed(BattleRow, turns=1)
    result = arena("verify", "1")
    assert (result.code, result.err) == (1, "")
    assert "Outcomes that differ from what is stored, battles: 0\n" in result.out
    data = arena("verify", "1", "--json").data
    assert (data["holds"], data["other_outcomes"], data["other_seeds"]) == (False, [0], [])


def test_a_seed_that_was_changed_is_named(arena, day):
    changed(BattleRow, seed=7)
    result = arena("verify", "1")
    assert result.code == 1
    assert "Seeds that do not follow from the secret, battles: 0\n" in result.out


def test_a_secret_that_was_changed_breaks_its_promise_and_all_seeds(arena, day):
    changed(Secret, value=bytes(32))
    result = arena("verify", "1")
    assert result.code == 1
    assert "The secret is not the one that was promised." in result.out
    assert "battles: 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, …\n" in result.out


@pytest.mark.parametrize(
    ("name", "fault"),
    [
        ("9", "run-unknown-name"),
        ("9" * 40, "run-unknown-name"),
        ("results-2026-04-20", "run-unknown-name"),
        ("daily-2026-04-31", "run-unknown-name"),
        ("tournament-2026-04-24", "run-unknown-name"),
        ("yesterday", "run-unknown-name"),
    ],
)
def test_a_run_that_is_not_there_is_told_with_how_to_call_one(arena, day, name, fault):
    result = arena("verify", name)
    assert (result.code, result.out) == (1, "")
    assert "daily-2026-04-24" in result.err
    assert arena("verify", name, "--json").data["faults"][0]["code"] == fault


def test_a_tournament_is_verified_from_its_results_on(arena, league):
    league(2026, 4, 24, 9)
    arena("run", "tournament")
    early = arena("verify", "tournament-2026-04-24")
    assert (early.code, early.out) == (1, "")
    assert "2026-04-24 15:00" in early.err
    league(2026, 4, 24, 12)
    held = arena("verify", "tournament-2026-04-24")
    assert held.code == 0
    assert "tournament, 2026-04-24. Battles fought again: 20" in held.out


def test_a_run_that_was_not_played_is_told(arena, league):
    league(2026, 4, 28, 18)
    arena("run", "daily")
    result = arena("verify", "daily-2026-04-20", "--json")
    assert (result.code, result.data["faults"][0]["code"]) == (1, "run-not-played")


def test_the_run_must_be_named(arena):
    assert arena("verify", "--json").data["faults"][0]["code"] == "usage-missing"


@pytest.mark.parametrize("locale", ["ru", "en", "es"])
def test_help_and_answers_are_in_the_reader_s_language(arena, day, locale):
    assert "  arena verify" in arena("verify", "--help", "--lang", locale).out
    told = {"ru": "Все зёрна", "en": "All seeds", "es": "Todas las semillas"}
    assert told[locale] in arena("verify", "1", "--lang", locale).out
