"""Resources: what is listed, what is read, and what is said of what is not there."""

import base64
import json
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

import anyio
import pytest
from mcp import Client, MCPError
from mcp.types import BlobResourceContents, TextResourceContents

from arena import roster
from arena.battle import fight
from arena.desk.battles.filming import filmed_battle
from arena.desk.battles.ids import read_battle_id
from arena.desk.desk import Desk
from arena.desk.heroes.hiding import hide_hero
from arena.desk.heroes.saving import save_hero
from arena.desk.players.forgetting import forget_player
from arena.hero import Hero, hero_schema, look_key
from arena.hero.sample import SAMPLE
from arena.rulesets import ruleset_ids
from mcp_server import resources
from mcp_server.pictures.films import FilmError
from mcp_server.pictures.studio import Studio
from render import figure_glb, figure_vox, film_webp, picture_png, turntable_webp
from scheduler.tick import tick
from tests.leagues import PutClock, populate
from tests.mcp_server.doors import MODES, Participant, answered, in_memory, join

LOCALES = ("ru", "en", "es")
INVALID_PARAMS, INTERNAL_ERROR = -32602, -32603
MONDAY = "2026-04-20"
Result = TypeVar("Result")


def _with_client(
    desk: Desk, me: Participant, do: Callable[[Client], Awaitable[Result]], mode: str = "auto"
) -> Result:
    async def once() -> Result:
        async with in_memory(desk, me, mode) as client:
            return await do(client)

    return anyio.run(once)


def _read(desk: Desk, me: Participant, uri: str, mode: str = "auto") -> TextResourceContents:
    async def read(client: Client) -> TextResourceContents:
        (content,) = (await client.read_resource(uri)).contents
        assert isinstance(content, TextResourceContents)
        return content

    return _with_client(desk, me, read, mode)


def _data(desk: Desk, me: Participant, uri: str, mode: str = "auto") -> Any:
    content = _read(desk, me, uri, mode)
    assert content.mime_type == "application/json"
    return json.loads(content.text)


def _refused(desk: Desk, me: Participant, uri: str, mode: str = "auto") -> MCPError:
    async def read(client: Client) -> MCPError:
        with pytest.raises(MCPError) as caught:
            await client.read_resource(uri)
        return caught.value

    return _with_client(desk, me, read, mode)


@pytest.fixture
def anna(desk: Desk) -> Participant:
    return join(desk)


@pytest.fixture
def played(desk: Desk, clock: PutClock, anna: Participant) -> str:
    """A day's battles have been fought; the id of one that Anna's hero fought."""
    populate(desk, 4)
    save_hero(desk, anna.id, SAMPLE)
    clock.put(2026, 4, 20, 18)
    tick(desk)
    items = answered(desk, anna, "list_battles", {"hero": "Pixel"})["items"]
    battle: str = items[0]["battle"]
    return battle


@pytest.mark.parametrize("mode", MODES)
def test_what_everybody_can_read_is_listed_and_the_rest_has_templates(
    desk: Desk, anna: Participant, mode: str
) -> None:
    async def listed(client: Client) -> tuple[dict[str, str | None], dict[str, str | None]]:
        single = (await client.list_resources()).resources
        templates = (await client.list_resource_templates()).resource_templates
        assert all(each.title and each.name for each in [*single, *templates])
        assert all(each.description for each in templates)
        return (
            {each.uri: each.mime_type for each in single},
            {each.uri_template: each.mime_type for each in templates},
        )

    single, templates = _with_client(desk, anna, listed, mode)
    assert single == {
        "arena://schema/hero": "application/schema+json",
        **{f"arena://rules/{locale}": "text/markdown" for locale in LOCALES},
        "arena://digests/latest": "text/markdown",
    }
    assert templates == {
        "arena://rules/{locale}": "text/markdown",
        "arena://rulesets/{id}": "application/json",
        "arena://heroes/{id}": "application/json",
        "arena://battles/{id}.webp": "image/webp",
        "arena://battles/{id}": "application/json",
        "arena://digests/{key}": "text/markdown",
        "arena://looks/{key}.png": "image/png",
        "arena://looks/{key}.webp": "image/webp",
        "arena://looks/{key}.glb": "model/gltf-binary",
        "arena://looks/{key}.vox": "application/octet-stream",
    }


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("locale", LOCALES)
def test_the_rules_are_read_in_the_language_of_their_address(
    desk: Desk, anna: Participant, locale: str, mode: str
) -> None:
    content = _read(desk, anna, f"arena://rules/{locale}", mode)
    title = {"ru": "Арена героев", "en": "Hero Arena", "es": "Arena de héroes"}[locale]
    assert content.mime_type == "text/markdown"
    assert content.text.startswith(f"# {title}")


def test_the_rules_are_listed_each_under_a_title_in_their_language(desk: Desk, anna: Participant) -> None:
    async def titles(client: Client) -> dict[str, str | None]:
        return {each.uri: each.title for each in (await client.list_resources()).resources}

    listed = _with_client(desk, anna, titles)
    assert [listed[f"arena://rules/{locale}"] for locale in ("en", "ru", "es")] == [
        "The rules",
        "Правила",
        "Las reglas",
    ]


def test_a_hero_of_the_roster_is_read_in_full(desk: Desk, anna: Participant) -> None:
    data = _data(desk, anna, "arena://heroes/golem")
    assert (data["roster"], data["rules"]) == ("dummy", list(roster.load("golem").rules))
    assert data["look"]["pixels"]


def test_the_schema_is_that_of_a_hero(desk: Desk, anna: Participant) -> None:
    content = _read(desk, anna, "arena://schema/hero")
    assert content.mime_type == "application/schema+json"
    assert json.loads(content.text) == hero_schema()


@pytest.mark.parametrize("id_", ruleset_ids())
def test_a_ruleset_is_read_as_data(desk: Desk, anna: Participant, id_: str) -> None:
    data = _data(desk, anna, f"arena://rulesets/{id_}")
    assert data["ruleset"] == id_
    assert data["actions"]


@pytest.mark.parametrize("mode", MODES)
def test_a_hero_is_read_by_its_number_or_its_name(desk: Desk, anna: Participant, mode: str) -> None:
    saved = save_hero(desk, join(desk, "Otto").id, {**SAMPLE, "name": "Vóxel dos"})
    by_number = _data(desk, anna, f"arena://heroes/{saved.hero_id}", mode)
    assert by_number == _data(desk, anna, "arena://heroes/V%C3%B3xel%20dos", mode)
    assert by_number == answered(desk, anna, "get_hero", {"hero": "Vóxel dos", "detail": "look"})
    assert (by_number["name"], by_number["look"]["pixels"]) == ("Vóxel dos", SAMPLE["sprite"]["pixels"])
    assert {"stats", "rules"}.isdisjoint(by_number)


def test_a_number_is_a_number_even_if_a_hero_is_called_so(desk: Desk, anna: Participant) -> None:
    populate(desk, 10)
    voxel = save_hero(desk, join(desk, "Otto").id, {**SAMPLE, "name": "Voxel"}).hero_id
    named = save_hero(desk, anna.id, {**SAMPLE, "name": str(voxel)}).hero_id
    assert _data(desk, anna, f"arena://heroes/{voxel}")["name"] == "Voxel"
    assert _data(desk, anna, f"arena://heroes/{named}")["name"] == str(voxel)


@pytest.mark.parametrize("mode", MODES)
def test_a_battle_is_what_the_tool_tells_of_it(desk: Desk, anna: Participant, played: str, mode: str) -> None:
    told = _data(desk, anna, f"arena://battles/{played}", mode)
    assert told == answered(desk, anna, "get_battle", {"battle": played})
    assert told["rules"]
    stranger = join(desk, "Ira")
    assert {"rules", "default_strikes"}.isdisjoint(_data(desk, stranger, f"arena://battles/{played}", mode))
    assert not [
        rule for rule in SAMPLE["rules"] if rule in _read(desk, stranger, f"arena://battles/{played}").text
    ]


@pytest.mark.parametrize("mode", MODES)
def test_a_digest_is_read_by_its_key_or_as_the_latest_in_the_reader_s_language(
    desk: Desk, anna: Participant, played: str, mode: str
) -> None:
    by_key = _read(desk, anna, f"arena://digests/{MONDAY}", mode)
    assert by_key.mime_type == "text/markdown"
    assert by_key.text == _read(desk, anna, "arena://digests/latest", mode).text
    otto = join(desk, "Otto", "ru")
    assert by_key.text != _read(desk, otto, "arena://digests/latest", mode).text


def _file(desk: Desk, me: Participant, uri: str, mode: str = "auto") -> tuple[str | None, bytes]:
    """A file's kind and its bytes."""

    async def read(client: Client) -> tuple[str | None, bytes]:
        (content,) = (await client.read_resource(uri)).contents
        assert isinstance(content, BlobResourceContents)
        return content.mime_type, base64.b64decode(content.blob)

    return _with_client(desk, me, read, mode)


@pytest.mark.parametrize("mode", MODES)
def test_the_files_of_a_look_are_read_with_the_figure_in_its_small_form(
    desk: Desk, anna: Participant, mode: str
) -> None:
    hero = Hero.model_validate(SAMPLE)
    save_hero(desk, join(desk, "Otto").id, SAMPLE)
    files = {
        "png": ("image/png", picture_png(hero)),
        "webp": ("image/webp", turntable_webp(hero)),
        "glb": ("model/gltf-binary", figure_glb(hero, small=True)),
        "vox": ("application/octet-stream", figure_vox(hero)),
    }
    for kind, file in files.items():
        assert _file(desk, anna, f"arena://looks/{look_key(hero.sprite)}.{kind}", mode) == file


@pytest.mark.medium
@pytest.mark.parametrize("mode", MODES)
def test_a_film_is_read_in_the_reader_s_language(
    desk: Desk, anna: Participant, played: str, mode: str
) -> None:
    filmed = filmed_battle(desk, *read_battle_id(played), "en")
    battle = fight(*filmed.heroes, filmed.seed, filmed.ruleset)
    kind, film = _file(desk, anna, f"arena://battles/{played}.webp", mode)
    assert (kind, film == film_webp(*filmed.heroes, battle, "en")) == ("image/webp", True)


@pytest.mark.parametrize("locale", LOCALES)
def test_a_film_speaks_the_language_of_the_account_as_its_description_says(
    desk: Desk, played: str, locale: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def told_language(self: Studio, battle: object, language: str, asker: str) -> bytes:
        return language.encode()

    async def description(client: Client) -> str:
        templates = (await client.list_resource_templates()).resource_templates
        return next(each.description or "" for each in templates if each.name == "film")

    monkeypatch.setattr(Studio, "film", told_language)
    otto = join(desk, "Otto", locale)
    assert _file(desk, otto, f"arena://battles/{played}.webp")[1] == locale.encode()
    assert "in your account's language" in _with_client(desk, otto, description)


def test_a_film_that_cannot_be_made_is_an_error_of_ours_with_an_id(
    desk: Desk, anna: Participant, played: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def broken(*_: object) -> bytes:
        raise FilmError("a secret of ours")

    monkeypatch.setattr(Studio, "film", broken)
    error = _refused(desk, anna, f"arena://battles/{played}.webp").error
    assert error.code == INTERNAL_ERROR
    assert "secret" not in error.message


def test_a_hidden_look_is_not_read(desk: Desk, anna: Participant) -> None:
    save_hero(desk, anna.id, SAMPLE)
    uri = f"arena://looks/{look_key(Hero.model_validate(SAMPLE).sprite)}.png"
    assert _file(desk, anna, uri)
    hide_hero(desk, "Pixel", "rude", "en")
    assert "[look-unknown]" in _refused(desk, anna, uri).error.message


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize(
    ("uri", "code"),
    [
        ("arena://looks/0123456789abcdef01234567.png", "look-unknown"),
        ("arena://looks/%00.glb", "look-unknown"),
        ("arena://looks/0.gif", "resource-unknown"),
        ("arena://looks/0123456789abcdef01234567", "resource-unknown"),
        ("arena://looks/0123456789abcdef01234567.png?size=64", "resource-unknown"),
        ("arena://battles/1-1.webp?lang=ru", "resource-unknown"),
        ("arena://battles/1-1.gif", "battle-unknown"),
        ("arena://battles/99-1.webp", "battle-unknown"),
        ("arena://battles/x.webp", "battle-unknown"),
        ("arena://rules/fr", "rules-locale"),
        ("arena://rulesets/v99", "unknown-ruleset"),
        ("arena://heroes/99", "no-such-hero"),
        ("arena://heroes/nobody", "no-such-hero"),
        ("arena://heroes/..", "no-such-hero"),
        ("arena://heroes/%2Fetc%2Fpasswd", "no-such-hero"),
        ("arena://heroes/a%00b", "no-such-hero"),
        ("arena://battles/99-1", "battle-unknown"),
        ("arena://battles/99", "battle-unknown"),
        (f"arena://battles/{'9' * 18}-{'9' * 18}", "battle-unknown"),
        ("arena://digests/2026-01-01", "digest-unknown"),
        ("arena://digests/latest", "digest-unknown"),
        ("arena://nothing", "resource-unknown"),
        ("arena://heroes", "resource-unknown"),
        ("arena://heroes/1/rules", "resource-unknown"),
        ("https://example.org/", "resource-unknown"),
        ("", "resource-unknown"),
    ],
)
def test_what_is_not_there_is_an_invalid_parameter_with_what_to_do(
    desk: Desk, anna: Participant, uri: str, code: str, mode: str
) -> None:
    error = _refused(desk, anna, uri, mode).error
    assert error.code == INVALID_PARAMS
    assert f"[{code}]" in error.message
    assert error.data == {"uri": uri}


@pytest.mark.parametrize("uri", ["arena://heroes/99", "arena://nothing", "arena://rules/fr"])
def test_it_is_said_in_the_reader_s_language(desk: Desk, uri: str) -> None:
    told = {_refused(desk, join(desk, locale, locale), uri).error.message for locale in LOCALES}
    assert len(told) == 3


def test_of_a_hidden_or_forgotten_hero_no_name_is_read(desk: Desk, anna: Participant) -> None:
    boss, otto, ira = join(desk, "Boss", organiser=True), join(desk, "Otto"), join(desk, "Ira")
    hidden = save_hero(desk, otto.id, {**SAMPLE, "name": "Rude One"}).hero_id
    gone = save_hero(desk, ira.id, {**SAMPLE, "name": "Gone One"}).hero_id
    hide_hero(desk, f"#{hidden}", "rude", "en", organiser_id=boss.id)
    forget_player(desk, ira.id)
    for hero, name in ((hidden, "Rude"), (gone, "Gone")):
        content = _read(desk, anna, f"arena://heroes/{hero}").text
        assert name not in content
        assert "look" not in json.loads(content)
        assert "[no-such-hero]" in _refused(desk, anna, f"arena://heroes/{name}%20One").error.message


@pytest.mark.parametrize("mode", MODES)
def test_an_error_of_ours_shows_an_id_and_nothing_else(
    desk: Desk, anna: Participant, mode: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*arguments: object) -> None:
        raise KeyError("a secret of ours")

    monkeypatch.setattr(resources, "get_hero", broken)
    error = _refused(desk, anna, "arena://heroes/1", mode).error
    assert error.code == INTERNAL_ERROR
    assert "secret" not in error.message
