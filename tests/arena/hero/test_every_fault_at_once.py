"""A hero broken in several independent ways: each fault is reported, and nothing else is."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from arena.hero import Hero, check_hero
from arena.hero.sample import SAMPLE

PIXELS = SAMPLE["sprite"]["pixels"]
RIG = ["".join("." if pixel == "." else "t" for pixel in row) for row in PIXELS]
WHOLE = {"/sprite/strike": PIXELS, "/sprite/rig": RIG, "/sprite/strike_rig": RIG}

BREAKS: dict[str, tuple[dict[str, object], tuple[str, str]]] = {
    "name": ({"/name": "<b>"}, ("name-character", "/name")),
    "motto": ({"/motto": "!" * 81}, ("motto-too-long", "/motto")),
    "extra": ({"/level": 7}, ("unknown-field", "/level")),
    "extra of sprite": ({"/sprite/size": 32}, ("unknown-field", "/sprite/size")),
    "extra of stats": ({"/stats/luck": 5}, ("unknown-field", "/stats/luck")),
    "colour": ({"/sprite/palette/1": "#12345"}, ("palette-colour", "/sprite/palette/1")),
    "short row": ({"/sprite/pixels/0": "." * 31}, ("row-length", "/sprite/pixels/0")),
    "number for a row": ({"/sprite/pixels/1": 0}, ("not-a-string", "/sprite/pixels/1")),
    "strange pixel": ({"/sprite/pixels/2": "." * 31 + "#"}, ("pixel-unknown", "/sprite/pixels/2")),
    "colour beyond": ({"/sprite/strike/3": "." * 31 + "7"}, ("pixel-unknown", "/sprite/strike/3")),
    "long row": ({"/sprite/strike/4": "." * 33}, ("row-length", "/sprite/strike/4")),
    "strange letter": ({"/sprite/rig/8": "x" + RIG[8][1:]}, ("rig-letter", "/sprite/rig/8")),
    "letter on nothing": ({"/sprite/rig/9": "h" + RIG[9][1:]}, ("rig-excess", "/sprite/rig/9")),
    "nothing on a pixel": ({"/sprite/rig/10": "." * 32}, ("rig-missing", "/sprite/rig/10")),
    "short rig row": ({"/sprite/strike_rig/5": ""}, ("row-length", "/sprite/strike_rig/5")),
    "text for a stat": ({"/stats/atk": "26"}, ("not-an-integer", "/stats/atk")),
    "truth for a stat": ({"/stats/foc": True}, ("not-an-integer", "/stats/foc")),
    "great stat": ({"/stats/spd": 41}, ("stat-range", "/stats/spd")),
    "unknown ability": ({"/abilities/0": "shild"}, ("ability-unknown", "/abilities/0")),
    "ability twice": ({"/abilities": ["shield", "heavy", "heavy"]}, ("ability-repeated", "/abilities/2")),
    "number for a rule": ({"/rules/0": 100}, ("not-a-string", "/rules/0")),
    "empty rule": ({"/rules/1": ""}, ("empty-rule", "/rules/1")),
    "lacking ability": ({"/rules/2": "turn > 1 -> drain"}, ("ability-not-equipped", "/rules/2")),
}


def _sum_is_off(breaks: set[str]) -> bool:
    """The only fault that follows from another: a stat that is another number moves the sum."""
    return "great stat" in breaks and not breaks & {"text for a stat", "truth for a stat"}


def _changes(breaks: set[str]) -> dict[str, Any]:
    """All of `breaks` together; lists come before changes of their entries, and are fresh for each hero."""
    changes: dict[str, object] = dict(WHOLE)
    for name in sorted(breaks, key=lambda name: name != "ability twice"):
        changes.update(BREAKS[name][0])
    return {path: list(value) if isinstance(value, list) else value for path, value in changes.items()}


def _expected(breaks: set[str]) -> list[tuple[str, str]]:
    faults = [BREAKS[name][1] for name in breaks]
    return sorted([*faults, ("stats-sum-high", "/stats")] if _sum_is_off(breaks) else faults)


@given(breaks=st.sets(st.sampled_from(sorted(BREAKS))))
def test_every_fault_is_reported_and_none_is_invented(hero_data, breaks):
    found = [(fault.code, fault.path) for fault in check_hero(hero_data(_changes(breaks))).faults]
    assert sorted(found) == _expected(breaks)


@given(breaks=st.sets(st.sampled_from(sorted(BREAKS)), min_size=1))
def test_the_pydantic_error_holds_the_same_faults(hero_data, breaks):
    with pytest.raises(ValidationError) as caught:
        Hero.model_validate(hero_data(_changes(breaks)))
    found = [(error["type"], "/" + "/".join(map(str, error["loc"]))) for error in caught.value.errors()]
    assert sorted(found) == _expected(breaks)
