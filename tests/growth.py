"""How work grows with what is given: a ratio of processor time in one run. Seconds say nothing on a busy
machine."""

import time
from collections.abc import Callable

ROUNDS = 5


def cost(do: Callable[[], object]) -> float:
    """Processor time of this thread for doing it once, in seconds: the least of several rounds."""
    times = []
    for _ in range(ROUNDS):
        begun = time.thread_time()
        do()
        times.append(time.thread_time() - begun)
    return min(times)
