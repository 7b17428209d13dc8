"""A battle as a film may show it."""

import json
from datetime import timedelta

import pytest
from sqlalchemy import event
from sqlmodel import select

from arena.battle import fight
from arena.desk.battles.filming import FilmedBattle, filmable, filmed_battle
from arena.desk.desk import Desk
from arena.desk.heroes.hiding import hide_hero, show_hero
from arena.desk.heroes.looks import STAND_IN, look_by_key
from arena.desk.heroes.saving import save_hero
from arena.desk.players.forgetting import forget_player
from arena.errors import ArenaError
from arena.hero import load_hero, look_key
from arena.hero.sample import SAMPLE
from arena.store.tables import BattleRow
from scheduler.tick import tick
from tests.leagues import MONDAY, PutClock, populate


def _repainted(colour: str) -> dict[str, object]:
    palette = [colour, *SAMPLE["sprite"]["palette"][1:]]
    return SAMPLE | {"sprite": SAMPLE["sprite"] | {"palette": palette}}


@pytest.fixture
def played(desk: Desk, clock: PutClock) -> BattleRow:
    """A battle of the hero of participant 1, which is called Pixel."""
    populate(desk, 4)
    save_hero(desk, 1, _repainted("#0000ff"))  # a look that nobody else has
    clock.now = MONDAY.replace(hour=18)
    tick(desk)
    with desk.read() as (session, _):
        return session.exec(select(BattleRow).where(BattleRow.hero_a == 1)).first()  # type: ignore[return-value]


def filmed(desk: Desk, row: BattleRow, locale: str = "en") -> FilmedBattle:
    return filmed_battle(desk, row.run_id, row.number, locale)


def refusal(desk: Desk, row: BattleRow) -> str:
    with pytest.raises(ArenaError) as caught:
        filmed(desk, row)
    return caught.value.code


def test_the_battle_that_is_filmed_ends_as_it_did(desk: Desk, played: BattleRow) -> None:
    shown = filmed(desk, played)
    battle = fight(*shown.heroes, shown.seed, shown.ruleset)
    assert (battle.ticks, battle.turns, battle.hp_a, battle.hp_b) == (
        played.ticks,
        played.turns,
        played.hp_a,
        played.hp_b,
    )
    assert shown.heroes.a.name == "Pixel"


def test_a_hidden_hero_fights_under_a_pseudonym_in_a_look_of_nobody_s(desk: Desk, played: BattleRow) -> None:
    before = filmed(desk, played)
    hide_hero(desk, "Pixel", "rude", "en")
    hidden = filmed(desk, played)
    assert hidden.heroes.a.sprite == STAND_IN
    assert "Pixel" not in hidden.heroes.a.name
    assert filmed(desk, played, "ru").heroes.a.name != hidden.heroes.a.name
    assert hidden.heroes.b == before.heroes.b
    assert fight(*hidden.heroes, hidden.seed, "v1") == fight(*before.heroes, before.seed, "v1")
    show_hero(desk, "#1", "en")
    assert filmed(desk, played) == before


def test_a_look_that_was_changed_while_it_was_hidden_stays_hidden(
    desk: Desk, clock: PutClock, played: BattleRow
) -> None:
    designs = [_repainted(colour) for colour in ("#0000ff", "#00ff00", "#ff0000")]
    rude, also_rude, kind = (load_hero(json.dumps(design)).sprite for design in designs)
    hide_hero(desk, "Pixel", "rude", "en")
    for design in designs[1:]:
        clock.now += timedelta(minutes=1)
        save_hero(desk, 1, design)
    show_hero(desk, "#1", "en")
    assert look_by_key(desk, look_key(kind)) == kind
    for look in (rude, also_rude):
        with pytest.raises(ArenaError) as caught:
            look_by_key(desk, look_key(look))
        assert caught.value.code == "look-unknown"
    shown = filmed(desk, played).heroes.a
    assert (shown.name, shown.sprite) == ("Pixel", STAND_IN)


def test_a_hero_that_is_shown_as_it_was_has_all_its_looks(
    desk: Desk, clock: PutClock, played: BattleRow
) -> None:
    first = filmed(desk, played).heroes.a.sprite
    clock.now += timedelta(minutes=1)
    save_hero(desk, 1, _repainted("#ff0000"))
    hide_hero(desk, "Pixel", "a mistake", "en")
    show_hero(desk, "#1", "en")
    assert look_by_key(desk, look_key(first)) == first
    assert filmed(desk, played).heroes.a.sprite == first


def test_the_look_is_that_of_the_day_of_the_battle(desk: Desk, played: BattleRow) -> None:
    before = filmed(desk, played)
    save_hero(desk, 1, _repainted("#ff0000"))
    assert filmed(desk, played) == before


def test_who_was_forgotten_is_in_no_film(desk: Desk, played: BattleRow) -> None:
    forget_player(desk, 1)
    assert refusal(desk, played) == "replay-forgotten"


def test_however_many_battles_are_asked_for_it_takes_one_statement(desk: Desk, played: BattleRow) -> None:
    with desk.read() as (session, _):
        fought = [(row.run_id, row.number) for row in session.exec(select(BattleRow))]
    statements: list[str] = []
    with desk.read() as (session, _):
        engine = session.connection().engine
    event.listen(engine, "before_cursor_execute", lambda *told: statements.append(told[2]))
    assert filmable(desk, [*fought, (99, 0)]) == set(fought)
    assert len(fought) > 3
    assert sum("battle" in statement for statement in statements) == 1


def test_a_tournament_is_filmed_from_its_results_on(desk: Desk, clock: PutClock) -> None:
    populate(desk, 4)
    clock.put(2026, 4, 24, 11, 30)  # 14:30 in the league
    tick(desk)
    with desk.read() as (session, _):
        row = session.exec(select(BattleRow).order_by(BattleRow.run_id.desc())).first()  # type: ignore[attr-defined]
    assert refusal(desk, row) == "tournament-not-visible"
    clock.put(2026, 4, 24, 12, 30)
    tick(desk)
    assert filmed(desk, row).ruleset == "v1"
