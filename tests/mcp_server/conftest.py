"""What tests of the door share: leagues after a week, and one for what is the same before every database."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from arena.desk.desk import Desk
from tests.conftest import NO_SERVER
from tests.leagues import fresh_address, opened, populate
from tests.mcp_server.doors import Participant, join
from tests.mcp_server.weeks import FEW, Week, week_played


@pytest.fixture(scope="session", autouse=True)
def _a_schema_is_checked_once() -> Iterator[None]:
    """The SDK's client checks a tool's schema in each of its sessions, which takes longer than most calls."""
    check, sound = Draft202012Validator.check_schema, set()

    def check_once(schema: Any) -> None:
        text = json.dumps(schema, sort_keys=True)
        if text not in sound:
            check(schema)
            sound.add(text)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Draft202012Validator, "check_schema", check_once)
        yield


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=[NO_SERVER, pytest.mark.slow])])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """Of an empty database. Use cases are tried on each kind of database by their own tests; here the second
    kind is for the nightly run."""
    with fresh_address(request.param, tmp_path) as address:
        yield address


@pytest.fixture(scope="session")
def week(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Iterator[Week]:
    """A large league, only to be read: all tests share it, those of other workers too."""
    base = tmp_path_factory.getbasetemp()
    with week_played(
        tmp_path_factory.mktemp("week"), kept=base if worker_id == "master" else base.parent
    ) as week:
        yield week


@pytest.fixture
def small(tmp_path: Path) -> Iterator[Week]:
    """A league of few, to be changed."""
    with week_played(tmp_path, FEW) as week:
        yield week


@pytest.fixture
def league(tmp_path: Path) -> Iterator[tuple[Desk, Participant]]:
    """A league of few, and a participant who has no hero yet."""
    with opened(str(tmp_path / "league.sqlite")) as desk:
        populate(desk, 2)
        yield desk, join(desk)
