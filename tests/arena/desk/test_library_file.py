"""A CSV of library points: how it may be written, and every fault by its line."""

from datetime import date

import pytest

from arena.desk.experience.library_file import LONGEST_FILE, LibraryRow, read_library
from arena.errors import ArenaError

HEAD = "player,points,day,source_id\n"
GOOD = LibraryRow(2, "Ann", 7, date(2026, 4, 20), "s1")


def rows(text: str | bytes) -> tuple[LibraryRow, ...]:
    file = read_library(text if isinstance(text, bytes) else text.encode())
    assert file.faults == ()
    return file.rows


def faults(text: str) -> list[tuple[int, str, str | None]]:
    return [(fault.line, fault.code, fault.reason) for fault in read_library(text.encode()).faults]


def refused(content: bytes) -> str:
    with pytest.raises(ArenaError) as error:
        read_library(content)
    for locale in ("ru", "en", "es"):
        assert error.value.text(locale)
    return error.value.code


@pytest.mark.parametrize(
    "text",
    [
        HEAD + "Ann,7,2026-04-20,s1\n",
        "\ufeff" + HEAD + "Ann,7,2026-04-20,s1",
        (HEAD + "Ann,7,2026-04-20,s1\n").replace(",", ";").replace("\n", "\r\n"),
        'Source_ID , player,"DAY",Points,note\ns1 , Ann ,2026-04-20,007,"a, b"\n',
    ],
)
def test_a_table_may_be_written_as_spreadsheets_write_it(text: str) -> None:
    assert rows(text) == (GOOD,)


def test_empty_lines_are_passed_over_and_lines_are_counted_as_an_editor_does() -> None:
    text = HEAD + '\n"A\nnn",1,2026-04-20,s1\n,,,\nBob,x,2026-04-20,s2\n'
    assert faults(text) == [(6, "library-points", None)]
    assert [row.line for row in read_library(text.encode()).rows] == [3]


@pytest.mark.parametrize(
    ("row", "code"),
    [
        ("Ann,-1,2026-04-20,s1", "library-points"),
        ("Ann,1.5,2026-04-20,s1", "library-points"),
        ("Ann,+1,2026-04-20,s1", "library-points"),
        ("Ann,٣,2026-04-20,s1", "library-points"),
        ("Ann,1000001,2026-04-20,s1", "library-points"),
        (f"Ann,{'9' * 5000},2026-04-20,s1", "library-points"),
        ("Ann,,2026-04-20,s1", "library-points"),
        ("Ann,1,20.04.2026,s1", "library-day"),
        ("Ann,1,2026-02-30,s1", "library-day"),
        ("Ann,1,20260420,s1", "library-day"),
        ("Ann,1,2026-04-20,", "library-source"),
        (f"Ann,1,2026-04-20,{'x' * 101}", "library-source"),
        ("Ann,1,2026-04-20,a\x00b", "library-source"),
        (" ,1,2026-04-20,s1", "library-player"),
        ("Ann,1,2026-04-20", "library-fields"),
        ("Ann,1,2026-04-20,s1,", "library-fields"),
        ("Ann,7,5,2026-04-20,s1", "library-fields"),
        ('Ann,1,2026-04-20,"s1', "library-broken"),
    ],
)
def test_what_is_wrong_with_a_line_is_told_with_its_number(row: str, code: str) -> None:
    assert faults(HEAD + row) == [(2, code, None)]
    (fault,) = read_library((HEAD + row).encode()).faults
    assert fault.path == "/2"
    assert fault.message("ru").startswith("Строка 2. ")
    assert fault.message("en").startswith("Line 2. ")
    assert fault.message("es").startswith("Línea 2. ")


def test_every_fault_of_a_line_is_told() -> None:
    assert [code for _, code, _ in faults(HEAD + ",x,y,")] == [
        "library-player",
        "library-points",
        "library-day",
        "library-source",
    ]


def test_a_source_that_comes_again_is_told_with_its_first_line() -> None:
    text = HEAD + "Ann,1,2026-04-20,s1\nBob,1,2026-04-20,s2\nBob,2,2026-04-20,s1\nAnn,2,2026-04-20,s1\n"
    assert faults(text) == [(4, "library-repeated", "file"), (5, "library-repeated", "file")]
    assert 'the score "s1" stands on line 2' in read_library(text.encode()).faults[1].message().lower()


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"", "library-empty"),
        (b"\n\n", "library-empty"),
        (HEAD.encode(), "library-empty"),
        (b"player,points,day\nAnn,1,2026-04-20\n", "library-columns"),
        (b"player,points,day,source_id,day\n", "library-columns"),
        (b"Ann,7,2026-04-20,s1\n", "library-columns"),
        (HEAD.encode() + b"Ann\xff,7,2026-04-20,s1\n", "library-not-utf8"),
        (HEAD.encode("utf-16"), "library-not-utf8"),
        (b"x" * (LONGEST_FILE + 1), "library-too-large"),
    ],
)
def test_a_file_that_is_no_table_of_points_is_refused_as_a_whole(content: bytes, code: str) -> None:
    assert refused(content) == code


def test_what_is_missing_in_the_header_is_named() -> None:
    with pytest.raises(ArenaError, match=r"lacks columns: points, source_id\."):
        read_library(b"player;score;day\n")
