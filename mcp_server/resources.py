"""What can be read by an address: the rules, the hero's schema, heroes, battles, digests, pictures and films.

Somebody reads here what the tools of the same subject tell, and no more.
"""

import inspect
import json
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from mcp import MCPError
from mcp.server import MCPServer
from mcp.server.context import CallNext, HandlerResult, ServerMiddleware, ServerRequestContext
from mcp.server.mcpserver.exceptions import ResourceError, ResourceNotFoundError
from mcp.server.mcpserver.resources import FunctionResource, ResourceSecurity, TextResource
from mcp.shared.uri_template import UriTemplate
from mcp.types import INVALID_PARAMS

from arena.desk.battles.filming import filmed_battle
from arena.desk.battles.ids import read_battle_id
from arena.desk.digests import read_digest
from arena.desk.heroes.looks import look_by_key
from arena.errors import ArenaError
from arena.excerpt import printable, shown
from arena.hero import hero_schema
from arena.league.digest import markdown_text, tell_digest
from arena.rulesets import load_ruleset
from dsl.catalogue import LOCALES
from mcp_server import addresses
from mcp_server.answers import Answer
from mcp_server.caller import Caller, Site, caller_at
from mcp_server.faults import refuse_at_door
from mcp_server.pictures.as_shown import made_as_shown
from mcp_server.pictures.films import MEDIA_TYPE, Asker
from mcp_server.pictures.look_files import LOOK_FILES
from mcp_server.refusals import our_fault, refusal
from mcp_server.rulebook import Book, rulebook, rulebook_data
from mcp_server.tools.battle import get_battle
from mcp_server.tools.gallery import get_hero
from mcp_server.words import Words
from mcp_server.work import FailedError, work
from mcp_server.workers import Workers

MARKDOWN, JSON, SCHEMA = "text/markdown", "application/json", "application/schema+json"
LONGEST_URI = 200
"""Characters of an address in a message."""
NO_PATHS = ResourceSecurity(reject_path_traversal=False, reject_absolute_paths=False, reject_null_bytes=False)
"""What stands in an address is a name or a number, never a path of a file."""


Content = str | bytes


@dataclass(frozen=True)
class Later:
    """A file that takes long: `make` makes it in the event loop, once the worker thread is free again that
    looked up what it is made `of`."""

    of: object
    make: Callable[[], Awaitable[bytes]] = field(compare=False)


@dataclass(frozen=True)
class Readable:
    """A kind of resource: its address with one variable, and what is read under a value of it.

    `listed`: the values that are listed one by one, with their titles.
    """

    uri: str
    name: str
    title: str
    description: str
    mime_type: str
    read: Callable[[Caller, str], Content | Later]
    listed: Mapping[str, str] = field(default_factory=dict)

    @property
    def variable(self) -> str:
        (name,) = UriTemplate.parse(self.uri).variable_names
        return name


def _rules(caller: Caller, locale: str) -> str:
    if locale not in LOCALES:
        raise refuse_at_door("rules-locale", found=shown(locale), known=", ".join(LOCALES))
    return rulebook(
        Book(load_ruleset(), Words(locale), caller.desk.calendar.zone.key, caller.site.has_vote_page)
    )


def _ruleset(caller: Caller, id_: str) -> str:
    return _json(rulebook_data(Book(load_ruleset(id_), caller.words, caller.desk.calendar.zone.key)))


def _hero(caller: Caller, given: str) -> str:
    """A number is a number here, even if a hero has it as its name."""
    return _answer(get_hero(caller, f"#{given}" if given.isdecimal() else given, "look"))


def _battle(caller: Caller, id_: str) -> str:
    return _answer(get_battle(caller, id_))


def _film(caller: Caller, id_: str) -> Later:
    battle = filmed_battle(caller.desk, *read_battle_id(id_), caller.locale)
    asker = Asker("player", caller.player_id)
    return Later(battle, partial(caller.site.studio.film, battle, caller.locale, asker))


def _look(kind: str, caller: Caller, key: str) -> Later:
    look = look_by_key(caller.desk, key)
    return Later(look, partial(caller.site.studio.file, look, kind, **LOOK_FILES[kind].agent_options))


def _digest(caller: Caller, key: str) -> str:
    return markdown_text(tell_digest(read_digest(caller.desk, key, caller.locale)))


def _answer(answer: Answer) -> str:
    return _json(answer.data)


def _json(data: Mapping[str, object]) -> str:
    return json.dumps(data, ensure_ascii=False, allow_nan=False)


READABLE = (
    Readable(
        addresses.RULES,
        "rules",
        "The rules",
        "The whole game on one page; locale: ru, en or es",
        MARKDOWN,
        _rules,
        {locale: Words(locale)("resource.rules") for locale in LOCALES},
    ),
    Readable(
        addresses.RULESET,
        "ruleset",
        "A ruleset as data",
        "Stats, actions and numbers of a version of the rules, as v1",
        JSON,
        _ruleset,
    ),
    Readable(
        addresses.HERO,
        "hero",
        "A hero",
        "What everybody may see of a hero, by its number or its name",
        JSON,
        _hero,
    ),
    # Before the battle's own address, which would take it for an id.
    Readable(
        addresses.FILM,
        "film",
        "The film of a battle",
        "An animated picture of a battle, by its id, as 12-3: at most 30 seconds, in your account's language",
        MEDIA_TYPE,
        _film,
    ),
    Readable(
        addresses.BATTLE,
        "battle",
        "A battle",
        "Outcome and key turns of a battle, by its id, as 12-3",
        JSON,
        _battle,
    ),
    Readable(
        addresses.DIGEST,
        "digest",
        "A digest",
        "What happened on a day, by its key, as 2026-04-24-friday, or latest",
        MARKDOWN,
        _digest,
        {"latest": "The latest digest"},
    ),
    *(
        Readable(
            addresses.look_uri(kind),
            f"look-{kind}",
            file.title,
            f"{file.title}, by its key, as in the answers of get_hero and get_battle",
            file.media_type,
            partial(_look, kind),
        )
        for kind, file in LOOK_FILES.items()
    ),
)


def add_resources(server: MCPServer[Any], site: Site, workers: Workers) -> None:
    """Offer all resources; those that run at a time share workers."""
    schema = json.dumps(hero_schema(), ensure_ascii=False)
    title = "The hero as JSON Schema"
    server.add_resource(
        TextResource(
            uri=addresses.HERO_SCHEMA, name="hero-schema", title=title, mime_type=SCHEMA, text=schema
        )
    )
    for kind in READABLE:
        reader = _reader(kind, site, workers)
        about: dict[str, Any] = {"description": kind.description, "mime_type": kind.mime_type}
        server.resource(kind.uri, name=kind.name, title=kind.title, security=NO_PATHS, **about)(reader)
        for value, title in kind.listed.items():
            uri, name = UriTemplate.parse(kind.uri).expand({kind.variable: value}), f"{kind.name}-{value}"
            listed = partial(reader, **{kind.variable: value})
            server.add_resource(FunctionResource(uri=uri, name=name, title=title, fn=listed, **about))


def telling_of_unknown_resources(site: Site) -> ServerMiddleware[Any]:
    """Tells whoever reads an address that does not exist, in their language, which there are."""
    known = [addresses.HERO_SCHEMA, *(kind.uri for kind in READABLE)]
    templates = [UriTemplate.parse(uri) for uri in known]

    async def tell(ctx: ServerRequestContext[Any, Any], call_next: CallNext) -> HandlerResult:
        uri = (ctx.params or {}).get("uri") if ctx.method == "resources/read" else None
        if isinstance(uri, str) and all(template.match(uri) is None for template in templates):
            error = refuse_at_door(
                "resource-unknown", found=printable(uri, LONGEST_URI), known=", ".join(known)
            )
            words = caller_at(site).words
            raise MCPError(INVALID_PARAMS, refusal(error, words), {"uri": uri})
        return await call_next(ctx)

    return tell


def _reader(kind: Readable, site: Site, workers: Workers) -> Callable[..., Awaitable[Content]]:
    """The function that the SDK calls with the value of the variable, which it knows by its name."""

    async def reader(**values: str) -> Content:
        def read(caller: Caller) -> Content | Later:
            return kind.read(caller, values[kind.variable])

        async def look_up() -> Content | Later:
            try:
                return await work(workers, site, read, "resource_failed", resource=kind.name)
            except FailedError as error:
                raise (ResourceError if error.is_ours else ResourceNotFoundError)(str(error)) from None

        async def made(found: Content | Later) -> Content:
            return await _made(site, found, kind.name) if isinstance(found, Later) else found

        found = await look_up()
        takes_long = isinstance(found, Later)
        return await (made_as_shown(found, look_up, made) if takes_long else made(found))

    variable = inspect.Parameter(kind.variable, inspect.Parameter.KEYWORD_ONLY, annotation=str)
    reader.__signature__ = inspect.Signature([variable], return_annotation=Content)  # type: ignore[attr-defined]
    reader.__annotations__ = {kind.variable: str, "return": Content}
    return reader


async def _made(site: Site, later: Later, name: str) -> bytes:
    words = caller_at(site).words
    try:
        return await later.make()
    except ArenaError as error:
        raise ResourceError(refusal(error, words)) from None
    except Exception as error:
        raise ResourceError(our_fault("resource_failed", error, words, resource=name)) from None
