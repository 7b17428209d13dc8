"""Who calls: the participant behind a request, and the language of the answers."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from arena.desk.desk import Desk
from arena.desk.players.keys import KeyOwner
from mcp_server.words import Words


@dataclass(frozen=True)
class Site:
    """What a server serves: a league, the address at which people reach it, and `who`, which tells the
    participant behind the request that is being answered."""

    desk: Desk
    public_url: str
    who: Callable[[], KeyOwner]


@dataclass(frozen=True)
class Caller:
    """The participant who calls a tool, and everything that the tool needs to answer."""

    site: Site
    owner: KeyOwner

    @property
    def desk(self) -> Desk:
        return self.site.desk

    @property
    def player_id(self) -> int:
        return self.owner.player_id

    @property
    def locale(self) -> str:
        """The language of the participant's account."""
        return self.owner.lang

    @cached_property
    def words(self) -> Words:
        return Words(self.locale)


def caller_at(site: Site) -> Caller:
    """The participant behind the request that is being answered."""
    return Caller(site, site.who())
