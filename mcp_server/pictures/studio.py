"""Where pictures, figures and films are made for one server, beside all else that it does."""

import asyncio
from collections.abc import Awaitable
from functools import partial

from arena.desk.battles.filming import FilmedBattle
from arena.errors import ArenaError
from arena.hero import Sprite
from mcp_server.pictures.busy import busy
from mcp_server.pictures.films import Films
from mcp_server.pictures.look_files import look_file
from mcp_server.workers import PATIENCE, Workers

MOST_WAITING = 100
"""Files of looks that are made or wait for it."""


class Studio:
    """Makes what pages and agents ask for. Pictures have a thread of their own: no page waits for them."""

    def __init__(self, films: Films | None = None) -> None:
        self._films = films or Films()
        self._drawing = Workers(PATIENCE, 1)
        self._waiting = 0
        self._seconds: float | None = None
        self._timeouts: set[asyncio.Timeout] = set()

    async def file(self, look: Sprite, kind: str, **options: int) -> bytes:
        """A file of a look, as `look_file` has it. Raises `ArenaError` `studio-busy` if too many wait or it
        takes too long."""
        if self._waiting >= MOST_WAITING:
            raise busy()
        self._waiting += 1
        try:
            return await self._in_time(self._drawing.work(partial(look_file, look, kind, **options)))
        except ArenaError:  # all that can be refused is to wait any longer
            raise busy() from None
        finally:
            self._waiting -= 1

    async def film(self, battle: FilmedBattle, locale: str, asker: str = "") -> bytes:
        """The film of a battle. Raises what `Films.film` raises, and `ArenaError` `studio-busy` if the server
        ends before."""
        return await self._in_time(self._films.film(battle, locale, asker))

    async def evict_daily(self) -> None:
        """What `Films.evict_daily` does."""
        await self._films.evict_daily()

    def close(self, seconds: float) -> None:
        """Whoever waits for something, or asks for it now, is told to come again if it is not there within so
        many seconds. To be called in the event loop."""
        self._seconds = seconds
        for timeout in self._timeouts:
            timeout.reschedule(asyncio.get_running_loop().time() + seconds)

    async def _in_time(self, making: Awaitable[bytes]) -> bytes:
        """What is made, unless the server ends before. Raises `ArenaError` `studio-busy` then."""
        try:
            async with asyncio.timeout(self._seconds) as timeout:
                self._timeouts.add(timeout)
                try:
                    return await making
                finally:
                    self._timeouts.remove(timeout)
        except TimeoutError:
            raise busy() from None
