"""The arena that a bridge leads to: its address and the participant's key, from the environment."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import urlsplit

import httpx2

from arena.desk.players.keys import is_whole
from arena.errors import refuse
from mcp_server.addresses import MCP_PATH, endpoint, is_loopback
from mcp_server.faults import refuse_at_door
from mcp_server.variables import KEY, URL

VARIABLES = {"url_variable": URL, "key_variable": KEY}
"""What fills the texts that name them."""


@dataclass(frozen=True)
class Remote:
    """An arena somewhere else: the address at which people know it, and the key to it."""

    address: str
    key: str = field(repr=False)

    @property
    def endpoint(self) -> str:
        """Where it speaks MCP."""
        return endpoint(self.address)

    @property
    def is_encrypted(self) -> bool:
        return self.address.startswith("https:")


def remote_of(environment: Mapping[str, str]) -> Remote | None:
    """The arena that `ARENA_URL` and `ARENA_KEY` name; None if neither is set.

    Raises `ArenaError`: `mcp-url-missing`, `mcp-key-missing`, `mcp-url`, `mcp-url-plain`, `key-malformed`.
    None of them repeats what was set: it may hold a password.
    """
    url, key = (environment.get(name, "").strip() for name in (URL, KEY))
    if not url and not key:
        return None
    if not url:
        raise refuse_at_door("mcp-url-missing", **VARIABLES)
    if not key:
        raise refuse_at_door("mcp-key-missing", **VARIABLES)
    address = _address(url)
    if not is_whole(key):
        raise refuse("key-malformed")
    return Remote(address, key)


def _address(url: str) -> str:
    """The address without a slash, or the path of MCP, at its end."""
    try:
        httpx2.URL(url)
        parts = urlsplit(url)
        is_address = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except (ValueError, httpx2.InvalidURL):
        raise refuse_at_door("mcp-url", **VARIABLES) from None
    is_bare = parts.username is None and not parts.query and not parts.fragment
    if not is_address or not is_bare or not url.isprintable() or " " in url:
        raise refuse_at_door("mcp-url", **VARIABLES)
    if parts.scheme == "http" and not is_loopback(parts.hostname or ""):
        raise refuse_at_door("mcp-url-plain", **VARIABLES)
    path = parts.path.rstrip("/").removesuffix(MCP_PATH).rstrip("/")
    return f"{parts.scheme}://{parts.netloc}{path}"
