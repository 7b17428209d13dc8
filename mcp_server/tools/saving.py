"""The tool that saves a hero."""

from functools import partial
from typing import Annotated

from pydantic import Field

from arena.desk.heroes.saving import SavedHero as Saved
from arena.desk.heroes.saving import save_hero as save
from mcp_server.answers import Answer, Finding, before_commit, findings
from mcp_server.caller import Caller
from mcp_server.toolbox import Offer
from mcp_server.tools.hero_argument import AgainHeroArgument


class SavedHero(Answer):
    """A hero that was saved."""

    hero_id: int
    name: str
    version: int
    changed: bool = Field(description="False: it was saved just so before")
    active: bool = Field(description="Whether it fights")
    advice: list[Finding]


def save_hero(
    caller: Caller,
    hero: AgainHeroArgument,
    expected_version: Annotated[
        int | None,
        Field(ge=0, description="The version that you changed, 0 for none yet: another is not overwritten"),
    ] = None,
) -> SavedHero:
    """Save your hero: as its first version, or as the next one, with rating and history kept. It fights from
    the next battles on.

    Use this when check_hero found no fault. A refused hero changes nothing and costs a check. Closed in
    Friday's freeze. Example: {"hero": {…as for check_hero…}, "expected_version": 2}
    """

    day_now = caller.day_now  # asked for before anything is written

    def told(saved: Saved) -> SavedHero:
        words = caller.words
        kind = "again" if not saved.changed else "saved" if saved.active else "withdrawn"
        summary = words(f"saved.{kind}", name=saved.name, version=saved.version)
        return SavedHero(
            summary=caller.with_picture(summary, saved.look, saved.hidden),
            next_steps=[words("saved.next"), *day_now] if saved.active else [words("saved.withdrawn-next")],
            hero_id=saved.hero_id,
            name=saved.name,
            version=saved.version,
            changed=saved.changed,
            active=saved.active,
            advice=findings(saved.advice, hero, caller.locale),
        )

    return before_commit(partial(save, caller.desk, caller.player_id, hero, expected_version), told)


OFFERS = (Offer(save_hero, "Save your hero", reads=False, replaces=True),)
