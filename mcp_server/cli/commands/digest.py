"""`arena digest`: what happened, as people and programs read it."""

import sys
from collections.abc import Sequence
from typing import Annotated

import typer

from arena import roster
from arena.desk.battles.filming import battle_of_the_roster
from arena.desk.desk import Desk
from arena.desk.digests import battles_of, list_digests, my_digest, read_digest, sights_of_mine
from arena.league.digest import (
    digest_json,
    html_page,
    markdown_text,
    my_digest_json,
    tell_digest,
    tell_mine,
)
from arena.league.digest.model import Digest
from arena.league.digest.page import Page as Told
from arena.league.digest.sights import NOTHING
from mcp_server.cli.contestants import battle_to_type
from mcp_server.cli.failures import DONE, WrongUsageError
from mcp_server.cli.help_page import ArenaCommand
from mcp_server.cli.language import given_again
from mcp_server.cli.league import league_desk, public_addresses
from mcp_server.cli.moments import instant, local_minute
from mcp_server.cli.own_key import own_player
from mcp_server.cli.pages.told_page import print_told
from mcp_server.cli.screen import page, print_json, print_text
from mcp_server.public_addresses import PublicAddresses
from mcp_server.words import Words

LATEST = "latest"
PLAIN, ATOM = "plain", "atom"
FORMATS = {"markdown": markdown_text, "html": html_page}
CHOICES = (PLAIN, *FORMATS, ATOM)
LISTED = 20

APART = (
    ("--list", "KEY"),
    ("--list", "--mine"),
    ("--list", "--format"),
    ("--format", "--json"),
    ("--format atom", "--json"),
    ("--format atom", "KEY"),
    ("--format atom", "--mine"),
    ("--format atom", "--list"),
)
"""What does not go together."""

app = typer.Typer(add_completion=False)


@app.command("digest", cls=ArenaCommand)
def digest(
    ctx: typer.Context,
    key: Annotated[str, typer.Argument(metavar="[KEY]", help="digest.key", show_default=False)] = LATEST,
    mine: Annotated[bool, typer.Option("--mine", help="digest.mine-option")] = False,
    format_: Annotated[str, typer.Option("--format", metavar="FORMAT", help="digest.format-option")] = PLAIN,
    listed: Annotated[bool, typer.Option("--list", help="digest.list-option")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="json-option")] = False,
) -> int:
    """Show a digest, one's own, the list of all, or the feed.

    JSON: the digest's facts with names; with --list `digests`, a list of `key`, `kind`, `published_at`.
    """
    words: Words = ctx.obj
    if format_ not in CHOICES:
        choices = ", ".join(CHOICES)
        raise WrongUsageError("usage.bad-choice", ctx.command_path, name="--format", choices=choices)
    given = {
        "KEY": key != LATEST,
        "--mine": mine,
        "--format": format_ in FORMATS,
        "--format atom": format_ == ATOM,
        "--list": listed,
        "--json": as_json,
    }
    for first, second in APART:
        if given[first] and given[second]:
            raise WrongUsageError("usage.together", ctx.command_path, first=first, second=second)
    addresses = public_addresses()
    with league_desk() as desk:
        if listed:
            return _print_list(desk, words, as_json)
        if format_ == ATOM:
            _write(_feed(desk, words.locale, addresses))
            return DONE
        film = None
        if mine:
            own = my_digest(desk, own_player(desk), key, words.locale)
            sights = NOTHING if addresses is None else sights_of_mine(desk, own, words.locale, addresses)
            data, told = my_digest_json(own), tell_mine(own, words.locale, sights)
        else:
            read = read_digest(desk, key, words.locale, addresses)
            data, told = digest_json(read), tell_digest(read)
            if addresses is None:
                film = _film(desk, read.digest, words, given_again(ctx))
    if as_json:
        print_json(data)
        return DONE
    _print(told, format_)
    if film is not None and format_ == PLAIN:
        console = page()
        console.print()
        console.print(film, soft_wrap=True)
    return DONE


def _film(desk: Desk, digest: Digest, words: Words, more: Sequence[str]) -> str | None:
    """What to type, with `more` options, for a film of one of a digest's battles, where it is at no address;
    None if there is none that can be fought without the league's heroes."""
    battle = battle_of_the_roster(desk, battles_of(digest))
    if battle is None:
        return None
    a, b = (roster.load(id_).name for id_ in battle.heroes)
    command = battle_to_type("render battle", battle.heroes, battle.seed, battle.ruleset, more)
    return words("digest.film", a=a, b=b, command=command)


def _print(told: Told, format_: str) -> None:
    if format_ == PLAIN:
        print_told(page(), told)
    else:
        _write(FORMATS[format_](told).encode())


def _write(content: bytes) -> None:
    """As it is: what a mail program or a feed reader takes."""
    sys.stdout.buffer.write(content)
    sys.stdout.buffer.flush()


def _feed(desk: Desk, locale: str, addresses: PublicAddresses | None) -> bytes:
    """The last digests as an Atom feed."""
    from arena.desk.installation import installation
    from arena.league.digest.feed import atom_feed

    link = None if addresses is None else addresses.home
    reads = [read_digest(desk, each.key, locale, addresses) for each in list_digests(desk, LISTED)]
    with desk.read() as (session, _):
        league = installation(session)
    return atom_feed(reads, locale, league.uuid, league.created_at, link)


def _print_list(desk: Desk, words: Words, as_json: bool) -> int:
    rows = list_digests(desk, LISTED)
    if as_json:
        told = [
            {"key": row.key, "kind": row.kind.value, "published_at": instant(row.published_at)}
            for row in rows
        ]
        print_json({"digests": told})
        return DONE
    console = page()
    for row in rows:
        console.print(f"{row.key}  {local_minute(row.published_at, desk.calendar)}", soft_wrap=True)
    if not rows:
        print_text(console, words("digest.none"))
    return DONE
