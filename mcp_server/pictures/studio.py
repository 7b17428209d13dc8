"""Where pictures, figures and films are made for one server, beside all else that it does."""

from functools import partial

from arena.desk.battles.filming import FilmedBattle
from arena.hero import Sprite
from mcp_server.pictures.films import Films
from mcp_server.pictures.look_files import look_file
from mcp_server.workers import PATIENCE, Workers


class Studio:
    """Makes what pages and agents ask for. Pictures have a thread of their own: no page waits for them."""

    def __init__(self, films: Films | None = None) -> None:
        self._films = films or Films()
        self._drawing = Workers(PATIENCE, 1)

    async def file(self, look: Sprite, kind: str, **options: int) -> bytes:
        """A file of a look, as `look_file` has it. Raises `ArenaError` `league-unreachable` if that takes too
        long."""
        return await self._drawing.work(partial(look_file, look, kind, **options))

    async def film(self, battle: FilmedBattle, locale: str) -> bytes:
        """The film of a battle. Raises what `Films.film` raises."""
        return await self._films.film(battle, locale)
