"""The first battle of a fresh machine: the kernel is compiled, and the reader is told what takes so long."""

from arena.battle.kernel_cache import kernel_is_kept
from mcp_server.cli.language import Words
from mcp_server.cli.screen import stderr_page


def have_kernel(words: Words) -> None:
    """Compile the kernel now if it is not kept from an earlier run, saying so on stderr."""
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
