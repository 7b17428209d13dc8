"""Files of looks: made beside everything else, and not more than can be made."""

import asyncio
import threading

import anyio
import pytest

from arena import roster
from arena.errors import ArenaError
from mcp_server.pictures import studio
from mcp_server.pictures.studio import Studio

LOOK = roster.load("golem").sprite


@pytest.fixture
def may_draw(monkeypatch: pytest.MonkeyPatch) -> threading.Event:
    """Nothing is drawn before it is set."""
    event = threading.Event()

    def slow(*_: object, **__: object) -> bytes:
        event.wait(30)
        return b"drawn"

    monkeypatch.setattr(studio, "look_file", slow)
    return event


def test_who_comes_when_too_many_wait_is_told_to_come_again(
    may_draw: threading.Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(studio, "MOST_WAITING", 3)

    async def do() -> None:
        drawing = Studio()
        waiting = [asyncio.create_task(drawing.file(LOOK, "png")) for _ in range(3)]
        await asyncio.sleep(0)
        with pytest.raises(ArenaError) as caught:
            await drawing.file(LOOK, "png")
        assert caught.value.code == "studio-busy"
        may_draw.set()
        assert await asyncio.gather(*waiting) == [b"drawn"] * 3
        assert await drawing.file(LOOK, "png") == b"drawn"

    anyio.run(do)


def test_who_waited_too_long_is_told_to_come_again(
    may_draw: threading.Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(studio, "PATIENCE", 0.05)

    async def do() -> None:
        with pytest.raises(ArenaError) as caught:
            await Studio().file(LOOK, "png")
        assert caught.value.code == "studio-busy"

    anyio.run(do)
    may_draw.set()
