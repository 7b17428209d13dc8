"""The battle, compiled: RULES.md in integer arithmetic, sixteen battles in lock-step.

Each lane of the vectors (see lanes.py) is a battle of its own. A round of the loop lets side A of every lane
whose turn it is act, then side B; a lane whose battle has ended takes the next of the batch. Nothing branches
on what a single battle does: an action's effects are written for all lanes and masked, so the processor never
guesses wrong.

A block of rows holds the state. `a` and `e` are the first rows of the fighter whose turn it is and of its
enemy; a `Mask` says in which lanes something happens. The comments name the steps of RULES.md.
"""

from typing import Any

import numpy as np
from numba import types
from numpy.typing import NDArray

from arena.battle.hits import both_stand, roll
from arena.battle.lanes import (
    LANES,
    Address,
    State,
    Truths,
    bits,
    block,
    get,
    inline,
    load16,
    load32,
    one,
    put,
    store16,
    store32,
    store64,
    where,
)
from arena.battle.parameters import (
    ACTION_WORDS,
    DIVISOR,
    FORMULA_WORDS,
    MAX_HP_FACTOR,
    FormulaPlace,
    Parameter,
)
from arena.battle.rows import NOBODY, ROWS, SIDE, BattleRow, Row, RuleRow, rule_at
from arena.battle.sources import SOURCES
from arena.battle.turn import take_turn
from arena.compiled import compiled
from arena.hero.record import MAX_RULES, NO_ACTION, RECORD, RULE
from arena.rulesets import STATS
from arena.rulesets.ruleset import half_up as rounded

lanes_of_battle = block(ROWS)

RECORD_BYTES = RECORD.itemsize
RULE_WORDS = RULE.itemsize // 2


def word_of(layout: np.dtype[np.void], field: str) -> int:
    """Where a field of a record begins, in 16-bit words."""
    fields = layout.fields
    if fields is None:
        raise TypeError(f"{layout} has no fields")
    return int(fields[field][1]) // 2


ARMOUR_AT, SPEED_AT = (word_of(RECORD, "stats") + STATS.index(stat) for stat in ("def", "spd"))
STATS_AT, RULES_AT = word_of(RECORD, "stats"), word_of(RECORD, "rules")
ACTION_AT, PLACES_AT = word_of(RULE, "action"), word_of(RULE, "word")
LOWS_AT, REACHES_AT = word_of(RULE, "low"), word_of(RULE, "reach")


@inline
def advance(s: State, p: Address) -> None:
    """Let ticks pass in the lanes where nobody is due, and say there who is: 0 for side A, 1 for B, NOBODY at
    the end."""
    full, limit = load32(p, Parameter.GAUGE_FULL), load32(p, Parameter.TICKS)
    gauge_a, gauge_b, tick, actor = (
        get(s, Row.GAUGE),
        get(s, SIDE + Row.GAUGE),
        get(s, BattleRow.TICK),
        get(s, BattleRow.ACTOR),
    )
    asks = (actor == NOBODY) & both_stand(s) & (tick <= limit)
    waits = asks & (gauge_a < full) & (gauge_b < full)
    while bits(waits) != 0:
        tick = tick + one(waits)
        gauge_a = gauge_a + where(waits, get(s, Row.GAUGE_GAIN), 0)
        gauge_b = gauge_b + where(waits, get(s, SIDE + Row.GAUGE_GAIN), 0)
        waits = waits & (gauge_a < full) & (gauge_b < full)
    asks = asks & (tick <= limit)
    a_due, b_due = asks & (gauge_a >= full), asks & (gauge_b >= full)
    tie = a_due & b_due & (get(s, Row.SPEED) == get(s, SIDE + Row.SPEED))
    second = get(s, SIDE + Row.FASTER)
    if bits(tie) != 0:
        second = where(tie, roll(s, 2, tie), second)
    actor = where(a_due & b_due, second, where(a_due, 0, where(b_due, 1, actor)))
    put(s, Row.GAUGE, gauge_a - where(asks & (actor == 0), full, 0))
    put(s, SIDE + Row.GAUGE, gauge_b - where(asks & (actor == 1), full, 0))
    put(s, BattleRow.TICK, tick)
    put(s, BattleRow.ACTOR, actor)


@inline
def take_turns(s: State, side: int, log: Address, capacity: int, counts: bool, p: Address) -> None:
    """Let `side` (0 for A, 1 for B) take its turn in the lanes where it is due; nobody is due there after
    it."""
    takes = get(s, BattleRow.ACTOR) == side
    put(s, BattleRow.ACTOR, where(takes, NOBODY, get(s, BattleRow.ACTOR)))
    take_turn(s, side * SIDE, takes, log, capacity, counts, p)


half_up = inline(rounded)
"""`arena.rulesets.ruleset.half_up`, the rounding of every formula, for compiled code."""


@inline
def formula(p: Address, i: int, record: Address, max_hp: int) -> int:
    """The ruleset's i-th formula (`FormulaPlace`) for a record's stats, rounded; `max_hp` in points, 0 for
    the formula that gives it."""
    f = Parameter.FORMULAS + i * FORMULA_WORDS
    n = load32(p, f) + load32(p, f + MAX_HP_FACTOR) * max_hp
    for k in range(len(STATS)):
        n += load32(p, f + 1 + k) * load16(record, STATS_AT + k)
    value: int = half_up(n, load32(p, f + DIVISOR))
    return value


@inline
def enter(s: State, a: int, lane: int, record: Address, p: Address) -> None:
    """Put a fighter at its corner: everything at zero but what its record and the ruleset give."""
    for row in range(a, a + SIDE):
        store32(s, row * LANES + lane, 0)
    max_hp = formula(p, FormulaPlace.MAX_HP, record, 0)
    corner = a * LANES + lane
    store32(s, corner + Row.HP * LANES, max_hp)
    store32(s, corner + Row.MAX_HP * LANES, max_hp)
    store32(s, corner + Row.RECIPROCAL * LANES, 0xFFFFFFFF // max_hp + 1)
    store32(s, corner + Row.STRIKE * LANES, formula(p, FormulaPlace.STRIKE, record, max_hp))
    store32(s, corner + Row.GAUGE_GAIN * LANES, formula(p, FormulaPlace.GAUGE, record, max_hp))
    store32(s, corner + Row.ENERGY_GAIN * LANES, formula(p, FormulaPlace.ENERGY, record, max_hp))
    store32(s, corner + Row.SHIELD_CAST * LANES, formula(p, FormulaPlace.SHIELD, record, max_hp))
    store32(s, corner + Row.HEAL_CAST * LANES, formula(p, FormulaPlace.HEAL, record, max_hp))
    store32(s, corner + Row.POISON_CAST * LANES, formula(p, FormulaPlace.POISON, record, max_hp))
    store32(s, corner + Row.ARMOUR * LANES, load16(record, ARMOUR_AT))
    store32(s, corner + Row.SPEED * LANES, load16(record, SPEED_AT))
    store32(s, corner + Row.LAST * LANES, NO_ACTION)
    for i in range(MAX_RULES):
        rule = record + 2 * (RULES_AT + i * RULE_WORDS)
        entry = Parameter.ACTIONS + load16(rule, ACTION_AT) * ACTION_WORDS
        r = rule_at(a, i) * LANES + lane
        store32(s, r + RuleRow.COSTS * LANES, load32(p, entry))
        store32(s, r + RuleRow.ACTION * LANES, load32(p, entry + 1))
        store32(s, r + RuleRow.READY_AT * LANES, 0)
        store32(s, r + RuleRow.PLACES * LANES, load32(rule, PLACES_AT // 2) ^ (a | a << 16))
        store32(s, r + RuleRow.LOWS * LANES, load32(rule, LOWS_AT // 2))
        store32(s, r + RuleRow.REACHES * LANES, load32(rule, REACHES_AT // 2))


@inline
def begin_battle(
    s: State, lane: int, i: int, record_a: Address, record_b: Address, seed: int, p: Address
) -> None:
    """Start the batch's battle `i` in a lane: both fighters at their corners, tick 0, nobody due.

    `record_a`, `record_b`: addresses of `RECORD`s; `seed`: 64 bits, the first state of the lane's generator.
    """
    enter(s, 0, lane, record_a, p)
    enter(s, SIDE, lane, record_b, p)
    speed_a, speed_b = load32(s, Row.SPEED * LANES + lane), load32(s, (SIDE + Row.SPEED) * LANES + lane)
    store32(s, Row.FASTER * LANES + lane, int(speed_a > speed_b))
    store32(s, (SIDE + Row.FASTER) * LANES + lane, int(speed_b > speed_a))
    store64(s, BattleRow.SEED // 2 * LANES + lane, np.int64(seed))
    store32(s, BattleRow.TICK * LANES + lane, 0)
    store32(s, BattleRow.ACTOR * LANES + lane, NOBODY)
    store32(s, BattleRow.BATTLE * LANES + lane, i)
    store32(s, BattleRow.LOGGED * LANES + lane, 0)


@inline
def report(s: State, lane: int, places: Address, p: Address) -> None:
    """Write a lane's outcome to its battle's place: winner, ticks, turns, health of both."""
    place = 5 * load32(s, BattleRow.BATTLE * LANES + lane)
    hp_a, hp_b = load32(s, Row.HP * LANES + lane), load32(s, (SIDE + Row.HP) * LANES + lane)
    share_a, share_b = (
        hp_a * load32(s, (SIDE + Row.MAX_HP) * LANES + lane),
        hp_b * load32(s, Row.MAX_HP * LANES + lane),
    )
    winner = 0 if share_a > share_b else 1 if share_b > share_a else -1
    store16(places, place, winner)
    store16(places, place + 1, min(load32(s, BattleRow.TICK * LANES + lane), load32(p, Parameter.TICKS)))
    store16(
        places, place + 2, load32(s, Row.TURN * LANES + lane) + load32(s, (SIDE + Row.TURN) * LANES + lane)
    )
    store16(places, place + 3, hp_a)
    store16(places, place + 4, hp_b)


@inline
def over_and_done(s: State, p: Address) -> Truths:
    """The lanes whose battle has ended, by a fall or by the last tick; lanes without a battle are among
    them."""
    return ~both_stand(s) | (get(s, BattleRow.TICK) > load32(p, Parameter.TICKS))


def _run_battles(
    records: NDArray[np.uint8],
    a: NDArray[np.int64],
    b: NDArray[np.int64],
    seeds: NDArray[np.uint64],
    numbers: NDArray[np.int32],
    outcomes: NDArray[np.int16],
    log: NDArray[np.int32],
    coverage: NDArray[np.int64],
) -> None:
    """Fight a batch, of which nothing is checked here.

    records: (n,), RECORDs as bytes; a, b: (k,), indices of records; seeds: (k,); numbers: from parameters();
    outcomes: (k, 5), written; log: (k, capacity, LOG_WORDS), written, of capacity 0 for none; coverage:
    (MAX_RULES, 3), added to for side A's rules, or (0, 3) for none. All are contiguous.
    """
    s = lanes_of_battle()
    p, places, logs, base = numbers.ctypes.data, outcomes.ctypes.data, log.ctypes.data, records.ctypes.data
    capacity, counts, following, busy = log.shape[1], len(coverage) > 0, 0, 0
    put(s, BattleRow.ACTOR, NOBODY)
    while True:
        done = bits(over_and_done(s, p))
        if done != 0:
            for lane in range(LANES):
                if done >> lane & 1:
                    if busy >> lane & 1:
                        report(s, lane, places, p)
                        busy ^= 1 << lane
                    if following < len(seeds):
                        i = following
                        first, second = base + a[i] * RECORD_BYTES, base + b[i] * RECORD_BYTES
                        begin_battle(s, lane, i, first, second, seeds[i], p)
                        busy |= 1 << lane
                        following += 1
            if busy == 0:
                break
        advance(s, p)
        take_turns(s, 0, logs, capacity, counts, p)
        advance(s, p)
        take_turns(s, 1, logs, capacity, counts, p)
    for i in range(len(coverage)):
        for k in range(3):
            for lane in range(LANES):
                coverage[i, k] += load32(s, (BattleRow.COVERAGE + 3 * i + k) * LANES + lane)


def _given(kind: Any, dimensions: int = 1, *, written: bool = False) -> Any:
    """A contiguous array; one that is not written may be read-only."""
    return types.Array(kind, dimensions, "C", readonly=not written)


run_battles = compiled(
    _run_battles,
    types.void(
        _given(types.uint8),
        _given(types.int64),
        _given(types.int64),
        _given(types.uint64),
        _given(types.int32),
        _given(types.int16, 2, written=True),
        _given(types.int32, 3, written=True),
        _given(types.int64, 2, written=True),
    ),
    SOURCES,
)
