"""Files of looks and films of battles, at addresses for pages, digests and chats: no sign-in, no cookies.

A look's address changes with it; but a look may come to be hidden, so that nobody keeps a file for ever.
"""

from collections.abc import Awaitable, Callable
from functools import partial

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from arena.desk.battles.filming import filmed_battle
from arena.desk.battles.ids import read_battle_id
from arena.desk.heroes.looks import look_with
from arena.errors import ArenaError
from arena.excerpt import shown
from dsl.catalogue import LOCALES
from mcp_server.addresses import FILM_PATH, LOOK_PATH
from mcp_server.caller import Site
from mcp_server.concurrency import Workers
from mcp_server.faults import is_of_the_league, refuse_at_door
from mcp_server.http.problems import language_of, problem
from mcp_server.pictures.films import BUSY, RETRY_AFTER
from mcp_server.pictures.looks import LOOK_FILES, SIZE, YAW, look_file
from mcp_server.web.refusals import nobody, refusal_page, wants_page
from render.picture import SIZES

HOUR = "public, max-age=3600"
HEADERS = {
    "Cache-Control": HOUR,
    "X-Content-Type-Options": "nosniff",
    # Pages elsewhere may show heroes: there is nothing here that is not everybody's.
    "Access-Control-Allow-Origin": "*",
    "Cross-Origin-Resource-Policy": "cross-origin",
}
WHOLE_TURN = 360
LANGUAGE = "lang"
STATUS = {BUSY: 503, "query-number": 400}
"""What is answered to what was refused; the rest is not there."""

Answer = Callable[[Request], Awaitable[Response]]


def picture_routes(site: Site, workers: Workers) -> list[Route]:
    """The addresses of looks and films of a site."""
    looks = [
        Route(LOOK_PATH.replace("{kind}", kind), _telling_refusals(site, partial(_look, site, workers, kind)))
        for kind in LOOK_FILES
    ]
    return [*looks, Route(FILM_PATH, _telling_refusals(site, partial(_film, site, workers)))]


async def _look(site: Site, workers: Workers, kind: str, request: Request) -> Response:
    options = _options(request) if kind == "png" else {}
    key = request.path_params["key"]

    def made() -> bytes:
        return look_file(look_with(site.desk, key), kind, **options)

    return Response(await workers.work(made), media_type=LOOK_FILES[kind].media_type, headers=HEADERS)


async def _film(site: Site, workers: Workers, request: Request) -> Response:
    asked = request.query_params.get(LANGUAGE)
    locale = asked if asked in LOCALES else language_of(request)
    run, number = read_battle_id(request.path_params["id"])
    battle = await workers.work(partial(filmed_battle, site.desk, run, number, locale))
    film = await site.films.film(battle, locale)
    headers = {**HEADERS, "Content-Language": locale, "Vary": "Accept-Language"}
    return Response(film, media_type=LOOK_FILES["webp"].media_type, headers=headers)


def _options(request: Request) -> dict[str, int]:
    """Size and yaw of a picture. Raises `ArenaError` `query-number`."""
    smallest, largest = SIZES
    return {
        "size": _number(request, "size", SIZE, smallest, largest),
        "yaw": _number(request, "yaw", YAW, -WHOLE_TURN, WHOLE_TURN),
    }


def _number(request: Request, name: str, default: int, least: int, most: int) -> int:
    given = request.query_params.get(name, str(default))
    digits = given.removeprefix("-")
    number = int(given) if digits.isascii() and digits.isdigit() and len(digits) <= len(str(most)) else None
    if number is None or not least <= number <= most:
        raise refuse_at_door(
            "query-number", name=name, found=shown(given), minimum=least, maximum=most, example=default
        )
    return number


def _telling_refusals(site: Site, answer: Answer) -> Answer:
    """Tell what was refused: a page to a person's browser, JSON to others."""

    async def told(request: Request) -> Response:
        try:
            return await answer(request)
        except ArenaError as error:
            if is_of_the_league(error):
                raise
            fault = error.faults[0]
        status, locale = STATUS.get(fault.code, 404), language_of(request)
        headers = {"Cache-Control": "no-store"}
        if status == STATUS[BUSY]:
            headers["Retry-After"] = str(RETRY_AFTER)
        if wants_page(request):
            return refusal_page(request, fault, status, site.public_url, headers, nobody)
        return problem(status, fault, locale, headers=headers)

    return told
