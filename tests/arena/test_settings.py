"""Settings: from the environment, with defaults; a wrong value is a clear fault, an unknown name is none."""

import re
from pathlib import Path

import pytest

from arena.errors import ArenaError
from arena.settings import Settings, host_and_port, load_settings, usable_metrics_token, variable


@pytest.fixture(autouse=True)
def _nothing_set(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in Settings.model_fields:
        monkeypatch.delenv(variable(name), raising=False)


def test_without_settings_the_league_lies_in_the_users_data_folder() -> None:
    settings = load_settings()
    assert Path(settings.database_url).name == "league.sqlite"
    assert Path(settings.database_url).parent == settings.backup_dir.parent
    assert (settings.tz, settings.database_timeout, settings.keep_battles) == ("Europe/Moscow", 30.0, None)
    assert settings.notify_urls == settings.alert_urls == ()


def test_variables_are_read_and_unknown_or_empty_ones_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in {
        "ARENA_TZ": "America/Lima",
        "ARENA_NOTIFY_URLS": " json://a,b  tgram://1:x/2\n",
        "ARENA_KEEP_BATTLES": "",
        "ARENA_NONSENSE": "1",
    }.items():
        monkeypatch.setenv(name, value)
    settings = load_settings()
    assert (settings.tz, settings.keep_battles) == ("America/Lima", None)
    assert settings.notify_urls == ("json://a,b", "tgram://1:x/2")


@pytest.mark.parametrize(
    ("given", "meant"),
    [("~/kept", "home/kept"), ("rel/x", "here/rel/x"), ("../x", "x"), ("{}/x", "x")],
)
@pytest.mark.parametrize("field", ["backup_dir", "films_dir"])
def test_a_folder_is_read_as_a_shell_reads_it_and_stays_where_it_was_meant(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, field: str, given: str, meant: str
) -> None:
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv(variable(field), given.format(tmp_path))
    assert getattr(load_settings(), field) == tmp_path / meant


@pytest.mark.parametrize(
    ("name", "value", "code"),
    [
        ("ARENA_KEEP_BATTLES", "0", "settings-keep-battles"),
        ("ARENA_KEEP_BATTLES", "a week", "settings-keep-battles"),
        ("ARENA_DATABASE_TIMEOUT", "0", "settings-database-timeout"),
        ("ARENA_DATABASE_TIMEOUT", "nan", "settings-database-timeout"),
        ("ARENA_PUBLIC_URL", "arena.example.org", "settings-public-url"),
        ("ARENA_PUBLIC_URL", "https://", "settings-public-url"),
        ("ARENA_PUBLIC_URL", "https:///digests", "settings-public-url"),
        ("ARENA_PUBLIC_URL", "ftp://arena.example.org", "settings-public-url"),
        ("ARENA_PUBLIC_URL", "javascript://x", "settings-public-url"),
        ("ARENA_PUBLIC_URL", "http://[::1", "settings-public-url"),
        ("ARENA_PUBLIC_URL", "http://host:port", "settings-public-url"),
        ("ARENA_PUBLIC_URL", "http://host/?a=b", "settings-public-url"),
        ("ARENA_PUBLIC_URL", "http://ho st", "settings-public-url"),
        ("ARENA_TRUSTED_PROXIES", "10.0.0.0/8 proxy.example.org", "settings-trusted-proxies"),
        ("ARENA_TRUSTED_PROXIES", "*", "settings-trusted-proxies"),
        ("ARENA_METRICS_ADDRESS", "9100", "settings-metrics-address"),
        ("ARENA_METRICS_ADDRESS", "127.0.0.1", "settings-metrics-address"),
        ("ARENA_METRICS_ADDRESS", "127.0.0.1:0", "settings-metrics-address"),
        ("ARENA_METRICS_ADDRESS", "127.0.0.1:99999", "settings-metrics-address"),
        ("ARENA_METRICS_ADDRESS", "http://127.0.0.1:9100", "settings-metrics-address"),
        ("ARENA_METRICS_ADDRESS", "me@127.0.0.1:9100", "settings-metrics-address"),
    ],
)
def test_a_wrong_value_is_told_with_its_variable(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str, code: str
) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(ArenaError, match=re.escape(f'{name} is "{value}"')) as error:
        load_settings()
    assert error.value.code == code
    assert all(name in error.value.text(locale) for locale in ("ru", "es"))


@pytest.mark.parametrize(
    "url", ["http://127.0.0.1:8000", "https://arena.example.org/league/", "http://[::1]"]
)
def test_where_people_reach_the_league_is_an_address_of_the_web(
    monkeypatch: pytest.MonkeyPatch, url: str
) -> None:
    monkeypatch.setenv("ARENA_PUBLIC_URL", url)
    assert load_settings().public_url == url


def test_a_server_is_told_its_proxies_and_where_its_metrics_are(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ARENA_TRUSTED_PROXIES", " 127.0.0.1  10.1.2.3/8 fd00::/8 ")
    monkeypatch.setenv("ARENA_METRICS_ADDRESS", "[::1]:9100")
    monkeypatch.setenv("ARENA_METRICS_TOKEN", "0123456789abcdef")
    settings = load_settings()
    assert settings.trusted_proxies == ("127.0.0.1", "10.1.2.3/8", "fd00::/8")
    assert host_and_port(settings.metrics_address or "") == ("::1", 9100)
    assert settings.metrics_token == usable_metrics_token(settings) == "0123456789abcdef"


@pytest.mark.parametrize("token", ["tiny.one", "0123456789 abcdef", "0123456789абвгд", "x" * 201])
def test_a_token_that_cannot_be_used_is_refused_and_not_repeated(
    monkeypatch: pytest.MonkeyPatch, token: str
) -> None:
    monkeypatch.setenv("ARENA_METRICS_TOKEN", token)
    settings = load_settings()  # which every command needs
    with pytest.raises(ArenaError) as error:
        usable_metrics_token(settings)
    assert error.value.code == "settings-metrics-token"
    assert token not in error.value.text("en")


def test_all_wrong_values_are_told_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ARENA_KEEP_BATTLES", "x")
    monkeypatch.setenv("ARENA_DATABASE_TIMEOUT", "x")
    with pytest.raises(ArenaError) as error:
        load_settings()
    assert len(error.value.faults) == 2


def test_addresses_do_not_show_in_a_repr(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("ARENA_DATABASE_URL", "ARENA_NOTIFY_URLS", "ARENA_ALERT_URLS"):
        monkeypatch.setenv(name, "postgresql://me:secret@host/db")
    monkeypatch.setenv("ARENA_METRICS_TOKEN", "secret0123456789")
    assert "secret" not in repr(load_settings())


def test_every_setting_says_what_it_is() -> None:
    assert all(field.description for field in Settings.model_fields.values())
