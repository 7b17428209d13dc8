"""A fighter of the plain battle: what its stats give it, and everything that changes in a battle."""

from dataclasses import dataclass, field

from arena.hero import Hero
from arena.rulesets.ruleset import Formula, Ruleset
from dsl import Rule
from dsl.vocabulary import ACTIONS, EFFECTS


def half_up(p: int, q: int) -> int:
    """p/q to the nearest whole number, halves upward, for p >= 0."""
    return (2 * p + q) // (2 * q)


@dataclass
class Fighter:
    """Turn counts of effects are in the turns of whoever they run by: see `twin.Bout.run_down`."""

    side: str
    stats: dict[str, int]
    rules: tuple[Rule, ...]
    ruleset: Ruleset

    hp: int = field(init=False)
    gauge: int = 0
    energy: int = 0
    knowledge: int = 0  # hundredths of a point
    turn: int = 0
    last: str | None = None
    cooldowns: dict[str, int] = field(default_factory=lambda: dict.fromkeys(ACTIONS, 0))

    shield: int = 0  # what it can still absorb
    shield_turns: int = 0
    poison: int = 0  # damage a turn
    poison_turns: int = 0
    rage_turns: int = 0
    dodge: bool = False
    counter: bool = False
    stunned: bool = False
    immune_turns: int = 0

    def __post_init__(self) -> None:
        self.hp = self.max_hp

    @property
    def max_hp(self) -> int:
        return half_up(self._numerator(self.ruleset.formulas.max_hp), self.ruleset.formulas.max_hp.divisor)

    @property
    def strike_tenths(self) -> int:
        """The damage of a plain strike, in tenths."""
        strike = self.ruleset.formulas.strike
        return half_up(10 * self._numerator(strike), strike.divisor)

    def value(self, formula: Formula) -> int:
        """What one of the ruleset's formulas gives this fighter."""
        return half_up(self._numerator(formula) + formula.max_hp * self.max_hp, formula.divisor)

    def _numerator(self, formula: Formula) -> int:
        factors = dict(formula.coefficients)
        return formula.base + sum(factors[stat] * points for stat, points in self.stats.items())

    @property
    def armour(self) -> int:
        """Percent off each hit. Rage may push it below 0."""
        return self.stats["def"] - (self.ruleset.abilities.rage.armour_loss if self.rage_turns else 0)

    @property
    def rage_tenths(self) -> int:
        """What rage makes of a hit, in tenths."""
        return self.ruleset.abilities.rage.hit_power if self.rage_turns else 10

    def has(self, effect: str) -> bool:
        """Whether an effect is up: what `self.has(...)` asks."""
        return effect in self.effects

    @property
    def effects(self) -> tuple[str, ...]:
        """What is up, in the language's order. `stun` is up until the turn that it takes away."""
        up = {
            "shield": self.shield,
            "poison": self.poison_turns,
            "rage": self.rage_turns,
            "dodge": self.dodge,
            "counter": self.counter,
            "stun": self.stunned,
        }
        return tuple(effect for effect in EFFECTS if up[effect])

    def learn(self, hundredths: int) -> None:
        self.knowledge = min(self.ruleset.knowledge.full, self.knowledge + hundredths)

    def heal(self, health: int) -> None:
        self.hp = min(self.max_hp, self.hp + health)


def fighter(side: str, hero: Hero, ruleset: Ruleset) -> Fighter:
    """A hero as it enters the arena: whole health, everything else at nothing."""
    return Fighter(side, hero.stats.by_name, hero.parsed_rules, ruleset)
