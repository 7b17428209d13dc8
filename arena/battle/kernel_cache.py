"""Where the compiled kernel is kept between runs.

numba would judge a kept kernel by `kernel.py` alone; a change of the lanes, the record or numba itself would
run old code. So each state of those sources has a folder of its own. Where no folder can be made the kernel
is compiled anew each time, which costs seconds and changes nothing.
"""

import hashlib
import os
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib.metadata import version
from pathlib import Path

from platformdirs import user_cache_path

ROOT = Path(__file__).parents[2]
SOURCES = (
    *sorted((ROOT / "arena" / "battle").glob("*.py")),
    ROOT / "arena" / "hero" / "record.py",
    ROOT / "dsl" / "vocabulary.py",
)


@cache
def kernel_folder() -> Path | None:
    """The folder for this very kernel, made if need be; None where none can be written."""
    digest = hashlib.sha256()
    for source in SOURCES:
        digest.update(source.read_bytes())
    digest.update(f"{version('numba')} {version('numpy')}".encode())
    given = os.environ.get("NUMBA_CACHE_DIR")
    base = Path(given) if given else user_cache_path("hero-arena")
    folder = base / f"kernel-{digest.hexdigest()[:16]}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return None
    return folder if os.access(folder, os.W_OK) else None


def kernel_is_kept() -> bool:
    """Whether the first battle will find a compiled kernel. Costs no import of numba."""
    folder = kernel_folder()
    return folder is not None and any(folder.rglob("*.nbc"))


@contextmanager
def kept_in(folder: Path) -> Iterator[None]:
    """Have numba keep what is decorated inside the block in `folder`."""
    from numba import config

    before = config.CACHE_DIR
    config.CACHE_DIR = str(folder)
    try:
        yield
    finally:
        config.CACHE_DIR = before
