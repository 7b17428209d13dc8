"""The tool that shows a battle."""

import json
from typing import Any

import pytest

from arena.battle.log import STUNNED_TURN
from arena.desk.battles.listing import list_battles
from arena.desk.battles.replays import BattleView, get_battle
from arena.desk.heroes.hiding import hide_hero
from arena.desk.players.forgetting import forget_player
from arena.store.tables import BattleRow
from tests.mcp_server.doors import MODES, Participant, answered, refused
from tests.mcp_server.weeks import (
    ANNAS_RULES,
    BORISS_RULES,
    LARGEST,
    OF_HEROES,
    Week,
    every_page,
    names_of_fields,
    own_battles,
    size,
    speaking,
    tells_nothing_hidden,
)

LOCALES = ("ru", "en", "es")


def view_of(week: Week, participant: Participant, battle: str) -> BattleView:
    run, number = map(int, battle.split("-"))
    return get_battle(week.desk, participant.id, run, number, "en")


def all_turns(week: Week, participant: Participant, battle: str, detail: str) -> list[dict[str, Any]]:
    """The rows of all pages, each of which is small."""
    rows: list[dict[str, Any]] = []
    arguments: dict[str, Any] = {"battle": battle, "detail": detail}
    while True:
        told = answered(week.desk, participant, "get_battle", arguments)
        assert size(told) < LARGEST
        rows += told["log"]
        if "next_turn" not in told:
            return rows
        assert f"from_turn={told['next_turn']}" in told["next_steps"][0]
        arguments["from_turn"] = told["next_turn"]


@pytest.mark.parametrize("mode", MODES)
def test_the_summary_tells_outcome_key_turns_and_own_rules(week: Week, mode: str) -> None:
    battle = own_battles(week, week.anna, week.annas)[0]
    view = view_of(week, week.anna, battle)
    assert view.log is not None
    told = answered(week.desk, week.anna, "get_battle", {"battle": battle}, mode)
    assert (told["battle"], told["day"], told["job"]) == (battle, "2026-04-24", "daily")
    assert (told["winner"], told["end"], told["turns"]) == (view.line.winner, view.end, view.line.turns)
    assert [each["health_percent"] for each in told["fighters"]] == [each.health for each in view.designs]
    assert [each["abilities"] for each in told["fighters"]] == [list(each.abilities) for each in view.designs]
    assert told["log"][-1]["turn"] == len(view.log)
    assert len(told["log"]) < len(view.log)
    assert [each["rule"] for each in told["rules"]] == ANNAS_RULES
    assert [each["rule_index"] for each in told["rules"]] == [0, 1]
    own = [turn for turn in view.log if turn.own is not None]
    assert sum(each["fired"] for each in told["rules"]) == sum(
        turn.own is not None and turn.own.rule is not None for turn in own
    )
    assert told["stunned"] == sum(turn.action == STUNNED_TURN for turn in own)
    assert sum(each["fired"] for each in told["rules"]) + told["default_strikes"] + told["stunned"] == len(
        own
    )
    assert size(told) < LARGEST
    assert 'detail="why"' in told["next_steps"][0]


@pytest.mark.parametrize("detail", ["turns", "why"])
def test_the_pages_of_a_long_battle_are_the_whole_log_once(week: Week, detail: str) -> None:
    lines = every_page(week, "list_battles", {"hero": "Pixel"})
    longest = max(lines, key=lambda each: each["turns"])["battle"]
    view = view_of(week, week.anna, longest)
    assert view.log is not None
    rows = all_turns(week, week.anna, longest, detail)
    assert [row["turn"] for row in rows] == list(range(1, len(view.log) + 1))
    for row, turn in zip(rows, view.log, strict=True):
        assert (row["side"], row["action"], row["health_percent"]) == (
            turn.side,
            turn.action,
            list(turn.health),
        )
        assert row.get("damage_percent", 0) == turn.damage
        assert row.get("rule_index") == (turn.own.rule if turn.own else None)
        assert "skipped" in row if detail == "why" and turn.own and turn.own.skipped else "skipped" not in row


def test_every_number_of_health_names_its_unit_in_the_answer_itself(week: Week) -> None:
    """Many hosts do not pass the output schema on."""
    battle = own_battles(week, week.anna, week.annas)[0]
    shown = answered(week.desk, week.anna, "get_battle", {"battle": battle, "detail": "turns"})
    trained = answered(week.desk, week.anna, "train", {"opponent": "golem", "battles": 0})
    for told in (shown, trained):
        hits = [hit for row in told["log"] for hit in row.get("hits", [])]
        assert hits
        assert all(hit == "miss" or hit.endswith("%") for hit in hits)
        assert not names_of_fields(told) & {"health", "damage", "poison", "change"}
    assert {"health_percent", "damage_percent"} <= names_of_fields(shown) & names_of_fields(trained)


def test_why_tells_for_own_turns_what_each_rule_above_saw(week: Week) -> None:
    rows = all_turns(week, week.anna, own_battles(week, week.anna, week.annas)[0], "why")
    told = [each for row in rows for each in row.get("skipped", [])]
    assert {each["rule_index"] for each in told} <= {0, 1}
    reasons = [because for each in told for because in each["because"]]
    assert any(because.startswith("self.hp < 41%: ") and because.endswith("%") for because in reasons)
    assert any(because.startswith("self.energy >= 31: ") for because in reasons)
    assert all(each["because"] for each in told)


def test_of_the_other_hero_no_page_tells_more_than_everybody_may_know(week: Week) -> None:
    battles = own_battles(week, week.anna, week.annas)[:3] + own_battles(week, week.boris, week.boriss)[:3]
    for battle in battles:
        sides = [fighter.is_own for fighter in view_of(week, week.anna, battle).line.fighters]
        for row in all_turns(week, week.anna, battle, "why"):
            if not sides["ab".index(row["side"])]:
                tells_nothing_hidden(row)
    for battle in battles[3:]:
        for detail in ("summary", "turns", "why"):
            told = answered(week.desk, week.clara, "get_battle", {"battle": battle, "detail": detail})
            tells_nothing_hidden(told)
            assert not {"default_strikes", "stunned"} & set(told)


def test_a_battle_of_two_participants_tells_each_only_its_own_rules(small: Week) -> None:
    lines = [
        each for each in every_page(small, "list_battles", {"hero": "Pixel"})
        if small.boriss in [fighter["hero_id"] for fighter in each["fighters"]]
    ]  # fmt: skip
    assert lines, "of eight heroes these two have met"
    told = answered(small.desk, small.anna, "get_battle", {"battle": lines[0]["battle"], "detail": "why"})
    text = json.dumps(told)
    assert [each["rule"] for each in told["rules"]] == ANNAS_RULES
    assert not [rule for rule in BORISS_RULES if rule in text]
    enemy = "ab"[[each["is_own"] for each in told["fighters"]].index(False)]
    assert not names_of_fields([row for row in told["log"] if row["side"] == enemy]) & OF_HEROES


def test_an_onlooker_is_led_to_all_turns(week: Week) -> None:
    battle = own_battles(week, week.boris, week.boriss)[0]
    told = answered(week.desk, week.clara, "get_battle", {"battle": battle})
    assert 'detail="turns"' in told["next_steps"][0]
    assert "rules" not in told


@pytest.mark.parametrize("given", ["", "12", "1/2", "latest", "1-999999", "999999-1", "9" * 500])
def test_a_battle_that_is_not_there_is_refused_with_where_ids_are(week: Week, given: str) -> None:
    told = refused(week.desk, week.anna, "get_battle", {"battle": given})
    assert "[battle-unknown]" in told
    assert "list_battles" in told


def test_an_id_of_another_form_is_refused_with_the_right_one(week: Week) -> None:
    assert "12-3" in refused(week.desk, week.anna, "get_battle", {"battle": "run 12, number 3"})


def test_a_turn_after_the_last_is_refused_with_the_last(week: Week) -> None:
    battle = own_battles(week, week.anna, week.annas)[0]
    log = view_of(week, week.anna, battle).log
    assert log is not None
    arguments = {"battle": battle, "detail": "turns", "from_turn": 999}
    told = refused(week.desk, week.anna, "get_battle", arguments)
    assert "[turn-unknown]" in told
    assert f"1 to {len(log)}" in told


def test_a_turn_to_begin_with_is_refused_where_key_turns_are_shown(week: Week) -> None:
    told = refused(week.desk, week.anna, "get_battle", {"battle": "1-0", "from_turn": 2})
    assert "[argument-alone]" in told
    assert 'detail="turns"' in told


def test_a_detail_that_is_none_is_refused_with_the_choices(week: Week) -> None:
    told = refused(week.desk, week.anna, "get_battle", {"battle": "1-0", "detail": "all"})
    assert "summary, turns, why" in told


def test_hidden_and_forgotten_heroes_fight_on_under_pseudonyms(small: Week) -> None:
    hide_hero(small.desk, "Voxel", "rude", "en")
    battle = own_battles(small, small.boris, small.boriss)[0]
    told = answered(small.desk, small.clara, "get_battle", {"battle": battle})
    assert f"Hidden hero {small.boriss}" in [each["name"] for each in told["fighters"]]
    assert "Voxel" not in json.dumps(told)
    assert told["log"]
    forget_player(small.desk, small.boris.id)
    told = answered(small.desk, small.clara, "get_battle", {"battle": battle})
    assert (told["log"], "end" in told) == ([], False)
    assert "has left" in told["summary"]
    assert told["winner"] in ("a", "b", "draw")


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("winner", [0, -1])
def test_a_battle_that_cannot_be_fought_again_tells_its_outcome_and_why(
    small: Week, winner: int, locale: str
) -> None:
    battle = own_battles(small, small.anna, small.annas)[0]
    run, number = map(int, battle.split("-"))
    with small.desk.store.write() as session:
        row = session.get_one(BattleRow, (run, number))
        row.kernel, row.winner = 77, winner
    told = answered(small.desk, speaking(small.anna, locale), "get_battle", {"battle": battle})
    assert "77" in told["summary"]
    assert (told["winner"], told["log"]) == ("a" if winner == 0 else "draw", [])
    assert not {"rules", "end", "next_turn"} & set(told)


@pytest.mark.medium
@pytest.mark.parametrize("locale", LOCALES)
def test_every_way_a_battle_ends_is_told(week: Week, locale: str) -> None:
    """Of a large league's battles one of each end."""
    found: dict[str, str] = {}
    for line in list_battles(week.desk, None, "en", limit=100).rows:
        end = get_battle(week.desk, None, line.run_id, line.number, "en").end
        found.setdefault(str(end), f"{line.run_id}-{line.number}")
    clara = speaking(week.clara, locale)
    ends = {end: answered(week.desk, clara, "get_battle", {"battle": id_}) for end, id_ in found.items()}
    assert {"hit", "poison"} <= set(ends)
    assert all(told["end"] == end for end, told in ends.items())
    assert len({told["summary"] for told in ends.values()}) == len(ends)
