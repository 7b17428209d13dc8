"""`arena db`: the database's tables, brought to the version that this program needs, or looked at."""

from typing import Annotated

import typer

from arena.settings import load_settings
from arena.store import existing_store, schema, upgrade_store
from arena.store.address import place, store_url
from mcp_server.cli.failures import DONE
from mcp_server.cli.help_page import ArenaCommand, ArenaGroup
from mcp_server.cli.language import Words
from mcp_server.cli.screen import page, print_json

app = typer.Typer(cls=ArenaGroup, add_completion=False)

AsJson = Annotated[bool, typer.Option("--json", help="json-option")]


@app.callback(invoke_without_command=True)
def db(ctx: typer.Context) -> None:
    """Without a subcommand: the help."""
    if ctx.invoked_subcommand is None:
        typer.echo(ctx.get_help())


@app.command("upgrade", cls=ArenaCommand)
def upgrade(ctx: typer.Context, as_json: AsJson = False) -> int:
    """Bring the tables to the version that this program needs. JSON: `database`, `found` (null: it was empty)
    and `version`."""
    words: Words = ctx.obj
    address = load_settings().database_url
    found, version = upgrade_store(address)
    database = place(store_url(address))
    if as_json:
        print_json({"database": database, "found": found, "version": version})
    elif found is None:
        page().print(words("db.made", database=database, version=version), soft_wrap=True)
    else:
        key = "db.right" if found == version else "db.upgraded"
        page().print(words(key, database=database, found=found, version=version), soft_wrap=True)
    return DONE


@app.command("check", cls=ArenaCommand)
def check(ctx: typer.Context, as_json: AsJson = False) -> int:
    """Say whether the tables are of the right version; 1 if they are not. JSON: `database`, `found` (null: it
    is empty) and `version`, the one that is needed."""
    words: Words = ctx.obj
    store = existing_store(load_settings().database_url)
    database, version = place(store.url), schema.known_versions()[-1]
    try:
        with store.read() as session:
            found = schema.version_of(session.connection())
    finally:
        store.close()
    if found is not None:
        schema.check(found, database)
    if as_json:
        print_json({"database": database, "found": found, "version": version})
    else:
        key = "db.right" if found else "db.empty"
        page().print(words(key, database=database, version=version), soft_wrap=True)
    return DONE
