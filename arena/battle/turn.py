"""A turn of one side in every lane that has one: the steps of RULES.md in their order."""

from arena.battle.blows import absorb, both_stand, enraged, hit, learn, least, lose
from arena.battle.lanes import (
    Address,
    State,
    Truths,
    Vector,
    at_most,
    bits,
    get,
    high,
    inline,
    load32,
    one,
    over,
    pick_rows,
    put,
    where,
)
from arena.battle.notes import note_after, note_before, write_log
from arena.battle.rows import (
    ACTION_TABLE,
    CAST_TURNS,
    COUNTER,
    COUNTER_ID,
    COVERAGE,
    DEALT,
    DEED,
    DODGE,
    DODGE_ID,
    DRAIN_HEALS,
    DRAIN_ID,
    EACH_TURN,
    ENERGY,
    ENERGY_FULL,
    ENERGY_GAIN,
    HEAL_CAST,
    HEAL_ID,
    HEALTH,
    HP,
    IMMUNE,
    IMMUNE_TURNS,
    KNOWLEDGE,
    LAST,
    LEAVES,
    LOWS,
    MAX_HP,
    NO_RULE,
    PLACES,
    POISON,
    POISON_CAST,
    POISON_DAMAGE,
    POISON_ID,
    POISON_TURNS,
    PRICE,
    RAGE,
    RAGE_ID,
    RAGE_TURNS,
    REACHES,
    READY_AT,
    RECIPROCAL,
    REVIEW_ID,
    RULE_ROWS,
    RULES,
    SHIELD,
    SHIELD_CAST,
    SHIELD_ID,
    SHIELD_TURNS,
    SIDE,
    STRIKE,
    STUN,
    STUN_ID,
    STUNNED,
    TURN,
    ULTIMATE_ID,
    ULTIMATE_POWER,
)
from arena.hero.record import MAX_RULES


@inline
def percent_steps(s: State, fighter: int) -> Vector:
    """Health as `Seen.HEALTH` counts it, exactly."""
    hundredfold = get(s, fighter + HP) * 100
    percent = high(hundredfold, get(s, fighter + RECIPROCAL))
    return percent + percent + one(percent * get(s, fighter + MAX_HP) != hundredfold)


@inline
def in_range(word: Vector, low: Vector, reach: Vector) -> Truths:
    return at_most((word - low) & 0xFFFF, reach)


@inline
def pick(s: State, a: int, picks: Truths, counts: bool, p: Address) -> tuple[Vector, Vector, Vector]:
    """The first rule that holds and is ready: (its number or NO_RULE, its deed, its price); a plain strike if
    none."""
    put(s, HEALTH, percent_steps(s, 0))
    put(s, SIDE + HEALTH, percent_steps(s, SIDE))
    energy, knowledge, turn = get(s, a + ENERGY), get(s, a + KNOWLEDGE), get(s, a + TURN)
    number, deed, price = one(picks) * NO_RULE, one(picks) * load32(p, ACTION_TABLE + 1), one(picks) * 0
    seeks = picks
    for i in range(MAX_RULES):
        r = RULES + (a // SIDE * MAX_RULES + i) * RULE_ROWS
        asks, places, lows, reaches = (
            get(s, r + PRICE),
            get(s, r + PLACES),
            get(s, r + LOWS),
            get(s, r + REACHES),
        )
        holds = in_range(pick_rows(s, places & 0xFFFF), lows & 0xFFFF, reaches & 0xFFFF)
        holds = holds & in_range(pick_rows(s, places >> 16), lows >> 16, reaches >> 16)
        ready = (energy >= (asks & 0xFFFF)) & (knowledge >= (asks >> 16)) & (turn >= get(s, r + READY_AT))
        fires = seeks & holds & ready
        if counts and a == 0:
            c = COVERAGE + 3 * i
            put(s, c, get(s, c) + one(seeks))
            put(s, c + 1, get(s, c + 1) + one(seeks & holds))
            put(s, c + 2, get(s, c + 2) + one(fires))
        number = where(fires, i, number)
        deed = where(fires, get(s, r + DEED), deed)
        price = where(fires, asks, price)
        seeks = seeks & ~fires
    return number, deed, price


@inline
def pay(s: State, a: int, deed: Vector, price: Vector) -> None:
    """Energy, and the cooldown of every rule that calls for the same action."""
    put(s, a + ENERGY, get(s, a + ENERGY) - (price & 0xFFFF))
    back = get(s, a + TURN) + (deed >> 24)
    for i in range(MAX_RULES):
        r = RULES + (a // SIDE * MAX_RULES + i) * RULE_ROWS
        put(s, r + READY_AT, where(get(s, r + DEED) == deed, back, get(s, r + READY_AT)))


@inline
def finishing_blow(s: State, a: int, e: int, p: Address) -> Vector:
    """What the ultimate takes."""
    hp = get(s, e + HP)
    leave = over(get(s, e + MAX_HP) * load32(p, LEAVES) + 50, 100)
    blow = over(get(s, a + STRIKE) * load32(p, ULTIMATE_POWER) * enraged(s, a, p) + 500, 1000)
    return where(hp > leave, hp - leave, where(blow < hp, hp, blow))


@inline
def take_effect(s: State, a: int, e: int, action: Vector, loss: Vector, p: Address) -> None:
    """What an action does after its hit, in the lanes where it has one (`action` is 0, a strike, in the
    others)."""
    healed = where(action == HEAL_ID, get(s, a + HEAL_CAST), 0)
    healed = where(action == DRAIN_ID, over(loss * load32(p, DRAIN_HEALS) + 50, 100), healed)
    put(s, a + HP, least(get(s, a + HP) + healed, get(s, a + MAX_HP)))
    poisons = action == POISON_ID
    put(s, e + POISON, where(poisons, load32(p, POISON_TURNS), get(s, e + POISON)))
    put(s, e + POISON_DAMAGE, where(poisons, get(s, a + POISON_CAST), get(s, e + POISON_DAMAGE)))
    put(s, a + RAGE, where(action == RAGE_ID, load32(p, RAGE_TURNS), get(s, a + RAGE)))
    shields = action == SHIELD_ID
    put(s, a + SHIELD, where(shields, get(s, a + SHIELD_CAST), get(s, a + SHIELD)))
    put(s, a + SHIELD_TURNS, where(shields, load32(p, CAST_TURNS), get(s, a + SHIELD_TURNS)))
    put(s, a + DODGE, where(action == DODGE_ID, 1, get(s, a + DODGE)))
    put(s, a + COUNTER, where(action == COUNTER_ID, 1, get(s, a + COUNTER)))
    stuns = (action == STUN_ID) & (get(s, e + IMMUNE) == 0)
    put(s, e + STUN, where(stuns, 1, get(s, e + STUN)))
    strips = action == REVIEW_ID
    for effect in (SHIELD, RAGE, DODGE, COUNTER):
        put(s, e + effect, where(strips, 0, get(s, e + effect)))


@inline
def act(s: State, a: int, e: int, acts: Truths, deed: Vector, p: Address) -> tuple[Vector, Vector, Vector]:
    """Do what was picked. Returns (outcomes of the hits two bits each, loss of the first, of the second)."""
    action, swings, power = deed & 0xFF, (deed >> 8) & 0xFF, (deed >> 16) & 0xFF
    put(s, a + LAST, where(acts, action, get(s, a + LAST)))
    ultimate = acts & (action == ULTIMATE_ID)
    put(s, a + KNOWLEDGE, where(ultimate, 0, get(s, a + KNOWLEDGE)))
    blow = where(ultimate, finishing_blow(s, a, e, p), 0)
    lose(s, e, a, absorb(s, e, blow), 0, p)
    first, outcomes = hit(s, a, e, power, acts & (swings > 0), p)
    second = rest = first * 0
    again = acts & (swings > 1) & both_stand(s)
    if bits(again) != 0:
        second, outcome = hit(s, a, e, power, again, p)
        third, last = hit(s, a, e, power, acts & (swings > 2) & both_stand(s), p)
        outcomes = outcomes | (outcome << 2) | (last << 4)
        rest = second + third
    take_effect(s, a, e, where(acts & both_stand(s), action, 0), first + rest, p)
    return outcomes, first, second


@inline
def suffer(s: State, a: int, e: int, takes: Truths, p: Address) -> None:
    """Steps 1 and 2: the turn begins, own dodge and counter end, poison bites."""
    put(s, a + TURN, get(s, a + TURN) + one(takes))
    put(s, a + DODGE, where(takes, 0, get(s, a + DODGE)))
    put(s, a + COUNTER, where(takes, 0, get(s, a + COUNTER)))
    poisoned = takes & (get(s, a + POISON) > 0)
    put(s, a + POISON, get(s, a + POISON) - one(poisoned))
    lose(s, a, e, where(poisoned, get(s, a + POISON_DAMAGE), 0), load32(p, DEALT), p)


@inline
def take_turn(s: State, a: int, takes: Truths, log: Address, capacity: int, counts: bool, p: Address) -> None:
    """One turn of the fighters at rows `a` in the lanes that take one."""
    e = SIDE - a
    rages, immune, shielded = get(s, a + RAGE) > 0, get(s, a + IMMUNE) > 0, get(s, e + SHIELD) > 0
    suffer(s, a, e, takes, p)
    lives = takes & (get(s, a + HP) > 0)
    # Step 3.
    gained = least(get(s, a + ENERGY) + get(s, a + ENERGY_GAIN), load32(p, ENERGY_FULL))
    put(s, a + ENERGY, where(lives, gained, get(s, a + ENERGY)))
    learn(s, a, where(lives, load32(p, EACH_TURN), 0), p)
    # Step 4.
    stunned = lives & (get(s, a + STUN) != 0)
    acts = lives & ~stunned
    put(s, a + STUN, where(stunned, 0, get(s, a + STUN)))
    put(s, a + IMMUNE, where(stunned, load32(p, IMMUNE_TURNS), get(s, a + IMMUNE)))
    number, deed, price = pick(s, a, acts, counts, p)
    if capacity > 0:
        note_before(s, a)
    pay(s, a, deed, price)
    outcomes, first, second = act(s, a, e, acts, deed, p)
    # Step 5.
    goes_on = lives & both_stand(s)
    rage = get(s, a + RAGE)
    put(s, a + RAGE, rage - one(goes_on & rages & (rage > 0)))
    put(s, a + IMMUNE, get(s, a + IMMUNE) - one(goes_on & immune & ~stunned))
    wears = goes_on & shielded
    put(s, e + SHIELD_TURNS, get(s, e + SHIELD_TURNS) - one(wears))
    put(s, e + SHIELD, where(wears & (get(s, e + SHIELD_TURNS) <= 0), 0, get(s, e + SHIELD)))
    if capacity > 0:
        action = where(stunned, STUNNED, deed & 0xFF)
        note_after(s, a, where(stunned, NO_RULE, number), action, outcomes, first, second)
        write_log(s, lives, log, capacity)
