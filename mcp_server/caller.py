"""Who calls: the participant behind a request, and the language of the answers."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property

from arena.desk.desk import Desk
from arena.desk.local_arena import day_command
from arena.desk.players.keys import KeyOwner
from arena.hero import Sprite, look_key
from mcp_server import addresses
from mcp_server.pictures.studio import Studio
from mcp_server.program_name import program_name
from mcp_server.public_addresses import PublicAddresses
from mcp_server.words import Words

NO_PAGES = ""
"""The address of a site that has no pages."""


@dataclass(frozen=True)
class Site:
    """What a server serves: a league, the address at which people reach its pages (or `NO_PAGES`),
    and `who`, which tells the participant behind the request that is being answered. Only where there
    `has_vote_page` is anybody told of the vote. Its `studio` works for pages and agents alike."""

    desk: Desk
    public_url: str
    who: Callable[[], KeyOwner]
    has_vote_page: bool = False
    studio: Studio = field(default_factory=Studio)

    @property
    def has_pages(self) -> bool:
        """Whether people have somewhere to sign in."""
        return self.public_url != NO_PAGES

    def picture_address(self, look: Sprite) -> str:
        """Where a picture of a look is found: by everybody if there are pages, else by the agent."""
        if not self.has_pages:
            return addresses.look_uri("png").format(key=look_key(look))
        return PublicAddresses(self.public_url).picture_address(look)

    def film_address(self, battle: str, locale: str) -> str:
        """Where the film of a battle is found in this language, by the battle's id."""
        if not self.has_pages:
            return addresses.FILM.format(id=battle)
        return PublicAddresses(self.public_url).film_address(battle, locale)

    @cached_property
    def day_command(self) -> str | None:
        """What the person of a local arena types to play a day now; None in a league. Never changes."""
        return day_command(self.desk, program_name())


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

    def with_picture(self, told: str, look: Sprite | None, hidden: bool) -> str:
        """What is told of the caller's own hero, with where its picture is or, where its `look` may not be
        seen, that there is none: the hero is `hidden` now, or was when it had that look."""
        if look is None:
            return f"{told} {self.words('own-picture-hidden' if hidden else 'own-picture-barred')}"
        return f"{told} {self.words('own-picture', address=self.site.picture_address(look))}"

    @property
    def day_now(self) -> list[str]:
        """The step that nobody but the person of a local arena can take, who need not wait for the evening;
        none in a league."""
        command = self.site.day_command
        return [] if command is None else [self.words("local.day-now", command=command)]


def caller_at(site: Site) -> Caller:
    """The participant behind the request that is being answered."""
    return Caller(site, site.who())
