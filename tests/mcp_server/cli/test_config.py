"""`arena config`: every setting in every language, and no secret."""

import pytest

from arena.settings import Settings, variable
from dsl.catalogue import LOCALES
from mcp_server.cli.language import VARIABLE
from mcp_server.cli.own_key import KEY

SECRETS = {
    "ARENA_DATABASE_URL": "postgresql://me:SECRET@db.example.org/league",
    "ARENA_NOTIFY_URLS": "tgram://123:SECRET/-1 json://me:SECRET@hooks.example.org/SECRET",
    "ARENA_ALERT_URLS": "discord://SECRET/SECRET",
    "ARENA_KEY": "arena_SECRET",
    "ARENA_METRICS_TOKEN": "SECRET0123456789",
    "ARENA_MAIL_URL": "mailtos://me:SECRET@smtp.example.org",
}


@pytest.fixture(autouse=True)
def _nothing_set(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in Settings.model_fields:
        monkeypatch.delenv(variable(name), raising=False)


@pytest.mark.parametrize("locale", LOCALES)
def test_every_setting_is_shown_with_what_it_does(arena, locale):
    told = arena("--lang", locale, "config")
    data = arena("--lang", locale, "config", "--json").data["settings"]
    assert [each["variable"] for each in data] == [*map(variable, Settings.model_fields), VARIABLE, KEY]
    for each in data:
        assert f"{each['variable']} = " in told.out
        assert each["about"] in told.out


def test_what_is_set_is_told_from_what_is_not(arena, monkeypatch):
    monkeypatch.setenv("ARENA_TZ", "America/Lima")
    monkeypatch.setenv("ARENA_KEEP_BATTLES", "")
    settings = {each["variable"]: each for each in arena("config", "--json").data["settings"]}
    zone, kept = settings["ARENA_TZ"], settings["ARENA_KEEP_BATTLES"]
    assert (zone["value"], zone["default"], zone["is_set"]) == ("America/Lima", "Europe/Moscow", True)
    assert (kept["value"], kept["default"], kept["is_set"]) == (None, None, False)
    assert "ARENA_TZ = America/Lima  set" in arena("config").out


def test_no_secret_is_shown(arena, monkeypatch):
    for name, value in SECRETS.items():
        monkeypatch.setenv(name, value)
    told = arena("config").out + arena("config", "--json").out
    assert "SECRET" not in told
    for part in ("db.example.org", "tgram://… json://hooks.example.org/…", "mailtos://smtp.example.org/…"):
        assert part in told


def test_proxies_are_no_secret(arena, monkeypatch):
    monkeypatch.setenv("ARENA_TRUSTED_PROXIES", "127.0.0.1 10.0.0.0/8")
    assert "ARENA_TRUSTED_PROXIES = 127.0.0.1 10.0.0.0/8  set" in arena("config").out


def test_an_address_that_nothing_can_be_sent_to_is_told_where_it_is_shown(arena, monkeypatch):
    monkeypatch.setenv("ARENA_ALERT_URLS", "json://hooks.example.org nonsense")
    settings = {each["variable"]: each for each in arena("config", "--json").data["settings"]}
    assert [each["code"] for each in settings["ARENA_ALERT_URLS"].pop("faults")] == ["settings-address"]
    assert all(not each.get("faults") for each in settings.values())
    told = " ".join(arena("config").out.split())
    assert "Nothing can be sent to address 2 of ARENA_ALERT_URLS" in told


def test_wrong_values_are_told_all_at_once(arena, monkeypatch):
    for name, value in {"ARENA_KEEP_BATTLES": "x", "ARENA_LOG": "loud", "ARENA_NOTIFY_LANG": "fr"}.items():
        monkeypatch.setenv(name, value)
    told = arena("config")
    assert (told.code, told.out, told.err.count("\n")) == (1, "", 3)
    assert all(name in told.err for name in ("ARENA_KEEP_BATTLES", "ARENA_LOG", "ARENA_NOTIFY_LANG"))
