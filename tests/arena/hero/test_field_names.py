"""A field with a wrong name: which one it means, if it is like one, and which are missing."""

import pytest

from arena.hero import check_hero


@pytest.mark.parametrize(
    ("holder", "wrong", "field"),
    [
        ("", "abilites", "abilities"),
        ("", "Rules", "rules"),
        ("", "hero_name", "name"),
        ("/sprite", "pallete", "palette"),
        ("/stats", "speed", "spd"),
        ("/stats", "Attack", "atk"),
        ("/stats", "hit_points", "hp"),
        ("/stats", "max_hp", "hp"),
        ("/stats", "defence", "def"),
        ("/stats", "def_", "def"),
        ("/stats", "Броня", "def"),
        ("/stats", "Vitalidad", "hp"),
    ],
)
def test_a_field_under_a_name_like_its_own_is_to_be_renamed_not_written_twice(
    hero_data, holder, wrong, field
):
    data = hero_data({f"{holder}/{wrong}": 20}, without=(f"{holder}/{field}",))
    faults = {fault.code: fault for fault in check_hero(data).faults}
    assert set(faults) == {"unknown-field", "missing-field"}
    assert f'Rename it to "{field}"' in faults["unknown-field"].hint()
    assert faults["missing-field"].hint() == f'Rename "{wrong}" to "{field}".'


def test_a_field_like_none_is_told_what_is_missing(hero_data):
    unknown, missing = check_hero(hero_data({"/stats/luck": 12}, without=("/stats/foc",))).faults
    assert "rename it to a field that is missing: foc." in unknown.hint()
    assert missing.hint() == 'Add it: "foc": 12'


def test_a_field_that_the_object_lacks_comes_before_one_that_it_has(hero_data):
    fault = check_hero(hero_data({"/sprite/strikerig": 1}, without=())).faults[0]
    assert 'Rename it to "strike_rig"' in fault.hint()
    fault = check_hero(hero_data({"/sprite/strike_rigs": 1, "/sprite/strike": None})).faults[0]
    assert 'Rename it to "strike_rig"' in fault.hint()


def test_the_examples_of_missing_stats_use_up_the_points_that_are_left(hero_data):
    faults = check_hero(hero_data(without=("/stats/atk", "/stats/spd", "/stats/foc"))).faults
    given = {fault.params["field"]: int(str(fault.params["example"])) for fault in faults}
    assert sum(given.values()) == 100 - 28 - 16
    assert check_hero(hero_data({f"/stats/{stat}": points for stat, points in given.items()})).faults == ()


def test_a_missing_picture_is_told_with_its_size(hero_data):
    (fault,) = check_hero(hero_data(without=("/sprite/pixels",))).faults
    assert "as 32 texts of 32 characters" in fault.hint()


class _Named(str):
    """A text that is none of JSON's."""

    __slots__ = ()


def test_a_key_of_a_kind_that_json_lacks_is_an_unknown_field(hero_data):
    faults = check_hero(hero_data() | {_Named("notes"): 1}).faults
    assert [fault.code for fault in faults] == ["unknown-field"]
