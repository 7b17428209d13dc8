"""Why a hero stands where it stands in the rating list."""

from datetime import date, timedelta
from itertools import pairwise

import pytest

from arena.desk.heroes.hiding import hide_hero
from arena.desk.heroes.saving import withdraw_hero
from arena.desk.standings.elo import elo_standings
from arena.desk.standings.rating import DAYS, why_rating
from arena.errors import ArenaError
from arena.store.tables import HeroRow, Run, RunState
from tests.arena.desk.played import add_day, add_hero

HEROES = list(range(1, 9))


@pytest.fixture
def league(desk):
    """Eight heroes after two days."""
    with desk.write() as (session, now):
        for number in HEROES:
            add_hero(session, now, number)
    for day in (20, 21):
        play(desk, date(2026, 4, day))
    return desk


def play(desk, day):
    """Each hero meets the next one."""
    with desk.write() as (session, _):
        add_day(session, desk, day, list(pairwise(HEROES)), HEROES)


def test_every_place_is_told_with_its_neighbours(league):
    lines = elo_standings(league, "en").rows
    for i, line in enumerate(lines):
        reason = why_rating(league, None, str(line.hero_id), "en")
        assert reason.hero == line
        assert reason.above == (lines[i - 1] if i else None)
        assert reason.below == (lines[i + 1] if i + 1 < len(lines) else None)


def test_equals_stand_by_their_age_next_to_one_another(league):
    with league.write() as (session, _):
        for id_ in (2, 3, 5):
            session.get_one(HeroRow, id_).rating = 300000
    middle = why_rating(league, None, "3", "en")
    assert (middle.above.hero_id, middle.hero.place, middle.below.hero_id) == (2, 2, 5)


def test_the_days_lead_from_the_first_rating_to_the_one_it_has(league):
    for id_ in range(1, 9):
        reason = why_rating(league, None, str(id_), "en")
        assert [each.day for each in reason.days] == [date(2026, 4, 21), date(2026, 4, 20)]
        assert reason.days[1].before == 100000
        assert reason.days[1].before + reason.days[1].change == reason.days[0].before
        assert reason.days[0].before + reason.days[0].change == reason.hero.rating
        assert sum(each.battles for each in reason.days) == reason.hero.rated_battles


def test_a_day_that_has_not_ended_is_not_told(league):
    with league.write() as (session, _):
        session.get_one(Run, 1).state = RunState.RUNNING
    assert [each.day.day for each in why_rating(league, None, "1", "en").days] == [21]


def test_only_the_last_days_are_told(league):
    for later in range(DAYS):
        play(league, date(2026, 4, 22) + timedelta(days=later))
    days = [each.day for each in why_rating(league, None, "1", "en").days]
    assert len(days) == DAYS
    assert days == sorted(days, reverse=True)


def test_a_withdrawn_hero_has_neither_place_nor_neighbours(league):
    withdraw_hero(league, 4)
    reason = why_rating(league, 4, "#4", "en")
    assert (reason.hero.place, reason.above, reason.below) == (None, None, None)
    assert reason.hero.is_own
    assert len(reason.days) == 2


def test_hidden_neighbours_have_pseudonyms(league):
    second = elo_standings(league, "en").rows[1]
    hide_hero(league, str(second.hero_id), "rude", "en")
    leader = elo_standings(league, "en").rows[0]
    told = why_rating(league, None, str(leader.hero_id), "es").below
    assert (told.hero_id, told.name) == (second.hero_id, f"Héroe oculto {second.hero_id}")


def test_a_hero_that_is_not_there_is_refused(league):
    with pytest.raises(ArenaError) as caught:
        why_rating(league, None, "Nobody at all", "en")
    assert caught.value.code == "no-such-hero"
