"""Many rows at once."""

import pytest
from sqlalchemy import text
from sqlalchemy.exc import IntegrityError
from sqlmodel import col, func, select

from arena.store import Store, bulk, insert_rows
from arena.store.tables import Player
from tests.leagues import MONDAY


def people(count: int, **columns: list) -> dict[str, list]:
    names = [f"Игрок {i} \t\n\\" for i in range(count)]
    same = {"lang": ["ru"], "organiser": [False], "created_at": [MONDAY], "xp": [0], "xp_peak": [0]}
    made = {name: values * count for name, values in same.items()} | {"name": names, "name_key": names}
    return made | {"address": [None] * count} | columns


def test_rows_of_several_chunks_come_back_as_they_were_given(store: Store, monkeypatch) -> None:
    monkeypatch.setattr(bulk, "CHUNK", 3)
    given = people(8)
    with store.write() as session:
        insert_rows(session, Player, given)
    with store.read() as session:
        rows = session.exec(select(Player).order_by(col(Player.id))).all()
    assert [row.name for row in rows] == given["name"]
    assert {(row.created_at, row.address, row.organiser) for row in rows} == {(MONDAY, None, False)}


def test_no_rows_are_no_work(store: Store) -> None:
    with store.write() as session:
        insert_rows(session, Player, people(0))
    with store.read() as session:
        assert session.exec(select(func.count()).select_from(Player)).one() == 0


def test_an_unknown_column_is_refused(store: Store) -> None:
    with pytest.raises(ValueError, match="player has no column"), store.write() as session:
        insert_rows(session, Player, people(1, shoe_size=[43]))


def test_columns_of_different_lengths_are_refused_and_nothing_stays(store: Store) -> None:
    with pytest.raises(ValueError, match="argument"), store.write() as session:
        insert_rows(session, Player, people(3, lang=["ru", "en"]))
    with store.read() as session:
        assert session.exec(select(func.count()).select_from(Player)).one() == 0


def test_constraints_hold_and_undo_all_of_the_transaction(store: Store) -> None:
    with pytest.raises(IntegrityError), store.write() as session:  # noqa: PT012
        insert_rows(session, Player, people(2))
        insert_rows(session, Player, people(2))
    with store.read() as session:
        assert session.exec(select(func.count()).select_from(Player)).one() == 0


def test_values_are_kept_in_the_form_in_which_the_orm_keeps_them(store: Store) -> None:
    """Times above all: SQLite compares them as texts."""
    with store.write() as session:
        insert_rows(session, Player, people(1))
        session.add(Player(name="Ada", name_key="ada", lang="ru", created_at=MONDAY))
    with store.read() as session:
        kept = session.execute(text("SELECT CAST(created_at AS TEXT), organiser, lang, xp FROM player"))
        first, second = kept.all()
    assert first == second


def test_a_column_left_out_gets_its_default(store: Store) -> None:
    columns = people(2)
    del columns["xp"], columns["organiser"]
    with store.write() as session:
        insert_rows(session, Player, columns)
    with store.read() as session:
        assert session.exec(select(Player.xp, Player.organiser)).all() == [(0, False)] * 2


def test_violations_in_bulk_are_errors_of_the_database_as_elsewhere(store: Store) -> None:
    columns = people(1)
    del columns["lang"]
    with pytest.raises(IntegrityError), store.write() as session:
        insert_rows(session, Player, columns)
