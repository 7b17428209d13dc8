"""What an organiser sets, as environment variables: `ARENA_TZ` is the field `tz`.

A variable that is not set, or is empty, has its default. `ARENA_LANG` is the command's own.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Literal
from urllib.parse import urlsplit

from platformdirs import user_data_path
from pydantic import Field, ValidationError, field_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from arena.errors import ArenaError, Fault
from arena.excerpt import shown
from arena.league.settings import league

PREFIX = "ARENA_"

Addresses = Annotated[tuple[str, ...], NoDecode]
"""Addresses with white space between them."""


class Settings(BaseSettings):
    """The settings of a league. Addresses may hold passwords: they are not in its repr."""

    model_config = SettingsConfigDict(
        env_prefix=PREFIX, env_ignore_empty=True, frozen=True, extra="ignore", use_attribute_docstrings=True
    )

    database_url: str = Field(default_factory=lambda: str(_data_folder() / "league.sqlite"), repr=False)
    """Where the league lies: a file of SQLite, or postgresql://user:password@host/database."""
    database_timeout: float = Field(default=30.0, gt=0, le=3600)
    """Seconds to wait for somebody else's writing before giving up."""
    tz: str = Field(default_factory=lambda: league().calendar.zone)
    """The league's time zone, by its IANA name; days, windows and runs follow it."""
    notify_urls: Addresses = Field(default=(), repr=False)
    """Where digests go: addresses of Apprise with spaces between them."""
    public_url: str = "http://127.0.0.1:8000"
    """Where people reach the league: what links in digests and feeds begin with."""
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
    log: Literal["debug", "info", "warning", "error"] = "warning"
    """From which level on events are logged to stderr."""

    @field_validator("notify_urls", "alert_urls", mode="before")
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


def load_settings() -> Settings:
    """The settings that the environment holds. Raises `ArenaError` with a fault for each wrong one:
    `settings-database-timeout`, `settings-public-url`, `settings-notify-lang`, `settings-keep-battles`,
    `settings-log`."""
    try:
        return Settings()
    except ValidationError as error:
        raise ArenaError([_fault(each) for each in error.errors(include_url=False)]) from error


def variable(field: str) -> str:
    """The environment variable of a field."""
    return f"{PREFIX}{field.upper()}"


def _data_folder() -> Path:
    return user_data_path("hero-arena")


def _fault(details: Mapping[str, object]) -> Fault:
    field = str(details["loc"][0])  # type: ignore[index]  # pydantic's place: a tuple of names
    params = {"variable": variable(field), "given": shown(details["input"])}
    return Fault(f"settings-{field.replace('_', '-')}", params=params)
