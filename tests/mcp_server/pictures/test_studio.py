"""Files of looks: made beside everything else, and not more than can be made."""

import asyncio
import threading
from collections.abc import Awaitable, Callable, Iterator

import anyio
import pytest

from arena import roster
from arena.battle import Sides
from arena.desk.battles.filming import FilmedBattle
from arena.errors import ArenaError, refuse
from mcp_server.pictures import studio
from mcp_server.pictures.films import Asker, Films
from mcp_server.pictures.studio import Studio
from tests.waiting import LONGEST

GOLEM = roster.load("golem")
LOOK = GOLEM.sprite
BATTLE = FilmedBattle(Sides(GOLEM, GOLEM), 7, "v1")
ASKER = Asker("player", 1)

Wish = Callable[[Studio], Awaitable[bytes]]


def wished_file(studio: Studio) -> Awaitable[bytes]:
    return studio.file(LOOK, "png")


def wished_film(studio: Studio) -> Awaitable[bytes]:
    return studio.film(BATTLE, "ru", ASKER)


WISHES = [wished_file, wished_film]


async def never(order: bytes) -> bytes:
    await asyncio.Event().wait()
    return order


@pytest.fixture
def may_draw(monkeypatch: pytest.MonkeyPatch) -> Iterator[threading.Event]:
    """Nothing is drawn before it is set."""
    event = threading.Event()

    def slow(*_: object, **__: object) -> bytes:
        event.wait(LONGEST)
        return b"drawn"

    monkeypatch.setattr(studio, "look_file", slow)
    yield event
    event.set()


def test_who_comes_when_too_many_wait_is_told_to_come_again(may_draw: threading.Event) -> None:
    async def do() -> None:
        drawing = Studio(most_waiting=3)
        waiting = [asyncio.create_task(drawing.file(LOOK, "png")) for _ in range(3)]
        await asyncio.sleep(0)
        with pytest.raises(ArenaError) as caught:
            await drawing.file(LOOK, "png")
        assert (caught.value.code, caught.value.faults[0].reason) == ("studio-busy", None)
        may_draw.set()
        assert await asyncio.gather(*waiting) == [b"drawn"] * 3
        assert await drawing.file(LOOK, "png") == b"drawn"

    anyio.run(do)


@pytest.mark.usefixtures("may_draw")
def test_who_waited_too_long_is_told_to_come_again() -> None:
    async def do() -> None:
        with pytest.raises(ArenaError) as caught:
            await Studio(patience=0.05).file(LOOK, "png")
        assert (caught.value.code, caught.value.faults[0].reason) == ("studio-busy", "late")

    anyio.run(do)


@pytest.mark.parametrize("error", [refuse("no-hero"), TimeoutError("of a disk")])
def test_what_the_drawing_itself_raises_is_not_told_as_too_much_drawing(
    monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    def broken(*_: object, **__: object) -> bytes:
        raise error

    monkeypatch.setattr(studio, "look_file", broken)

    async def do() -> None:
        with pytest.raises(type(error)) as caught:
            await Studio().file(LOOK, "png")
        assert str(caught.value) == str(error)

    anyio.run(do)


@pytest.mark.usefixtures("may_draw")
@pytest.mark.parametrize("wish", WISHES)
def test_who_waits_or_comes_as_the_server_stops_is_told_so(wish: Wish) -> None:
    async def do() -> None:
        making = Studio(Films(make=never))
        waiting = asyncio.ensure_future(wish(making))
        await asyncio.sleep(0)
        making.end_within(0.05)
        for asked in (waiting, wish(making)):
            with pytest.raises(ArenaError) as caught:
                await asked
            assert (caught.value.code, caught.value.faults[0].reason) == ("studio-busy", "stopping")
            for locale, word in (("ru", "останавливается"), ("en", "stopping"), ("es", "deteniendo")):
                assert word in caught.value.text(locale)

    anyio.run(do)


@pytest.mark.usefixtures("may_draw")
@pytest.mark.parametrize("seconds", [(0, 0), (0, 1000), (1000, 0)])
def test_of_several_ends_the_earliest_holds(seconds: tuple[float, float]) -> None:
    async def do() -> None:
        making = Studio()
        waiting = asyncio.ensure_future(wished_file(making))
        await asyncio.sleep(0)
        for each in seconds:
            making.end_within(each)
            await asyncio.sleep(0)  # by now the first end is just coming
        with anyio.fail_after(LONGEST), pytest.raises(ArenaError):
            await waiting

    anyio.run(do)
