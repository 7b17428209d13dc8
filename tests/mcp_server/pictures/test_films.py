"""Films: made once, one at a time, from a queue that has an end, and kept."""

import asyncio
import os
import select
import shutil
import signal
import subprocess
import sys
import threading
from collections.abc import Awaitable, Callable
from importlib.metadata import version
from io import RawIOBase
from pathlib import Path
from typing import Any

import anyio
import pytest
from structlog.testing import capture_logs

from arena import roster
from arena.battle import Sides, fight
from arena.desk.battles.filming import FilmedBattle
from arena.errors import ArenaError
from mcp_server.pictures.file_cache import FileCache
from mcp_server.pictures.film_maker import MOST_SECONDS
from mcp_server.pictures.films import (
    MOST_OF_ONE,
    MOST_WAITING,
    ROOT,
    Asker,
    FilmError,
    Films,
    make_film,
    program_fingerprint,
)
from render import film_webp
from tests.waiting import LONGEST, until

HEROES = Sides(roster.load("golem"), roster.load("ninja"))
BATTLE = FilmedBattle(HEROES, 7, "v1")
ANNA, SOMEBODY = Asker("player", 1), Asker("address", "1")
SHORT = FilmedBattle(HEROES, min(range(50), key=lambda seed: fight(*HEROES, seed).turns), "v1")
"""The battle that takes least to film."""


def battles(count: int) -> list[FilmedBattle]:
    return [FilmedBattle(HEROES, seed, "v1") for seed in range(count)]


def webp(content: bytes) -> bytes:
    """A file with the frame of a WebP."""
    return b"RIFF" + (4 + len(content)).to_bytes(4, "little") + b"WEBP" + content


def told(error: ArenaError) -> tuple[str, str | None]:
    """The code and the reason of an error."""
    return error.code, error.faults[0].reason


class SlowFolder(FileCache):
    """Files that each of the first who ask gets as they are, but late: when one of the `gates` opens."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.gates: list[threading.Event] = []

    def read(self, name: str) -> bytes | None:
        found = super().read(name)
        if self.gates:
            self.gates.pop(0).wait(LONGEST)
        return found


class Maker:
    """Makes films when it is let to."""

    def __init__(self, *, at_once: bool = False) -> None:
        self.orders: list[bytes] = []
        self.working = self.most_working = 0
        self.may_end = asyncio.Event()
        if at_once:
            self.may_end.set()

    async def __call__(self, order: bytes) -> bytes:
        self.orders.append(order)
        self.working += 1
        self.most_working = max(self.working, self.most_working)
        await self.may_end.wait()
        self.working -= 1
        return webp(order)


def within(do: Callable[[], Awaitable[None]], seconds: float = 30) -> None:
    """Do it, but do not wait for ever."""

    async def once() -> None:
        with anyio.fail_after(seconds):
            await do()

    anyio.run(once)


@pytest.mark.medium
def test_a_film_is_that_of_the_renderer_in_the_language_asked_for() -> None:
    async def do() -> None:
        film = await Films(patience=MOST_SECONDS).film(SHORT, "es", ANNA)
        assert film == film_webp(*HEROES, fight(*HEROES, SHORT.seed), "es")

    within(do, MOST_SECONDS)


def test_films_are_made_one_at_a_time_and_each_once() -> None:
    async def do() -> None:
        maker = Maker()
        making = Films(make=maker)
        asked = [asyncio.create_task(making.film(each, "ru", ANNA)) for each in battles(3) * 4]
        await until(lambda: making.waiting == 3 and maker.orders)
        assert len(maker.orders) == 1
        maker.may_end.set()
        made = await asyncio.gather(*asked)
        assert made[:3] * 4 == made
        assert len(set(made)) == len(maker.orders) == 3
        assert maker.most_working == 1

    within(do)


def test_who_comes_when_too_many_wait_is_told_to_come_again(tmp_path: Path) -> None:
    async def do() -> None:
        first, *others, one_more, known = battles(MOST_WAITING + 2)
        kept = FileCache(tmp_path)
        await Films(kept, Maker(at_once=True)).film(known, "ru", ANNA)
        maker = Maker()
        making = Films(kept, maker)
        waiting = [
            asyncio.create_task(making.film(each, "ru", Asker("player", number // MOST_OF_ONE)))
            for number, each in enumerate((first, *others))
        ]
        await until(lambda: making.waiting == MOST_WAITING)
        with pytest.raises(ArenaError) as caught:
            await making.film(one_more, "ru", SOMEBODY)
        assert told(caught.value) == ("studio-busy", None)
        assert await making.film(known, "ru", ANNA), "what is kept needs no maker"
        again = asyncio.create_task(making.film(first, "ru", ANNA))  # which is being made already
        maker.may_end.set()
        assert len(await asyncio.gather(*waiting, again)) == MOST_WAITING + 1
        assert await making.film(one_more, "ru", ANNA)

    within(do)


def test_one_asker_cannot_fill_the_queue() -> None:
    async def do() -> None:
        maker = Maker()
        making = Films(make=maker)
        *own, one_more, of_another = battles(MOST_OF_ONE + 2)
        waiting = [asyncio.create_task(making.film(each, "ru", ANNA)) for each in own]
        await until(lambda: making.waiting == MOST_OF_ONE)
        with pytest.raises(ArenaError) as caught:
            await making.film(one_more, "ru", ANNA)
        assert told(caught.value) == ("studio-busy", "yours")
        for locale, words in (("ru", "Ваших видео"), ("en", "of your films"), ("es", "vídeos tuyos")):
            assert words in caught.value.text(locale)
            assert str(MOST_OF_ONE) in caught.value.faults[0].message(locale)
        waiting.append(asyncio.create_task(making.film(of_another, "ru", SOMEBODY)))
        await until(lambda: making.waiting == MOST_OF_ONE + 1)
        maker.may_end.set()
        assert len(await asyncio.gather(*waiting)) == MOST_OF_ONE + 1
        assert await making.film(one_more, "ru", ANNA)

    within(do)


def test_who_has_too_many_takes_a_film_from_nobody_who_asks_for_the_same(tmp_path: Path) -> None:
    async def do() -> None:
        maker, kept = Maker(), SlowFolder(tmp_path)
        making = Films(kept, maker)
        *own, wanted = battles(MOST_OF_ONE + 1)
        waiting = [asyncio.create_task(making.film(each, "ru", ANNA)) for each in own]
        # The first has been looked for a second time by now, and the others are not before it is made.
        await until(lambda: making.waiting == MOST_OF_ONE and maker.orders)
        first, second = kept.gates = [threading.Event(), threading.Event()]
        one_more = asyncio.create_task(making.film(wanted, "ru", ANNA))
        await until(lambda: len(kept.gates) == 1)
        waiting.append(asyncio.create_task(making.film(wanted, "ru", SOMEBODY)))
        await until(lambda: not kept.gates)
        first.set()
        with pytest.raises(ArenaError) as caught:
            await one_more
        assert told(caught.value) == ("studio-busy", "yours")
        second.set()
        maker.may_end.set()
        assert len(await asyncio.gather(*waiting)) == MOST_OF_ONE + 1

    within(do)


def test_a_film_that_was_made_while_somebody_looked_for_it_is_not_made_again(tmp_path: Path) -> None:
    async def do() -> None:
        maker, kept = Maker(at_once=True), SlowFolder(tmp_path)
        making = Films(kept, maker)
        gate = threading.Event()
        kept.gates = [gate]
        looking = asyncio.create_task(making.film(BATTLE, "ru", ANNA))
        await until(lambda: not kept.gates)
        made = await making.film(BATTLE, "ru", SOMEBODY)
        gate.set()
        assert await looking == made
        assert len(maker.orders) == 1

    within(do)


@pytest.mark.parametrize("broken", [b"", b"RIFF", webp(b"film")[:-1], b"root:x:0:0", webp(b"film") + b"!"])
def test_a_film_that_is_not_whole_is_made_again(tmp_path: Path, broken: bytes) -> None:
    async def do() -> None:
        maker = Maker(at_once=True)
        making = Films(FileCache(tmp_path), maker)
        film = await making.film(BATTLE, "ru", ANNA)
        (kept,) = tmp_path.iterdir()
        kept.write_bytes(broken)
        assert await making.film(BATTLE, "ru", ANNA) == film == kept.read_bytes()

    within(do)


def test_who_goes_away_takes_the_film_from_nobody() -> None:
    async def do() -> None:
        maker = Maker()
        making = Films(make=maker)
        leaving, staying = (asyncio.create_task(making.film(BATTLE, "ru", ANNA)) for _ in range(2))
        await until(lambda: maker.orders)
        leaving.cancel()
        await until(leaving.done)
        maker.may_end.set()
        assert await staying
        assert len(maker.orders) == 1

    within(do)


def test_who_waited_too_long_finds_the_film_later(tmp_path: Path) -> None:
    async def do() -> None:
        maker = Maker()
        making = Films(FileCache(tmp_path), maker, patience=0.2)
        with pytest.raises(ArenaError) as caught:
            await making.film(BATTLE, "ru", ANNA)
        assert told(caught.value) == ("studio-busy", "late")
        for locale, words in (("ru", "ещё готовится"), ("en", "still being made"), ("es", "todavía se está")):
            assert words in caught.value.text(locale)
        maker.may_end.set()
        assert await making.film(BATTLE, "ru", ANNA)
        assert len(maker.orders) == 1

    within(do)


def test_a_film_is_kept_and_found_by_another_server(tmp_path: Path) -> None:
    async def do() -> None:
        maker = Maker(at_once=True)
        made = await Films(FileCache(tmp_path), maker).film(BATTLE, "ru", ANNA)
        assert await Films(FileCache(tmp_path), maker).film(BATTLE, "ru", ANNA) == made
        assert len(maker.orders) == 1
        await Films(FileCache(tmp_path), maker).film(BATTLE, "en", ANNA)
        assert len(maker.orders) == 2

    within(do)


def test_another_name_or_another_program_makes_another_film(tmp_path: Path) -> None:
    async def do() -> None:
        maker = Maker(at_once=True)
        making = Films(FileCache(tmp_path), maker)
        hidden = HEROES.a.model_copy(update={"name": "Hero 1"})
        await making.film(BATTLE, "ru", ANNA)
        await making.film(FilmedBattle(Sides(hidden, HEROES.b), 7, "v1"), "ru", ANNA)
        assert len(maker.orders) == 2
        await Films(FileCache(tmp_path), maker, program="another version").film(BATTLE, "ru", ANNA)
        assert len(maker.orders) == 3

    within(do)


@pytest.mark.parametrize(
    "changed",
    [
        "arena/battle/kernel.py",
        "arena/desk/heroes/documents.py",
        "arena/rulesets/v1.toml",
        "dsl/grammar.lark",
        "mcp_server/pictures/film_maker.py",
        "render/film/font.txt",
        "render/locales/ru.mo",
    ],
)
def test_a_change_in_what_makes_films_is_another_program(program: Path, changed: str) -> None:
    before = program_fingerprint.__wrapped__(program)
    (program / "render" / "locales" / "ru.po").write_text("what is not read")
    assert program_fingerprint.__wrapped__(program) == before == program_fingerprint()
    with (program / changed).open("ab") as file:
        file.write(b" ")
    assert program_fingerprint.__wrapped__(program) != before


@pytest.fixture
def program(tmp_path: Path) -> Path:
    """A copy of all that makes films, and more."""
    for room in ("arena", "dsl", "mcp_server/pictures", "render"):
        shutil.copytree(ROOT / room, tmp_path / room, ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path


def test_another_version_of_what_draws_is_another_program(monkeypatch: pytest.MonkeyPatch) -> None:
    before = program_fingerprint.__wrapped__()
    monkeypatch.setattr("arena.fingerprint.version", lambda name: "0" if name == "pillow" else version(name))
    assert program_fingerprint.__wrapped__() != before


def test_what_fails_is_told_to_all_who_wait_logged_and_tried_again_by_the_next() -> None:
    async def do() -> None:
        maker = Maker()

        async def failing(order: bytes) -> bytes:
            is_first = not maker.orders
            film = await maker(order)
            if is_first:
                raise FilmError("broken")
            return film

        making = Films(make=failing)
        waiting = [asyncio.create_task(making.film(BATTLE, "ru", ANNA)) for _ in range(2)]
        await until(lambda: maker.orders)
        with capture_logs() as events:
            maker.may_end.set()
            errors = await asyncio.gather(*waiting, return_exceptions=True)
        assert [str(error) for error in errors] == ["broken", "broken"]
        assert [(each["event"], each["error"]) for each in events] == [("film_not_made", "broken")]
        assert (events[0]["seed"], events[0]["locale"]) == (BATTLE.seed, "ru"), "by which the battle is found"
        assert not {*map(str, events[0])} & {"heroes", "rules", "stats"}
        assert await making.film(BATTLE, "ru", ANNA)

    within(do)


def test_an_error_that_nobody_expected_is_logged_though_nobody_waits_any_more() -> None:
    async def do() -> None:
        maker = Maker()

        async def broken(order: bytes) -> bytes:
            await maker(order)
            raise LookupError("a bug")

        making = Films(make=broken, patience=0.05)
        with capture_logs() as events:
            with pytest.raises(ArenaError):
                await making.film(BATTLE, "ru", ANNA)
            maker.may_end.set()
            await until(lambda: events, 5)
        assert [(each["event"], each["error"]) for each in events] == [("film_not_made", "LookupError")]
        assert str(events[0]["unexpected"]) == "a bug"

    within(do)


def test_where_no_process_can_be_started_no_film_is_made(monkeypatch: pytest.MonkeyPatch) -> None:
    async def do() -> None:
        monkeypatch.setattr(sys, "executable", "/nowhere/python")
        with pytest.raises(FilmError, match="No such file"):
            await make_film(b"{}")

    within(do)


def test_a_maker_that_breaks_tells_where_and_nothing_hidden() -> None:
    async def do() -> None:
        secret = HEROES.a.model_copy(update={"abilities": ("no such ability",)})
        with pytest.raises(FilmError) as caught:
            await Films(patience=MOST_SECONDS).film(FilmedBattle(Sides(secret, secret), 7, "v1"), "ru", ANNA)
        assert "no such ability" not in str(caught.value)
        assert "film_maker" in str(caught.value)

    within(do, MOST_SECONDS)


def test_of_a_maker_that_was_killed_it_is_told_that_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    started = asyncio.create_subprocess_exec

    async def killed(python: str, *_: str, **options: Any) -> asyncio.subprocess.Process:
        program = f"import os; os.kill(os.getpid(), {int(signal.SIGKILL)})"
        return await started(python, "-c", program, **options)

    async def do() -> None:
        monkeypatch.setattr(asyncio, "create_subprocess_exec", killed)
        with pytest.raises(FilmError, match=r"SIGKILL.*memory"):
            await make_film(b"{}")

    within(do)


def test_a_maker_that_takes_too_long_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    makers: list[asyncio.subprocess.Process] = []
    started = asyncio.create_subprocess_exec

    async def hanging(python: str, *_: str, **options: Any) -> asyncio.subprocess.Process:
        makers.append(await started(python, "-c", "import time; time.sleep(1000)", **options))
        return makers[0]

    async def do() -> None:
        monkeypatch.setattr(asyncio, "create_subprocess_exec", hanging)
        with pytest.raises(FilmError, match="not made within"):
            await make_film(b"{}", seconds=0.05)
        (maker,) = makers
        assert maker.returncode == -signal.SIGKILL, "it was killed, and is waited for"
        with pytest.raises(ProcessLookupError):
            os.kill(maker.pid, 0)

    within(do)


def test_a_maker_s_own_time_limit_is_not_told_as_too_much_drawing() -> None:
    async def late(order: bytes) -> bytes:
        raise TimeoutError("of a socket")

    async def do() -> None:
        with pytest.raises(TimeoutError, match="of a socket"):
            await Films(make=late).film(BATTLE, "ru", ANNA)

    within(do)


ORPHANED = """
import asyncio, sys
from mcp_server.pictures import films

tells = int(sys.argv[1])
started = asyncio.create_subprocess_exec
maker = f'''
import os, time
from mcp_server.pictures import film_maker

def hang(order):
    os.write({tells}, b"begun")
    time.sleep(1000)

film_maker._filmed = hang
film_maker.main()
'''

async def hanging(python, *_, **options):
    return await started(python, "-c", maker, pass_fds=(tells,), **options)

asyncio.create_subprocess_exec = hanging
asyncio.run(films.make_film(b"{}"))
"""
"""A server, so to speak, whose maker of films tells on a pipe that it has begun, and has no end."""


def test_a_maker_ends_soon_after_its_server_was_killed() -> None:
    ours, theirs = os.pipe()
    with open(ours, "rb", buffering=0) as pipe:
        server = subprocess.Popen([sys.executable, "-c", ORPHANED, str(theirs)], pass_fds=(theirs,))
        try:
            os.close(theirs)
            assert soon_told(pipe) == b"begun"
        finally:
            server.kill()
            server.wait()
        assert soon_told(pipe) == b"", "no process is left that holds the pipe"


def soon_told(pipe: RawIOBase) -> bytes | None:
    """What comes through a pipe next, nothing if all who hold its other end are gone. Fails if neither is."""
    assert select.select([pipe], [], [], LONGEST)[0]
    return pipe.read(100)
