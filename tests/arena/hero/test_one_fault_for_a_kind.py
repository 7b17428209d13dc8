"""One mistake that an author makes everywhere is told once, with the places and the right shape."""

import json

import pytest

from arena.hero import check_hero
from arena.hero.sample import SAMPLE

PIXELS = SAMPLE["sprite"]["pixels"]
RIG = ["".join("." if pixel == "." else "t" for pixel in row) for row in PIXELS]
DRAWN = 204
CLEAR = 32 * 32 - DRAWN

EVERYWHERE = [
    # changes, where, code, what the message counts, what the hint shows
    ({"/sprite/rig": ["t" * 32] * 32}, "rig/0", "rig-excess", f"{CLEAR}, in rows: 0–31",
     f'row 5 could be "{RIG[5]}"'),
    ({"/sprite/rig": ["." * 32] * 32}, "rig/5", "rig-missing", f"{DRAWN}, in rows: 5–30", f'"{RIG[5]}"'),
    ({"/sprite/rig": ["x" * 32] * 32}, "rig/0", "rig-letter", "1024, in rows: 0–31", "h t a A l L"),
    ({"/sprite/rig": [row[:31] for row in RIG]}, "rig/0", "row-length", "31, 32 wanted", f'"{"." * 32}"'),
    ({"/sprite/pixels": [f"{row}." for row in PIXELS]}, "pixels/0", "row-length", "33, 32 wanted", "a dot"),
    ({"/sprite/pixels": ["0", *PIXELS[1:31], ""]}, "pixels/0", "row-length", "length: 0, 31.", '"0...'),
    ({"/sprite/pixels": ["9" * 32] * 32}, "pixels/0", "pixel-unknown", "1024, in rows: 0–31", "(0–2)"),
    ({"/sprite/pixels": [[0] * 32] * 32}, "pixels/0", "not-a-string", "wrong rows: 0–31", "text of 32"),
    ({"/sprite/rig": [list(row) for row in RIG]}, "rig/0", "not-a-string", "wrong rows: 0–31", ".hhhhhhhh."),
    ({"/sprite/palette": ["red", "#fff", "#000001"]}, "palette/0", "palette-colour", "colours: 0–1",
     '["#ff0000", "#ffffff", "#000001"]'),
    ({"/sprite/palette": [[1, 2, 3]] * 8}, "palette/0", "not-a-string", "wrong colours: 0–7", '"#010203"'),
]  # fmt: skip


@pytest.mark.parametrize(("changes", "where", "code", "counted", "shape"), EVERYWHERE)
def test_the_same_mistake_in_many_rows_or_colours_is_one_fault(
    hero_data, changes, where, code, counted, shape
):
    (fault,) = check_hero(hero_data(changes)).faults
    assert (fault.code, fault.path) == (code, f"/sprite/{where}")
    assert counted in fault.message()
    assert shape in fault.hint()


def test_rules_and_abilities_that_are_no_texts_are_one_fault_each(hero_data):
    faults = check_hero(hero_data({"/rules": [1, "turn > 1 -> strike", {}], "/abilities": [None, 2]})).faults
    assert [(fault.code, fault.path) for fault in faults] == [
        ("not-a-string", "/abilities/0"),
        ("not-a-string", "/rules/0"),
    ]
    assert "wrong entries: 0–1." in faults[0].message()
    assert "wrong entries: 0, 2." in faults[1].message()
    assert '"shield"' in faults[0].hint()


def test_kinds_of_mistakes_in_one_picture_are_told_side_by_side(hero_data):
    rows = [".", 7, "z" * 32, *PIXELS[3:]]
    faults = check_hero(hero_data({"/sprite/pixels": rows})).faults
    assert [(fault.code, fault.path) for fault in faults] == [
        ("row-length", "/sprite/pixels/0"),
        ("not-a-string", "/sprite/pixels/1"),
        ("pixel-unknown", "/sprite/pixels/2"),
    ]


def test_the_two_pictures_have_faults_of_their_own(hero_data):
    strange = ["9" * 32] * 32
    faults = check_hero(hero_data({"/sprite/pixels": strange, "/sprite/strike": strange})).faults
    assert [fault.path for fault in faults] == ["/sprite/pixels/0", "/sprite/strike/0"]


def test_the_row_that_a_hint_shows_for_a_rig_keeps_its_letters_and_fits_its_picture(hero_data):
    rig = [*RIG[:7], "h" * 14 + "." * 18, *RIG[8:]]
    faults = check_hero(hero_data({"/sprite/rig": rig})).faults
    assert [fault.code for fault in faults] == ["rig-missing", "rig-excess"]
    assert all('"...........hhhhhhhh............."' in fault.hint() for fault in faults)


@pytest.mark.parametrize(
    "palette", [[[1, 2, 3]], [0x46607D], [None, "#46607d"], [], ["#46607d"] * 9, "#46607d", None]
)
def test_a_palette_whose_colours_cannot_be_counted_accuses_no_pixel(hero_data, palette):
    (fault,) = check_hero(hero_data({"/sprite/palette": palette})).faults
    assert fault.path.startswith("/sprite/palette")


def test_the_stats_of_a_hint_are_a_right_spending(hero_data):
    for given in ([30, 25, 20, 15, 10], [90, 90, 1, 1, 1], [10**5000] * 5, [1, None, "x", 2, 3], "hp"):
        (fault,) = check_hero(hero_data({"/stats": given})).faults
        assert check_hero(hero_data({"/stats": json.loads(str(fault.params["example"]))})).faults == ()
