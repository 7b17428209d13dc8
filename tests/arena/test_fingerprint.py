"""Fingerprints of programs."""

import shutil
from pathlib import Path

import pytest

from arena import compiled
from arena.fingerprint import fingerprint


@pytest.fixture
def files(tmp_path: Path) -> list[Path]:
    for name, content in (("one.py", "ab"), ("two.py", "c")):
        (tmp_path / name).write_text(content)
    return sorted(tmp_path.iterdir())


def test_it_is_the_same_for_the_same_files_wherever_they_lie(files: list[Path], tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    copies = [Path(shutil.copy(file, tmp_path / "elsewhere")) for file in files]
    assert fingerprint(copies, ["numpy"], "x") == fingerprint(files, ["numpy"], "x")


def test_it_changes_with_a_file_a_name_a_version_and_what_more_there_is(
    files: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    one, two = files
    seen = [fingerprint(files), fingerprint([one]), fingerprint([two, one]), fingerprint(files, (), "x")]
    seen.append(fingerprint(files, ["numpy"]))
    monkeypatch.setattr("arena.fingerprint.version", lambda _: "0")
    seen.append(fingerprint(files, ["numpy"]))
    seen.append(fingerprint([one, two.rename(two.with_name("three.py"))]))
    one.write_text("a")
    two.write_text("bc")
    seen.append(fingerprint(files))
    assert len({*seen}) == len(seen)


def test_compiled_code_is_kept_elsewhere_after_a_change_of_its_sources(
    files: list[Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "kernels"))
    before = compiled.code_folder.__wrapped__(tuple(files))
    assert compiled.code_folder.__wrapped__(tuple(files)) == before
    files[0].write_text("changed")
    assert compiled.code_folder.__wrapped__(tuple(files)) != before
