"""What a film of a battle shows when: one beat after another, each of a turn or, in long battles, of several.

Places within a beat are shares of its time, so that a short one shows the same as a long one.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Literal

from arena.battle import Battle, PercentHit, Sides, percents_left
from arena.battle.log import STUNNED_TURN
from arena.battle.sides import SIDE_NAMES
from arena.hero import Hero
from arena.rulesets import Ruleset, load_ruleset
from dsl.catalogue import Catalogue
from dsl.vocabulary import ULTIMATE
from render.film.events import (
    ALL_HEALTH,
    AT_ENEMY,
    GUARDING,
    NO_EFFECTS,
    POISON,
    POISONED_TO_DEATH,
    STUN,
    Event,
    events_of,
)

TEXTS = Catalogue(Path(__file__).parents[1] / "locales")

FRAME_MS = 80
"""Milliseconds of a frame, whole hundredths of a second as GIF counts them."""
LONGEST = 30_000
OPENING, ENDING = 960, 3200
USUAL, SHORTEST = 1440, 480
"""Milliseconds of the opening, of the ending, and of a turn: as long as it may be, as short as it can be."""
LAST_TURNS = 4
"""So many at the end are never told in one beat with others, nor faster than usual."""

STEPPED, BLOW, BACK = 0.25, 0.45, 0.75
"""When who strikes stands before the enemy, hits it, and goes back."""
BLOWS_APART = 0.12
FALL = 0.3
"""When who loses lies, if nobody fell before."""
POISONED = 0.06
"""When poison is seen to work, which is before what its victim does."""

Tone = Literal["loss", "crit", "gain", "poison", "plain"]


@dataclass(frozen=True)
class Word:
    """What rises from a fighter (0 or 1) from the share `at` on, in the row `row` if there are several."""

    text: str
    side: int
    tone: Tone
    at: float
    row: int = 0


@dataclass(frozen=True)
class Role:
    """What a fighter does in a beat: a clip of `render.poses` from the share `start` to `end`, so many
    `times`; before and after it is idle, but who has fallen lies. `steps`: how far it goes, 1 is up to the
    enemy. `falls`: from which share on it falls, whatever it did."""

    clip: str = "idle"
    start: float = 0.0
    end: float = 1.0
    times: int = 1
    steps: float = 0.0
    falls: float | None = None


FALLEN = Role("fall", 0.0, 0.0)
BOTH_IDLE = Sides(Role(), Role())


@dataclass(frozen=True)
class Icon:
    """A sign of `icons.txt` that goes from one fighter to another, or rises from one."""

    name: str
    source: int
    target: int


@dataclass(frozen=True)
class Beat:
    """A piece of the film of `frames` frames. Health in whole percent, before it and after it; `actor`: who
    acts, and `name` what it does, or at the end who won; `count`: the turns it tells of, in words."""

    frames: int
    before: Sides[int]
    after: Sides[int]
    effects_before: Sides[tuple[str, ...]] = NO_EFFECTS
    effects: Sides[tuple[str, ...]] = NO_EFFECTS
    roles: Sides[Role] = BOTH_IDLE
    words: tuple[Word, ...] = ()
    icon: Icon | None = None
    actor: int | None = None
    name: str = ""
    count: str = ""
    blows: tuple[float, ...] = ()
    """When hits land that take something."""
    is_ultimate: bool = False
    is_end: bool = False
    title: str = ""
    reason: str = ""
    """Below the ending: how the battle ended, and why if nobody fell."""


@dataclass(frozen=True)
class Screenplay:
    """The beats of a film of a battle."""

    beats: tuple[Beat, ...]

    @property
    def frames(self) -> int:
        return sum(beat.frames for beat in self.beats)

    @property
    def milliseconds(self) -> int:
        return self.frames * FRAME_MS


def screenplay_of(a: Hero, b: Hero, battle: Battle, locale: str) -> Screenplay:
    """The film of a battle, at most `LONGEST` milliseconds of it."""
    heroes = Sides(a, b)
    writer = _Writer(load_ruleset(battle.ruleset), locale, battle.turns)
    beats = [Beat(OPENING // FRAME_MS, ALL_HEALTH, ALL_HEALTH)]
    for group, frames in shared(events_of(battle, heroes)):
        beats.append(writer.beat(group, frames))
    beats.append(writer.ending(heroes, battle))
    return Screenplay(tuple(beats))


def shared(events: Sequence[Event]) -> Iterator[tuple[Sequence[Event], int]]:
    """How the time is shared: the events of each beat, and its frames. A battle that has time enough takes
    the usual for each turn; else all but its last turns get less, and at last several share one beat."""
    rest, last = events[:-LAST_TURNS], events[-LAST_TURNS:]
    usual, shortest = USUAL // FRAME_MS, SHORTEST // FRAME_MS
    room = (LONGEST - OPENING - ENDING) // FRAME_MS - usual * len(last)
    beats = min(len(rest), room // shortest)
    for i in range(beats):
        start, stop = (len(rest) * each // beats for each in (i, i + 1))
        yield rest[start:stop], min(usual, room // beats)
    for event in last:
        yield [event], usual


class _Writer:
    """Beats of one battle in one language."""

    def __init__(self, ruleset: Ruleset, locale: str, turns: int) -> None:
        self._ruleset, self._locale, self._turns = ruleset, locale, turns
        self._text = partial(TEXTS.text, locale=locale)

    def beat(self, events: Sequence[Event], frames: int) -> Beat:
        """One beat for one event or several: of these the weightiest is shown, with what health all of them
        came to take or give."""
        shown = max(events, key=lambda event: event.weight)
        one = len(events) == 1
        beat = Beat(
            frames,
            before=events[0].before,
            after=events[-1].turn.health,
            effects_before=events[0].effects_before,
            effects=events[-1].turn.effects,
            actor=shown.side,
            count=self._count(events[0].turn.number, events[-1].turn.number),
        )
        tell = self._poisoned if shown.turn.action == POISONED_TO_DEATH else self._turn
        beat = tell(beat, shown)
        beat = replace(beat, roles=Sides(*map(_falling, beat.roles, beat.after)))
        return beat if one else replace(beat, words=tuple(self._sums(events)))

    def ending(self, heroes: Sides[Hero], battle: Battle) -> Beat:
        """The last beat: who won, and by what if nobody fell."""
        health = percents_left(battle, heroes)
        roles = [Role() if left else FALLEN for left in health]
        title, name, reason = self._text("film.draw"), "", ""
        if battle.winner is not None:
            winner = SIDE_NAMES.index(battle.winner)
            title, name = self._text("film.victory"), heroes[winner].name
            roles[winner] = Role("win")
            if health[1 - winner]:
                roles[1 - winner] = Role("fall", 0.0, FALL)
        if battle.end == "ticks":
            a, b = (self._text("film.share", percent=left) for left in health)
            reason = self._text("film.time", a=a, b=b)
        return Beat(
            ENDING // FRAME_MS,
            health,
            health,
            roles=Sides(*roles),
            name=name,
            is_end=True,
            title=title,
            reason=reason,
        )

    def _count(self, first: int, last: int) -> str:
        if first == last:
            return self._text("film.turn", number=first, count=self._turns)
        return self._text("film.turns", first=first, last=last, count=self._turns)

    def _gain(self, side: int, percent: int, at: float, row: int = 0) -> Word:
        return Word(self._text("film.gained", percent=percent), side, "gain", at, row)

    def _loss(self, side: int, percent: int, at: float, tone: Tone = "loss", row: int = 0) -> Word:
        return Word(self._text("film.lost", percent=percent), side, tone, at, row)

    def _name(self, action: str) -> str:
        return self._ruleset.abilities[action].name.text(self._locale)

    def _poisoned(self, beat: Beat, event: Event) -> Beat:
        word = self._loss(event.side, event.turn.poison, BLOW, "poison")
        return replace(
            beat,
            name=self._name(POISON),
            roles=_sides(event.side, Role("hit", BLOW), Role()),
            words=(word,),
            icon=Icon(POISON, event.side, event.side),
        )

    def _turn(self, beat: Beat, event: Event) -> Beat:
        me, enemy, turn = event.side, 1 - event.side, event.turn
        action = turn.action
        words = [self._loss(me, turn.poison, POISONED, "poison")] if turn.poison > 0 else []
        if action == STUNNED_TURN:
            return replace(
                beat,
                name=self._text("film.stunned"),
                roles=_sides(me, Role("stunned"), Role()),
                words=tuple(words),
                icon=Icon(STUN, me, me),
            )
        if turn.change > 0:
            words.append(self._gain(me, turn.change, BACK - BLOWS_APART, len(words)))
        elif turn.change < 0:
            words.append(self._loss(me, -turn.change, BACK - BLOWS_APART, row=len(words)))
        strikes = bool(self._ruleset.abilities[action].hits) or action == ULTIMATE
        own = Role("guard" if action in GUARDING else "cast", POISONED)
        other, blows = Role(), tuple[float, ...]()
        if strikes:
            hits = turn.hits or (PercentHit("hit", turn.damage),)
            own = _striking(len(hits))
            words += _merged([self._hit(hit, enemy, i) for i, hit in enumerate(hits)])
            blows = tuple(_blow(i) for i, hit in enumerate(hits) if hit.outcome != "miss")
            other = Role("hit", blows[0]) if blows else Role("guard", STEPPED, BACK, steps=-0.4)
        target = enemy if action in AT_ENEMY else me
        icon = None if strikes else Icon(action, me, target)
        return replace(
            beat,
            name=self._name(action),
            roles=_sides(me, own, other),
            words=tuple(words),
            icon=icon,
            blows=blows,
            is_ultimate=action == ULTIMATE,
        )

    def _hit(self, hit: PercentHit, side: int, number: int) -> Word:
        at = _blow(number)
        if hit.outcome == "miss":
            return Word(self._text("film.miss"), side, "plain", at, number)
        if hit.damage == 0:
            return Word(self._text("film.absorbed"), side, "plain", at, number)
        word = self._loss(side, hit.damage, at, row=number)
        if hit.outcome == "crit":
            return replace(word, text=f"{word.text} {self._text('film.crit')}", tone="crit")
        return word

    def _sums(self, events: Sequence[Event]) -> Iterator[Word]:
        """What several events together did to the health of each."""
        for side, (before, after) in enumerate(zip(events[0].before, events[-1].turn.health, strict=True)):
            if after < before:
                yield self._loss(side, before - after, BLOW)
            elif after > before:
                yield self._gain(side, after - before, BLOW)


def _blow(number: int) -> float:
    return BLOW + number * BLOWS_APART


def _merged(words: Sequence[Word]) -> list[Word]:
    """Words of hits, equal ones that take nothing told once."""
    if len(words) > 1 and words[0].tone == "plain" and len({word.text for word in words}) == 1:
        return [replace(words[0], text=f"{words[0].text} ×{len(words)}")]
    return list(words)


def _striking(hits: int) -> Role:
    if hits == 1:
        return Role("strike", STEPPED / 2, BACK, steps=1.0)
    start = BLOW - BLOWS_APART / 2
    return Role("strike", start, start + hits * BLOWS_APART, hits, steps=1.0)


def _falling(role: Role, health: int) -> Role:
    """What somebody does who may fall in it."""
    if health:
        return role
    if role.clip == "hit":
        return Role("fall", role.start)
    return replace(role, falls=BACK - BLOWS_APART)  # of what its own blow brought upon it


def _sides(me: int, own: Role, other: Role) -> Sides[Role]:
    return Sides(own, other) if me == 0 else Sides(other, own)
