"""The participant who calls, known by a key, or by being the only one.

The key is taken from the environment only: as an argument it would stand in the shell's history and in the
list of processes.
"""

import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from arena.desk.desk import Desk

from mcp_server.variables import KEY


def own_player(desk: "Desk") -> int:
    """The participant of the key in the caller's environment; without one, whose local arena this is. Raises
    `ArenaError`: `key-missing`, and what `authenticate` raises."""
    from arena.desk.local_arena import person_of
    from arena.desk.players.keys import authenticate
    from arena.errors import refuse

    key = os.environ.get(KEY, "").strip()
    if key:
        return authenticate(desk, key).player_id
    person = person_of(desk)
    if person is None:
        raise refuse("key-missing", variable=KEY)
    return person
