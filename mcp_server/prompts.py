"""Prompts: a way of working for each of three wishes, in the participant's language, with what holds for
this participant now filled in."""

import inspect
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from mcp import MCPError
from mcp.server import MCPServer
from mcp.server.context import CallNext, HandlerResult, ServerMiddleware, ServerRequestContext
from mcp.server.mcpserver.prompts import Prompt
from mcp.types import INVALID_PARAMS
from pydantic import Field

from arena.desk.battles.ids import battle_id, read_typed_id
from arena.desk.battles.replays import check_battle
from arena.desk.battles.suggesting import lost_battles
from arena.desk.players.limits import Limited
from arena.desk.players.status import Status, status
from arena.errors import ArenaError
from arena.excerpt import printable
from arena.hero.limits import GRID
from arena.roster import DUMMY_IDS
from arena.rulesets import load_ruleset
from mcp_server.arguments import unknown_arguments
from mcp_server.caller import Caller, Site, caller_at
from mcp_server.faults import refuse_at_door
from mcp_server.refusals import refusal
from mcp_server.work import work_or_error
from mcp_server.workers import Workers

LONGEST = 200
"""Characters of a wish."""


@dataclass(frozen=True)
class PromptOffer:
    """A prompt: its name, arguments and description are those of the function."""

    tell: Callable[..., str]
    title: str


def design_hero(
    caller: Caller,
    theme: Annotated[str, Field(description="What or who the hero is")] = "",
    style: Annotated[str, Field(description="How it should fight or look")] = "",
) -> str:
    """Design a hero from an idea: plan, stats, rules, sprite, checks, trainings, saving."""
    words, now = caller.words, _now(caller)
    hero = now.hero
    last = "prompt.design-first" if hero is None else "prompt.design-again"
    kept = {} if hero is None else {"name": hero.name, "version": hero.version}
    return "\n\n".join(
        [
            words("prompt.design"),
            words("prompt.theme" if theme else "prompt.any-theme", theme=_quoted(theme)),
            *([words("prompt.style", style=_quoted(style))] if style else []),
            _limits(caller, now),
            f"{words('prompt.design-steps', **_numbers(now))}\n{words(last, **kept)}",
        ]
    )


def _numbers(now: Status) -> dict[str, object]:
    """What the steps of a design say of points, rows and trainings."""
    return {
        "points": load_ruleset().stats.total,
        "grid": GRID,
        "dummies": ", ".join(DUMMY_IDS),
        "trainings": now.limits_left[Limited.DUMMY_TRAININGS],
    }


def improve_hero(
    caller: Caller, goal: Annotated[str, Field(description="What should get better")] = ""
) -> str:
    """Make the saved hero better by measured steps, one change at a time."""
    words, now = caller.words, _now(caller)
    if now.hero is None:
        return words("prompt.improve-none")
    hero = {"name": now.hero.name, "id": now.hero.id, "version": now.hero.version}
    return "\n\n".join(
        [
            words("prompt.improve", **hero),
            *([words("prompt.goal", goal=_quoted(goal))] if goal else []),
            _limits(caller, now),
            words("prompt.improve-steps", **hero, dummies=", ".join(DUMMY_IDS)),
        ]
    )


def explain_loss(
    caller: Caller,
    battle: Annotated[str, Field(description="Its id, as 12-3; your last lost one if left out")] = "",
) -> str:
    """Find out why a battle was lost, and what to change."""
    words = caller.words
    if battle:
        check_battle(caller.desk, *read_typed_id(battle))
        meant: str | None = battle_id(*read_typed_id(battle))
    else:
        meant = next(iter(lost_battles(caller.desk, caller.player_id, 1)), None)
    if meant is None:
        return words("prompt.no-loss")
    return "\n\n".join([words("prompt.loss", battle=meant), words("prompt.loss-steps", battle=meant)])


PROMPTS = (
    PromptOffer(design_hero, "Design a hero"),
    PromptOffer(improve_hero, "Improve your hero"),
    PromptOffer(explain_loss, "Explain a loss"),
)


def add_prompts(server: MCPServer[Any], site: Site, workers: Workers) -> None:
    """Offer all prompts; those that run at a time share workers."""
    for offer in PROMPTS:
        told = inspect.getdoc(offer.tell)
        prompt = Prompt.from_function(
            _teller(offer, site, workers), name=offer.tell.__name__, title=offer.title, description=told
        )
        server.add_prompt(prompt)


def checking_prompts(site: Site) -> ServerMiddleware[Any]:
    """Refuses a prompt that does not exist, and arguments that one does not take."""
    known = {offer.tell.__name__: _own_parameters(offer) for offer in PROMPTS}

    async def check(ctx: ServerRequestContext[Any, Any], call_next: CallNext) -> HandlerResult:
        params = ctx.params or {}
        given = params.get("arguments") or {}
        if ctx.method == "prompts/get" and isinstance(params.get("name"), str) and isinstance(given, Mapping):
            try:
                _check(known, params["name"], given)
            except ArenaError as error:
                raise MCPError(INVALID_PARAMS, refusal(error, caller_at(site).words)) from None
        return await call_next(ctx)

    return check


def _check(known: Mapping[str, list[inspect.Parameter]], name: str, given: Mapping[str, object]) -> None:
    if name not in known:
        raise refuse_at_door("prompt-unknown", found=printable(name), known=", ".join(known))
    faults = [*unknown_arguments(given, [each.name for each in known[name]])]
    if faults:
        raise ArenaError(faults)


def _teller(offer: PromptOffer, site: Site, workers: Workers) -> Callable[..., Awaitable[str]]:
    """The function that the SDK calls, with the arguments of the prompt but the caller."""

    async def teller(**arguments: str) -> str:
        def told(caller: Caller) -> str:
            return offer.tell(caller, **arguments)

        return await work_or_error(workers, site, told, "prompt_failed", prompt=offer.tell.__name__)

    own = _own_parameters(offer)
    teller.__signature__ = inspect.Signature(own, return_annotation=str)  # type: ignore[attr-defined]
    teller.__annotations__ = {each.name: each.annotation for each in own} | {"return": str}
    return teller


def _own_parameters(offer: PromptOffer) -> list[inspect.Parameter]:
    _, *own = inspect.signature(offer.tell).parameters.values()
    return [each.replace(kind=inspect.Parameter.KEYWORD_ONLY) for each in own]


def _now(caller: Caller) -> Status:
    return status(caller.desk, caller.player_id, caller.locale)


def _limits(caller: Caller, now: Status) -> str:
    left = now.limits_left
    return caller.words(
        "prompt.limits",
        level=now.level,
        abilities=now.slots.abilities,
        rules=now.slots.rules,
        checks=left[Limited.CHECKS],
        dummies=left[Limited.DUMMY_TRAININGS],
        heroes=left[Limited.HERO_TRAININGS],
    )


def _quoted(text: str) -> str:
    return printable(" ".join(text.split()), LONGEST)
