"""A sprite alone is as good as a hero with that sprite."""

from collections.abc import Callable
from functools import partial

import pytest

from render import (
    Look,
    figure_glb,
    figure_obj,
    figure_stl,
    figure_vox,
    picture_png,
    preview_png,
    sprite_png,
    turntable_gif,
    turntable_webp,
)
from tests.render.looks import look

MAKERS: dict[str, Callable[[Look], bytes]] = {
    "glb": figure_glb,
    "small glb": partial(figure_glb, small=True),
    "vox": figure_vox,
    "stl": figure_stl,
    "obj": figure_obj,
    "picture": partial(picture_png, size=32),
    "webp": partial(turntable_webp, size=16),
    "gif": partial(turntable_gif, size=16),
    "sprite": sprite_png,
    "preview": partial(preview_png, frames=("pixels",)),
}


@pytest.mark.parametrize("kind", MAKERS)
def test_a_sprite_alone_makes_the_file_that_its_hero_makes(kind: str) -> None:
    hero = look("knight")
    assert MAKERS[kind](hero.sprite) == MAKERS[kind](hero)
