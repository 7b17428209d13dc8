"""What a battle is called where one text must do: its run and its number, `12-3`."""

import re

from arena.errors import refuse
from arena.excerpt import shown

_NUMBER = "(0|[1-9][0-9]{0,17})"
_ID = re.compile(f"{_NUMBER}-{_NUMBER}")


def battle_id(run_id: int, number: int) -> str:
    """The id of a battle."""
    return f"{run_id}-{number}"


def read_battle_id(given: str) -> tuple[int, int]:
    """Run and number of a battle's id, in the one way in which it is written: so a battle has one address.
    Raises `ArenaError` `battle-unknown` for what cannot be one."""
    numbers = _ID.fullmatch(given)
    if numbers is None:
        raise refuse("battle-unknown", reason="form", given=shown(given))
    return int(numbers[1]), int(numbers[2])


def read_typed_id(given: str) -> tuple[int, int]:
    """The same of an id that was typed or copied: a `#` before it and spaces around it are let be."""
    return read_battle_id(given.strip().removeprefix("#"))
