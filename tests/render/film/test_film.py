"""Films as files, re-read: their size, time and colours, and who is seen where."""

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from io import BytesIO

import numpy as np
import pytest
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray
from PIL import Image

from arena import roster
from arena.battle import Battle, Hit, Sides, fight, health_percent, percents_left, whole_health
from arena.hero import Hero
from arena.rulesets import CURRENT_ID
from render import film_gif, film_webp
from render.film.film import MOST_BYTES, fitting, frames_of
from render.film.glyphs import bitmaps
from render.film.moving import Frames, gif, lossless_webp, lossy_webp
from render.film.scene import STAR_SCALE, Scene
from render.film.screenplay import FRAME_MS, LONGEST
from render.film.stage import (
    BAR_TOP,
    BAR_WIDTH,
    COLOURS,
    FIRST,
    HEIGHT,
    INKS,
    MARGIN,
    MOST_COLOURS,
    PANEL,
    WIDTH,
)
from render.raster import SHADES
from tests.render.looks import DOLLS, HOSTILE, look

Film = Callable[..., bytes]

BRIEF = ("teapot", "teapot", 140)
OVER_TIME = ("knight", "knight", 0)


def _fought(a: Hero, b: Hero, seed: int, turns: int | None = None) -> Battle:
    """A battle, or its first turns as if it had been drawn after them."""
    battle = fight(a, b, seed)
    if turns is None:
        return battle
    log = battle.log[:turns]
    return replace(
        battle, log=log, turns=turns, hp_a=log[-1].hp_a, hp_b=log[-1].hp_b, winner=None, end="ticks"
    )


@cache
def _scene(a: str, b: str, seed: int) -> Scene:
    heroes = look(a), look(b)
    return Scene(*heroes, fight(*heroes, seed))


@cache
def _brief() -> Frames:
    a, b = look("robot"), look("dragon")
    return frames_of(Scene(a, b, _fought(a, b, 1, turns=2)))


def _reread(file: bytes) -> tuple[list[NDArray[np.uint8]], list[int]]:
    image = Image.open(BytesIO(file))
    pictures, durations = [], []
    for number in range(image.n_frames):
        image.seek(number)
        image.load()
        pictures.append(np.array(image.convert("RGB")))
        durations.append(image.info["duration"])
    return pictures, durations


def _coloured(frames: Frames) -> list[NDArray[np.uint8]]:
    return [np.array(image.convert("RGB")) for image in frames.images]


@pytest.mark.parametrize("encode", [lossless_webp, gif])
def test_a_film_reads_back_pixel_for_pixel_and_as_long_as_it_is(encode: object) -> None:
    frames = _brief()
    pictures, durations = _reread(encode(frames))  # type: ignore[operator]
    assert sum(durations) == sum(frames.durations)
    assert all(duration % 10 == 0 for duration in durations)
    wanted = _coloured(frames)
    assert len(pictures) == len(wanted)
    for seen, drawn in zip(pictures, wanted, strict=True):
        assert (seen == drawn).all()


FILMS = pytest.mark.parametrize(("film", "kind"), [(film_webp, "WEBP"), (film_gif, "GIF")])


def _brief_battle() -> tuple[Hero, Hero, Battle]:
    a, b = look("duck"), look("snail")
    return a, b, _fought(a, b, 1, turns=1)


@pytest.mark.medium
@FILMS
def test_a_film_is_the_same_each_time_and_another_in_another_language(film: Film, kind: str) -> None:
    a, b, battle = _brief_battle()
    file = film(a, b, battle, "es")
    assert file == film(a, b, battle, "es")
    assert file != film(a, b, battle, "ru")


@FILMS
def test_it_is_told_how_far_a_film_is_until_it_is_there(film: Film, kind: str) -> None:
    shares: list[float] = []
    film(*_brief_battle(), "en", shares.append)
    assert shares == sorted(shares)
    assert shares[-1] == 1


@FILMS
def test_a_film_is_shown_once_for_as_long_as_its_screenplay_says(film: Film, kind: str) -> None:
    a, b, battle = _brief_battle()
    file = film(a, b, battle, "es")
    image = Image.open(BytesIO(file))
    assert (image.format, image.size) == (kind, (320, 180))
    assert image.info.get("loop") == {"WEBP": 1, "GIF": None}[kind]
    pictures, durations = _reread(file)
    assert sum(durations) == Scene(a, b, battle, "es").play.milliseconds
    assert (pictures[0] != pictures[-1]).any()


@pytest.mark.medium
def test_the_longest_film_is_not_too_large_nor_too_long() -> None:
    heroes = roster.load("golem"), roster.load("golem")
    battle = fight(*heroes, 3)
    file = film_webp(*heroes, battle)
    assert len(file) <= MOST_BYTES
    _, durations = _reread(file)
    assert sum(durations) <= LONGEST


def test_what_is_too_large_is_made_smaller_with_its_whole_time_and_end() -> None:
    frames = _brief()
    exact = lossless_webp(frames)
    assert fitting(frames, (lossless_webp, lossy_webp), most_bytes=len(exact)) == exact
    for limit in (len(exact) // 2, len(exact) // 6):
        smaller = fitting(frames, (gif,), most_bytes=limit)
        pictures, durations = _reread(smaller)
        assert len(smaller) <= limit
        assert sum(durations) == sum(frames.durations)
        assert (pictures[-1] == _coloured(frames)[-1]).all()


def _bars(picture: NDArray[np.uint8]) -> tuple[int, int]:
    """How many columns of health each has, from the outer end of its bar."""
    row = picture[BAR_TOP + 2]
    left, right = row[MARGIN : MARGIN + BAR_WIDTH], row[WIDTH - MARGIN - BAR_WIDTH : WIDTH - MARGIN][::-1]
    health = [COLOURS["low"], COLOURS["middle"], COLOURS["high"]]
    for bar in (left, right):
        there = np.isin(bar, health)
        assert not there[there.sum() :].any()
        assert set(bar[there.sum() :].tolist()) <= {COLOURS["empty"]}
    return int(np.isin(left, health).sum()), int(np.isin(right, health).sum())


@pytest.mark.parametrize("which", [BRIEF, OVER_TIME, ("golem", "ghost", 43), ("golem", "golem", 3)])
def test_bars_begin_full_and_end_with_what_is_left(which: tuple[str, str, int]) -> None:
    scene = _scene(*which)
    battle = fight(roster.load(which[0]), roster.load(which[1]), which[2])
    assert _bars(scene.picture(0)) == (BAR_WIDTH, BAR_WIDTH)
    left = percents_left(battle, Sides(roster.load(which[0]), roster.load(which[1])))
    wanted = tuple(round(percent * BAR_WIDTH / 100) for percent in left)
    assert _bars(scene.picture(scene.play.frames - 1)) == wanted
    if battle.end != "ticks":
        assert 0 in wanted


def test_health_that_differs_by_less_than_a_percent_looks_the_same() -> None:
    a, b = look("robot"), look("golem")
    whole = whole_health(Sides(a, b), CURRENT_ID).b

    def shares(loss: int) -> tuple[int, int]:
        return health_percent(loss, whole), health_percent(whole - loss, whole)

    def columns(loss: int) -> int:
        return round((whole - loss) / whole * BAR_WIDTH)

    less = next(
        loss
        for loss in range(1, whole)
        if shares(loss) == shares(loss + 1) and columns(loss) != columns(loss + 1)
    )
    battle = _fought(a, b, 1, turns=1)
    films = []
    for loss in (less, less + 1):
        turn = replace(
            battle.log[0], side="a", action="strike", hits=(Hit("hit", loss),), loss=loss, hp_b=whole - loss
        )
        films.append(frames_of(Scene(a, b, replace(battle, log=(turn,), hp_b=whole - loss))))
    assert all((one == other).all() for one, other in zip(*(film.pictures for film in films), strict=True))
    assert films[0].durations == films[1].durations


def _figure(picture: NDArray[np.uint8], side: int) -> NDArray[np.int_]:
    """Where a fighter is, and in which of its colours, counted from 1."""
    first = FIRST[side]
    there = (picture >= first) & (picture < first + MOST_COLOURS)
    return np.where(there, 1 + (picture.astype(int) - first) // SHADES, 0)


@pytest.mark.parametrize("name", ["robot", "dragon", DOLLS[0]])
def test_the_one_on_the_right_is_the_one_on_the_left_in_a_mirror(name: str) -> None:
    hero = look(name)
    picture = Scene(hero, hero, _fought(hero, hero, 1)).picture(0)
    left, right = _figure(picture, 0), _figure(picture, 1)
    assert (left > 0).sum() > 500
    assert not left[:, WIDTH // 2 :].any()
    assert (left > 0).sum() == pytest.approx((right > 0).sum(), rel=0.02)
    assert (left != right[:, ::-1]).sum() < 0.03 * (left > 0).sum()


@pytest.mark.parametrize("name", roster.names())
def test_every_hero_of_the_roster_can_be_filmed(name: str) -> None:
    scene = _scene(name, "duck", 5)
    last = scene.play.frames - 1
    for number in np.linspace(0, last, 9).astype(int):
        picture = scene.picture(int(number))
        assert picture.shape == (HEIGHT, WIDTH)
        assert all(_figure(picture, side).any() for side in (0, 1))


@pytest.mark.parametrize("name", HOSTILE)
def test_of_hostile_looks_both_are_seen_all_the_time(name: str) -> None:
    a, b = look(name), look(name).model_copy(update={"name": "漢" * 24})
    scene = Scene(a, b, _fought(a, b, 2))
    for number in range(0, scene.play.frames, 13):
        picture = scene.picture(number)
        assert all((_figure(picture, side) > 0).sum() > 100 for side in (0, 1))


@pytest.mark.parametrize("name", ["one pixel high", "full square", "golem"])
def test_no_figure_covers_the_strip_with_the_words(name: str) -> None:
    scene = _scene(name, name, 1)
    for number in range(0, scene.play.frames, 3):
        strip = scene.picture(number)[PANEL:]
        assert not ((strip >= FIRST[0]) & (strip < FIRST[1] + MOST_COLOURS)).any()


@pytest.mark.parametrize("side", [0, 1])
def test_who_strikes_comes_near_the_enemy(side: int) -> None:
    scene = _scene("robot", "knight", 4)
    before = 0
    for beat in scene.play.beats:
        if beat.actor == side and beat.roles[side].clip == "strike":
            home, there = (
                np.argwhere(_figure(scene.picture(number), side).any(axis=0)).mean()
                for number in (0, before + beat.frames // 2)
            )
            assert (there - home) * (1 if side == 0 else -1) > 10
            return
        before += beat.frames
    pytest.fail("nobody strikes")


def _stars(picture: NDArray[np.uint8], scale: int) -> set[tuple[int, int]]:
    """The middles, as rows and columns, of the stars that are seen whole."""
    star = bitmaps("icons.txt")["star"].repeat(scale, axis=0).repeat(scale, axis=1)
    is_inked = picture == INKS["crit"].fill
    found = sliding_window_view(is_inked, star.shape)[:, :, star].all(axis=-1)
    return {(row + len(star) // 2, column + len(star) // 2) for row, column in np.argwhere(found).tolist()}


@pytest.mark.parametrize("which", [BRIEF, OVER_TIME])
def test_where_a_blow_lands_on_the_enemy_a_star_is_seen_however_short_the_beat(
    which: tuple[str, str, int],
) -> None:
    scene = _scene(*which)
    first, start, landed = scene.picture(0), 0, 0
    for beat in scene.play.beats[:9]:
        if beat.blows:
            assert beat.actor is not None
            pictures = [scene.picture(start + i) for i in range(beat.frames)]
            stars = set().union(*(_stars(picture, STAR_SCALE + beat.is_ultimate) for picture in pictures))
            enemy = np.argwhere(_figure(first, 1 - beat.actor))
            assert stars
            assert (enemy.min(axis=0) < [*stars]).all()
            assert (enemy.max(axis=0) > [*stars]).all()
            landed += 1
        start += beat.frames
    assert landed > 4


@pytest.mark.parametrize("name", ["golem", "full square", "kraken", "one pixel high"])
def test_who_has_fallen_is_seen_whole(name: str) -> None:
    a, b = look(name), look("robot")
    battle = _fought(a, b, 2)
    over = replace(battle, hp_a=0, winner="b", end="hit")
    scene = Scene(a, b, replace(over, log=(replace(battle.log[0], hp_a=0),), turns=1))
    picture = _figure(scene.picture(scene.play.frames - 1), 0)
    assert picture.any()
    assert not picture[:, 0].any()
    assert not picture[-1].any()


@pytest.mark.parametrize("which", [BRIEF, OVER_TIME, ("golem", "golem", 3)])
def test_the_last_picture_tells_the_end_below_the_stage_where_no_raised_fist_is(
    which: tuple[str, str, int],
) -> None:
    scene = _scene(*which)
    picture = scene.picture(scene.play.frames - 1)
    told = picture == INKS["crit"].fill
    assert told[PANEL:].sum() > 100
    assert not told[:PANEL].any()


def test_frames_are_drawn_by_their_number_and_there_are_no_others() -> None:
    scene = _scene(*BRIEF)
    assert scene.play.milliseconds == scene.play.frames * FRAME_MS
    assert (scene.picture(40) == scene.picture(40)).all()
    with pytest.raises(IndexError):
        scene.picture(scene.play.frames)


@pytest.mark.slow
@pytest.mark.parametrize("a", roster.names())
def test_any_two_of_the_roster_fit(a: str) -> None:
    for b in roster.names():
        heroes = roster.load(a), roster.load(b)
        battle = fight(*heroes, 7)
        for film in (film_webp, film_gif):
            assert len(film(*heroes, battle)) <= MOST_BYTES
