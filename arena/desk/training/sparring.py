"""A participant's training: a battle with its log, and many more against a dummy for the shares.

Source: the league's rules, "Limits" and "What is hidden".
"""

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from sqlmodel import Session

from arena import roster
from arena.battle import Sides, fight, percents_left
from arena.desk.battles.listing import Winner
from arena.desk.battles.public_log import PublicTurn, public_log
from arena.desk.desk import Desk, unheard
from arena.desk.heroes.checking import Draft, accepted_draft
from arena.desk.heroes.documents import read_document
from arena.desk.heroes.finding import find_hero
from arena.desk.heroes.names import name_taken, shown_name
from arena.desk.heroes.states import current_version, hero_of
from arena.desk.players.finding import known_player
from arena.desk.players.limits import Limited, peak_if_left, spend
from arena.desk.training.advice import is_winning, what_to_try
from arena.desk.training.statistics import RuleWork, Training, train
from arena.desk.training.trials import Rivals, Trial, try_changes
from arena.errors import ArenaError, Fault, refuse
from arena.excerpt import printable, shown
from arena.hero import Hero, Slots, Sprite, level_for, slots
from arena.rulesets import CURRENT_ID, load_ruleset

SAMPLED = 20
"""Further battles of which the logs are read: those of more would hold up other requests."""


@dataclass(frozen=True)
class Opponent:
    """Whom a training is against, as everybody may see it; `hero_id` is None for one of the roster. `look` is
    None for a hidden hero."""

    kind: Literal["dummy", "sample", "hero"]
    name: str
    hero_id: int | None
    look: Sprite | None
    abilities: tuple[str, ...]


@dataclass(frozen=True)
class Trainee:
    """Who trains: a draft, whose name may be `taken`, or the saved hero as it stands."""

    hero: Hero
    stands: Literal["draft", "active", "withdrawn"]
    taken: Fault | None = None


@dataclass(frozen=True)
class Fought:
    """How a training went. The trained hero is side A; `log` hides of the opponent what it hides in any
    battle.

    `health` is that of both at the end, in whole percent, `turns` are those of both. `seed` is that of the
    shown battle, None against a hero whose design is hidden: it would help to guess it.
    `shares` is what the further battles against a dummy came to, None if there were none; `rules` what the
    hero's rules did in those, else in the shown battle; `advice` what all that says to try, with the changes
    that won more if there were further battles.
    """

    seed: int | None
    winner: Winner
    end: Literal["hit", "poison", "ticks"]
    turns: int
    health: Sides[int]
    log: tuple[PublicTurn, ...]
    shares: Training | None
    rules: RuleWork
    advice: tuple[Fault, ...]


@dataclass(frozen=True)
class Sparring:
    """A training that was counted; `left`: how many of this kind the day still allows."""

    opponent: Opponent
    trainee: Trainee
    ruleset: str
    fought: Fought
    left: int


def seed_by_chance() -> int:
    """A battle's seed, which nobody chooses."""
    return secrets.randbits(64)


def train_hero(
    desk: Desk,
    player_id: int,
    draft: Draft | None,
    opponent: str,
    locale: str,
    battles: int | None = 0,
    new_seed: Callable[[], int] = seed_by_chance,
    told: Callable[[Sparring], object] = unheard,
) -> Sparring:
    """Train a draft, or the participant's saved hero, against a dummy, a sample hero or another participant's
    hero, by id or name: one battle with its log and, against a dummy, `battles` more for the shares (None: as
    many as there may be).

    It is counted when it is done, so that a failure of ours costs nothing; a draft that is refused costs a
    check. `told` is given the result before it is committed; what it raises takes everything back.
    Raises `ArenaError`: `player-unknown`, `training-battles`, `no-such-opponent`, `training-self`,
    `training-forgotten`, every fault of the draft, `no-hero`, `limit-reached`.
    """
    enemy, against = _opponent(desk, player_id, opponent, locale)
    further = _further(desk, battles, against)
    kind = Limited.DUMMY_TRAININGS if against.kind == "dummy" else Limited.HERO_TRAININGS
    with desk.read() as (session, now):
        peak = peak_if_left(session.connection(), desk, player_id, kind, desk.calendar.local_date(now))
    trainee = _saved(desk, player_id) if draft is None else _drafted(desk, player_id, draft)
    fought = _fought(trainee.hero, enemy, against, further, slots(level_for(peak)), new_seed)
    with desk.write_connection() as (connection, now):
        spent = spend(connection, desk, player_id, kind, desk.calendar.local_date(now))
        sparring = Sparring(against, trainee, CURRENT_ID, fought, spent.left)
        told(sparring)
    return sparring


def _further(desk: Desk, battles: int | None, against: Opponent) -> int:
    """How many battles follow the shown one."""
    most = desk.limits.training_battles if against.kind == "dummy" else 0
    if battles is None:
        return most
    if not 0 <= battles <= most:
        reason = None if most else "hero"
        raise refuse("training-battles", reason=reason, found=shown(battles), most=most)
    return battles


def _fought(
    hero: Hero,
    enemy: Hero,
    against: Opponent,
    further: int,
    allowed: Slots,
    new_seed: Callable[[], int],
) -> Fought:
    seed = new_seed()
    battle = fight(hero, enemy, seed, CURRENT_ID)
    shares = train(hero, enemy, further, new_seed(), CURRENT_ID, sampled=SAMPLED) if further else None
    counted = shares or train(hero, enemy, 1, seed, CURRENT_ID)
    trials = () if shares is None or is_winning(shares) else _tried(hero, enemy, allowed, new_seed())
    is_public = against.kind != "hero"
    ruleset = load_ruleset(CURRENT_ID)
    heroes = Sides(hero, enemy)
    return Fought(
        seed=seed if is_public else None,
        winner=battle.winner,
        end=battle.end,
        turns=battle.turns,
        health=percents_left(battle, heroes),
        log=public_log(battle, heroes, Sides(True, is_public)),
        shares=shares,
        rules=counted.rules,
        advice=what_to_try(hero, counted, ruleset, trials),
    )


def _tried(hero: Hero, dummy: Hero, allowed: Slots, first_seed: int) -> tuple[Trial, ...]:
    others = {id_: each for id_, each in roster.dummies().items() if each != dummy}
    rivals = Rivals(dummy, others, list(roster.samples().values()))
    return try_changes(hero, rivals, allowed, first_seed, load_ruleset(CURRENT_ID))


def _opponent(desk: Desk, player_id: int, given: str, locale: str) -> tuple[Hero, Opponent]:
    try:
        id_ = roster.find(given)
    except ArenaError as unknown:
        with desk.read() as (session, _):
            return _league_opponent(session, player_id, given, locale, unknown)
    hero = roster.load(id_)
    kind: Literal["dummy", "sample"] = "dummy" if id_ in roster.DUMMY_IDS else "sample"
    return hero, Opponent(kind, hero.name, None, hero.sprite, hero.abilities)


def _league_opponent(
    session: Session, player_id: int, given: str, locale: str, unknown: ArenaError
) -> tuple[Hero, Opponent]:
    """A participant's hero; `unknown` is what the roster says, which may know a name that is alike."""
    try:
        row = find_hero(session, given, player_id)
    except ArenaError as error:
        near = error.faults[0].params.get("nearest") or unknown.faults[0].params.get("nearest")
        words = {"given": printable(given), "dummies": ", ".join(roster.DUMMY_IDS)}
        if near is None:
            raise refuse("no-such-opponent", **words) from None
        raise refuse("no-such-opponent", reason="near", nearest=near, **words) from None
    if row.player_id == player_id:
        raise refuse("training-self")
    version = current_version(session, row)
    if version.document is None:
        raise refuse("training-forgotten")
    hero, look = read_document(version.document), None
    if row.hidden_at is None:
        look = hero.sprite
    return hero, Opponent("hero", shown_name(row, locale), row.id, look, hero.abilities)


def _saved(desk: Desk, player_id: int) -> Trainee:
    with desk.read() as (session, _):
        known_player(session, player_id)
        row = hero_of(session, player_id)
        if row is None:
            raise refuse("no-hero", reason="draft")
        version, is_active = current_version(session, row), row.active
    assert version.document is not None, "only a forgotten hero has none, and it has no owner"
    return Trainee(read_document(version.document), "active" if is_active else "withdrawn")


def _drafted(desk: Desk, player_id: int, draft: Draft) -> Trainee:
    hero = accepted_draft(desk, player_id, draft)
    with desk.read() as (session, _):
        return Trainee(hero, "draft", name_taken(session.connection(), hero.name, player_id))
