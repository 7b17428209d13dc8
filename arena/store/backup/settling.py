"""What a restored league must not go on with: what was being done at the time of its backup.

Whoever worked on a run then may still be at work, with a claim that the backup holds too; messages that were
waiting may have gone out since; and whoever was signed in may have signed out, or been forgotten.
"""

from collections.abc import Collection

from arena.store.fences import new_fence
from arena.store.tables import BrowserSession, SignInLink

SIGNING_IN = (SignInLink.__tablename__, BrowserSession.__tablename__)


def settling(tables: Collection[str]) -> tuple[str, ...]:
    """The statements, for a backup that has these tables (an older one lacks some), that release all runs, by
    a fence that nobody holds, call messages that were waiting of unknown fate, and sign everybody out."""
    return (
        "UPDATE run SET state = 'due', owner = NULL, lease_until = 0, "
        f"fence = {new_fence()} WHERE state = 'running'",
        "UPDATE message SET state = 'unknown', lease_until = 0 WHERE state IN ('waiting', 'sending')",
        *(f"DELETE FROM {table}" for table in SIGNING_IN if table in tables),
    )
