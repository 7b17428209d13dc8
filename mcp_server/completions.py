"""What may be meant while a value is typed: names and ids for the variables of resources and the arguments
of prompts. Nothing is offered that its reader could not read."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from mcp.server import MCPServer
from mcp.types import (
    Completion,
    CompletionArgument,
    CompletionContext,
    PromptReference,
    ResourceTemplateReference,
)

from arena import roster
from arena.desk.battles.suggesting import battles_numbered, lost_battles
from arena.desk.digests.reading import LATEST, digest_keys
from arena.desk.heroes.looks import look_keys
from arena.desk.heroes.suggesting import heroes_named, heroes_numbered
from arena.rulesets import ruleset_ids
from dsl.catalogue import LOCALES
from mcp_server import addresses
from mcp_server.caller import Caller, Site
from mcp_server.pictures.look_files import LOOK_FILES
from mcp_server.work import work_or_error
from mcp_server.workers import Workers

MOST = 100
"""Values in one answer: the protocol allows no more."""
LONGEST = 100
"""Characters of what was typed that are looked at."""

Values = Callable[[Caller, str], Iterable[str]]


def add_completions(server: MCPServer[Any], site: Site, workers: Workers) -> None:
    """Offer completions; those that run at a time share workers."""

    async def complete(
        ref: PromptReference | ResourceTemplateReference,
        argument: CompletionArgument,
        context: CompletionContext | None,
    ) -> Completion:
        owner = ref.name if isinstance(ref, PromptReference) else ref.uri
        values = VALUES.get((owner, argument.name))
        if values is None:
            return Completion(values=[], has_more=False)

        def found(caller: Caller) -> list[str]:
            # One more than is told says whether there are more; each only once.
            return list(dict.fromkeys(values(caller, argument.value[:LONGEST])))

        told = await work_or_error(workers, site, found, "completion_failed", of=owner)
        return Completion(values=told[:MOST], has_more=len(told) > MOST)

    offered: Any = server.completion  # which has no types
    offered()(complete)


def _beginning(typed: str, values: Iterable[str]) -> Iterator[str]:
    return (value for value in values if value.startswith(typed))


def _locales(caller: Caller, typed: str) -> Iterable[str]:
    return _beginning(typed, (caller.locale, *LOCALES))


def _rulesets(caller: Caller, typed: str) -> Iterable[str]:
    return _beginning(typed, reversed(ruleset_ids()))


def _digests(caller: Caller, typed: str) -> Iterable[str]:
    yield from _beginning(typed, (LATEST,))
    yield from digest_keys(caller.desk, typed, MOST + 1)


def _heroes(caller: Caller, typed: str) -> Iterable[str]:
    """Names; numbers where a number is typed, or where a name would be read as one; then ids of the roster,
    once there is something typed: few mean those."""
    yield from map(str, heroes_numbered(caller.desk, typed, MOST + 1))
    for hero in heroes_named(caller.desk, typed, MOST + 1):
        yield str(hero.hero_id) if hero.name.isdecimal() else hero.name
    if typed:
        yield from _beginning(typed.casefold(), roster.names())


def _battles(caller: Caller, typed: str) -> Iterable[str]:
    return battles_numbered(caller.desk, caller.player_id, typed, MOST + 1)


def _looks(caller: Caller, typed: str) -> Iterable[str]:
    return look_keys(caller.desk, typed, MOST + 1)


def _losses(caller: Caller, typed: str) -> Iterable[str]:
    """The own lost battles come first, since they are what is to be explained."""
    yield from _beginning(typed, lost_battles(caller.desk, caller.player_id, MOST))
    yield from _battles(caller, typed)


VALUES: dict[tuple[str, str], Values] = {
    (addresses.RULES, "locale"): _locales,
    (addresses.RULESET, "id"): _rulesets,
    (addresses.HERO, "id"): _heroes,
    (addresses.BATTLE, "id"): _battles,
    (addresses.FILM, "id"): _battles,
    (addresses.DIGEST, "key"): _digests,
    **{(addresses.look_uri(kind), "key"): _looks for kind in LOOK_FILES},
    ("explain_loss", "battle"): _losses,
}
"""What completes which variable of a resource, or argument of a prompt."""
