"""The sender: every message once, whatever happens to others; what is doubtful is told and not repeated."""

import json
import re
import signal
from collections.abc import Callable, Iterator
from datetime import timedelta

import pytest
from sqlmodel import col, select

from arena.desk.desk import Desk
from arena.desk.outbox.messages import close_message, list_messages, retry_message
from arena.desk.outbox.writing import send_alert
from arena.desk.players.addresses import masked
from arena.desk.players.forgetting import forget_player
from arena.desk.reasons import reason_code, reason_text
from arena.errors import ArenaError, refuse
from arena.hero import Sprite, look_key
from arena.store.tables import Message, Player
from arena.store.tables.news import MessageState
from scheduler import outbox
from scheduler.letters import Letter
from scheduler.outbox import MOST_ATTEMPTS, WAITS, send_waiting
from scheduler.sending import RefusedError, UnknownFateError
from scheduler.tick import tick
from scheduler.work import Tools
from tests.leagues import MONDAY, PutClock, opened, populate
from tests.scheduler.killing import in_a_child

EVENING = MONDAY.replace(hour=18)
DIGESTS, ALERTS = "json://digests.example/", "json://alerts.example/"
ANNA = "anna@example.org"


class Post:
    """A service that keeps what it is given, and refuses or loses what it is told to."""

    def __init__(self, **broken: Exception) -> None:
        self.broken = broken
        self.letters: list[tuple[str, Letter]] = []

    def __call__(self, address: str, letter: Letter) -> None:
        for part, error in self.broken.items():
            if part in address:
                raise error
        self.letters.append((address, letter))

    @property
    def addresses(self) -> list[str]:
        return [address for address, _ in self.letters]


@pytest.fixture
def desk(address: str, clock: PutClock) -> Iterator[Desk]:
    """A league of four heroes with an evening behind it; the first participant has an address."""
    with opened(address, clock, notify_urls=(DIGESTS,), alert_urls=(ALERTS,), lang="en") as desk:
        populate(desk, 4)
        with desk.write() as (session, _):
            player = session.get_one(Player, 1)
            player.address, player.lang = ANNA, "es"
        clock.now = EVENING
        tick(desk)
        yield desk


def messages(desk: Desk) -> dict[str, Message]:
    with desk.read() as (session, _):
        return {message.kind: message for message in session.exec(select(Message).order_by(col(Message.id)))}


def test_a_tick_sends_what_its_runs_have_written(desk: Desk) -> None:
    post = Post()
    tick(desk, Tools(send=post))
    assert sorted(post.addresses) == [ANNA, DIGESTS]
    tick(desk, Tools(send=post))
    assert len(post.letters) == 2
    with desk.read() as (session, _):
        assert {row.state for row in session.exec(select(Message))} == {MessageState.SENT}


def test_a_letter_has_every_form_and_is_in_its_readers_language(desk: Desk) -> None:
    post = Post()
    send_waiting(desk, post)
    letters = dict(post.letters)
    ours, annas = letters[DIGESTS], letters[ANNA]
    assert "20, 2026" in ours.title
    assert "abril" in annas.title
    assert "Hero 1" in annas.plain
    assert annas.markdown is not None
    assert annas.markdown.startswith("# ")
    assert annas.html is not None
    assert "<html" in annas.html


class Signposts:
    """Addresses that say what they lead to."""

    def picture_address(self, look: Sprite) -> str:
        return f"https://arena.example/{look_key(look)}"

    def film_address(self, battle: str, locale: str) -> str:
        return f"https://arena.example/{battle}/{locale}"


def test_letters_lead_to_films_in_their_readers_language_and_to_pictures(desk: Desk) -> None:
    post = Post()
    tick(desk, Tools(send=post, addresses=Signposts()))
    letters = dict(post.letters)
    for letter, locale in ((letters[DIGESTS], "en"), (letters[ANNA], "es")):
        for text in (letter.plain, letter.markdown or "", letter.html or ""):
            assert set(re.findall(r"https://arena\.example/1-\d/(..)", text)) == {locale}
            assert re.search(r"https://arena\.example/[0-9a-f]{24}", text)


def test_one_bad_address_harms_nobody_else(desk: Desk) -> None:
    post = Post(digests=RefusedError("send-status", status=400))
    send_waiting(desk, post)
    assert post.addresses == [ANNA]
    row = messages(desk)["digest"]
    assert (row.state, row.attempts) == (MessageState.WAITING, 1)
    assert reason_text(row.error, "en") == "The service answered 400."
    assert reason_text(row.error, "es") == "El servicio respondió 400."


def test_a_refused_message_is_tried_again_with_growing_waits_then_fails_and_is_told(
    desk: Desk, clock: PutClock
) -> None:
    post = Post(digests=RefusedError("send-status", status=400))
    begun = clock.now
    for wait in WAITS:
        send_waiting(desk, post)
        assert messages(desk)["digest"].not_before == clock.now + wait
        clock.now += wait - timedelta(seconds=1)
        assert send_waiting(desk, post) == 0
        clock.now += timedelta(seconds=1)
    assert clock.now - begun > timedelta(hours=2)
    send_waiting(desk, post)
    row = messages(desk)["digest"]
    assert (row.state, row.attempts) == (MessageState.FAILED, MOST_ATTEMPTS)
    told = dict(post.letters)[ALERTS]
    assert f"arena outbox retry {row.id}" in told.plain
    assert "(digest 2026-04-20; for: ARENA_NOTIFY_URLS, address 1 (json://digests.example/…))" in told.plain
    assert DIGESTS + "s" not in told.plain
    assert told.urgency == "failure"


def test_an_alert_that_fails_is_not_told_by_an_alert(desk: Desk, clock: PutClock) -> None:
    with desk.write() as (session, now):
        send_alert(session, desk, "disk", "title\ntext", now)
    post = Post(alerts=RefusedError("send-refused"))
    for wait in (*WAITS, timedelta()):
        send_waiting(desk, post)
        clock.now += wait
    with desk.read() as (session, _):
        alerts = session.exec(select(Message).where(col(Message.kind) == "alert")).all()
    assert [alert.state for alert in alerts] == [MessageState.FAILED]


@pytest.mark.parametrize("error", [UnknownFateError("send-cut-off"), ValueError("arn_secret")])
def test_a_message_that_may_have_arrived_is_told_and_never_repeated(
    desk: Desk, clock: PutClock, error: Exception
) -> None:
    post = Post(digests=error)
    send_waiting(desk, post)
    row = messages(desk)["digest"]
    assert row.state == MessageState.UNKNOWN
    assert "arn_secret" not in (row.error or "")
    clock.advance(days=2)
    send_waiting(desk, calm := Post())
    assert DIGESTS not in calm.addresses
    told = dict(post.letters)[ALERTS]
    assert "may have arrived" in told.plain
    assert told.urgency == "warning"


def test_an_error_nobody_expected_while_sending_is_logged_without_its_words_and_told_by_its_id(
    desk: Desk, capfd: pytest.CaptureFixture[str]
) -> None:
    send_waiting(desk, Post(digests=ValueError("arn_secret")))
    events = [json.loads(line) for line in capfd.readouterr().err.splitlines()]
    (logged,) = [event for event in events if event["event"] == "sending_failed"]
    assert logged["error"] == "ValueError"
    assert "_handed_over" in logged["traceback"]
    assert "arn_secret" not in str(events)
    assert logged["id"] in reason_text(messages(desk)["digest"].error, "ru")


def test_a_letter_that_cannot_be_made_is_logged_with_its_traceback_and_tried_again(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("scheduler.letters.read_digest", lambda *_: {}["a key"])
    send_waiting(desk, post := Post())
    assert post.addresses == [ANNA]
    events = [json.loads(line) for line in capfd.readouterr().err.splitlines()]
    (logged,) = [event for event in events if event["event"] == "letter_failed"]
    assert "KeyError: 'a key'" in logged["traceback"]
    row = messages(desk)["digest"]
    assert (row.state, reason_code(row.error)) == (MessageState.WAITING, "letter-unexpected")
    assert logged["id"] in reason_text(row.error, "en")


def test_a_letter_that_is_refused_says_why_in_the_readers_language(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    def locked(*_: object) -> None:
        raise refuse("store-locked", database="league", said="database is locked")

    monkeypatch.setattr("scheduler.letters.read_digest", locked)
    send_waiting(desk, Post())
    error = messages(desk)["digest"].error
    assert reason_code(error) == "store-locked"
    assert len({reason_text(error, lang) for lang in ("ru", "en", "es")}) == 3


def test_a_message_whose_sender_was_killed_is_of_unknown_fate_after_its_lease(
    desk: Desk, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def die() -> None:
        monkeypatch.setattr(outbox, "LEASE", 0.0)
        with opened(address, PutClock(EVENING)) as again:
            send_waiting(again, lambda recipient, letter: signal.raise_signal(signal.SIGKILL))

    assert in_a_child(die) == signal.SIGKILL
    post = Post()
    send_waiting(desk, post)
    states = {row.state for row in list_messages(desk)}
    assert states == {MessageState.UNKNOWN, MessageState.SENT}
    assert len(post.letters) == 2  # the other one, and the alert
    assert ALERTS in post.addresses


def test_a_message_that_another_sender_has_is_left_alone(desk: Desk) -> None:
    second = Post()

    def first(address: str, letter: Letter) -> None:
        send_waiting(desk, second)

    send_waiting(desk, first)
    assert len(second.letters) == 1
    with desk.read() as (session, _):
        assert {row.state for row in session.exec(select(Message))} == {MessageState.SENT}


def test_a_forgotten_players_messages_are_not_sent(desk: Desk) -> None:
    forget_player(desk, 1)
    post = Post()
    send_waiting(desk, post)
    assert post.addresses == [DIGESTS]


def test_an_address_that_was_taken_back_gets_nothing(desk: Desk) -> None:
    with desk.write() as (session, _):
        session.get_one(Player, 1).address = None
    post = Post()
    send_waiting(desk, post)
    assert post.addresses == [DIGESTS]
    assert messages(desk)["my-digest"].state == MessageState.CLOSED


def test_a_participant_without_a_hero_has_no_digest_of_its_own(desk: Desk) -> None:
    with desk.write() as (session, now):
        newcomer = Player(name="New", name_key="new", lang="en", address="new@example.org", created_at=now)
        session.add(newcomer)
        session.flush()
        (mine,) = session.exec(select(Message).where(col(Message.kind) == "my-digest"))
        mine.player_id, mine.recipient = newcomer.id, "new@example.org"
    post = Post()
    send_waiting(desk, post)
    row = messages(desk)["my-digest"]
    assert (row.state, reason_code(row.error)) == (MessageState.CLOSED, "letter-no-hero")
    assert post.addresses == [DIGESTS]


def test_sending_stops_in_time_for_what_comes_next(desk: Desk) -> None:
    post = Post()
    assert send_waiting(desk, post, seconds=0) == 0
    assert send_waiting(desk, post, stopping=lambda: True) == 0
    assert post.letters == []


def test_an_organiser_has_a_message_sent_again_or_puts_it_aside(desk: Desk) -> None:
    send_waiting(desk, Post(digests=UnknownFateError("send-cut-off"), anna=UnknownFateError("send-cut-off")))
    first, second = list_messages(desk, [MessageState.UNKNOWN])
    retry_message(desk, first.id)
    assert close_message(desk, second.id).state == MessageState.CLOSED
    send_waiting(desk, post := Post())
    assert len(post.letters) == 1
    assert {row.id: row.state for row in list_messages(desk)}[first.id] == MessageState.SENT


@pytest.mark.parametrize("order", [retry_message, close_message])
def test_what_was_sent_or_is_being_sent_or_never_was_cannot_be_ordered_about(
    desk: Desk, order: Callable[[Desk, int], object]
) -> None:
    send_waiting(desk, Post())
    sent, sending = [row.id for row in list_messages(desk)][:2]
    with desk.write() as (session, _):
        session.get_one(Message, sending).state = MessageState.SENDING
    codes = []
    for id_ in (sent, sending, 999):
        with pytest.raises(ArenaError) as refused:
            order(desk, id_)
        codes.append(refused.value.code)
    assert codes == ["message-sent", "message-at-work", "message-unknown"]


def test_addresses_are_listed_without_what_may_be_secret(desk: Desk) -> None:
    assert {row.recipient for row in list_messages(desk)} == {"…@example.org", "json://digests.example/…"}


@pytest.mark.parametrize(
    ("address", "shown"),
    [
        ("anna@example.org", "…@example.org"),
        ("mailtos://me:secret@smtp.example.org?to=x", "mailtos://smtp.example.org/…"),
        ("tgram://123456:SECRET/-100", "tgram://…"),
        ("discord://1234/SECRET", "discord://…"),
        ("json://[broken", "json://…"),
        ("secret", "…"),
    ],
)
def test_of_an_address_only_what_is_no_secret_is_shown(address: str, shown: str) -> None:
    assert masked(address) == shown
