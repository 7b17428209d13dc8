"""Pictures and films as agents read them: by every way in the bytes that people have at their addresses."""

import base64
import os
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager as Context
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

import anyio
import pytest
from mcp import Client
from mcp.types import BlobResourceContents
from sqlmodel import select

from arena.desk.desk import Desk
from arena.desk.heroes.saving import save_hero
from arena.desk.local_arena import settle
from arena.hero import Hero, look_key
from arena.hero.sample import SAMPLE
from arena.league.calendar import Job
from arena.store.tables import BattleRow
from mcp_server import serving
from mcp_server.pictures.file_cache import FileCache
from mcp_server.pictures.films import Films, program_fingerprint
from mcp_server.pictures.studio import Studio
from mcp_server.server import make_server
from render.film.film import MOST_BYTES
from scheduler.orders import run_now
from scheduler.tick import tick
from scheduler.work import Tools
from tests.leagues import PutClock, opened, populate
from tests.mcp_server.doors import MODES, get, join, over_http, served, site_of, sqlite_desk
from tests.mcp_server.hosts import hosted, surroundings
from tests.mcp_server.web.browsers import browser

pytestmark = pytest.mark.medium

PICTURE = f"/looks/{look_key(Hero.model_validate(SAMPLE).sprite)}.png"
MEDIA_TYPES = {"png": "image/png", "webp": "image/webp"}

desk = sqlite_desk
Way = Callable[[], Context[Client]]


async def quick(order: bytes) -> bytes:
    """A film as large as one may be, made in no time: of each order another."""
    rest = MOST_BYTES - 12
    return b"RIFF" + (rest + 4).to_bytes(4, "little") + b"WEBP" + (order * (rest // len(order) + 1))[:rest]


def film_of_any(desk: Desk) -> str:
    """The address of a film of a battle that was fought."""
    with desk.read() as (session, _):
        row = session.exec(select(BattleRow)).first()
    assert row is not None
    return f"/battles/{row.run_id}-{row.number}.webp"


@pytest.fixture
def film(desk: Desk, clock: PutClock, monkeypatch: pytest.MonkeyPatch) -> str:
    """The same in a league whose server makes films in no time."""
    populate(desk, 2)
    clock.put(2026, 4, 20, 18)
    tick(desk)
    monkeypatch.setattr(serving, "Films", partial(Films, make=quick))
    return film_of_any(desk)


def read(way: Way, *paths: str) -> list[bytes]:
    """What an agent reads that comes in this way, at the resources that are at these addresses for people."""

    async def once() -> list[bytes]:
        files = []
        async with way() as client:
            for path in paths:
                (content,) = (await client.read_resource(f"arena:/{path}")).contents
                assert isinstance(content, BlobResourceContents)
                assert content.mime_type == MEDIA_TYPES[path.rpartition(".")[2]]
                files.append(base64.b64decode(content.blob, validate=True))
        return files

    return anyio.run(once)


@pytest.mark.parametrize("mode", MODES)
def test_a_league_gives_agents_the_pictures_and_films_that_people_see(
    desk: Desk, film: str, tmp_path: Path, mode: str
) -> None:
    anna = join(desk)
    save_hero(desk, anna.id, SAMPLE)
    site = replace(site_of(desk, anna), studio=Studio(Films(make=quick)))
    with served(desk) as address:
        ways: dict[str, Way] = {
            "in memory": lambda: Client(make_server(site), mode=mode),  # type: ignore[arg-type]
            "over HTTP": lambda: over_http(address, anna.key, mode),
            "over the bridge": lambda: hosted(
                surroundings(tmp_path, ARENA_URL=address, ARENA_KEY=anna.key), mode
            ),
        }
        seen = [get(address, path).content for path in (PICTURE, f"{film}?lang=en")]
        assert len(seen[1]) == MOST_BYTES
        for name, way in ways.items():
            assert all(map(bytes.__eq__, read(way, PICTURE, film), seen)), name


@pytest.mark.parametrize("mode", MODES)
def test_the_arena_of_one_person_gives_the_same(tmp_path: Path, mode: str) -> None:
    file, films = str(tmp_path / "league.sqlite"), tmp_path / "films"
    program_fingerprint.cache_clear()  # other tests may have compiled the catalogues anew
    with opened(file, PutClock(datetime.now(UTC)), local=True) as desk:
        player = settle(desk, {"en": "You"}, "en")
        save_hero(desk, player.player_id, SAMPLE)
        run_now(desk, Job.DAILY, Tools())
        path = film_of_any(desk)
        with browser(desk, studio=Studio(Films(FileCache(films), make=quick))) as person:
            seen = [person.get(each).content for each in (PICTURE, f"{path}?lang=en")]
    forgotten = films / f"{'0' * 64}.webp"
    forgotten.write_bytes(b"film")
    os.utime(forgotten, (1, 1))
    environment = surroundings(tmp_path, ARENA_DATABASE_URL=file, ARENA_FILMS_DIR=str(films))
    read_there = read(lambda: hosted(environment, mode), PICTURE, path)
    assert [len(each) for each in read_there] == [len(each) for each in seen]
    assert all(map(bytes.__eq__, read_there, seen))  # whose difference nobody could read
    assert not forgotten.exists(), "it went as the arena was opened"
