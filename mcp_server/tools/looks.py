"""The tool that shows how a draft looks: a picture and a text. There is no structured answer, since some
hosts lose a picture beside one."""

import base64
from collections.abc import Iterator, Mapping
from functools import partial
from typing import Annotated, Literal

from mcp.types import ContentBlock, ImageContent, TextContent
from pydantic import Field

from arena.desk.heroes.checking import PreviewedLook, preview_draft
from arena.hero import Sprite
from arena.hero.limits import GRID
from arena.hero.looks import drawn
from mcp_server.answers import before_commit
from mcp_server.caller import Caller
from mcp_server.refusals import told_fault
from mcp_server.toolbox import Offer
from mcp_server.tools.hero_argument import AgainHeroArgument
from mcp_server.words import Words
from render import Frame, preview_png
from render.pixels import drawn_frames, rows_of
from render.preview import SHEET_SCALE
from render.rig import rig_of

RIG_TEXTS: Mapping[Frame, tuple[str, str]] = {
    "pixels": ("look.rig-found", "look.no-limbs"),
    "strike": ("look.strike-rig-found", "look.strike-no-limbs"),
}
"""What the author of a frame without a rig is told: that limbs were found, or none."""
FOUND_AT_REST = "look.rig-found-at-rest"
"""The first of both for a frame that the striking figure does not show."""


def preview_look(
    caller: Caller,
    hero: AgainHeroArgument,
    frame: Annotated[
        Literal["all", "pixels", "strike"], Field(description="all: side by side, where there are both")
    ] = "all",
) -> list[ContentBlock]:
    """See a draft's sprite, enlarged, and its figure, with remarks on what is easily missed. Only the sprite
    has to be right: the rest may be unfinished or left out.

    Use this when you have drawn or changed a sprite. Costs one of the day's checks. Example: {"hero":
    {"sprite": {"palette": ["#46607d"], "pixels": [the rows]}}}
    """

    def told(look: PreviewedLook) -> list[ContentBlock]:
        frames = _frames(look.sprite, frame)
        text = _text(look, frames, frame, caller.words)
        return [_picture(look.sprite, frames), TextContent(type="text", text=text)]

    return before_commit(partial(preview_draft, caller.desk, caller.player_id, hero), told)


def _frames(sprite: Sprite, wanted: str) -> tuple[Frame, ...]:
    """The frames to show: a hero without a second one strikes in its first."""
    there = drawn_frames(sprite)
    return tuple(each for each in there if wanted in ("all", each)) or there[:1]


def _picture(sprite: Sprite, frames: tuple[Frame, ...]) -> ImageContent:
    """The frames side by side, and the figure."""
    data = base64.b64encode(preview_png(sprite, frames)).decode()
    return ImageContent(type="image", data=data, mime_type="image/png")


def _text(look: PreviewedLook, frames: tuple[Frame, ...], wanted: str, words: Words) -> str:
    lines = [words("look.shown", frames=", ".join(frames), scale=SHEET_SCALE)]
    if look.sprite.strike is None:
        lines.append(words("look.no-strike" if wanted == "strike" else "look.one-frame"))
    lines += [_drawn(look.sprite, each, words) for each in frames]
    lines += _without_rigs(look.sprite, words)
    if look.remarks:
        lines.append(words("look.remarks"))
        lines += [told_fault(remark, words.locale) for remark in look.remarks]
    if look.others:
        lines.append(words("look.others", count=look.others))
    lines.append(words("look.left", count=look.left))
    lines.append(words("refused.next", step=words("look.faulty-next" if look.others else "look.next")))
    return "\n".join(lines)


def _without_rigs(sprite: Sprite, words: Words) -> Iterator[str]:
    """What moves in the frames for which no rig was sent."""
    for frame in drawn_frames(sprite):
        rig = rig_of(sprite, frame)
        if not rig.is_given:
            found, not_found = RIG_TEXTS[frame]
            if frame == "pixels" and sprite.strike is not None:
                found = FOUND_AT_REST
            yield words(found if rig.has_limbs else not_found)


def _drawn(sprite: Sprite, frame: Frame, words: Words) -> str:
    """Where a frame is drawn and in what colours, for who cannot count the squares."""
    rows = rows_of(sprite, frame)
    places = drawn(rows)
    lines, columns = (f"{min(each)}–{max(each)}" for each in zip(*places, strict=True))
    all_pixels = "".join(rows)
    counts = (f"{i} {colour} × {all_pixels.count(str(i))}" for i, colour in enumerate(sprite.palette))
    params = {"frame": frame, "found": len(places), "all": GRID * GRID, "colours": ", ".join(counts)}
    return words("look.drawn", **params, rows=lines, columns=columns)


OFFERS = (Offer(preview_look, "See how a hero looks", counts=True),)
