"""Connections of clients, bounded before anything is known of them: how many, and how long until a request.

Uvicorn bounds only idle ones: whoever sends the beginning of a header, and no more, would hold one for ever.
What comes over them is bounded by `mcp_server.http.wire`.
"""

import asyncio
import ipaddress
import resource
from collections.abc import Iterable
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

from mcp_server.http.rate import network_of
from mcp_server.http.wire import Wire

HEADER_SECONDS = 10.0
"""For a whole header: from the beginning of the connection, or from its first byte on one that was kept."""
MOST = 2000
"""Connections in all, where the system lets a process have so many."""
OF_ADDRESS = 250
"""Connections from one network address (an IPv6 customer has one). Trusted proxies bring anybody's."""
OTHER_FILES = 100
"""What else a server has open: the database, pipes, listening sockets."""


def most_connections() -> int:
    """How many connections this process may have."""
    files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return MOST if files == resource.RLIM_INFINITY else max(1, min(MOST, files - OTHER_FILES))


def connections_of(trusted_proxies: Iterable[str]) -> type["BoundedConnection"]:
    """The kind of connection for a server that trusts these proxies, addresses or networks."""
    networks = tuple(ipaddress.ip_network(each, strict=False) for each in trusted_proxies)
    return type("Connection", (BoundedConnection,), {"trusted": networks})


class BoundedConnection(H11Protocol):
    """A connection that is closed if there are too many already, or if its request does not come."""

    trusted: tuple[ipaddress.IPv4Network | ipaddress.IPv6Network, ...] = ()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.conn: Wire = Wire()
        self.network = ""
        self._deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn's
        """One too many is closed without a word: words would cost more than it."""
        super().connection_made(transport)
        self.network = network_of(self.client[0] if self.client else None)
        if self._is_one_too_many():
            transport.abort()
        else:
            self._expect_request()

    def data_received(self, data: bytes) -> None:
        """Whatever comes while no request is answered is to become one in time."""
        super().data_received(data)
        if self.cycle is not None and not self.cycle.response_complete:
            self._expect_nothing()
        else:
            self._expect_request()

    def on_response_complete(self) -> None:
        """What came already behind the request that was answered is to become one too."""
        super().on_response_complete()
        is_idle = self.cycle.response_complete
        if is_idle and self.conn.trailing_data[0]:
            self._expect_request()

    def send_400_response(self, msg: str) -> None:
        """What is not taken is told in our words, and the connection closed. Who waits for the rest of it is
        told that it does not come."""
        if self.cycle is not None and not self.cycle.response_complete:
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        for event in self.conn.refusal():
            self.transport.write(self.conn.send(event) or b"")
        self.transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        self._expect_nothing()
        super().connection_lost(exc)

    def _is_one_too_many(self) -> bool:
        if len(self.connections) > most_connections():
            return True
        if self.client is None or any(ipaddress.ip_address(self.client[0]) in each for each in self.trusted):
            return False
        own: int = sum(getattr(each, "network", None) == self.network for each in self.connections)
        return own > OF_ADDRESS

    def _expect_request(self) -> None:
        if self._deadline is None and not self.transport.is_closing():
            self._deadline = self.loop.call_later(HEADER_SECONDS, self.transport.close)

    def _expect_nothing(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None
