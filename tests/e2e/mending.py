"""A simple program that mends a hero by what `check_hero` says of it, message, hint and place, and by nothing
else.

It knows no rule of the game: for each code it only knows how to carry out the hint's words.
"""

import copy
import json
import re
from collections.abc import Callable, Iterable, Mapping
from difflib import SequenceMatcher
from typing import Any

Finding = Mapping[str, Any]
Hero = dict[str, Any]


def mended(hero: Hero, faults: Iterable[Finding]) -> Hero:
    """The hero with every hint followed once; an unknown code is a `KeyError`."""
    made = copy.deepcopy(hero)
    written: set[str] = set()
    # From the end, so that what is taken out of a list or put into it moves nothing that is still to come.
    for fault in sorted(faults, key=_order, reverse=True):
        if fault["path"] not in written:
            HANDS[fault["code"]](made, fault)
        if fault["path"].startswith("/rules/"):
            written.add(fault["path"])  # anew, once: what is still wrong with the rule is told again
    return made


def _order(fault: Finding) -> tuple[str, int, bool]:
    """In a list by index; of a rule's hints one that writes whole rules is the last."""
    head, _, last = fault["path"].rpartition("/")
    is_whole = any(" -> " in each for each in _coded(fault["hint"]))
    return (head, int(last), is_whole) if last.isdigit() else (fault["path"], 10**6, is_whole)


def _place(hero: Hero, fault: Finding) -> tuple[Any, Any]:
    """The object or list that the fault's place lies in, and its name or index there."""
    *way, last = (each.replace("~1", "/").replace("~0", "~") for each in fault["path"].split("/")[1:])
    node: Any = hero
    for name in way:
        node = node[int(name) if isinstance(node, list) else name]
    return node, int(last) if isinstance(node, list) else last


def _numbers(text: str) -> list[int]:
    return [int(each) for each in re.findall(r"\d+", text)]


def _coded(text: str) -> list[str]:
    return re.findall(r"`([^`]+)`", text)


def _lengthen(hero: Hero, fault: Finding) -> None:
    node, name = _place(hero, fault)
    wanted = _numbers(fault["message"])[-1]
    node[name] = node[name].strip().ljust(wanted, "x")


def _shorten(hero: Hero, fault: Finding) -> None:
    node, name = _place(hero, fault)
    node[name] = node[name][: -_numbers(fault["hint"])[-1]]


def _add_letter(hero: Hero, fault: Finding) -> None:
    node, name = _place(hero, fault)
    node[name] += "x"


def _replace_character(hero: Hero, fault: Finding) -> None:
    """The message says which it is, counted from 1; the hint what may stand there, or that nothing may."""
    node, name = _place(hero, fault)
    found = re.search(r"\bcharacter (\d+)", fault["message"])
    assert found
    at, hint = int(found[1]) - 1, fault["hint"]
    new = "" if hint.startswith("Remove it") else " " if hint.startswith("Write a space") else "x"
    node[name] = node[name][:at] + new + node[name][at + 1 :]


def _take_json(hero: Hero, fault: Finding) -> None:
    """The hint ends with the value as JSON; dots stand for more of the same."""
    node, name = _place(hero, fault)
    value = _json_in(fault["hint"])
    if isinstance(node, list) and isinstance(value, list):  # it is about an entry, the hint about the list
        node, name = _place(hero, {"path": fault["path"].rpartition("/")[0]})
    node[name] = value


def _json_in(text: str) -> Any:
    """The first place in a text from which on it is JSON."""
    for found in re.finditer(r'[\["{]', text):
        try:
            return json.loads(text[found.start() :].replace(", …", ""))
        except ValueError:
            continue
    raise AssertionError(text)


def _take_example_row(hero: Hero, fault: Finding) -> None:
    node, name = _place(hero, fault)
    node[name] = re.findall(r'"([^"]*)"', fault["hint"])[0]


def _blank_pixels(hero: Hero, fault: Finding) -> None:
    node, name = _place(hero, fault)
    digits = re.findall(r"\((\d(?:–\d)?)\)", fault["hint"])[0].replace("–", "-")
    node[name] = re.sub(f"[^{digits}]", ".", node[name])


def _take_letter(hero: Hero, fault: Finding) -> None:
    node, name = _place(hero, fault)
    column = int(re.findall(r"\[\d+\]\[(\d+)\]", fault["message"])[0])
    letter = fault["hint"].partition("one of ")[2][0]
    node[name] = node[name][:column] + letter + node[name][column + 1 :]


def _take_size(hero: Hero, fault: Finding) -> None:
    """So many colours as may be, or the one that the hint shows."""
    node, name = _place(hero, fault)
    most = _numbers(fault["message"])[-1]
    node[name] = node[name][:most] or [_json_in(fault["hint"].rstrip("."))]


def _draw(hero: Hero, fault: Finding) -> None:
    """Dots become colours until there are enough."""
    node, name = _place(hero, fault)
    wanted = _numbers(fault["message"])[-1]
    for at, row in enumerate(node[name]):
        drawn = row.replace(".", "0", wanted)
        wanted -= row.count(".") - drawn.count(".")
        node[name][at] = drawn


def _clamp(hero: Hero, fault: Finding) -> None:
    node, name = _place(hero, fault)
    low, high = _numbers(fault["hint"])
    node[name] = max(low, min(high, node[name]))


def _take_number(hero: Hero, fault: Finding) -> None:
    node, name = _place(hero, fault)
    node[name] = _numbers(fault["hint"])[-1]


def _rename(hero: Hero, fault: Finding) -> None:
    node, name = _place(hero, fault)
    new = re.search(r'to "(\w+)"', fault["hint"])
    value = node.pop(name)
    if new:
        node.setdefault(new[1], value)


def _add_field(hero: Hero, fault: Finding) -> None:
    node, name = _place(hero, fault)
    if name not in node:
        added = re.search(r'("\w+": .*)$', fault["hint"])
        if added:  # else it is the other half of a renaming
            node.update(json.loads("{" + added[1].rstrip(".").replace(", …", "") + "}"))


def _take_coded(hero: Hero, fault: Finding) -> None:
    node, name = _place(hero, fault)
    listed = fault["hint"].partition("these: ")[2].split(",")
    node[name] = (_coded(fault["hint"]) or listed)[0]


def _remove(hero: Hero, fault: Finding) -> None:
    node, name = _place(hero, fault)
    del node[name]


def _keep_first(hero: Hero, fault: Finding) -> None:
    node, _ = _place(hero, fault)
    del node[_numbers(fault["hint"])[0] :]


def _take_stats(hero: Hero, fault: Finding) -> None:
    node, name = _place(hero, fault)
    node[name].update(
        {stat: int(points) for stat, points in re.findall(r"([a-z]+) (\d+)(?=[,.])", fault["hint"])}
    )


def _add_rows(hero: Hero, fault: Finding) -> None:
    node, name = _place(hero, fault)
    rows = node[name]
    wanted, width = _numbers(fault["message"])[-1], max(map(len, rows))
    node[name] = [*rows, *["." * width] * (wanted - len(rows))][:wanted]


def _take_rules(hero: Hero, fault: Finding) -> None:
    """The hint writes the rules that stand in the place of this one, or one of its conditions."""
    node, name = _place(hero, fault)
    hint = fault["hint"].rpartition("example")[2]
    rules = [each for each in _coded(hint) if " -> " in each]
    node[name : name + 1] = rules or [_with_condition(node[name], _coded(hint))]


def _with_condition(rule: str, coded: list[str]) -> str:
    """The rule with the condition that the hint writes in the place of the one that is most like it."""
    new = next(each for each in coded if " " in each or "." in each or "(" in each)
    conditions, arrow, action = rule.rpartition("->") if "->" in rule else (rule, "", "")
    parts = conditions.split(" and ")
    old = max(parts, key=lambda part: SequenceMatcher(None, part, new).ratio())
    return f"{' and '.join(new if part is old else part.strip() for part in parts)} {arrow}{action}".strip()


def _take_action(hero: Hero, fault: Finding) -> None:
    node, name = _place(hero, fault)
    condition, _, _ = node[name].partition("->")
    known = fault["hint"].partition("actions:")[2]
    node[name] = f"{condition}-> {_coded(known)[0]}"


HANDS: Mapping[str, Callable[[Hero, Finding], None]] = {
    "not-an-object": _take_json,
    "not-a-list": _take_json,
    "not-a-string": _take_json,
    "not-an-integer": _take_number,
    "missing-field": _add_field,
    "unknown-field": _rename,
    "name-too-short": _lengthen,
    "name-too-long": _shorten,
    "name-no-letter": _add_letter,
    "name-character": _replace_character,
    "motto-too-long": _shorten,
    "character-line-break": _replace_character,
    "character-control": _replace_character,
    "character-bidi": _replace_character,
    "character-invisible": _replace_character,
    "character-private-use": _replace_character,
    "character-unassigned": _replace_character,
    "character-surrogate": _replace_character,
    "palette-size": _take_size,
    "palette-colour": _take_json,
    "grid-height": _add_rows,
    "row-length": _take_example_row,
    "pixel-unknown": _blank_pixels,
    "too-few-pixels": _draw,
    "rig-letter": _take_letter,
    "rig-missing": _take_example_row,
    "rig-excess": _take_example_row,
    "strike-rig-without-strike": _remove,
    "stat-range": _clamp,
    "stats-sum-low": _take_stats,
    "stats-sum-high": _take_stats,
    "ability-unknown": _take_coded,
    "ability-basic": _remove,
    "ability-repeated": _remove,
    "abilities-over-maximum": _keep_first,
    "rules-over-maximum": _keep_first,
    "too-many-abilities": _keep_first,
    "too-many-rules": _keep_first,
    "ability-not-equipped": _take_action,
    "rule-too-long": _remove,
} | dict.fromkeys(
    (
        "action-first",
        "action-missing",
        "ampersand",
        "and-missing",
        "arrow-missing",
        "boolean-comparison",
        "chained-comparison",
        "comma",
        "comparison-missing",
        "condition-missing",
        "constant-condition",
        "display-name",
        "dot-missing",
        "double-not",
        "effect-missing",
        "effect-without-has",
        "empty-rule",
        "exclamation",
        "flipped-comparison",
        "foreign-arrow",
        "foreign-character",
        "foreign-letters",
        "foreign-sign",
        "fractional-number",
        "grouped-or",
        "joined-words",
        "last-needs-equality",
        "misplaced-word",
        "misspelt-word",
        "negated-group",
        "negated-or",
        "no-arithmetic",
        "not-an-effect",
        "not-first",
        "number-form",
        "number-out-of-range",
        "number-wanted",
        "one-effect",
        "or",
        "parenthesis-missing",
        "percent-extra",
        "percent-misplaced",
        "percent-missing",
        "property-missing",
        "quotes",
        "readiness-asked",
        "repeated-arrow",
        "reversed-sign",
        "second-action",
        "sign-missing",
        "single-equals",
        "speed-compared",
        "split-sign",
        "stray-joint",
        "stray-parenthesis",
        "superfluous-word",
        "text-after-action",
        "third-condition",
        "turn-alone",
        "unknown-word",
        "upper-case",
        "who-missing",
        "wrong-bracket",
        "wrong-space",
    ),
    _take_rules,
)
"""How the hint of each code is followed."""
