"""What several commands on participants take."""

from typing import Annotated

import typer

Name = Annotated[str, typer.Argument(metavar="NAME", help="players.name")]
Speaks = Annotated[str | None, typer.Option("--speaks", metavar="ru|en|es", help="players.speaks-option")]
AsJson = Annotated[bool, typer.Option("--json", help="json-option")]
