"""The log as the kernel writes it: eight 32-bit words a turn, whose meaning `log.ROW` gives."""

from arena.battle.lanes import (
    LANES,
    Address,
    State,
    Truths,
    Vector,
    bits,
    get,
    inline,
    load32,
    one,
    put,
    store32,
)
from arena.battle.log_row import LOG_WORDS
from arena.battle.rows import SIDE, BattleRow, Row


@inline
def effect_bits(s: State, fighter: int) -> Vector:
    """A fighter's effects, a bit each."""
    flags = one(get(s, fighter + Row.SHIELD) > 0)
    for i in range(1, 6):
        flags = flags | (one(get(s, fighter + Row.SHIELD + i) > 0) << i)
    return flags


@inline
def note_before(s: State, a: int) -> None:
    """The log's words for what the fighter sees when it picks."""
    put(s, BattleRow.LOG + 2, get(s, Row.HP) | (get(s, SIDE + Row.HP) << 16))
    put(s, BattleRow.LOG + 3, get(s, Row.KNOWLEDGE) | (get(s, SIDE + Row.KNOWLEDGE) << 16))
    put(s, BattleRow.LOG + 6, get(s, Row.ENERGY) | (get(s, SIDE + Row.ENERGY) << 8))
    put(s, BattleRow.LOG + 7, effect_bits(s, 0) | (effect_bits(s, SIDE) << 6))


@inline
def note_after(
    s: State, a: int, number: Vector, action: Vector, outcomes: Vector, first: Vector, second: Vector
) -> None:
    """The rest of the log's words; see log.ROW for their meaning."""
    put(s, BattleRow.LOG, get(s, BattleRow.TICK) | (get(s, a + Row.TURN) << 16))
    put(s, BattleRow.LOG + 1, number | (action << 4) | (outcomes << 8) | (first << 16) | (a // SIDE << 14))
    put(s, BattleRow.LOG + 4, get(s, Row.HP) | (get(s, SIDE + Row.HP) << 16))
    put(s, BattleRow.LOG + 5, get(s, Row.KNOWLEDGE) | (get(s, SIDE + Row.KNOWLEDGE) << 16))
    put(s, BattleRow.LOG + 6, get(s, BattleRow.LOG + 6) | (second << 16))
    put(
        s,
        BattleRow.LOG + 7,
        get(s, BattleRow.LOG + 7) | (effect_bits(s, 0) << 12) | (effect_bits(s, SIDE) << 18),
    )


@inline
def write_log(s: State, lives: Truths, log: Address, capacity: int) -> None:
    """Append the words of the lanes whose fighter had a turn to their battles' logs."""
    writes = bits(lives)
    for lane in range(LANES):
        if writes >> lane & 1:
            row = load32(s, BattleRow.BATTLE * LANES + lane) * capacity + load32(
                s, BattleRow.LOGGED * LANES + lane
            )
            for word in range(LOG_WORDS):
                store32(log, row * LOG_WORDS + word, load32(s, (BattleRow.LOG + word) * LANES + lane))
    put(s, BattleRow.LOGGED, get(s, BattleRow.LOGGED) + one(lives))
