"""Figures as a browser shows them: without cracks, in the colours of their palette and in no other."""

import json
import struct
from collections.abc import Iterator
from dataclasses import dataclass
from io import BytesIO

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

from arena.hero import Hero
from arena.hero.limits import GRID
from render import figure_glb, sprite_png
from render.model import Model, model_of
from tests.render.cracks import cracks
from tests.render.looks import ALL, look, with_sprite
from tests.render.views import View, slanting, straight
from tests.render.webgl import NEEDS_WEBGL, SIZE, Pictures, Screen, screen

pytestmark = NEEDS_WEBGL

FEW = ("knight", "doll_015_mummy_f", "dcss_mon_animals_hound", "full square")
EACH = [name if name in FEW else pytest.param(name, marks=pytest.mark.slow) for name in ALL]
"""Few figures in the usual run, all in the slow one."""
AROUND = [slanting((0, 0.5, 0), 10 * turn, (-20, 0, 20)[turn % 3], 2.2, 40) for turn in range(36)]
NOTHING, OPAQUE = (0, 0, 0, 0), 255
LEVELS = 256
FLOAT, PIXEL = np.dtype("<f4"), np.dtype("<u4")


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Screen]:
    """One for all tests: to start it takes longer than to draw a figure."""
    with screen(tmp_path_factory.mktemp("browser")) as shown:
        yield shown


@dataclass(frozen=True)
class Seen:
    """A figure from around it."""

    model: Model
    pictures: Pictures


@pytest.fixture(scope="module", params=EACH)
def seen(browser: Screen, request: pytest.FixtureRequest) -> Seen:
    hero = look(request.param)
    pictures = browser.pictures(figure_glb(hero), AROUND)
    assert pictures.any(axis=(1, 2, 3)).all()
    return Seen(model_of(hero.sprite), pictures)


def test_no_figure_shows_a_crack_from_any_side(seen: Seen) -> None:
    assert cracks(seen.pictures, AROUND, seen.model) == 0


def test_no_figure_shows_another_colour_than_those_of_its_palette(seen: Seen) -> None:
    known = np.array([NOTHING, *((*colour, OPAQUE) for colour in seen.model.palette)], np.uint8)
    pixels = seen.pictures.view(PIXEL)
    strange = pixels[~np.isin(pixels, known.view(PIXEL))]
    assert {f"{colour:08x}" for colour in strange.tolist()} == set()


def test_large_faces_beside_small_ones_would_show_cracks(browser: Screen) -> None:
    """Those of the small form do."""
    hero = look("knight")
    pictures = browser.pictures(figure_glb(hero, small=True), AROUND)
    assert cracks(pictures, AROUND, model_of(hero.sprite)) > len(AROUND)


def test_faces_that_do_not_quite_meet_would_show_cracks(browser: Screen) -> None:
    hero, views = look("knight"), AROUND[::12]
    pictures = browser.pictures(_with_smaller_faces(figure_glb(hero), 0.99), views)
    assert cracks(pictures, views, model_of(hero.sprite)) > len(views)


def _with_smaller_faces(glb: bytes, share: float) -> bytes:
    """The same figure, of which each face has shrunk around its middle."""
    (length,) = struct.unpack_from("<I", glb, 12)
    document, binary = json.loads(glb[20 : 20 + length]), bytearray(glb[28 + length :])
    for mesh in document["meshes"]:
        positions = document["accessors"][mesh["primitives"][0]["attributes"]["POSITION"]]
        begin = document["bufferViews"][positions["bufferView"]]["byteOffset"]
        faces = np.frombuffer(binary, FLOAT, 3 * positions["count"], begin).reshape(-1, 4, 3)
        middles = faces.mean(axis=1, keepdims=True)
        faces[:] = middles + share * (faces - middles)
    return glb[: 28 + length] + bytes(binary)


@pytest.mark.parametrize("small", [False, True])
@pytest.mark.parametrize("name", EACH)
def test_from_the_front_it_is_the_sprite_byte_for_byte(browser: Screen, name: str, small: bool) -> None:
    hero = look(name)
    (picture,) = browser.pictures(figure_glb(hero, small=small), [_of_the_grid(hero)])
    assert (picture == _enlarged_sprite(hero)).all()


@pytest.mark.slow
def test_every_level_of_red_green_and_blue_is_kept(browser: Screen) -> None:
    square = look("full square").sprite
    colours = [f"#{level:02x}{255 - level:02x}{level ^ 85:02x}" for level in range(LEVELS)]
    for first in range(0, LEVELS, 8):
        hero = with_sprite(square.model_copy(update={"palette": tuple(colours[first : first + 8])}))
        (picture,) = browser.pictures(figure_glb(hero), [_of_the_grid(hero)])
        assert (picture == _enlarged_sprite(hero)).all()


def _of_the_grid(hero: Hero) -> View:
    """The view in which the picture is the grid of the sprite."""
    x, y, _ = model_of(hero.sprite).skeleton.feet
    return straight(((GRID / 2 - x) / GRID, (GRID / 2 - y) / GRID, 0), 1)


def _enlarged_sprite(hero: Hero) -> NDArray[np.uint8]:
    return np.array(Image.open(BytesIO(sprite_png(hero, SIZE // GRID))).convert("RGBA"))
