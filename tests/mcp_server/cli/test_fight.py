"""`arena fight`: a battle to read, and the same for programs."""

import re
import shlex
import subprocess

import pytest
from rich.cells import cell_len

from arena import roster
from arena.battle import fight
from arena.hero import load_hero
from mcp_server.cli import compiling
from mcp_server.cli.commands.fight import read_seed
from mcp_server.cli.failures import WrongUsageError

TURTLE = {
    "stats": {"hp": 40, "atk": 5, "def": 40, "spd": 5, "foc": 10},
    "abilities": ["shield"],
    "rules": ["not self.has(shield) -> shield"],
}


def test_each_turn_is_a_line_with_deed_rule_and_both_healths(arena):
    result = arena("fight", "golem", "ninja", "--seed", "7")
    battle = fight(roster.load("golem"), roster.load("ninja"), 7)
    assert (result.code, result.err) == (0, "")
    turns = [line for line in result.out.split("\n") if re.match(r"\d+ [AB] ", line)]
    assert len(turns) == len(battle.log)
    for line, turn in zip(turns, battle.log, strict=True):
        assert line.startswith(f"{turn.tick} {turn.side.upper()} ")
        assert f"A {turn.hp_a}/" in line
        assert f"B {turn.hp_b}/" in line
        if turn.rule is not None:
            hero = roster.load("golem" if turn.side == "a" else "ninja")
            assert f"rule {turn.rule + 1}: {hero.rules[turn.rule]}" in line


def test_the_end_says_who_won_and_how_and_how_to_see_it_again(arena):
    result = arena("fight", "golem", "ninja", "--seed", "0x10")
    battle = fight(roster.load("golem"), roster.load("ninja"), 16)
    names = {"a": roster.load("golem").name, "b": roster.load("ninja").name}
    assert f"{names[battle.winner or '']} wins" in result.out
    assert f"Tick {battle.ticks}, turns {battle.turns}" in result.out
    assert result.out.endswith(
        "Again: arena fight golem ninja --seed 16\nFilm: arena render battle golem ninja --seed 16\n"
    )


def command_after(title: str, out: str) -> str:
    """The command in the line that begins so."""
    (line,) = [line for line in out.split("\n") if line.startswith(title)]
    return line.removeprefix(title)


def test_the_command_at_the_end_repeats_the_battle(arena, hero_file):
    hero_file("my hero.json")
    first = arena("fight", "my hero.json", "golem", "--ruleset", "v0")
    command = command_after("Again: ", first.out)
    again = arena(*shlex.split(command)[1:])
    assert again.out == first.out
    assert "Ruleset v0" in again.out


def test_a_file_that_looks_like_an_option_is_a_path_in_the_command_to_repeat(arena, hero_file):
    hero_file("-x.json")
    first = arena("fight", "--", "-x.json", "golem")
    command = command_after("Again: ", first.out)
    assert "./-x.json" in command
    assert arena(*shlex.split(command)[1:]).out == first.out


@pytest.mark.medium
@pytest.mark.parametrize(("title", "locale"), [("Film: ", "en"), ("Видео: ", "ru"), ("Vídeo: ", "es")])
def test_the_film_at_the_end_is_of_that_very_battle(arena, hero_file, tmp_path, title, locale):
    file = hero_file("my $HOME hero's.json")
    fought = arena("fight", file, "golem", "--ruleset", "v0", "--lang", locale)
    command = command_after(title, fought.out)
    assert command.startswith("arena render battle ")
    assert command.endswith(f" --lang {locale}")
    typed = subprocess.run(
        ["sh", "-c", f"printf '%s\\n' {command}"], capture_output=True, text=True, check=True
    )
    arguments = typed.stdout.splitlines()[1:]
    data = arena(*arguments, "--json").data
    battle = fight(load_hero((tmp_path / file).read_bytes()), roster.load("golem"), int(data["seed"]), "v0")
    assert (data["a"]["hero"], data["b"]["hero"], data["ruleset"]) == (file, "golem", "v0")
    assert (data["winner"], data["turns"]) == (battle.winner, battle.turns)
    assert fought.out.splitlines()[0].endswith(f" {data['seed']}")
    assert (tmp_path / data["file"]).stat().st_size == data["bytes"]


@pytest.mark.parametrize("given", [["--lang", "ru", "fight"], ["fight", "--lang=ru"]])
def test_what_is_typed_next_speaks_the_language_that_was_asked_for(arena, given):
    first = arena(*given, "golem", "ninja", "--seed", "7")
    command = command_after("Ещё раз: ", first.out)
    assert command == "arena fight golem ninja --seed 7 --lang ru"
    assert arena(*shlex.split(command)[1:]).out == first.out


def test_a_language_that_was_not_asked_for_is_in_no_command(arena, monkeypatch):
    monkeypatch.setenv("ARENA_LANG", "ru")
    assert command_after("Видео: ", arena("fight", "golem", "ninja", "--seed", "7").out).endswith(" --seed 7")


def test_a_file_whose_name_cannot_be_typed_has_no_commands_at_the_end(arena, hero_file):
    out = arena("fight", hero_file("a\nb.json"), "golem").out
    assert "Again: " not in out
    assert "Film: " not in out


@pytest.mark.parametrize("given", ["ninja", "NINJA", "Ниндзя прода", "ниндзя ПРОДА"])
def test_a_hero_of_the_roster_goes_by_its_id_or_name_in_any_case(arena, given):
    assert arena("fight", given, "golem", "--seed", "1", "--json").data["a"]["hero"] == "ninja"


def test_the_roster_comes_before_a_file_of_that_name_which_a_path_still_reaches(arena, hero_file):
    hero_file("golem")
    assert arena("fight", "golem", "ninja", "--json").data["a"]["name"] == roster.load("golem").name
    assert arena("fight", "./golem", "ninja", "--json").data["a"]["name"] == "Pixel"


def test_a_file_with_faults_does_not_fight_and_its_faults_are_told(arena, hero_file):
    result = arena("fight", hero_file(rules=["self.hp < 35 -> shield"]), "golem")
    assert (result.code, result.out) == (1, "")
    assert (
        "hero.json\n  fault /rules/0 (rule 1)\n    self.hp < 35 -> shield\n              ^^\n" in result.err
    )


def test_time_that_runs_out_between_equals_is_a_draw(arena, hero_file):
    rules = ["self.hp < 100% -> heal", "not self.has(shield) -> shield"]
    hero_file("a.json", **{**TURTLE, "abilities": ["shield", "heal"], "rules": rules})
    for seed in range(60):
        arguments = ("fight", "a.json", "a.json", "--seed", f"{seed}")
        if arena(*arguments, "--json").data["winner"] is None:
            assert "A draw: tick 300" in arena(*arguments).out
            return
    pytest.fail("no battle was a draw")


def test_time_that_runs_out_is_won_by_the_greater_share_of_health(arena, hero_file):
    hero_file("a.json", **TURTLE)
    stats = {"hp": 40, "atk": 5, "def": 39, "spd": 6, "foc": 10}
    hero_file("b.json", **{**TURTLE, "name": "Bit", "stats": stats, "rules": ["turn >= 2 -> shield"]})
    result = arena("fight", "a.json", "b.json", "--seed", "1")
    assert "Time is up; Pixel has the greater share of health, Bit the smaller. Tick 300" in result.out


def test_a_death_by_poison_is_told_though_that_turn_has_no_line(arena, hero_file):
    poisoner = {"abilities": ["poison"], "rules": ["not enemy.has(poison) -> poison"]}
    hero_file("witch.json", name="Witch", **poisoner)
    for seed in range(60):
        arguments = ("fight", "witch.json", "witch.json", "--seed", f"{seed}")
        if arena(*arguments, "--json").data["end"] == "poison":
            assert "falls to Tech debt" in arena(*arguments).out
            return
    pytest.fail("no battle ended by poison")


def test_why_adds_the_reasons_of_the_rules_above(arena):
    result = arena("fight", "golem", "ninja", "--seed", "7", "--why")
    assert "    rule 1 did not fire: self.knowledge >= 100 is false: it is " in result.out
    assert "cooling down, own turns left: " in result.out
    assert "rule 1 did not fire" not in arena("fight", "golem", "ninja", "--seed", "7").out


@pytest.mark.parametrize(("locale", "told"), [("ru", "Победа: "), ("en", " wins: "), ("es", "Gana ")])
def test_the_battle_is_told_in_the_reader_s_language(arena, locale, told):
    assert told in arena("fight", "golem", "ninja", "--seed", "7", "--lang", locale).out


@pytest.mark.parametrize("width", [60, 80, 100, 140])
def test_on_a_terminal_nothing_is_wider_than_it(terminal, width):
    result = terminal(width, "fight", "golem", "ninja", "--seed", "7", "--why")
    assert result.code == 0
    again = next(number for number, line in enumerate(result.lines) if line.startswith("Again"))
    assert max(cell_len(line) for line in result.lines[:again]) <= width
    assert any("▶" in line for line in result.lines)
    assert any("◀" in line for line in result.lines)


@pytest.mark.parametrize("width", [80, 100, 120])
@pytest.mark.parametrize("id_", ["golem", "kerning", "knight"])
def test_the_right_hero_is_the_mirror_image_of_the_left_one(terminal, width, id_):
    rows = [
        line for line in terminal(width, "fight", id_, id_, "--seed", "1").lines if re.search("[▀▄]", line)
    ]
    assert len(rows) > 8
    assert [row.ljust(width) for row in rows] == [row.ljust(width)[::-1] for row in rows]


def test_where_there_is_no_room_nobody_is_drawn(terminal):
    assert "▀" not in terminal(60, "fight", "golem", "golem", "--seed", "1").out


def test_outside_a_terminal_each_side_has_a_line(arena):
    lines = arena("fight", "golem", "ninja", "--seed", "7").lines
    assert lines[1:3] == ["A Легаси-голем: Работает — не трогай", "B Ниндзя прода: Деплой в пятницу вечером"]


def test_json_has_stable_keys_and_the_whole_log(arena):
    result = arena("fight", "golem", "ninja", "--seed", "18446744073709551615", "--json")
    battle = fight(roster.load("golem"), roster.load("ninja"), (1 << 64) - 1)
    data = result.data
    assert (result.code, result.err) == (0, "")
    assert list(data) == [
        "ruleset",
        "seed",
        "a",
        "b",
        "winner",
        "end",
        "ticks",
        "turns",
        "hp_a",
        "hp_b",
        "log",
    ]
    assert data["seed"] == "18446744073709551615"
    assert data["a"] == {"hero": "golem", "name": roster.load("golem").name, "max_hp": 180}
    assert (data["winner"], data["turns"]) == (battle.winner, battle.turns)
    assert len(data["log"]) == len(battle.log)
    turn, logged = battle.log[0], data["log"][0]
    assert logged["hits"] == [{"outcome": turn.hits[0].outcome, "loss": turn.hits[0].loss}]
    assert logged["energy"] == {"a": turn.energy.a, "b": turn.energy.b}
    assert set(logged["skipped"][0]["reasons"][0]) == {"kind", "seen", "needed", "condition"}


def test_the_first_compile_is_announced_beside_the_json(arena, monkeypatch):
    monkeypatch.setattr(compiling, "kernel_is_kept", lambda: False)
    result = arena("fight", "golem", "ninja", "--json")
    assert result.err == "Compiling the battle engine: once, a few seconds…\n"
    assert result.data["ruleset"] == "v1"


def test_without_a_seed_one_is_drawn_and_shown(arena):
    seeds = {arena("fight", "golem", "ninja", "--json").data["seed"] for _ in range(3)}
    assert len(seeds) > 1


@pytest.mark.parametrize(
    ("given", "seed"),
    [
        ("0", 0),
        ("7", 7),
        ("0" * 5000 + "7", 7),
        ("0x" + "0" * 30 + "f", 15),
        ("000", 0),
        ("0xff", 255),
        ("0XFF", 255),
        ("18446744073709551615", (1 << 64) - 1),
    ],
)
def test_a_seed_is_decimal_or_hexadecimal(given, seed):
    assert read_seed(given, "arena fight") == seed


@pytest.mark.parametrize("given", ["", "-1", "1.5", "x", "0x", "٣", " 1", "18446744073709551616", "9" * 5000])
def test_what_is_no_seed_is_refused(given):
    with pytest.raises(WrongUsageError):
        read_seed(given, "arena fight")
