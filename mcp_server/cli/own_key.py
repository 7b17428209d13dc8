"""The key of the participant who calls.

It is taken from the environment only: as an argument it would stand in the shell's history and in the list of
processes.
"""

import os

from mcp_server.variables import KEY


def own_key() -> str:
    """The key that the caller's environment holds. Raises `ArenaError` `key-missing`."""
    from arena.errors import refuse

    key = os.environ.get(KEY, "").strip()
    if not key:
        raise refuse("key-missing", variable=KEY)
    return key
