"""Screenplays: what is told of a battle, and that all of it fits."""

from dataclasses import replace
from functools import cache
from itertools import combinations

import pytest

from arena import roster
from arena.battle import Battle, Hit, Sides, fight, health_percent, percents_left, whole_health
from arena.desk.battles.public_log import public_log
from arena.rulesets import CURRENT_ID, ruleset_ids
from dsl.vocabulary import ACTIONS, EFFECTS
from render.film.events import ALL_HEALTH, AT_ENEMY, GUARDING, HARMFUL, events_of
from render.film.screenplay import (
    ENDING,
    FRAME_MS,
    LAST_TURNS,
    LONGEST,
    OPENING,
    USUAL,
    Screenplay,
    screenplay_of,
)
from render.poses import CLIPS

SHORT, USUAL_ONE, LONG, POISONED, STUNNED, DRAWN = (
    ("teapot", "teapot", 140),
    ("golem", "ninja", 91),
    ("knight", "knight", 0),
    ("golem", "ghost", 43),
    ("golem", "pm", 79),
    ("golem", "golem", 3),
)
ALL = (SHORT, USUAL_ONE, LONG, POISONED, STUNNED, DRAWN)
TOLD_ONE_BY_ONE = (SHORT, USUAL_ONE, POISONED)
"""Those of which each turn has a beat of its own."""


GOLEM = whole_health(Sides(roster.load("golem"), roster.load("golem")), CURRENT_ID).a
"""Its points of health to begin with."""


def _left(battle: Battle, a: str, b: str) -> Sides[int]:
    """The health with which a battle ended, in whole percent."""
    return percents_left(battle, Sides(roster.load(a), roster.load(b)))


@cache
def told(a: str, b: str, seed: int, locale: str = "en") -> tuple[Battle, Screenplay]:
    heroes = roster.load(a), roster.load(b)
    battle = fight(*heroes, seed)
    return battle, screenplay_of(*heroes, battle, locale)


@pytest.mark.parametrize("which", ALL)
def test_a_film_is_as_long_as_it_may_be(which: tuple[str, str, int]) -> None:
    battle, play = told(*which)
    assert play.milliseconds <= LONGEST
    assert play.milliseconds == sum(beat.frames for beat in play.beats) * FRAME_MS
    assert play.milliseconds <= OPENING + ENDING + battle.turns * USUAL


@pytest.mark.parametrize("ruleset", ruleset_ids())
@pytest.mark.parametrize("seed", range(3))
def test_battles_of_every_ruleset_are_told(ruleset: str, seed: int) -> None:
    a, b = roster.load("hedgehog"), roster.load("pm")
    battle = fight(a, b, seed, ruleset)
    play = screenplay_of(a, b, battle, "es")
    assert play.beats[-1].after == _left(battle, "hedgehog", "pm")
    assert play.milliseconds <= LONGEST


def test_a_short_battle_takes_the_usual_time_a_turn() -> None:
    battle, play = told(*SHORT)
    assert play.milliseconds == OPENING + ENDING + battle.turns * USUAL


@pytest.mark.parametrize("which", ALL)
def test_health_goes_on_from_beat_to_beat_to_what_is_left(which: tuple[str, str, int]) -> None:
    battle, play = told(*which)
    assert play.beats[0].before == ALL_HEALTH
    for before, after in zip(play.beats, play.beats[1:], strict=False):
        assert before.after == after.before
    assert play.beats[-1].after == _left(battle, *which[:2])


@pytest.mark.parametrize("which", ALL)
def test_every_turn_is_told_and_the_last_ones_by_themselves(which: tuple[str, str, int]) -> None:
    battle, play = told(*which)
    counts = [beat.count for beat in play.beats[1:-1]]
    numbers = [[int(each) for each in count.split(" ")[1].split("–")] for count in counts]
    turns = [turn for first, *last in numbers for turn in range(first, (last or [first])[0] + 1)]
    assert turns == list(range(1, battle.turns + 1))
    assert [len(each) for each in numbers[-LAST_TURNS:]] == [1] * LAST_TURNS
    assert {beat.frames for beat in play.beats[-1 - LAST_TURNS : -1]} == {USUAL // FRAME_MS}


@pytest.mark.parametrize("which", TOLD_ONE_BY_ONE)
def test_names_and_clips_are_those_of_what_is_done(which: tuple[str, str, int]) -> None:
    battle, play = told(*which)
    assert len(play.beats) - 2 == battle.turns
    for turn, beat in zip(battle.log, play.beats[1:-1], strict=False):  # whom poison ends makes no turn
        assert beat.actor == "ab".index(turn.side)
        own, other = beat.roles[beat.actor], beat.roles[1 - beat.actor]
        assert {own.clip, other.clip} <= set(CLIPS)
        if turn.action == "stunned":
            assert own.clip == "stunned"
        else:
            wanted = "strike" if turn.hits or turn.loss else "guard" if turn.action in GUARDING else "cast"
            assert own.clip == wanted
            assert (own.falls is not None) == (beat.after[beat.actor] == 0)
        if any(hit.outcome != "miss" for hit in turn.hits):
            assert other.clip == ("hit" if beat.after[1 - beat.actor] else "fall")


def test_a_stunned_turn_is_told() -> None:
    battle, play = told(*STUNNED)
    assert any(turn.action == "stunned" for turn in battle.log)
    assert any(beat.name == "skips its turn" for beat in play.beats)


def test_a_death_by_poison_has_a_beat_though_the_log_has_no_row_for_it() -> None:
    battle, play = told(*POISONED)
    last = play.beats[-2]
    assert battle.end == "poison"
    assert len(battle.log) == battle.turns - 1
    assert last.after[0] == 0 < last.before[0]
    assert last.roles[0].clip == "fall"
    assert (last.name, last.words[0].tone) == ("Tech debt", "poison")


def test_the_winner_rejoices_and_the_loser_lies() -> None:
    for which in (SHORT, POISONED, LONG):
        battle, play = told(*which)
        winner = "ab".index(battle.winner or "")
        ending = play.beats[-1]
        assert [ending.roles[winner].clip, ending.roles[1 - winner].clip] == ["win", "fall"]
        assert ending.name == roster.load(which[winner]).name


def test_when_time_is_up_the_shares_are_told() -> None:
    battle, play = told(*LONG)
    left = _left(battle, *LONG[:2])
    assert play.beats[-1].reason == f"Time is up: {left.a}% to {left.b}%"


def test_a_draw_is_told_and_nobody_falls_who_lives() -> None:
    battle, play = told(*DRAWN)
    ending = play.beats[-1]
    assert battle.winner is None
    assert (ending.title, ending.name) == ("Draw", "")
    assert {role.clip for role in ending.roles} == {"idle"}


def test_if_both_are_dead_both_lie() -> None:
    heroes = roster.load("golem"), roster.load("golem")
    battle, _ = told(*DRAWN)
    last = replace(battle.log[-1], hp_a=0, hp_b=0)
    both = replace(battle, log=(*battle.log[:-1], last), hp_a=0, hp_b=0, end="hit")
    play = screenplay_of(*heroes, both, "en")
    assert all(role.clip == "fall" or role.falls is not None for role in play.beats[-2].roles)
    assert {role.clip for role in play.beats[-1].roles} == {"fall"}


def _words(action: str, *hits: Hit, **changes: int) -> list[tuple[str, int, str]]:
    """What a first turn of A is told with, whose enemy is like A."""
    a, b = roster.load("golem"), roster.load("golem")
    battle, _ = told(*DRAWN)
    loss = sum(hit.loss for hit in hits)
    turn = replace(
        battle.log[0], side="a", action=action, hits=hits, loss=loss, hp_a=GOLEM, hp_b=GOLEM - loss,
        **{"change": 0, "poison": 0, **changes},
    )  # fmt: skip
    one = replace(battle, log=(turn,), turns=1, hp_a=GOLEM, hp_b=GOLEM - loss)
    return [(word.text, word.side, word.tone) for word in screenplay_of(a, b, one, "en").beats[1].words]


def test_hits_are_told_with_the_share_of_health_they_took() -> None:
    share = health_percent(20, GOLEM)
    assert _words("strike", Hit("hit", 20)) == [(f"−{share}%", 1, "loss")]
    assert _words("strike", Hit("crit", 20)) == [(f"−{share}% crit!", 1, "crit")]
    assert _words("strike", Hit("miss", 0)) == [("miss", 1, "plain")]
    assert _words("strike", Hit("hit", 0)) == [("absorbed", 1, "plain")]
    assert _words("combo", *[Hit("miss", 0)] * 3) == [("miss ×3", 1, "plain")]
    assert [word[2] for word in _words("combo", Hit("hit", 5), Hit("miss", 0), Hit("crit", 9))] == [
        "loss",
        "plain",
        "crit",
    ]


def test_what_comes_to_the_one_who_acts_is_told_too() -> None:
    assert _words("heal", change=30) == [(f"+{health_percent(30, GOLEM)}%", 0, "gain")]
    assert _words("strike", Hit("hit", 9), change=-4)[0] == (f"−{health_percent(4, GOLEM)}%", 0, "loss")
    assert _words("shield", poison=7) == [(f"−{health_percent(7, GOLEM)}%", 0, "poison")]


@pytest.mark.parametrize("which", [USUAL_ONE, POISONED])
def test_health_is_told_in_the_numbers_of_the_public_log(which: tuple[str, str, int]) -> None:
    a, b = roster.load(which[0]), roster.load(which[1])
    battle, _ = told(*which)
    log = public_log(battle, Sides(a, b), Sides(False, False))
    events = events_of(battle, Sides(a, b))
    assert len(events) == battle.turns
    told_in_both = events[: len(battle.log)]  # which has no row for a death by poison
    for event, turn in zip(told_in_both, log, strict=True):
        assert vars(event.turn).items() <= vars(turn).items()


def test_every_action_has_a_clip_of_its_kind() -> None:
    a, b = roster.load("golem"), roster.load("golem")
    battle, _ = told(*DRAWN)
    for action in ACTIONS:
        turn = replace(battle.log[0], action=action, hits=())
        one = replace(battle, log=(turn,), turns=1)
        (beat,) = screenplay_of(a, b, one, "ru").beats[1:-1]
        assert beat.roles[beat.actor or 0].clip in {"strike", "cast", "guard"}
        assert beat.name


@pytest.mark.parametrize("ruleset", ruleset_ids())
def test_what_a_film_knows_of_actions_is_what_they_do_in_battles(ruleset: str) -> None:
    """Rulesets have no word for whom an action is done to: what the battle makes of it decides."""
    at_enemy: dict[str, set[bool]] = {}
    taken: set[str] = set()
    for names in combinations(roster.names(), 2):
        heroes = Sides(*map(roster.load, names))
        for event in events_of(fight(*heroes, 1, ruleset), heroes):
            action, own, enemy = event.turn.action, event.side, 1 - event.side
            for side in (own, enemy):
                gained = {*event.turn.effects[side]} - {*event.effects_before[side]}
                if action in gained:
                    at_enemy.setdefault(action, set()).add(side == enemy)
            if action == "review":
                taken |= {*event.effects_before[enemy]} - {*event.turn.effects[enemy]}
    assert at_enemy == {effect: {effect in AT_ENEMY} for effect in EFFECTS}
    assert {effect for effect, at in at_enemy.items() if True in at} == HARMFUL
    assert taken & GUARDING, "a review is done to the enemy, where it gives nothing"
    assert GUARDING.isdisjoint(HARMFUL)
