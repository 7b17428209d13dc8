"""Transactions: one writer at a time, readers beside it, each with one state."""

import os
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from sqlalchemy import insert, text
from sqlalchemy.exc import DBAPIError
from sqlmodel import select

from arena.errors import ArenaError
from arena.store import Store, open_store
from arena.store.tables import Player
from tests.arena.store.processes import in_processes
from tests.leagues import MONDAY

WAYS = ("write", "write_connection")
"""Of writing."""
ADA = insert(Player).values(name="Ada", name_key="ada", lang="en", created_at=MONDAY)


def add_player(store: Store, xp: int = 0, way: str = "write") -> None:
    with getattr(store, way)() as writing:
        writing.execute(ADA.values(xp=xp))


def xp_of(store: Store) -> int:
    with store.read() as session:
        return session.exec(select(Player.xp)).one()


def increment(store: Store) -> None:
    """What loses counts unless writers wait for each other: read, think, write."""
    with store.write() as session:
        player = session.exec(select(Player)).one()
        player.xp += 1
        session.add(player)


@pytest.mark.parametrize("way", WAYS)
def test_a_block_that_raises_writes_nothing(store: Store, way: str) -> None:
    with pytest.raises(ZeroDivisionError), getattr(store, way)() as writing:  # noqa: PT012
        writing.execute(ADA)
        raise ZeroDivisionError
    with store.read() as session:
        assert session.exec(select(Player)).all() == []


@pytest.mark.parametrize("way", WAYS)
def test_a_writer_sees_what_was_written_before_and_nobody_writes_beside_it(store: Store, way: str) -> None:
    add_player(store)
    with ThreadPoolExecutor(1) as threads:
        with getattr(store, way)() as writing:
            before = writing.execute(text("SELECT xp FROM player")).scalar_one()
            other = threads.submit(increment, store)
            time.sleep(0.05)
            assert not other.done()
            writing.execute(text(f"UPDATE player SET xp = {before + 5}"))
        other.result(timeout=10)
    assert xp_of(store) == 6


def test_a_reader_cannot_write(store: Store) -> None:
    add_player(store, xp=7)
    with pytest.raises(DBAPIError, match=r"read-?only"), store.read() as session:
        session.execute(text("UPDATE player SET xp = 8"))
    assert xp_of(store) == 7


def test_a_reader_sees_one_state_throughout(store: Store) -> None:
    add_player(store, xp=1)
    with store.read() as session:
        before = session.exec(select(Player.xp)).one()
        increment(store)
        assert session.exec(select(Player.xp)).one() == before
    assert xp_of(store) == before + 1


def test_readers_do_not_wait_for_the_writer(store: Store) -> None:
    add_player(store, xp=1)
    with store.write() as session:
        session.execute(text("UPDATE player SET xp = 2"))
        with ThreadPoolExecutor(1) as threads:
            assert threads.submit(xp_of, store).result(timeout=10) == 1
    assert xp_of(store) == 2


def test_threads_write_one_after_another(store: Store) -> None:
    add_player(store)
    with ThreadPoolExecutor(8) as threads:
        list(threads.map(lambda _: increment(store), range(100)))
    assert xp_of(store) == 100


def test_processes_write_one_after_another(address: str) -> None:
    first = open_store(address, MONDAY)
    add_player(first)
    first.close()

    def work(number: int) -> None:
        store = open_store(address, MONDAY)
        for _ in range(50):
            increment(store)
        store.close()

    assert in_processes(8, work) == [0] * 8
    again = open_store(address, MONDAY)
    assert xp_of(again) == 400
    again.close()


def test_two_stores_of_one_file_in_a_process_do_not_lose_their_locks(store: Store, address: str) -> None:
    """Closing a file drops the process's locks on it, were it opened beside SQLite."""
    impatient = None
    with store.write():
        with pytest.raises(ArenaError) as caught:
            impatient = open_and_add(address)
        assert caught.value.code == "store-locked"
    assert impatient is None


def open_and_add(address: str, way: str = "write") -> Store:
    other = open_store(address, MONDAY, lock_timeout=0.05)
    try:
        add_player(other, way=way)
    finally:
        other.close()
    return other


@pytest.mark.parametrize("way", WAYS)
def test_who_waits_too_long_for_the_writer_is_told_so(store: Store, address: str, way: str) -> None:
    with store.write():
        started = time.monotonic()
        with pytest.raises(ArenaError) as caught:
            open_and_add(address, way)
    assert caught.value.code == "store-locked"
    assert time.monotonic() - started < 5
    with store.read() as session:
        assert session.exec(select(Player)).all() == []


@pytest.mark.parametrize("way", WAYS)
def test_who_waits_too_long_for_a_writer_of_its_own_process_is_told_so(address: str, way: str) -> None:
    store = open_store(address, MONDAY, lock_timeout=0.05)
    with store.write(), ThreadPoolExecutor(1) as threads:
        error = threads.submit(add_player, store, way=way).exception(timeout=10)
    store.close()
    assert isinstance(error, ArenaError)
    assert error.code == "store-locked"


@pytest.mark.parametrize("way", WAYS)
def test_the_waiting_for_a_connection_and_for_the_lock_has_one_deadline(address: str, way: str) -> None:
    store, other = open_store(address, MONDAY, lock_timeout=0.5), open_store(address, MONDAY)
    waited = []

    def wait() -> None:
        begun = time.monotonic()
        with pytest.raises(ArenaError) as caught:
            add_player(store, way=way)
        waited.append((caught.value.code, time.monotonic() - begun < 0.9))

    with other.write(), ThreadPoolExecutor(4) as threads:
        for each in [threads.submit(wait) for _ in range(4)]:
            each.result(timeout=10)
    add_player(store)
    store.close()
    other.close()
    assert waited == [("store-locked", True)] * 4


def test_more_readers_than_connections_take_turns(store: Store) -> None:
    add_player(store, xp=3)
    start = threading.Barrier(20, timeout=60)

    def look() -> int:
        start.wait()
        return xp_of(store)

    with ThreadPoolExecutor(20) as threads:
        results = [threads.submit(look) for _ in range(20)]
    assert {each.result() for each in results} == {3}


def test_leases_are_measured_by_a_clock_that_moves(store: Store) -> None:
    with store.read() as session:
        first = store.seconds(session)
        time.sleep(0.002)
        assert 0 < store.seconds(session) - first < 60


@pytest.mark.skipif(not os.path.isdir("/proc/self/fd"), reason="the system does not list open files")
def test_a_closed_store_keeps_no_file_open(sqlite_store: Store) -> None:
    add_player(sqlite_store)
    sqlite_store.close()
    names = [
        os.readlink(f"/proc/self/fd/{fd}")
        for fd in os.listdir("/proc/self/fd")
        if os.path.exists(f"/proc/self/fd/{fd}")
    ]
    assert [name for name in names if name.startswith(str(sqlite_store.url.database))] == []
