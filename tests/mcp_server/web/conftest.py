"""The pages as a browser meets them: the whole application behind its gate, at a public address."""

from collections.abc import Iterator

import pytest
from starlette.testclient import TestClient

from arena.desk.desk import Desk
from arena.desk.players.register import NewPlayer, add_player
from arena.desk.players.signing_in import issue_link
from tests.mcp_server.web.browsers import PUBLIC, browser


@pytest.fixture
def ann(desk: Desk) -> NewPlayer:
    return add_player(desk, "Ann", lang="es")


@pytest.fixture
def link(desk: Desk, ann: NewPlayer) -> str:
    """The token of a link for Ann."""
    return issue_link(desk, ann.player.id).token


@pytest.fixture
def visitor(desk: Desk) -> Iterator[TestClient]:
    """A browser that nobody has signed in with."""
    with browser(desk, PUBLIC) as client:
        yield client
