"""`arena db`: the database's tables, brought to the version that this program needs, or looked at."""

from typing import Annotated

import typer

from arena.settings import load_settings
from arena.store import existing_store, schema, upgrade_store
from arena.store.address import place, store_url
from mcp_server.cli.failures import DONE
from mcp_server.cli.help_page import ArenaCommand, command_group
from mcp_server.cli.screen import page, print_json, print_text
from mcp_server.words import Words

app = command_group()

AsJson = Annotated[bool, typer.Option("--json", help="json-option")]


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
        print_text(page(), words("db.made", database=database, version=version))
    else:
        key = "db.right" if found == version else "db.upgraded"
        print_text(page(), words(key, database=database, found=found, version=version))
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
        print_text(page(), words(key, database=database, version=version))
    return DONE
