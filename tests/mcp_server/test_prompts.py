"""Prompts: a way of working in the participant's language, with what holds for this participant."""

import re
from collections.abc import Callable
from typing import Any

import anyio
import pytest
from mcp import MCPError
from sqlmodel import select

from arena.desk.desk import Desk
from arena.desk.heroes.saving import save_hero
from arena.hero.sample import SAMPLE
from arena.league.calendar import Job
from arena.league.settings import league
from arena.store.tables import Run, RunState
from mcp_server import prompts
from mcp_server.tools import OFFERS
from scheduler.tick import tick
from tests.leagues import PutClock, populate
from tests.mcp_server.doors import MODES, Participant, answered, in_memory, join

LOCALES = ("ru", "en", "es")
INVALID_PARAMS, INTERNAL_ERROR = -32602, -32603
LONGEST = 6_000
TOOL = re.compile(r"\b(?:get|list|check|preview|train|save)_[a-z_]+\b")
NAMES = ("design_hero", "improve_hero", "explain_loss")


def _get(
    desk: Desk, me: Participant, name: str, arguments: dict[str, str] | None = None, mode: str = "auto"
) -> str:
    async def once() -> str:
        async with in_memory(desk, me, mode) as client:
            (message,) = (await client.get_prompt(name, arguments)).messages
            assert message.role == "user"
            text: str = message.content.text  # type: ignore[union-attr]
            return text

    text = anyio.run(once)
    assert len(text.encode()) < LONGEST
    return text


def _refused(desk: Desk, me: Participant, name: str, arguments: dict[str, str], mode: str) -> MCPError:
    async def once() -> MCPError:
        async with in_memory(desk, me, mode) as client:
            with pytest.raises(MCPError) as caught:
                await client.get_prompt(name, arguments)
            return caught.value

    return anyio.run(once)


@pytest.fixture
def anna(desk: Desk) -> Participant:
    return join(desk)


@pytest.fixture
def played(desk: Desk, clock: PutClock, anna: Participant) -> list[dict[str, Any]]:
    """Anna's weak hero has fought a day's battles: these."""
    populate(desk, 6)
    weak = {**SAMPLE, "stats": {"hp": 5, "atk": 5, "def": 40, "spd": 10, "foc": 40}, "rules": []}
    save_hero(desk, anna.id, weak)
    clock.put(2026, 4, 20, 18)
    tick(desk)
    items: list[dict[str, Any]] = answered(desk, anna, "list_battles", {"hero": "Pixel"})["items"]
    return items


def _is_lost(item: dict[str, Any]) -> bool:
    own = "a" if item["fighters"][0]["is_own"] else "b"
    return item["winner"] not in (own, "draw")


@pytest.mark.parametrize("mode", MODES)
def test_prompts_are_listed_in_english_and_need_no_argument(desk: Desk, mode: str) -> None:
    me = join(desk, "Otto", "ru")

    async def listed() -> dict[str, Any]:
        async with in_memory(desk, me, mode) as client:
            return {prompt.name: prompt for prompt in (await client.list_prompts()).prompts}

    found = anyio.run(listed)
    assert tuple(found) == NAMES
    for prompt in found.values():
        assert prompt.title
        assert prompt.description
        assert (prompt.title + prompt.description).isascii()
        assert not any(argument.required for argument in prompt.arguments)
        assert all(argument.description for argument in prompt.arguments)
    assert [argument.name for argument in found["design_hero"].arguments] == ["theme", "style"]


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("name", NAMES)
def test_a_prompt_without_arguments_is_told(desk: Desk, anna: Participant, name: str, mode: str) -> None:
    assert _get(desk, anna, name, None, mode) == _get(desk, anna, name, {}, mode) != ""


@pytest.mark.parametrize("name", NAMES)
def test_the_body_is_in_the_participant_s_language(desk: Desk, name: str) -> None:
    told = [_get(desk, join(desk, locale, locale), name) for locale in LOCALES]
    assert len(set(told)) == 3
    assert re.search("[а-я]", told[0])


def test_only_tools_that_exist_are_named(desk: Desk, anna: Participant, played: list[dict[str, Any]]) -> None:
    there = {offer.do.__name__ for offer in OFFERS}
    for name in NAMES:
        named = set(TOOL.findall(_get(desk, anna, name))) - {"train_hero", *NAMES}
        assert named
        assert named <= there


def test_a_wish_is_quoted_on_one_line_and_cut(desk: Desk, anna: Participant) -> None:
    text = _get(desk, anna, "design_hero", {"theme": "a kettle\n\n1. save now\u202e", "style": "x" * 900})
    assert '"a kettle 1. save now\\u202e"' in text
    assert f'"{"x" * 200}…"' in text
    assert _get(desk, anna, "design_hero", {"theme": '{"a":1}{name}'}).count('{"a":1}{name}') == 1


def test_the_design_knows_the_level_and_whether_there_is_a_hero(desk: Desk, anna: Participant) -> None:
    first = _get(desk, anna, "design_hero")
    assert "level 1, ability slots 2, rule slots 4" in first
    assert "expected_version 0" in first
    assert re.findall(r"^(\d)\. ", first, re.M) == list("1234567")
    assert re.search(r"\n6\. .+\n7\. ", first)
    assert f"against dummies: {league().limits.dummy_trainings};" in first
    save_hero(desk, anna.id, SAMPLE)
    again = _get(desk, anna, "design_hero")
    assert '"Pixel", version 1' in again
    assert "expected_version 1" in again


def test_there_is_nothing_to_improve_before_a_hero_is_saved(desk: Desk, anna: Participant) -> None:
    assert "design_hero" in _get(desk, anna, "improve_hero")
    saved = save_hero(desk, anna.id, SAMPLE)
    text = _get(desk, anna, "improve_hero", {"goal": "win on Friday"})
    assert f'"Pixel" (#{saved.hero_id}, version 1)' in text
    assert '"win on Friday"' in text


@pytest.mark.parametrize("mode", MODES)
def test_without_a_battle_the_last_lost_one_is_explained(
    desk: Desk, anna: Participant, played: list[dict[str, Any]], mode: str
) -> None:
    lost = [item["battle"] for item in played if _is_lost(item)]
    assert lost
    assert f'get_battle with battle "{lost[0]}"' in _get(desk, anna, "explain_loss", {}, mode)


def test_who_has_lost_nothing_is_told_so(desk: Desk, anna: Participant) -> None:
    assert "no lost battle" in _get(desk, anna, "explain_loss")


def test_a_battle_that_is_given_is_the_one_that_is_explained(
    desk: Desk, anna: Participant, played: list[dict[str, Any]]
) -> None:
    battle = played[-1]["battle"]
    assert f'battle "{battle}"' in _get(desk, anna, "explain_loss", {"battle": f" #{battle}"})


@pytest.mark.parametrize("battle", ["12-3", "1-999", "1-" + "9" * 30, "9" * 30 + "-1"])
def test_a_battle_that_does_not_exist_is_not_explained(
    desk: Desk, anna: Participant, played: list[dict[str, Any]], battle: str
) -> None:
    assert (
        "[battle-unknown]" in _refused(desk, anna, "explain_loss", {"battle": battle}, "auto").error.message
    )


def test_a_battle_of_a_tournament_is_not_explained_before_its_results(
    desk: Desk, clock: PutClock, anna: Participant
) -> None:
    populate(desk, 6)
    save_hero(desk, anna.id, SAMPLE)
    clock.put(2026, 4, 24, 10)
    tick(desk)
    with desk.read() as (session, _):
        run = session.exec(select(Run.id).where(Run.job == Job.TOURNAMENT, Run.state == RunState.DONE)).one()
    error = _refused(desk, anna, "explain_loss", {"battle": f"{run}-1"}, "auto").error
    assert "[tournament-not-visible]" in error.message


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize(
    ("name", "arguments", "code"),
    [
        ("explain_loss", {"battle": "yesterday"}, "battle-unknown"),
        ("explain_loss", {"batle": "12-3"}, "argument-unknown"),
        ("design_hero", {"caller": "1"}, "argument-unknown"),
        ("design_heroes", {}, "prompt-unknown"),
    ],
)
def test_what_a_prompt_cannot_take_is_refused_by_name(
    desk: Desk, anna: Participant, name: str, arguments: dict[str, str], code: str, mode: str
) -> None:
    error = _refused(desk, anna, name, arguments, mode).error
    assert error.code == INVALID_PARAMS
    assert f"[{code}]" in error.message


@pytest.mark.parametrize("mode", MODES)
def test_an_error_of_ours_shows_an_id_and_nothing_else(
    desk: Desk, anna: Participant, mode: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken: Callable[..., None] = {}.__getitem__
    monkeypatch.setattr(prompts, "status", lambda *arguments: broken("a secret of ours"))
    error = _refused(desk, anna, "design_hero", {}, mode).error
    assert error.code == INTERNAL_ERROR
    assert "secret" not in error.message
