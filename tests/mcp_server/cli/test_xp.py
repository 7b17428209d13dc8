"""`arena xp`: a table of library points, one score, a correction."""

import io

import pytest

HEAD = "player,points,day,source_id\n"


@pytest.fixture
def ann(arena):
    """Ann is in the league; `scores(text)` writes the table."""
    arena("players", "add", "Ann")


@pytest.fixture
def scores(tmp_path):
    def write(text: str) -> str:
        (tmp_path / "scores.csv").write_text(HEAD + text, encoding="utf-8")
        return "scores.csv"

    return write


def xp_of_all(arena) -> list[int]:
    return [player["xp"] for player in arena("players", "list", "--json").data["players"]]


def test_a_table_is_imported_and_what_lapsed_is_told(arena, ann, scores):
    result = arena("xp", "import", scores("Ann,8,2026-04-20,a\nAnn,8,2026-04-20,b\n"))
    assert (result.code, result.err) == (0, "")
    assert (
        result.out == "Lines imported: 2. Experience given: 100.\nAbove the week's most (100), lapsed: 60.\n"
    )
    assert xp_of_all(arena) == [100]


def test_bad_lines_are_told_by_line_and_nothing_is_imported(arena, ann, scores):
    result = arena("xp", "import", scores("Ann,8,2026-04-20,a\nAnn,-8,2026-04-20,b\nAnm,1,2026-04-20,c\n"))
    assert (result.code, result.out) == (1, "")
    assert 'Line 3. The points "-8"' in result.err
    assert 'Line 4. There is no participant "Anm". Perhaps "Ann"?' in result.err
    assert xp_of_all(arena) == [0]


def test_json_of_bad_lines_names_the_file(arena, ann, scores):
    data = arena("xp", "import", scores("Ann,7,5,2026-04-20,a\n"), "--json").data
    assert (data["ok"], data["file"]) == (False, "scores.csv")
    assert [(fault["code"], fault["path"]) for fault in data["faults"]] == [("library-fields", "/2")]
    assert arena("xp", "import", "gone.csv", "--json").data["file"] == "gone.csv"


def test_good_lines_are_imported_if_asked(arena, ann, scores):
    file = scores("Ann,8,2026-04-20,a\nAnn,-8,2026-04-20,b\n")
    result = arena("xp", "import", file, "--skip-bad")
    assert result.code == 0
    assert "Lines imported: 1. Experience given: 80." in result.out
    assert "Line 3. " in result.out
    again = arena("xp", "import", file, "--skip-bad", "--json")
    assert (again.code, again.data["imported"]) == (0, [])
    assert [fault["path"] for fault in again.data["skipped"]] == ["/2", "/3"]


def test_very_many_bad_lines_are_counted(arena, ann, scores):
    file = scores("".join(f"Ann,x,2026-04-20,{n}\n" for n in range(150)))
    assert "Further faults below in the file: 50." in arena("xp", "import", file).err
    shown = arena("xp", "import", file, "--skip-bad").out
    assert "faults: 150" in shown
    assert "and more: 50" in shown
    assert len(arena("xp", "import", file, "--skip-bad", "--json").data["skipped"]) == 150


def test_an_import_is_data_too(arena, ann, scores):
    result = arena("xp", "import", scores("ann,8,2026-04-20,a\n"), "--json")
    row = {"line": 2, "player_id": 1, "player": "ann", "points": 8, "xp": 80, "lapsed": 0}
    assert result.data == {"imported": [row], "skipped": []}
    refused = arena("xp", "import", scores("ann,8,2026-04-20,a\n"), "--json")
    assert (refused.code, refused.data["faults"][0]["code"]) == (1, "library-repeated")


def test_a_table_may_come_on_stdin(arena, ann, monkeypatch):
    content = (HEAD + "Ann,1,2026-04-20,a\n").encode()
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(content)))
    assert arena("xp", "import", "-").code == 0
    assert xp_of_all(arena) == [10]


def test_what_is_no_file_of_a_table_says_what_to_give(arena, tmp_path):
    assert "no such file" in arena("xp", "import", "no.csv").err
    assert "scores.csv" in arena("xp", "import", ".").err
    (tmp_path / "empty.csv").touch()
    assert HEAD.strip() in arena("xp", "import", "empty.csv").err
    with (tmp_path / "huge.csv").open("wb") as file:
        file.truncate(1 << 34)
    assert "10000000 bytes" in arena("xp", "import", "huge.csv").err


def test_a_score_is_added_once_and_a_new_level_is_told(arena, ann):
    first = arena("xp", "add", "ann", "12", "--key", "essay", "--day", "2026-04-20")
    assert "Experience: +100, now 100. A new level: 2!" in first.out
    assert "lapsed: 20" in first.out
    assert arena("xp", "add", "ann", "12", "--key", "essay").code == 1
    second = arena("xp", "add", "ann", "1", "--key", "talk", "--day", "2026-04-13", "--json")
    assert second.data == {"id": 1, "xp": 10, "lapsed": 0, "total": 110, "level": 2}


def test_a_correction_may_take_experience_and_leaves_the_level(arena, ann):
    arena("xp", "add", "Ann", "10", "--key", "essay")
    result = arena("xp", "add", "Ann", "--correction", "-60", "--key", "slip")
    assert (result.code, result.out) == (0, "Experience: -60, now 40. Level: 2.\n")
    assert "60 cannot be taken away" in arena("xp", "add", "Ann", "--correction", "-60", "--key", "b").err


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ([], "--correction"),
        (["1", "--correction", "1"], "--correction"),
        (["1", "--day", "yesterday"], "2026-04-20"),
        (["1.5"], "POINTS"),
    ],
)
def test_a_call_that_makes_no_sense_says_what_would(arena, ann, arguments, told):
    result = arena("xp", "add", "Ann", "--key", "k", *arguments)
    assert (result.code, result.out) == (2, "")
    assert told in result.err


def test_points_are_not_negative(arena, ann):
    assert arena("xp", "add", "Ann", "--key", "k", "--", "-1").code == 2
    assert xp_of_all(arena) == [0]
