"""What is written into the outbox: a row for each recipient, quickly however many there are."""

from sqlalchemy import event
from sqlmodel import col, select

from arena.desk.desk import Desk
from arena.desk.outbox.writing import send_digest
from arena.store import insert_rows
from arena.store.tables import Message, Player
from arena.store.tables.news import MessageState
from tests.leagues import MONDAY

MANY = 2_000
MOST_STATEMENTS = 4


def add_players(desk: Desk, count: int) -> None:
    numbers = range(1, count + 1)
    with desk.write() as (session, now):
        columns = {
            "id": list(numbers),
            "name": [f"P{i}" for i in numbers],
            "name_key": [f"p{i}" for i in numbers],
            "lang": [("ru", "en", "es")[i % 3] for i in numbers],
            "address": [f"p{i}@example.org" for i in numbers],
            "created_at": [now] * count,
        }
        insert_rows(session, Player, columns)


def messages(desk: Desk) -> list[Message]:
    with desk.read() as (session, _):
        return list(session.exec(select(Message).order_by(col(Message.id))))


def test_everybody_with_an_address_gets_their_own_digest_in_their_language(desk: Desk) -> None:
    add_players(desk, 5)
    with desk.write() as (session, now):
        session.get_one(Player, 2).address = None
        session.get_one(Player, 3).forgotten_at = now
    with desk.write() as (session, now):
        send_digest(session, desk, "2026-04-20", now)
    rows = messages(desk)
    assert [(row.player_id, row.recipient, row.lang) for row in rows] == [
        (1, "p1@example.org", "en"),
        (4, "p4@example.org", "en"),
        (5, "p5@example.org", "es"),
    ]
    assert rows[0].dedupe == "my-digest:2026-04-20:1"
    for row in rows:
        assert (row.kind, row.digest_key, row.state) == ("my-digest", "2026-04-20", MessageState.WAITING)
        assert (row.not_before, row.attempts, row.lease_until, row.body) == (MONDAY, 0, 0.0, None)


def test_many_recipients_take_no_more_statements_than_one(desk: Desk) -> None:
    """Everybody else who writes waits for the transaction that ends a run."""
    add_players(desk, MANY)
    with desk.write() as (session, now):
        statements: list[str] = []
        event.listen(session.connection(), "before_cursor_execute", lambda *told: statements.append(told[2]))
        send_digest(session, desk, "2026-04-20", now)
        session.flush()
    assert len(messages(desk)) == MANY
    assert len(statements) <= MOST_STATEMENTS
