"""`arena render hero`: a hero's figure as a file for viewers, pages, modellers or printers."""

from collections.abc import Iterable, Mapping
from typing import Annotated, ClassVar

import typer

from arena.hero import Hero
from mcp_server.cli.commands.render.kinds import HERO_FILES
from mcp_server.cli.commands.render.output import kind_for, own_name, place_for, tell_made, write
from mcp_server.cli.compiling import have_renderer
from mcp_server.cli.contestants import contestant
from mcp_server.cli.failures import DONE, WrongUsageError
from mcp_server.cli.help_page import ArenaCommand
from mcp_server.cli.screen import print_json, print_text, progress_bar, stderr_page
from mcp_server.words import Words
from render import Frame
from render.framing import THREE_QUARTERS
from render.picture import DEFAULT_SIZE, SIZES, YAWS
from render.pixels import drawn_frames
from render.rig import Rig, rig_of
from render.turntable import DEFAULT_SIZE as DEFAULT_TURNTABLE_SIZE
from render.turntable import FRAMES

NO_LIMBS: Mapping[Frame, str] = {"pixels": "render.no-limbs", "strike": "render.strike-no-limbs"}
"""What is told of a frame in which none were found."""


class HeroCommand(ArenaCommand):
    """Its help tells what its options are unless they are given, and which kinds of files there are."""

    fillings: ClassVar = {
        "picture": DEFAULT_SIZE,
        "turntable": DEFAULT_TURNTABLE_SIZE,
        "yaw": THREE_QUARTERS,
        "kinds": ", ".join(HERO_FILES),
    }


def hero(
    ctx: typer.Context,
    given: Annotated[str, typer.Argument(metavar="HERO", help="render.hero")],
    kind_given: Annotated[str | None, typer.Option("--as", metavar="KIND", help="render.as-option")] = None,
    output: Annotated[
        str | None, typer.Option("-o", "--output", metavar="FILE", help="render.output-option")
    ] = None,
    size: Annotated[
        int | None,
        typer.Option("--size", metavar="N", min=SIZES[0], max=SIZES[1], help="render.size-option"),
    ] = None,
    yaw: Annotated[
        int | None,
        typer.Option("--yaw", metavar="DEGREES", min=YAWS[0], max=YAWS[1], help="render.yaw-option"),
    ] = None,
    small: Annotated[bool, typer.Option("--small", help="render.small-option")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="json-option")] = False,
) -> int:
    """Make the file and tell where it is; with `-o -` its bytes are all that is on stdout.

    JSON: `hero` (as given), `name`, `as`, `file`, `bytes`, `rig_given` (by the hero's author), `has_limbs`
    (else the figure moves as one piece), `strike_rig_given`, `strike_has_limbs` (the same of the frame
    `strike`, null if there is none).
    """
    words: Words = ctx.obj
    numbers = {name: number for name, number in (("size", size), ("yaw", yaw)) if number is not None}
    options: dict[str, int | bool] = numbers | ({"small": True} if small else {})
    kind = kind_for(kind_given, output, HERO_FILES, ctx.command_path)
    _refuse_unfit(ctx.command_path, kind, options)
    found = contestant(given)
    file = place_for(output, own_name([found.given], kind), ctx.command_path, as_json)
    have_renderer(words)
    content = _rendered(found.hero, kind, options, words)
    write(file, content)
    rigs = {frame: rig_of(found.hero.sprite, frame) for frame in drawn_frames(found.hero.sprite)}
    if as_json:
        told = {"hero": found.given, "name": found.hero.name, "as": kind, "file": file, "bytes": len(content)}
        print_json({**told, **_rig_data(rigs)})
        return DONE
    tell_made(file, content, words)
    for frame, rig in rigs.items():
        if not rig.is_given and not rig.has_limbs:
            print_text(stderr_page(), words(NO_LIMBS[frame]), style="advice")
    return DONE


def _rig_data(rigs: Mapping[Frame, Rig]) -> dict[str, bool | None]:
    base, strike = rigs["pixels"], rigs.get("strike")
    return {
        "rig_given": base.is_given,
        "has_limbs": base.has_limbs,
        "strike_rig_given": strike.is_given if strike else None,
        "strike_has_limbs": strike.has_limbs if strike else None,
    }


def _refuse_unfit(command: str, kind: str, options: Iterable[str]) -> None:
    """Raises `WrongUsageError` for an option that the kind does not take."""
    for option in options:
        if option not in HERO_FILES[kind].options:
            raise WrongUsageError("usage.together", command, first=f"--{option}", second=f"--as {kind}")


def _rendered(hero: Hero, kind: str, options: Mapping[str, int | bool], words: Words) -> bytes:
    file = HERO_FILES[kind]
    if not file.is_turntable:
        return file.make(hero, **options)
    with progress_bar() as progress:
        task = progress.add_task(words("render.drawing"), total=FRAMES)
        return file.make(hero, drawn=lambda: progress.advance(task), **options)
