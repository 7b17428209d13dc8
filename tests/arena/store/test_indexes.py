"""What is asked for again and again is read from an index, not from the whole table."""

from datetime import UTC, date, datetime

import pytest
from sqlalchemy import delete, select, text
from sqlmodel import col

from arena.store import Store, open_store
from arena.store.tables import BrowserSession, DigestRow, HeroState, Message, Notice, SignInLink, Vote
from arena.store.tables.news import MessageState

NOW = datetime(2026, 4, 20, tzinfo=UTC)


@pytest.fixture(scope="module")
def store(tmp_path_factory) -> Store:
    store = open_store(str(tmp_path_factory.mktemp("store") / "league.sqlite"), NOW)
    yield store
    store.close()


QUERIES = {
    "the sender's next message": (
        select(Message)
        .where(col(Message.state) == MessageState.WAITING, col(Message.not_before) <= NOW)
        .order_by(col(Message.not_before), col(Message.id))
        .limit(1),
        "ix_message_state_not_before_id",
    ),
    "messages whose sender is lost": (
        select(Message).where(col(Message.state) == MessageState.SENDING, col(Message.lease_until) < 1.0),
        "ix_message_state_not_before_id",
    ),
    "a participant's messages": (delete(Message).where(col(Message.player_id) == 1), "ix_message_player_id"),
    "an address's messages": (delete(Message).where(col(Message.recipient) == "x"), "ix_message_recipient"),
    "a hero's notices": (select(Notice).where(col(Notice.hero_id) == 1), "ix_notice_hero_id"),
    "acts upon a participant": (select(Notice).where(col(Notice.about_id) == 1), "ix_notice_about_id"),
    "a participant's notices": (select(Notice).where(col(Notice.player_id) == 1), "ix_notice_player_id"),
    "a browser's session": (
        select(BrowserSession).where(col(BrowserSession.hash) == "x"),
        "sqlite_autoindex_browser_session_1",
    ),
    "a participant's sessions": (
        delete(BrowserSession).where(col(BrowserSession.player_id) == 1),
        "ix_browser_session_player_id",
    ),
    "a sign-in link": (
        select(SignInLink).where(col(SignInLink.hash) == "x"),
        "sqlite_autoindex_sign_in_link_1",
    ),
    "a participant's links": (
        delete(SignInLink).where(col(SignInLink.player_id) == 1),
        "ix_sign_in_link_player_id",
    ),
    "the latest digest": (
        select(DigestRow).order_by(col(DigestRow.published_at).desc()).limit(1),
        "ix_digest_published_at",
    ),
    "votes for a hero": (select(Vote).where(col(Vote.hero_id) == 1), "ix_vote_hero_id"),
    "a week's votes": (select(Vote).where(col(Vote.friday) == date(2026, 4, 24)), "sqlite_autoindex_vote_1"),
    "how a hero stood": (
        select(HeroState).where(col(HeroState.hero_id) == 1, col(HeroState.since) < NOW),
        "ix_hero_state_hero_id_since",
    ),
}


@pytest.mark.parametrize("what", QUERIES)
def test_a_frequent_question_is_answered_from_an_index(store: Store, what: str) -> None:
    query, index = QUERIES[what]
    with store.read() as session:
        dialect = session.connection().dialect
        asked = str(query.compile(dialect=dialect, compile_kwargs={"literal_binds": True}))
        plan = [row.detail for row in session.connection().execute(text(f"EXPLAIN QUERY PLAN {asked}"))]
    assert any(f"INDEX {index}" in step for step in plan), plan
    assert not any("TEMP B-TREE" in step for step in plan), plan
