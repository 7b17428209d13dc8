"""Where everybody finds pictures and films of an arena with pages."""

from dataclasses import dataclass

from arena.hero import Sprite, look_key
from mcp_server.addresses import FILM_PATH, LANGUAGE, at, look_path


@dataclass(frozen=True)
class PublicAddresses:
    """The addresses of the arena that people reach at `public_url`."""

    public_url: str

    @property
    def home(self) -> str:
        """The first page."""
        return at(self.public_url, "/")

    def picture_address(self, look: Sprite) -> str:
        """Where a picture of a look is."""
        return at(self.public_url, look_path("png").format(key=look_key(look)))

    def film_address(self, battle: str, locale: str) -> str:
        """Where the film of a battle is in this language, by the battle's id."""
        return at(self.public_url, f"{FILM_PATH.format(id=battle)}?{LANGUAGE}={locale}")
