"""The tool that trains a hero."""

from collections.abc import Sequence
from functools import partial
from math import ceil, floor
from typing import Annotated, Literal

from pydantic import Field, WithJsonSchema

from arena.desk.battles.key_turns import key_turns
from arena.desk.battles.public_log import PublicTurn
from arena.desk.training.sparring import Fought, Sparring, train_hero
from arena.desk.training.statistics import Training, Unready
from arena.errors import Fault
from arena.hero import Hero
from arena.json_pointer import tokens
from arena.roster import DUMMY_IDS
from mcp_server.answers import Answer, Part, before_commit
from mcp_server.caller import Caller
from mcp_server.toolbox import Offer
from mcp_server.tools.hero_argument import AgainHeroArgument
from mcp_server.tools.listing import LONGEST_NAME
from mcp_server.tools.turns import Detail, RuleIndex, TurnRow, rows_within
from mcp_server.words import Words

LOG_BYTES = 3000
"""Of the rows of a short answer; a longer log is told by its key turns."""
WHOLE_LOG_BYTES = 30_000
MOST_TIPS = 7
"""Of a short answer."""
EVEN = 0.5
LACKS = ("turns", "energy", "knowledge", "cooldown")


class Rival(Part):
    """Whom it trained against."""

    kind: Literal["dummy", "sample", "hero"]
    name: str
    hero_id: int | None = None
    abilities: list[str]


class Shares(Part):
    """How the further battles ended."""

    battles: int
    wins: int
    draws: int
    losses: int
    win_share: float
    win_share_95: list[float] = Field(description="Low, high")
    mean_turns: float


class RuleRow(Part):
    """What a rule did, in own turns."""

    rule_index: RuleIndex
    rule: str
    reached: int
    true: int
    fired: int
    not_ready: dict[str, int] | None = Field(None, description="Turns true but not ready; what was short")


class Tip(Part):
    """A change that was tried, with what it won; or what the battles show."""

    code: str
    rule_index: RuleIndex | None = None
    message: str
    hint: str


TurnsAgain = Annotated[
    list[TurnRow],
    WithJsonSchema({"type": "array", "items": {"type": "object"}}),
    Field(description="The shown battle, rows as in get_battle; you are a"),
]
"""Turns, where their schema was told by `get_battle`: it is long."""

OpponentName = Annotated[
    str,
    Field(max_length=LONGEST_NAME, description=f"{', '.join(DUMMY_IDS)}, or a name or number, as #17"),
]


class Trained(Answer):
    """A training; your hero is side a."""

    opponent: Rival
    winner: Literal["a", "b", "draw"]
    end: Literal["hit", "poison", "ticks"]
    turns: int
    health_percent: list[int] = Field(description="Of a and b at the end")
    seed: str | None = None
    log: TurnsAgain
    turns_left_out: int | None = None
    shares: Shares | None = None
    battles: int = Field(description="Over which rules are counted")
    logs_read: int = Field(description="For not_ready")
    rules: list[RuleRow]
    advice: list[Tip] = Field(description="First: changes that won more when tried")
    trainings_left: int = Field(description="Of this kind, today")


def train(
    caller: Caller,
    opponent: OpponentName,
    hero: AgainHeroArgument = None,
    battles: Annotated[
        int | None, Field(ge=0, description="Further battles against a dummy; the most if left out")
    ] = None,
    detail: Detail = "summary",
) -> Trained:
    """Train a draft (or, without one, your saved hero) against a dummy, a sample or another participant's
    hero: a battle with the rules that fired. Against a dummy many more give win shares, and small changes are
    tried.

    Use this when check_hero found no fault, and after each change; a day has few. detail="turns" gives all
    turns, "why" also what skipped rules saw. Example: {"opponent": "golem", "hero": {…as for check_hero…}}
    """
    act = partial(train_hero, caller.desk, caller.player_id, hero, opponent, caller.locale, battles=battles)
    return before_commit(act, partial(_trained, detail=detail, words=caller.words))


def _trained(sparring: Sparring, detail: Detail, words: Words) -> Trained:
    against, fought = sparring.opponent, sparring.fought
    most = MOST_TIPS if detail == "summary" else None
    log = _log(fought.log, detail)
    return Trained(
        summary=_summary(sparring, words),
        next_steps=_steps(sparring, words),
        opponent=Rival(
            kind=against.kind, name=against.name, hero_id=against.hero_id, abilities=list(against.abilities)
        ),
        winner=fought.winner or "draw",
        end=fought.end,
        turns=fought.turns,
        health_percent=list(fought.health),
        seed=None if fought.seed is None else str(fought.seed),
        log=log,
        turns_left_out=len(fought.log) - len(log) or None,
        shares=None if fought.shares is None else _shares(fought.shares),
        battles=1 if fought.shares is None else fought.shares.battles,
        logs_read=fought.rules.sampled,
        rules=_rules(sparring.trainee.hero, fought),
        advice=[_tip(each, words.locale) for each in fought.advice[:most]],
        trainings_left=sparring.left,
    )


def _log(log: Sequence[PublicTurn], detail: Detail) -> list[TurnRow]:
    if detail != "summary":
        return rows_within(log, WHOLE_LOG_BYTES, why=detail == "why")
    rows = rows_within(log, LOG_BYTES)
    return rows if len(rows) == len(log) else rows_within(key_turns(log), LOG_BYTES)


def _shares(training: Training) -> Shares:
    return Shares(
        battles=training.battles,
        wins=training.wins,
        draws=training.draws,
        losses=training.losses,
        win_share=round(training.wins / training.battles, 4),
        win_share_95=[round(each, 4) for each in training.interval],
        mean_turns=round(training.mean_turns, 1),
    )


def _rules(hero: Hero, fought: Fought) -> list[RuleRow]:
    work = fought.rules
    return [
        RuleRow(
            rule_index=row.rule,
            rule=rule,
            reached=row.reached,
            true=row.true,
            fired=row.fired,
            not_ready=_not_ready(unready),
        )
        for rule, row, unready in zip(hero.rules, work.coverage, work.unready, strict=True)
    ]


def _not_ready(unready: Unready) -> dict[str, int] | None:
    if not unready.turns:
        return None
    return {name: count for name in LACKS if (count := getattr(unready, name))}


def _tip(fault: Fault, locale: str) -> Tip:
    place = tokens(fault.path)
    return Tip(
        code=fault.code,
        rule_index=int(place[1]) if place else None,
        message=fault.message(locale),
        hint=fault.hint(locale),
    )


def _summary(sparring: Sparring, words: Words) -> str:
    """The shares first, where there are any: the shown battle is but one."""
    fought = sparring.fought
    outcome = {"a": "won", "b": "lost", None: "draw"}[fought.winner]
    names = {"name": sparring.trainee.hero.name, "opponent": sparring.opponent.name}
    told = words(f"training.{outcome}", **names, turns=fought.turns)
    if (shares := fought.shares) is None:
        return told
    low, high = floor(100 * shares.interval.low), ceil(100 * shares.interval.high)
    counts = {"battles": shares.battles, "wins": shares.wins, "draws": shares.draws}
    return f"{words('training.shares', **names, **counts, low=low, high=high)} {told}"


def _steps(sparring: Sparring, words: Words) -> list[str]:
    taken, stands = sparring.trainee.taken, sparring.trainee.stands
    steps = [_step(sparring, words)]
    if taken is not None:
        steps.append(taken.text(words.locale))
    if stands == "withdrawn":
        steps.append(words("saved.withdrawn-next"))
    return steps


def _step(sparring: Sparring, words: Words) -> str:
    if not sparring.left:
        return words("training.none-left")
    if (shares := sparring.fought.shares) is None:
        return words("training.one-next", dummies=", ".join(DUMMY_IDS), left=sparring.left)
    low, high = shares.interval
    kind = "winning" if low > EVEN else "losing" if high < EVEN else "even"
    if kind == "winning" and sparring.trainee.stands != "draft":
        kind = "winning-saved"
    elif kind != "winning" and all(each.code != "change-tried" for each in sparring.fought.advice):
        kind = f"{kind}-unhelped"
    return words(f"training.{kind}-next", left=sparring.left)


OFFERS = (Offer(train, "Train a hero", counts=True, repeats=False),)
