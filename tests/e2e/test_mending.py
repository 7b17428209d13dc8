"""Each hint is enough: a simple program mends every broken hero by message, hint and place alone."""

import ast
import re
from functools import cache
from typing import Any

import pytest

from arena.hero import check_hero
from mcp_server.answers import findings
from tests.arena.conftest import changed_sample
from tests.arena.hero.test_faults import FAULTS
from tests.dsl.test_bad_rules import BAD_RULES
from tests.e2e.mending import HANDS, mended
from tests.texts import ROOT, texts_of

ROUNDS = 40
"""Of mending: of a rig one row is told at a time. A hint that leads nowhere shows as a hero that is never
valid."""
LEVEL = 1
OVER_SLOTS = [
    ({"/abilities": ["shield", "heavy", "heal"]}, "too-many-abilities"),
    ({"/rules": ["turn > 1 -> strike", "turn > 2 -> strike", "turn > 3 -> heavy"] * 2}, "too-many-rules"),
    ({}, "missing-field", ("/stats",)),
    ({}, "missing-field", ("/sprite/pixels",)),
    ({"/moto": "One"}, "unknown-field", ("/motto",)),
]
"""Further heroes: changes, a code, and what is left out."""
HEROES = [
    *((code, changes, ()) for changes, _, code, _ in FAULTS),
    *((code, changes, *(without or ((),))) for changes, code, *without in OVER_SLOTS),
    *(
        (code, {"/rules": [entry["rule"]]}, ())
        for entry in BAD_RULES
        for code in dict.fromkeys(fault["code"] for fault in entry["faults"])
    ),
]
"""Broken heroes: a code that is told of each, the changes of the sample, what it is without."""
NO_HERO_YET = "what was sent is no hero yet: nothing in it has a place, and all of it is written again"
NOT_OF_HEROES = "told of what else was asked, not of a hero"
NEVER_BLOCKS = "a remark, with which a hero is saved as it is"
EXCEPTIONS = {
    "hero-too-large": NO_HERO_YET,
    "json-not-utf8": NO_HERO_YET,
    "json-empty": NO_HERO_YET,
    "json-syntax": NO_HERO_YET,
    "json-too-deep": NO_HERO_YET,
    "json-constant": NO_HERO_YET,
    "json-repeated-field": NO_HERO_YET,
    "unknown-level": NOT_OF_HEROES,
    "record-damaged": NOT_OF_HEROES,
    "record-layout": NOT_OF_HEROES,
    "record-version": NOT_OF_HEROES,
    "look-few-pixels": NEVER_BLOCKS,
    "look-small": NEVER_BLOCKS,
    "look-specks": NEVER_BLOCKS,
    "look-colours-unused": NEVER_BLOCKS,
    "look-colours-alike": NEVER_BLOCKS,
    "look-strike-same": NEVER_BLOCKS,
    "look-front-on-the-left": NEVER_BLOCKS,
    "never-fires": NEVER_BLOCKS,
    "shadowed": NEVER_BLOCKS,
    "needless-condition": NEVER_BLOCKS,
    "threshold-below-cost": NEVER_BLOCKS,
    "equal-rules": NEVER_BLOCKS,
    "always-true": NEVER_BLOCKS,
    "unused-ability": NEVER_BLOCKS,
    "no-ultimate": NEVER_BLOCKS,
}
"""Codes that the program does not know, and why."""


@pytest.mark.parametrize(
    ("code", "changes", "without"), HEROES, ids=[f"{code}-{i}" for i, (code, *_) in enumerate(HEROES)]
)
def test_a_broken_hero_is_mended_by_its_hints(
    code: str, changes: dict[str, Any], without: tuple[str, ...]
) -> None:
    hero: Any = changed_sample(changes, without=without)
    assert code in [fault["code"] for fault in _faults(hero)]
    for _ in range(ROUNDS):
        faults = _faults(hero)
        if not faults:
            return
        hero = mended(hero, faults)
    raise AssertionError(faults)


def _faults(hero: object) -> list[dict[str, Any]]:
    """As `check_hero` tells them, but for the text that each is about."""
    found = findings(check_hero(hero, LEVEL).faults, hero, "en")
    return [each.model_dump(include={"code", "path", "message", "hint"}) for each in found]


def test_every_code_that_a_hero_can_get_is_mended_but_for_those_with_a_reason() -> None:
    told = _codes("dsl") | {code for code in _codes("arena") if _written().fullmatch(code)}
    assert told == HANDS.keys() | EXCEPTIONS.keys()
    assert not HANDS.keys() & EXCEPTIONS.keys()
    assert {code for code, *_ in HEROES} == HANDS.keys()


def _codes(room: str) -> set[str]:
    """All that are told with a hint, without their reasons."""
    hints = (key.removesuffix(".hint") for key in texts_of(room, "en") if key.endswith(".hint"))
    return {hint.partition(".")[0] for hint in hints}


@cache
def _written() -> re.Pattern[str]:
    """Any of the texts in the source of `arena.hero`, some of which are put together."""
    found = set()
    for file in (ROOT / "arena" / "hero").glob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                found.add(re.escape(node.value))
            elif isinstance(node, ast.JoinedStr):
                parts = (
                    re.escape(each.value) if isinstance(each, ast.Constant) else "(?:abilities|rules)"
                    for each in node.values
                )
                found.add("".join(parts))
    return re.compile("|".join(found))
