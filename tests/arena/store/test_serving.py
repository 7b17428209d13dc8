"""One server for a SQLite file."""

import os
import signal
from pathlib import Path

import pytest
from sqlmodel import select

from arena.errors import ArenaError
from arena.store import Store, open_store
from arena.store.serving import sole_server
from arena.store.tables import Player
from tests.arena.store.processes import FORK
from tests.conftest import NO_SERVER
from tests.leagues import MONDAY, empty_address
from tests.waiting import LONGEST, end_in_time, join_all


def is_served(store: Store) -> bool:
    """Whether another server would be refused."""
    try:
        with sole_server(store):
            return False
    except ArenaError as error:
        return error.code == "store-already-served"


def players(store: Store) -> list[str]:
    with store.read() as session:
        return list(session.exec(select(Player.name).order_by(Player.name)))


def add_player(store: Store, name: str) -> None:
    with store.write() as session:
        session.add(Player(name=name, name_key=name, lang="en", created_at=MONDAY))


def test_a_second_server_of_a_file_is_refused_and_told_by_whom(sqlite_store: Store) -> None:
    with sole_server(sqlite_store), pytest.raises(ArenaError) as caught, sole_server(sqlite_store):
        pass
    assert caught.value.code == "store-already-served"
    assert str(os.getpid()) in caught.value.text("en")


def test_a_server_that_ended_makes_room_for_the_next_one(sqlite_store: Store) -> None:
    for _ in range(2):
        assert not is_served(sqlite_store)
        with sole_server(sqlite_store):
            assert is_served(sqlite_store)
    with pytest.raises(ZeroDivisionError), sole_server(sqlite_store):
        raise ZeroDivisionError
    assert not is_served(sqlite_store)


def test_commands_beside_a_server_work(sqlite_store: Store) -> None:
    with sole_server(sqlite_store):
        command = open_store(str(sqlite_store.url.database), MONDAY)
        add_player(command, "of the command")
        add_player(sqlite_store, "of the server")
        assert players(command) == players(sqlite_store) == ["of the command", "of the server"]
        command.close()
        assert is_served(sqlite_store)


def test_another_name_of_the_file_is_the_same_database(sqlite_store: Store, tmp_path: Path) -> None:
    (tmp_path / "link.sqlite").symlink_to(str(sqlite_store.url.database))
    other = open_store(str(tmp_path / "link.sqlite"), MONDAY)
    with sole_server(sqlite_store), pytest.raises(ArenaError) as caught, sole_server(other):
        pass
    assert caught.value.code == "store-already-served"
    other.close()


def test_a_killed_server_makes_room_at_once(sqlite_store: Store) -> None:
    serving = FORK.Event()

    def serve() -> None:
        end_in_time()
        with sole_server(sqlite_store):
            serving.set()
            signal.pause()

    server = FORK.Process(target=serve, daemon=True)
    server.start()
    assert serving.wait(LONGEST)
    with pytest.raises(ArenaError, match=str(server.pid)), sole_server(sqlite_store):
        pass
    server.kill()
    join_all(server)
    with sole_server(sqlite_store):
        pass


@NO_SERVER
def test_postgresql_may_have_many_servers(tmp_path: Path) -> None:
    with empty_address("postgresql", tmp_path) as address:
        first, second = open_store(address, MONDAY), open_store(address, MONDAY)
        with sole_server(first), sole_server(second):
            assert not is_served(first)
            add_player(first, "of the first")
            add_player(second, "of the second")
            assert players(first) == players(second) == ["of the first", "of the second"]
        first.close()
        second.close()
