"""`arena players`: participants and their keys, in an organiser's hands."""

from typing import Annotated

import typer
from rich.table import Table

from arena.desk.players.changing import LEFT, change_player
from arena.desk.players.finding import find_player
from arena.desk.players.forgetting import forget_player
from arena.desk.players.keys import MOST_KEPT_DAYS, KeyView, revoke_keys, rotate_key
from arena.desk.players.register import PlayerView, add_player, list_players
from arena.league.calendar import Calendar
from mcp_server.cli.failures import DONE, WrongUsageError
from mcp_server.cli.help_page import ArenaCommand, command_group
from mcp_server.cli.league import league_desk
from mcp_server.cli.moments import instant, local_minute
from mcp_server.cli.screen import page, page_width, print_json, print_text
from mcp_server.words import Words

app = command_group()

Name = Annotated[str, typer.Argument(metavar="NAME", help="players.name")]
NewName = Annotated[str, typer.Argument(metavar="NAME", help="players.new-name")]
Speaks = Annotated[str | None, typer.Option("--speaks", metavar="ru|en|es", help="players.speaks-option")]
Key = Annotated[str | None, typer.Option("--key", metavar="KEY", help="players.key-option")]
AsJson = Annotated[bool, typer.Option("--json", help="json-option")]


@app.command("add", cls=ArenaCommand)
def add(
    ctx: typer.Context,
    name: NewName,
    organiser: Annotated[bool, typer.Option("--organiser", help="players.organiser-option")] = False,
    address: Annotated[
        str | None, typer.Option("--address", metavar="ADDRESS", help="players.address-option")
    ] = None,
    speaks: Speaks = None,
    as_json: AsJson = False,
) -> int:
    """Add a participant, whose language is that of the call unless it is given, and show the key.

    JSON: `id`, `name`, `organiser`, `lang`, `key`.
    """
    words: Words = ctx.obj
    with league_desk() as desk:
        added = add_player(desk, name, organiser=organiser, lang=speaks or words.locale, address=address)
    player = added.player
    if as_json:
        told = {"id": player.id, "name": player.name, "organiser": player.organiser, "lang": player.lang}
        print_json({**told, "key": added.key})
        return DONE
    console = page()
    print_text(console, words("players.added", name=player.name, id=player.id))
    _print_key(added.key, words)
    return DONE


@app.command("change", cls=ArenaCommand)
def change(
    ctx: typer.Context,
    name: Name,
    address: Annotated[
        str | None, typer.Option("--address", metavar="ADDRESS", help="players.address-option")
    ] = None,
    no_address: Annotated[bool, typer.Option("--no-address", help="players.no-address-option")] = False,
    speaks: Speaks = None,
    organiser: Annotated[bool, typer.Option("--organiser", help="players.organiser-option")] = False,
    no_organiser: Annotated[bool, typer.Option("--no-organiser", help="players.no-organiser-option")] = False,
    as_json: AsJson = False,
) -> int:
    """Change a participant's address, language, or whether it is an organiser; what is not given stays.

    JSON: the participant, as `list` has it.
    """
    words: Words = ctx.obj
    given = (address is not None, no_address, speaks is not None, organiser, no_organiser)
    if not any(given) or (address is not None and no_address) or (organiser and no_organiser):
        raise WrongUsageError("players-change.what", ctx.command_path)
    with league_desk() as desk:
        changed = change_player(
            desk,
            find_player(desk, name),
            address=None if no_address else LEFT if address is None else address,
            lang=speaks,
            organiser=organiser if organiser or no_organiser else None,
        )
    if as_json:
        print_json(_data(changed, words))
    else:
        key = "players.changed" if changed.has_address else "players.changed-no-address"
        role = words("players.organiser" if changed.organiser else "players.participant")
        told = {"name": changed.name, "id": changed.id, "lang": changed.lang, "role": role}
        print_text(page(), words(key, **told))
    return DONE


@app.command("list", cls=ArenaCommand)
def list_(ctx: typer.Context, as_json: AsJson = False) -> int:
    """List all participants, the forgotten ones by their pseudonyms.

    JSON: `players`, a list of `id`, `name`, `organiser`, `lang`, `level`, `xp`, `has_address`, `created_at`,
    `forgotten_at`, and `keys`, a list of `prefix`, `label`, `created_at`, `last_used_at`, `revoked_at`.
    """
    words: Words = ctx.obj
    with league_desk() as desk:
        listed, calendar, now = list_players(desk), desk.calendar, desk.clock()
    if as_json:
        print_json({"players": [_data(player, words) for player in listed]})
        return DONE
    console = page()
    if not listed:
        print_text(console, words("players.nobody"))
        return DONE
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="title")
    table.add_column(words("players.head-id"), justify="right")
    for key in ("name", "role", "lang"):
        table.add_column(words(f"players.head-{key}"))
    for key in ("level", "xp"):
        table.add_column(words(f"players.head-{key}"), justify="right")
    for key in ("keys", "used"):
        table.add_column(words(f"players.head-{key}"))
    for player in listed:
        opening = [key for key in player.keys if key.opens(now)]
        table.add_row(*_row(player, opening, calendar, words))
    console.print(table, width=page_width(console))
    return DONE


@app.command("revoke", cls=ArenaCommand)
def revoke(
    ctx: typer.Context,
    name: Name,
    key: Key = None,
    all_: Annotated[bool, typer.Option("--all", help="players.all-option")] = False,
    as_json: AsJson = False,
) -> int:
    """Revoke one key or all of them, at once.

    JSON: `id`, `revoked`, a list of keys as `arena players list` has them.
    """
    words: Words = ctx.obj
    if all_ == (key is not None):
        raise WrongUsageError("players-revoke.which", ctx.command_path)
    with league_desk() as desk:
        player_id = find_player(desk, name)
        revoked = revoke_keys(desk, player_id, key)
    if as_json:
        print_json({"id": player_id, "revoked": [_key_data(each) for each in revoked]})
    else:
        keys = ", ".join(map(_named, revoked))
        print_text(page(), words("players.revoked", keys=keys))
    return DONE


@app.command("rotate", cls=ArenaCommand)
def rotate(
    ctx: typer.Context,
    name: Name,
    key: Key = None,
    keep_days: Annotated[
        int,
        typer.Option("--keep-days", metavar="N", min=0, max=MOST_KEPT_DAYS, help="players.keep-days-option"),
    ] = 0,
    label: Annotated[
        str | None, typer.Option("--label", metavar="LABEL", help="players.label-option")
    ] = None,
    as_json: AsJson = False,
) -> int:
    """Make a new key in the place of the old ones, and show it.

    JSON: `id`, `name`, `key`, `prefix`, `label`, and `replaced`, the old keys as `arena players list` has
    them.
    """
    words: Words = ctx.obj
    with league_desk() as desk:
        player_id = find_player(desk, name)
        made = rotate_key(desk, player_id, key, keep_days=keep_days, label=label)
        calendar = desk.calendar
    if as_json:
        told = {"name": made.owner, "key": made.key, "prefix": made.view.prefix, "label": made.view.label}
        print_json({"id": player_id, **told, "replaced": [_key_data(each) for each in made.replaced]})
        return DONE
    console = page()
    print_text(console, words("players.rotated", name=made.owner, id=player_id, label=made.view.label))
    _print_key(made.key, words)
    for each in made.replaced:
        told_key = _named_key(each, calendar, words) if keep_days else _named(each)
        print_text(console, words("players.key-ends" if keep_days else "players.key-ended", named=told_key))
    return DONE


@app.command("forget", cls=ArenaCommand)
def forget(
    ctx: typer.Context,
    name: Name,
    yes: Annotated[bool, typer.Option("--yes", help="players.yes-option")] = False,
    as_json: AsJson = False,
) -> int:
    """Forget a person; it cannot be taken back, so it wants `--yes`.

    JSON: `id`, `hero_id` (or null), `already` (forgotten before).
    """
    words: Words = ctx.obj
    if not yes:
        raise WrongUsageError("players-forget.sure", ctx.command_path)
    with league_desk() as desk:
        forgotten = forget_player(desk, find_player(desk, name))
    told = {"id": forgotten.player_id, "hero_id": forgotten.hero_id, "already": forgotten.already}
    if as_json:
        print_json(told)
        return DONE
    key = "players.forgotten-already" if forgotten.already else "players.forgotten"
    print_text(page(), words(key, id=forgotten.player_id))
    return DONE


def _print_key(key: str, words: Words) -> None:
    console = page()
    console.print()
    console.print(f"  {key}", style="code", soft_wrap=True)
    console.print()
    print_text(console, words("players.key-once"))


def _named(key: KeyView) -> str:
    return f"{key.prefix} ({key.label})"


def _named_key(key: KeyView, calendar: Calendar, words: Words) -> str:
    """A key that opens, and until when, if that has an end."""
    if key.revoked_at is None:
        return _named(key)
    return words("players.key-until", named=_named(key), until=local_minute(key.revoked_at, calendar))


def _row(player: PlayerView, opening: list[KeyView], calendar: Calendar, words: Words) -> list[str]:
    used = max((key.last_used_at for key in player.keys if key.last_used_at), default=None)
    return [
        str(player.id),
        player.shown_name(words.locale),
        words("players.organiser") if player.organiser else "",
        player.lang,
        str(player.level),
        str(player.xp),
        ", ".join(_named_key(key, calendar, words) for key in opening),
        local_minute(used, calendar) if used else "",
    ]


def _data(player: PlayerView, words: Words) -> dict[str, object]:
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
        "keys": [_key_data(key) for key in player.keys],
    }


def _key_data(key: KeyView) -> dict[str, object]:
    return {
        "prefix": key.prefix,
        "label": key.label,
        "created_at": instant(key.created_at),
        "last_used_at": instant(key.last_used_at),
        "revoked_at": instant(key.revoked_at),
    }
