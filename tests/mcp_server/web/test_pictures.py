"""The files of looks and the films of battles as a browser asks for them."""

import asyncio
import json
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image
from sqlmodel import select
from starlette.testclient import TestClient
from structlog.testing import capture_logs

from arena import roster
from arena.desk.desk import Desk
from arena.desk.heroes.hiding import hide_hero, show_hero
from arena.desk.heroes.looks import STAND_IN
from arena.desk.heroes.saving import save_hero
from arena.desk.players.forgetting import forget_player
from arena.desk.players.register import NewPlayer
from arena.errors import refuse
from arena.hero import Hero, Sprite, look_key
from arena.hero.sample import SAMPLE
from arena.store.tables import BattleRow
from dsl.catalogue import LOCALES
from mcp_server.pictures.file_cache import FileCache
from mcp_server.pictures.film_maker import MOST_SECONDS
from mcp_server.pictures.films import FilmError, Films, Make
from mcp_server.pictures.studio import Studio
from render import figure_glb, figure_vox, picture_png, turntable_webp
from scheduler.tick import tick
from tests.leagues import PutClock, populate
from tests.mcp_server.web.browsers import PUBLIC, browser

HERO = Hero.model_validate(SAMPLE)
KEY = look_key(HERO.sprite)
REDRAWN = SAMPLE | {"sprite": SAMPLE["sprite"] | {"palette": ["#ff0000", "#1c1b19", "#e9e6e2"]}}
REDRAWN_KEY = look_key(Hero.model_validate(REDRAWN).sprite)
GOLEM = roster.load("golem")


@pytest.fixture
def computed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The kinds of files that the studio was asked for."""
    kinds: list[str] = []
    made = Studio.file

    async def noted(studio: Studio, look: Sprite, kind: str, **options: int) -> bytes:
        kinds.append(kind)
        return await made(studio, look, kind, **options)

    monkeypatch.setattr(Studio, "file", noted)
    return kinds


@pytest.mark.parametrize(
    ("kind", "media_type", "file"),
    [
        ("png", "image/png", picture_png),
        ("webp", "image/webp", turntable_webp),
        ("glb", "model/gltf-binary", figure_glb),
        ("vox", "application/octet-stream", figure_vox),
    ],
)
def test_each_file_of_a_saved_look_is_that_of_the_renderer(
    desk: Desk, ann: NewPlayer, visitor: TestClient, kind: str, media_type: str, file
) -> None:
    save_hero(desk, ann.player.id, SAMPLE)
    answer = visitor.get(f"/looks/{KEY}.{kind}")
    assert (answer.status_code, answer.headers["Content-Type"]) == (200, media_type)
    assert answer.content == file(HERO)


def test_looks_of_the_roster_are_there_without_a_league(visitor: TestClient) -> None:
    assert visitor.get(f"/looks/{look_key(GOLEM.sprite)}.png").content == picture_png(GOLEM)


def test_an_edit_has_an_address_of_its_own_and_the_old_one_stays(
    desk: Desk, ann: NewPlayer, visitor: TestClient
) -> None:
    save_hero(desk, ann.player.id, SAMPLE)
    assert visitor.get(f"/looks/{REDRAWN_KEY}.png").status_code == 404
    save_hero(desk, ann.player.id, REDRAWN)
    old, new = (visitor.get(f"/looks/{key}.png") for key in (KEY, REDRAWN_KEY))
    assert old.status_code == new.status_code == 200
    assert old.content != new.content


def test_the_picture_has_the_size_and_the_turn_that_are_asked_for(visitor: TestClient) -> None:
    answer = visitor.get(f"/looks/{look_key(GOLEM.sprite)}.png?size=64&yaw=-180")
    assert answer.content == picture_png(GOLEM, 64, -180)
    assert Image.open(BytesIO(answer.content)).size == (64, 64)


@pytest.mark.parametrize(
    ("query", "name", "range_"),
    [
        ("size=15", "size", "16 to 1024"),
        ("size=1025", "size", "16 to 1024"),
        ("size=", "size", "16 to 1024"),
        ("size=1e2", "size", "16 to 1024"),
        ("size=" + "9" * 5000, "size", "16 to 1024"),
        ("size=٣٢", "size", "16 to 1024"),
        ("yaw=361", "yaw", "-360 to 360"),
        ("yaw=nan", "yaw", "-360 to 360"),
        ("yaw=--1", "yaw", "-360 to 360"),
    ],
)
def test_a_size_or_yaw_out_of_range_is_refused_by_name(
    visitor: TestClient, computed: list[str], query: str, name: str, range_: str
) -> None:
    answer = visitor.get(f"/looks/{look_key(GOLEM.sprite)}.png?{query}", headers={"Accept-Language": "en"})
    told = answer.json()
    assert (answer.status_code, told["code"]) == (400, "query-number")
    assert told["error_description"].startswith(f"{name} must be")
    assert range_ in told["error_description"]
    assert len(answer.content) < 1000
    assert computed == []


@pytest.mark.parametrize("kind", ["png", "webp", "glb", "vox"])
@pytest.mark.parametrize(
    "key", ["0" * 24, KEY, KEY[:23], KEY.upper(), "%00", "..%2f..", "%25", "a" * 5000, "é"]
)
def test_an_unknown_key_is_not_there_and_nothing_is_computed(
    visitor: TestClient, computed: list[str], key: str, kind: str
) -> None:
    answer = visitor.get(f"/looks/{key}.{kind}")
    assert answer.status_code == 404
    assert len(answer.content) < 1000
    assert computed == []


GOLEMS = look_key(GOLEM.sprite)
ENDINGS = ".png, .webp, .glb, .vox"


@pytest.mark.parametrize(
    "name", [GOLEMS, f"{GOLEMS}.gif", f"{GOLEMS}.PNG", f"{GOLEMS}.", f"{GOLEMS}.png.gif"]
)
def test_a_look_without_a_known_ending_is_not_there_and_the_endings_are_told(
    visitor: TestClient, computed: list[str], name: str
) -> None:
    answer = visitor.get(f"/looks/{name}", headers={"Accept-Language": "en"})
    told = answer.json()
    assert (answer.status_code, told["code"]) == (404, "ending-unknown")
    assert told["error_description"].endswith(f"Known file extensions: {ENDINGS}.")
    assert f"/looks/{GOLEMS}.png" in told["hint"]
    assert visitor.get(f"/looks/{GOLEMS}.png").status_code == 200
    assert computed == ["png"]


@pytest.mark.parametrize("name", ["1-3", "1-3.gif", "1-3.mp4"])
def test_a_battle_without_a_film_s_ending_is_not_there_and_the_ending_is_told(
    visitor: TestClient, name: str
) -> None:
    answer = visitor.get(f"/battles/{name}", headers={"Accept-Language": "en"})
    told = answer.json()
    assert (answer.status_code, told["code"]) == (404, "ending-unknown")
    assert told["error_description"].endswith("Known file extensions: .webp.")
    assert "/battles/1-3.webp" in told["hint"]


@pytest.mark.parametrize("locale", LOCALES)
def test_a_person_is_told_on_a_page_which_endings_there_are(visitor: TestClient, locale: str) -> None:
    answer = visitor.get(f"/looks/{GOLEMS}.gif", headers={"Accept": "text/html", "Accept-Language": locale})
    assert (answer.status_code, answer.headers["Content-Language"]) == (404, locale)
    assert ENDINGS in answer.text


@pytest.mark.parametrize("folder", ["looks", "battles"])
@pytest.mark.parametrize("name", ["%00", "a" * 5000, "%0a.gif", "é.%22", "<b>.gif"])
def test_a_hostile_name_is_told_short_and_as_it_may_be_shown(
    visitor: TestClient, folder: str, name: str
) -> None:
    answer = visitor.get(f"/{folder}/{name}")
    assert (answer.status_code, answer.json()["code"]) == (404, "ending-unknown")
    assert len(answer.content) < 1000
    page = visitor.get(f"/{folder}/{name}", headers={"Accept": "text/html"})
    assert "<b>.gif" not in page.text


@pytest.mark.parametrize(
    ("address", "name", "hint"),
    [
        (f"/looks/{GOLEMS}.png?width=64", "width", "size, yaw"),
        (f"/looks/{GOLEMS}.png?size=64&lang=ru", "lang", "size, yaw"),
        (f"/looks/{GOLEMS}.png?SIZE=64", "SIZE", "size, yaw"),
        (f"/looks/{GOLEMS}.png?=", "", "size, yaw"),
        (f"/looks/{GOLEMS}.webp?size=64", "size", "question mark"),
        (f"/looks/{GOLEMS}.glb?yaw=0", "yaw", "question mark"),
        (f"/looks/{GOLEMS}.vox?size=", "size", "question mark"),
        ("/battles/1-1.webp?size=64", "size", "lang"),
        ("/battles/1-1.webp?lang=ru&speed=2", "speed", "lang"),
    ],
)
def test_what_an_address_does_not_take_is_refused_by_name(
    visitor: TestClient, computed: list[str], address: str, name: str, hint: str
) -> None:
    answer = visitor.get(address, headers={"Accept-Language": "en"})
    told = answer.json()
    assert (answer.status_code, told["code"]) == (400, "query-unknown")
    assert told["error_description"] == f'This address does not take "{name}".'
    assert hint in told["hint"]
    assert computed == []


@pytest.mark.parametrize(
    "address", [f"/looks/{GOLEMS}.png?size=64&size=128", "/battles/1-1.webp?lang=ru&lang=en"]
)
def test_what_is_given_twice_is_refused(visitor: TestClient, address: str) -> None:
    answer = visitor.get(address)
    assert (answer.status_code, answer.json()["code"]) == (400, "query-twice")


def test_a_long_parameter_is_told_short(visitor: TestClient) -> None:
    answer = visitor.get(f"/looks/{GOLEMS}.png?{'a' * 5000}=1")
    assert answer.status_code == 400
    assert len(answer.content) < 1000


def test_a_person_is_told_on_a_page_what_is_not_there(visitor: TestClient) -> None:
    answer = visitor.get("/looks/nothing.png", headers={"Accept": "text/html", "Accept-Language": "es"})
    assert (answer.status_code, answer.headers["Content-Language"]) == (404, "es")
    assert "No hay ningún aspecto" in answer.text


def test_a_hidden_look_is_not_there_until_it_is_shown_again(
    desk: Desk, ann: NewPlayer, visitor: TestClient
) -> None:
    save_hero(desk, ann.player.id, REDRAWN)
    save_hero(desk, ann.player.id, SAMPLE)
    keys = KEY, REDRAWN_KEY
    hide_hero(desk, "Pixel", "offensive", "en")
    assert [visitor.get(f"/looks/{key}.png").status_code for key in keys] == [404, 404]
    show_hero(desk, "Pixel", "en")
    assert [visitor.get(f"/looks/{key}.png").status_code for key in keys] == [200, 200]


def test_a_forgotten_look_is_not_there(desk: Desk, ann: NewPlayer, visitor: TestClient) -> None:
    save_hero(desk, ann.player.id, SAMPLE)
    assert visitor.get(f"/looks/{KEY}.png").status_code == 200
    forget_player(desk, ann.player.id)
    assert visitor.get(f"/looks/{KEY}.png").status_code == 404


def test_a_look_that_a_hero_with_a_public_look_shares_with_a_hidden_one_is_there(
    desk: Desk, ann: NewPlayer, visitor: TestClient
) -> None:
    populate(desk, 2)
    save_hero(desk, 1, SAMPLE | {"name": "First"})
    save_hero(desk, 2, SAMPLE | {"name": "Second"})
    hide_hero(desk, "First", "offensive", "en")
    assert visitor.get(f"/looks/{KEY}.png").status_code == 200


def test_files_are_kept_an_hour_and_may_stand_on_other_pages(visitor: TestClient) -> None:
    headers = visitor.get(f"/looks/{look_key(GOLEM.sprite)}.png").headers
    assert headers["Cache-Control"] == "public, max-age=3600"
    assert headers["Access-Control-Allow-Origin"] == "*"
    assert visitor.get("/looks/0.png").headers["Cache-Control"] == "no-store"


@pytest.fixture
def battle(desk: Desk, clock: PutClock, ann: NewPlayer) -> str:
    """The id of a battle that Ann's hero fought."""
    populate(desk, 3)
    hero = save_hero(desk, ann.player.id, SAMPLE).hero_id
    clock.put(2026, 4, 20, 18)
    tick(desk)
    with desk.read() as (session, _):
        rows = session.exec(select(BattleRow)).all()
        return next(f"{row.run_id}-{row.number}" for row in rows if hero in (row.hero_a, row.hero_b))


def test_a_film_is_an_animated_picture_made_once(desk: Desk, battle: str, tmp_path: Path) -> None:
    studio = Studio(Films(FileCache(tmp_path / "films"), patience=MOST_SECONDS))
    with browser(desk, studio=studio) as visitor:
        answer = visitor.get(f"/battles/{battle}.webp")
        assert (answer.status_code, answer.headers["Content-Type"]) == (200, "image/webp")
        picture = Image.open(BytesIO(answer.content))
        assert picture.size == (320, 180)
        assert picture.n_frames > 10
        (file,) = (tmp_path / "films").iterdir()
        kept = b"RIFF\x04\0\0\0WEBP"
        file.write_bytes(kept)
        assert visitor.get(f"/battles/{battle}.webp").content == kept


def filming(desk: Desk, make: Make, patience: float = 30.0) -> TestClient:
    return browser(desk, studio=Studio(Films(make=make, patience=patience)))


async def told_back(order: bytes) -> bytes:
    return order


def test_a_film_speaks_the_language_of_its_address_or_else_of_the_browser(desk: Desk, battle: str) -> None:
    spanish = {"Accept-Language": "es"}
    with filming(desk, told_back) as visitor:
        by_address = visitor.get(f"/battles/{battle}.webp?lang=ru", headers=spanish)
        by_browser = visitor.get(f"/battles/{battle}.webp", headers=spanish)
    for answer, locale in ((by_address, "ru"), (by_browser, "es")):
        assert answer.headers["Content-Language"] == locale
        assert answer.headers["Vary"] == "Accept-Language"
        assert json.loads(answer.content)["locale"] == locale


def test_who_asks_only_for_the_headers_of_a_film_has_none_made(
    desk: Desk, battle: str, tmp_path: Path
) -> None:
    orders: list[bytes] = []

    async def make(order: bytes) -> bytes:
        orders.append(order)
        return b"RIFF\x08\0\0\0WEBPfilm"

    address = f"/battles/{battle}.webp?lang=es"
    with browser(desk, studio=Studio(Films(FileCache(tmp_path), make))) as visitor:
        before = visitor.head(address)
        assert orders == []
        film = visitor.get(address)
        after = visitor.head(address)
        assert len(orders) == 1
        assert visitor.head("/battles/1-99999.webp").status_code == 404
    told = {name: value for name, value in film.headers.items() if name not in ("content-length", "etag")}
    assert (before.status_code, before.content, dict(before.headers)) == (200, b"", told)
    assert (after.status_code, after.content, after.headers) == (200, b"", film.headers)
    assert film.headers["Content-Length"] == "16"


@pytest.mark.parametrize("lang", ["fr", "", "RU", "x" * 5000])
def test_a_language_that_there_is_not_is_refused_with_those_that_there_are(
    visitor: TestClient, lang: str
) -> None:
    answer = visitor.get(f"/battles/1-1.webp?lang={lang}", headers={"Accept-Language": "en"})
    assert (answer.status_code, answer.json()["code"]) == (400, "query-choice")
    assert answer.json()["error_description"].startswith("lang must be one of ru, en, es")
    assert len(answer.content) < 1000


def test_what_is_hidden_while_a_film_is_made_is_not_shown_in_it(desk: Desk, battle: str) -> None:
    orders: list[bytes] = []

    async def make(order: bytes) -> bytes:
        if not orders:
            hide_hero(desk, "Pixel", "rude", "en")
        orders.append(order)
        return order

    with filming(desk, make) as visitor:
        film = visitor.get(f"/battles/{battle}.webp").content
    assert [b"Pixel" in order for order in orders] == [True, False]
    assert film == orders[1]


def test_whoever_is_forgotten_while_a_film_is_made_is_in_none(
    desk: Desk, ann: NewPlayer, battle: str
) -> None:
    async def make(order: bytes) -> bytes:
        forget_player(desk, ann.player.id)
        return order

    with filming(desk, make) as visitor:
        answer = visitor.get(f"/battles/{battle}.webp")
    assert (answer.status_code, b"Pixel" in answer.content) == (404, False)


def test_a_browser_that_has_a_file_already_is_told_so(desk: Desk, battle: str) -> None:
    with filming(desk, told_back) as visitor:
        for address in (f"/battles/{battle}.webp?lang=en", f"/looks/{look_key(GOLEM.sprite)}.png"):
            first = visitor.get(address)
            tag = first.headers["ETag"]
            again = visitor.get(address, headers={"If-None-Match": f'"other", W/{tag}'})
            assert (again.status_code, again.content) == (304, b"")
            assert again.headers["ETag"] == tag
            assert again.headers["Cache-Control"] == first.headers["Cache-Control"]
            assert visitor.get(address, headers={"If-None-Match": '"other"'}).content == first.content


@pytest.mark.parametrize(
    ("path", "code"), [("/looks/.png", "look-unknown"), ("/battles/.webp", "battle-unknown")]
)
def test_a_file_without_a_name_is_as_unknown_as_any(visitor: TestClient, path: str, code: str) -> None:
    answer = visitor.get(path)
    assert (answer.status_code, answer.json()["code"]) == (404, code)


def test_a_film_shows_nothing_that_is_hidden_of_a_fighter(desk: Desk, battle: str) -> None:
    hide_hero(desk, "Pixel", "rude", "en")
    with filming(desk, told_back) as visitor:
        heroes = json.loads(visitor.get(f"/battles/{battle}.webp").content)["heroes"]
    assert not [hero for hero in heroes if "Pixel" in hero or SAMPLE["motto"] in hero]
    assert [json.loads(hero)["sprite"]["palette"] for hero in heroes].count([*STAND_IN.palette]) == 1


def test_who_waits_too_long_for_a_film_is_told_when_to_come_again(desk: Desk, battle: str) -> None:
    async def never(order: bytes) -> bytes:
        await asyncio.Event().wait()
        return order

    with filming(desk, never, patience=0.1) as visitor:
        answer = visitor.get(f"/battles/{battle}.webp")
    assert (answer.status_code, answer.json()["code"]) == (503, "studio-busy")
    assert answer.headers["Retry-After"] == "30"


def test_a_film_that_cannot_be_made_is_a_fault_of_ours_with_an_id(desk: Desk, battle: str) -> None:
    async def broken(order: bytes) -> bytes:
        raise FilmError("a secret of ours")

    with filming(desk, broken) as visitor:
        visitor._transport.raise_server_exceptions = False  # type: ignore[attr-defined]
        answer = visitor.get(f"/battles/{battle}.webp")
    assert (answer.status_code, answer.json()["code"]) == (500, "our-fault")
    assert "secret" not in answer.text


def test_a_refusal_for_which_an_address_has_no_status_is_logged_by_its_code(desk: Desk, battle: str) -> None:
    async def refusing(order: bytes) -> bytes:
        raise refuse("no-hero")

    with filming(desk, refusing) as visitor, capture_logs() as events:
        answer = visitor.get(f"/battles/{battle}.webp")
    assert answer.status_code == 503
    assert [(each["event"], each["error"]) for each in events] == [("request_failed", "no-hero")]


@pytest.mark.parametrize("id_", ["1-99999", "99-1", "x", "1", "-1-1", "9" * 40 + "-1", "1-" + "9" * 40])
def test_a_battle_that_there_is_not_has_no_film(visitor: TestClient, id_: str) -> None:
    answer = visitor.get(f"/battles/{id_}.webp")
    assert (answer.status_code, answer.json()["code"]) == (404, "battle-unknown")


@pytest.mark.parametrize(
    "other", ["0{run}-{number}", "{run}-0{number}", "%23{run}-{number}", "%20{run}-{number}"]
)
def test_a_film_has_one_address(desk: Desk, battle: str, other: str) -> None:
    async def made(order: bytes) -> bytes:
        return order

    run, number = battle.split("-")
    with filming(desk, made) as visitor:
        assert visitor.get(f"/battles/{battle}.webp").status_code == 200
        answer = visitor.get(f"/battles/{other.format(run=run, number=number)}.webp")
    assert (answer.status_code, answer.json()["code"]) == (404, "battle-unknown")


def test_a_battle_of_a_forgotten_hero_has_no_film(
    desk: Desk, battle: str, ann: NewPlayer, visitor: TestClient
) -> None:
    forget_player(desk, ann.player.id)
    answer = visitor.get(f"/battles/{battle}.webp")
    assert (answer.status_code, answer.json()["code"]) == (404, "replay-forgotten")


def test_only_reading_is_possible(visitor: TestClient) -> None:
    for path in (f"/looks/{KEY}.png", "/battles/1-1.webp"):
        assert visitor.post(path, headers={"Origin": PUBLIC}).status_code == 405
