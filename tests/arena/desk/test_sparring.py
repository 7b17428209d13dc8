"""Training: what it shows of whom, and what it costs."""

import pytest

from arena import roster
from arena.battle import fight
from arena.desk.heroes.hiding import hide_hero
from arena.desk.heroes.saving import save_hero, withdraw_hero
from arena.desk.players.forgetting import forget_player
from arena.desk.players.limits import Limited, left, most
from arena.desk.training.sparring import train_hero
from arena.desk.training.trials import try_changes
from arena.errors import ArenaError
from arena.hero import Hero, check_level
from arena.league.settings import league
from arena.store.tables import Usage
from tests.arena.desk.played_runs import add_hero, add_player
from tests.arena.desk.told_fields import PUBLIC, told_fields


@pytest.fixture
def player(desk):
    return add_player(desk, "Anna")


def _left(desk, player):
    with desk.store.read() as session:
        counts = left(session.connection(), desk, player, desk.calendar.local_date(desk.clock()))
    limits = league().limits
    most = {
        Limited.CHECKS: limits.checks,
        Limited.DUMMY_TRAININGS: limits.dummy_trainings,
        Limited.HERO_TRAININGS: limits.hero_trainings,
    }
    return {kind: most[kind] - counts[kind] for kind in Limited if most[kind] != counts[kind]}


def _refused(call, *arguments, **named):
    with pytest.raises(ArenaError) as caught:
        call(*arguments, **named)
    return caught.value


def test_against_a_dummy_there_is_a_battle_with_every_number_and_shares_of_more(desk, player, hero_data):
    sparring = train_hero(desk, player, hero_data(), "golem", "en", battles=50)
    assert (sparring.opponent.kind, sparring.opponent.name) == ("dummy", roster.load("golem").name)
    assert all(turn.exact and turn.own for turn in sparring.fought.log)
    assert sparring.fought.shares.battles == 50
    assert len(sparring.fought.shares.rules.coverage) == len(hero_data()["rules"])
    assert _left(desk, player) == {Limited.DUMMY_TRAININGS: 1}
    assert sparring.left == league().limits.dummy_trainings - 1


def test_the_shown_battle_is_the_one_of_its_seed(desk, player, hero_data):
    sparring = train_hero(desk, player, hero_data(), "Легаси-голем", "en", new_seed=lambda: 2**64 - 1)
    exact = fight(Hero.model_validate(hero_data()), roster.load("golem"), 2**64 - 1)
    assert tuple(turn.exact for turn in sparring.fought.log) == exact.log
    assert (sparring.fought.winner, sparring.fought.seed, sparring.fought.shares) == (
        exact.winner,
        2**64 - 1,
        None,
    )


def test_seeds_differ_from_training_to_training(desk, player, hero_data):
    seeds = {train_hero(desk, player, hero_data(), "golem", "en").fought.seed for _ in range(3)}
    assert len(seeds) == 3


def test_against_another_participant_s_hero_one_battle_with_the_public_log(desk, player, hero_data):
    _, rival = add_hero(desk, hero_data({"/name": "Voxel", "/rules": ["enemy.hp < 50% -> heavy"]}))
    sparring = train_hero(desk, player, hero_data(), "voxel", "en")
    assert (sparring.opponent.kind, sparring.opponent.hero_id) == ("hero", rival)
    assert (sparring.fought.shares, sparring.fought.seed) == (None, None)
    theirs = [turn for turn in sparring.fought.log if turn.side == "b"]
    assert theirs
    assert told_fields(theirs) <= PUBLIC
    assert not any(turn.exact for turn in sparring.fought.log)
    assert any(turn.own for turn in sparring.fought.log)
    assert told_fields(sparring.opponent).isdisjoint({"stats", "rules"})
    assert _left(desk, player) == {Limited.HERO_TRAININGS: 1}


def test_a_sample_is_public_and_counts_as_a_hero(desk, player, hero_data):
    sparring = train_hero(desk, player, hero_data(), roster.sample_ids()[0], "en")
    assert sparring.opponent.kind == "sample"
    assert all(turn.exact for turn in sparring.fought.log)
    assert _left(desk, player) == {Limited.HERO_TRAININGS: 1}


def test_without_a_draft_the_saved_hero_trains(desk, player, hero_data):
    assert _refused(train_hero, desk, player, None, "golem", "en").code == "no-hero"
    save_hero(desk, player, hero_data())
    assert train_hero(desk, player, None, "golem", "en").fought.log
    assert _left(desk, player) == {Limited.DUMMY_TRAININGS: 1}


def test_a_draft_that_is_refused_costs_a_check_and_no_training(desk, player, hero_data):
    error = _refused(train_hero, desk, player, hero_data({"/stats/hp": 90}), "golem", "en")
    assert error.faults
    assert _left(desk, player) == {Limited.CHECKS: 1}


@pytest.mark.parametrize("kind", ["golem", "hero"])
def test_past_the_day_s_limit_a_training_is_refused(desk, player, hero_data, kind):
    add_hero(desk, hero_data({"/name": "Voxel"}))
    opponent, most = {
        "golem": ("golem", league().limits.dummy_trainings),
        "hero": ("Voxel", league().limits.hero_trainings),
    }[kind]
    for _ in range(most):
        train_hero(desk, player, hero_data(), opponent, "en")
    assert _refused(train_hero, desk, player, hero_data(), opponent, "en").code == "limit-reached"


@pytest.mark.parametrize("opponent", ["golem", "Voxel"])
def test_past_the_limit_nothing_is_fought(desk, player, hero_data, opponent, monkeypatch):
    add_hero(desk, hero_data({"/name": "Voxel"}))
    kinds = (Limited.DUMMY_TRAININGS, Limited.HERO_TRAININGS)
    with desk.write() as (session, now):
        day = desk.calendar.local_date(now)
        session.add_all(
            [Usage(player_id=player, day=day, kind=kind, count=most(desk, kind)) for kind in kinds]
        )
    monkeypatch.setattr("arena.desk.training.sparring.fight", None)
    error = _refused(train_hero, desk, player, hero_data(), opponent, "en")
    assert error.code == "limit-reached"


def test_a_draft_may_train_under_a_name_that_is_taken(desk, player, hero_data):
    add_hero(desk, hero_data())
    assert train_hero(desk, player, hero_data(), "golem", "en").fought.log


def test_that_the_name_of_a_draft_is_taken_is_told(desk, player, hero_data):
    assert train_hero(desk, player, hero_data(), "golem", "en").trainee.taken is None
    add_hero(desk, hero_data())
    assert train_hero(desk, player, hero_data(), "golem", "en").trainee.taken.code == "hero-name-taken"


def test_one_s_own_name_is_not_taken(desk, hero_data):
    player, _ = add_hero(desk, hero_data())
    assert train_hero(desk, player, hero_data(), "golem", "en").trainee.taken is None


def test_it_is_told_how_the_trained_hero_stands(desk, hero_data):
    player, _ = add_hero(desk, hero_data())
    assert train_hero(desk, player, hero_data(), "golem", "en").trainee.stands == "draft"
    assert train_hero(desk, player, None, "golem", "en").trainee.stands == "active"
    withdraw_hero(desk, player)
    assert train_hero(desk, player, None, "golem", "en").trainee.stands == "withdrawn"


def test_changes_are_tried_only_against_dummies_with_further_battles(desk, player, hero_data):
    add_hero(desk, hero_data({"/name": "Voxel"}))
    tried = {
        opponent: train_hero(desk, player, hero_data(), opponent, "en", battles=battles).fought
        for opponent, battles in (("ninja", 5), ("golem", 0), ("Voxel", 0), (roster.sample_ids()[0], 0))
    }
    codes = {opponent: [each.code for each in fought.advice] for opponent, fought in tried.items()}
    count = codes["ninja"].count("change-tried")
    assert codes["ninja"][:count] == ["change-tried"] * count != []
    assert not any("change-tried" in found for opponent, found in codes.items() if opponent != "ninja")


def test_what_is_tried_fits_the_slots_of_the_participant_s_level(desk, player, hero_data, monkeypatch):
    trials = []

    def try_and_note(*arguments):
        trials.extend(try_changes(*arguments))
        return tuple(trials)

    monkeypatch.setattr("arena.desk.training.sparring.try_changes", try_and_note)
    data = hero_data({"/rules": ["self.energy >= 30 -> heavy"], "/abilities": ["heavy", "shield"]})
    train_hero(desk, player, data, "ninja", "en", battles=5)
    assert trials
    for trial in trials:
        assert not check_level(trial.change.hero, 1)


@pytest.mark.parametrize("battles", [-1, 1001, 10**12])
def test_against_a_dummy_up_to_1000_further_battles(desk, player, hero_data, battles):
    error = _refused(train_hero, desk, player, hero_data(), "golem", "en", battles=battles)
    assert (error.code, error.faults[0].params["most"]) == ("training-battles", 1000)
    assert not _left(desk, player)


def test_against_a_hero_no_further_battles(desk, player, hero_data):
    add_hero(desk, hero_data({"/name": "Voxel"}))
    error = _refused(train_hero, desk, player, hero_data(), "Voxel", "en", battles=1)
    assert (error.code, error.faults[0].reason) == ("training-battles", "hero")


def test_one_s_own_hero_is_no_opponent(desk, hero_data):
    player, _ = add_hero(desk, hero_data())
    assert _refused(train_hero, desk, player, hero_data(), "Pixel", "en").code == "training-self"


def test_a_forgotten_hero_is_no_opponent(desk, player, hero_data):
    other, hero = add_hero(desk, hero_data({"/name": "Voxel"}))
    forget_player(desk, other)
    assert _refused(train_hero, desk, player, hero_data(), f"#{hero}", "en").code == "training-forgotten"


def test_a_hidden_hero_is_met_by_its_number_under_a_pseudonym(desk, player, hero_data):
    _, hero = add_hero(desk, hero_data({"/name": "Voxel"}))
    hide_hero(desk, "Voxel", "rude", "en")
    assert _refused(train_hero, desk, player, hero_data(), "Voxel", "en").code == "no-such-opponent"
    opponent = train_hero(desk, player, hero_data(), str(hero), "es").opponent
    assert (opponent.name, opponent.look) == (f"Héroe oculto {hero}", None)


@pytest.mark.parametrize(("given", "nearest"), [("golm", "golem"), ("Voxle", "Voxel"), ("zzzzzz", None)])
def test_an_unknown_opponent_is_refused_with_one_that_is_alike(desk, player, hero_data, given, nearest):
    add_hero(desk, hero_data({"/name": "Voxel"}))
    error = _refused(train_hero, desk, player, hero_data(), given, "en")
    assert (error.code, error.faults[0].params.get("nearest")) == ("no-such-opponent", nearest)
    assert "golem" in error.text("ru")


def test_a_failure_of_ours_is_not_counted(desk, player, hero_data, monkeypatch):
    def broken(*arguments, **options):
        raise RuntimeError("ours")

    monkeypatch.setattr("arena.desk.training.sparring.train", broken)
    with pytest.raises(RuntimeError):
        train_hero(desk, player, hero_data(), "golem", "en", battles=5)
    assert not _left(desk, player)


def test_trainings_are_open_in_the_freeze(desk, clock, player, hero_data):
    clock.put(2026, 4, 24, 8, 0)
    assert train_hero(desk, player, hero_data(), "golem", "en").fought.log
