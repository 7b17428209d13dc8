"""What must hold for every tool, whatever it does: asked one after another, before anything was fought and
after a week of battles."""

import json
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import anyio
import jsonschema
import pytest
from mcp.types import ImageContent
from sqlmodel import func, select

from arena.desk.desk import Desk
from arena.desk.heroes.saving import save_hero
from arena.hero.sample import SAMPLE
from arena.store.tables import HeroVersion
from mcp_server.server import make_server
from mcp_server.tools import saving
from tests.leagues import PutClock, opened, populate
from tests.mcp_server.calls import CALLS, asked, listed, text_of
from tests.mcp_server.doors import MODES, Participant, join, site_of
from tests.mcp_server.tool_list import listed_tools
from tests.mcp_server.weeks import play_week
from tests.waiting import LONGEST

LARGEST_ANSWER, LARGEST_ON_REQUEST, LARGEST_PICTURE = 20_000, 60_000, 60_000
"""Bytes on the wire: by default, with more detail, with a picture."""


def test_every_tool_is_asked() -> None:
    assert set(CALLS) == {tool["name"] for tool in listed()}


@dataclass(frozen=True)
class League:
    """A league with a participant whose hero stands in it, and the codes of the calls that it refuses."""

    desk: Desk
    anna: Participant
    refused: dict[tuple[str, str], str]


BEFORE_A_BATTLE = {
    ("get_battle", '{"battle": "1-1"}'): "battle-unknown",
    ("get_battle", '{"battle": "1-1", "detail": "why"}'): "battle-unknown",
    ("get_standings", '{"kind": "tournament"}'): "no-tournament-yet",
    ("get_digest", "{}"): "digest-unknown",
    ("get_digest", '{"mine": true}'): "digest-unknown",
}
"""What a league has to refuse in which nothing was fought."""


@pytest.fixture(params=["before a battle", "after a week"])
def played(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[League]:
    clock = PutClock()
    with opened(str(tmp_path / "league.sqlite"), clock) as desk:
        populate(desk, 7)
        anna = join(desk)
        save_hero(desk, anna.id, SAMPLE)
        if request.param == "after a week":
            play_week(desk, clock)
        yield League(desk, anna, {} if request.param == "after a week" else BEFORE_A_BATTLE)


@pytest.mark.medium
@pytest.mark.parametrize("mode", MODES)
def test_every_answer_is_small_finite_and_as_its_tool_promised(played: League, mode: str) -> None:
    promised = {tool["name"]: tool.get("outputSchema") for tool in anyio.run(listed_tools, played.desk)}
    calls = [(name, arguments) for name, each in CALLS.items() for arguments in each]
    refused = {}
    for (name, arguments), result in zip(calls, asked((played.desk, played.anna), calls, mode), strict=True):
        size = len(result.model_dump_json(by_alias=True, exclude_none=True).encode())
        if promised[name] is None:
            assert not result.is_error
            assert any(isinstance(block, ImageContent) for block in result.content)
            assert result.structured_content is None, "some hosts then drop the picture"
            assert size < LARGEST_PICTURE, name
            continue
        assert size < (LARGEST_ON_REQUEST if "detail" in arguments else LARGEST_ANSWER), (name, size)
        if result.is_error:
            assert result.structured_content is None, (name, "an error is told by its text alone")
            refused[name, json.dumps(arguments)] = text_of(result)
            continue
        json.dumps(result.structured_content, allow_nan=False)
        jsonschema.validate(result.structured_content, promised[name])
        assert json.loads(text_of(result)) == result.structured_content, "hosts show one or the other"
    assert refused.keys() == played.refused.keys()
    assert all(f"[{code}]" in refused[call] for call, code in played.refused.items())


def test_what_cannot_be_asked_yet_is_refused_with_what_to_do(league: tuple[Desk, Participant]) -> None:
    """A league in which nothing was fought, and a participant without a hero."""
    calls = [
        ("get_my_hero", {}),
        ("withdraw_hero", {}),
        ("get_battle", {"battle": "1-1"}),
        ("get_digest", {}),
    ]
    for result in asked(league, calls):
        assert result.is_error
        assert "[" in text_of(result).splitlines()[1], "the code stands before what is wrong"
        assert len(text_of(result).splitlines()) >= 3, "the last line is what to do next"


@pytest.fixture(scope="module")
def shared_league(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Desk, Participant]]:
    """For calls of which it does not matter what was called before."""
    with opened(str(tmp_path_factory.mktemp("shared") / "league.sqlite")) as desk:
        populate(desk, 2)
        yield desk, join(desk)


@pytest.mark.parametrize("tool", CALLS)
def test_a_misspelt_argument_is_refused_by_name(shared_league: tuple[Desk, Participant], tool: str) -> None:
    """The SDK by itself drops it, and does what was not asked."""
    (result,) = asked(shared_league, [(tool, {**CALLS[tool][0], "overwite": True})])
    assert result.is_error
    assert "overwite" in text_of(result)


TEXTS = [
    (tool["name"], argument)
    for tool in listed()
    for argument, schema in tool["inputSchema"].get("properties", {}).items()
    if schema.get("type") == "string" and "enum" not in schema
]


@pytest.mark.parametrize(("tool", "argument"), TEXTS)
def test_a_text_that_looks_like_json_stays_a_text(
    shared_league: tuple[Desk, Participant], tool: str, argument: str
) -> None:
    """The SDK reads a text as JSON where it may be something else than a text."""
    calls = [(tool, {**CALLS[tool][0], argument: text}) for text in ('{"a":1}', "[1]", "null", "17")]
    assert not any("argument-type" in text_of(result) for result in asked(shared_league, calls))


def test_an_answer_that_cannot_be_made_leaves_nothing_saved_and_tells_only_an_id(
    league: tuple[Desk, Participant], monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    def broken(**_: object) -> None:
        raise KeyError("secret detail")

    monkeypatch.setattr(saving, "SavedHero", broken)
    (result,) = asked(league, [("save_hero", {"hero": SAMPLE})])
    assert result.is_error
    assert "secret" not in text_of(result)
    assert "Traceback" not in text_of(result)
    (logged,) = [line for line in capfd.readouterr().err.splitlines() if "tool_failed" in line]
    assert "secret detail" in logged
    assert json.loads(logged)["id"] in text_of(result)
    with league[0].read() as (session, _):
        assert session.exec(select(func.count()).select_from(HeroVersion)).one() == 2  # of those before


def test_importing_the_server_warns_of_nothing_and_writes_nothing(tmp_path: Path) -> None:
    """Warnings are what the SDK's next version will not take; over stdio a line on stdout is a message."""
    code = "import mcp_server.serving, mcp_server.stdio.local"
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=LONGEST,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


@pytest.mark.filterwarnings("error")
def test_making_a_server_warns_of_nothing(league: tuple[Desk, Participant]) -> None:
    assert make_server(site_of(*league)).name == "hero-arena"
