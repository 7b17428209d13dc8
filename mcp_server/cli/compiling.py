"""The first battle and the first picture of a fresh machine: code is compiled, and the reader is told what
takes so long."""

import os
from collections.abc import Callable

from arena.battle.sources import kernel_is_kept
from arena.errors import ArenaError, Fault
from mcp_server.cli.screen import stderr_page
from mcp_server.words import TEXTS, Words

DISABLED = "NUMBA_DISABLE_JIT"


def have_kernel(words: Words) -> None:
    """Compile the kernel now if it is not kept from an earlier run, saying so on stderr.

    Raises `ArenaError` `jit-disabled` where numba is told not to compile: there is no other kernel.
    """
    if _is_disabled():
        raise ArenaError([Fault("jit-disabled", params={"variable": DISABLED}, catalogue=TEXTS)])
    if not kernel_is_kept():
        _tell_while(words("compiling"), _compile_kernel)


def have_renderer(words: Words) -> None:
    """The same of what draws pictures and figures; where numba is told not to compile, it draws slowly."""
    from render.compiling import compile_drawing, drawing_is_kept

    if not _is_disabled() and not drawing_is_kept():
        _tell_while(words("compiling-renderer"), compile_drawing)


def _is_disabled() -> bool:
    return os.environ.get(DISABLED, "0") not in ("", "0")


def _tell_while(told: str, do: Callable[[], None]) -> None:
    console = stderr_page()
    if console.is_terminal:
        with console.status(told):
            do()
    else:
        console.print(told)
        do()


def _compile_kernel() -> None:
    from arena.battle import fight
    from arena.hero import Hero
    from arena.hero.sample import SAMPLE

    hero = Hero.model_validate(SAMPLE)
    fight(hero, hero, 0)
