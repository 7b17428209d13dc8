"""Forgetting a person: nothing personal is left in any table, and the league's record stays."""

import json
from datetime import date
from pathlib import Path

import pytest
from sqlmodel import col, select

from arena import roster
from arena.desk.audit import Act, log_act
from arena.desk.desk import Desk
from arena.desk.experience.ledger import add_library_points, correct_experience
from arena.desk.heroes.names import shown_name
from arena.desk.players.finding import find_player
from arena.desk.players.forgetting import Forgotten, forget_player
from arena.desk.players.keys import revoke_keys
from arena.desk.players.limits import Limited, spend
from arena.desk.players.register import add_player, list_players
from arena.errors import ArenaError
from arena.store.tables import (
    METADATA,
    Experience,
    HeroRow,
    HeroState,
    HeroVersion,
    Message,
    Notice,
    Player,
    Vote,
)
from tests.leagues import MONDAY, PutClock, populate

FRIDAY = date(2026, 4, 17)
ANN, BOB = 1, 2


@pytest.fixture
def league(desk: Desk) -> Desk:
    """Two with heroes, of whom the first has left traces everywhere."""
    populate(desk, 2)
    add_library_points(desk, ANN, 5, "essay-of-ann", FRIDAY)
    correct_experience(desk, ANN, -10, "ann asked", FRIDAY)
    add_library_points(desk, BOB, 5, "essay-of-bob", FRIDAY)
    with desk.write() as (session, now):
        ann = session.get_one(Player, ANN)
        ann.name, ann.address, ann.organiser = "Ann Secret", "ann@example.org", True
        spend(session.connection(), desk, ANN, Limited.CHECKS, FRIDAY)
        hero = session.exec(select(HeroRow).where(col(HeroRow.player_id) == ANN)).one()
        hero.hidden_at, hero.hidden_reason = now, "Secret is offensive"
        for voter, other in ((ANN, 2), (BOB, 1)):
            session.add(Vote(friday=FRIDAY, voter_id=voter, hero_id=other, cast_at=now))
        told = {"at": now, "code": "hero-hidden", "params": '{"name": "Secret"}'}
        session.add(Notice(**told, player_id=ANN))
        session.add(Notice(**told, hero_id=hero.id))
        session.add(Notice(**told, player_id=BOB))
        log_act(session, now, Act.HERO_HIDDEN, BOB, ANN, {"reason": "Secret is rude"}, hero_id=hero.id)
        for dedupe, recipient, owner in (
            ("a", "ann@example.org", ANN),
            ("b", "ann@example.org", None),
            ("c", "bob@example.org", BOB),
        ):
            message = {"kind": "digest", "lang": "en", "not_before": now}
            session.add(Message(dedupe=dedupe, recipient=recipient, player_id=owner, **message))
    return desk


def everything(desk: Desk) -> str:
    """All that is in all tables."""
    with desk.read() as (session, _):
        rows = [session.connection().execute(table.select()).all() for table in METADATA.tables.values()]
    return repr(rows)


def test_nothing_personal_is_left_in_any_table(league: Desk) -> None:
    with league.read() as (session, _):
        session.exec(select(Notice).where(col(Notice.player_id) == BOB)).one()
        document = session.get_one(HeroVersion, 1).document
    assert document is not None
    assert forget_player(league, ANN) == Forgotten(ANN, 1, already=False)
    left = everything(league).replace('{"name": "Secret"}', "", 1)
    for trace in ("Secret", "secret", "ann@example.org", "essay-of-ann", "ann asked", "Hero 1'", document):
        assert trace not in left
    assert "essay-of-bob" in left
    assert "bob@example.org" in left


def test_nothing_personal_is_left_in_the_file_of_the_database(league: Desk, address: str) -> None:
    if not league.store.is_sqlite:
        pytest.skip("PostgreSQL's files are its own, and its vacuum's")
    motto = roster.load(roster.names()[0]).motto
    traces = [b"Ann Secret", b"ann@example.org", b"essay-of-ann", motto.encode()]
    forget_player(league, ANN)
    league.store.close()  # the last to leave puts the log into the file
    content = Path(address).read_bytes()
    assert [trace for trace in traces if trace in content] == []
    assert b"essay-of-bob" in content


def test_the_record_stays_and_the_hero_is_withdrawn(league: Desk) -> None:
    with league.read() as (session, _):
        before = session.get_one(HeroVersion, 1)
    forget_player(league, ANN)
    with league.read() as (session, _):
        player, hero, version = (session.get_one(kind, 1) for kind in (Player, HeroRow, HeroVersion))
        assert (player.xp, player.xp_peak) == (40, 50)
        assert (hero.rating, hero.version_id, hero.active) == (100_000, 1, False)
        assert (version.record, version.ruleset, version.document) == (before.record, before.ruleset, None)
        states = session.exec(select(HeroState).where(col(HeroState.hero_id) == 1)).all()
        assert [state.active for state in states] == [True, False]
        xp = session.exec(select(Experience.xp).where(col(Experience.player_id) == ANN)).all()
        assert sorted(xp) == [-10, 50]


def test_votes_of_the_person_go_and_votes_for_the_hero_stay_numbers(league: Desk) -> None:
    forget_player(league, ANN)
    with league.read() as (session, _):
        assert [(vote.voter_id, vote.hero_id) for vote in session.exec(select(Vote))] == [(BOB, 1)]


def test_people_read_a_pseudonym(league: Desk) -> None:
    forget_player(league, ANN)
    with league.read() as (session, _):
        hero = session.get_one(HeroRow, 1)
        assert [shown_name(hero, locale) for locale in ("ru", "en")] == [
            "Забытый герой 1",
            "Forgotten hero 1",
        ]
    player = list_players(league)[0]
    assert player.forgotten_at == MONDAY
    assert (player.organiser, player.has_address, player.keys) == (False, False, ())
    assert [player.shown_name(locale) for locale in ("ru", "en", "es")] == [
        "Забытый участник 1",
        "Forgotten participant 1",
        "Participante olvidado 1",
    ]


def test_done_again_it_does_nothing(league: Desk, clock: PutClock) -> None:
    forget_player(league, ANN)
    once = everything(league)
    clock.advance(days=1)
    assert forget_player(league, find_player(league, f"#{ANN}")) == Forgotten(ANN, 1, already=True)
    assert everything(league) == once


def test_it_is_logged_and_of_earlier_acts_only_numbers_stay(league: Desk) -> None:
    forget_player(league, ANN)
    with league.read() as (session, _):
        rows = session.exec(select(Notice).where(col(Notice.about_id) == ANN).order_by(col(Notice.id))).all()
    assert [(row.code, json.loads(row.params), row.player_id, row.hero_id, row.at) for row in rows] == [
        ("experience-corrected", {"organiser": "command line", "xp": -10}, None, None, MONDAY),
        ("hero-hidden", {"organiser": BOB}, None, 1, MONDAY),
        ("player-forgotten", {"organiser": "command line"}, None, 1, MONDAY),
    ]


def test_edits_that_are_closed_do_not_keep_anybody(league: Desk, clock: PutClock) -> None:
    clock.put(2026, 4, 24, 5)
    assert league.calendar.frozen_until(clock()) is not None
    forget_player(league, ANN)
    with league.read() as (session, _):
        assert session.get_one(HeroRow, 1).active is False


def test_the_name_is_free_again_and_an_outside_score_counts_for_whoever_has_it(league: Desk) -> None:
    forget_player(league, ANN)
    again = add_player(league, "Ann Secret").player.id
    assert add_library_points(league, again, 1, "essay-of-ann", FRIDAY).xp == 10
    revoke_keys(league, again)


def test_somebody_without_a_hero_is_forgotten_and_nobody_else_is_touched(desk: Desk) -> None:
    ann, bob = (add_player(desk, name).player for name in ("Ann", "Bob"))
    with desk.write() as (session, now):
        session.add(Notice(at=now, code="log", params="{}"))
    assert forget_player(desk, ann.id) == Forgotten(ann.id, None, already=False)
    assert list_players(desk)[1] == bob
    with desk.read() as (session, _):
        assert session.exec(select(Notice).where(col(Notice.code) == "log")).one()


def test_who_never_was_cannot_be_forgotten(desk: Desk) -> None:
    with pytest.raises(ArenaError, match="#5"):
        forget_player(desk, 5)
