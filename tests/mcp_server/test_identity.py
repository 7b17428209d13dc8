"""Keys over HTTP: whose a request is, which keys open, and what who has none is told."""

from collections.abc import Iterator

import anyio
import httpx2
import pytest
from mcp import Client, MCPError

from arena.desk.desk import Desk
from arena.desk.players.keys import make_key, revoke_keys
from dsl.catalogue import LOCALES
from mcp_server.serving import Options
from tests.mcp_server.conformance.serving import TOKEN, OneParticipant
from tests.mcp_server.doors import MODES, get, join, over_http, post, served, sqlite_desk

LISTING = ("tools/list", {})

desk = sqlite_desk


@pytest.fixture
def address(desk: Desk) -> Iterator[str]:
    with served(desk) as address:
        yield address


async def _player(client: Client) -> str:
    result = await client.call_tool("get_status", {})
    assert result.structured_content is not None
    name: str = result.structured_content["player"]
    return name


@pytest.mark.parametrize("mode", MODES)
def test_participants_whose_requests_interleave_each_see_themselves(
    desk: Desk, address: str, mode: str
) -> None:
    anna, boris = join(desk, "Anna"), join(desk, "Boris")
    seen: dict[str, set[str]] = {"Anna": set(), "Boris": set()}

    async def ask(client: Client, name: str) -> None:
        for _ in range(5):
            seen[name].add(await _player(client))

    async def both() -> None:
        async with (
            over_http(address, anna.key, mode) as a,
            over_http(address, boris.key, mode) as b,
            anyio.create_task_group() as tasks,
        ):
            for _ in range(2):
                tasks.start_soon(ask, a, "Anna")
                tasks.start_soon(ask, b, "Boris")

    anyio.run(both)
    assert seen == {"Anna": {"Anna"}, "Boris": {"Boris"}}


@pytest.mark.parametrize("mode", MODES)
def test_a_revoked_key_stops_at_the_next_request(desk: Desk, address: str, mode: str) -> None:
    anna = join(desk)

    async def session() -> None:
        async with over_http(address, anna.key, mode) as client:
            assert await _player(client) == "Anna"
            revoke_keys(desk, anna.id)
            with pytest.raises(MCPError):
                await _player(client)

    anyio.run(session)
    told = post(address, anna.key, *LISTING)
    assert (told.status_code, told.json()["code"]) == (401, "key-revoked")


@pytest.mark.parametrize("locale", LOCALES)
def test_who_has_no_key_that_opens_is_told_why_and_where_keys_come_from(
    desk: Desk, address: str, locale: str
) -> None:
    anna, foreign = join(desk), make_key()
    revoke_keys(desk, anna.id)
    for sent, code, error in (
        ({}, "no-key", "invalid_request"),
        ({"Authorization": "Basic YTpi"}, "no-key", "invalid_request"),
        ({"Authorization": f"Bearer {foreign} {foreign}"}, "no-key", "invalid_request"),
        ({"Authorization": f"Bearer {foreign[:-1]}"}, "key-malformed", "invalid_token"),
        ({"Authorization": f"Bearer {foreign}"}, "key-unknown", "invalid_token"),
        ({"Authorization": f"bearer {anna.key}"}, "key-revoked", "invalid_token"),
    ):
        told = post(address, None, *LISTING, **sent, **{"Accept-Language": f"{locale};q=0.9, fr"})
        data = told.json()
        assert (told.status_code, data["code"], data["error"]) == (401, code, error)
        assert told.headers["content-language"] == locale
        assert told.headers["www-authenticate"].startswith('Bearer realm="hero-arena"')
        assert ("invalid_token" in told.headers["www-authenticate"]) == (error == "invalid_token")
        assert data["error_description"]
        assert f"{address}" in data["hint"]
        assert "arena players add NAME" in data["hint"]
        assert foreign[6:20] not in told.text + str(told.headers)


def test_two_keys_in_a_request_are_refused_whichever_opens(desk: Desk, address: str) -> None:
    anna = join(desk)
    body = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
    for second in (f"Bearer {anna.key}", "Basic YTpi", ""):
        headers = [("Authorization", f"Bearer {anna.key}"), ("Authorization", second)]
        told = httpx2.post(f"{address}/mcp", json=body, headers=headers, trust_env=False)
        assert (told.status_code, told.json()["code"]) == (400, "keys-several")


@pytest.mark.parametrize("scheme", ["Bearer", "bearer", "BEARER", "bEARER"])
def test_the_scheme_is_known_in_any_case(desk: Desk, address: str, scheme: str) -> None:
    anna = join(desk)
    assert post(address, None, *LISTING, Authorization=f"{scheme} {anna.key}").status_code == 200


def test_a_key_in_an_address_is_not_read(desk: Desk, address: str) -> None:
    anna = join(desk)
    body = {"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {}}
    for name in ("key", "token", "access_token"):
        told = httpx2.post(f"{address}/mcp", params={name: anna.key}, json=body, trust_env=False)
        assert (told.status_code, told.json()["code"]) == (401, "no-key")
        assert "replaced" in told.json()["hint"]
        assert anna.key not in told.text


def test_nothing_leads_a_host_into_a_login_that_is_not_there(address: str) -> None:
    for name in ("oauth-protected-resource", "oauth-authorization-server", "openid-configuration"):
        for path in (f"/.well-known/{name}", f"/.well-known/{name}/mcp"):
            assert get(address, path).status_code == 404
    assert "resource_metadata" not in post(address, None, *LISTING).headers["www-authenticate"]


def test_another_verifier_takes_the_place_of_keys(desk: Desk) -> None:
    anna = join(desk)
    options = Options(port=0, scheduler=False, verifier=OneParticipant(anna))
    with served(desk, options) as address:
        told = post(address, TOKEN, "tools/call", {"name": "get_status", "arguments": {}}).json()
        assert told["result"]["structuredContent"]["player"] == "Anna"
        for key in (anna.key, None):
            assert post(address, key, "tools/list").status_code == 401
