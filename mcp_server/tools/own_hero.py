"""The tools for the participant's own hero: to read it, to withdraw it, to return it."""

from functools import partial
from typing import Annotated, Any

from pydantic import Field

from arena.desk.heroes.own import MyHero, VersionLine, my_hero, my_versions
from arena.desk.heroes.saving import Participation
from arena.desk.heroes.saving import return_hero as bring_back
from arena.desk.heroes.saving import withdraw_hero as withdraw
from arena.desk.pages import Page
from arena.instants import instant_text
from arena.rulesets import CURRENT_ID
from mcp_server.answers import Answer, Part, before_commit
from mcp_server.caller import Caller
from mcp_server.ratings import rating, rating_text
from mcp_server.toolbox import Offer
from mcp_server.tools.listing import Cursor, check_belongs


class Version(Part):
    """A version in the list of them."""

    version: int
    saved_at: str
    ruleset: str


class OwnDocument(Answer):
    """The participant's hero in one of its versions."""

    hero_id: int
    version: int
    current_version: int
    saved_at: str
    ruleset: str = Field(description="Under which it was checked")
    active: bool
    rating: float
    rated_battles: int
    hidden: str | None = Field(default=None, description="Why an organiser hid it")
    hero: dict[str, Any] = Field(description="As save_hero takes it")
    versions: list[Version] | None = Field(default=None, description="Newest first")
    next_cursor: str | None = None


class TakingPart(Answer):
    """Whether the hero takes part."""

    hero_id: int
    name: str
    active: bool = Field(description="Whether it fights")
    changed: bool
    since: str


def get_my_hero(
    caller: Caller,
    version: Annotated[int | None, Field(ge=1, description="The current one by default")] = None,
    versions: Annotated[bool | None, Field(description="List the versions too")] = None,
    cursor: Cursor = "",
) -> OwnDocument:
    """Your hero's whole JSON, as it stands or in an older version, with rating and the version to give to
    save_hero as expected_version.

    Use this when you want to change your hero, or to go back to a version. Example: {"version": 2}
    """
    check_belongs("cursor", cursor != "", "versions=true", versions is not False)
    desk, player_id = caller.desk, caller.player_id
    found = my_hero(desk, player_id, version)
    listed = my_versions(desk, player_id, cursor=cursor or None) if versions or cursor else None
    return OwnDocument(
        summary=_summary(caller, found),
        next_steps=_next_steps(caller, found, listed),
        hero_id=found.hero_id,
        version=found.version,
        current_version=found.current_version,
        saved_at=instant_text(found.saved_at),
        ruleset=found.ruleset,
        active=found.active,
        rating=rating(found.rating),
        rated_battles=found.rated_battles,
        hidden=found.hidden_reason,
        hero=found.document,
        versions=None if listed is None else [_version(line) for line in listed.rows],
        next_cursor=None if listed is None else listed.next_cursor,
    )


def _summary(caller: Caller, found: MyHero) -> str:
    kind = "current" if found.version == found.current_version else "older"
    summary = caller.words(
        f"get-my-hero.{kind}",
        name=found.document["name"],
        version=found.version,
        current=found.current_version,
        rating=rating_text(found.rating, caller.locale),
    )
    return caller.with_picture(summary, found.look, found.hidden_reason is not None)


def _next_steps(caller: Caller, found: MyHero, listed: Page[VersionLine] | None) -> list[str]:
    words = caller.words
    steps = [words("get-my-hero.next", current=found.current_version)]
    if found.version == found.current_version and found.ruleset != CURRENT_ID:
        steps.insert(0, words("get-my-hero.recheck"))
    if listed is not None and listed.next_cursor is not None:
        steps.append(words("list.more"))
    return steps


def _version(line: VersionLine) -> Version:
    return Version(version=line.version, saved_at=instant_text(line.saved_at), ruleset=line.ruleset)


def withdraw_hero(caller: Caller) -> TakingPart:
    """Take your hero out of the battles; it keeps rating, experience and history, and return_hero brings it
    back.

    Use this when your participant wants a pause. Closed in Friday's freeze. Example: {}
    """
    told = partial(_taking_part, caller, "withdraw-hero", [])
    return before_commit(partial(withdraw, caller.desk, caller.player_id), told)


def return_hero(caller: Caller) -> TakingPart:
    """Let your withdrawn hero fight again, with its current version, from the next battles on.

    Use this when get_status says that it is withdrawn. Closed in Friday's freeze. Example: {}
    """
    told = partial(_taking_part, caller, "return-hero", caller.day_now)
    return before_commit(partial(bring_back, caller.desk, caller.player_id), told)


def _taking_part(caller: Caller, tool: str, more: list[str], done: Participation) -> TakingPart:
    return TakingPart(
        summary=caller.words(f"{tool}.{'done' if done.changed else 'again'}", name=done.name),
        next_steps=[caller.words(f"{tool}.next"), *more],
        hero_id=done.hero_id,
        name=done.name,
        active=done.active,
        changed=done.changed,
        since=instant_text(done.since),
    )


OFFERS = (
    Offer(get_my_hero, "Your hero"),
    Offer(withdraw_hero, "Withdraw your hero", reads=False, replaces=True),
    Offer(return_hero, "Return your hero", reads=False),
)
