"""A look by itself: its faults apart from the rest, and remarks that are true."""

import pytest

from arena import roster
from arena.hero import Sprite, check_hero
from arena.hero.looks import check_look, remarks

EMPTY = "." * 32


def _sprite(rows, palette=("#000000", "#ffffff"), **more):
    pixels = tuple(rows) + (EMPTY,) * (32 - len(rows))
    return Sprite.model_validate({"palette": list(palette), "pixels": list(pixels), **more})


def _block(width, height, pixel="0"):
    return [(pixel * width).ljust(32, ".")] * height


def _codes(sprite):
    return [each.code for each in remarks(sprite)]


def test_a_look_is_valid_whatever_else_is_wrong(hero_data):
    data = hero_data({"/stats/hp": 90, "/rules": ["heel"]}, without=("/name",))
    found = check_look(data)
    assert (found.sprite.pixels, found.faults) == (tuple(hero_data()["sprite"]["pixels"]), ())
    assert found.others == len(check_hero(data).faults) > 2


def test_of_a_faulty_look_only_its_own_faults_are_told(hero_data):
    data = hero_data({"/sprite/pixels/3": "x", "/sprite/palette": ["red"], "/stats/hp": 90})
    found = check_look(data)
    told = [fault for fault in check_hero(data).faults if fault.path.startswith("/sprite")]
    assert found.sprite is None
    assert list(found.faults) == told != []
    assert found.others == len(check_hero(data).faults) - len(told) > 0


@pytest.mark.parametrize("data", [{}, {"sprites": {}}, {"sprite": None}, [], None, "sprite"])
def test_without_a_sprite_there_is_a_fault(data):
    found = check_look(data)
    assert found.sprite is None
    assert found.faults


@pytest.mark.parametrize("id_", roster.names())
def test_heroes_of_the_roster_are_drawn_without_a_remark(id_):
    assert remarks(roster.load(id_).sprite) == ()


def test_a_drawing_that_is_hardly_seen_is_told_with_its_size():
    few, small = remarks(_sprite(_block(8, 6), ["#000000"]))
    assert (few.code, few.params["found"]) == ("look-few-pixels", 48)
    assert (small.code, small.params["width"], small.params["height"]) == ("look-small", 8, 6)
    assert _codes(_sprite(_block(21, 6), ["#000000"])) == []


def test_pixels_that_float_by_themselves_are_told_with_the_first_place():
    rows = [*_block(24, 20), EMPTY, "." * 30 + "0.", EMPTY, "00" + "." * 30]
    (specks,) = remarks(_sprite(rows, ["#000000"]))
    assert (specks.code, specks.path) == ("look-specks", "/sprite/pixels")
    assert (specks.params["count"], specks.params["row"], specks.params["column"]) == (2, 21, 30)


def test_pixels_that_touch_at_a_corner_are_one_piece():
    rows = [*_block(24, 20), "." * 24 + "0" + "." * 7]
    assert _codes(_sprite(rows, ["#000000"])) == []


def test_colours_that_are_not_used_or_look_the_same_are_told():
    found = remarks(_sprite([*_block(24, 12), *_block(24, 12, "2")], ["#101010", "#ff0000", "#1c1010"]))
    assert [each.code for each in found] == ["look-colours-unused", "look-colours-alike"]
    assert found[0].params["entries"] == "1"
    assert (found[1].params["one"], found[1].params["other"]) == (0, 2)
    assert _codes(_sprite([*_block(24, 12), *_block(24, 12, "1")], ["#101010", "#1d1010"])) == []


def test_a_colour_of_the_strike_frame_is_used():
    strike = [*_block(24, 24, "1"), *[EMPTY] * 8]
    assert _codes(_sprite(_block(24, 24), strike=strike)) == []


def test_a_strike_frame_that_changes_nothing_is_told():
    pixels = [*_block(24, 24), *[EMPTY] * 8]
    assert _codes(_sprite(pixels, ["#000000"], strike=pixels)) == ["look-strike-same"]


@pytest.mark.parametrize(
    ("rig", "codes"), [("A" * 12 + "a" * 12, ["look-front-on-the-left"]), ("a" * 12 + "A" * 12, [])]
)
def test_a_rig_with_its_front_on_the_left_is_told(rig, codes):
    rows = [rig.ljust(32, ".")] * 24 + [EMPTY] * 8
    assert _codes(_sprite(_block(24, 24), ["#000000"], rig=rows)) == codes


def test_every_remark_has_words_in_every_language():
    rows = [*_block(8, 5), EMPTY, "." * 10 + "1" + "." * 21]
    pixels = [*rows, *[EMPTY] * (32 - len(rows))]
    rig = [row.replace("0", "t").replace("1", "t") for row in pixels]
    rig[0] = "Aaaaaaaa" + "." * 24
    sprite = _sprite(rows, ["#101010", "#111111", "#ffffff"], strike=pixels, rig=rig)
    found = remarks(sprite)
    assert len({each.code for each in found}) == 7
    for locale in ("ru", "en", "es"):
        assert all(each.message(locale) and each.hint(locale) for each in found)
