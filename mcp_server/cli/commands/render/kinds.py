"""The kinds of files that are rendered, by their endings, and what makes each."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from render import (
    figure_glb,
    figure_obj,
    figure_stl,
    figure_vox,
    film_gif,
    film_webp,
    picture_png,
    turntable_gif,
    turntable_webp,
)


@dataclass(frozen=True)
class HeroFile:
    """A kind of file of a hero. `make` takes the hero and `options`, by the names that they have in the
    command; of a turntable also `drawn`, which is called after each frame."""

    make: Callable[..., bytes]
    options: tuple[str, ...] = ()
    is_turntable: bool = False


HERO_FILES: Mapping[str, HeroFile] = {
    "glb": HeroFile(figure_glb, ("small",)),
    "vox": HeroFile(figure_vox),
    "png": HeroFile(picture_png, ("size", "yaw")),
    "gif": HeroFile(turntable_gif, ("size",), is_turntable=True),
    "webp": HeroFile(turntable_webp, ("size",), is_turntable=True),
    "obj": HeroFile(figure_obj),
    "stl": HeroFile(figure_stl),
}
FILMS = {"webp": film_webp, "gif": film_gif}
"""Of battles."""
ENDINGS = frozenset({*HERO_FILES, *FILMS})
