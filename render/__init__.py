"""Pictures and figures of heroes: functions to the bytes of a file, which depend on
nothing but what they are given. (What they compile is kept in the user's cache folder.)

They take a hero, or a sprite alone; only a film of a battle needs the heroes that fought it.
"""

from render.figure import figure_glb
from render.film import film_gif, film_webp
from render.look import Look
from render.picture import picture_png
from render.pixels import Frame
from render.preview import preview_png
from render.solids import figure_obj, figure_stl
from render.sprite import sprite_png
from render.turntable import turntable_gif, turntable_webp
from render.vox import figure_vox

__all__ = [
    "Frame",
    "Look",
    "figure_glb",
    "figure_obj",
    "figure_stl",
    "figure_vox",
    "film_gif",
    "film_webp",
    "picture_png",
    "preview_png",
    "sprite_png",
    "turntable_gif",
    "turntable_webp",
]
