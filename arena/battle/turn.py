"""A turn of one side in every lane that has one: the steps of RULES.md in their order."""

from arena.battle.hits import absorb, both_stand, enraged, hit, learn, least, lose
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
from arena.battle.log_row import NO_RULE, STUNNED
from arena.battle.log_writing import note_after, note_before, write_log
from arena.battle.parameters import Parameter
from arena.battle.rows import (
    COUNTER_ID,
    DODGE_ID,
    DRAIN_ID,
    HEAL_ID,
    POISON_ID,
    RAGE_ID,
    REVIEW_ID,
    SHIELD_ID,
    SIDE,
    STUN_ID,
    ULTIMATE_ID,
    BattleRow,
    Row,
    RuleRow,
    rule_at,
)
from arena.hero.record import MAX_RULES


@inline
def percent_steps(s: State, fighter: int) -> Vector:
    """Health as `StateWord.HEALTH` counts it: twice the whole percent, and 1 more if there is a part of a
    percent beside it. So a threshold in whole percent is compared exactly."""
    hundredfold = get(s, fighter + Row.HP) * 100
    percent = high(hundredfold, get(s, fighter + Row.RECIPROCAL))
    return percent + percent + one(percent * get(s, fighter + Row.MAX_HP) != hundredfold)


@inline
def in_range(word: Vector, low: Vector, reach: Vector) -> Truths:
    """Whether a condition's word is in its range, modulo 2^16 (arena.hero.record)."""
    return at_most((word - low) & 0xFFFF, reach)


@inline
def pick(s: State, a: int, picks: Truths, counts: bool, p: Address) -> tuple[Vector, Vector, Vector]:
    """Pick an action in the lanes that pick. RULES.md, "Picking an action".

    Returns (the rule's number from 0, or NO_RULE for the strike that is left; its action and its costs, both
    as `arena.battle.parameters.pack_action` packs them). `counts` adds side A's rules to the coverage.
    """
    put(s, Row.HEALTH, percent_steps(s, 0))
    put(s, SIDE + Row.HEALTH, percent_steps(s, SIDE))
    energy, knowledge, turn = get(s, a + Row.ENERGY), get(s, a + Row.KNOWLEDGE), get(s, a + Row.TURN)
    number, packed, costs = (
        one(picks) * NO_RULE,
        one(picks) * load32(p, Parameter.ACTIONS + 1),
        one(picks) * 0,
    )
    seeks = picks
    for i in range(MAX_RULES):
        r = rule_at(a, i)
        asks, places, lows, reaches = (
            get(s, r + RuleRow.COSTS),
            get(s, r + RuleRow.PLACES),
            get(s, r + RuleRow.LOWS),
            get(s, r + RuleRow.REACHES),
        )
        holds = in_range(pick_rows(s, places & 0xFFFF), lows & 0xFFFF, reaches & 0xFFFF)
        holds = holds & in_range(pick_rows(s, places >> 16), lows >> 16, reaches >> 16)
        ready = (
            (energy >= (asks & 0xFFFF)) & (knowledge >= (asks >> 16)) & (turn >= get(s, r + RuleRow.READY_AT))
        )
        fires = seeks & holds & ready
        if counts and a == 0:
            c = BattleRow.COVERAGE + 3 * i
            put(s, c, get(s, c) + one(seeks))
            put(s, c + 1, get(s, c + 1) + one(seeks & holds))
            put(s, c + 2, get(s, c + 2) + one(fires))
        number = where(fires, i, number)
        packed = where(fires, get(s, r + RuleRow.ACTION), packed)
        costs = where(fires, asks, costs)
        seeks = seeks & ~fires
    return number, packed, costs


@inline
def pay(s: State, a: int, packed: Vector, costs: Vector) -> None:
    """Pay an action's energy, and set the own turn from which rules that call for it are ready again."""
    put(s, a + Row.ENERGY, get(s, a + Row.ENERGY) - (costs & 0xFFFF))
    back = get(s, a + Row.TURN) + (packed >> 24)
    for i in range(MAX_RULES):
        r = rule_at(a, i)
        put(
            s,
            r + RuleRow.READY_AT,
            where(get(s, r + RuleRow.ACTION) == packed, back, get(s, r + RuleRow.READY_AT)),
        )


@inline
def finishing_blow(s: State, a: int, e: int, p: Address) -> Vector:
    """Points of damage an ultimate would deal, before a shield: down to the share it leaves, or the finishing
    blow."""
    hp = get(s, e + Row.HP)
    leave = over(get(s, e + Row.MAX_HP) * load32(p, Parameter.ULTIMATE_LEAVES) + 50, 100)
    blow = over(get(s, a + Row.STRIKE) * load32(p, Parameter.ULTIMATE_POWER) * enraged(s, a, p) + 500, 1000)
    return where(hp > leave, hp - leave, where(blow < hp, hp, blow))


@inline
def take_effect(s: State, a: int, e: int, action: Vector, loss: Vector, p: Address) -> None:
    """What an action does after its hits, in the lanes where it has one: `action` is its id, and 0, a strike,
    in the others; `loss` is the points its hits took."""
    healed = where(action == HEAL_ID, get(s, a + Row.HEAL_CAST), 0)
    healed = where(action == DRAIN_ID, over(loss * load32(p, Parameter.DRAIN_HEALS) + 50, 100), healed)
    put(s, a + Row.HP, least(get(s, a + Row.HP) + healed, get(s, a + Row.MAX_HP)))
    poisons = action == POISON_ID
    put(s, e + Row.POISON, where(poisons, load32(p, Parameter.POISON_TURNS), get(s, e + Row.POISON)))
    put(s, e + Row.POISON_DAMAGE, where(poisons, get(s, a + Row.POISON_CAST), get(s, e + Row.POISON_DAMAGE)))
    put(s, a + Row.RAGE, where(action == RAGE_ID, load32(p, Parameter.RAGE_TURNS), get(s, a + Row.RAGE)))
    shields = action == SHIELD_ID
    put(s, a + Row.SHIELD, where(shields, get(s, a + Row.SHIELD_CAST), get(s, a + Row.SHIELD)))
    put(
        s,
        a + Row.SHIELD_TURNS,
        where(shields, load32(p, Parameter.SHIELD_TURNS), get(s, a + Row.SHIELD_TURNS)),
    )
    put(s, a + Row.DODGE, where(action == DODGE_ID, 1, get(s, a + Row.DODGE)))
    put(s, a + Row.COUNTER, where(action == COUNTER_ID, 1, get(s, a + Row.COUNTER)))
    stuns = (action == STUN_ID) & (get(s, e + Row.IMMUNE) == 0)
    put(s, e + Row.STUN, where(stuns, 1, get(s, e + Row.STUN)))
    strips = action == REVIEW_ID
    for effect in (Row.SHIELD, Row.RAGE, Row.DODGE, Row.COUNTER):
        put(s, e + effect, where(strips, 0, get(s, e + effect)))


@inline
def act(s: State, a: int, e: int, acts: Truths, packed: Vector, p: Address) -> tuple[Vector, Vector, Vector]:
    """Carry out the packed action in the lanes that act.

    Returns (outcomes of the hits, two bits each, the first lowest; points lost to the first; to the second).
    """
    action, hits, power = packed & 0xFF, (packed >> 8) & 0xFF, (packed >> 16) & 0xFF
    put(s, a + Row.LAST, where(acts, action, get(s, a + Row.LAST)))
    ultimate = acts & (action == ULTIMATE_ID)
    put(s, a + Row.KNOWLEDGE, where(ultimate, 0, get(s, a + Row.KNOWLEDGE)))
    blow = where(ultimate, finishing_blow(s, a, e, p), 0)
    lose(s, e, a, absorb(s, e, blow), 0, p)
    first, outcomes = hit(s, a, e, power, acts & (hits > 0), p)
    second = rest = first * 0
    again = acts & (hits > 1) & both_stand(s)
    if bits(again) != 0:
        second, outcome = hit(s, a, e, power, again, p)
        third, last = hit(s, a, e, power, acts & (hits > 2) & both_stand(s), p)
        outcomes = outcomes | (outcome << 2) | (last << 4)
        rest = second + third
    take_effect(s, a, e, where(acts & both_stand(s), action, 0), first + rest, p)
    return outcomes, first, second


@inline
def begin_turn(s: State, a: int, e: int, takes: Truths, p: Address) -> None:
    """Steps 1 and 2: the turn begins, own dodge and counter end, poison bites."""
    put(s, a + Row.TURN, get(s, a + Row.TURN) + one(takes))
    put(s, a + Row.DODGE, where(takes, 0, get(s, a + Row.DODGE)))
    put(s, a + Row.COUNTER, where(takes, 0, get(s, a + Row.COUNTER)))
    poisoned = takes & (get(s, a + Row.POISON) > 0)
    put(s, a + Row.POISON, get(s, a + Row.POISON) - one(poisoned))
    lose(s, a, e, where(poisoned, get(s, a + Row.POISON_DAMAGE), 0), load32(p, Parameter.KNOWLEDGE_DEALT), p)


@inline
def take_turn(s: State, a: int, takes: Truths, log: Address, capacity: int, counts: bool, p: Address) -> None:
    """One turn of the fighters at row `a` (0 for side A, SIDE for B) in the lanes that take one. RULES.md, "A
    turn".

    `log`: address of the log's rows, `capacity` of them a battle, 0 for none; `counts`: whether to count what
    side A's rules do.
    """
    e = SIDE - a
    rages, immune, shielded = get(s, a + Row.RAGE) > 0, get(s, a + Row.IMMUNE) > 0, get(s, e + Row.SHIELD) > 0
    begin_turn(s, a, e, takes, p)
    lives = takes & (get(s, a + Row.HP) > 0)
    # Step 3.
    gained = least(get(s, a + Row.ENERGY) + get(s, a + Row.ENERGY_GAIN), load32(p, Parameter.ENERGY_FULL))
    put(s, a + Row.ENERGY, where(lives, gained, get(s, a + Row.ENERGY)))
    learn(s, a, where(lives, load32(p, Parameter.KNOWLEDGE_EACH_TURN), 0), p)
    # Step 4.
    stunned = lives & (get(s, a + Row.STUN) != 0)
    acts = lives & ~stunned
    put(s, a + Row.STUN, where(stunned, 0, get(s, a + Row.STUN)))
    put(s, a + Row.IMMUNE, where(stunned, load32(p, Parameter.STUN_IMMUNE), get(s, a + Row.IMMUNE)))
    number, packed, costs = pick(s, a, acts, counts, p)
    if capacity > 0:
        note_before(s, a)
    pay(s, a, packed, costs)
    outcomes, first, second = act(s, a, e, acts, packed, p)
    # Step 5.
    goes_on = lives & both_stand(s)
    rage = get(s, a + Row.RAGE)
    put(s, a + Row.RAGE, rage - one(goes_on & rages & (rage > 0)))
    put(s, a + Row.IMMUNE, get(s, a + Row.IMMUNE) - one(goes_on & immune & ~stunned))
    wears = goes_on & shielded
    put(s, e + Row.SHIELD_TURNS, get(s, e + Row.SHIELD_TURNS) - one(wears))
    put(s, e + Row.SHIELD, where(wears & (get(s, e + Row.SHIELD_TURNS) <= 0), 0, get(s, e + Row.SHIELD)))
    if capacity > 0:
        action = where(stunned, STUNNED, packed & 0xFF)
        note_after(s, a, where(stunned, NO_RULE, number), action, outcomes, first, second)
        write_log(s, lives, log, capacity)
