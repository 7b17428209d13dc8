"""A ruleset: the numbers and names of the battle, read from its TOML file and checked.

`v1.toml` is whole; another file may say `base = "v1"` and give only what differs. The ids of actions and
effects are `dsl.vocabulary`'s; a file that names other abilities, or lacks one, does not load.
"""

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, model_validator

from arena.errors import refuse
from arena.excerpt import printable
from dsl.vocabulary import ACTIONS

CURRENT_ID = "v1"
"""The ruleset of new battles."""

STATS = ("hp", "atk", "def", "spd", "foc")
"""The ids of the stats, in the order in which records and formulas hold them."""

KNOWLEDGE_POINT = 100
"""Knowledge is counted in hundredths of the points that rules name."""

Count = Annotated[int, Field(ge=0, le=32_000)]
Percent = Annotated[int, Field(ge=0, le=100)]
Tenths = Annotated[int, Field(ge=0, le=100)]


class Data(BaseModel):
    """A table of the TOML file: frozen, no unknown keys, no conversions (`1.0` and `"1"` are not whole
    numbers)."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True, populate_by_name=True)


class Localised(Data):
    """One text in the three languages."""

    ru: str
    en: str
    es: str

    def text(self, locale: str, **params: object) -> str:
        """The text, filled in; an unknown language reads English."""
        template: str = getattr(self, locale, None) or self.en
        return template.format(**params)


class Formula(Data):
    """half_up((base + Σ coefficient·stat + max_hp·coefficient) / divisor)."""

    base: Count
    hp: Count = 0
    atk: Count = 0
    def_: Count = Field(default=0, alias="def")
    spd: Count = 0
    foc: Count = 0
    max_hp: Count = 0
    divisor: Annotated[int, Field(ge=1, le=1000)] = 1

    @property
    def coefficients(self) -> tuple[tuple[str, int], ...]:
        """Each variable's name and factor, in the order of `STATS`, `max_hp` last."""
        factors = (self.hp, self.atk, self.def_, self.spd, self.foc, self.max_hp)
        return tuple(zip((*STATS, "max_hp"), factors, strict=True))

    def value(self, stats: Mapping[str, int], max_hp: int = 0) -> int:
        """The formula for a hero with these stats, a whole number."""
        known = {**stats, "max_hp": max_hp}
        numerator = self.base + sum(factor * known[name] for name, factor in self.coefficients if factor)
        return half_up(numerator, self.divisor)

    def text(self, locale: str) -> str:
        """The formula as people write it: `15 + foc`, `3 + atk/8`, `4 + 0.4·atk`."""
        terms = [decimal(self.base, self.divisor, locale)] if self.base else []
        terms += [self._term(name, factor, locale) for name, factor in self.coefficients if factor]
        return " + ".join(terms) or "0"

    def _term(self, name: str, factor: int, locale: str) -> str:
        if factor == self.divisor:
            return name
        if factor == 1 and self.divisor != 10:
            return f"{name}/{self.divisor}"
        return f"{decimal(factor, self.divisor, locale)}·{name}"


class Stat(Data):
    """What a stat is called, and what a point of it gives: a text filled from the `Formulas`."""

    name: Localised
    gives: Localised


class Stats(Data):
    """How the points may be spent, and what each stat is called and gives."""

    total: Count
    minimum: Count
    maximum: Count
    hp: Stat
    atk: Stat
    def_: Stat = Field(alias="def")
    spd: Stat
    foc: Stat

    def __getitem__(self, stat: str) -> Stat:
        found: Stat = getattr(self, "def_" if stat == "def" else stat)
        return found


class Formulas(Data):
    """What the stats are worth: whole health in points, a strike's damage in tenths once its divisor of 10 is
    left out, the gauge's growth a tick, the energy gained each own turn."""

    max_hp: Formula
    strike: Formula
    gauge: Formula
    energy: Formula


class Limits(Data):
    """A full gauge (what a turn costs), the most energy, the last tick."""

    gauge: Annotated[int, Field(ge=1, le=1000)]
    energy: Annotated[int, Field(ge=1, le=100)]
    ticks: Annotated[int, Field(ge=1, le=10_000)]


class Knowledge(Data):
    """In hundredths of a point; `dealt` and `taken` are for damage worth the victim's whole health."""

    full: Annotated[int, Field(ge=1, le=10_000)]
    each_turn: Count
    dealt: Count
    taken: Count


class Crit(Data):
    """The chance of a crit in percent, and the tenths by which it multiplies a hit."""

    percent: Percent
    power: Tenths


class Ability(Data):
    """What every action has.

    Its price: `cost` in energy, `cooldown` in own turns, `knowledge` (what it needs and spends) in hundredths
    of a point. Its hits: how many, each of `power` tenths of a strike's damage. Its name, and its effect in
    words.
    """

    cost: Annotated[int, Field(ge=0, le=100)] = 0
    cooldown: Annotated[int, Field(ge=0, le=100)] = 0
    knowledge: Annotated[int, Field(ge=0, le=10_000)] = 0
    hits: Annotated[int, Field(ge=0, le=3)] = 0
    power: Tenths = 0
    name: Localised
    effect: Localised

    def describe(self, locale: str, names: Mapping[str, str]) -> str:
        """The effect in words, with this action's numbers in it; `names` are what each action is called, by
        id."""
        numbers = {field: self._shown(field, locale) for field in type(self).model_fields}
        return self.effect.text(locale, **numbers, **names)

    def _shown(self, field: str, locale: str) -> object:
        value = getattr(self, field)
        if isinstance(value, Formula):
            return value.text(locale)
        return decimal(value, 10, locale) if field in ("power", "hit_power") else value


class Ultimate(Ability):
    """`leaves_percent`: the share of the enemy's whole health that it leaves; `power`: the finishing blow, in
    tenths of a strike."""

    leaves_percent: Percent


class Drain(Ability):
    """`heals_percent`: the share of its hits' loss that comes back to the hero as health."""

    heals_percent: Percent


class Poison(Ability):
    """`damage`: points at the start of each of the victim's turns, fixed when cast; `turns`: how many of
    them."""

    damage: Formula
    turns: Count


class Rage(Ability):
    """For `turns` own turns: `hit_power`, the tenths by which it multiplies hits and the finishing blow, and
    `armour_loss`, the points of `def` it costs."""

    turns: Count
    hit_power: Tenths
    armour_loss: Count


class Shield(Ability):
    """`absorbs`: points of damage; `turns`: how many of the enemy's turns it stands."""

    absorbs: Formula
    turns: Count


class Heal(Ability):
    """`heals`: points of health, up to the whole."""

    heals: Formula


class Dodge(Ability):
    """`every_hit`: whether each hit until the hero's next turn misses, or the first alone."""

    every_hit: bool


class Counter(Ability):
    """`returns_percent`: the share of the health lost to a hit that is dealt back, until the hero's next
    turn."""

    returns_percent: Percent


class Stun(Ability):
    """`immune_turns`: how many of its own turns the victim cannot be stunned again, after the lost one."""

    immune_turns: Count


class Abilities(Data):
    """Every action, `strike` and `ultimate` among them, in the order of `dsl.vocabulary.ACTIONS`."""

    strike: Ability
    ultimate: Ultimate
    heavy: Ability
    combo: Ability
    drain: Drain
    poison: Poison
    rage: Rage
    shield: Shield
    heal: Heal
    dodge: Dodge
    counter: Counter
    stun: Stun
    review: Ability

    def __getitem__(self, action: str) -> Ability:
        found: Ability = getattr(self, action)
        return found


if tuple(Abilities.model_fields) != ACTIONS:
    raise ImportError("dsl.vocabulary.ACTIONS and the ruleset's abilities are not the same")


class Ruleset(Data):
    """One version of the rules, whole."""

    id: Annotated[str, Field(pattern=r"^v\d+$")]
    previous: str | None = None
    stats: Stats
    formulas: Formulas
    limits: Limits
    knowledge: Knowledge
    crit: Crit
    abilities: Abilities

    @model_validator(mode="after")
    def _fits_the_kernel(self) -> "Ruleset":
        """The kernel computes in 32 bits and compares in 16; numbers that could overflow do not load."""
        least, most = dict.fromkeys(STATS, self.stats.minimum), dict.fromkeys(STATS, self.stats.maximum)
        max_hp, gauge = self.formulas.max_hp.value(most), self.formulas.gauge
        rage, knowledge = self.abilities.rage, self.knowledge
        strike = self.formulas.strike.base + 10 * self.formulas.strike.value(most)
        power = max(ability.power for _, ability in self.abilities)
        worst_hit = (
            strike * power * (100 + rage.armour_loss) * max(10, self.crit.power) * max(10, rage.hit_power)
        )
        needs = {
            "the strike's divisor must be 10": self.formulas.strike.divisor == 10,
            "no stat may exceed 100": self.stats.maximum <= 100,
            "max_hp must be 2 to 1000": 2 <= self.formulas.max_hp.value(least) <= max_hp <= 1000,
            "max_hp² times knowledge's shares must stay below 2^32": (
                max_hp**2 * max(knowledge.dealt, knowledge.taken, 100) < 2**32
            ),
            "the gauge must grow, by one turn a tick at most": (
                1 <= gauge.value(least) <= gauge.value(most) <= self.limits.gauge
            ),
            "the ultimate must ask for whole points": self.abilities.ultimate.knowledge % KNOWLEDGE_POINT
            == 0,
            "a hit must stay below 2^31 millionths": worst_hit + 500_000 < 2**31,
            "a shield must stay below 2^15": self.abilities.shield.absorbs.value(most, max_hp) < 2**15,
        }
        broken = [need for need, met in needs.items() if not met]
        if broken:
            raise ValueError("; ".join(broken))
        return self

    def describe(self, action: str, locale: str) -> str:
        """What an action does, in words, with this ruleset's numbers and names."""
        names = {id_: ability.name.text(locale) for id_, ability in self.abilities}
        return self.abilities[action].describe(locale, names)

    def gives(self, stat: str, locale: str) -> str:
        """What a point of a stat brings, in words, with this ruleset's formulas."""
        texts = {name: getattr(self.formulas, name).text(locale) for name in type(self.formulas).model_fields}
        return self.stats[stat].gives.text(locale, **texts)

    @property
    def costs(self) -> dict[str, int]:
        """Energy by action."""
        return {action: self.abilities[action].cost for action in ACTIONS}

    @property
    def cooldowns(self) -> dict[str, int]:
        """Own turns until an action is ready again, by action."""
        return {action: self.abilities[action].cooldown for action in ACTIONS}


def half_up(numerator: int, divisor: int) -> int:
    """The nearest whole number to numerator / divisor, an exact half upwards; for numerator >= 0, divisor
    > 0."""
    return (2 * numerator + divisor) // (2 * divisor)


def decimal(numerator: int, divisor: int, locale: str) -> str:
    """A fraction as a short decimal: `18/10` is `1.8` (a comma in Russian and Spanish), `10/10` is `1`."""
    text = f"{numerator / divisor:.3f}".rstrip("0").rstrip(".")
    return text if locale == "en" else text.replace(".", ",")


@cache
def ruleset_ids() -> tuple[str, ...]:
    """The rulesets there are, oldest first."""
    names = (entry.name for entry in files(__package__).iterdir())
    ids = [name.removesuffix(".toml") for name in names if name.endswith(".toml")]
    return tuple(sorted(ids, key=lambda id_: int(id_[1:])))


@cache
def load_ruleset(id_: str = CURRENT_ID) -> Ruleset:
    """The ruleset with this id. Raises `ArenaError` `unknown-ruleset`, which names those that exist."""
    if id_ not in ruleset_ids():
        raise refuse("unknown-ruleset", given=printable(str(id_)), known=", ".join(ruleset_ids()))
    return Ruleset.model_validate(_read(id_))


def _read(id_: str) -> dict[str, Any]:
    data = tomllib.loads(files(__package__).joinpath(f"{id_}.toml").read_text(encoding="utf-8"))
    base = data.pop("base", None)
    if base is None:
        return data
    whole = _read(base)
    whole.pop("previous", None)
    return _merged(whole, data)


def _merged(base: dict[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """`changes` over `base`; a formula or a text is replaced as one, a table is merged."""
    result = dict(base)
    for key, value in changes.items():
        old = result.get(key)
        if isinstance(old, dict) and isinstance(value, dict) and not {"base", "ru"} & old.keys():
            result[key] = _merged(old, value)
        else:
            result[key] = value
    return result
