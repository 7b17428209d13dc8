"""How fast the MCP server answers over HTTP: checks and lists of heroes beside a tool that does nothing, in
one process; what its memory does; and what a daily run beside it costs."""

import asyncio
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from urllib.parse import urlsplit

from arena import roster
from arena.desk.heroes.peopling import people
from arena.desk.opening import open_desk
from arena.desk.players.register import add_player
from arena.hero.sample import SAMPLE
from arena.league.settings import league
from mcp_server.cli.benches.mcp_client import Call, Latency, burst, until
from mcp_server.cli.benches.target import Target

NOTHING = Call("do_nothing", {"number": 1})
MEASURED = (Call("check_hero", {"hero": SAMPLE}), Call("list_heroes", {}))
CLIENTS = 16
ROUNDS = 7
MEGABYTE = 1_000_000
WARM, MANY = 2_000, 20_000
"""Requests after which the memory is looked at."""
FEWEST = CLIENTS * (1 + len(MEASURED))
"""Requests with which every client has called every tool."""


@dataclass(frozen=True)
class ToolSpeed:
    """A tool beside the one that does nothing, medians of several rounds: latencies of one client and of
    many, by how many milliseconds one client waits longer, and the share of the requests per second that many
    keep."""

    tool: str
    alone: Latency
    together: Latency
    dearer: float
    kept: float


@dataclass(frozen=True)
class BesideRun:
    """Checks and lists of many clients, half and half: with nothing else at work, and for as long as a daily
    run lasted, `seconds`."""

    heroes: int
    quiet: Latency
    beside: Latency
    seconds: float

    @property
    def ratio(self) -> float:
        """Of the slowest hundredth."""
        return self.beside.p99 / self.quiet.p99


@dataclass(frozen=True)
class McpSpeed:
    """All that was measured; `grown`: by how many bytes the memory grew from the `WARM`th request to the
    `MANY`th."""

    nothing: ToolSpeed
    tools: tuple[ToolSpeed, ...]
    grown: int
    run: BesideRun

    @property
    def targets(self) -> tuple[Target, ...]:
        """What a check may cost, how the memory may grow, and what a daily run may cost those beside it."""
        check = self.tools[0]
        return (
            Target("dearer_ms", check.dearer, 2.0),
            Target("kept", check.kept, 0.4, is_least=True),
            Target("memory_grown_mb", self.grown / MEGABYTE, 5.0),
            Target("p99_ratio", self.run.ratio, 3.0),
        )


class Server:
    """The server's process, with the keys of as many participants as there are clients."""

    def __init__(self, process: "subprocess.Popen[str]", keys: Sequence[str]) -> None:
        self._process, self.keys = process, keys
        self.port = urlsplit(self._line()).port or 0

    def memory(self) -> int:
        """Bytes that it has in memory."""
        status = Path(f"/proc/{self._process.pid}/status").read_text(encoding="ascii")
        (line,) = (each for each in status.splitlines() if each.startswith("VmRSS:"))
        return 1024 * int(line.split()[1])

    def play(self) -> float:
        """Have it play a daily run; the seconds."""
        assert self._process.stdin is not None
        self._process.stdin.write("run\n")
        self._process.stdin.flush()
        return float(self._line())

    def _line(self) -> str:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise RuntimeError(f"the measured server ended with {self._process.wait()}")
        return line.strip()


def measure_mcp(heroes: int, requests: int, many: int = MANY) -> McpSpeed:
    """Measure a league of so many heroes, with so many requests for each figure; `many`: after how many in
    all the memory is looked at again."""
    with _served(heroes) as server:
        grown = asyncio.run(_growth(server, min(WARM, max(many // 10, FEWEST)), many))
        nothing, *tools = asyncio.run(_tools(server, requests))
        server.play()  # the first day, for which the kernel may have to be compiled
        return McpSpeed(nothing, tuple(tools), grown, asyncio.run(_beside_run(server, heroes, requests)))


@contextmanager
def _served(heroes: int) -> Iterator[Server]:
    with TemporaryDirectory() as folder:
        database = str(Path(folder) / "league.sqlite")
        keys = _people(database, heroes)
        command = [sys.executable, "-m", "mcp_server.cli.benches.mcp_serving", database]
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
            try:
                yield Server(process, keys)
            finally:
                process.kill()


def _people(database: str, heroes: int) -> list[str]:
    desk = open_desk(database, league().calendar.zone, local=True)
    designs = [roster.load(each) for each in roster.names()]
    with desk.write() as (session, now):
        names = [f"Hero {i}" for i in range(1, heroes + 1)]
        people(session, now, names, [designs[i % len(designs)] for i in range(heroes)])
    keys = [add_player(desk, f"Client {i}").key for i in range(1, CLIENTS + 1)]
    desk.store.close()
    return keys


async def _growth(server: Server, warm: int, many: int) -> int:
    async def calls(count: int) -> None:
        for call in (NOTHING, *MEASURED):
            await burst(server.port, server.keys, call, CLIENTS, count // (1 + len(MEASURED)))

    await calls(warm)
    before = server.memory()
    await calls(many - warm)
    return server.memory() - before


async def _tools(server: Server, requests: int) -> list[ToolSpeed]:
    """Round by round, so that whatever else the machine does falls on all of them."""
    calls = (NOTHING, *MEASURED)
    measure = partial(burst, server.port, server.keys)
    rounds = [
        [(await measure(call, 1, requests), await measure(call, CLIENTS, requests)) for call in calls]
        for _ in range(ROUNDS)
    ]
    found = []
    for i, call in enumerate(calls):
        alone, together = zip(*(each[i] for each in rounds), strict=True)
        found.append(
            ToolSpeed(
                call.tool,
                _middle(alone),
                _middle(together),
                dearer=median(each[i][0].p50 - each[0][0].p50 for each in rounds),
                kept=median(each[i][1].per_second / each[0][1].per_second for each in rounds),
            )
        )
    return found


def _middle(measured: Sequence[Latency]) -> Latency:
    return sorted(measured, key=lambda each: each.p50)[len(measured) // 2]


async def _beside_run(server: Server, heroes: int, requests: int) -> BesideRun:
    """The median of several runs by their ratio."""
    found = [await _one_run(server, heroes, requests) for _ in range(3)]
    return sorted(found, key=lambda each: each.ratio)[1]


async def _one_run(server: Server, heroes: int, requests: int) -> BesideRun:
    calls = partial(until, server.port, server.keys, MEASURED, CLIENTS)
    counted = iter(range(requests))
    quiet = await calls(lambda: next(counted, None) is None)
    playing = asyncio.get_running_loop().run_in_executor(None, server.play)
    beside = await calls(playing.done)
    return BesideRun(heroes, quiet, beside, await playing)
