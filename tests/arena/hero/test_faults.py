"""Each fault of a hero: its code, its place, and what its hint says to write."""

import pytest
from pydantic import ValidationError

from arena.errors import Fault
from arena.hero import Hero, Sprite, Stats, check_hero
from arena.hero.sample import SAMPLE
from arena.json_pointer import tokens

BLANK = "." * 32
PIXELS = SAMPLE["sprite"]["pixels"]
RIG = [row.replace("0", "t").replace("1", "t").replace("2", "t") for row in PIXELS]
SPENT = {"hp": 28, "atk": 26, "def": 16, "spd": 18, "foc": 12}

FAULTS = [
    # changes, where, code, what the hint says
    ({"/colour": 1}, "/colour", "unknown-field", "name, motto, sprite, stats, abilities, rules"),
    ({"/abilites": []}, "/abilites", "unknown-field", '"abilities" is here already'),
    ({"/a~0b~1c": 1}, "/a~0b~1c", "unknown-field", "Remove it. The fields are"),
    ({"/sprite/pallete": 1}, "/sprite/pallete", "unknown-field", '"palette" is here already'),
    ({"/sprite/strke": PIXELS}, "/sprite/strke", "unknown-field", 'Rename it to "strike"'),
    ({"/stats/speed": 1}, "/stats/speed", "unknown-field", '"spd" is here already'),
    ({"/stats/def_": 16}, "/stats/def_", "unknown-field", '"def" is here already'),
    ({"/stats/luck": 1}, "/stats/luck", "unknown-field", "Remove it. The fields are: hp, atk, def"),
    ({"/sprite": "art"}, "/sprite", "not-an-object", 'braces: {"palette": ["#46607d", '),
    ({"/stats": [28, 26, 16, 18, 12]}, "/stats", "not-an-object", '{"hp": 28, "atk": 26, "def": 16, '),
    ({"/stats": []}, "/stats", "not-an-object", '{"hp": 20, "atk": 20, "def": 20, "spd": 20, "foc": 20}'),
    ({"/stats": [30, "25", 20]}, "/stats", "not-an-object", '{"hp": 20, "atk": 20, "def": 20, "spd": 20, '),
    ({"/rules": "-> strike"}, "/rules", "not-a-list", 'brackets: ["self.knowledge >= 100 -> ultimate", …]'),
    ({"/abilities": {"heavy": 1}}, "/abilities", "not-a-list", 'square brackets: ["shield", "heavy"]'),
    ({"/sprite/palette": "red"}, "/sprite/palette", "not-a-list", '["#46607d", "#1c1b19", "#e9e6e2"]'),
    ({"/sprite/pixels": "\n".join(PIXELS)}, "/sprite/pixels", "not-a-list", "as 32 texts of 32 characters"),
    ({"/sprite/rig": "t" * 1024}, "/sprite/rig", "not-a-list", 'characters: ["...........hhhhhhhh....'),
    ({"/name": 7}, "/name", "not-a-string", 'double quotes: "Pixel"'),
    ({"/motto": None}, "/motto", "not-a-string", "double quotes"),
    ({"/rules/1": ["turn > 1"]}, "/rules/1", "not-a-string", "double quotes"),
    ({"/sprite/palette/0": 0x46607D}, "/sprite/palette/0", "not-a-string", '"#46607d"'),
    ({"/sprite/palette": [[1, 2, 3]]}, "/sprite/palette/0", "not-a-string", '"#rrggbb": "#010203"'),
    ({"/sprite/palette": [{"r": 1}]}, "/sprite/palette/0", "not-a-string", '"#rrggbb": "#808080"'),
    ({"/sprite/palette": [[1, 2.5, 3]]}, "/sprite/palette/0", "not-a-string", '"#808080"'),
    ({"/stats/hp": "28"}, "/stats/hp", "not-an-integer", "point: 28."),
    ({"/stats/hp": 28.0}, "/stats/hp", "not-an-integer", "point: 28."),
    ({"/stats/hp": 28.7}, "/stats/hp", "not-an-integer", "point: 28."),
    ({"/stats/hp": True}, "/stats/hp", "not-an-integer", "point: 20."),
    ({"/stats/hp": None}, "/stats/hp", "not-an-integer", "point: 20."),
    ({"/stats/hp": float("inf")}, "/stats/hp", "not-an-integer", "point: 20."),
    ({"/stats/hp": "1e9"}, "/stats/hp", "not-an-integer", "point: 40."),
    ({"/name": "X"}, "/name", "name-too-short", "longer"),
    ({"/name": "   "}, "/name", "name-too-short", "longer"),
    ({"/name": "Ё" * 25}, "/name", "name-too-long", "extra characters: 1."),
    ({"/name": ".."}, "/name", "name-no-letter", "at least one"),
    ({"/name": "\u0301\u0301"}, "/name", "name-no-letter", "at least one"),
    ({"/name": "Bit_Fox"}, "/name", "name-character", "a letter, a digit, an ordinary space"),
    ({"/name": "Bit\u00a0Fox"}, "/name", "name-character", "an ordinary space"),
    ({"/motto": "я" * 83}, "/motto", "motto-too-long", "extra characters: 3."),
    ({"/motto": "one\ntwo"}, "/motto", "character-line-break", "a space"),
    ({"/motto": "one\u2028two"}, "/motto", "character-line-break", "a space"),
    ({"/motto": "one\ttwo"}, "/motto", "character-control", "a space instead of a tab"),
    ({"/motto": "one\u202etwo"}, "/motto", "character-bidi", "Remove it"),
    ({"/name": "Bit\u200bFox"}, "/name", "character-invisible", "Remove it"),
    ({"/name": "Bit\u3164Fox"}, "/name", "character-invisible", "Remove it"),
    ({"/name": "Bit\ufe0fFox"}, "/name", "character-invisible", "Remove it"),
    ({"/name": "Bit\ue000Fox"}, "/name", "character-private-use", "ordinary character"),
    ({"/motto": "now \U000e0fff"}, "/motto", "character-unassigned", "another one"),
    ({"/motto": "half \ud83d only"}, "/motto", "character-surrogate", "both halves"),
    ({"/sprite/palette": []}, "/sprite/palette", "palette-size", "1 to 8 colours"),
    ({"/sprite/palette": ["#000000"] * 9}, "/sprite/palette", "palette-size", "1 to 8 colours"),
    ({"/sprite/palette/2": "#abc"}, "/sprite/palette/2", "palette-colour", '"#aabbcc"'),
    ({"/sprite/palette/2": "AABBCC"}, "/sprite/palette/2", "palette-colour", '"#aabbcc"'),
    ({"/sprite/palette/2": "0xaabbcc"}, "/sprite/palette/2", "palette-colour", '"#aabbcc"'),
    ({"/sprite/palette/2": "#aabbccff"}, "/sprite/palette/2", "palette-colour", '"#aabbcc"'),
    ({"/sprite/palette/2": "red"}, "/sprite/palette/2", "palette-colour", '"#ff0000"'),
    ({"/sprite/palette/2": "rgb(999, 2, 3)"}, "/sprite/palette/2", "palette-colour", '"#ff0203"'),
    ({"/sprite/palette/2": "dusk\n"}, "/sprite/palette/2", "palette-colour", "six hexadecimal digits"),
    ({"/sprite/palette/2": "#12345\u0663"}, "/sprite/palette/2", "palette-colour", "hexadecimal"),
    ({"/sprite/pixels": PIXELS[:31]}, "/sprite/pixels", "grid-height", "an empty one is all dots"),
    ({"/sprite/pixels": [*PIXELS, BLANK]}, "/sprite/pixels", "grid-height", "an empty one is all dots"),
    ({"/sprite/pixels/7": PIXELS[7][:31]}, "/sprite/pixels/7", "row-length", f'"{PIXELS[7]}"'),
    ({"/sprite/pixels/7": PIXELS[7] + "."}, "/sprite/pixels/7", "row-length", f'"{PIXELS[7]}"'),
    ({"/sprite/pixels/7": PIXELS[7][:31] + "3"}, "/sprite/pixels/7", "pixel-unknown", "palette colour (0–2)"),
    ({"/sprite/pixels/7": PIXELS[7][:31] + " "}, "/sprite/pixels/7", "pixel-unknown", "a dot"),
    ({"/sprite/pixels/7": PIXELS[7][:31] + "\u0661"}, "/sprite/pixels/7", "pixel-unknown", "a dot"),
    ({"/sprite/pixels/7": PIXELS[7][:31] + "\ud800"}, "/sprite/pixels/7", "pixel-unknown", "a dot"),
    ({"/sprite/pixels": [BLANK] * 31 + ["0" * 31 + "."]}, "/sprite/pixels", "too-few-pixels", "Draw more"),
    ({"/sprite/strike": [BLANK] * 32}, "/sprite/strike", "too-few-pixels", "Draw more"),
    ({"/sprite/rig": [*RIG[:7], "H" + RIG[7][1:], *RIG[8:]]}, "/sprite/rig/7", "rig-letter", "h t a A l L"),
    ({"/sprite/rig": [*RIG[:7], BLANK, *RIG[8:]]}, "/sprite/rig/7", "rig-missing", "a letter"),
    ({"/sprite/rig": [*RIG[:7], "h" + RIG[7][1:], *RIG[8:]]}, "/sprite/rig/7", "rig-excess", "a dot"),
    ({"/sprite/rig": RIG[:31]}, "/sprite/rig", "grid-height", "an empty one is all dots"),
    ({"/sprite/strike_rig": RIG}, "/sprite/strike_rig", "strike-rig-without-strike", "as strike"),
    ({"/stats/hp": 26}, "/stats", "stats-sum-low", "98 of 100 spent, 2 left"),
    ({"/stats/hp": 31}, "/stats", "stats-sum-high", "103 of 100 spent, 3 too many"),
    ({"/stats": SPENT | {"hp": 41, "atk": 13}}, "/stats/hp", "stat-range", "from 5 to 40"),
    ({"/stats": SPENT | {"hp": 4, "foc": 36}}, "/stats/hp", "stat-range", "from 5 to 40"),
    ({"/abilities/1": "heavvy", "/rules": []}, "/abilities/1", "ability-unknown", "mean `heavy`?"),
    ({"/abilities/1": "Heavy", "/rules": []}, "/abilities/1", "ability-unknown", "mean `heavy`?"),
    ({"/abilities/1": "Форс-пуш", "/rules": []}, "/abilities/1", "ability-unknown", "mean `heavy`?"),
    ({"/abilities/1": "Copia de seguridad", "/rules": []}, "/abilities/1", "ability-unknown", "`shield`?"),
    ({"/abilities/1": "", "/rules": []}, "/abilities/1", "ability-unknown", "Choose from these: heavy,"),
    (
        {"/abilities/1": "fireball", "/rules": []},
        "/abilities/1",
        "ability-unknown",
        "Choose from these: heavy",
    ),
    ({"/abilities": ["shield", "heavy", "ultimate"]}, "/abilities/2", "ability-basic", "`ultimate`"),
    ({"/abilities": ["shield", "heavy", "Коммит"]}, "/abilities/2", "ability-basic", "`strike`"),
    ({"/abilities": ["shield", "heavy", "shield"]}, "/abilities/2", "ability-repeated", "another ability"),
    (
        {"/abilities": ["shield", "heavy", "combo", "heal", "stun"]},
        "/abilities/4",
        "abilities-over-maximum",
        "Keep 4 at most",
    ),
    ({"/rules": ["turn > 1 -> strike"] * 9}, "/rules/8", "rules-over-maximum", "Keep 8 at most"),
    ({"/abilities": ["shield"]}, "/rules/2", "ability-not-equipped", "shield"),
]


@pytest.mark.parametrize(("changes", "path", "code", "hint"), FAULTS)
def test_a_single_fault_is_reported_alone_with_its_place_and_what_to_write(
    hero_data, changes, path, code, hint
):
    check = check_hero(hero_data(changes))
    assert [(fault.code, fault.path) for fault in check.faults] == [(code, path)]
    assert hint in check.faults[0].hint()
    assert check.hero is None


@pytest.mark.parametrize(("changes", "path", "code", "hint"), FAULTS)
def test_the_pydantic_model_tells_the_same_under_the_same_code(hero_data, changes, path, code, hint):
    with pytest.raises(ValidationError) as caught:
        Hero.model_validate(hero_data(changes))
    (error,) = caught.value.errors()
    assert error["type"] == code
    assert tuple(map(str, error["loc"])) == tokens(path)
    assert hint in error["msg"]
    assert str(caught.value)
    assert caught.value.json()


@pytest.mark.parametrize("field", ["name", "sprite", "stats", "abilities", "rules"])
def test_a_missing_field_is_named_with_an_example_of_it(hero_data, field):
    (fault,) = check_hero(hero_data(without=(f"/{field}",))).faults
    assert (fault.code, fault.path) == ("missing-field", f"/{field}")
    assert f'"{field}": ' in fault.hint()


@pytest.mark.parametrize("path", ["/sprite/palette", "/sprite/pixels", "/stats/def"])
def test_a_missing_field_of_a_part_is_told_at_its_place(hero_data, path):
    assert [fault.path for fault in check_hero(hero_data(without=(path,))).faults] == [path]


@pytest.mark.parametrize("field", ["motto", "sprite/strike", "sprite/rig", "sprite/strike_rig"])
def test_an_optional_field_may_be_left_out(hero_data, field):
    data = hero_data({f"/{field}": None} if field != "motto" else {"/motto": ""})
    assert check_hero(data).faults == ()


def _only(faults: tuple[Fault, ...]) -> Fault:
    (fault,) = faults
    return fault


def test_a_refused_character_is_named_with_its_place_and_number(hero_data):
    fault = _only(check_hero(hero_data({"/name": "  Bit\u200bFox\u200b"})).faults)
    assert "U+200B ZERO WIDTH SPACE at character 6; such places: 2" in fault.message()
    assert fault.span == (5, 6)


def test_a_row_with_many_wrong_pixels_has_one_fault_with_their_number(hero_data):
    fault = _only(check_hero(hero_data({"/sprite/pixels/7": PIXELS[7].replace("2", "5")})).faults)
    assert fault.message().startswith('pixels[7][12] is "5"')
    assert "such pixels: 6, in rows: 7." in fault.message()
    assert fault.span == (12, 13)


def test_a_sum_that_is_off_comes_with_stats_that_are_right(hero_data):
    fault = _only(check_hero(hero_data({"/stats": SPENT | {"hp": 5, "atk": 5}})).faults)
    suggested = dict(pair.split() for pair in str(fault.params["example"]).split(", "))
    points = {name: int(value) for name, value in suggested.items()}
    assert sum(points.values()) == 100
    assert Stats.model_validate(points)


@pytest.mark.parametrize("number", [1_000_000, -1_000_000, 10**20, pytest.param(10**5000, id="huge")])
def test_an_absurd_stat_is_out_of_range_and_makes_no_sum(hero_data, number):
    faults = check_hero(hero_data({"/stats/hp": number})).faults
    assert [(fault.code, fault.path) for fault in faults] == [("stat-range", "/stats/hp")]


def test_a_stat_that_is_no_number_hides_no_range_and_invents_no_sum(hero_data):
    faults = check_hero(hero_data({"/stats/hp": "28", "/stats/atk": 1})).faults
    assert [(fault.code, fault.path) for fault in faults] == [
        ("not-an-integer", "/stats/hp"),
        ("stat-range", "/stats/atk"),
    ]


def test_faults_of_one_row_do_not_hide_each_other(hero_data):
    faults = check_hero(hero_data({"/sprite/pixels/7": "x" * 31})).faults
    assert {fault.code for fault in faults} == {"row-length", "pixel-unknown"}


def test_a_rig_is_compared_with_its_picture_when_other_fields_are_wrong(hero_data):
    rig = [BLANK, *RIG[1:7], BLANK, *RIG[8:]]
    faults = check_hero(hero_data({"/sprite/rig": rig, "/sprite/palette": "red", "/name": 1})).faults
    assert {fault.path for fault in faults} == {"/name", "/sprite/palette", "/sprite/rig/7"}


def test_a_rig_is_not_compared_with_a_row_that_is_wrong_itself(hero_data):
    faults = check_hero(hero_data({"/sprite/rig": RIG, "/sprite/pixels/7": PIXELS[7][:20]})).faults
    assert [fault.code for fault in faults] == ["row-length"]


def test_a_misspelt_ability_is_not_told_again_by_the_rules_that_use_it(hero_data):
    faults = check_hero(hero_data({"/abilities/1": "heavi"})).faults
    assert [fault.code for fault in faults] == ["ability-unknown"]


def test_faults_stand_in_the_order_of_the_document(hero_data):
    data = hero_data({"/stats/hp": 99, "/rules/1": "", "/name": "", "/zzz": 1}, without=("/motto",))
    data = {key: data[key] for key in ("rules", "zzz", "stats", "name", "sprite", "abilities")}
    paths = [fault.path for fault in check_hero(data).faults]
    assert paths == ["/rules/1", "/zzz", "/stats", "/stats/hp", "/name"]


@pytest.mark.parametrize("data", [None, 1, "hero", [], [SAMPLE], b"{}", object()])
def test_what_is_no_object_is_told_as_that(data):
    fault = _only(check_hero(data).faults)
    assert (fault.code, fault.path) == ("not-an-object", "")


def test_a_part_alone_reports_in_the_same_words():
    with pytest.raises(ValidationError) as caught:
        Sprite.model_validate({"palette": ["red"], "pixels": PIXELS})
    assert {error["type"] for error in caught.value.errors()} == {"palette-colour", "pixel-unknown"}


def test_long_and_hostile_texts_are_cut_and_escaped_in_messages(hero_data):
    name = "evil\u202e\x1b[2J" + "y" * 10_000
    fault = _only(check_hero(hero_data({f"/{name}": 1})).faults)
    told = fault.message() + fault.hint() + fault.path
    assert len(told) < 400
    assert told.isprintable()


@pytest.mark.parametrize("key", [3, None, ("a",), "\ud800", b"name"])
def test_a_key_that_is_no_text_is_an_unknown_field_and_hides_nothing(hero_data, key):
    data = {**hero_data({"/name": ""}), key: 1}
    assert sorted(fault.code for fault in check_hero(data).faults) == ["name-too-short", "unknown-field"]


def test_an_integer_of_thousands_of_digits_is_out_of_range_like_any_other(hero_data):
    faults = check_hero(hero_data({"/stats/hp": 10**5000})).faults
    assert [fault.code for fault in faults] == ["stat-range"]
    assert len(faults[0].message() + faults[0].hint()) < 300
