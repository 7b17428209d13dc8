"""A tournament's table, and why it stands so."""

from datetime import date

import pytest
from sqlmodel import col, delete, select

from arena.desk.heroes.hiding import hide_hero
from arena.desk.standings import why
from arena.desk.standings.tournament import tournament_standings
from arena.desk.standings.why import why_opponent, why_place
from arena.errors import ArenaError
from arena.league.calendar import Job
from arena.league.swiss import Cause
from arena.store.tables import BattleRow, HeroRow, Placing, RunState
from tests.arena.desk.played_runs import add_hero, add_run, play_tournament
from tests.leagues import open_transactions, populate

FRIDAY = date(2026, 4, 24)


@pytest.fixture
def played(desk, clock):
    """A function that plays Friday's tournament of so many heroes and goes to its results."""

    def play(heroes):
        populate(desk, heroes)
        with desk.store.write() as session:
            for hero in session.exec(select(HeroRow)):
                hero.rating += 700 * (hero.id * 37 % 11)
        run = play_tournament(desk, FRIDAY)
        clock.put(2026, 4, 24, 12, 0)
        return run

    return play


def _refused(call, *arguments, **named):
    with pytest.raises(ArenaError) as caught:
        call(*arguments, **named)
    return caught.value


def _placings(desk):
    with desk.store.read() as session:
        return session.exec(select(Placing).order_by(Placing.place)).all()


def test_the_table_is_what_is_stored_in_the_order_of_places(desk, played):
    run = played(9)
    table = tournament_standings(desk, 3, "en", FRIDAY)
    assert (table.run_id, table.friday, table.heroes) == (run, FRIDAY, 9)
    assert [line.place for line in table.page.rows] == list(range(1, 10))
    for line, row in zip(table.page.rows, _placings(desk), strict=True):
        assert (line.hero_id, line.points2, line.decided_by) == (row.hero_id, row.points2, row.decided_by)
        assert line.byes == tuple(r for r in range(1, 6) if row.byes >> (r - 1) & 1)
        assert line.is_own == (line.hero_id == 3)


def test_without_a_day_it_is_the_last_tournament_in_pages(desk, played):
    played(6)
    first = tournament_standings(desk, None, "en", limit=4).page
    second = tournament_standings(desk, None, "en", limit=4, cursor=first.next_cursor).page
    assert [line.place for line in (*first.rows, *second.rows)] == [1, 2, 3, 4, 5, 6]
    assert second.next_cursor is None
    assert tournament_standings(desk, None, "en", cursor="9" * 18).page.rows == ()


@pytest.mark.parametrize(
    "call",
    [
        lambda desk: tournament_standings(desk, None, "en", FRIDAY),
        lambda desk: why_place(desk, None, FRIDAY, "#1", "en"),
        lambda desk: why_opponent(desk, None, FRIDAY, 1, "#1", "en"),
    ],
)
def test_before_its_results_nothing_of_a_tournament_is_told_but_when(desk, clock, played, call):
    played(4)
    clock.put(2026, 4, 24, 11, 59, 59)
    error = _refused(call, desk)
    assert error.code == "tournament-not-visible"
    assert "2026-04-24 15:00" in error.text("en")
    assert _refused(tournament_standings, desk, None, "en").code == "no-tournament-yet"


@pytest.mark.parametrize("state", [None, RunState.SKIPPED, RunState.FAILED, RunState.RUNNING])
def test_a_tournament_that_was_not_played_is_said_to_be_none(desk, clock, state):
    if state:
        with desk.store.write() as session:
            add_run(session, desk, Job.TOURNAMENT, FRIDAY, state)
    clock.put(2026, 4, 25, 12, 0)
    assert _refused(tournament_standings, desk, None, "en", FRIDAY).code == "tournament-not-played"


def test_a_tournament_is_on_a_friday(desk):
    error = _refused(tournament_standings, desk, None, "en", date(2026, 4, 22))
    assert error.code == "not-a-friday"


@pytest.mark.parametrize("heroes", [2, 5, 9, 40])
def test_every_place_is_explained_by_the_values_that_are_stored(desk, played, heroes):
    played(heroes)
    rows = _placings(desk)
    for row, nxt in zip(rows[::3], [*rows[1:], None][::3], strict=True):
        reason = why_place(desk, None, FRIDAY, f"#{row.hero_id}", "en")
        values = {each.name: each.value for each in reason.criteria}
        assert (reason.place, reason.heroes) == (row.place, heroes)
        assert values["points"] == row.points2
        for name in ("buchholz_cut1", "buchholz", "sonneborn_berger", "wins", "rating"):
            assert values[name] == getattr(row, name)
        below = (reason.below.hero_id, reason.below.decided_by) if reason.below else None
        assert below == ((nxt.hero_id, row.decided_by) if nxt else None)


def test_what_rounds_brought_adds_up_to_each_criterion(desk, played):
    played(9)
    for hero in range(1, 10):
        reason = why_place(desk, None, FRIDAY, f"#{hero}", "en")
        assert sum(line.scored2 for line in reason.rounds) == reason.criteria[0].value
        for criterion in reason.criteria:
            assert not criterion.rounds or sum(criterion.rounds) == criterion.value
        assert reason.criteria[1].cut in range(1, 6)


@pytest.mark.parametrize("heroes", [2, 5, 6, 9, 40])
def test_every_pair_and_bye_is_explained_by_the_decision_that_made_it(desk, played, heroes):
    run = played(heroes)
    with desk.store.read() as session:
        battles = session.exec(select(BattleRow).where(col(BattleRow.run_id) == run)).all()
    for row in battles[:: max(1, len(battles) // 12)]:
        for hero in (row.hero_a, row.hero_b):
            reason = why_opponent(desk, None, FRIDAY, row.round, f"#{hero}", "en").reason
            assert {reason.hero, reason.opponent} == {row.hero_a, row.hero_b}
            assert reason.side_a == row.hero_a
    for row in _placings(desk):
        for round_ in (r for r in range(1, 6) if row.byes >> (r - 1) & 1):
            reason = why_opponent(desk, None, FRIDAY, round_, f"#{row.hero_id}", "en").reason
            assert (reason.hero, reason.opponent) == (row.hero_id, None)


@pytest.mark.parametrize("locale", ["en", "ru", "es"])
def test_the_reason_is_told_in_sentences_with_the_heroes_names(desk, played, locale):
    played(9)
    told = [
        why_opponent(desk, None, FRIDAY, r, f"#{h}", locale).told for r in range(1, 6) for h in range(1, 10)
    ]
    assert all(sentences and all(each.endswith(".") for each in sentences) for sentences in told)
    assert all("Hero " in sentences[0] for sentences in told)


def test_reasons_are_computed_when_all_was_read(desk, played, monkeypatch):
    played(9)
    seen = []
    for name in ("standings", "explain_round"):
        computed = getattr(why, name)
        monkeypatch.setattr(
            why,
            name,
            lambda *given, f=computed, name=name: (seen.append((name, open_transactions(desk))), f(*given))[
                1
            ],
        )
    why_place(desk, None, FRIDAY, "#1", "en")
    why_opponent(desk, None, FRIDAY, 2, "#1", "en")
    assert seen == [("standings", (0, 0)), ("explain_round", (0, 0))]


def test_a_large_round_is_told_by_its_fold(desk, played):
    played(40)
    reason = why_opponent(desk, None, FRIDAY, 1, "#1", "en")
    assert reason.reason.cause is Cause.FOLD
    assert "the upper half meets the lower half" in reason.told[0]


def test_hidden_heroes_have_pseudonyms_in_table_and_reasons(desk, clock, hero_data):
    ids = [add_hero(desk, hero_data({"/name": f"Pixel {n}"}))[1] for n in range(2)]
    play_tournament(desk, FRIDAY)
    clock.put(2026, 4, 24, 12, 0)
    hide_hero(desk, "Pixel 1", "rude", "en")
    hidden = f"Hidden hero {ids[1]}"
    assert hidden in [line.name for line in tournament_standings(desk, None, "en").page.rows]
    place = why_place(desk, None, FRIDAY, "Pixel 0", "en")
    assert (place.above or place.below).name == hidden
    assert place.rounds[0].opponent == hidden
    told = " ".join(why_opponent(desk, None, FRIDAY, 1, "Pixel 0", "en").told)
    assert hidden in told
    assert "Pixel 1" not in told


@pytest.mark.parametrize("round_", [0, 6, -1])
def test_a_round_that_was_not_played_is_refused(desk, played, round_):
    played(9)
    error = _refused(why_opponent, desk, None, FRIDAY, round_, "#1", "en")
    assert (error.code, error.faults[0].params["last"]) == ("round-unknown", 5)


def test_a_hero_that_took_no_part_is_told_so(desk, clock, played, hero_data):
    played(4)
    add_hero(desk, hero_data())
    assert _refused(why_place, desk, None, FRIDAY, "Pixel", "en").code == "not-in-tournament"
    assert _refused(why_opponent, desk, None, FRIDAY, 1, "Pixel", "en").code == "not-in-tournament"


def test_when_its_battles_are_gone_the_table_stays_and_reasons_are_refused(desk, played):
    run = played(4)
    with desk.store.write() as session:
        session.exec(delete(BattleRow).where(col(BattleRow.run_id) == run))
    assert tournament_standings(desk, None, "en", FRIDAY).heroes == 4
    assert _refused(why_place, desk, None, FRIDAY, "#1", "en").code == "tournament-pruned"
    assert _refused(why_opponent, desk, None, FRIDAY, 1, "#1", "en").code == "tournament-pruned"


def test_a_table_that_does_not_follow_from_its_battles_is_not_explained(desk, played):
    played(6)
    first, last = _placings(desk)[0], _placings(desk)[-1]
    with desk.store.write() as session:
        for row, place in ((first, 6), (last, 1)):
            session.get_one(Placing, (row.run_id, row.hero_id)).place = place
    with pytest.raises(RuntimeError, match="not what its battles give"):
        why_place(desk, None, FRIDAY, "#1", "en")
