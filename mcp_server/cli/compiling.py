"""The first battle of a fresh machine: the kernel is compiled, and the reader is told what takes so long."""

import os

from arena.battle.sources import kernel_is_kept
from arena.errors import ArenaError, Fault
from mcp_server.cli.screen import stderr_page
from mcp_server.words import TEXTS, Words

DISABLED = "NUMBA_DISABLE_JIT"


def have_kernel(words: Words) -> None:
    """Compile the kernel now if it is not kept from an earlier run, saying so on stderr.

    Raises `ArenaError` `jit-disabled` where numba is told not to compile: there is no other kernel.
    """
    if os.environ.get(DISABLED, "0") not in ("", "0"):
        raise ArenaError([Fault("jit-disabled", params={"variable": DISABLED}, catalogue=TEXTS)])
    if kernel_is_kept():
        return
    console, told = stderr_page(), words("compiling")
    if console.is_terminal:
        with console.status(told):
            _compile()
    else:
        console.print(told)
        _compile()


def _compile() -> None:
    from arena.battle import fight
    from arena.hero import Hero
    from arena.hero.sample import SAMPLE

    hero = Hero.model_validate(SAMPLE)
    fight(hero, hero, 0)
