"""`arena outbox`: what became of messages, without secrets, and what is to become of them."""

from collections.abc import Iterator

import pytest
from rich.cells import cell_len

from arena.desk.desk import Desk
from arena.desk.opening import open_desk
from arena.desk.reasons import keep_reason
from arena.store.tables import Message, Player
from arena.store.tables.news import MessageState
from tests.leagues import MONDAY, ZONE


@pytest.fixture(autouse=True)
def desk(monkeypatch: pytest.MonkeyPatch, tmp_path) -> Iterator[Desk]:
    """A league with a message in each state, of ids 1 to 6."""
    file = str(tmp_path / "league.sqlite")
    monkeypatch.setenv("ARENA_DATABASE_URL", file)
    desk = open_desk(file, ZONE, lambda: MONDAY)
    with desk.write() as (session, now):
        for state in MessageState:
            session.add(
                Message(
                    dedupe=state,
                    kind="digest",
                    digest_key="2026-04-20",
                    recipient="tgram://123:SECRET/-1",
                    lang="en",
                    state=state,
                    not_before=now,
                    error=keep_reason("send-status", status=400) if state == MessageState.FAILED else None,
                )
            )
    yield desk
    desk.store.close()


def test_all_messages_are_listed_newest_first_without_secrets(arena):
    told = arena("outbox", "list")
    lines = told.out.splitlines()
    assert len(lines) == 7
    assert lines[1].split()[0] == "6"
    assert "The service answered 400." in told.out
    assert "2026-04-20 12:00" in told.out
    assert "SECRET" not in told.out


def test_the_troubled_ones_are_listed_alone(arena):
    data = arena("outbox", "list", "--troubled", "--json").data
    assert [message["state"] for message in data["messages"]] == ["failed", "unknown"]
    assert data["messages"][0] == {
        "id": 5,
        "kind": "digest",
        "recipient": "tgram://…",
        "player_id": None,
        "player": None,
        "setting": None,
        "digest_key": "2026-04-20",
        "state": "failed",
        "attempts": 0,
        "not_before": "2026-04-20T09:00:00Z",
        "error": "The service answered 400.",
        "error_code": "send-status",
        "sent_at": None,
    }


def test_it_is_told_for_whom_a_message_is(arena, terminal, desk, monkeypatch):
    monkeypatch.setenv("ARENA_NOTIFY_URLS", "json://one.example/x tgram://123:SECRET/-1")
    with desk.write() as (session, now):
        session.add(Player(id=7, name="Anna", name_key="anna", lang="en", created_at=now))
        session.flush()
        own = {"kind": "my-digest", "player_id": 7, "digest_key": "2026-04-24-friday-supplement"}
        session.add(Message(dedupe="own", recipient="a@example.org", lang="en", not_before=now, **own))
    told = arena("outbox", "list").out
    assert "own digest 2026-04-24-friday-supplement" in told
    assert "Anna (#7, …@example.org)" in told
    assert "ARENA_NOTIFY_URLS, address 2 (tgram://…)" in told
    assert "SECRET" not in told
    own, digest, *_ = arena("outbox", "list", "--json").data["messages"]
    assert (own["player"], own["setting"]) == ("Anna", None)
    assert digest["setting"] == {"variable": "ARENA_NOTIFY_URLS", "number": 2}
    assert "ARENA_NOTIFY_URLS, address 2" in arena("outbox", "ack", "5").out
    for width in (60, 80):
        shown = terminal(width, "outbox", "list")
        assert any("2026-04-24-friday-supplement" in line for line in shown.lines)
        assert all(cell_len(line) <= width for line in shown.lines)
        assert "5: The service answered 400." in shown.lines


def test_a_message_is_sent_again_or_put_aside(arena):
    assert arena("outbox", "retry", "5", "--json").data["state"] == "waiting"
    assert arena("outbox", "ack", "4", "--json").data["state"] == "closed"
    assert arena("outbox", "list", "--troubled").out == "All messages have arrived, or wait to be sent.\n"
    assert "at the next arena tick" in arena("outbox", "retry", "4").out
    assert "put aside" in arena("outbox", "ack", "5").out


def test_what_cannot_be_ordered_is_told_with_what_to_do(arena):
    for id_, wanted in (("3", "already"), ("2", "just being sent"), ("99", "no message 99")):
        told = arena("outbox", "retry", id_)
        assert (told.code, told.out) == (1, "")
        assert wanted in told.err


def test_without_a_subcommand_there_is_the_help(arena):
    assert "retry" in arena("outbox").out
