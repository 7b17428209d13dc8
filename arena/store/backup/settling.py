"""What a restored league must not go on with: what was being done at the time of its backup.

Whoever worked on a run then may still be at work, with a claim that the backup holds too; and messages that
were waiting may have gone out since.
"""

from arena.store.fences import new_fence


def settling() -> tuple[str, ...]:
    """The statements that release all runs, by a fence that nobody holds, and call messages that were waiting
    of unknown fate."""
    return (
        "UPDATE run SET state = 'due', owner = NULL, lease_until = 0, "
        f"fence = {new_fence()} WHERE state = 'running'",
        "UPDATE message SET state = 'unknown', lease_until = 0 WHERE state IN ('waiting', 'sending')",
    )
