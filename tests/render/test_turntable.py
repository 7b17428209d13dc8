"""Turntables: the figure turned once around, pixel for pixel as it was drawn, for as long as was meant."""

from io import BytesIO

import numpy as np
import pytest
from PIL import Image, ImageSequence

from render import turntable_gif, turntable_webp
from render.turntable import FRAME_MS, FRAMES, _frames
from tests.render.looks import DOLLS, HOSTILE, look

KINDS = {"WEBP": turntable_webp, "GIF": turntable_gif}
SOME = ("golem", "robot", DOLLS[0], *HOSTILE)


def _film(content: bytes) -> tuple[list[np.ndarray], list[int]]:
    """The pictures of a film as they are seen, with nothing where nothing is, and their durations."""
    film = Image.open(BytesIO(content))
    pictures, durations = [], []
    for frame in ImageSequence.Iterator(film):
        frame.load()
        pictures.append(_seen(frame))
        durations.append(int(frame.info["duration"]))
    return pictures, durations


def _seen(image: Image.Image) -> np.ndarray:
    pixels = np.array(image.convert("RGBA"))
    pixels[pixels[:, :, 3] == 0] = 0
    return pixels


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", SOME)
def test_the_film_shows_each_picture_as_it_was_drawn_for_its_time(kind: str, name: str) -> None:
    """Encoders join pictures that are alike: what is seen at each time counts."""
    pictures, durations = _film(KINDS[kind](look(name), 48))
    assert sum(durations) == FRAMES * FRAME_MS
    ends = np.cumsum(durations)
    for number, drawn in enumerate(_frames(look(name), 48, lambda: None)):
        shown = pictures[int(np.searchsorted(ends, number * FRAME_MS, side="right"))]
        assert (shown == _seen(drawn)).all()


@pytest.mark.parametrize("kind", KINDS)
def test_a_turn_takes_between_two_and_four_seconds_and_never_ends(kind: str) -> None:
    film = Image.open(BytesIO(KINDS[kind](look("golem"), 64)))
    assert film.format == kind
    assert film.size == (64, 64)
    assert film.info["loop"] == 0
    assert 24 <= film.n_frames <= 36
    _, durations = _film(KINDS[kind](look("golem"), 64))
    assert 2_000 <= sum(durations) <= 4_000


def test_a_gif_has_one_palette_for_all_its_pictures() -> None:
    assert _palettes(turntable_gif(look("golem"), 64)) == (True, [False] * FRAMES)


def _palettes(gif: bytes) -> tuple[bool, list[bool]]:
    """Whether a GIF has a palette of its own, and each of its pictures."""

    def after_palette(at: int, flags: int) -> int:
        return at + (3 << (flags & 7) + 1 if flags & 0x80 else 0)

    def after_blocks(at: int) -> int:
        while gif[at]:
            at += gif[at] + 1
        return at + 1

    at, pictures = after_palette(13, gif[10]), []
    while gif[at] != 0x3B:
        if gif[at] == 0x21:
            at = after_blocks(at + 2)
        else:
            assert gif[at] == 0x2C
            flags = gif[at + 9]
            pictures.append(bool(flags & 0x80))
            at = after_blocks(after_palette(at + 10, flags) + 1)
    return bool(gif[10] & 0x80), pictures


@pytest.mark.parametrize("name", SOME)
def test_nothing_is_cut_off_at_any_angle(name: str) -> None:
    for image in _frames(look(name), 96, lambda: None):
        alpha = _seen(image)[:, :, 3]
        assert alpha.any()
        inside = alpha[1:-1, 1:-1]
        assert np.count_nonzero(inside) == np.count_nonzero(alpha)


def test_the_figure_turns_about_its_own_middle() -> None:
    """Half a turn on it takes up the same columns, from right to left."""
    frames = [_seen(image)[:, :, 3].any(axis=0) for image in _frames(look("golem"), 96, lambda: None)]
    for number in range(FRAMES // 2):
        assert (frames[number] == frames[number + FRAMES // 2][::-1]).mean() > 0.95


def test_every_picture_of_a_figure_is_another_one() -> None:
    assert len({_seen(image).tobytes() for image in _frames(look("golem"), 96, lambda: None)}) == FRAMES


@pytest.mark.parametrize("kind", KINDS)
def test_each_picture_is_told_as_it_is_drawn(kind: str) -> None:
    told: list[int] = []
    KINDS[kind](look("robot"), 32, lambda: told.append(1))
    assert len(told) == FRAMES


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("size", [0, 15, 1025])
def test_a_size_out_of_range_is_refused_by_name(kind: str, size: int) -> None:
    with pytest.raises(ValueError, match="size"):
        KINDS[kind](look("duck"), size)


@pytest.mark.parametrize("kind", KINDS)
def test_the_same_hero_gives_the_same_bytes(kind: str) -> None:
    assert KINDS[kind](look("robot"), 48) == KINDS[kind](look("robot"), 48)


def test_a_small_figure_is_not_blown_up() -> None:
    """What is a pixel wide is two layers deep: at no angle is it more than three voxels wide."""
    for image in _frames(look("one pixel wide"), 320, lambda: None):
        assert np.count_nonzero(_seen(image)[:, :, 3].any(axis=0)) <= 30
