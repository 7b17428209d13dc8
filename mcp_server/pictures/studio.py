"""Where pictures, figures and films are made for one server, beside all else that it does."""

import asyncio
from collections.abc import Awaitable
from functools import partial

from arena.desk.battles.filming import FilmedBattle
from arena.hero import Sprite
from mcp_server.pictures.busy import busy, late, stopping
from mcp_server.pictures.films import Asker, Films
from mcp_server.pictures.look_files import look_file
from mcp_server.workers import PATIENCE, Workers

MOST_WAITING = 100
"""Files of looks that are made or wait for it."""


class Studio:
    """Makes what pages and agents ask for. Pictures have a thread of their own: no page waits for them."""

    def __init__(
        self, films: Films | None = None, *, patience: float = PATIENCE, most_waiting: int = MOST_WAITING
    ) -> None:
        """Of files of looks `most_waiting` are made or wait for it, each for `patience` seconds."""
        self._films = films or Films()
        self._drawing = Workers(patience, 1, late=late)
        self._most_waiting, self._waiting = most_waiting, 0
        self._ends_at: float | None = None  # by the clock of the event loop
        self._timeouts: set[asyncio.Timeout] = set()

    async def file(self, look: Sprite, kind: str, **options: int | bool) -> bytes:
        """A file of a look, as `look_file` has it. Raises `ArenaError` `studio-busy` if too many wait, it
        takes too long, or the server ends before."""
        if self._waiting >= self._most_waiting:
            raise busy()
        self._waiting += 1
        try:
            return await self._before_the_end(self._drawing.work(partial(look_file, look, kind, **options)))
        finally:
            self._waiting -= 1

    async def film(self, battle: FilmedBattle, locale: str, asker: Asker) -> bytes:
        """The film of a battle. Raises what `Films.film` raises, and `ArenaError` `studio-busy` if the server
        ends before."""
        return await self._before_the_end(self._films.film(battle, locale, asker))

    async def kept_film(self, battle: FilmedBattle, locale: str) -> bytes | None:
        """The film of a battle if it is kept; nothing is made."""
        return await self._films.kept_film(battle, locale)

    async def evict_daily(self) -> None:
        """What `Films.evict_daily` does."""
        await self._films.evict_daily()

    def end_within(self, seconds: float) -> None:
        """Have everything end before the server stops: whoever waits for something, or asks for it now, is
        told so if it is not there within so many seconds. Of several calls the earliest end holds. To be
        called in the event loop."""
        ends_at = asyncio.get_running_loop().time() + seconds
        self._ends_at = ends_at if self._ends_at is None else min(self._ends_at, ends_at)
        for timeout in self._timeouts:
            if not timeout.expired():
                timeout.reschedule(self._ends_at)

    async def _before_the_end(self, making: Awaitable[bytes]) -> bytes:
        """What is made, unless the server ends before. Raises `ArenaError` `studio-busy` then."""
        timeout = asyncio.timeout_at(self._ends_at)
        try:
            async with timeout:
                self._timeouts.add(timeout)
                try:
                    return await making
                finally:
                    self._timeouts.remove(timeout)
        except TimeoutError:
            if not timeout.expired():  # its own, of a socket or a disk
                raise
            raise stopping() from None
