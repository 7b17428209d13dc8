"""Hiding a hero and showing it again."""

import json

import pytest
from sqlmodel import col, select
from structlog.testing import capture_logs

from arena.desk.audit import Act, Organiser, log_act
from arena.desk.heroes.finding import find_hero
from arena.desk.heroes.hiding import hide_hero, known_heroes, show_hero
from arena.desk.heroes.own import my_hero
from arena.desk.heroes.saving import save_hero
from arena.desk.old_rows import delete_old_rows
from arena.desk.players.forgetting import forget_player
from arena.desk.players.notices import mark_read, unread
from arena.errors import ArenaError
from arena.logs import set_up_logs
from arena.store.tables import HeroRow, Notice
from tests.arena.desk.played_runs import add_hero, add_player


@pytest.fixture
def pixel(desk, hero_data):
    return add_hero(desk, hero_data(), owner="Anna")


def _refused(call, *arguments, **named):
    with pytest.raises(ArenaError) as caught:
        call(*arguments, **named)
    return caught.value


def _told(desk, player):
    with desk.store.read() as session:
        return unread(session, player)


def test_hiding_is_told_to_the_owner_with_its_reason_and_logged(desk, clock, pixel):
    player, hero = pixel
    hidden = hide_hero(desk, "pixel", " An insult ", "en")
    assert (hidden.hidden_at, hidden.hidden_reason, hidden.owner) == (clock.now, "An insult", "Anna")
    (notice,) = _told(desk, player)
    assert (notice.code, notice.hero_id) == ("notice-hero-hidden", hero)
    assert all("An insult" in notice.text(locale) for locale in ("en", "ru", "es"))
    assert "Pixel" not in notice.text("en")


def _log(desk):
    with desk.store.read() as session:
        rows = session.exec(select(Notice).where(col(Notice.player_id).is_(None)).order_by(col(Notice.id)))
        return [(row.code, json.loads(row.params), row.about_id, row.hero_id) for row in rows]


def test_both_acts_stay_in_the_log_with_who_and_why_whatever_the_owner_reads(desk, clock, pixel):
    player, hero = pixel
    boss = add_player(desk, "Boss", organiser=True)
    hide_hero(desk, "pixel", "An insult", "en", organiser_id=boss)
    show_hero(desk, "pixel", "en")
    acts = [
        ("hero-hidden", {"organiser": boss, "reason": "An insult"}, player, hero),
        ("hero-shown", {"organiser": "command line"}, player, hero),
    ]
    assert _log(desk) == acts
    assert mark_read(desk, player, 1_000) == 2
    clock.advance(days=400)
    with desk.write() as (session, now):
        assert delete_old_rows(session, desk.calendar, now) == 2
    assert _told(desk, player) == ()
    assert _log(desk) == acts


def test_an_act_is_an_event_once_it_is_done_and_never_if_it_is_not(desk, pixel):
    def fail():
        with desk.write() as (session, now):
            log_act(session, now, Act.HERO_SHOWN, None, pixel[0])
            raise RuntimeError

    set_up_logs("info")
    with capture_logs() as events:
        _refused(hide_hero, desk, "Pixel", " ", "en")
        hide_hero(desk, "Pixel", "An insult", "en")
        _refused(hide_hero, desk, "Pixel", "Again", "en")
        with pytest.raises(RuntimeError):
            fail()
    set_up_logs("warning")
    assert events == [
        {
            "event": "hero_hidden",
            "log_level": "info",
            "organiser": "command line",
            "player_id": pixel[0],
            "hero_id": pixel[1],
        }
    ]


def test_the_list_tells_who_hid_a_hero_the_last_time(desk, clock, pixel):
    boss = add_player(desk, "Boss", organiser=True)
    assert known_heroes(desk, "en").rows[0].hidden_by is None
    hide_hero(desk, "Pixel", "An insult", "en")
    assert known_heroes(desk, "ru").rows[0].hidden_by == Organiser(None, "командная строка")
    show_hero(desk, "Pixel", "en")
    assert known_heroes(desk, "en").rows[0].hidden_by is None
    assert hide_hero(desk, "Pixel", "Again", "en", organiser_id=boss).hidden_by == Organiser(boss, "Boss")
    forget_player(desk, boss)
    (pixel_line,) = known_heroes(desk, "en").rows
    assert pixel_line.hidden_by == Organiser(boss, f"Forgotten participant {boss}")
    assert pixel_line.hidden_at == clock.now


def test_the_owner_still_reads_its_own_hero_and_why_it_is_hidden(desk, pixel):
    hide_hero(desk, "Pixel", "An insult", "en")
    mine = my_hero(desk, pixel[0])
    assert (mine.name, mine.hidden_reason) == ("Pixel", "An insult")
    assert mine.document["motto"]


def test_saving_anew_does_not_show_a_hidden_hero(desk, pixel, hero_data):
    hide_hero(desk, "Pixel", "An insult", "en")
    assert save_hero(desk, pixel[0], hero_data({"/name": "Kind"})).hidden
    with desk.store.read() as session:
        assert session.exec(select(HeroRow)).one().hidden_at is not None


def test_showing_is_told_and_logged_too(desk, pixel):
    hide_hero(desk, "Pixel", "An insult", "en")
    shown = show_hero(desk, "Pixel", "en")
    assert (shown.hidden_at, shown.hidden_reason) == (None, None)
    assert [notice.code for notice in _told(desk, pixel[0])] == ["notice-hero-hidden", "notice-hero-shown"]


def test_what_is_done_already_is_said_and_not_logged(desk, pixel):
    assert _refused(show_hero, desk, "Pixel", "en").code == "hero-not-hidden"
    hide_hero(desk, "Pixel", "An insult", "en")
    assert _refused(hide_hero, desk, "Pixel", "Again", "en").code == "hero-hidden-already"
    assert len(_told(desk, pixel[0])) == len(_log(desk)) == 1


@pytest.mark.parametrize("reason", ["", "   ", "x" * 201, "two\nlines", "a\u202eb"])
def test_a_reason_is_one_visible_line(desk, pixel, reason):
    assert _refused(hide_hero, desk, "Pixel", reason, "en").code == "hide-reason"


def test_only_organisers_hide_show_and_list(desk, pixel):
    guest, boss = add_player(desk, "Guest"), add_player(desk, "Boss", organiser=True)
    assert _refused(hide_hero, desk, "Pixel", "No", "en", organiser_id=guest).code == "organisers-only"
    assert _refused(show_hero, desk, "Pixel", "en", organiser_id=guest).code == "organisers-only"
    assert _refused(known_heroes, desk, "en", organiser_id=guest).code == "organisers-only"
    hide_hero(desk, "Pixel", "An insult", "en", organiser_id=boss)
    assert known_heroes(desk, "en", only_hidden=True, organiser_id=boss).rows[0].name == "Pixel"


def test_organisers_list_heroes_by_their_true_names_in_pages(desk, pixel, hero_data):
    for n in range(3):
        add_hero(desk, hero_data({"/name": f"Voxel {n}"}))
    hide_hero(desk, "Voxel 1", "An insult", "en")
    first = known_heroes(desk, "en", limit=2)
    assert [hero.name for hero in first.rows] == ["Pixel", "Voxel 0"]
    assert [hero.name for hero in known_heroes(desk, "en", 2, first.next_cursor).rows] == [
        "Voxel 1",
        "Voxel 2",
    ]
    assert [hero.name for hero in known_heroes(desk, "en", only_hidden=True).rows] == ["Voxel 1"]


def test_an_unknown_hero_is_refused(desk, pixel):
    error = _refused(hide_hero, desk, "Pixle", "An insult", "en")
    assert (error.code, error.faults[0].params["nearest"]) == ("no-such-hero", "Pixel")


def test_an_organiser_who_mistypes_a_hidden_name_is_shown_it_and_nobody_else(desk, pixel, hero_data):
    hide_hero(desk, "Pixel", "An insult", "en")
    stranger, _ = add_hero(desk, hero_data({"/name": "Quartz 9"}), owner="Boris")
    assert _refused(show_hero, desk, "Pixle", "en").faults[0].params["nearest"] == "Pixel"
    with desk.store.read() as session:
        assert _refused(find_hero, session, "Pixle", pixel[0]).faults[0].params["nearest"] == "Pixel"
        for viewer in (None, stranger):
            assert "nearest" not in _refused(find_hero, session, "Pixle", viewer).faults[0].params
