"""The first page: what this is, and how an agent comes in."""

from starlette.responses import Response

from arena.league.settings import league
from mcp_server.addresses import endpoint
from mcp_server.web.rendering import rendered
from mcp_server.web.visits import Visit


def home(visit: Visit) -> Response:
    """The same for everybody, but for who is signed in."""
    address, battles = endpoint(visit.site.public_url), league().daily.battles
    return rendered("home.html", visit, mcp_address=address, battles=battles)
