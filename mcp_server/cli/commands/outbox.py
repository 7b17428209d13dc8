"""`arena outbox`: messages, how they stand, and what is to become of those that went wrong."""

from typing import Annotated

import typer
from rich.console import JustifyMethod
from rich.table import Table

from arena.desk.outbox.messages import (
    DEFAULT_ROWS,
    MOST_ROWS,
    TROUBLED,
    KnownMessage,
    close_message,
    list_messages,
    retry_message,
)
from arena.desk.reasons import reason_code, reason_text
from arena.league.calendar import Calendar
from arena.store.tables.news import MessageState
from mcp_server.cli.failures import DONE
from mcp_server.cli.help_page import ArenaCommand, command_group
from mcp_server.cli.league import league_desk
from mcp_server.cli.moments import instant, local_minute
from mcp_server.cli.screen import page, page_width, print_json, print_text
from mcp_server.words import Words

REASONS = 110
"""The narrowest page that has a column for why."""

app = command_group()

Id = Annotated[int, typer.Argument(metavar="ID", min=1, max=2**63 - 1, help="outbox.id")]
AsJson = Annotated[bool, typer.Option("--json", help="json-option")]


@app.command("list", cls=ArenaCommand)
def list_(
    ctx: typer.Context,
    troubled: Annotated[bool, typer.Option("--troubled", help="outbox.troubled-option")] = False,
    limit: Annotated[
        int, typer.Option("-n", "--limit", metavar="N", min=1, max=MOST_ROWS, help="outbox.limit-option")
    ] = DEFAULT_ROWS,
    as_json: AsJson = False,
) -> int:
    """List the last messages, the newest first.

    JSON: `messages`, a list of `id`, `kind`, `recipient` (without what may be secret), `player_id`,
    `player` (its name), `setting` (null, or the `variable` that holds the address and its `number` there),
    `digest_key`, `state`, `attempts`, `not_before`, `error`, `error_code`, `sent_at`.
    """
    words: Words = ctx.obj
    with league_desk() as desk:
        listed = list_messages(desk, TROUBLED if troubled else tuple(MessageState), limit)
    if as_json:
        print_json({"messages": [_data(message) for message in listed]})
    elif listed:
        _print_list(listed, desk.calendar, words)
    else:
        print_text(page(), words("outbox.none-troubled" if troubled else "outbox.none"))
    return DONE


@app.command("retry", cls=ArenaCommand)
def retry(ctx: typer.Context, id_: Id, as_json: AsJson = False) -> int:
    """Have a message sent at the next tick. JSON: the message, as `list` has it."""
    with league_desk() as desk:
        message = retry_message(desk, id_)
    _tell("outbox.retried", message, ctx.obj, as_json)
    return DONE


@app.command("ack", cls=ArenaCommand)
def ack(ctx: typer.Context, id_: Id, as_json: AsJson = False) -> int:
    """Put a message aside. JSON: the message, as `list` has it."""
    with league_desk() as desk:
        message = close_message(desk, id_)
    _tell("outbox.closed", message, ctx.obj, as_json)
    return DONE


def _tell(key: str, message: KnownMessage, words: Words, as_json: bool) -> None:
    if as_json:
        print_json(_data(message))
    else:
        print_text(page(), words(key, id=message.id, recipient=message.for_whom(words.locale)))


def _print_list(listed: tuple[KnownMessage, ...], calendar: Calendar, words: Words) -> None:
    """A table, a line a message; where it is narrow the reasons stand below it."""
    console = page()
    width = page_width(console)
    shown = ["id", "what", "recipient", "state", "moment", *(["error"] if width >= REASONS else [])]
    rows = [_cells(message, calendar, words) for message in listed]
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="title")
    for name in shown:
        longest = max(len(word) for row in rows for word in row[name].split())
        justify: JustifyMethod = "right" if name == "id" else "left"
        table.add_column(
            words(f"outbox.head-{name}"),
            justify=justify,
            overflow="fold",
            no_wrap=name == "moment",
            min_width=longest if name == "what" else None,
        )
    for row in rows:
        table.add_row(*(row[name] for name in shown))
    console.print(table, width=width)
    for row in rows:
        if row["error"] and "error" not in shown:
            print_text(console, f"{row['id']}: {row['error']}")


def _cells(message: KnownMessage, calendar: Calendar, words: Words) -> dict[str, str]:
    return {
        "id": str(message.id),
        "what": message.what(words.locale),
        "recipient": message.for_whom(words.locale),
        "state": words(f"outbox.state-{message.state}"),
        "moment": local_minute(message.sent_at or message.not_before, calendar),
        "error": reason_text(message.error, words.locale),
    }


def _data(message: KnownMessage) -> dict[str, object]:
    return {
        "id": message.id,
        "kind": message.kind,
        "recipient": message.recipient,
        "player_id": message.player_id,
        "player": message.player,
        "setting": message.setting and {"variable": message.setting[0], "number": message.setting[1]},
        "digest_key": message.digest_key,
        "state": message.state.value,
        "attempts": message.attempts,
        "not_before": instant(message.not_before),
        "error": reason_text(message.error, "en") or None,
        "error_code": reason_code(message.error),
        "sent_at": instant(message.sent_at),
    }
