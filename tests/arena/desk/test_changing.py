"""Changing a participant: what is named changes, and a participant itself may not set everything."""

import pytest
from apprise import Apprise

from arena.desk.desk import Desk
from arena.desk.players.addresses import SERVICES, check_address
from arena.desk.players.changing import change_player
from arena.desk.players.register import add_player, list_players
from arena.errors import ArenaError
from arena.store.tables import Player


@pytest.fixture
def ann(desk: Desk) -> int:
    return add_player(desk, "Ann", lang="ru", address="ann@example.org").player.id


def address_of(desk: Desk, player_id: int) -> str | None:
    with desk.read() as (session, _):
        return session.get_one(Player, player_id).address


def refused(desk: Desk, player_id: int, **changes: object) -> ArenaError:
    before = list_players(desk), address_of(desk, player_id)
    with pytest.raises(ArenaError) as caught:
        change_player(desk, player_id, **changes)
    assert (list_players(desk), address_of(desk, player_id)) == before
    return caught.value


def test_only_what_is_named_changes(desk: Desk, ann: int) -> None:
    changed = change_player(desk, ann, lang="es")
    assert (changed.lang, changed.organiser, changed.has_address) == ("es", False, True)
    changed = change_player(desk, ann, organiser=True)
    assert (changed.lang, changed.organiser, changed.has_address) == ("es", True, True)
    assert list_players(desk) == (changed,)
    change_player(desk, ann, address="json://example.org/ann", organiser=False)
    assert address_of(desk, ann) == "json://example.org/ann"
    changed = change_player(desk, ann, address=None)
    assert (changed.lang, changed.organiser, changed.has_address) == ("es", False, False)
    assert address_of(desk, ann) is None


def test_what_is_wrong_changes_nothing(desk: Desk, ann: int) -> None:
    assert refused(desk, ann, lang="fr", organiser=True).code == "player-lang"
    assert refused(desk, ann, address="nonsense://x", lang="es").code == "players-address"
    assert refused(desk, ann, address="", lang="es").code == "players-address"


def test_participants_make_nobody_an_organiser(desk: Desk, ann: int) -> None:
    for organiser in (True, False):
        assert refused(desk, ann, organiser=organiser, by_organiser=False).code == "organisers-only"


@pytest.mark.parametrize(
    "given",
    [
        "ann@example.com",
        "tgram://123456789:abcdefg_hijklmnop/12315544/",
        "discord://4174216298/JHMHI8qBe7bk2ZwO5U711o3dV_js",
    ],
)
def test_participants_set_an_email_or_a_service_with_servers_of_its_own(
    desk: Desk, ann: int, given: str
) -> None:
    change_player(desk, ann, address=given, by_organiser=False)
    assert address_of(desk, ann) == given


@pytest.mark.parametrize(
    "given",
    [
        "json://127.0.0.1/x",
        "json://localhost:8000/",
        "jsons://[::1]/x",
        "xml://10.0.0.7/",
        "form://169.254.169.254/latest/meta-data",
        "json://2130706433/",
        "json://0x7f.1/",
        "json://localtest.me/",
        "mailto://user:pass@gmail.com?smtp=127.0.0.1",
        "ntfy://192.168.0.1/topic",
        "syslog://",
        "dbus://",
        "gnome://",
        "windows://",
        "macosx://",
        "discord://4174216298/JHMHI8qBe7bk2ZwO5U711o3dV_js?template=/etc/passwd",
        "DISCORD://4174216298/JHMHI8qBe7bk2ZwO5U711o3dV_js?template=/etc/passwd",
    ],
)
def test_participants_reach_neither_our_network_nor_what_runs_or_lies_here(
    desk: Desk, ann: int, given: str
) -> None:
    error = refused(desk, ann, address=given, by_organiser=False)
    assert error.code == "players-address"
    assert all(given not in error.text(locale) for locale in ("ru", "en", "es"))


def test_an_organiser_may_set_a_server_of_the_league_s_own(desk: Desk, ann: int) -> None:
    change_player(desk, ann, address="json://localhost/hook")
    assert address_of(desk, ann) == "json://localhost/hook"


@pytest.mark.parametrize("service", SERVICES)
def test_no_service_for_participants_takes_a_host(service: str) -> None:
    (plugin,) = (
        each for each in Apprise().details()["schemas"] if service in (each["secure_protocols"] or ())
    )
    assert not any("{host}" in template for template in plugin["details"]["templates"])


def test_a_bare_email_is_what_it_is_for_both() -> None:
    assert check_address(" a@b.cd ", by_organiser=False) == check_address("a@b.cd", by_organiser=True)
