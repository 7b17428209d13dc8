"""The tool that checks a hero."""

from functools import partial

from pydantic import Field

from arena.desk.heroes.checking import CheckedDraft, check_draft
from mcp_server.answers import Answer, Finding, before_commit, findings
from mcp_server.caller import Caller
from mcp_server.toolbox import Offer
from mcp_server.tools.hero_argument import HeroArgument


class CheckedHero(Answer):
    """What was found in a hero."""

    valid: bool
    faults: list[Finding]
    advice: list[Finding] = Field(description="Never blocks")
    needs_level: int | None = Field(None, description="The lowest level with slots for it")
    checks_left: int = Field(description="Today")


def check_hero(caller: Caller, hero: HeroArgument) -> CheckedHero:
    """Check a hero without saving it: all faults at once, each with its place and what to write instead, and
    advice on its rules.

    Use this when you have a draft, before save_hero and after every change. Costs one of the day's checks.
    Example: {"hero": {"name": "Pixel", "motto": "One grid", "sprite": {"palette": ["#46607d"], "pixels":
    [the rows]}, "stats": {"hp": 28, "atk": 26, "def": 16, "spd": 18, "foc": 12}, "abilities":
    ["shield", "heavy"], "rules": ["self.hp < 40% and not self.has(shield) -> shield"]}}
    """

    def told(checked: CheckedDraft) -> CheckedHero:
        check, words = checked.check, caller.words
        kind = "valid" if check.hero else "faulty"
        return CheckedHero(
            summary=words(f"checked.{kind}", faults=len(check.faults), advice=len(check.advice)),
            next_steps=[words(f"checked.{kind}-next")],
            valid=check.hero is not None,
            faults=findings(check.faults, hero, caller.locale),
            advice=findings(check.advice, hero, caller.locale),
            needs_level=check.needs_level,
            checks_left=checked.left,
        )

    return before_commit(partial(check_draft, caller.desk, caller.player_id, hero), told)


OFFERS = (Offer(check_hero, "Check a hero", counts=True),)
