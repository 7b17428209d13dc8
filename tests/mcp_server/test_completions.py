"""Completions: what may be meant, prefix first, and never what is hidden."""

from datetime import date, timedelta
from typing import Any

import anyio
import pytest
from mcp.types import Completion, PromptReference, ResourceTemplateReference
from sqlmodel import select

from arena import roster
from arena.desk.desk import Desk
from arena.desk.heroes.hiding import hide_hero
from arena.desk.heroes.saving import save_hero
from arena.desk.players.forgetting import forget_player
from arena.hero import Hero, look_key
from arena.hero.sample import SAMPLE
from arena.league.calendar import Job
from arena.rulesets import ruleset_ids
from arena.store.tables import DigestRow, Run, RunState
from scheduler.tick import tick
from tests.leagues import PutClock, populate
from tests.mcp_server.doors import MODES, Participant, answered, in_memory, join

HEROES = ("arena://heroes/{id}", "id")
BATTLES = ("arena://battles/{id}", "id")
DIGESTS = ("arena://digests/{key}", "key")
LOOKS = ("arena://looks/{key}.png", "key")
RULES = ("arena://rules/{locale}", "locale")
RULESETS = ("arena://rulesets/{id}", "id")
LOSS = ("explain_loss", "battle")
FRIDAY = (2026, 4, 24)


def _complete(desk: Desk, me: Participant, of: tuple[str, str], typed: str, mode: str = "auto") -> Completion:
    owner, name = of
    ref: Any = ResourceTemplateReference(uri=owner) if ":" in owner else PromptReference(name=owner)

    async def once() -> Completion:
        async with in_memory(desk, me, mode) as client:
            return (await client.complete(ref, {"name": name, "value": typed})).completion

    return anyio.run(once)


def _values(desk: Desk, me: Participant, of: tuple[str, str], typed: str, mode: str = "auto") -> list[str]:
    return _complete(desk, me, of, typed, mode).values


def _save(desk: Desk, name: str) -> int:
    return save_hero(desk, join(desk, f"Owner of {name}").id, {**SAMPLE, "name": name}).hero_id


@pytest.fixture
def anna(desk: Desk) -> Participant:
    return join(desk, lang="es")


@pytest.mark.parametrize("mode", MODES)
def test_names_that_begin_so_come_before_those_that_hold_it(desk: Desk, anna: Participant, mode: str) -> None:
    for name in ("Old Voxel", "Voxel", "voxling", "Pixel"):
        _save(desk, name)
    assert _values(desk, anna, HEROES, "VOX", mode) == ["Voxel", "voxling", "Old Voxel"]
    assert _values(desk, anna, HEROES, "100%", mode) == []
    assert set(_values(desk, anna, HEROES, "", mode)) == {"Old Voxel", "Voxel", "voxling", "Pixel"}


def test_ids_of_the_roster_are_completed_once_something_is_typed(desk: Desk, anna: Participant) -> None:
    assert _values(desk, anna, HEROES, "G") == ["golem", "ghost"]
    assert _values(desk, anna, HEROES, "") == []


def test_a_number_is_completed_with_the_numbers_that_begin_so(desk: Desk, anna: Participant) -> None:
    ids = populate(desk, 25)
    numbers = [value for value in _values(desk, anna, HEROES, "2") if value.isdecimal()]
    assert numbers == [str(each) for each in ids if str(each).startswith("2")]
    assert [value for value in _values(desk, anna, HEROES, "02") if value.isdecimal()] == []
    assert _values(desk, anna, HEROES, "9" * 40) == []


@pytest.mark.parametrize("typed", ["\0", "a\0b", "\ud800", "%_\\", "#"])
def test_what_is_no_name_is_completed_with_nothing(desk: Desk, anna: Participant, typed: str) -> None:
    populate(desk, 2)
    assert _values(desk, anna, HEROES, typed) == []


def test_a_name_that_would_be_read_as_a_number_is_offered_as_one(desk: Desk, anna: Participant) -> None:
    hero = _save(desk, "4096")
    assert _values(desk, anna, HEROES, "409") == [str(hero)]


def test_there_are_at_most_a_hundred_values_and_it_is_said_that_there_are_more(
    desk: Desk, anna: Participant
) -> None:
    populate(desk, 100)
    found = _complete(desk, anna, HEROES, "hero")
    assert (len(found.values), found.has_more) == (100, False)
    _save(desk, "Hero too")
    found = _complete(desk, anna, HEROES, "hero")
    assert (len(found.values), found.has_more) == (100, True)


def test_hidden_and_forgotten_heroes_are_not_offered(desk: Desk, anna: Participant) -> None:
    boss = join(desk, "Boss", organiser=True)
    hidden = _save(desk, "Rude One")
    gone = join(desk, "Ira")
    forgotten = save_hero(desk, gone.id, {**SAMPLE, "name": "Rude Two"}).hero_id
    hide_hero(desk, f"#{hidden}", "rude", "en", organiser_id=boss.id)
    forget_player(desk, gone.id)
    for typed in ("", "rude", str(hidden), str(forgotten)):
        assert _values(desk, anna, HEROES, typed) == []


@pytest.mark.parametrize("mode", MODES)
def test_languages_and_rulesets_are_completed(desk: Desk, anna: Participant, mode: str) -> None:
    assert _values(desk, anna, RULES, "", mode) == ["es", "ru", "en"]
    assert _values(desk, anna, RULES, "e", mode) == ["es", "en"]
    assert _values(desk, anna, RULESETS, "", mode) == list(reversed(ruleset_ids()))
    assert _values(desk, anna, RULESETS, "x", mode) == []


@pytest.fixture
def week(desk: Desk, clock: PutClock, anna: Participant) -> None:
    """Days and a tournament that is not to be seen yet: it is Friday noon."""
    populate(desk, 5)
    save_hero(desk, anna.id, SAMPLE)
    for day in (20, 21, 22, 23):
        clock.put(2026, 4, day, 18)
        tick(desk)
    clock.put(*FRIDAY, 9)
    tick(desk)


@pytest.mark.parametrize("mode", MODES)
def test_digests_are_completed_the_newest_first(desk: Desk, anna: Participant, week: None, mode: str) -> None:
    days = ["2026-04-23", "2026-04-22", "2026-04-21", "2026-04-20"]
    assert _values(desk, anna, DIGESTS, "", mode) == ["latest", *days]
    assert _values(desk, anna, DIGESTS, "2026-04-22", mode) == ["2026-04-22"]


def test_own_battles_come_first_and_all_can_be_read(desk: Desk, anna: Participant, week: None) -> None:
    own = [item["battle"] for item in answered(desk, anna, "list_battles", {"hero": "Pixel"})["items"]]
    found = _values(desk, anna, BATTLES, "")
    assert found[: len(own)] == own
    assert len(set(found)) == len(found)
    for battle in found:
        answered(desk, anna, "get_battle", {"battle": battle})


def test_battles_of_a_run_are_completed_by_its_number(desk: Desk, anna: Participant, week: None) -> None:
    run = answered(desk, anna, "list_battles", {"day": "2026-04-20"})["items"][0]["battle"].split("-")[0]
    of_run = answered(desk, anna, "list_battles", {"run": int(run), "limit": 50})["items"]
    assert set(_values(desk, anna, BATTLES, f"{run}-")) == {item["battle"] for item in of_run}
    assert _values(desk, anna, BATTLES, f"{run}-3") == [f"{run}-3"]


def test_of_a_large_run_all_battles_that_begin_so_are_told_or_that_there_are_more(
    desk: Desk, clock: PutClock, anna: Participant
) -> None:
    populate(desk, 150)
    clock.put(2026, 4, 20, 18)
    tick(desk)
    numbers = _numbers_of_the_only_run(desk, anna)
    assert len(numbers) > 200
    for begun in ("", "1", "10", "2", "20", "19", "0", "00", "9"):
        wanted = [number for number in numbers if str(number).startswith(begun)]
        found = _complete(desk, anna, BATTLES, f"1-{begun}")
        assert found.values == [f"1-{number}" for number in wanted][:100]
        assert found.has_more == (len(wanted) > 100)
    for begun in ("", "1"):
        assert _complete(desk, anna, BATTLES, begun).has_more
        assert _complete(desk, anna, LOSS, begun).has_more


def _numbers_of_the_only_run(desk: Desk, anna: Participant) -> list[int]:
    numbers: list[int] = []
    cursor = ""
    while True:
        page = answered(desk, anna, "list_battles", {"run": 1, "limit": 50, "cursor": cursor})
        numbers += [int(item["battle"].removeprefix("1-")) for item in page["items"]]
        if "next_cursor" not in page:
            return numbers
        cursor = page["next_cursor"]


def test_a_run_is_completed_before_its_dash_is_typed(desk: Desk, anna: Participant, week: None) -> None:
    first = answered(desk, anna, "list_battles", {"day": "2026-04-20"})["items"][0]["battle"]
    run = first.split("-")[0]
    found = _values(desk, anna, BATTLES, run)
    assert first in found
    assert all(each.startswith(run) for each in found)


def test_a_digest_older_than_the_last_hundred_is_found(
    desk: Desk, clock: PutClock, anna: Participant
) -> None:
    days = [date(2026, 1, 1) + timedelta(days=i) for i in range(105)]
    with desk.write() as (session, now):
        for day in days:
            run = Run(
                job=Job.DAILY,
                scheduled_for=now - timedelta(days=200) + timedelta(days=(day - days[0]).days),
                local_date=day,
                state=RunState.DONE,
                ruleset="v1",
            )
            session.add(run)
            session.flush()
            session.add(
                DigestRow(key=day.isoformat(), run_id=run.id, published_at=run.scheduled_for, content="{}")
            )
    assert _values(desk, anna, DIGESTS, "2026-01-0") == [f"2026-01-0{i}" for i in range(9, 0, -1)]
    found = _complete(desk, anna, DIGESTS, "2026-")
    assert (found.values, found.has_more) == ([day.isoformat() for day in days[:4:-1]], True)
    for typed in ("%", "\0", "\ud800", "2026_"):
        assert _values(desk, anna, DIGESTS, typed) == []


def test_a_tournament_is_not_offered_before_its_results(
    desk: Desk, clock: PutClock, anna: Participant, week: None
) -> None:
    days, friday = _runs(desk, Job.DAILY), _runs(desk, Job.TOURNAMENT)
    assert (len(days), len(friday)) == (4, 1)
    for run in days:
        offered = _values(desk, anna, BATTLES, f"{run}-")
        assert offered
        for value in offered:
            answered(desk, anna, "get_battle", {"battle": value})
    for of in (BATTLES, LOSS):
        assert _runs_of(_values(desk, anna, of, "")) == set(days)
        assert _values(desk, anna, of, f"{friday[0]}-") == []
        assert friday[0] not in _runs_of(_values(desk, anna, of, f"{friday[0]}"))
    clock.put(*FRIDAY, 12)
    tick(desk)
    assert _runs_of(_values(desk, anna, BATTLES, f"{friday[0]}-")) == set(friday)


def _runs(desk: Desk, job: Job) -> list[int]:
    with desk.read() as (session, _):
        return [id_ for id_ in session.exec(select(Run.id).where(Run.job == job)) if id_ is not None]


def _runs_of(battles: list[str]) -> set[int]:
    return {int(battle.partition("-")[0]) for battle in battles}


@pytest.mark.parametrize(
    "typed", ["-", "x-", "1-x", "1--1", "-1", "9" * 90 + "-1", "1-" + "9" * 90, "1-" + "9" * 12, "\0"]
)
def test_what_is_no_battle_is_completed_with_nothing(desk: Desk, anna: Participant, typed: str) -> None:
    populate(desk, 2)
    assert _values(desk, anna, BATTLES, typed) == []


def test_looks_that_heroes_have_now_are_completed_by_their_keys(desk: Desk, anna: Participant) -> None:
    old, new = (
        SAMPLE["sprite"] | {"palette": [colour, "#1c1b19", "#e9e6e2"]} for colour in ("#000001", "#000002")
    )
    for sprite in (old, new):
        save_hero(desk, anna.id, {**SAMPLE, "sprite": sprite})
    before, now = (
        look_key(Hero.model_validate({**SAMPLE, "sprite": sprite}).sprite) for sprite in (old, new)
    )
    assert _values(desk, anna, LOOKS, now[:6]) == [now]
    assert _values(desk, anna, LOOKS, before[:6]) == []
    hide_hero(desk, "Pixel", "rude", "en")
    assert _values(desk, anna, LOOKS, now[:6]) == []
    golem = look_key(roster.load("golem").sprite)
    assert golem in _values(desk, anna, LOOKS, "")
    assert _values(desk, anna, LOOKS, golem) == [golem]


@pytest.mark.parametrize("typed", ["\0", "a\0b", "\ud800", "%", "A", "g", "a" * 5000])
def test_what_is_no_key_is_completed_with_nothing(desk: Desk, anna: Participant, typed: str) -> None:
    populate(desk, 2)
    assert _values(desk, anna, LOOKS, typed) == []


def test_lost_battles_come_first_where_a_loss_is_explained(desk: Desk, anna: Participant, week: None) -> None:
    items = answered(desk, anna, "list_battles", {"hero": "Pixel"})["items"]
    lost = [
        item["battle"]
        for item in items
        if item["winner"] != "draw" and not item["fighters"]["ab".index(item["winner"])]["is_own"]
    ]
    found = _values(desk, anna, LOSS, "")
    assert found[: len(lost)] == lost
    assert set(found) >= {item["battle"] for item in items}


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize(
    "of",
    [("nothing", "battle"), ("explain_loss", "id"), ("arena://nothing/{id}", "id"), ("design_hero", "theme")],
)
def test_what_has_no_completions_has_no_values(
    desk: Desk, anna: Participant, of: tuple[str, str], mode: str
) -> None:
    found = _complete(desk, anna, of, "a", mode)
    assert (found.values, found.has_more) == ([], False)
