"""The blind vote: who sees what, which votes count and what comes of them."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import fields
from datetime import date

import pytest
from sqlmodel import select

from arena.desk.heroes.hiding import hide_hero, show_hero
from arena.desk.heroes.saving import save_hero, withdraw_hero
from arena.desk.players.forgetting import forget_player
from arena.desk.voting import Ballot, BallotLook, ballot, look_of, tally_of, vote
from arena.errors import ArenaError
from arena.league.ballot import ballot_ids
from arena.store.tables import Installation, Vote
from tests.arena.desk.played_runs import add_hero, add_player

FRIDAY = date(2026, 4, 24)
OPEN, CLOSE = (2026, 4, 24, 12, 0), (2026, 4, 30, 21, 0)
NEXT_OPEN = "2026-05-01T12:00:00Z"


@pytest.fixture
def heroes(desk, clock, hero_data):
    """(player, hero) of four heroes with different looks; the vote is just open."""
    made = [
        add_hero(desk, hero_data({"/name": f"Pixel {n}", "/sprite/palette/0": f"#00000{n}"}))
        for n in range(4)
    ]
    clock.put(*OPEN)
    return made


def _refused(call, *arguments):
    with pytest.raises(ArenaError) as caught:
        call(*arguments)
    return caught.value


def _by_hero(desk, voter):
    """The voter's ballot ids by hero, found as only a test may: by the picture."""
    looks = {look.id: look_of(desk, voter, look.id).palette[0] for look in ballot(desk, voter).looks}
    return {int(colour[-1]): id_ for id_, colour in looks.items()}


def _tally(desk):
    with desk.store.read() as session:
        return tally_of(session, FRIDAY)


def test_a_ballot_shows_the_looks_of_all_active_heroes_but_the_voter_s_own(desk, heroes):
    voter = add_player(desk, "Without a hero")
    assert set(_by_hero(desk, voter)) == {0, 1, 2, 3}
    assert set(_by_hero(desk, heroes[2][0])) == {0, 1, 3}


def test_a_ballot_says_nothing_else_than_opaque_ids_and_own_choices(desk, heroes):
    assert {field.name for field in fields(BallotLook)} == {"id", "chosen"}
    assert {field.name for field in fields(Ballot)} == {"friday", "closes_at", "looks"}
    papers = ballot(desk, heroes[0][0])
    assert all(len(look.id) == 32 for look in papers.looks)
    assert not any(look.chosen for look in papers.looks)


def test_ids_and_order_differ_from_voter_to_voter(desk, heroes):
    one, other = add_player(desk, "One"), add_player(desk, "Other")
    assert not {look.id for look in ballot(desk, one).looks} & {look.id for look in ballot(desk, other).looks}
    orders = {tuple(_by_hero(desk, add_player(desk, f"Voter {n}"))) for n in range(8)}
    assert len(orders) > 1


def test_a_ballot_is_the_same_when_it_is_looked_at_again(desk, clock, heroes):
    before = ballot(desk, heroes[0][0])
    clock.advance(days=2)
    assert ballot(desk, heroes[0][0]) == before


def test_looks_stand_as_they_did_when_the_vote_opened(desk, clock, heroes, hero_data):
    voter = add_player(desk, "Voter")
    clock.advance(hours=1)
    save_hero(desk, heroes[0][0], hero_data({"/name": "Pixel 0", "/sprite/palette/0": "#000009"}))
    withdraw_hero(desk, heroes[1][0])
    add_hero(desk, hero_data({"/name": "Late", "/sprite/palette/0": "#000008"}))
    assert set(_by_hero(desk, voter)) == {0, 1, 2, 3}


def test_a_hero_withdrawn_before_the_vote_is_no_candidate(desk, clock, heroes):
    clock.advance(days=1)
    withdraw_hero(desk, heroes[1][0])
    clock.put(2026, 5, 1, 12, 0)
    assert set(_by_hero(desk, add_player(desk, "Voter"))) == {0, 2, 3}


def test_votes_are_cast_and_replace_the_earlier_ones(desk, heroes):
    voter = add_player(desk, "Voter")
    looks = _by_hero(desk, voter)
    cast = vote(desk, voter, [looks[0], looks[1], looks[2]])
    assert cast.chosen == (looks[0], looks[1], looks[2])
    vote(desk, voter, [looks[3]])
    assert {look.id for look in ballot(desk, voter).looks if look.chosen} == {looks[3]}
    assert _tally(desk).counts == {heroes[3][1]: 1}
    vote(desk, voter, [])
    assert _tally(desk).counts == {}


def test_more_than_three_the_same_twice_or_an_unknown_look_changes_nothing(desk, heroes):
    voter = add_player(desk, "Voter")
    looks = _by_hero(desk, voter)
    vote(desk, voter, [looks[0]])
    assert _refused(vote, desk, voter, list(looks.values())).code == "vote-too-many"
    assert _refused(vote, desk, voter, [looks[0], looks[0]]).code == "vote-repeated"
    assert _refused(vote, desk, voter, [looks[0], "0" * 32]).code == "vote-unknown-look"
    assert _tally(desk).counts == {heroes[0][1]: 1}


def test_another_voter_s_id_does_not_count(desk, heroes):
    voter, other = add_player(desk, "Voter"), add_player(desk, "Other")
    stolen = _by_hero(desk, other)[0]
    assert _refused(vote, desk, voter, [stolen]).code == "vote-unknown-look"
    assert _refused(look_of, desk, voter, stolen).code == "vote-unknown-look"


def test_nobody_votes_for_its_own_look_even_with_its_id(desk, heroes):
    player, hero = heroes[0]
    with desk.store.read() as session:
        key = session.get_one(Installation, 1).ballot_key
    (own,) = ballot_ids(key, FRIDAY, player, [hero])
    assert own not in {look.id for look in ballot(desk, player).looks}
    assert _refused(vote, desk, player, [own]).code == "vote-own"
    assert _refused(look_of, desk, player, own).code == "vote-unknown-look"


def test_the_vote_is_open_from_friday_15_to_thursday_24_and_says_when_the_next_one_opens(desk, clock, heroes):
    voter = add_player(desk, "Voter")
    look = _by_hero(desk, voter)[0]
    clock.put(*CLOSE)
    clock.advance(microseconds=-1)
    vote(desk, voter, [look])
    clock.put(*CLOSE)
    for call in (
        lambda: vote(desk, voter, [look]),
        lambda: ballot(desk, voter),
        lambda: look_of(desk, voter, look),
    ):
        error = _refused(call)
        assert (error.code, error.faults[0].params["utc"]) == ("vote-closed", NEXT_OPEN)


def test_a_vote_that_closes_while_somebody_else_writes_is_refused(desk, clock, heroes):
    voter = add_player(desk, "Voter")
    look = _by_hero(desk, voter)[0]
    with ThreadPoolExecutor(1) as thread:
        with desk.write():
            voting = thread.submit(_refused, vote, desk, voter, [look])
            clock.put(*CLOSE)
        assert voting.result().code == "vote-closed"
    with desk.store.read() as session:
        assert not session.exec(select(Vote)).all()


def test_equal_counts_share_the_title(desk, heroes):
    for name, chosen in (("A", [0, 1]), ("B", [0, 1]), ("C", [2])):
        voter = add_player(desk, name)
        looks = _by_hero(desk, voter)
        vote(desk, voter, [looks[n] for n in chosen])
    tally = _tally(desk)
    assert tally.winners == (heroes[0][1], heroes[1][1])
    assert tally.counts == {heroes[0][1]: 2, heroes[1][1]: 2, heroes[2][1]: 1}


@pytest.mark.parametrize("lost", ["hidden", "forgotten"])
def test_a_hero_that_is_hidden_or_forgotten_leaves_the_ballot_and_the_count(desk, heroes, lost):
    voter = add_player(desk, "Voter")
    looks = _by_hero(desk, voter)
    vote(desk, voter, [looks[0], looks[1]])
    if lost == "hidden":
        hide_hero(desk, "Pixel 0", "rude", "en")
    else:
        forget_player(desk, heroes[0][0])
    assert set(_by_hero(desk, voter)) == {1, 2, 3}
    assert _refused(vote, desk, voter, [looks[0]]).code == "vote-unknown-look"
    assert _tally(desk).counts == {heroes[1][1]: 1}
    if lost == "hidden":
        show_hero(desk, "Pixel 0", "en")
        assert _tally(desk).counts == {heroes[0][1]: 1, heroes[1][1]: 1}


def test_a_look_is_shown_and_voted_for_without_reading_the_whole_ballot(desk, heroes, monkeypatch):
    voter = add_player(desk, "Voter")
    looks = [look.id for look in ballot(desk, voter).looks]
    monkeypatch.setattr("arena.desk.voting.entries_at", None)
    assert {look_of(desk, voter, look).palette[0] for look in looks} == {f"#00000{n}" for n in range(4)}
    vote(desk, voter, looks[:3])
    assert sum(_tally(desk).counts.values()) == 3


def test_a_look_that_is_hidden_is_seen_no_more_by_an_id_that_was_given_before(desk, heroes):
    voter = add_player(desk, "Voter")
    looks = _by_hero(desk, voter)
    hide_hero(desk, "Pixel 0", "rude", "en")
    forget_player(desk, heroes[1][0])
    for look in (looks[0], looks[1]):
        assert _refused(look_of, desk, voter, look).code == "vote-unknown-look"
    show_hero(desk, "Pixel 0", "en")
    assert look_of(desk, voter, looks[0]).palette[0] == "#000000"


def test_what_came_or_went_before_the_vote_opened_is_seen_by_no_id(desk, clock, heroes, hero_data):
    _, late = add_hero(desk, hero_data({"/name": "Late"}))
    voter = add_player(desk, "Voter")
    with desk.store.read() as session:
        key = session.get_one(Installation, 1).ballot_key
    (look,) = ballot_ids(key, FRIDAY, voter, [late])
    assert _refused(look_of, desk, voter, look).code == "vote-unknown-look"
    assert _refused(vote, desk, voter, [look]).code == "vote-unknown-look"
    clock.advance(days=1)
    withdraw_hero(desk, heroes[0][0])
    clock.put(2026, 5, 1, 12, 0)
    (look,) = ballot_ids(key, date(2026, 5, 1), voter, [heroes[0][1]])
    assert _refused(look_of, desk, voter, look).code == "vote-unknown-look"


def test_a_week_without_heroes_has_an_empty_ballot_and_no_winner(desk, clock):
    clock.put(*OPEN)
    voter = add_player(desk, "Voter")
    assert ballot(desk, voter).looks == ()
    assert _tally(desk).winners == ()
