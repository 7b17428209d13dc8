"""Battles: one with its log, or a batch of them.

A batch is a pure function of records, pairs, seeds and ruleset: neither threads nor the machine change a byte
of its outcomes. Rules: RULES.md.
"""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from arena.battle.batch import OUTCOME, Batch, empty_log, parts
from arena.battle.log import Turn, read_log
from arena.errors import refuse
from arena.hero import Hero
from arena.hero.record import RECORD, Records, encode
from arena.rulesets import CURRENT_ID

WINNERS: dict[int, Literal["a", "b"] | None] = {0: "a", 1: "b", -1: None}


@dataclass(frozen=True)
class Battle:
    """A battle and how it went."""

    ruleset: str
    seed: int
    winner: Literal["a", "b"] | None
    """"a", "b" or None for a draw."""
    ticks: int
    turns: int
    hp_a: int
    hp_b: int
    end: Literal["hit", "poison", "ticks"]
    """"hit" (or what a hit sent back), "poison" or "ticks"."""
    log: tuple[Turn, ...]
    """The turns in their order, without the last one if poison ended the battle in it."""


def pack(heroes: Sequence[Hero]) -> Records:
    """Encode heroes for `fight_many`: an array of shape (n,) and dtype `arena.hero.record.RECORD`, in their
    order."""
    packed = b"".join(encode(hero.stats.by_name, hero.abilities, hero.parsed_rules) for hero in heroes)
    return np.frombuffer(packed, RECORD).copy()


def fight_many(
    records: Records,
    a: ArrayLike,
    b: ArrayLike,
    seeds: ArrayLike,
    ruleset: str = CURRENT_ID,
    threads: int = 1,
) -> NDArray[np.void]:
    """Fight battle i between records[a[i]] and records[b[i]] with seeds[i]; an array (n,) of `OUTCOME`.

    `a`, `b`: whole numbers that index `records`; `seeds`: whole numbers of 0..2^64-1; a single one stands for
    all. Raises `ArenaError`: `unknown-ruleset`, `record-version`, `record-layout`, `battle-indices`,
    `battle-lengths`, `battle-seeds`, `battle-threads`.
    """
    batch = Batch.of(records, a, b, seeds, ruleset)
    outcomes = np.zeros(len(batch.seeds), OUTCOME)
    runs = parts(len(outcomes), threads)
    if len(runs) == 1:
        batch.run(runs[0], outcomes)
    elif runs:
        with ThreadPoolExecutor(len(runs)) as pool:
            list(pool.map(lambda part: batch.run(part, outcomes), runs))
    return outcomes


def fight(hero_a: Hero, hero_b: Hero, seed: int, ruleset: str = CURRENT_ID) -> Battle:
    """Fight one battle, with its log. `seed`: 0..2^64-1. Raises `ArenaError` as `fight_many` does."""
    batch = Batch.of(pack([hero_a, hero_b]), 0, 1, seed, ruleset)
    if len(batch.seeds) != 1:
        raise refuse("battle-seeds")
    outcomes = np.zeros(1, OUTCOME)
    log = empty_log(1, ruleset)
    batch.run(slice(0, 1), outcomes, log)
    winner, ticks, turns, hp_a, hp_b = (int(value) for value in outcomes[0])
    rows = read_log(log[0], hero_a, hero_b, ruleset)
    return Battle(
        ruleset=ruleset,
        seed=int(batch.seeds[0]),
        winner=WINNERS[winner],
        ticks=ticks,
        turns=turns,
        hp_a=hp_a,
        hp_b=hp_b,
        end="ticks" if hp_a and hp_b else "poison" if len(rows) < turns else "hit",
        log=rows,
    )
