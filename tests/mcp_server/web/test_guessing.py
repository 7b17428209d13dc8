"""Whoever guesses links: no writer waits for it, pages go on, and soon it is too many."""

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx2
import pytest
from starlette.testclient import TestClient

from arena.desk.desk import Desk
from arena.desk.players.register import add_player
from arena.desk.players.sessions import make_token
from arena.desk.players.signing_in import issue_link
from mcp_server.app import make_app
from mcp_server.caller import Site
from mcp_server.http.rate import Rates
from mcp_server.server import make_server
from mcp_server.web.pages import page_routes
from mcp_server.workers import AT_A_TIME
from tests.leagues import opened
from tests.mcp_server.doors import allowing, get, served
from tests.mcp_server.web.browsers import PUBLIC, SESSION, enter, from_page, nobody

WAITS = 20.0


@pytest.fixture
def patient_desk(tmp_path: Path) -> Iterator[Desk]:
    with opened(str(tmp_path / "patient.sqlite"), lock_timeout=WAITS) as desk:
        yield desk


def test_a_link_that_nobody_made_and_a_session_that_nobody_has_wait_for_no_writer(
    desk: Desk, visitor: TestClient
) -> None:
    with desk.write():
        assert enter(visitor, make_token()).status_code == 403
        visitor.cookies.set(SESSION, make_token(), domain="arena.example.org")
        assert visitor.post("/sign-out", headers=from_page()).status_code == 303


def test_a_used_link_waits_for_no_writer(desk: Desk, visitor: TestClient, link: str) -> None:
    enter(visitor, link)
    visitor.cookies.clear()
    with desk.write():
        assert enter(visitor, link).status_code == 403


def test_forms_that_wait_hold_up_no_page_and_no_request(patient_desk: Desk) -> None:
    links = [
        issue_link(patient_desk, add_player(patient_desk, f"P{i}").player.id).token
        for i in range(4 * AT_A_TIME)
    ]

    def send(link: str) -> int:
        return httpx2.post(
            f"{address}/sign-in", data={"code": link}, headers=from_page(address), timeout=60, trust_env=False
        ).status_code

    with served(patient_desk) as address, ThreadPoolExecutor(len(links)) as many:
        with patient_desk.write():
            sent = [many.submit(send, link) for link in links]
            time.sleep(0.3)
            begun = time.monotonic()
            assert get(address, "/").status_code == 200
            assert get(address, "/readyz").status_code == 200
            assert time.monotonic() - begun < WAITS / 2
        assert [each.result() for each in sent] == [303] * len(links)


@pytest.mark.parametrize("locale", ["en", "ru", "es"])
def test_failed_sign_ins_are_soon_too_many_and_a_good_link_is_not_kept_out(
    desk: Desk, link: str, locale: str
) -> None:
    rates, site = Rates(allowing(failures=3)), Site(desk, PUBLIC, nobody)
    app = make_app(make_server(site), PUBLIC, page_routes(site, rates), rates=rates)
    headers = {**from_page(), "Accept-Language": locale}
    with TestClient(app, base_url=PUBLIC, follow_redirects=False) as client:
        answers = [enter(client, make_token(), **headers) for _ in range(5)]
        assert [each.status_code for each in answers] == [403, 403, 403, 429, 429]
        assert answers[-1].headers["content-language"] == locale
        assert 1 <= int(answers[-1].headers["retry-after"]) <= 60
        assert f"{answers[-1].headers['retry-after']} " in answers[-1].text
        assert rates.refused["failures"] == 2
        assert enter(client, link, **headers).status_code == 303
