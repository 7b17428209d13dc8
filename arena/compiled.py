"""Functions compiled by numba, and where their code is kept between runs.

numba would judge what it kept by the file of the outermost function alone; a change of what that calls, or of
numba itself, would run old code. So each state of the sources, on each kind of processor, has a folder of its
own. What is kept is only an aid: what cannot be read is thrown away, and where nothing can be written all is
compiled anew each time, which costs seconds and changes nothing.
"""

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

from platformdirs import user_cache_path

from arena.fingerprint import fingerprint

Sources = tuple[Path, ...]

ROOT = Path(__file__).parents[1]


@cache
def code_folder(sources: Sources) -> Path | None:
    """The folder for what is compiled of these very sources, made if need be; None where none can be
    written."""
    given = os.environ.get("NUMBA_CACHE_DIR")
    base = Path(given) if given else user_cache_path("hero-arena")
    folder = base / f"compiled-{_fingerprint(sources)}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return None
    return folder if os.access(folder, os.W_OK) else None


def _fingerprint(sources: Sources) -> str:
    """Everything on which compiled code depends, and the place of the sources, by which numba looks it up."""
    from llvmlite.binding import get_host_cpu_features, get_host_cpu_name

    processor = os.environ.get("NUMBA_CPU_NAME") or get_host_cpu_name()
    features = os.environ.get("NUMBA_CPU_FEATURES") or get_host_cpu_features().flatten()
    return fingerprint(sources, ("numba", "numpy"), str(ROOT), processor, features)[:16]


def is_kept(sources: Sources) -> bool:
    """Whether there is code of these very sources already. Costs no import of numba."""
    folder = code_folder(sources)
    return folder is not None and any(folder.rglob("*.nbc"))


def compiled(function: Callable[..., None], signature: Any, sources: Sources) -> Any:
    """Compile a function for one signature, or take what was kept of it; it releases the GIL when called.
    `sources`: the files in which its code and all that it calls stand."""
    from numba import njit

    options: dict[str, Any] = {"nogil": True, "boundscheck": False, "error_model": "numpy"}
    folder = code_folder(sources)
    for attempt in range(2 if folder else 0):
        try:
            with _kept_in(folder):
                return njit(signature, cache=True, **options)(function)
        except Exception:
            # Whatever a damaged or unwritable cache raises, the result does not depend on it; a fault of the
            # function itself comes again below, where nothing is caught.
            if attempt == 0 and folder is not None:
                shutil.rmtree(folder, ignore_errors=True)
                folder.mkdir(parents=True, exist_ok=True)
    return njit(signature, **options)(function)


@contextmanager
def _kept_in(folder: Path | None) -> Iterator[None]:
    """Have numba keep what is decorated inside the block in `folder`."""
    from numba import config

    before = config.CACHE_DIR
    config.CACHE_DIR = str(folder)
    try:
        yield
    finally:
        config.CACHE_DIR = before
