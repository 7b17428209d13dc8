"""`arena players link` and `sign-out`: participants in their browsers."""

import typer

from arena.desk.players.finding import find_player
from arena.desk.players.signing_in import NewLink, end_sign_ins, issue_link
from arena.settings import load_settings, variable
from mcp_server.addresses import sign_in_link
from mcp_server.cli.commands.players.arguments import AsJson, Name
from mcp_server.cli.commands.players.showing import print_secret
from mcp_server.cli.failures import DONE
from mcp_server.cli.league import league_desk
from mcp_server.cli.moments import instant, local_minute
from mcp_server.cli.screen import page, print_json, print_text
from mcp_server.words import Words


def link(ctx: typer.Context, name: Name, as_json: AsJson = False) -> int:
    """Make a sign-in link, and show it.

    JSON: `id`, `name`, `link`, `expires_at`.
    """
    words: Words = ctx.obj
    settings = load_settings()

    def told(made: NewLink) -> None:
        address = sign_in_link(settings.public_url, made.token)
        if as_json:
            data = {"id": made.player_id, "name": made.name, "link": address}
            print_json({**data, "expires_at": instant(made.expires_at)})
            return
        until = local_minute(made.expires_at, desk.calendar)
        about = {"name": made.name, "id": made.player_id, "until": until, "zone": desk.calendar.zone.key}
        print_text(page(), words("players.link", **about))
        print_secret(address, words("players.link-once"))

    with league_desk(of_many=True) as desk:
        # A link that could not be shown ends none.
        issue_link(desk, find_player(desk, name), told=told)
    if not (as_json or settings.is_public):
        names = {"variable": variable("public_url"), "address": settings.public_url}
        print_text(page(), words("players.link-elsewhere", **names))
    return DONE


def sign_out(ctx: typer.Context, name: Name, as_json: AsJson = False) -> int:
    """Sign a participant out of every browser, and end its unused links.

    JSON: `id`, `sessions`, `links` (how many of each were ended).
    """
    words: Words = ctx.obj
    with league_desk() as desk:
        player_id = find_player(desk, name)
        ended = end_sign_ins(desk, player_id)
    if as_json:
        print_json({"id": player_id, "sessions": ended.sessions, "links": ended.links})
        return DONE
    key = "players.signed-out" if ended.sessions or ended.links else "players.not-signed-in"
    print_text(page(), words(key, id=player_id, sessions=ended.sessions, links=ended.links))
    return DONE
