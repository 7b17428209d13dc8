"""A folder of files that can be made again."""

import os
from pathlib import Path

from structlog.testing import capture_logs

from mcp_server.pictures.kept import KeptFiles
from tests.arena.store.processes import without_privileges


def test_a_file_is_read_as_it_was_kept_and_others_are_not_there(tmp_path: Path) -> None:
    kept = KeptFiles(tmp_path / "deep" / "films")
    assert kept.read("a") is None
    kept.keep("a", b"one")
    kept.keep("a", b"two")
    assert (kept.read("a"), kept.read("b")) == (b"two", None)
    assert [each.name for each in (tmp_path / "deep" / "films").iterdir()] == ["a"]


def test_the_files_that_were_asked_for_longest_ago_go_first(tmp_path: Path) -> None:
    kept = KeptFiles(tmp_path, most_bytes=30)
    for moment, name in enumerate("abc"):
        kept.keep(name, bytes(10))
        os.utime(tmp_path / name, (moment, moment))
    assert kept.read("a")  # now it is the last
    kept.keep("d", bytes(10))
    assert [kept.read(name) is None for name in "abcd"] == [False, True, False, False]


def test_half_written_files_of_a_killed_process_go_in_their_turn(tmp_path: Path) -> None:
    half = tmp_path / ".tmp123"
    half.write_bytes(bytes(30))
    os.utime(half, (1, 1))
    KeptFiles(tmp_path, most_bytes=30).keep("a", bytes(10))
    assert not half.exists()


def test_where_nothing_can_be_written_it_is_logged_and_nothing_fails(tmp_path: Path) -> None:
    folder = tmp_path / "films"
    folder.mkdir(mode=0o500)
    tmp_path.chmod(0o755)

    def keep() -> None:
        kept = KeptFiles(folder)
        with capture_logs() as events:
            kept.keep("a", b"one")
        assert [each["event"] for each in events] == ["file_not_kept"]
        assert kept.read("a") is None

    assert without_privileges(keep) == 0
