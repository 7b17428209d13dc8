"""`arena players`: participants and their keys, in an organiser's hands."""

from typing import Annotated

import typer
from rich.table import Table

from arena.desk.players.finding import find_player
from arena.desk.players.forgetting import forget_player
from arena.desk.players.keys import MOST_KEPT_DAYS, KeyView, NewKey, revoke_keys, rotate_key
from arena.desk.players.register import PlayerView, add_player, list_players
from arena.league.calendar import Calendar
from mcp_server.cli.failures import DONE, WrongUsageError
from mcp_server.cli.help_page import ArenaCommand, ArenaGroup
from mcp_server.cli.language import Words
from mcp_server.cli.league import league_desk
from mcp_server.cli.moments import instant, local_minute
from mcp_server.cli.screen import page, page_width, print_json

app = typer.Typer(cls=ArenaGroup, add_completion=False)

Name = Annotated[str, typer.Argument(metavar="NAME", help="players.name")]
Key = Annotated[str | None, typer.Option("--key", metavar="KEY", help="players.key-option")]
AsJson = Annotated[bool, typer.Option("--json", help="json-option")]


@app.callback(invoke_without_command=True)
def players(ctx: typer.Context) -> None:
    """Without a subcommand: the help."""
    if ctx.invoked_subcommand is None:
        typer.echo(ctx.get_help())


@app.command("add", cls=ArenaCommand)
def add(
    ctx: typer.Context,
    name: Name,
    organiser: Annotated[bool, typer.Option("--organiser", help="players.organiser-option")] = False,
    address: Annotated[
        str | None, typer.Option("--address", metavar="ADDRESS", help="players.address-option")
    ] = None,
    as_json: AsJson = False,
) -> int:
    """Add a participant, whose language is that of the call, and show the key.

    JSON: `id`, `name`, `organiser`, `lang`, `key`.
    """
    words: Words = ctx.obj
    with league_desk() as desk:
        added = add_player(desk, name, organiser=organiser, lang=words.locale, address=address)
    player = added.player
    if as_json:
        told = {"id": player.id, "name": player.name, "organiser": player.organiser, "lang": player.lang}
        print_json({**told, "key": added.key})
        return DONE
    console = page()
    console.print(words("players.added", name=player.name, id=player.id), soft_wrap=True)
    _print_key(added.key, words)
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
        console.print(words("players.nobody"), soft_wrap=True)
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
        keys = ", ".join(f"{each.prefix} ({each.label})" for each in revoked)
        page().print(words("players.revoked", keys=keys), soft_wrap=True)
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

    JSON: `id`, `key`, `prefix`, `label`.
    """
    words: Words = ctx.obj
    with league_desk() as desk:
        player_id = find_player(desk, name)
        made: NewKey = rotate_key(desk, player_id, key, keep_days=keep_days, label=label)
    if as_json:
        told = {"prefix": made.view.prefix, "label": made.view.label}
        print_json({"id": player_id, "key": made.key, **told})
    else:
        _print_key(made.key, words)
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
    page().print(words(key, id=forgotten.player_id), soft_wrap=True)
    return DONE


def _print_key(key: str, words: Words) -> None:
    console = page()
    console.print()
    console.print(f"  {key}", style="code", soft_wrap=True)
    console.print()
    console.print(words("players.key-once"), width=page_width(console))


def _row(player: PlayerView, opening: list[KeyView], calendar: Calendar, words: Words) -> list[str]:
    used = max((key.last_used_at for key in player.keys if key.last_used_at), default=None)
    return [
        str(player.id),
        player.shown_name(words.locale),
        words("players.organiser") if player.organiser else "",
        player.lang,
        str(player.level),
        str(player.xp),
        ", ".join(f"{key.prefix} ({key.label})" for key in opening),
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
