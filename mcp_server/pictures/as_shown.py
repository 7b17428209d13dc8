"""Files of what everybody may see, also by the time at which they are made."""

from collections.abc import Awaitable, Callable
from typing import TypeVar

Found = TypeVar("Found")
File = TypeVar("File")


async def made_as_shown(
    found: Found, look_up: Callable[[], Awaitable[Found]], make: Callable[[Found], Awaitable[File]]
) -> File:
    """The file that `make` makes of what was `found`, unless looking it up again tells that it is shown in
    another way by then, as of a hero that was hidden meanwhile: then the file of that.

    Raises what both raise: what was forgotten meanwhile is not found any more.
    """
    while True:
        file = await make(found)
        before, found = found, await look_up()
        if found == before:
            return file
