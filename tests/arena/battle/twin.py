"""The battle in plain Python, written to learn the rules from, and to check the kernel against.

The functions stand in the order in which a battle needs them. arena/battle/RULES.md says why each is so.
Every number comes from the ruleset, so that any ruleset can be fought.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from arena.hero import Hero
from arena.rulesets import Ruleset
from tests.arena.battle.choosing import Choice, Skipped, choose
from tests.arena.battle.dice import Dice, SplitMix64
from tests.arena.battle.fighter import Fighter, fighter, half_up


class Hit(NamedTuple):
    """`outcome` is miss, hit or crit; `loss` is the health it took, after shield and armour."""

    outcome: str
    loss: int


@dataclass(frozen=True)
class Turn:
    """What happened in a turn, and how both sides (a, b) stand after all of it."""

    tick: int
    side: str
    turn: int
    rule: int | None
    action: str
    hp_a: int
    hp_b: int
    energy: tuple[int, int]
    knowledge: tuple[int, int]
    effects: tuple[tuple[str, ...], tuple[str, ...]]
    hits: tuple[Hit, ...]
    poison: int
    """Health that poison took as the turn began."""
    change: int
    """What the action did to the health of whoever took it."""
    loss: int
    """What the action took from the enemy."""
    skipped: tuple[Skipped, ...]


@dataclass(frozen=True)
class Before:
    """Health when the action was picked, and what poison had taken."""

    own_hp: int
    enemy_hp: int
    poison: int


@dataclass
class Bout:
    """A battle under way. `end` stays None until it is over; `winner` stays None in a draw."""

    a: Fighter
    b: Fighter
    ruleset: Ruleset
    dice: Dice
    tick: int = 0
    winner: str | None = None
    end: str | None = None
    log: list[Turn] = field(default_factory=list)
    hits: list[Hit] = field(default_factory=list)

    @property
    def turns(self) -> int:
        return self.a.turn + self.b.turn

    # ---- ticks

    def fight(self) -> "Bout":
        """Tick after tick until somebody falls or the last tick is over."""
        while self.tick < self.ruleset.limits.ticks:
            self.tick += 1
            for one, other in self.who_moves():
                one.gauge -= self.ruleset.limits.gauge
                self.take_turn(one, other)
                if self.end:
                    return self
        self.judge()
        return self

    def who_moves(self) -> list[tuple[Fighter, Fighter]]:
        """Both gauges grow; whoever is ready moves, the faster first. Chance decides between equals only."""
        for one in (self.a, self.b):
            one.gauge += one.value(self.ruleset.formulas.gauge)
        order = [(self.a, self.b), (self.b, self.a)]
        ready = [pair for pair in order if pair[0].gauge >= self.ruleset.limits.gauge]
        if len(ready) == 2:
            speed_a, speed_b = self.a.stats["spd"], self.b.stats["spd"]
            if speed_b > speed_a or (speed_a == speed_b and self.dice.below(2) == 1):
                ready.reverse()
        return ready

    def judge(self) -> None:
        """Decide after the last tick: who kept more of its whole health wins, nobody if both kept alike."""
        self.end = "ticks"
        share_a, share_b = self.a.hp * self.b.max_hp, self.b.hp * self.a.max_hp
        if share_a != share_b:
            self.winner = "a" if share_a > share_b else "b"

    # ---- a turn

    def take_turn(self, a: Fighter, b: Fighter) -> None:
        """A turn of `a` against `b`. One in which poison kills is counted but not logged."""
        a.turn += 1
        a.dodge = a.counter = False
        running = self.running(a, b)
        poison = self.suffer_poison(a, b)
        if self.end:
            return
        self.gather(a)
        self.hits = []
        before = Before(a.hp, b.hp, poison)
        if a.stunned:
            choice = Choice(None, "stunned", ())
            a.stunned = False
            a.immune_turns = self.ruleset.abilities.stun.immune_turns
        else:
            choice = choose(a, b)
            self.act(a, b, choice.action)
        if not self.end:
            self.run_down(a, b, running)
        self.log.append(self.row(a, b, before, choice))

    def running(self, a: Fighter, b: Fighter) -> tuple[bool, bool, bool]:
        """Rage, immunity, shield: what lasts through the whole turn. What begins in it, loses none."""
        return a.rage_turns > 0, a.immune_turns > 0, b.shield > 0

    def suffer_poison(self, a: Fighter, b: Fighter) -> int:
        if not a.poison_turns:
            return 0
        a.poison_turns -= 1
        loss = self.lose(a, b, a.poison, past_shield=True)
        if self.end:
            self.end = "poison"
        return loss

    def gather(self, a: Fighter) -> None:
        """Energy, cooldowns and knowledge; a stunned fighter gets them too."""
        a.energy = min(self.ruleset.limits.energy, a.energy + a.value(self.ruleset.formulas.energy))
        a.cooldowns = {action: max(0, turns - 1) for action, turns in a.cooldowns.items()}
        a.learn(self.ruleset.knowledge.each_turn)

    def run_down(self, a: Fighter, b: Fighter, running: tuple[bool, bool, bool]) -> None:
        """The end of a turn: rage and immunity go by the own turns, a shield by the enemy's."""
        raging, immune, shielded = running
        if raging:
            a.rage_turns -= 1
        if immune:
            a.immune_turns -= 1
        if shielded and b.shield:
            b.shield_turns -= 1
            if b.shield_turns == 0:
                b.shield = 0

    # ---- losing health

    def lose(
        self,
        victim: Fighter,
        dealer: Fighter,
        amount: int,
        *,
        past_shield: bool = False,
        teaches_dealer: bool = True,
    ) -> int:
        """Take health, and give knowledge for it to both. Returns what was really lost."""
        if not past_shield:
            absorbed = min(victim.shield, amount)
            victim.shield -= absorbed
            amount -= absorbed
        loss = min(amount, victim.hp)
        victim.hp -= loss
        if teaches_dealer:
            dealer.learn(loss * self.ruleset.knowledge.dealt // victim.max_hp)
        victim.learn(loss * self.ruleset.knowledge.taken // victim.max_hp)
        if victim.hp == 0:
            self.winner, self.end = dealer.side, "hit"
        return loss

    # ---- a hit

    def hit(self, a: Fighter, b: Fighter, power: int) -> int:
        """One hit of `a` on `b`, `power` tenths of a strike. Returns the health `b` lost.

        A miss asks nothing of chance.
        """
        if b.dodge:
            if not self.ruleset.abilities.dodge.every_hit:
                b.dodge = False
            self.hits.append(Hit("miss", 0))
            return 0
        crit = self.dice.below(100) < self.ruleset.crit.percent
        crit_tenths = self.ruleset.crit.power if crit else 10
        damage = half_up(a.strike_tenths * power * (100 - b.armour) * crit_tenths * a.rage_tenths, 1_000_000)
        loss = self.lose(b, a, damage)
        self.hits.append(Hit("crit" if crit else "hit", loss))
        if not self.end and b.counter and loss > 0:
            self.lose(a, b, half_up(loss * self.ruleset.abilities.counter.returns_percent, 100))
        return loss

    # ---- actions

    def act(self, a: Fighter, b: Fighter, action: str) -> None:
        """Pay, hit, then do the rest, unless a hit has ended the battle."""
        ability = self.ruleset.abilities[action]
        a.energy -= ability.cost
        a.cooldowns[action] = ability.cooldown
        taken = 0
        for _ in range(ability.hits):
            taken += self.hit(a, b, ability.power)
            if self.end:
                return
        self.take_effect(a, b, action, taken)
        a.last = action

    def take_effect(self, a: Fighter, b: Fighter, action: str, taken: int) -> None:
        """What an action does beside its hits, which took `taken` health."""
        abilities = self.ruleset.abilities
        match action:
            case "ultimate":
                self.enlighten(a, b)
            case "drain":
                a.heal(half_up(taken * abilities.drain.heals_percent, 100))
            case "poison":
                b.poison, b.poison_turns = a.value(abilities.poison.damage), abilities.poison.turns
            case "rage":
                a.rage_turns = abilities.rage.turns
            case "shield":
                a.shield, a.shield_turns = a.value(abilities.shield.absorbs), abilities.shield.turns
            case "heal":
                a.heal(a.value(abilities.heal.heals))
            case "dodge":
                a.dodge = True
            case "counter":
                a.counter = True
            case "stun":
                b.stunned = b.stunned or not b.immune_turns
            case "review":
                b.shield = b.rage_turns = 0
                b.dodge = b.counter = False

    def enlighten(self, a: Fighter, b: Fighter) -> None:
        """The ultimate: down to a tenth of the health, or the end of who has no more than that."""
        ultimate = self.ruleset.abilities.ultimate
        a.knowledge = 0
        leave = half_up(b.max_hp * ultimate.leaves_percent, 100)
        finishing = half_up(a.strike_tenths * ultimate.power * a.rage_tenths, 1000)
        amount = b.hp - leave if b.hp > leave else max(finishing, b.hp)
        self.lose(b, a, amount, teaches_dealer=False)

    # ---- the log

    def row(self, a: Fighter, b: Fighter, before: Before, choice: Choice) -> Turn:
        return Turn(
            tick=self.tick,
            side=a.side,
            turn=a.turn,
            rule=choice.rule,
            action=choice.action,
            hp_a=self.a.hp,
            hp_b=self.b.hp,
            energy=(self.a.energy, self.b.energy),
            knowledge=(self.a.knowledge, self.b.knowledge),
            effects=(self.a.effects, self.b.effects),
            hits=tuple(self.hits),
            poison=before.poison,
            change=a.hp - before.own_hp,
            loss=before.enemy_hp - b.hp,
            skipped=choice.skipped,
        )


def bout(hero_a: Hero, hero_b: Hero, ruleset: Ruleset, dice: Dice | int) -> Bout:
    """Two heroes before the first tick; `dice` may be a seed."""
    chance = SplitMix64(dice) if isinstance(dice, int) else dice
    return Bout(fighter("a", hero_a, ruleset), fighter("b", hero_b, ruleset), ruleset, chance)


def rule_counts(turns: Iterable[Turn], rules: int) -> list[tuple[int, int, int]]:
    """For each of a fighter's rules: in how many of its turns it was reached, true of those, fired of those.

    A rule is reached when none above it has fired, and true when no condition of it spoke against it.
    """
    reached, true, fired = [0] * rules, [0] * rules, [0] * rules
    for turn in turns:
        for skipped in turn.skipped:
            reached[skipped.rule] += 1
            true[skipped.rule] += all(reason.kind != "condition" for reason in skipped.reasons)
        if turn.rule is not None:
            for counter in (reached, true, fired):
                counter[turn.rule] += 1
    return list(zip(reached, true, fired, strict=True))
