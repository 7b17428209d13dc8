"""`arena config`: every setting, what it is set to, and what it does."""

import os
from typing import Annotated

import typer
from pydantic.fields import FieldInfo
from rich.padding import Padding
from rich.text import Text

from arena.desk.players.addresses import masked
from arena.settings import Settings, load_settings, variable
from arena.store.address import place, store_url
from mcp_server.cli.failures import DONE
from mcp_server.cli.help_page import ArenaCommand
from mcp_server.cli.language import VARIABLE, Words
from mcp_server.cli.screen import page, page_width, print_json

app = typer.Typer(add_completion=False)


@app.command("config", cls=ArenaCommand)
def config(
    ctx: typer.Context, as_json: Annotated[bool, typer.Option("--json", help="json-option")] = False
) -> int:
    """Show all settings.

    JSON: `settings`, a list of `variable`, `value`, `default` (null: none), `is_set` and `about`; of an
    address that may hold a password only what is no secret is shown.
    """
    words: Words = ctx.obj
    settings = load_settings()
    told = [_told(name, field, settings, words) for name, field in Settings.model_fields.items()]
    told.append(_language(words))
    if as_json:
        print_json({"settings": told})
        return DONE
    console = page()
    for each in told:
        value = words("config.nothing") if each["value"] is None else str(each["value"])
        key = "config.set" if each["is_set"] else "config.default"
        line = Text.assemble((f"{each['variable']}", "place"), " = ", value, (f"  {words(key)}", "quiet"))
        console.print(line, soft_wrap=True)
        console.print(Padding(Text(f"{each['about']}"), (0, 0, 0, 2)), width=page_width(console))
    return DONE


def _told(name: str, field: FieldInfo, settings: Settings, words: Words) -> dict[str, object]:
    return {
        "variable": variable(name),
        "value": _shown(name, getattr(settings, name)),
        "default": _shown(name, field.get_default(call_default_factory=True)),
        "is_set": name in settings.model_fields_set,
        "about": words(f"config.{name.replace('_', '-')}"),
    }


def _shown(name: str, value: object) -> object:
    """A value as it may be shown. Those that may be secrets are not in the settings' repr either."""
    if value is None or isinstance(value, int | float):
        return value
    if name == "database_url":
        return place(store_url(str(value)))
    if isinstance(value, tuple):
        return " ".join(map(masked, value)) or None
    return str(value) if Settings.model_fields[name].repr else masked(str(value))


def _language(words: Words) -> dict[str, object]:
    """What the command itself reads."""
    given = os.environ.get(VARIABLE) or None
    about = words("config.lang")
    return {
        "variable": VARIABLE,
        "value": given,
        "default": None,
        "is_set": given is not None,
        "about": about,
    }
