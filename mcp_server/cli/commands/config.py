"""`arena config`: every setting, what it is set to, and what it does."""

import os
from collections.abc import Sequence
from typing import Annotated, Any

import typer
from pydantic.fields import FieldInfo
from rich.padding import Padding
from rich.text import Text

from arena.desk.outbox.addresses import address_faults
from arena.desk.players.addresses import masked
from arena.errors import Fault
from arena.settings import Settings, load_settings, variable
from arena.store.address import place, store_url
from arena.store.backup.thinning import DAYS, WEEKS
from mcp_server.cli.failures import DONE
from mcp_server.cli.help_page import ArenaCommand
from mcp_server.cli.language import VARIABLE
from mcp_server.cli.numbers import count
from mcp_server.cli.screen import page, page_width, print_json
from mcp_server.pictures.file_cache import CAPACITY
from mcp_server.variables import KEY
from mcp_server.words import Words

GIGABYTE = 1_000_000_000
NUMBERS = {"days": DAYS, "weeks": WEEKS, "gigabytes": CAPACITY / GIGABYTE}
"""What the texts about settings are filled with."""

app = typer.Typer(add_completion=False)


@app.command("config", cls=ArenaCommand)
def config(
    ctx: typer.Context, as_json: Annotated[bool, typer.Option("--json", help="json-option")] = False
) -> int:
    """Show all settings.

    JSON: `settings`, a list of `variable`, `value`, `default` (null: none), `is_set`, `about` and `faults`, a
    list of `code`, `message`, `hint`; of an address that may hold a password only what is no secret is shown.
    """
    words: Words = ctx.obj
    settings = load_settings()
    faults = address_faults(settings)
    told = [
        _told(name, field, settings, faults.get(name, ()), words)
        for name, field in Settings.model_fields.items()
    ]
    told += [_language(words), _key(words)]
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
        for fault in each["faults"]:
            wrong = Text.assemble((fault["message"], "fault"), f" {fault['hint']}")
            console.print(Padding(wrong, (0, 0, 0, 2)), width=page_width(console))
    return DONE


def _told(
    name: str, field: FieldInfo, settings: Settings, faults: Sequence[Fault], words: Words
) -> dict[str, Any]:
    numbers = {key: count(number, words.locale) for key, number in NUMBERS.items()}
    return {
        "variable": variable(name),
        "value": _shown(name, getattr(settings, name)),
        "default": _shown(name, field.get_default(call_default_factory=True)),
        "is_set": name in settings.model_fields_set,
        "about": words(f"config.{name.replace('_', '-')}", **numbers),
        "faults": [
            {
                "code": each.code,
                "message": each.message(words.locale),
                "hint": each.hint(words.locale),
            }
            for each in faults
        ],
    }


def _shown(name: str, value: object) -> object:
    """A value as it may be shown. Those that may be secrets are not in the settings' repr either."""
    if value is None or isinstance(value, int | float):
        return value
    if name == "database_url":
        return place(store_url(str(value)))
    is_open = Settings.model_fields[name].repr
    if isinstance(value, tuple):
        return " ".join(value if is_open else map(masked, value)) or None
    return str(value) if is_open else masked(str(value))


def _language(words: Words) -> dict[str, Any]:
    """What the command itself reads."""
    return _of_the_caller(VARIABLE, os.environ.get(VARIABLE) or None, words("config.lang"))


def _key(words: Words) -> dict[str, Any]:
    """Whether a participant's key is set; of the key itself nothing is shown."""
    return _of_the_caller(KEY, "…" if os.environ.get(KEY) else None, words("config.key"))


def _of_the_caller(name: str, value: str | None, about: str) -> dict[str, Any]:
    is_set = value is not None
    told = {"variable": name, "value": value, "default": None, "is_set": is_set, "about": about}
    return {**told, "faults": []}
