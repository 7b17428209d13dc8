"""How participants and their keys are shown, to people and to programs."""

from arena.desk.players.keys import KeyView
from arena.desk.players.register import PlayerView
from arena.league.calendar import Calendar
from mcp_server.cli.moments import instant, local_minute
from mcp_server.cli.screen import page, print_text
from mcp_server.words import Words


def print_key(key: str, words: Words) -> None:
    """Show a key, and that it will not be shown again."""
    print_secret(key, words("players.key-once"))


def print_secret(secret: str, once: str) -> None:
    """Show what nobody can be shown again, and the text that says so. What cannot be written is an error now,
    not at the end of the program."""
    console = page()
    console.print()
    console.print(f"  {secret}", style="code", soft_wrap=True)
    console.print()
    print_text(console, once)
    console.file.flush()


def named(key: KeyView) -> str:
    """What people call a key."""
    return f"{key.prefix} ({key.label})"


def named_key(key: KeyView, calendar: Calendar, words: Words) -> str:
    """A key that opens, and until when, if that has an end."""
    if key.revoked_at is None:
        return named(key)
    return words("players.key-until", named=named(key), until=local_minute(key.revoked_at, calendar))


def player_data(player: PlayerView, words: Words) -> dict[str, object]:
    """A participant for programs."""
    return {
        "id": player.id,
        "name": player.shown_name(words.locale),
        "organiser": player.organiser,
        "lang": player.lang,
        "level": player.level,
        "xp": player.xp,
        "has_address": player.has_address,
        "created_at": instant(player.created_at),
        "forgotten_at": instant(player.forgotten_at),
        "keys": [key_data(key) for key in player.keys],
    }


def key_data(key: KeyView) -> dict[str, object]:
    """A key for programs."""
    return {
        "prefix": key.prefix,
        "label": key.label,
        "created_at": instant(key.created_at),
        "last_used_at": instant(key.last_used_at),
        "revoked_at": instant(key.revoked_at),
    }
