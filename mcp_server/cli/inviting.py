"""Inviting somebody into an arena that was just opened: a participant with a key and a sign-in link."""

from arena.desk.desk import Desk
from arena.desk.players.register import add_player
from arena.desk.players.signing_in import issue_link
from arena.league.settings import league
from mcp_server.addresses import endpoint, sign_in_link
from mcp_server.cli.pages.demo_page import Invitation
from mcp_server.words import Words


def invite(desk: Desk, address: str, words: Words) -> Invitation:
    """Add a guest to the arena at `address`, who comes in by the invitation."""
    guest = add_player(desk, words("demo.player"), lang=words.locale)
    link = issue_link(desk, guest.player.id)
    return Invitation(
        address=address,
        endpoint=endpoint(address),
        key=guest.key,
        sign_in=sign_in_link(address, link.token),
        minutes=league().sign_in.link_minutes,
    )
