"""Files of looks and films of battles, at addresses for pages, digests and chats: no sign-in, no cookies.

A look's address holds a hash of it, so that its files never change. Yet HTTP caches may keep them only for an
hour, for an organiser may hide the look.
"""

import hashlib
import re
from collections.abc import Awaitable, Callable, Collection, Mapping
from functools import partial

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from arena.desk.battles.filming import FilmedBattle, filmed_battle
from arena.desk.battles.ids import read_battle_id
from arena.desk.heroes.looks import look_by_key
from arena.errors import ArenaError
from arena.excerpt import printable, shown
from arena.hero import Sprite
from dsl.catalogue import LOCALES
from mcp_server.addresses import FILM_KIND, FILM_PATH, LANGUAGE, OTHER_FILM_PATH, OTHER_LOOK_PATH, look_path
from mcp_server.caller import Site
from mcp_server.faults import refuse_at_door
from mcp_server.http.problems import language_of, problem
from mcp_server.pictures.as_shown import made_as_shown
from mcp_server.pictures.busy import BUSY, RETRY_AFTER
from mcp_server.pictures.films import MEDIA_TYPE, Asker
from mcp_server.pictures.look_files import LOOK_FILES
from mcp_server.web.refusals import nobody, refusal_page, wants_page
from mcp_server.workers import Workers

FILE_HEADERS = {
    "Cache-Control": "public, max-age=3600",
    "X-Content-Type-Options": "nosniff",
    # Pages elsewhere may show heroes: there is nothing here that is not everybody's.
    "Access-Control-Allow-Origin": "*",
    "Cross-Origin-Resource-Policy": "cross-origin",
}
TAG_LENGTH = 32
"""Hexadecimal digits of a file's tag, for 128 bits of its hash."""
LONGEST_PATH = 60
"""Characters of an address in a hint, beyond which it is cut. Addresses with a key or an id are shorter."""
WHOLE_NUMBER = re.compile(r"-?[0-9]{1,9}")
STATUSES = {
    BUSY: 503,
    "query-number": 400,
    "query-choice": 400,
    "query-unknown": 400,
    "query-twice": 400,
    "ending-unknown": 404,
    "look-unknown": 404,
    "battle-unknown": 404,
    "tournament-not-visible": 404,
    "replay-forgotten": 404,
    "replay-kernel": 404,
    "replay-differs": 404,
}
"""The HTTP status of a refusal, by the code of its fault. Others are no refusals of these addresses."""

Handler = Callable[[Request], Awaitable[Response]]


def picture_routes(site: Site, workers: Workers) -> list[Route]:
    """The addresses of looks and films of a site, which are looked up by `workers`."""
    handlers: dict[str, Handler] = {
        look_path(kind): partial(_look, site, workers, kind) for kind in LOOK_FILES
    }
    handlers[FILM_PATH] = partial(_film, site, workers)
    handlers[OTHER_LOOK_PATH] = partial(_no_file, tuple(LOOK_FILES), partial(look_by_key, site.desk))
    handlers[OTHER_FILM_PATH] = partial(_no_file, (FILM_KIND,), read_battle_id)
    return [Route(path, _telling_refusals(site, handler)) for path, handler in handlers.items()]


async def _look(site: Site, workers: Workers, kind: str, request: Request) -> Response:
    _refuse_unknown(request, LOOK_FILES[kind].numbers)
    options = _numbers(request, kind)
    look_up = partial(workers.work, partial(look_by_key, site.desk, request.path_params["key"]))

    async def make(look: Sprite) -> bytes:
        return await site.studio.file(look, kind, **options)

    file = await made_as_shown(await look_up(), look_up, make)
    return _answer(request, file, {**FILE_HEADERS, "Content-Type": LOOK_FILES[kind].media_type})


async def _film(site: Site, workers: Workers, request: Request) -> Response:
    _refuse_unknown(request, (LANGUAGE,))
    locale = _language(request)
    run, number = read_battle_id(request.path_params["id"])
    look_up = partial(workers.work, partial(filmed_battle, site.desk, run, number, locale))
    battle = await look_up()
    headers = {
        **FILE_HEADERS,
        "Content-Type": MEDIA_TYPE,
        "Content-Language": locale,
        "Vary": "Accept-Language",
    }
    if request.method == "HEAD":  # has no film made
        film = await site.studio.kept_film(battle, locale)
        if film is None:
            answer = Response(headers=headers)
            del answer.headers["Content-Length"]  # nobody knows how long it will be
            return answer
        return _answer(request, film, headers)

    async def make(battle: FilmedBattle) -> bytes:
        return await site.studio.film(battle, locale, _asker(request))

    return _answer(request, await made_as_shown(battle, look_up, make), headers)


def _answer(request: Request, file: bytes, headers: Mapping[str, str]) -> Response:
    """A file, or that the browser has it already, by its tag (RFC 9110, 13.1.2)."""
    tag = f'"{hashlib.sha256(file).hexdigest()[:TAG_LENGTH]}"'
    kept = {each.strip().removeprefix("W/") for each in request.headers.get("If-None-Match", "").split(",")}
    tagged = {**headers, "ETag": tag}
    if tag in kept or "*" in kept:
        del tagged["Content-Type"]
        return Response(status_code=304, headers=tagged)
    return Response(file, headers=tagged)


def _asker(request: Request) -> Asker:
    """Whoever is at the address from which a request comes; without one, all who have none."""
    return Asker("address", request.client.host if request.client else "")


async def _no_file(kinds: Collection[str], read: Callable[[str], object], request: Request) -> Response:
    """Raises `ArenaError` `ending-unknown`, which names the endings that there are; of a file that has one of
    them, and no more, what `read` raises for an empty name."""
    path = request.scope["path"]
    stem, _, ending = path.partition(".")
    if stem.endswith("/") and ending in kinds:
        read("")
    raise refuse_at_door(
        "ending-unknown",
        path=printable(path),
        known=", ".join(f".{kind}" for kind in kinds),
        example=printable(f"{stem}.{next(iter(kinds))}", LONGEST_PATH),
    )


def _refuse_unknown(request: Request, known: Collection[str]) -> None:
    """Raises `ArenaError` for a parameter that an address does not take, `query-unknown`, or that it is given
    more than once, `query-twice`."""
    names = [name for name, _ in request.query_params.multi_items()]
    for name in names:
        if name not in known:
            reason = None if known else "none"
            raise refuse_at_door("query-unknown", reason=reason, name=shown(name), known=", ".join(known))
        if names.count(name) > 1:
            raise refuse_at_door("query-twice", name=name)


def _language(request: Request) -> str:
    """The one that the address names, else that of the browser. Raises `ArenaError` `query-choice`."""
    given = request.query_params.get(LANGUAGE)
    if given is None:
        return language_of(request)
    if given not in LOCALES:
        raise refuse_at_door("query-choice", name=LANGUAGE, found=shown(given), known=", ".join(LOCALES))
    return given


def _numbers(request: Request, kind: str) -> dict[str, int]:
    """The numbers that are given for a file. Raises `ArenaError` `query-number`."""
    numbers = {}
    for name, (least, most) in LOOK_FILES[kind].numbers.items():
        given = request.query_params.get(name)
        if given is None:
            continue
        if not WHOLE_NUMBER.fullmatch(given) or not least <= int(given) <= most:
            params = {"found": shown(given), "minimum": str(least), "maximum": str(most)}
            raise refuse_at_door("query-number", name=name, **params)
        numbers[name] = int(given)
    return numbers


def _telling_refusals(site: Site, handler: Handler) -> Handler:
    """Tell what was refused: a page to a person's browser, JSON to others."""

    async def told(request: Request) -> Response:
        try:
            return await handler(request)
        except ArenaError as error:
            if error.code not in STATUSES:  # the league's database is, or we are, at fault
                raise
            fault = error.faults[0]
        status = STATUSES[fault.code]
        headers = {"Cache-Control": "no-store"} | (
            {"Retry-After": str(RETRY_AFTER)} if fault.code == BUSY else {}
        )
        if wants_page(request):
            return refusal_page(request, fault, status, site.public_url, headers, nobody)
        return problem(status, fault, language_of(request), headers=headers)

    return told
