"""The tool that shows how a draft looks, as an agent calls it."""

import base64
import json
from io import BytesIO
from typing import Any

import anyio
import pytest
from mcp.types import CallToolResult
from PIL import Image

from arena import roster
from arena.desk.desk import Desk
from arena.desk.players.status import status
from arena.hero import Sprite
from arena.hero.sample import SAMPLE
from arena.league.settings import league
from render.sprite import CHEQUERS
from tests.mcp_server.doors import MODES, Participant, call, in_memory, join, refused
from tests.render.looks import look, without_rig

LOCALES = ("ru", "en", "es")
LARGEST_PICTURE = 20_000
LONGEST_TEXT = 4_000
EMPTY = "." * 32
FIGURE = 2 * (8 + 256)
"""Pixels of the figure beside the frames: twice, with a gap before each."""


@pytest.fixture
def anna(desk: Desk) -> Participant:
    return join(desk)


def _checks_left(desk: Desk, participant: Participant) -> int:
    return status(desk, participant.id, "en").limits_left["checks"]  # type: ignore[index]


def _dragon() -> dict[str, Any]:
    return json.loads(roster.document("dragon"))


def _picture(result: CallToolResult) -> Image.Image:
    assert not result.is_error, result.content
    image, _ = result.content
    assert (image.type, image.mime_type) == ("image", "image/png")
    png = base64.b64decode(image.data)
    assert len(image.data) < LARGEST_PICTURE
    return Image.open(BytesIO(png)).convert("RGBA")


def _text(result: CallToolResult) -> str:
    text: str = result.content[-1].text  # type: ignore[union-attr]
    assert len(text.encode()) < LONGEST_TEXT
    return text


def _colour(image: Image.Image, column: int, row: int) -> tuple[int, ...]:
    return image.getpixel((8 * column + 4, 8 * row + 4))[:3]  # type: ignore[index]


@pytest.mark.parametrize("mode", MODES)
def test_the_picture_has_every_pixel_of_both_frames_eight_times_as_large(
    desk: Desk, anna: Participant, mode: str
) -> None:
    hero = _dragon()
    image, sprite = _picture(call(desk, anna, "preview_look", {"hero": hero}, mode)), hero["sprite"]
    assert image.size == (65 * 8 + FIGURE, 32 * 8)
    for number, frame in enumerate(("pixels", "strike")):
        for y, row in enumerate(sprite[frame]):
            for x, pixel in enumerate(row):
                seen = _colour(image, 33 * number + x, y)
                if pixel == ".":
                    assert seen in CHEQUERS
                else:
                    assert "#" + bytes(seen).hex() == sprite["palette"][int(pixel)]


@pytest.mark.parametrize("frame", ["pixels", "strike"])
def test_one_frame_can_be_asked_for(desk: Desk, anna: Participant, frame: str) -> None:
    result = call(desk, anna, "preview_look", {"hero": _dragon(), "frame": frame})
    assert _picture(result).size == (32 * 8 + FIGURE, 32 * 8)
    assert f"shows the sprite ({frame})," in _text(result)


def test_the_figure_is_shown_beside_the_frames_at_rest_and_in_a_blow(desk: Desk, anna: Participant) -> None:
    image = _picture(call(desk, anna, "preview_look", {"hero": _dragon(), "frame": "pixels"}))
    rest, blow = (image.crop((left, 0, left + 256, 256)) for left in (264, 528))
    for view in (rest, blow):
        colours = {colour for _, colour in view.getcolors(10_000)}
        assert len(colours) > 10
        assert {alpha for *_, alpha in colours} == {255}
    assert rest.tobytes() != blow.tobytes()


@pytest.mark.parametrize(
    ("sprite", "told"),
    [
        (look("doll_015_mummy_f").sprite, None),
        (
            without_rig(look("doll_015_mummy_f")).sprite,
            "the parts of the body were found from the silhouette",
        ),
        (look("dcss_mon_animals_hound").sprite, "No limbs found: send `rig`"),
    ],
)
def test_who_sent_no_rig_is_told_what_moves(
    desk: Desk, anna: Participant, sprite: Sprite, told: str | None
) -> None:
    draft = {"sprite": sprite.model_dump(exclude_none=True)}
    text = _text(call(desk, anna, "preview_look", {"hero": draft}))
    assert (told in text) if told else ("`rig`" not in text)


KNIGHT, BOX = look("knight").sprite, look("full square").sprite


@pytest.mark.parametrize(
    ("strike", "strike_rig", "told"),
    [
        (KNIGHT.strike, KNIGHT.strike_rig, None),
        (
            look("doll_015_mummy_f").sprite.pixels,
            None,
            "the parts of the body in the frame `strike` were found from the silhouette",
        ),
        (BOX.pixels, None, "No limbs found in the frame `strike`: send `strike_rig`"),
    ],
)
def test_who_sent_no_rig_for_the_strike_frame_is_told_what_moves_in_it(
    desk: Desk,
    anna: Participant,
    strike: tuple[str, ...],
    strike_rig: tuple[str, ...] | None,
    told: str | None,
) -> None:
    palette = BOX.palette
    sprite = KNIGHT.model_copy(update={"palette": palette, "strike": strike, "strike_rig": strike_rig})
    text = _text(call(desk, anna, "preview_look", {"hero": {"sprite": sprite.model_dump(exclude_none=True)}}))
    assert (told in text) if told else ("strike_rig" not in text)
    assert "`rig`" not in text


@pytest.mark.parametrize("frame", ["pixels", "strike"])
def test_who_sent_no_rig_is_referred_to_the_striking_figure_for_the_frame_that_it_shows_alone(
    desk: Desk, anna: Participant, frame: str
) -> None:
    sprite = without_rig(look("doll_015_mummy_f")).sprite
    if frame == "strike":
        sprite = sprite.model_copy(update={"strike": sprite.pixels})
    text = _text(call(desk, anna, "preview_look", {"hero": {"sprite": sprite.model_dump(exclude_none=True)}}))
    assert text.count("in the striking figure") == 1
    assert f"in the striking figure, send `{'rig' if frame == 'pixels' else 'strike_rig'}`" in text
    assert ("the picture does not show them move" in text) == (frame == "strike")


def test_a_strike_frame_that_is_not_there_is_said(desk: Desk, anna: Participant) -> None:
    result = call(desk, anna, "preview_look", {"hero": SAMPLE, "frame": "strike"})
    assert _picture(result).size == (32 * 8 + FIGURE, 32 * 8)
    assert "There is no frame `strike`" in _text(result)


@pytest.mark.parametrize("mode", MODES)
def test_there_is_no_structure_in_which_a_host_would_lose_the_picture(
    desk: Desk, anna: Participant, mode: str
) -> None:
    async def schemas() -> dict[str, object]:
        async with in_memory(desk, anna, mode) as client:
            return {tool.name: tool.output_schema for tool in (await client.list_tools()).tools}

    assert anyio.run(schemas)["preview_look"] is None
    result = call(desk, anna, "preview_look", {"hero": SAMPLE}, mode)
    assert result.structured_content is None
    assert [block.type for block in result.content] == ["image", "text"]


def test_a_look_is_shown_while_the_rest_is_unfinished(desk: Desk, anna: Participant) -> None:
    result = call(
        desk, anna, "preview_look", {"hero": {"sprite": SAMPLE["sprite"], "rules": ["self.hp < 35 -> heel"]}}
    )
    _picture(result)
    assert "Faults in the rest of the draft: 5." in _text(result)
    assert "check_hero tells the other faults" in _text(result)


def test_a_hero_sent_as_a_json_string_is_shown_too(desk: Desk, anna: Participant) -> None:
    _picture(call(desk, anna, "preview_look", {"hero": json.dumps(SAMPLE)}))


@pytest.mark.parametrize("locale", LOCALES)
def test_remarks_and_numbers_are_told_in_the_participant_s_language(desk: Desk, locale: str) -> None:
    me = join(desk, "Otto", locale)
    pixels = ["0" * 8 + "." * 24] * 6 + [EMPTY] * 26
    text = _text(
        call(
            desk,
            me,
            "preview_look",
            {"hero": {"sprite": {"palette": ["#336699", "#ffffff"], "pixels": pixels}}},
        )
    )
    assert "[look-few-pixels]" in text
    assert "[look-small]" in text
    assert "[look-colours-unused]" in text
    assert "48" in text
    assert "0–5" in text
    assert "0–7" in text
    assert ("Checks left today" in text) == (locale == "en")


@pytest.mark.parametrize(
    ("hero", "code"),
    [
        ({"sprite": {**SAMPLE["sprite"], "pixels": [EMPTY] * 32}}, "too-few-pixels"),
        ({"sprite": {**SAMPLE["sprite"], "palette": ["red"]}}, "palette-colour"),
        ({"name": "Pixel"}, "missing-field"),
        ([], "not-an-object"),
        ("{", "json-syntax"),
        (7, "not-an-object"),
    ],
)
def test_a_faulty_sprite_is_refused_with_its_own_faults_only(
    desk: Desk, anna: Participant, hero: object, code: str
) -> None:
    text = refused(desk, anna, "preview_look", {"hero": hero})
    assert f"[{code}]" in text
    assert "/stats" not in text
    assert _checks_left(desk, anna) == league().limits.checks - 1


@pytest.mark.medium
def test_a_preview_costs_a_check_and_past_the_last_there_is_none(desk: Desk, anna: Participant) -> None:
    left = league().limits.checks - 1
    assert f"Checks left today: {left}." in _text(call(desk, anna, "preview_look", {"hero": SAMPLE}))
    assert _checks_left(desk, anna) == left

    async def use_up() -> str:
        async with in_memory(desk, anna) as client:
            for _ in range(left):
                await client.call_tool("preview_look", {"hero": SAMPLE})
            last = await client.call_tool("preview_look", {"hero": SAMPLE})
            assert last.is_error
            return last.content[0].text  # type: ignore[union-attr]

    assert "[limit-reached]" in anyio.run(use_up)


def test_an_unknown_frame_or_argument_is_refused_by_name(desk: Desk, anna: Participant) -> None:
    assert "[argument-choice]" in refused(desk, anna, "preview_look", {"hero": SAMPLE, "frame": "back"})
    assert "frame" in refused(desk, anna, "preview_look", {"hero": SAMPLE, "frames": "all"})
    assert _checks_left(desk, anna) == league().limits.checks
