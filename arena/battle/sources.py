"""The files in which the kernel's code stands, and whether it was compiled from them already."""

from arena.compiled import ROOT, is_kept

SOURCES = (
    *sorted((ROOT / "arena" / "battle").glob("*.py")),
    ROOT / "arena" / "hero" / "record.py",
    ROOT / "dsl" / "vocabulary.py",
)


def kernel_is_kept() -> bool:
    """Whether the first battle will find a compiled kernel. Costs no import of numba."""
    return is_kept(SOURCES)
