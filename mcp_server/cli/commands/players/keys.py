"""`arena players revoke` and `rotate`: participants' keys."""

from typing import Annotated

import typer

from arena.desk.players.finding import find_player
from arena.desk.players.keys import MOST_KEPT_DAYS, RotatedKey, revoke_keys, rotate_key
from mcp_server.cli.commands.players.arguments import AsJson, Name
from mcp_server.cli.commands.players.showing import key_data, named, named_key, print_key
from mcp_server.cli.failures import DONE, WrongUsageError
from mcp_server.cli.league import league_desk
from mcp_server.cli.screen import page, print_json, print_text
from mcp_server.words import Words

Key = Annotated[str | None, typer.Option("--key", metavar="KEY", help="players.key-option")]


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
        print_json({"id": player_id, "revoked": [key_data(each) for each in revoked]})
    else:
        keys = ", ".join(map(named, revoked))
        print_text(page(), words("players.revoked", keys=keys))
    return DONE


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

    def told(made: RotatedKey) -> None:
        if as_json:
            data = {"name": made.owner, "key": made.key, "prefix": made.view.prefix, "label": made.view.label}
            print_json({"id": player_id, **data, "replaced": [key_data(each) for each in made.replaced]})
            return
        console = page()
        print_text(console, words("players.rotated", name=made.owner, id=player_id, label=made.view.label))
        print_key(made.key, words)
        for each in made.replaced:
            key_told = named_key(each, desk.calendar, words) if keep_days else named(each)
            text = "players.key-ends" if keep_days else "players.key-ended"
            print_text(console, words(text, named=key_told))

    with league_desk(of_many=True) as desk:
        player_id = find_player(desk, name)
        # A key that could not be shown replaces none.
        rotate_key(desk, player_id, key, keep_days=keep_days, label=label, told=told)
    return DONE
