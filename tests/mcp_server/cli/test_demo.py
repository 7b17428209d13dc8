"""`arena demo`: the sample heroes checked, a week of their league, a battle, what to do next."""

import re
import signal
import socket
import subprocess
import tempfile
from contextlib import ExitStack, contextmanager, suppress
from datetime import UTC, datetime
from functools import cache, partial
from pathlib import Path

import anyio
import httpx2
import pytest
import time_machine
from rich.cells import cell_len

from arena import roster
from mcp_server.cli import week
from mcp_server.cli.commands import demo
from mcp_server.cli.pages import demo_page
from mcp_server.serving import PORT
from scheduler.work import Tools, told_nobody
from tests.mcp_server.cli.test_run import broken
from tests.mcp_server.doors import over_http
from tests.mcp_server.hosts import LONGEST, program, surroundings
from tests.waiting import killed_in_time

SUNDAY = datetime(2026, 4, 26, 9, tzinfo=UTC)
DAYS = ["17", "18", "19", "20", "21", "22", "23"]
"""April's, the week before the last Friday that is past on that Sunday."""
MOST_LINES = 110


@pytest.fixture(autouse=True)
def _on_a_sunday():
    with time_machine.travel(SUNDAY, tick=False):
        yield


@cache
def played(locale):
    """One week for all tests of how it looks."""
    with week.throw_away_league() as desk:
        return week.play_week(desk, roster.samples(), locale, told_nobody)


@pytest.fixture
def once_played(monkeypatch):
    """That week for the command, which takes longer to play than to show."""
    monkeypatch.setattr(demo, "play_week", lambda desk, heroes, locale, told: played(locale))


@pytest.fixture
def shown(once_played, terminal):
    """That week on a terminal: `shown(80, "ru")`."""
    return lambda width, locale: terminal(width, "demo", "--once", "--lang", locale)


def test_the_demo_plays_a_week_and_ends_with_what_to_do_next(arena):
    result = arena("demo", "--once")
    assert (result.code, result.err) == (0, "")
    assert f"Heroes checked: {len(roster.sample_ids())}, all sound" in result.out
    assert re.findall(r"^\w{3}, Apr (\d\d)  \S", result.out, re.MULTILINE) == DAYS
    assert "The arena: the week's results, April 24, 2026" in result.out
    assert "LOOK OF THE WEEK" in result.out
    for command in ("arena rules", "arena check hero.json", "arena train kerning --against golem"):
        assert command in result.out


END = re.compile(r"turns (\d+), (?:health left \d+ of \d+|equal shares of health)\.")
"""How the sentence about a battle's end ends, on one line or, where it is too long, on two."""


@pytest.mark.medium
def test_the_shown_battle_can_be_seen_again_and_its_middle_is_left_out(arena, shown):
    for result in (arena("demo", "--once"), shown(100, "en")):
        told = " ".join(result.lines)
        (command,) = re.findall(r"Again: arena (fight .*?) Film: ", told)
        again = END.search(" ".join(" ".join(arena(*command.split()).lines).split()))
        assert again is not None
        assert again[0] in " ".join(told.split())
        left_out = re.search(r"turns not shown: (\d+)", told)
        if left_out:
            assert int(again[1]) - int(left_out[1]) - 2 * demo_page.SHOWN_TURNS in (0, 1)


def test_the_shown_battle_can_be_filmed(arena, once_played):
    lines = arena("demo", "--once").lines
    (again,) = [line.removeprefix("Again: arena fight ") for line in lines if line.startswith("Again: ")]
    assert lines.count(f"Film: arena render battle {again}") == 1


@pytest.mark.medium
@pytest.mark.parametrize("locale", ["ru", "es"])
def test_the_commands_speak_the_language_that_was_asked_for(arena, once_played, locale):
    out = arena("demo", "--once", "--lang", locale).out
    commands = re.findall(r"\barena (?:fight|render|rules|check|train)\b.*", out)
    assert len(commands) == 5
    assert [each for each in commands if not each.endswith(f" --lang {locale}")] == []


@pytest.mark.parametrize("width", [60, 80, 120])
@pytest.mark.parametrize("locale", ["ru", "en", pytest.param("es", marks=pytest.mark.slow)])
def test_it_fits_the_terminal_in_any_language_and_is_no_wall(shown, width, locale):
    result = shown(width, locale)
    assert result.code == 0
    wide = [line for line in result.lines if cell_len(line) > width]
    commands = re.compile("arena (fight|render)")  # which are never broken
    assert [line for line in wide if not commands.search(line)] == []
    assert width < 80 or len(result.lines) <= MOST_LINES


@pytest.mark.parametrize("colour", [True, False])
def test_the_look_of_the_week_is_drawn_where_there_are_colours(shown, monkeypatch, colour):
    if not colour:
        monkeypatch.setenv("NO_COLOR", "1")
    lines = shown(80, "en").lines
    first = next(i for i, line in enumerate(lines) if line.startswith("Look of the week"))
    assert any("▀" in line for line in lines[first : first + 12]) is colour


@pytest.mark.medium
def test_the_week_s_progress_never_steps_back_and_ends_with_its_last_run():
    told = []
    with week.throw_away_league() as desk:
        week.play_week(desk, roster.samples(), "en", lambda run, done: told.append((run.job, done)))
    shares = [done for _, done in told]
    assert shares == sorted(shares)
    assert told[-1] == ("results", 1.0)
    assert shares.count(1.0) == 1


def test_json_has_the_weeks_digests_and_the_standings(arena, once_played):
    data = arena("demo", "--json").data
    assert list(data) == ["ruleset", "heroes", "digests", "standings", "battle"]
    assert [hero["id"] for hero in data["heroes"]] == list(roster.sample_ids())
    keys = [digest["key"] for digest in data["digests"]]
    assert keys == [*(f"2026-04-{day}" for day in DAYS), "2026-04-24-friday"]
    *_, friday = data["digests"]
    assert (friday["tournament"]["state"], friday["tournament"]["heroes"]) == ("played", 15)
    assert friday["look"]["voters"] == 15
    assert friday["climbs"]["count"] == 0
    assert [line["place"] for line in data["standings"]] == list(range(1, 16))
    assert {line["hero"] for line in data["standings"]} == set(roster.sample_ids())
    ratings = [line["rating"] for line in data["standings"]]
    assert ratings == sorted(ratings, reverse=True)


def test_json_names_the_last_battle_that_the_winner_won(arena, once_played):
    data = arena("demo", "--json").data
    winner = data["digests"][-1]["tournament"]["table"][0]["hero"]["name"]
    battle = data["battle"]
    assert roster.load(battle[battle["winner"]]).name == winner
    again = arena("fight", battle["a"], battle["b"], "--seed", battle["seed"], "--json").data
    assert again["winner"] == battle["winner"]


def test_the_throw_away_league_is_gone_and_no_other_is_made(arena, once_played, monkeypatch, tmp_path):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "temporary"))
    (tmp_path / "temporary").mkdir()
    arena("demo", "--json")
    assert list((tmp_path / "temporary").iterdir()) == []
    assert not Path(tmp_path, "data").exists()


def test_a_run_that_fails_in_the_demo_is_a_fault_of_ours(arena, monkeypatch, tmp_path):
    monkeypatch.setattr(week, "Tools", partial(Tools, executor=broken))
    result = arena("demo", "--json")
    assert (result.code, result.data["faults"][0]["code"]) == (3, "fault-ours")
    log = (tmp_path / "state" / "hero-arena" / "faults.log").read_text(encoding="utf-8")
    assert "a wheel came off" in log


# ---- where it stays open


@contextmanager
def staying_open(folder, *arguments, **more):
    """A demo that serves: the process, and what it has told."""
    temporary = folder / "temporary"
    temporary.mkdir()
    command = [program(), "demo", *arguments]
    environment = surroundings(folder, TMPDIR=str(temporary), **more)
    pipe = subprocess.PIPE
    with (
        subprocess.Popen(command, stdout=pipe, stderr=pipe, env=environment) as demo,
        killed_in_time(demo),
    ):
        try:
            told = ""
            while "/sign-in#" not in told:
                line = demo.stdout.readline().decode()
                assert line, demo.stderr.read().decode()
                told += line
            yield demo, told
        finally:
            demo.kill()


LINE = re.compile(
    r"^claude mcp add --transport http hero-arena-demo (\S+)/mcp"
    r" --header \x22Authorization: Bearer (arena_\w+)\x22$",
    re.MULTILINE,
)


@pytest.fixture
def usual_port_taken():
    with ExitStack() as stack:
        with suppress(OSError):  # somebody else has it
            stack.enter_context(socket.create_server(("127.0.0.1", PORT)))
        yield


@pytest.mark.medium
def test_it_stays_open_to_an_agent_by_the_line_that_it_shows_until_ctrl_c(tmp_path, usual_port_taken):
    """From now on it lives in the present. Where its usual port is taken it has another one."""
    began = time_machine.escape_hatch.datetime.datetime.now(UTC).replace(microsecond=0)
    with staying_open(tmp_path) as (demo, told):
        ((address, key),) = LINE.findall(told)
        assert not address.endswith(f":{PORT}")
        assert httpx2.get(f"{address}/healthz").status_code == 200

        async def come_in():
            async with over_http(address, key) as client:
                status = (await client.call_tool("get_status", {})).structured_content
                assert datetime.fromisoformat(status["now"]) >= began
                assert status["next_events"][0]["at"] > status["now"]
                (command,) = re.findall(
                    r"ARENA_DATABASE_URL=\S+ \S+ run daily --now", str(status["next_steps"])
                )
                done = await anyio.run_process(command)
                assert b"daily battles" in done.stdout
                listed = await client.call_tool("list_heroes", {"limit": 20})
                names = [hero["name"] for hero in listed.structured_content["items"]]
                assert sorted(names) == sorted(hero.name for hero in roster.samples().values())

        anyio.run(come_in)
        assert f"\n{address} is for this machine alone" in told
        assert f"\n{address}/sign-in#" in told
        demo.send_signal(signal.SIGINT)
        assert (demo.wait(LONGEST), demo.stderr.read()) == (0, b"")
        assert "claude mcp remove hero-arena-demo" in demo.stdout.read().decode().splitlines()[-1]
    assert list((tmp_path / "temporary").iterdir()) == []
    assert not (tmp_path / "data").exists()


def test_a_port_that_was_asked_for_and_is_taken_is_refused(arena, once_played):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        result = arena("demo", "--port", str(port))
        assert result.code == 1
        assert str(port) in result.err
