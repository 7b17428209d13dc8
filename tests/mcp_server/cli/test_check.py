"""`arena check`: every fault with its place and its caret, advice, the card of a valid hero."""

import io
import json
import os
import re

import pytest
from rich.cells import cell_len

from arena import roster


def test_a_valid_hero_gets_a_card_with_what_it_has_and_what_higher_levels_allow(arena, hero_file):
    result = arena("check", hero_file())
    assert (result.code, result.err) == (0, "")
    assert "Pixel" in result.out
    assert "Vitality: health = 190" in result.out
    assert "Strength: damage of a strike = 14.4" in result.out
    assert "Backup (shield), Force push (heavy)" in result.out
    assert "2 self.hp < 40% and not self.has(shield) -> shield" in result.out
    assert "Fits level 1 (abilities up to 2, rules up to 4)." in result.out
    assert re.search(r"^ *Level +Abilities +Rules\n +2 +2 +5\n", result.out, re.MULTILINE)
    assert re.search(r"^ +7 +4 +8$", result.out, re.MULTILINE)


def test_a_hero_below_its_level_is_told_the_level_that_would_do(arena, hero_file):
    assert "Level 1 would do." in arena("check", hero_file(), "--level", "7").out


def test_the_sprite_is_drawn_on_a_terminal_only(arena, terminal, hero_file):
    hero_file()
    assert "▀" not in arena("check", "hero.json").out
    for width in (60, 80, 100):
        assert "▀" in terminal(width, "check", "hero.json").out


def test_every_fault_is_shown_with_a_caret_under_its_place(arena, hero_file):
    hero_file(rules=["self.hp < 35 -> shield", "turn = 2 -> shilde"], stats=dict.fromkeys(("hp", "atk"), 5))
    result = arena("check", "hero.json")
    assert result.code == 1
    assert "fault /stats" in result.out
    lines = result.lines
    first = lines.index("    self.hp < 35 -> shield")
    assert lines[first - 1] == "  fault /rules/0 (rule 1)"
    assert lines[first + 1] == "              ^^"
    shown = [lines[at + 1] for at, line in enumerate(lines) if line == "    turn = 2 -> shilde"]
    assert shown == ["         ^", "                ^^^^^^"]
    assert "→ Write `self.hp < 35%`." in result.out


@pytest.mark.parametrize(("locale", "label"), [("ru", "ошибка"), ("en", "fault"), ("es", "error")])
def test_faults_are_told_in_the_reader_s_language(arena, hero_file, locale, label):
    result = arena("check", hero_file(abilities=["heavi", "shield"]), "--lang", locale)
    assert f"  {label} /abilities/0" in result.out
    assert "`heavy`" in result.out


def test_a_pixel_row_is_shown_with_a_caret_too(arena, hero_file):
    row = "...x" + "." * 28
    rows = [row, *["0" * 32] * 31]
    result = arena("check", hero_file(sprite={"palette": ["#46607d"], "pixels": rows}))
    lines = result.lines
    assert lines[lines.index(f"    {row}") + 1] == "       ^"


def test_advice_is_shown_and_does_no_harm(arena, hero_file):
    result = arena("check", hero_file(rules=["self.hp < 35% and self.hp > 40% -> shield"]))
    assert result.code == 0
    assert "  advice /rules/0 (rule 1)" in result.out
    assert "never fires" in result.out
    assert "Fits level 1" in result.out


def test_more_slots_than_the_level_has_is_a_fault_that_names_the_level_that_has_them(arena, hero_file):
    hero_file(abilities=["shield", "heavy", "poison"])
    assert arena("check", "hero.json", "--level", "3").code == 0
    result = arena("check", "hero.json")
    assert result.code == 1
    assert "Level 3 (250 XP)" in result.out


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"hello", "line 1, column 1"),
        (b'{"name": "\xff"}', "0xff"),
        (b" " * 20_000, "20000"),
        (b"[" * 1000, "16"),
        (b'{"name": "a", "name": "b"}', "name"),
        (b'{"name": "a\\ud800b"}', "U+D800"),
        (b"", "nothing here"),
        (b"[]", "object"),
    ],
)
def test_a_file_that_cannot_be_read_gets_one_clear_fault(arena, tmp_path, content, told):
    (tmp_path / "bad.json").write_bytes(content)
    result = arena("check", "bad.json")
    assert (result.code, result.err) == (1, "")
    assert told in result.out
    assert len(re.findall(r"^  fault ", result.out, re.MULTILINE)) == 1


def test_missing_files_and_folders_are_faults_of_their_own(arena, tmp_path):
    result = arena("check", "no.json", ".", "hero.json/deeper", "nul\0.json")
    assert result.code == 1
    assert "There is no such file." in result.out
    assert str(tmp_path) in result.out
    assert "This is a folder, not a file." in result.out
    assert "The file cannot be read" in result.out
    assert "Files: 4, with faults: 4." in result.out


@pytest.mark.skipif(os.geteuid() == 0, reason="root reads everything")
def test_a_file_without_permission_says_so(arena, hero_file, tmp_path):
    (tmp_path / hero_file()).chmod(0)
    assert "Permission denied" in arena("check", "hero.json").out


def test_a_monstrous_file_is_refused_without_being_read_whole(arena, tmp_path):
    with (tmp_path / "huge.json").open("wb") as file:
        file.truncate(1 << 34)
    result = arena("check", "huge.json")
    assert result.code == 1
    assert "more than 1048576 bytes" in result.out
    assert "16384" in result.out


def test_a_hero_of_the_roster_is_checked_by_its_id_against_its_own_level(arena):
    for id_ in roster.names():
        data = arena("check", id_, "--json").data
        assert (data["ok"], data["files"][0]["level"]) == (True, roster.level(id_))
    assert "Fits level 7" in arena("check", "Рыцарь аптайма").out
    assert arena("check", "knight", "--level", "1").code == 1


def test_what_is_no_file_and_no_hero_is_a_fault_beside_the_others(arena, hero_file):
    result = arena("check", "nobody", hero_file(), "--json")
    nobody, fine = result.data["files"]
    assert (result.code, nobody["ok"], fine["ok"]) == (1, False, True)
    assert [fault["code"] for fault in nobody["faults"]] == ["unknown-hero"]


def test_stdin_is_a_file_named_by_a_hyphen(arena, hero_file, tmp_path, monkeypatch):
    content = (tmp_path / hero_file()).read_bytes()
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(content)))
    result = arena("check", "-", "--json")
    assert result.code == 0
    assert result.data["files"][0]["name"] == "Pixel"


def test_markup_and_control_characters_are_shown_and_not_obeyed(arena, terminal, hero_file, tmp_path):
    hero_file("[red]\x1b[31m\n.json", name="[red]Bit[/red]", motto="[bold]:fire:")
    for result in (arena("check", "[red]\x1b[31m\n.json"), terminal(80, "check", "[red]\x1b[31m\n.json")):
        assert "[red]\\u001b[31m\\u000a.json" in result.out
        assert "[red]Bit[/red]" in result.out
        assert "\x1b[31m\n" not in result.out
    hero_file("motto.json", motto="[bold]:fire:")
    assert "[bold]:fire:" in terminal(80, "check", "motto.json").out


def test_json_tells_the_same_with_stable_keys(arena, hero_file):
    hero_file("good.json")
    hero_file("bad.json", rules=["self.hp < 35 -> shield"])
    result = arena("check", "good.json", "bad.json", "no.json", "--json")
    assert (result.code, result.err) == (1, "")
    assert result.data["ok"] is False
    good, bad, missing = result.data["files"]
    assert good["level"] == 1
    assert (good["file"], good["ok"], good["name"], good["needs_level"]) == ("good.json", True, "Pixel", 1)
    assert (good["faults"], good["advice"]) == ([], [])
    (fault,) = bad["faults"]
    assert set(fault) == {"code", "path", "text", "span", "message", "hint"}
    assert (fault["path"], fault["text"], fault["span"]) == ("/rules/0", "self.hp < 35 -> shield", [10, 12])
    assert [each["code"] for each in missing["faults"]] == ["file-missing"]


@pytest.mark.parametrize("width", [60, 80, 140])
def test_nothing_is_wider_than_the_terminal(terminal, hero_file, width):
    hero_file(rules=["self.hp < 35% and self.hp > 40% -> shield"])
    for level in ("1", "7"):
        result = terminal(width, "check", "hero.json", "--lang", "ru", "--level", level)
        assert max(map(cell_len, result.lines)) <= width


def test_every_hero_of_the_roster_is_valid_at_its_level(arena, tmp_path):
    for id_ in roster.names():
        data = roster.load(id_).model_dump(mode="json", by_alias=True)
        (tmp_path / "hero.json").write_text(json.dumps(data), encoding="utf-8")
        assert arena("check", "hero.json", "--level", str(roster.level(id_))).code == 0, id_
