"""Whoever was forgotten, or never was, does nothing and reads nothing under an id: in no use case."""

import inspect
import pkgutil
from collections.abc import Callable
from datetime import date
from importlib import import_module

import pytest

import arena.desk
from arena.desk.battles.listing import list_battles
from arena.desk.battles.replays import get_battle
from arena.desk.battles.suggesting import battles_numbered, lost_battles
from arena.desk.desk import Desk
from arena.desk.digests.mine import my_digest
from arena.desk.experience.ledger import add_library_points, correct_experience
from arena.desk.heroes.checking import check_draft, preview_draft
from arena.desk.heroes.gallery import get_hero
from arena.desk.heroes.hiding import hide_hero, known_heroes, show_hero
from arena.desk.heroes.looking_up import look_up
from arena.desk.heroes.own import my_hero, my_versions
from arena.desk.heroes.saving import return_hero, save_hero, withdraw_hero
from arena.desk.players.changing import change_player
from arena.desk.players.forgetting import forget_player
from arena.desk.players.keys import revoke_keys, rotate_key
from arena.desk.players.notices import mark_read
from arena.desk.players.register import add_player as register
from arena.desk.players.signing_in import end_sign_ins, issue_link
from arena.desk.players.status import status
from arena.desk.standings.elo import elo_standings
from arena.desk.standings.rating import why_rating
from arena.desk.standings.tournament import tournament_standings
from arena.desk.standings.why import why_opponent, why_place
from arena.desk.training.sparring import train_hero
from arena.desk.voting import ballot, look_of, vote
from arena.errors import ArenaError
from arena.hero.sample import SAMPLE
from arena.store.tables import METADATA
from tests.arena.desk.played_runs import add_hero, add_player

DAY = date(2026, 4, 20)
FRIDAY = date(2026, 4, 24)
NOBODY = 999
WHO = ("player_id", "voter_id", "viewer", "organiser_id")
"""What use cases call the participant who acts, or for whom they act."""

Call = Callable[[Desk, int], object]

AS_PARTICIPANT: dict[object, Call] = {
    add_library_points: lambda desk, who: add_library_points(desk, who, 1, "essay", DAY),
    ballot: ballot,
    battles_numbered: lambda desk, who: battles_numbered(desk, who, "", 1),
    change_player: lambda desk, who: change_player(desk, who, lang="es"),
    check_draft: lambda desk, who: check_draft(desk, who, SAMPLE),
    correct_experience: lambda desk, who: correct_experience(desk, who, 5, "again", DAY),
    elo_standings: lambda desk, who: elo_standings(desk, "en", viewer=who),
    end_sign_ins: end_sign_ins,
    get_battle: lambda desk, who: get_battle(desk, who, 1, 0, "en"),
    look_up: lambda desk, who: look_up(desk, who, "golem", "en"),
    get_hero: lambda desk, who: get_hero(desk, who, "Voxel", "en"),
    issue_link: issue_link,
    list_battles: lambda desk, who: list_battles(desk, who, "en"),
    lost_battles: lambda desk, who: lost_battles(desk, who, 1),
    look_of: lambda desk, who: look_of(desk, who, "0" * 32),
    mark_read: lambda desk, who: mark_read(desk, who, 100),
    my_digest: my_digest,
    my_hero: my_hero,
    my_versions: my_versions,
    preview_draft: lambda desk, who: preview_draft(desk, who, SAMPLE),
    return_hero: return_hero,
    revoke_keys: revoke_keys,
    rotate_key: rotate_key,
    save_hero: lambda desk, who: save_hero(desk, who, SAMPLE),
    status: lambda desk, who: status(desk, who, "en"),
    tournament_standings: lambda desk, who: tournament_standings(desk, who, "en"),
    train_hero: lambda desk, who: train_hero(desk, who, SAMPLE, "golem", "en"),
    vote: lambda desk, who: vote(desk, who, []),
    why_opponent: lambda desk, who: why_opponent(desk, who, FRIDAY, 1, "Voxel", "en"),
    why_place: lambda desk, who: why_place(desk, who, FRIDAY, "Voxel", "en"),
    why_rating: lambda desk, who: why_rating(desk, who, "Voxel", "en"),
    withdraw_hero: withdraw_hero,
}
AS_ORGANISER: dict[object, Call] = {
    change_player: lambda desk, who: change_player(desk, 2, lang="es", organiser_id=who),
    correct_experience: lambda desk, who: correct_experience(desk, 2, 5, "again", DAY, organiser_id=who),
    end_sign_ins: lambda desk, who: end_sign_ins(desk, 2, organiser_id=who),
    forget_player: lambda desk, who: forget_player(desk, 2, organiser_id=who),
    hide_hero: lambda desk, who: hide_hero(desk, "Voxel", "rude", "en", organiser_id=who),
    issue_link: lambda desk, who: issue_link(desk, 2, organiser_id=who),
    known_heroes: lambda desk, who: known_heroes(desk, "en", organiser_id=who),
    register: lambda desk, who: register(desk, "Cecil", organiser_id=who),
    revoke_keys: lambda desk, who: revoke_keys(desk, 2, organiser_id=who),
    rotate_key: lambda desk, who: rotate_key(desk, 2, organiser_id=who),
    show_hero: lambda desk, who: show_hero(desk, "Voxel", "en", organiser_id=who),
}
CALLS = [
    pytest.param(call, id=f"{kind}-{name.__name__}")
    for kind, calls in (("participant", AS_PARTICIPANT), ("organiser", AS_ORGANISER))
    for name, call in calls.items()
]


@pytest.fixture
def desk(desk, clock):
    """A league in an open vote: Ann, an organiser who is to be forgotten, and Bob, each with a hero."""
    ann, _ = add_hero(desk, {**SAMPLE, "name": "Pixel"}, owner="Ann", organiser=True)
    bob, _ = add_hero(desk, {**SAMPLE, "name": "Voxel"}, owner="Bob")
    assert (ann, bob) == (1, 2)
    clock.put(2026, 4, 24, 12, 30)
    return desk


def _everything(desk):
    with desk.read() as (session, _):
        return [session.connection().execute(table.select()).all() for table in METADATA.sorted_tables]


@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize("who", ["forgotten", "unknown"])
def test_nothing_is_done_for_whoever_is_not_there(desk, call, who):
    forget_player(desk, 1)
    before = _everything(desk)
    with pytest.raises(ArenaError) as caught:
        call(desk, 1 if who == "forgotten" else NOBODY)
    assert caught.value.code == "player-unknown"
    assert "arena players" not in caught.value.text("en")
    assert _everything(desk) == before


def test_a_person_who_is_forgotten_while_a_draft_is_checked_is_not_written_back(desk, monkeypatch):
    from arena.desk.heroes import saving

    checked = saving.checked

    def check_and_forget(*arguments):
        found = checked(*arguments)
        forget_player(desk, 1)
        return found

    monkeypatch.setattr(saving, "checked", check_and_forget)
    with pytest.raises(ArenaError) as caught:
        save_hero(desk, 1, {**SAMPLE, "name": "Pixel 2"})
    assert caught.value.code == "player-unknown"


def test_only_organisers_act_as_such(desk):
    guest = add_player(desk, "Guest")
    for call in AS_ORGANISER.values():
        with pytest.raises(ArenaError) as caught:
            call(desk, guest)
        assert caught.value.code == "organisers-only"


def test_every_use_case_that_takes_a_participant_is_tried_here():
    found = set()
    for each in pkgutil.walk_packages(arena.desk.__path__, "arena.desk."):
        for name, function in inspect.getmembers(import_module(each.name), inspect.isfunction):
            taken = list(inspect.signature(function).parameters)
            if name.startswith("_") or function.__module__ != each.name or taken[:1] != ["desk"]:
                continue
            if "organiser_id" in taken:
                found.add(("organiser", name))
            if set(taken) & set(WHO[:3]):
                found.add(("participant", name))
    tried = {("participant", each.__name__) for each in AS_PARTICIPANT}
    tried |= {("organiser", each.__name__) for each in AS_ORGANISER}
    helpers = {("participant", name) for name in ("accepted_draft", "checked", "refuse_draft")}
    assert found - helpers - {("participant", "forget_player")} == tried
