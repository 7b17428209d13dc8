"""Films of battles: each is made once, one at a time, and kept."""

import asyncio
import hashlib
import json
import sys
from functools import cache
from pathlib import Path

from arena.desk.battles.filming import FilmedBattle
from arena.desk.heroes.documents import document_of
from mcp_server.faults import refuse_at_door
from mcp_server.pictures.film_maker import SECONDS
from mcp_server.pictures.kept import KeptFiles

ROOT = Path(__file__).parents[2]
MOST_WAITING = 8
"""Films that are made or wait for it."""
BUSY = "films-busy"
RETRY_AFTER = 30
"""Seconds after which to ask again."""


class FilmError(Exception):
    """A film was not made: why, without what is hidden of the heroes."""


class Films:
    """The films of one server, for one event loop. `kept`: where they stay, None for nowhere."""

    def __init__(self, kept: KeptFiles | None = None) -> None:
        self._kept = kept
        self._at_work: dict[str, asyncio.Task[bytes]] = {}
        self._one_at_a_time = asyncio.Semaphore(1)

    async def film(self, battle: FilmedBattle, locale: str) -> bytes:
        """The film of a battle as an animated WebP, made if it is not kept. Whoever asks for the same
        meanwhile gets the same.

        Raises `ArenaError` `films-busy` if too many wait, `FilmError`.
        """
        order = _order(battle, locale)
        name = f"{hashlib.sha256(order + _makers()).hexdigest()}.webp"
        found = None if self._kept is None else await asyncio.to_thread(self._kept.read, name)
        if found is not None:
            return found
        task = self._at_work.get(name)
        if task is None:
            if len(self._at_work) >= MOST_WAITING:
                raise refuse_at_door(BUSY, seconds=RETRY_AFTER)
            task = self._at_work[name] = asyncio.create_task(self._made(name, order))
            task.add_done_callback(lambda done: self._leave(name, done))
        return await asyncio.shield(task)  # who does not wait any longer takes it from nobody else

    async def _made(self, name: str, order: bytes) -> bytes:
        async with self._one_at_a_time:
            film = await _make(order)
        if self._kept is not None:
            await asyncio.to_thread(self._kept.keep, name, film)
        return film

    def _leave(self, name: str, task: asyncio.Task[bytes]) -> None:
        del self._at_work[name]
        if not task.cancelled():
            task.exception()  # those who waited were told it, if there was anybody left


async def _make(order: bytes) -> bytes:
    maker = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "mcp_server.pictures.film_maker",
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        cwd=ROOT,  # where `-m` looks first
        start_new_session=True,  # a Ctrl-C is for us, who end it
    )
    try:
        async with asyncio.timeout(SECONDS):
            film, told = await maker.communicate(order)
    except TimeoutError:
        raise FilmError(f"not made within {SECONDS} seconds") from None
    finally:
        if maker.returncode is None:
            maker.kill()
            await maker.wait()
    if maker.returncode:
        raise FilmError(told.decode(errors="replace") or f"exit code {maker.returncode}")
    return film


def _order(battle: FilmedBattle, locale: str) -> bytes:
    """All that a film depends on, but for the program that makes it."""
    order = {
        "heroes": [document_of(hero) for hero in battle.heroes],
        "seed": battle.seed,
        "ruleset": battle.ruleset,
        "locale": locale,
    }
    return json.dumps(order).encode()


@cache
def _makers() -> bytes:
    """A fingerprint of what makes films: another version of it makes others."""
    digest = hashlib.sha256()
    for file in sorted((ROOT / "render").rglob("*")):
        if file.suffix in (".py", ".txt", ".mo"):
            digest.update(file.read_bytes())
    return digest.digest()
