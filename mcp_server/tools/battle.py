"""The tool that shows a battle: its outcome and key turns, or all turns in pages."""

from collections.abc import Sequence
from typing import Annotated, Any, Literal

from pydantic import Field

from arena.desk.battles.ids import battle_id, read_typed_id
from arena.desk.battles.key_turns import fired, key_turns
from arena.desk.battles.public_log import PublicTurn
from arena.desk.battles.replays import BattleView
from arena.desk.battles.replays import get_battle as battle_view
from mcp_server.answers import Answer, Part
from mcp_server.caller import Caller
from mcp_server.faults import refuse_at_door
from mcp_server.toolbox import Offer
from mcp_server.tools.listing import check_belongs
from mcp_server.tools.turns import Detail, RuleIndex, TurnRow, rows_within
from mcp_server.words import Words

LOG_BYTES = 5500
"""Of the rows of a page: names and the own rules come on top."""


class Fighter(Part):
    """A side of a battle: the hero as it was on that day."""

    hero_id: int
    name: str
    is_own: bool
    abilities: list[str]
    health_percent: int = Field(description="At the end")
    picture: str | None = None


class FiredRule(Part):
    """A rule of the own hero, as it was then, and in how many turns it fired."""

    rule_index: RuleIndex
    rule: str
    fired: int


class ShownBattle(Answer):
    """A battle."""

    battle: str
    day: str
    job: str
    round: int
    fighters: list[Fighter] = Field(description="Side a, side b")
    winner: Literal["a", "b", "draw"]
    end: Literal["hit", "poison", "ticks"] | None = None
    turns: int
    log: list[TurnRow]
    next_turn: int | None = Field(default=None, description="from_turn of the next page")
    rules: list[FiredRule] | None = Field(default=None, description="Own rules")
    default_strikes: int | None = Field(default=None, description="Own turns in which no rule fired")
    stunned: int | None = Field(default=None, description="Own turns lost")
    film: str | None = None


def get_battle(
    caller: Caller,
    battle: Annotated[str, Field(description="Its id from list_battles, as 12-3")],
    detail: Detail = "summary",
    from_turn: Annotated[int, Field(ge=1, le=1000, description="With turns or why")] = 1,
) -> ShownBattle:
    """A battle fought again: outcome, key turns and how often your own rules fired; detail="turns" gives all
    turns in pages, "why" also which of your rules did not fire in a turn and what they saw.

    Use this when you want to know why a battle was won or lost. Actions and effects are ids of the rule
    language. Example: {"battle": "12-3", "detail": "why"}
    """
    check_belongs("from_turn", from_turn != 1, 'detail="turns"', detail != "summary")
    run, number = read_typed_id(battle)
    view = battle_view(caller.desk, caller.player_id, run, number, caller.locale)
    rows, next_turn = _page(view.log or (), detail, from_turn)
    line, words = view.line, caller.words
    return ShownBattle(
        summary=_summary(view, caller),
        next_steps=[_step(view, detail, next_turn, words)],
        battle=battle_id(run, number),
        day=line.day.isoformat(),
        job=line.job,
        round=line.round,
        fighters=_fighters(view, caller),
        winner=line.winner or "draw",
        end=view.end,
        turns=line.turns,
        log=rows,
        next_turn=next_turn,
        film=None if view.log is None else caller.site.film_address(battle_id(run, number), caller.locale),
        **_own(view),
    )


def _page(log: Sequence[PublicTurn], detail: Detail, from_turn: int) -> tuple[list[TurnRow], int | None]:
    """The rows to show, and the turn of the next page. Raises `ArenaError` `turn-unknown`."""
    if detail == "summary" or not log:
        return rows_within(key_turns(log), LOG_BYTES), None
    if from_turn > len(log):
        raise refuse_at_door("turn-unknown", found=from_turn, last=len(log))
    rows = rows_within(log[from_turn - 1 :], LOG_BYTES, why=detail == "why")
    following = from_turn + len(rows)
    return rows, following if following <= len(log) else None


def _fighters(view: BattleView, caller: Caller) -> list[Fighter]:
    return [
        Fighter(
            hero_id=each.hero_id,
            name=each.name,
            is_own=each.is_own,
            abilities=list(design.abilities),
            health_percent=design.health,
            picture=None if design.look is None else caller.site.picture_address(design.look),
        )
        for each, design in zip(view.line.fighters, view.designs, strict=True)
    ]


def _own(view: BattleView) -> dict[str, Any]:
    """What the own hero's rules did, if it fought and the battle can be fought again."""
    if view.own_rules is None or view.log is None:
        return {}
    did = fired(view.log, len(view.own_rules))
    rules = zip(view.own_rules, did.rules, strict=True)
    return {
        "rules": [FiredRule(rule_index=i, rule=rule, fired=n) for i, (rule, n) in enumerate(rules)],
        "default_strikes": did.none,
        "stunned": did.stunned,
    }


def _summary(view: BattleView, caller: Caller) -> str:
    line, words = view.line, caller.words
    a, b = (fighter.name for fighter in line.fighters)
    told = words("get-battle.who", day=line.day.isoformat(), a=a, b=b)
    if line.winner is None:
        outcome = words("get-battle.draw", turns=line.turns)
    else:
        winner = a if line.winner == "a" else b
        outcome = words(f"get-battle.won-{view.end or 'unseen'}", winner=winner, turns=line.turns)
    unseen = [] if view.no_log is None else [view.no_log.text(caller.locale)]
    return " ".join([told, outcome, *unseen])


def _step(view: BattleView, detail: Detail, next_turn: int | None, words: Words) -> str:
    if view.log is None:
        return words("get-battle.unseen-next")
    if next_turn is not None:
        return words("get-battle.page-next", turn=next_turn)
    whose = "next" if view.own_rules is None else "own-next"
    return words(f"get-battle.{'summary-' if detail == 'summary' else ''}{whose}")


OFFERS = (Offer(get_battle, "Read a battle"),)
