"""The pages and their addresses."""

from collections.abc import Callable, Mapping
from functools import partial

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from mcp_server.addresses import SIGN_IN, SIGN_OUT
from mcp_server.caller import Site
from mcp_server.faults import door_fault
from mcp_server.http.rate import Rates
from mcp_server.web.assets import asset_routes
from mcp_server.web.home import home
from mcp_server.web.origins import is_from_our_page
from mcp_server.web.pictures import picture_routes
from mcp_server.web.rendering import HEADERS, refused
from mcp_server.web.sign_in import ask, enter, leave
from mcp_server.web.visits import Visit, visit_of
from mcp_server.workers import Pools, new_pools

Page = Callable[[Visit], Response]
"""What answers a visit; it may wait for the database."""

PAGES: dict[str, dict[str, Page]] = {
    "/": {"GET": home},
    SIGN_IN: {"GET": ask, "POST": enter},
    SIGN_OUT: {"POST": leave},
}
"""What is at each address, by method."""

SAFE = ("GET", "HEAD")
"""Methods that change nothing and have no body."""


def page_routes(site: Site, rates: Rates | None = None) -> list[BaseRoute]:
    """The addresses of a site's pages and of what they load. They are for an application that has looked at
    the host of a request and at the size of its body, as the gate does. Sign-ins that fail are counted by
    `rates`."""
    pools = new_pools(site.desk.store)
    return [
        *(_page_route(site, path, pages, rates, pools) for path, pages in PAGES.items()),
        *picture_routes(site, pools.reading),
        *asset_routes(),
    ]


def _page_route(site: Site, path: str, pages: Mapping[str, Page], rates: Rates | None, pools: Pools) -> Route:
    def answered(request: Request, body: bytes) -> Response:
        visit = visit_of(site, request, body, rates)
        if request.method in SAFE:
            return pages["GET"](visit)
        if not is_from_our_page(request.headers, site.public_url):
            return refused(visit, door_fault("page-elsewhere"), 403)
        return pages[request.method](visit)

    async def answer(request: Request) -> Response:
        is_safe = request.method in SAFE
        body = b"" if is_safe else await request.body()
        workers = pools.reading if is_safe else pools.writing
        response = await workers.work(partial(answered, request, body))
        response.headers.update(HEADERS)
        return response

    return Route(path, answer, methods=list(pages))
