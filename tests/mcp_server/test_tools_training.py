"""The tool that trains a hero, as an agent calls it."""

import json
import re
from itertools import pairwise
from typing import Any

import pytest

from arena import roster
from arena.battle import fight
from arena.desk.desk import Desk
from arena.desk.heroes.hiding import hide_hero
from arena.desk.heroes.saving import save_hero, withdraw_hero
from arena.desk.players.limits import Limited
from arena.desk.players.status import status
from arena.errors import Fault
from arena.hero import LEVELS, Hero
from arena.hero.sample import SAMPLE
from arena.league.settings import league
from arena.store.tables import Player
from mcp_server.tools import training
from tests.mcp_server.doors import MODES, Participant, answered, call, join, refused

LOCALES = ("ru", "en", "es")
LARGEST = 9_000
"""Bytes of a short answer; it travels twice."""
STRONG = {
    "stats": {"hp": 22, "atk": 26, "def": 12, "spd": 30, "foc": 10},
    "abilities": ["combo", "shield"],
    "rules": [
        "self.knowledge >= 100 -> ultimate",
        "self.energy >= 40 -> combo",
        "enemy.knowledge >= 90 and not self.has(shield) -> shield",
    ],
}
"""What of a design wins against a dummy."""
SECRET_RULE = "enemy.energy >= 61 and turn >= 7 -> heavy"
SECRETS = (SECRET_RULE, "enemy.energy", "stats", '"def"')
"""What of a rival's design must not be in any byte."""


@pytest.fixture
def anna(desk: Desk) -> Participant:
    return join(desk)


def _rival(desk: Desk, name: str = "Voxel") -> int:
    owner = join(desk, f"Owner of {name}")
    stats = {"hp": 31, "atk": 23, "def": 17, "spd": 18, "foc": 11}
    data = {**SAMPLE, "name": name, "stats": stats, "rules": [SECRET_RULE, "self.energy >= 43 -> heavy"]}
    return save_hero(desk, owner.id, data).hero_id


def _left(desk: Desk, participant: Participant) -> dict[str, int]:
    return {str(kind): count for kind, count in status(desk, participant.id, "en").limits_left.items()}


@pytest.mark.parametrize("mode", MODES)
def test_against_a_dummy_there_is_a_battle_and_shares_of_as_many_more_as_there_may_be(
    desk: Desk, anna: Participant, mode: str
) -> None:
    told = answered(desk, anna, "train", {"opponent": "golem", "hero": SAMPLE}, mode)
    most = league().limits.training_battles
    shares = told["shares"]
    assert shares["battles"] == told["battles"] == most
    assert shares["wins"] + shares["draws"] + shares["losses"] == most
    assert shares["win_share_95"][0] <= shares["win_share"] <= shares["win_share_95"][1]
    assert told["opponent"]["kind"] == "dummy"
    assert told["trainings_left"] == league().limits.dummy_trainings - 1
    assert _left(desk, anna)["dummy_trainings"] == told["trainings_left"]


def test_the_shown_battle_is_the_one_of_its_seed(desk: Desk, anna: Participant) -> None:
    told = answered(
        desk, anna, "train", {"opponent": "ninja", "hero": SAMPLE, "battles": 0, "detail": "turns"}
    )
    battle = fight(Hero.model_validate(SAMPLE), roster.load("ninja"), int(told["seed"]))
    assert [(row["side"], row["action"]) for row in told["log"]] == [(t.side, t.action) for t in battle.log]
    assert [row.get("rule_index") for row in told["log"]] == [turn.rule for turn in battle.log]
    assert (told["winner"], told["end"], told["turns"]) == (battle.winner, battle.end, battle.turns)
    assert "shares" not in told


def test_each_rule_is_told_by_its_place_from_0_with_what_it_did(desk: Desk, anna: Participant) -> None:
    told = answered(desk, anna, "train", {"opponent": "golem", "hero": SAMPLE, "battles": 200})
    rows = told["rules"]
    assert [(row["rule_index"], row["rule"]) for row in rows] == list(enumerate(SAMPLE["rules"]))
    assert all(row["fired"] <= row["true"] <= row["reached"] for row in rows)
    assert all(above["reached"] - above["fired"] == below["reached"] for above, below in pairwise(rows))


def test_advice_names_the_rule_and_what_to_try(desk: Desk, anna: Participant) -> None:
    hero = {**SAMPLE, "rules": ["enemy.has(counter) -> heavy", "self.energy >= 30 -> heavy"]}
    told = answered(desk, anna, "train", {"opponent": "golem", "hero": hero})
    (tip,) = (each for each in told["advice"] if each.get("rule_index") == 0)
    assert tip["code"] == "rule-never-true"
    assert tip["message"].startswith("`enemy.has(counter) -> heavy`")
    assert not any(re.search(r"[Rr]ule \d", each["message"] + each["hint"]) for each in told["advice"])
    assert str(told["rules"][0]["reached"]) in tip["message"]
    assert tip["hint"]


def test_why_shows_what_the_skipped_rules_saw(desk: Desk, anna: Participant) -> None:
    wanted = {"opponent": "golem", "hero": SAMPLE, "battles": 0}
    told = answered(desk, anna, "train", {**wanted, "detail": "why"})
    own = [row for row in told["log"] if row["side"] == "a" and row["action"] != "stunned"]
    assert all(len(row.get("skipped", [])) == row.get("rule_index", len(SAMPLE["rules"])) for row in own)
    assert not any("skipped" in row for row in answered(desk, anna, "train", wanted)["log"])


def test_a_long_battle_is_told_by_its_key_turns_and_whole_on_request(desk: Desk, anna: Participant) -> None:
    wall = {
        **SAMPLE,
        "stats": {"hp": 40, "atk": 5, "def": 40, "spd": 10, "foc": 5},
        "rules": [],
        "abilities": [],
    }
    wanted = {"opponent": "golem", "hero": wall, "battles": 0}
    short, whole = (
        answered(desk, anna, "train", {**wanted, "detail": detail}) for detail in ("summary", "turns")
    )
    assert len(short["log"]) < short["turns"]
    told = [row["turn"] for row in whole["log"]]
    assert told == list(range(1, whole["turns"] + 1))
    assert "turns_left_out" not in whole


@pytest.mark.parametrize("detail", ["summary", "turns", "why"])
def test_how_many_turns_a_cut_log_lacks_is_told(
    desk: Desk, anna: Participant, detail: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    wanted = {"opponent": "golem", "hero": SAMPLE, "battles": 0, "detail": detail}
    monkeypatch.setattr(training, "LOG_BYTES", 300)
    monkeypatch.setattr(training, "WHOLE_LOG_BYTES", 300)
    told = answered(desk, anna, "train", wanted)
    turns = len(fight(Hero.model_validate(SAMPLE), roster.load("golem"), int(told["seed"])).log)
    assert len(told["log"]) + told["turns_left_out"] == turns
    assert told["turns_left_out"] > 0


def test_the_shares_come_before_the_battle_that_chance_chose(desk: Desk, anna: Participant) -> None:
    told = answered(desk, anna, "train", {"opponent": "golem", "hero": SAMPLE, "battles": 50})
    assert told["summary"].index("95%") < told["summary"].index("shown battle")


def test_changes_that_won_more_stand_first_with_what_they_won(desk: Desk, anna: Participant) -> None:
    told = answered(desk, anna, "train", {"opponent": "ninja", "hero": SAMPLE})
    codes = [tip["code"] for tip in told["advice"]]
    assert codes[0] == "change-tried"
    assert codes == sorted(codes, key=lambda code: code != "change-tried")
    for tip in (each for each in told["advice"] if each["code"] == "change-tried"):
        before, after = map(int, re.findall(r"(\d+)% -> (\d+)%", tip["message"])[0])
        assert after > before


@pytest.mark.parametrize("locale", LOCALES)
def test_where_no_change_helps_the_next_step_is_another_way(
    desk: Desk, locale: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    me = join(desk, "Otto", locale)
    rules = ["self.knowledge >= 100 -> ultimate", "not self.has(rage) -> rage", "enemy.energy >= 40 -> dodge"]
    wanted = {"opponent": "golem", "hero": {**SAMPLE, "abilities": ["rage", "dodge"], "rules": rules}}
    (usual,) = answered(desk, me, "train", wanted)["next_steps"]
    monkeypatch.setattr("arena.desk.training.sparring.try_changes", lambda *_: ())
    (other,) = answered(desk, me, "train", wanted)["next_steps"]
    assert "get_rules" not in usual
    assert "get_rules" in other


def test_that_a_draft_s_name_is_taken_is_told(desk: Desk, anna: Participant) -> None:
    wanted = {"opponent": "golem", "hero": {**SAMPLE, "name": "Voxel"}, "battles": 0}
    assert len(answered(desk, anna, "train", wanted)["next_steps"]) == 1
    _rival(desk)
    told = answered(desk, anna, "train", wanted)["next_steps"]
    fault = Fault("hero-name-taken", "/name", {"name": "Voxel"})
    assert told[1:] == [fault.text("en")]


def test_a_saved_hero_is_not_told_to_be_saved_and_a_withdrawn_one_how_to_return(
    desk: Desk, anna: Participant
) -> None:
    save_hero(desk, anna.id, {**SAMPLE, **STRONG})
    wanted = {"opponent": "pm", "battles": 200}
    (told,) = answered(desk, anna, "train", wanted)["next_steps"]
    assert "beats" in told
    assert "save_hero" not in told
    draft = answered(desk, anna, "train", {**wanted, "hero": {**SAMPLE, **STRONG}})["next_steps"]
    assert "save_hero" in draft[0]
    withdraw_hero(desk, anna.id)
    told, back = answered(desk, anna, "train", wanted)["next_steps"]
    assert "save_hero" not in told
    assert "return_hero" in back


@pytest.mark.medium
@pytest.mark.parametrize("locale", LOCALES)
def test_a_short_answer_is_small_for_the_most_and_longest_rules_in_every_language(
    desk: Desk, locale: str
) -> None:
    me = join(desk, "Otto", locale)
    with desk.write() as (session, _):
        session.get_one(Player, me.id).xp_peak = LEVELS[-1].xp
    rule = "not enemy.knowledge <= {} and not self.knowledge <= 10 -> ultimate"
    rules = [rule.format(92 + i).replace(" -> ", " " * 30 + " -> ").ljust(120)[:120] for i in range(8)]
    for opponent in roster.DUMMY_IDS:
        told = answered(desk, me, "train", {"opponent": opponent, "hero": {**SAMPLE, "rules": rules}})
        assert len(told["advice"]) == training.MOST_TIPS
        assert len(json.dumps(told, ensure_ascii=False).encode()) < LARGEST


def test_of_another_participant_s_hero_only_the_public_log_is_told(desk: Desk, anna: Participant) -> None:
    rival = _rival(desk)
    for detail in ("summary", "turns", "why"):
        result = call(desk, anna, "train", {"opponent": "voxel", "hero": SAMPLE, "detail": detail})
        told, text = result.structured_content, result.model_dump_json()
        assert not result.is_error
        assert not [secret for secret in SECRETS if secret in text]
        assert told["opponent"].items() >= {"kind": "hero", "name": "Voxel", "hero_id": rival}.items()
        assert "seed" not in told
        public = {"turn", "side", "action", "hits", "effects_a", "effects_b"}
        public |= {f"{each}_percent" for each in ("damage", "poison", "change", "health")}
        theirs = [row for row in told["log"] if row["side"] == "b"]
        assert theirs
        assert all(set(row) <= public for row in theirs)
        assert any("energy" in row for row in told["log"] if row["side"] == "a")


def test_a_hidden_rival_is_called_by_its_pseudonym(desk: Desk, anna: Participant) -> None:
    rival, boss = _rival(desk, "Rude One"), join(desk, "Boss", organiser=True)
    hide_hero(desk, f"#{rival}", "rude", "en", organiser_id=boss.id)
    result = call(desk, anna, "train", {"opponent": f"#{rival}", "hero": SAMPLE})
    assert not result.is_error
    assert "Rude One" not in result.model_dump_json()
    assert "[no-such-opponent]" in refused(desk, anna, "train", {"opponent": "Rude One", "hero": SAMPLE})


def test_without_a_draft_the_saved_hero_trains(desk: Desk, anna: Participant) -> None:
    assert "[no-hero]" in refused(desk, anna, "train", {"opponent": "golem"})
    save_hero(desk, anna.id, SAMPLE)
    assert "Pixel" in answered(desk, anna, "train", {"opponent": "golem"})["summary"]


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ({"opponent": "golm"}, "no-such-opponent"),
        ({"opponent": "Pixel"}, "training-self"),
        ({"opponent": "golem", "battles": 1001}, "training-battles"),
        ({"opponent": "golem", "battles": -1}, "argument-range"),
        ({"opponent": "duck", "battles": 1}, "training-battles"),
        ({"opponent": "golem", "detail": "all"}, "argument-choice"),
        ({"opponent": "golem", "seed": 7}, "argument-unknown"),
        ({}, "argument-missing"),
    ],
)
def test_what_cannot_be_trained_is_refused_and_costs_nothing(
    desk: Desk, anna: Participant, arguments: dict[str, Any], code: str
) -> None:
    save_hero(desk, anna.id, SAMPLE)
    before = _left(desk, anna)
    assert f"[{code}]" in refused(desk, anna, "train", arguments)
    assert _left(desk, anna) == before


@pytest.mark.parametrize("locale", LOCALES)
def test_who_trains_against_itself_is_told_a_way_that_an_agent_can_go(desk: Desk, locale: str) -> None:
    me = join(desk, lang=locale)
    save_hero(desk, me.id, SAMPLE)
    told = refused(desk, me, "train", {"opponent": "Pixel"})
    assert "win_share_95" in told
    assert "arena " not in told


def test_a_faulty_draft_is_refused_with_every_fault_and_costs_a_check(desk: Desk, anna: Participant) -> None:
    hero = {**SAMPLE, "stats": {**SAMPLE["stats"], "hp": 29}, "rules": ["self.hp < 35 -> heel"]}
    text = refused(desk, anna, "train", {"opponent": "golem", "hero": hero})
    assert "/stats" in text
    assert "/rules/0" in text
    left = _left(desk, anna)
    assert left[Limited.CHECKS] == league().limits.checks - 1
    assert left[Limited.DUMMY_TRAININGS] == league().limits.dummy_trainings


def test_past_the_day_s_trainings_it_is_told_when_there_are_new_ones(desk: Desk, anna: Participant) -> None:
    for _ in range(league().limits.dummy_trainings):
        told = answered(desk, anna, "train", {"opponent": "golem", "hero": SAMPLE, "battles": 0})
    assert told["trainings_left"] == 0
    assert "No more trainings" in told["next_steps"][0]
    text = refused(desk, anna, "train", {"opponent": "golem", "hero": SAMPLE})
    assert "[limit-reached]" in text


def test_an_answer_that_fails_takes_the_count_back(
    desk: Desk, anna: Participant, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*values: object) -> None:
        raise KeyError("a secret of ours")

    monkeypatch.setattr(training, "_summary", broken)
    before = _left(desk, anna)
    assert "secret" not in refused(desk, anna, "train", {"opponent": "golem", "hero": SAMPLE})
    assert _left(desk, anna) == before
