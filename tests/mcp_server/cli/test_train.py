"""`arena train`: how the battles ended, and what each rule did."""

import re

import pytest
from rich.cells import cell_len

from arena import roster
from arena.battle import coverage, fight, fight_many, pack
from arena.desk.training import statistics as training
from arena.desk.training.statistics import train


def test_the_shares_and_the_interval_are_told(arena):
    result = arena("train", "kerning", "--against", "golem", "-n", "200", "--seed", "5")
    assert (result.code, result.err) == (0, "")
    for told in ("battles 200, seeds from 5", "Wins", "Draws", "Losses", "95% sure", "Turns in a battle"):
        assert told in result.out


def test_the_same_call_gives_the_same_numbers(arena):
    first, second = (arena("train", "kerning", "--against", "golem", "-n", "100") for _ in range(2))
    assert first == second


def test_a_rule_that_never_fires_is_told_with_the_advice_on_it(arena, hero_file):
    hero_file(rules=["self.energy >= 30 -> heavy", "self.energy >= 30 -> heavy"])
    result = arena("train", "hero.json", "--against", "golem", "-n", "50")
    assert "Rule 2 is silent. This rule says the same as rule 1" in result.out


@pytest.mark.parametrize(
    ("rules", "told"),
    [
        (["turn <= 299 -> strike", "self.hp < 50% -> shield"], "Rule 2 is silent: it was never reached"),
        (["turn >= 290 -> shield"], "Rule 1 is silent: its conditions never held."),
        (
            ["turn <= 1 -> heavy"],
            "Rule 1 is silent: its conditions held (times: 20), but the action was never",
        ),
    ],
)
def test_a_silent_rule_without_advice_says_where_it_got_stuck(arena, hero_file, rules, told):
    assert told in arena("train", hero_file(rules=rules), "--against", "golem", "-n", "20").out


def test_a_hero_without_rules_trains_too(arena, hero_file):
    result = arena("train", hero_file(rules=[], abilities=[]), "--against", "golem", "-n", "20")
    assert result.code == 0
    assert "every turn is a plain strike" in result.out


def test_the_loss_that_is_shown_can_be_watched_and_is_a_loss(arena):
    data = arena("train", "pm", "--against", "ninja", "-n", "100", "--json").data
    seed = int(data["opponents"][0]["lost_seed"])
    assert fight(roster.load("pm"), roster.load("ninja"), seed).winner == "b"
    assert (
        f"arena fight pm ninja --seed {seed} --why"
        in arena("train", "pm", "--against", "ninja", "-n", "100").out
    )


def test_against_all_is_a_table_of_the_whole_roster(arena):
    result = arena("train", "kerning", "--against", "all", "-n", "20")
    assert result.code == 0
    for id_ in roster.names():
        assert id_ in result.out
    assert "Share of wins against the whole roster" in result.out


def test_against_all_the_rules_are_counted_over_all_opponents(arena, hero_file):
    file = hero_file(rules=["turn >= 290 -> shield", "turn >= 1 -> heavy"])
    arguments = ("train", file, "--against", "all", "-n", "20")
    data = arena(*arguments, "--json").data
    for rule, row in enumerate(data["rules"]):
        for count in ("reached", "true", "fired"):
            assert row[count] == sum(opponent["rules"][rule][count] for opponent in data["opponents"])
        turns = sum(opponent["rules"][rule]["not_ready"]["turns"] for opponent in data["opponents"])
        assert row["not_ready"]["turns"] == turns
    assert data["sampled"] == sum(opponent["sampled"] for opponent in data["opponents"])
    told = arena(*arguments).out
    assert "Rules against the whole roster:" in told
    assert "Rule 1 is silent: its conditions never held." in told
    assert re.search(rf"^2 +turn >= 1 -> heavy +{data['rules'][1]['reached']:,} ", told, re.MULTILINE)


@pytest.mark.parametrize(
    ("rules", "told"),
    [
        (["turn >= 1 -> ultimate"], "not ready: knowledge too low 100.0%"),
        (["turn <= 1 -> heavy"], "not ready: energy too low 100.0%"),
        (["self.energy >= 25 -> shield"], "not ready: cooling down 100.0%"),
    ],
)
def test_a_rule_that_was_true_and_did_not_fire_says_what_its_action_lacked(arena, hero_file, rules, told):
    result = arena("train", hero_file(rules=rules), "--against", "golem", "-n", "20")
    assert told in result.out
    assert "From the logs of the first battles with each opponent, in all: 20." in result.out


def test_where_every_true_rule_fired_nothing_is_said_of_readiness(arena, hero_file):
    result = arena("train", hero_file(rules=["self.energy >= 30 -> heavy"]), "--against", "golem", "-n", "20")
    assert "ot ready" not in result.out


def test_without_a_single_win_it_says_what_to_look_at(arena):
    result = arena("train", "teapot", "--against", "ninja", "-n", "20")
    assert "Wins    0.0%" in result.out
    assert "Not one win against Ниндзя прода. Watch a battle" in result.out
    assert "arena fight teapot ninja --seed 1 --why" in result.out
    assert "Not one win" not in arena("train", "kerning", "--against", "golem", "-n", "20").out


def test_what_is_typed_next_speaks_the_language_that_was_asked_for(arena):
    out = arena("--lang", "ru", "train", "teapot", "--against", "ninja", "-n", "20").out
    assert "arena fight teapot ninja --seed 1 --why --lang ru\n" in out
    assert out.endswith("arena train teapot --against all --lang ru\n")


def test_json_has_stable_keys_and_true_numbers(arena):
    result = arena("train", "kerning", "--against", "golem", "-n", "50", "--seed", "9", "--json")
    data = result.data
    assert list(data) == ["hero", "ruleset", "battles", "seed", "opponents", "sampled", "rules"]
    (opponent,) = data["opponents"]
    hero, golem = roster.load("kerning"), roster.load("golem")
    outcomes = fight_many(pack([hero, golem]), 0, 1, range(9, 59))
    assert opponent["wins"] == int((outcomes["winner"] == 0).sum())
    assert opponent["wins"] + opponent["draws"] + opponent["losses"] == 50
    low, high = opponent["win_share_95"]
    assert low < opponent["win_share"] < high
    rows = coverage(hero, golem, range(9, 59))
    assert [row["fired"] for row in opponent["rules"]] == [row.fired for row in rows]
    assert [row["text"] for row in opponent["rules"]] == list(hero.rules)
    assert (data["sampled"], data["rules"]) == (50, opponent["rules"])
    for row in data["rules"]:
        assert list(row["not_ready"]) == ["turns", "energy", "knowledge", "cooldown"]
        assert row["not_ready"]["turns"] == row["true"] - row["fired"]


def test_chunks_change_nothing(monkeypatch):
    hero, golem = roster.load("kerning"), roster.load("golem")
    whole = train(hero, golem, 100, 3, "v1")
    monkeypatch.setattr(training, "CHUNK", 7)
    told: list[int] = []
    assert train(hero, golem, 100, 3, "v1", advanced=told.append) == whole
    assert sum(told) == 100


def test_seeds_wrap_around():
    hero, golem = roster.load("kerning"), roster.load("golem")
    wrapped = train(hero, golem, 4, (1 << 64) - 2, "v1")
    outcomes = fight_many(pack([hero, golem]), 0, 1, [(1 << 64) - 2, (1 << 64) - 1, 0, 1])
    assert wrapped.wins == int((outcomes["winner"] == 0).sum())


@pytest.mark.medium
@pytest.mark.parametrize("locale", ["ru", "en", "es"])
@pytest.mark.parametrize("width", [40, 60, 79, 80, 100])
@pytest.mark.parametrize("against", ["golem", "all"])
def test_no_line_is_wider_than_the_terminal_but_a_command_to_copy(terminal, locale, width, against):
    result = terminal(width, "train", "kerning", "--against", against, "-n", "20", "--lang", locale)
    assert result.code == 0
    told = [line for line in result.lines if not re.search(r": arena (train|fight) ", line)]
    assert len(result.lines) - len(told) == 2
    assert [line for line in told if cell_len(line) > width] == []


@pytest.mark.medium
@pytest.mark.parametrize("locale", ["ru", "en", "es"])
@pytest.mark.parametrize("width", [40, 60, 80, 120])
def test_rules_are_wrapped_and_not_cut(terminal, locale, width):
    told = " ".join(
        terminal(width, "train", "knight", "--against", "golem", "-n", "5", "--lang", locale).lines
    )
    assert "…" not in told
    for word in {word for rule in roster.load("knight").rules for word in rule.split()}:
        assert word in told
