"""Arrays as bytes: what a step of a run leaves for the next ones."""

from io import BytesIO
from typing import Any

import numpy as np
from numpy.typing import NDArray


def to_bytes(**arrays: NDArray[Any]) -> bytes:
    """Named arrays as bytes."""
    file = BytesIO()
    np.savez_compressed(file, allow_pickle=False, **arrays)
    return file.getvalue()


def from_bytes(kept: bytes) -> dict[str, NDArray[Any]]:
    """The arrays that `to_bytes` has kept."""
    with np.load(BytesIO(kept), allow_pickle=False) as file:
        return {name: file[name] for name in file.files}
