"""What a battle is called where one text must do: its run and its number, `12-3`."""

import re

from arena.errors import refuse
from arena.excerpt import shown

_ID = re.compile(r"#?([0-9]{1,18})-([0-9]{1,18})")


def battle_id(run_id: int, number: int) -> str:
    """The id of a battle."""
    return f"{run_id}-{number}"


def read_battle_id(given: str) -> tuple[int, int]:
    """Run and number of a battle's id. Raises `ArenaError` `battle-unknown` for what cannot be one."""
    numbers = _ID.fullmatch(given.strip())
    if numbers is None:
        raise refuse("battle-unknown", reason="form", given=shown(given))
    return int(numbers[1]), int(numbers[2])
