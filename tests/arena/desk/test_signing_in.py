"""Sign-in links and sessions: shown once, used once, ended in time, and never opened by a key."""

import json
import threading
from collections.abc import Callable
from datetime import timedelta

import pytest
from sqlmodel import col, select
from structlog.testing import capture_logs

from arena.desk.desk import Desk
from arena.desk.old_rows import delete_old_rows
from arena.desk.players import sessions
from arena.desk.players.forgetting import forget_player
from arena.desk.players.keys import KeyOwner, authenticate, make_key, revoke_keys
from arena.desk.players.notices import unread
from arena.desk.players.register import NewPlayer, add_player
from arena.desk.players.sessions import make_token, session_owner, sign_out
from arena.desk.players.signing_in import SignedOut, end_sign_ins, exchange_link, issue_link
from arena.errors import ArenaError
from arena.logs import set_up_logs
from arena.store.tables import METADATA, BrowserSession, Notice, SignInLink
from tests.leagues import MONDAY, PutClock
from tests.waiting import LONGEST, join_all

TOKENS = (
    "",
    "x" * 42,
    "x" * 44,
    "x" * 1_000_000,
    "x" * 42 + "\0",
    "x" * 42 + "ж",
    "x" * 43 + "\n",
    "\ud800" * 43,
)


@pytest.fixture
def ann(desk: Desk) -> NewPlayer:
    return add_player(desk, "Ann", organiser=True, lang="es")


def signed_in(desk: Desk, player_id: int) -> str:
    return exchange_link(desk, issue_link(desk, player_id).token).token


def refused(act: Callable[[], object]) -> str:
    with pytest.raises(ArenaError) as error:
        act()
    return error.value.code


def refused_link(desk: Desk, token: str) -> str:
    with pytest.raises(ArenaError) as error:
        exchange_link(desk, token)
    for locale in ("ru", "en", "es"):
        assert not token or token not in error.value.text(locale)
    return error.value.code


def everything(desk: Desk) -> str:
    with desk.read() as (session, _):
        rows = [session.connection().execute(table.select()).all() for table in METADATA.tables.values()]
    return repr(rows)


def count(desk: Desk, table: type) -> int:
    with desk.read() as (session, _):
        return len(session.exec(select(table)).all())


def acts(desk: Desk) -> list[tuple[str, dict[str, object]]]:
    with desk.read() as (session, _):
        rows = session.exec(select(Notice).where(col(Notice.about_id).is_not(None)).order_by(col(Notice.id)))
        return [(row.code, json.loads(row.params)) for row in rows]


def notices(desk: Desk, player_id: int) -> list[str]:
    with desk.read() as (session, _):
        told = unread(session, player_id)
    assert all(each.text(locale) for each in told for locale in ("ru", "en", "es"))
    return [each.code for each in told]


def test_a_link_signs_its_participant_in(desk: Desk, ann: NewPlayer) -> None:
    link = issue_link(desk, ann.player.id)
    assert (link.player_id, link.name) == (ann.player.id, "Ann")
    assert link.expires_at == MONDAY + timedelta(minutes=15)
    signed = exchange_link(desk, link.token)
    assert signed.owner == session_owner(desk, signed.token) == KeyOwner(ann.player.id, "Ann", True, "es")


def test_neither_token_is_kept_or_shown_by_chance(desk: Desk, ann: NewPlayer) -> None:
    link = issue_link(desk, ann.player.id)
    signed = exchange_link(desk, link.token)
    kept = everything(desk) + repr(link) + repr(signed)
    assert link.token not in kept
    assert signed.token not in kept
    assert len({link.token, signed.token, *(make_token() for _ in range(100))}) == 102


def test_a_link_opens_once(desk: Desk, ann: NewPlayer) -> None:
    link = issue_link(desk, ann.player.id)
    exchange_link(desk, link.token)
    assert refused_link(desk, link.token) == "link-used"
    assert count(desk, BrowserSession) == 1


def test_a_link_opens_for_fifteen_minutes(desk: Desk, ann: NewPlayer, clock: PutClock) -> None:
    early = issue_link(desk, ann.player.id).token
    clock.advance(minutes=14, seconds=59)
    exchange_link(desk, early)
    late = issue_link(desk, ann.player.id).token
    clock.advance(minutes=15)
    assert refused_link(desk, late) == "link-expired"


def test_a_newer_link_ends_the_older_ones_of_that_participant_only(desk: Desk, ann: NewPlayer) -> None:
    bob = add_player(desk, "Bob").player.id
    others, first, second = (issue_link(desk, each).token for each in (bob, ann.player.id, ann.player.id))
    assert refused_link(desk, first) == "link-expired"
    assert exchange_link(desk, second).owner.name == "Ann"
    assert exchange_link(desk, others).owner.name == "Bob"


def test_a_newer_link_leaves_sessions_alone(desk: Desk, ann: NewPlayer) -> None:
    token = signed_in(desk, ann.player.id)
    issue_link(desk, ann.player.id)
    assert session_owner(desk, token) is not None


def test_of_two_exchanges_at_once_one_wins(desk: Desk, ann: NewPlayer) -> None:
    link = issue_link(desk, ann.player.id).token
    outcomes: list[str] = []
    together = threading.Barrier(4, timeout=LONGEST)

    def exchange() -> None:
        together.wait()
        try:
            outcomes.append(exchange_link(desk, link).owner.name)
        except ArenaError as error:
            outcomes.append(error.code)

    threads = [threading.Thread(target=exchange, daemon=True) for _ in range(4)]
    for thread in threads:
        thread.start()
    join_all(*threads)
    assert sorted(outcomes) == ["Ann", "link-used", "link-used", "link-used"]
    assert count(desk, BrowserSession) == 1


@pytest.mark.parametrize("given", TOKENS, ids=range(len(TOKENS)))
def test_what_is_no_token_opens_nothing(desk: Desk, given: str) -> None:
    assert refused_link(desk, given) == "link-unknown"
    assert session_owner(desk, given) is None
    assert sign_out(desk, given) is False


@pytest.mark.parametrize("given", TOKENS, ids=range(len(TOKENS)))
def test_whatever_a_browser_had_before_its_link_is_taken(desk: Desk, ann: NewPlayer, given: str) -> None:
    assert exchange_link(desk, issue_link(desk, ann.player.id).token, given).owner.name == "Ann"


def test_tokens_that_nobody_made_open_nothing(desk: Desk, ann: NewPlayer) -> None:
    signed_in(desk, ann.player.id)
    assert refused_link(desk, make_token()) == "link-unknown"
    assert session_owner(desk, make_token()) is None
    assert sign_out(desk, make_token()) is False


def test_a_key_a_link_and_a_session_do_not_stand_for_each_other(desk: Desk, ann: NewPlayer) -> None:
    link = issue_link(desk, ann.player.id).token
    assert session_owner(desk, link) is None
    session = exchange_link(desk, link).token
    for key in (ann.key, make_key()):
        assert refused_link(desk, key) == "link-unknown"
        assert session_owner(desk, key) is None
    assert refused_link(desk, session) == "link-unknown"
    for token in (link, session):
        assert refused(lambda token=token: authenticate(desk, token)) == "key-malformed"


def test_who_tries_a_key_is_told_what_to_do_instead(desk: Desk, ann: NewPlayer) -> None:
    with pytest.raises(ArenaError, match="a key signs nobody in"):
        exchange_link(desk, ann.key)


def test_a_session_that_is_used_lives_for_ninety_days(desk: Desk, ann: NewPlayer, clock: PutClock) -> None:
    token = signed_in(desk, ann.player.id)
    for _ in range(6):
        clock.advance(days=13, hours=23)
        assert session_owner(desk, token) is not None
    clock.now = MONDAY + timedelta(days=90)
    assert session_owner(desk, token) is None


def test_a_session_that_is_not_used_lives_for_fourteen_days(
    desk: Desk, ann: NewPlayer, clock: PutClock
) -> None:
    token = signed_in(desk, ann.player.id)
    clock.advance(days=14)
    assert session_owner(desk, token) is None


def test_the_last_use_is_noted_at_most_once_an_hour(desk: Desk, ann: NewPlayer, clock: PutClock) -> None:
    token = signed_in(desk, ann.player.id)

    def last_use() -> object:
        with desk.read() as (session, _):
            return session.exec(select(BrowserSession.last_used_at)).one()

    clock.advance(minutes=59)
    session_owner(desk, token)
    assert last_use() == MONDAY
    clock.advance(minutes=1)
    session_owner(desk, token)
    assert last_use() == MONDAY + timedelta(hours=1)


def test_signing_out_ends_that_session_and_no_other(desk: Desk, ann: NewPlayer) -> None:
    phone, laptop = (signed_in(desk, ann.player.id) for _ in range(2))
    assert sign_out(desk, phone) is True
    assert session_owner(desk, phone) is None
    assert session_owner(desk, laptop) is not None
    assert sign_out(desk, phone) is False


def test_signing_in_again_ends_the_session_that_the_browser_had(desk: Desk, ann: NewPlayer) -> None:
    before = signed_in(desk, ann.player.id)
    refused_link(desk, make_token())
    assert session_owner(desk, before) is not None
    after = exchange_link(desk, issue_link(desk, ann.player.id).token, before).token
    assert session_owner(desk, before) is None
    assert session_owner(desk, after) is not None


def test_an_organiser_signs_somebody_out_everywhere(desk: Desk, ann: NewPlayer) -> None:
    bob = add_player(desk, "Bob").player.id
    mine, phone, laptop = (signed_in(desk, each) for each in (ann.player.id, bob, bob))
    link = issue_link(desk, bob).token
    assert end_sign_ins(desk, bob, organiser_id=ann.player.id) == SignedOut(sessions=2, links=1)
    assert [session_owner(desk, each) for each in (phone, laptop)] == [None, None]
    assert refused_link(desk, link) == "link-expired"
    assert session_owner(desk, mine) is not None
    assert notices(desk, bob)[-1] == "notice-signed-out"
    assert acts(desk)[-1] == ("signed-out", {"organiser": ann.player.id, "sessions": 2, "links": 1})


def test_whoever_is_not_signed_in_is_signed_out_without_a_word(desk: Desk, ann: NewPlayer) -> None:
    before = acts(desk)
    assert end_sign_ins(desk, ann.player.id) == SignedOut(0, 0)
    assert acts(desk) == before
    assert notices(desk, ann.player.id) == []


def test_revoked_keys_leave_a_session_as_it_is(desk: Desk, ann: NewPlayer) -> None:
    token = signed_in(desk, ann.player.id)
    revoke_keys(desk, ann.player.id)
    assert session_owner(desk, token) is not None


def test_only_organisers_make_links_and_end_sessions_of_others(desk: Desk, ann: NewPlayer) -> None:
    bob = add_player(desk, "Bob").player.id
    for act in (issue_link, end_sign_ins):
        assert refused(lambda act=act: act(desk, ann.player.id, organiser_id=bob)) == "organisers-only"
        assert refused(lambda act=act: act(desk, 99)) == "player-unknown"
    assert issue_link(desk, bob, organiser_id=ann.player.id).name == "Bob"


def test_a_link_is_told_to_its_participant_and_logged_without_its_token(desk: Desk, ann: NewPlayer) -> None:
    set_up_logs("info")
    with capture_logs() as events:
        link = issue_link(desk, ann.player.id)
        session = exchange_link(desk, link.token).token
        session_owner(desk, session)
        end_sign_ins(desk, ann.player.id)
        refused_link(desk, link.token)
    assert notices(desk, ann.player.id) == ["notice-link-made", "notice-signed-out"]
    assert [code for code, _ in acts(desk)] == ["player-added", "link-made", "signed-out"]
    assert [event["event"] for event in events] == ["link_made", "signed_out"]
    assert not any(token in repr(events) for token in (link.token, session))


def test_a_forgotten_participant_has_no_link_and_no_session(desk: Desk, ann: NewPlayer) -> None:
    session = signed_in(desk, ann.player.id)
    link = issue_link(desk, ann.player.id).token
    forget_player(desk, ann.player.id)
    assert session_owner(desk, session) is None
    assert refused_link(desk, link) == "link-unknown"
    assert (count(desk, SignInLink), count(desk, BrowserSession)) == (0, 0)
    assert refused(lambda: issue_link(desk, ann.player.id)) == "player-unknown"


def test_the_night_takes_away_what_has_ended(desk: Desk, ann: NewPlayer, clock: PutClock) -> None:
    signed_in(desk, ann.player.id)
    clock.advance(days=14)
    live = signed_in(desk, ann.player.id)
    with desk.write() as (session, now):
        assert delete_old_rows(session, desk.calendar, now) == 1
    assert session_owner(desk, live) is not None
    assert count(desk, SignInLink) == 2
    clock.now = MONDAY + timedelta(days=91)
    with desk.write() as (session, now):
        assert delete_old_rows(session, desk.calendar, now) == 2
    assert (count(desk, SignInLink), count(desk, BrowserSession)) == (1, 0)


def test_a_session_that_ends_while_its_use_is_noted_opens_nothing(
    desk: Desk, ann: NewPlayer, clock: PutClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    token = signed_in(desk, ann.player.id)
    clock.advance(hours=1)
    note = sessions._note_use

    def note_too_late(desk: Desk, row: BrowserSession) -> bool:
        sign_out(desk, token)
        return note(desk, row)

    monkeypatch.setattr(sessions, "_note_use", note_too_late)
    assert session_owner(desk, token) is None
