"""The frames of a film: a stage, two figures on it, their health, and what is told of them."""

from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from arena.battle import Battle, Sides
from arena.hero import Hero
from render.film.actor import Actor
from render.film.events import HARMFUL, STUN
from render.film.glyphs import bitmaps
from render.film.lettering import CAPITAL, LINE_HEIGHT, Ink, cut, stamp, width, write
from render.film.screenplay import (
    BACK,
    BLOW,
    BLOWS_APART,
    FRAME_MS,
    TEXTS,
    Beat,
    Role,
    Word,
    screenplay_of,
)
from render.film.stage import (
    BAR_HEIGHT,
    BAR_TOP,
    BAR_WIDTH,
    GROUND,
    HEIGHT,
    INKS,
    MARGIN,
    PANEL,
    WIDTH,
    Bar,
    backdrop,
    palette,
)
from render.raster import Canvas, shaded

TOUCH, LEAST_STRIDE = 6.0, 24.0
"""Pixels by which who strikes and who is struck overlap, and the fewest that one goes to strike."""
WORD_ROW, RISE, WORD_LASTS = 17, 10, 0.5
"""How far apart several words are, how far they rise, and for what share of a beat."""
ICON_TOP, ICON_SCALE, FLOWN_DOWN = 36, 2, 30
"""Of the signs of what heroes do; one that goes to the enemy sinks so far."""
EFFECTS_TOP, EFFECTS_APART = BAR_TOP + BAR_HEIGHT + 4, 11
STRUCK, STAR_SCALE = (0.4, 0.55), 3
"""Where a blow lands, as shares of the victim's reach and height."""
SECOND_HIGHER = 0.12
"""By what share of the victim's height every second blow lands higher, so that one tells it from the last."""
BETWEEN, APART = 8, 14
"""Columns between two texts in a line, and between how it ended and who won."""


class Scene:
    """A film that can be drawn frame by frame."""

    def __init__(self, a: Hero, b: Hero, battle: Battle, locale: str = "ru") -> None:
        self.play = screenplay_of(a, b, battle, locale)
        self._moments = [(beat, i) for beat in self.play.beats for i in range(beat.frames)]
        self._actors = (Actor.of(a, 0), Actor.of(b, 1))
        self._locale = locale
        room = BAR_WIDTH - BETWEEN - width(self._percent(100))
        self._names = (cut(a.name, room), cut(b.name, room))
        self._stage, self._stage_with_rays = backdrop(), backdrop(rays=True)

    @property
    def palette(self) -> bytes:
        """The 256 colours of the film."""
        left, right = (shaded(actor.base.palette) for actor in self._actors)
        return palette((left, right))

    @cached_property
    def _stride(self) -> float:
        """How far one goes to strike."""
        left, right = self._actors
        return max(right.home - left.home - left.reach - right.reach + TOUCH, LEAST_STRIDE)

    def picture(self, number: int) -> NDArray[np.uint8]:
        """A frame by its number, (180, 320) uint8: colours of the `palette`. Raises `IndexError` if there are
        fewer, which `play.frames` tells."""
        beat, frame = self._moments[number]
        share = (frame + 0.5) / beat.frames
        effects = beat.effects_before if share < BLOW else beat.effects
        canvas = Canvas(
            (self._stage_with_rays if beat.is_ultimate else self._stage).copy(), np.empty((HEIGHT, WIDTH))
        )
        picture = canvas.picture
        order = (0, 1) if beat.actor == 1 else (1, 0)
        for side in order:  # who acts is in front
            role = beat.roles[side]
            if role == Role() and STUN in effects[side]:
                role = Role("stunned")
            self._actors[side].draw(canvas, role, share, number * FRAME_MS / 1000, self._stride)
        picture[PANEL:] = self._stage[PANEL:]  # what sinks below the floor is behind the words
        self._draw_blows(picture, beat, share)
        self._draw_icon(picture, beat, share)
        for word in beat.words:
            self._draw_word(picture, word, share)
        is_last = frame == beat.frames - 1
        self._draw_bars(picture, beat, 1.0 if is_last else (share - BLOW) / (1 - BLOW), effects)
        self._draw_captions(picture, beat)
        return picture

    def _draw_bars(
        self, picture: NDArray[np.uint8], beat: Beat, share: float, effects: Sides[tuple[str, ...]]
    ) -> None:
        for side, (before, after) in enumerate(zip(beat.before, beat.after, strict=True)):
            text = self._percent(before if share < 0 else after)
            Bar(self._names[side], before, after, text).draw(picture, side, share)
            for i, effect in enumerate(effects[side]):
                shape, apart = bitmaps("icons.txt")[effect], MARGIN + EFFECTS_APART * i
                left = apart if side == 0 else WIDTH - apart - shape.shape[1]
                stamp(picture, shape, left, EFFECTS_TOP, _icon_ink(effect))

    def _percent(self, health: int) -> str:
        return TEXTS.text("film.share", self._locale, percent=health)

    def _draw_blows(self, picture: NDArray[np.uint8], beat: Beat, share: float) -> None:
        if beat.actor is None:
            return
        victim = self._actors[1 - beat.actor]
        lasts = max(BLOWS_APART, 1 / beat.frames)
        for number, at in enumerate(beat.blows):
            if at <= share < at + lasts:
                x = victim.home + victim.forward * victim.reach * STRUCK[0]
                y = GROUND - victim.height * (STRUCK[1] + SECOND_HIGHER * (number % 2))
                scale = STAR_SCALE + (1 if beat.is_ultimate else 0)
                star = bitmaps("icons.txt")["star"]
                half = len(star) * scale / 2
                stamp(picture, star, round(x - half), round(y - half), INKS["crit"], scale)

    def _draw_icon(self, picture: NDArray[np.uint8], beat: Beat, share: float) -> None:
        icon = beat.icon
        if icon is None or share >= BACK:
            return
        shape = bitmaps("icons.txt")[icon.name]
        source, target = self._actors[icon.source].home, self._actors[icon.target].home
        gone = min(share / BLOW, 1.0)
        x = source + (target - source) * gone
        y = ICON_TOP + (RISE * (1 - gone) if icon.source == icon.target else FLOWN_DOWN * gone)
        half = shape.shape[1] * ICON_SCALE / 2
        stamp(picture, shape, round(x - half), round(y), _icon_ink(icon.name), ICON_SCALE)

    def _draw_word(self, picture: NDArray[np.uint8], word: Word, share: float) -> None:
        gone = (share - word.at) / WORD_LASTS
        if not 0 <= gone < 1:
            return
        y = self._actors[word.side].words_top + WORD_ROW * word.row - RISE * gone
        x = self._actors[word.side].home
        half = width(word.text, 2) / 2
        x = min(max(x, half + 2), WIDTH - half - 2)
        write(picture, word.text, round(x), round(y), INKS[word.tone], 2, 0.5)

    def _draw_captions(self, picture: NDArray[np.uint8], beat: Beat) -> None:
        if beat.actor is not None:
            room = WIDTH - 2 * MARGIN - width(beat.count) - BETWEEN
            scale = 2 if width(beat.name, 2) <= room else 1
            name = cut(beat.name, room, scale)
            align = beat.actor
            x = MARGIN if align == 0 else WIDTH - MARGIN
            write(picture, name, x, _middle(scale * CAPITAL), INKS["title"], scale, align)
            write(picture, beat.count, WIDTH - x, _middle(CAPITAL), INKS["plain"], 1, 1 - align)
        if beat.is_end:
            self._draw_titles(picture, beat)

    def _draw_titles(self, picture: NDArray[np.uint8], beat: Beat) -> None:
        """How it ended, in the strip below the stage, where no raised fist comes: in large, and beside it in
        small who won or why, if there is both one above the other."""
        room = WIDTH - 2 * MARGIN - width(beat.title, 2) - APART
        scale = 2 if not beat.reason and width(beat.name, 2) <= room else 1
        lines = [cut(line, room, scale) for line in (beat.name, beat.reason) if line]
        taken = max((width(line, scale) for line in lines), default=-APART)
        left = (WIDTH - width(beat.title, 2) - APART - taken) // 2
        write(picture, beat.title, left, _middle(2 * CAPITAL), INKS["crit"], 2)
        left += width(beat.title, 2) + APART
        top = _middle(scale * CAPITAL + LINE_HEIGHT * (len(lines) - 1))
        for i, line in enumerate(lines):
            write(picture, line, left, top + LINE_HEIGHT * i, INKS["title"], scale)


def _middle(rows: int) -> int:
    """Where so many rows begin in the middle of the strip below the stage."""
    return (PANEL + 1 + HEIGHT - rows) // 2


def _icon_ink(name: str) -> Ink:
    return INKS["poison" if name in HARMFUL else "gain" if name == "heal" else "title"]
