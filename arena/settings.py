"""What an organiser sets, as environment variables: `ARENA_TZ` is the field `tz`.

A variable that is not set, or is empty, has its default. `ARENA_LANG` is the command's own.
"""

import os
import re
from collections.abc import Mapping
from ipaddress import ip_network
from pathlib import Path
from typing import Annotated, Literal
from urllib.parse import urlsplit

from platformdirs import user_cache_path, user_data_path
from pydantic import Field, ValidationError, field_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from arena.errors import ArenaError, Fault, refuse
from arena.excerpt import shown
from arena.league.settings import league

PREFIX = "ARENA_"

TOKEN_LENGTH = (16, 200)
TOKEN = re.compile(rf"[A-Za-z0-9._~+/=-]{{{TOKEN_LENGTH[0]},{TOKEN_LENGTH[1]}}}")

Addresses = Annotated[tuple[str, ...], NoDecode]
"""Addresses with white space between them."""


class Settings(BaseSettings):
    """The settings of a league. Addresses may hold passwords: they are not in its repr."""

    model_config = SettingsConfigDict(
        env_prefix=PREFIX, env_ignore_empty=True, frozen=True, extra="ignore", use_attribute_docstrings=True
    )

    database_url: str = Field(default_factory=lambda: default_database(), repr=False)
    """Where the league lies: a file of SQLite, or postgresql://user:password@host/database."""
    database_timeout: float = Field(default=30.0, gt=0, le=3600)
    """Seconds to wait for somebody else's writing before giving up."""
    tz: str = Field(default_factory=lambda: league().calendar.zone)
    """The league's time zone, by its IANA name; days, windows and runs follow it."""
    notify_urls: Addresses = Field(default=(), repr=False)
    """Where digests go: addresses of Apprise with spaces between them."""
    public_url: str = "http://127.0.0.1:8000"
    """Where people reach the league: what links in digests and feeds begin with."""
    trusted_proxies: Addresses = ()
    """Addresses or networks of proxies, with spaces between, that are believed who the client is."""
    metrics_address: str | None = None
    """Where metrics are told without a token: a host and a port."""
    metrics_token: str | None = Field(default=None, repr=False)
    """The token for which metrics are told at /metrics."""
    notify_lang: Literal["ru", "en", "es"] = "ru"
    """The language of the digests and alerts that go to these addresses."""
    alert_urls: Addresses = Field(default=(), repr=False)
    """Where trouble is told (a failed or late run, a full disk): addresses of Apprise with spaces between."""
    mail_url: str | None = Field(default=None, repr=False)
    """The mail server for participants' e-mail addresses: mailtos://user:password@example.org?from=arena@example.org."""
    keep_battles: int | None = Field(default=None, ge=1, le=36500)
    """Days for which battles are kept; without it for ever. Ratings, places and digests always stay."""
    backup_dir: Path = Field(default_factory=lambda: _data_folder() / "backups")
    """The folder of the nightly backups."""
    films_dir: Path = Field(default_factory=lambda: user_cache_path("hero-arena") / "films")
    """The folder of the films of battles that somebody has looked at."""
    log: Literal["debug", "info", "warning", "error"] = "warning"
    """From which level on events are logged to stderr."""

    @property
    def is_public(self) -> bool:
        """Whether somebody has said where people reach the league."""
        return "public_url" in self.model_fields_set

    @field_validator("notify_urls", "alert_urls", "trusted_proxies", mode="before")
    @classmethod
    def _split(cls, given: object) -> object:
        return tuple(given.split()) if isinstance(given, str) else given

    @field_validator("public_url")
    @classmethod
    def _reached(cls, given: str) -> str:
        parts = urlsplit(given)  # its port raises a ValueError if it is none
        if parts.scheme not in ("http", "https") or not parts.hostname or parts.port == 0:
            raise ValueError
        if parts.query or parts.fragment or not given.isprintable() or " " in given:
            raise ValueError
        return given

    @field_validator("trusted_proxies")
    @classmethod
    def _networks(cls, given: tuple[str, ...]) -> tuple[str, ...]:
        for each in given:
            ip_network(each, strict=False)
        return given

    @field_validator("backup_dir", "films_dir")
    @classmethod
    def _folder(cls, given: Path) -> Path:
        """As that of a database's file is read: `~` is who starts the program, and it is absolute."""
        return Path(os.path.abspath(os.path.expanduser(given)))

    @field_validator("metrics_address")
    @classmethod
    def _place(cls, given: str | None) -> str | None:
        if given is not None:
            host_and_port(given)
        return given


def host_and_port(place: str) -> tuple[str, int]:
    """The parts of `127.0.0.1:9100` or `[::1]:9100`. Raises `ValueError`."""
    parts = urlsplit(f"//{place}")
    if not parts.hostname or not parts.port or place != parts.netloc or parts.username is not None:
        raise ValueError(place)
    return parts.hostname, parts.port


def load_settings() -> Settings:
    """The settings that the environment holds. Raises `ArenaError` with a fault for each wrong one:
    `settings-database-timeout`, `settings-public-url`, `settings-trusted-proxies`,
    `settings-metrics-address`, `settings-notify-lang`, `settings-keep-battles`, `settings-log`."""
    try:
        return Settings()
    except ValidationError as error:
        raise ArenaError([_fault(each) for each in error.errors(include_url=False)]) from error


def usable_metrics_token(settings: Settings) -> str | None:
    """The token for metrics, if there is one. Raises `ArenaError` `settings-metrics-token`, which does not
    repeat it: only a server needs it, and no other command is to fail for it."""
    token = settings.metrics_token
    if token is not None and not TOKEN.fullmatch(token):
        raise refuse("settings-metrics-token", variable=variable("metrics_token"), least=TOKEN_LENGTH[0])
    return token


def variable(field: str) -> str:
    """The environment variable of a field."""
    return f"{PREFIX}{field.upper()}"


def default_database() -> str:
    """The file in which a league lies where nothing else is said."""
    return str(_data_folder() / "league.sqlite")


def _data_folder() -> Path:
    return user_data_path("hero-arena")


def _fault(details: Mapping[str, object]) -> Fault:
    field = str(details["loc"][0])  # type: ignore[index]  # pydantic's place: a tuple of names
    given = details["input"] if Settings.model_fields[field].repr else ""
    given = " ".join(given) if isinstance(given, tuple | list) else given
    params = {"variable": variable(field), "given": shown(given)}
    return Fault(f"settings-{field.replace('_', '-')}", params=params)
