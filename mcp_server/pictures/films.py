"""Films of battles: each is made once, one at a time, and kept."""

import asyncio
import hashlib
import json
import signal
import sys
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import cache, partial
from pathlib import Path
from typing import Any, Literal, NamedTuple

from arena.desk.battles.filming import FilmedBattle
from arena.desk.heroes.documents import document_of
from arena.errors import ArenaError
from arena.fingerprint import fingerprint
from arena.logs import LOG, log_unexpected
from mcp_server.addresses import FILM_KIND
from mcp_server.pictures.busy import busy, late, too_many_of_yours
from mcp_server.pictures.file_cache import FileCache
from mcp_server.pictures.film_maker import MOST_SECONDS
from mcp_server.workers import PATIENCE

MEDIA_TYPE = f"image/{FILM_KIND}"
MOST_WAITING, MOST_OF_ONE = 8, 3
"""Films that are made or wait for it, in all and of those that one asker began."""
ROOT = Path(__file__).parents[2]
FOLDERS = "dsl", "arena/battle", "arena/hero", "arena/rulesets", "render"
SUFFIXES = ".py", ".toml", ".txt", ".lark", ".mo"
FILES = "arena/desk/heroes/documents.py", "mcp_server/pictures/film_maker.py"
DISTRIBUTIONS = "anyascii", "lark", "numba", "numpy", "pillow"
"""All that decides what is in a film: files with these suffixes in these folders (fights, names, drawings,
texts), single files (how an order is read), and installed distributions."""

Make = Callable[[bytes], Awaitable[bytes]]
"""Makes the film of an order. Raises `FilmError`."""


class FilmError(Exception):
    """A film was not made: why, without what is hidden of the heroes."""


async def make_film(order: bytes, seconds: float = MOST_SECONDS) -> bytes:
    """A film, made by a process of its own, which has so many seconds for it. Raises `FilmError`."""
    maker = await _started()
    try:
        async with asyncio.timeout(seconds):
            film, told = await _made(maker, order)
    except TimeoutError:
        raise FilmError(f"not made within {seconds} seconds") from None
    finally:
        if maker.returncode is None:
            with suppress(ProcessLookupError):  # it has just ended by itself
                maker.kill()
            await maker.communicate()  # so that its pipes are closed as well
    if maker.returncode:
        raise FilmError(told.decode(errors="replace") or _why(maker.returncode))
    return film


def _why(code: int) -> str:
    """What the exit code of a maker says that told nothing."""
    if code == -signal.SIGKILL:
        return "killed (SIGKILL): perhaps there was too little memory"
    return f"ended by {signal.Signals(-code).name}" if code < 0 else f"exit code {code}"


async def _started() -> asyncio.subprocess.Process:
    try:
        return await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "mcp_server.pictures.film_maker",
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
            cwd=ROOT,  # where `-m` looks first
            start_new_session=True,  # a Ctrl-C is for us, who end it
        )
    except OSError as error:
        raise FilmError(f"no process was started: {error.strerror}") from error


async def _made(maker: asyncio.subprocess.Process, order: bytes) -> tuple[bytes, bytes]:
    """What a maker tells on stdout and stderr, to the end. Until then its stdin stays open."""
    assert maker.stdin is not None
    assert maker.stdout is not None
    assert maker.stderr is not None
    maker.stdin.write(order + b"\n")
    with suppress(ConnectionError):  # it has ended already, and tells why
        await maker.stdin.drain()
    film, told = await asyncio.gather(maker.stdout.read(), maker.stderr.read())
    maker.stdin.close()
    await maker.wait()
    return film, told


class Asker(NamedTuple):
    """Who asks for a film, for the limit on films of one asker: a participant by the id of the account, or
    whoever is behind an IP address."""

    kind: Literal["player", "address"]
    id: int | str


class Films:
    """The films of one server, for one event loop."""

    def __init__(
        self,
        kept: FileCache | None = None,
        make: Make = make_film,
        patience: float = PATIENCE,
        program: str | None = None,
    ) -> None:
        """`kept`: where they stay, None for nowhere; `patience`: the seconds for which somebody waits for
        one; `program`: a fingerprint of what makes them, None for `program_fingerprint`."""
        self._kept, self._make, self._patience = kept, make, patience
        self._program = program or program_fingerprint()
        self._at_work: dict[str, asyncio.Task[bytes]] = {}
        self._askers: Counter[Asker] = Counter()
        self._one_at_a_time = asyncio.Semaphore(1)

    @property
    def waiting(self) -> int:
        """Films that are made or wait for it."""
        return self._askers.total()

    async def film(self, battle: FilmedBattle, locale: str, asker: Asker) -> bytes:
        """The film of a battle as an animated WebP, made if it is not kept. Whoever asks for the same
        meanwhile gets the same; whoever waited too long finds it later.

        Raises `ArenaError` `studio-busy` if too many wait, or too many of this `asker`, or it takes too long,
        and `FilmError`.
        """
        order = _order(battle, locale)
        name = self._name(order)
        timeout = asyncio.timeout(self._patience)
        try:
            async with timeout:
                found = await self._found(name)
                if found is not None:
                    return found
                task = self._task(name, order, asker)
                return await asyncio.shield(task)  # who goes away takes it from nobody else
        except TimeoutError:
            if not timeout.expired():  # the maker's own
                raise
            raise late() from None

    async def kept_film(self, battle: FilmedBattle, locale: str) -> bytes | None:
        """The film of a battle if it is kept; nothing is made."""
        return await self._found(self._name(_order(battle, locale)))

    async def evict_daily(self) -> None:
        """Delete kept films that nobody asks for, now and once a day, until this is cancelled."""
        if self._kept is not None:
            await self._kept.evict_daily()

    def _name(self, order: bytes) -> str:
        """What the film of an order is kept as: another program makes another one of it."""
        return f"{hashlib.sha256(order + self._program.encode()).hexdigest()}.{FILM_KIND}"

    async def _found(self, name: str) -> bytes | None:
        found = None if self._kept is None else await asyncio.to_thread(self._kept.read, name)
        return found if found is not None and _is_whole(found) else None

    def _task(self, name: str, order: bytes, asker: Asker) -> asyncio.Task[bytes]:
        """What makes a film: begun by this asker, unless it is at work for another. Raises `ArenaError`
        `studio-busy` if it may not be begun."""
        task = self._at_work.get(name)
        if task is None:
            if self._askers[asker] >= MOST_OF_ONE:
                raise too_many_of_yours(MOST_OF_ONE)
            if self.waiting >= MOST_WAITING:
                raise busy()
            self._askers[asker] += 1
            task = self._at_work[name] = asyncio.create_task(self._made_once(name, order))
            task.add_done_callback(partial(self._leave, name, order, asker))
        return task

    async def _made_once(self, name: str, order: bytes) -> bytes:
        """A film that is made now, unless somebody has made it since it was looked for."""
        async with self._one_at_a_time:
            found = await self._found(name)
            if found is not None:
                return found
            film = await self._make(order)
        if self._kept is not None:
            await asyncio.to_thread(self._kept.put, name, film)
        return film

    def _leave(self, name: str, order: bytes, asker: Asker, task: asyncio.Task[bytes]) -> None:
        del self._at_work[name]
        self._askers[asker] -= 1
        self._askers += Counter()  # without those who wait for nothing
        error = None if task.cancelled() else task.exception()
        # Whoever waited is told an id of its own, if there was anybody left.
        if isinstance(error, FilmError):
            LOG.error("film_not_made", error=str(error), **_about(order))
        elif error is not None and not isinstance(error, ArenaError):
            log_unexpected("film_not_made", error, **_about(order))


def _is_whole(film: bytes) -> bool:
    """Whether this is a WebP as long as it says: a machine that lost its power may have left less."""
    rest = int.from_bytes(film[4:8], "little")
    return film[:4] == b"RIFF" and film[8:12] == b"WEBP" and len(film) == 8 + rest


def _order(battle: FilmedBattle, locale: str) -> bytes:
    """All that a film depends on, but for the program that makes it."""
    order = {
        "heroes": [document_of(hero) for hero in battle.heroes],
        "seed": battle.seed,
        "ruleset": battle.ruleset,
        "locale": locale,
    }
    return json.dumps(order).encode()


def _about(order: bytes) -> dict[str, Any]:
    """By what an organiser finds the battle of an order, without what is hidden of its heroes."""
    told = json.loads(order)
    return {key: told[key] for key in ("seed", "ruleset", "locale")}


@cache
def program_fingerprint(root: Path = ROOT) -> str:
    """Of all that decides what is in the film of an order, in the program that lies in the folder `root`."""
    made_by = [file for folder in FOLDERS for file in sorted((root / folder).rglob("*"))]
    files = [*(file for file in made_by if file.suffix in SUFFIXES), *(root / file for file in FILES)]
    return fingerprint(files, DISTRIBUTIONS)
