"""Runs that were worked and are then verified: what nobody touched holds, what was tampered with is told."""

import shutil
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from sqlmodel import col, select

from arena import roster
from arena.battle import fight_many
from arena.desk.battles import verifying
from arena.desk.battles.replays import get_battle
from arena.desk.battles.verifying import Verified, verify_run
from arena.desk.desk import Desk
from arena.desk.heroes.documents import document_of
from arena.desk.heroes.saving import save_hero
from arena.desk.players.forgetting import forget_player
from arena.errors import ArenaError
from arena.hero import Hero
from arena.store.pruning import prune_battles
from arena.store.tables import BattleRow, HeroVersion, Player, Run, RunState, Secret
from scheduler.tick import tick
from tests.leagues import PutClock, open_transactions, opened, populate

DAY, FRIDAY = "daily-2026-04-20", "tournament-2026-04-24"


def play_a_week(desk: Desk, clock: PutClock) -> None:
    """Nine heroes, up to the first Friday's results."""
    populate(desk, 9)
    clock.put(2026, 4, 24, 13)
    tick(desk)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A league's file after its first week."""
    file = tmp_path_factory.mktemp("played") / "league.sqlite"
    clock = PutClock()
    with opened(str(file), clock) as desk:
        play_a_week(desk, clock)
    return file


@pytest.fixture
def week(played: Path, tmp_path: Path, clock: PutClock) -> Iterator[Desk]:
    """A copy of it, to be tampered with."""
    clock.put(2026, 4, 24, 13)
    with opened(str(shutil.copy(played, tmp_path)), clock) as desk:
        yield desk


def refused(desk: Desk, given: str) -> ArenaError:
    with pytest.raises(ArenaError) as caught:
        verify_run(desk, given)
    for locale in ("ru", "en", "es"):
        assert caught.value.text(locale)
    return caught.value


def run_id(desk: Desk, given: str) -> int:
    return verify_run(desk, given).run_id


def battle(session, run: int, number: int) -> BattleRow:
    return session.get_one(BattleRow, (run, number))


def test_a_run_that_nobody_touched_holds(desk: Desk, clock: PutClock) -> None:
    play_a_week(desk, clock)
    for given, battles in ((DAY, 13), (FRIDAY, 20)):
        found = verify_run(desk, given)
        assert found.holds
        assert (found.battles, found.missing) == (battles, 0)
        assert (found.other_outcomes, found.other_seeds) == ((), ())
        assert verify_run(desk, str(found.run_id)) == found


def test_battles_are_fought_again_when_all_was_read(week: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    seen = []

    def watched(*given: Any, **options: Any) -> object:
        seen.append(open_transactions(week))
        return fight_many(*given, **options)

    monkeypatch.setattr(verifying, "fight_many", watched)
    assert verify_run(week, DAY).holds
    assert seen == [(0, 0)]


@pytest.mark.parametrize("column", ["winner", "ticks", "turns", "hp_a", "hp_b"])
@pytest.mark.parametrize("given", [DAY, FRIDAY])
def test_an_outcome_that_was_changed_is_told_by_its_number(week: Desk, given: str, column: str) -> None:
    run = run_id(week, given)
    with week.write() as (session, _):
        row = battle(session, run, 3)
        setattr(row, column, -1 if column == "winner" and row.winner != -1 else getattr(row, column) + 1)
    found = verify_run(week, given)
    assert (found.holds, found.other_outcomes, found.other_seeds) == (False, (3,), ())


@pytest.mark.parametrize("given", [DAY, FRIDAY])
def test_a_seed_that_was_chosen_is_told_even_if_its_outcome_is_right(week: Desk, given: str) -> None:
    run = run_id(week, given)
    with week.write() as (session, _):
        first, second = battle(session, run, 1), battle(session, run, 2)
        first.seed = second.seed ^ 1
    found = verify_run(week, given)
    assert (found.holds, found.other_seeds) == (False, (1,))


@pytest.mark.parametrize("given", [DAY, FRIDAY])
@pytest.mark.parametrize("number", [0, 12])
def test_a_battle_that_is_gone_is_told(week: Desk, given: str, number: int) -> None:
    run = run_id(week, given)
    with week.write() as (session, _):
        session.delete(battle(session, run, number))
    found = verify_run(week, given)
    assert (found.holds, found.missing, found.other_outcomes, found.other_seeds) == (False, 1, (), ())


def test_a_battle_that_names_another_ruleset_than_its_run_is_told(week: Desk) -> None:
    run = run_id(week, DAY)
    with week.write() as (session, _):
        battle(session, run, 4).ruleset = "v0"
    found = verify_run(week, DAY)
    assert (found.holds, found.other_outcomes) == (False, (4,))


def test_seeds_use_all_64_bits(week: Desk) -> None:
    run = run_id(week, FRIDAY)
    with week.read() as (session, _):
        seeds = session.exec(select(BattleRow.seed).where(col(BattleRow.run_id) == run)).all()
    assert max(seeds) >= 2**63
    assert min(seeds) >= 0


def test_battles_that_changed_their_sides_have_other_seeds(week: Desk) -> None:
    run = run_id(week, DAY)
    with week.write() as (session, _):
        row = battle(session, run, 0)
        row.hero_a, row.hero_b = row.hero_b, row.hero_a
    assert verify_run(week, DAY).other_seeds == (0,)


def test_a_secret_that_was_changed_breaks_its_promise_and_every_seed(week: Desk) -> None:
    run = run_id(week, DAY)
    with week.write() as (session, _):
        session.exec(select(Secret).where(col(Secret.run_id) == run)).one().value = bytes(32)
    found = verify_run(week, DAY)
    assert (found.holds, found.keeps_promise, found.other_outcomes) == (False, False, ())
    assert len(found.other_seeds) == found.battles


def test_a_promise_that_was_changed_is_told(week: Desk) -> None:
    run = run_id(week, DAY)
    with week.write() as (session, _):
        session.exec(select(Secret).where(col(Secret.run_id) == run)).one().commitment = "0" * 64
    found = verify_run(week, DAY)
    assert (found.holds, found.keeps_promise, found.other_seeds) == (False, False, ())


def test_a_version_whose_record_was_changed_is_told(week: Desk) -> None:
    run = run_id(week, DAY)
    with week.write() as (session, _):
        row = battle(session, run, 0)
        other = session.exec(
            select(HeroVersion.record).where(
                col(HeroVersion.record) != session.get_one(HeroVersion, row.version_a).record
            )
        ).first()
        session.get_one(HeroVersion, row.version_a).record = other
    assert 0 in verify_run(week, DAY).other_outcomes


def changed(hero: Hero, name: str) -> str:
    """The hero under a name of its own, with its rules in another order."""
    data = hero.model_copy(update={"name": name, "rules": hero.rules[::-1]})
    return document_of(data)


def test_runs_of_an_old_ruleset_hold_after_heroes_and_rules_have_changed(
    desk: Desk, clock: PutClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    populate(desk, 9)
    clock.put(2026, 4, 24, 13)
    with monkeypatch.context() as before_the_new_rules:
        before_the_new_rules.setattr("scheduler.runs.CURRENT_ID", "v0")
        tick(desk)
    old = verify_run(desk, DAY), verify_run(desk, FRIDAY)
    views = [get_battle(desk, None, found.run_id, 0, "en") for found in old]
    with desk.write() as (session, _):
        session.get_one(Player, 1).xp_peak = 5000
    save_hero(desk, 1, changed(roster.load(roster.names()[0]), "Somebody else"))
    clock.put(2026, 4, 24, 18)
    tick(desk)
    assert (verify_run(desk, DAY), verify_run(desk, FRIDAY)) == old
    assert all(found.holds for found in old)
    for found, view in zip(old, views, strict=True):
        again = get_battle(desk, None, found.run_id, 0, "en")
        assert (again.ruleset, again.log, again.no_log) == ("v0", view.log, None)
    with desk.read() as (session, _):
        rulesets = session.exec(select(BattleRow.ruleset, BattleRow.run_id).distinct()).all()
    assert {ruleset for ruleset, run in rulesets if run in [found.run_id for found in old]} == {"v0"}
    assert verify_run(desk, "daily-2026-04-24").holds
    assert {ruleset for ruleset, _ in rulesets} == {"v0", "v1"}


def test_a_run_of_an_old_ruleset_does_not_pass_under_a_new_one(
    desk: Desk, clock: PutClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    populate(desk, 9)
    clock.put(2026, 4, 20, 18)
    monkeypatch.setattr("scheduler.runs.CURRENT_ID", "v0")
    tick(desk)
    found = verify_run(desk, DAY)
    with desk.write() as (session, _):
        session.get_one(Run, found.run_id).ruleset = "v1"
    assert verify_run(desk, DAY).other_outcomes


def test_a_run_that_another_kernel_fought_says_which_version_it_needs(week: Desk) -> None:
    run = run_id(week, DAY)
    with week.write() as (session, _):
        battle(session, run, 5).kernel = 7
    error = refused(week, DAY)
    assert (error.code, error.faults[0].params["needed"]) == ("replay-kernel", 7)


def test_a_run_of_heroes_packed_another_way_says_which_version_it_needs(week: Desk) -> None:
    run = run_id(week, DAY)
    with week.write() as (session, _):
        version = session.get_one(HeroVersion, battle(session, run, 5).version_b)
        version.record = (9).to_bytes(2, "little") + version.record[2:]
    error = refused(week, DAY)
    assert (error.code, error.faults[0].reason) == ("replay-kernel", "record")
    assert error.faults[0].params["needed"] == 9


def test_a_run_with_a_forgotten_hero_holds(week: Desk) -> None:
    before = verify_run(week, DAY)
    forget_player(week, 3)
    assert verify_run(week, DAY) == before


def test_a_run_whose_battles_are_gone_is_refused(week: Desk, clock: PutClock) -> None:
    clock.advance(days=1)
    with week.write() as (session, now):
        prune_battles(session, now, week.calendar.given_up_after)
    assert refused(week, DAY).code == "run-pruned"


def test_a_tournament_is_verified_from_its_results_on(desk: Desk, clock: PutClock) -> None:
    populate(desk, 4)
    clock.put(2026, 4, 24, 11, 59)
    tick(desk)
    assert refused(desk, FRIDAY).code == "tournament-not-visible"
    clock.put(2026, 4, 24, 12)
    assert verify_run(desk, FRIDAY).holds


def test_a_run_that_has_not_ended_is_refused(week: Desk) -> None:
    run = run_id(week, DAY)
    with week.write() as (session, _):
        session.get_one(Run, run).state = RunState.FAILED
    assert refused(week, DAY).code == "run-not-played"


@pytest.mark.parametrize(
    "given",
    ["", "0", "9999", "9" * 40, "-1", "results-2026-04-24", "daily-2026-02-30", "daily-2026-04-19", "٣"],
)
def test_what_is_no_run_with_battles_is_refused(week: Desk, given: str) -> None:
    assert refused(week, given).code == "run-unknown-name"


def test_the_results_have_nothing_to_verify(week: Desk) -> None:
    with week.read() as (session, _):
        results = session.exec(select(Run.id).where(col(Run.job) == "results")).one()
    assert refused(week, str(results)).code == "run-unknown-name"


def test_what_was_found_names_the_run(week: Desk) -> None:
    found: Verified = verify_run(week, FRIDAY)
    assert (found.job, found.local_date) == ("tournament", date(2026, 4, 24))
    assert len(found.secret) == len(found.commitment) == 64
