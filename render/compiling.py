"""The code that is compiled before the first picture or figure: whether it was, and doing it now."""

from arena.compiled import is_kept
from render import labels, raster


def drawing_is_kept() -> bool:
    """Whether the first picture or figure will find its code compiled. Costs no import of numba."""
    return is_kept(labels.SOURCES) and is_kept(raster.SOURCES)


def compile_drawing() -> None:
    """Have it compiled, or taken from where it is kept."""
    labels.compiled_label()
    raster.compiled_draw()
