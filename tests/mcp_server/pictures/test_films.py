"""Films: made once, one at a time, from a queue that has an end, and kept."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import anyio
import pytest

from arena import roster
from arena.battle import Sides, fight
from arena.desk.battles.filming import FilmedBattle
from arena.errors import ArenaError
from arena.hero import Hero
from mcp_server.pictures import films
from mcp_server.pictures.films import MOST_WAITING, FilmError, Films
from mcp_server.pictures.kept import KeptFiles
from render import film_webp

BATTLE = FilmedBattle(Sides(roster.load("golem"), roster.load("ninja")), 7, "v1")


def battles(count: int) -> list[FilmedBattle]:
    return [FilmedBattle(BATTLE.heroes, seed, "v1") for seed in range(count)]


class Maker:
    """Makes films only when it is let to."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.orders: list[bytes] = []
        self.at_once = self.most_at_once = 0
        self.may_end = asyncio.Event()
        monkeypatch.setattr(films, "_make", self._make)

    async def _make(self, order: bytes) -> bytes:
        self.orders.append(order)
        self.at_once += 1
        self.most_at_once = max(self.at_once, self.most_at_once)
        await self.may_end.wait()
        self.at_once -= 1
        return b"film of " + order


def within(do: Callable[[], Awaitable[None]]) -> None:
    """Do it, but do not wait for ever."""

    async def once() -> None:
        with anyio.fail_after(60):
            await do()

    anyio.run(once)


async def settled() -> None:
    """Everything that can go on has gone on."""
    for _ in range(50):
        await asyncio.sleep(0)


def test_the_film_is_that_of_the_renderer_in_the_language_asked_for() -> None:
    async def do() -> None:
        for locale in ("ru", "en"):
            film = await Films().film(BATTLE, locale)
            battle = fight(*BATTLE.heroes, BATTLE.seed, BATTLE.ruleset)
            assert film == film_webp(*BATTLE.heroes, battle, locale)

    within(do)


def test_films_are_made_one_at_a_time_and_each_once(monkeypatch: pytest.MonkeyPatch) -> None:
    async def do() -> None:
        maker, making = Maker(monkeypatch), Films()
        asked = [asyncio.create_task(making.film(each, "ru")) for each in battles(3) * 4]
        await settled()
        assert len(maker.orders) == 1
        maker.may_end.set()
        made = await asyncio.gather(*asked)
        assert made[:3] * 4 == made
        assert len(set(made)) == len(maker.orders) == 3
        assert maker.most_at_once == 1

    within(do)


def test_who_comes_when_too_many_wait_is_told_to_come_again(monkeypatch: pytest.MonkeyPatch) -> None:
    async def do() -> None:
        maker, making = Maker(monkeypatch), Films()
        first, *others = battles(MOST_WAITING + 1)
        waiting = [asyncio.create_task(making.film(each, "ru")) for each in (first, *others[:-1])]
        await settled()
        with pytest.raises(ArenaError) as caught:
            await making.film(others[-1], "ru")
        assert caught.value.code == "films-busy"
        again = asyncio.create_task(making.film(first, "ru"))  # which is being made already
        maker.may_end.set()
        assert len(await asyncio.gather(*waiting, again)) == MOST_WAITING + 1
        assert await making.film(others[-1], "ru")

    within(do)


def test_who_goes_away_takes_the_film_from_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    async def do() -> None:
        maker, making = Maker(monkeypatch), Films()
        leaving, staying = (asyncio.create_task(making.film(BATTLE, "ru")) for _ in range(2))
        await settled()
        leaving.cancel()
        await settled()
        maker.may_end.set()
        assert await staying
        assert len(maker.orders) == 1

    within(do)


def test_a_film_is_kept_and_found_by_another_server(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    async def do() -> None:
        maker = Maker(monkeypatch)
        maker.may_end.set()
        made = await Films(KeptFiles(tmp_path)).film(BATTLE, "ru")
        assert await Films(KeptFiles(tmp_path)).film(BATTLE, "ru") == made
        assert len(maker.orders) == 1
        await Films(KeptFiles(tmp_path)).film(BATTLE, "en")
        assert len(maker.orders) == 2

    within(do)


def test_another_name_or_look_is_another_film(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    async def do() -> None:
        maker, making = Maker(monkeypatch), Films(KeptFiles(tmp_path))
        maker.may_end.set()
        hidden = BATTLE.heroes.a.model_copy(update={"name": "Hero 1"})
        await making.film(BATTLE, "ru")
        await making.film(FilmedBattle(Sides(hidden, BATTLE.heroes.b), 7, "v1"), "ru")
        assert len(maker.orders) == 2

    within(do)


def test_what_fails_is_told_to_all_who_wait_and_tried_again_by_the_next() -> None:
    async def do() -> None:
        making = Films()
        secret = BATTLE.heroes.a.model_copy(update={"abilities": ("no such ability",)})
        broken = FilmedBattle(Sides(secret, secret), 7, "v1")
        told = await asyncio.gather(*[making.film(broken, "ru") for _ in range(2)], return_exceptions=True)
        for error in told:
            assert isinstance(error, FilmError)
            assert "no such ability" not in str(error), "what is hidden stays out of the log"
            assert "film_maker" in str(error)
        assert await making.film(BATTLE, "ru")

    within(do)


def test_a_maker_that_takes_too_long_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    async def do() -> None:
        monkeypatch.setattr(films, "SECONDS", 0.05)
        with pytest.raises(FilmError, match="not made within"):
            await Films().film(BATTLE, "ru")

    within(do)


def test_the_order_holds_nothing_but_what_a_film_depends_on(monkeypatch: pytest.MonkeyPatch) -> None:
    async def do() -> None:
        maker = Maker(monkeypatch)
        maker.may_end.set()
        renamed: Hero = BATTLE.heroes.a.model_copy()
        await Films().film(BATTLE, "ru")
        await Films().film(FilmedBattle(Sides(renamed, BATTLE.heroes.b), 7, "v1"), "ru")
        assert maker.orders[0] == maker.orders[1]

    within(do)
