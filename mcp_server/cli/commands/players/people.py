"""`arena players add`, `change`, `list` and `forget`: who takes part."""

from typing import Annotated

import typer
from rich.table import Table

from arena.desk.players.changing import LEFT, change_player
from arena.desk.players.finding import find_player
from arena.desk.players.forgetting import forget_player
from arena.desk.players.keys import KeyView
from arena.desk.players.register import NewPlayer, PlayerView, add_player, list_players
from arena.league.calendar import Calendar
from mcp_server.cli.commands.players.arguments import AsJson, Name, Speaks
from mcp_server.cli.commands.players.showing import named_key, player_data, print_key
from mcp_server.cli.failures import DONE, WrongUsageError
from mcp_server.cli.league import league_desk
from mcp_server.cli.moments import local_minute
from mcp_server.cli.screen import page, page_width, print_json, print_text
from mcp_server.words import Words

NewName = Annotated[str, typer.Argument(metavar="NAME", help="players.new-name")]


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

    def told(added: NewPlayer) -> None:
        player = added.player
        if as_json:
            data = {"id": player.id, "name": player.name, "organiser": player.organiser, "lang": player.lang}
            print_json({**data, "key": added.key})
            return
        print_text(page(), words("players.added", name=player.name, id=player.id))
        print_key(added.key, words)

    lang = speaks or words.locale
    with league_desk(of_many=True) as desk:
        # A key that could not be shown is none.
        add_player(desk, name, organiser=organiser, lang=lang, address=address, told=told)
    return DONE


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
        print_json(player_data(changed, words))
    else:
        key = "players.changed" if changed.has_address else "players.changed-no-address"
        role = words("players.organiser" if changed.organiser else "players.participant")
        told = {"name": changed.name, "id": changed.id, "lang": changed.lang, "role": role}
        print_text(page(), words(key, **told))
    return DONE


def list_(ctx: typer.Context, as_json: AsJson = False) -> int:
    """List all participants, the forgotten ones by their pseudonyms.

    JSON: `players`, a list of `id`, `name`, `organiser`, `lang`, `level`, `xp`, `has_address`, `created_at`,
    `forgotten_at`, and `keys`, a list of `prefix`, `label`, `created_at`, `last_used_at`, `revoked_at`.
    """
    words: Words = ctx.obj
    with league_desk() as desk:
        listed, calendar, now = list_players(desk), desk.calendar, desk.clock()
    if as_json:
        print_json({"players": [player_data(player, words) for player in listed]})
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


def _row(player: PlayerView, opening: list[KeyView], calendar: Calendar, words: Words) -> list[str]:
    used = max((key.last_used_at for key in player.keys if key.last_used_at), default=None)
    return [
        str(player.id),
        player.shown_name(words.locale),
        words("players.organiser") if player.organiser else "",
        player.lang,
        str(player.level),
        str(player.xp),
        ", ".join(named_key(key, calendar, words) for key in opening),
        local_minute(used, calendar) if used else "",
    ]
