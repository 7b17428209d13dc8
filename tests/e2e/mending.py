"""A simple program that mends a hero by what `check_hero` says of it, and by nothing else.

It knows no rule of the game: for each code it only knows how to carry out the hint's words.
"""

import copy
import json
import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

Finding = Mapping[str, Any]
Hero = dict[str, Any]


def mended(hero: Hero, faults: Iterable[Finding]) -> Hero:
    """The hero with every hint followed once; an unknown code is a `KeyError`."""
    made = copy.deepcopy(hero)
    # From the end, so that what is taken out of a list or put into it moves nothing that is still to come.
    for fault in sorted(faults, key=_order, reverse=True):
        HANDS[fault["code"]](made, fault)
    return made


def _order(fault: Finding) -> tuple[str, int]:
    head, _, last = fault["path"].rpartition("/")
    return (head, int(last)) if last.isdigit() else (fault["path"], 10**6)


def _place(hero: Hero, fault: Finding) -> tuple[Any, Any]:
    """The object or list that the fault's place lies in, and its name or index there."""
    *way, last = fault["path"].split("/")[1:]
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
    node[name] += "x" * (_numbers(fault["message"])[-1] - len(node[name]))


def _take_json(hero: Hero, fault: Finding) -> None:
    """The hint ends with the value as JSON."""
    node, name = _place(hero, fault)
    found = re.search(r"(\[.*\]|\{.*\})", fault["hint"], re.DOTALL)
    assert found
    value = json.loads(found[1])
    path = fault["path"]
    if isinstance(node, list):  # it is about an entry, the hint about the whole list
        node, name = _place(hero, {"path": path.rpartition("/")[0]})
    node[name] = value


def _take_example_row(hero: Hero, fault: Finding) -> None:
    node, name = _place(hero, fault)
    node[name] = re.findall(r'"([^"]*)"', fault["hint"])[0]


def _blank_pixels(hero: Hero, fault: Finding) -> None:
    node, name = _place(hero, fault)
    low, high = re.findall(r"\((\d)–(\d)\)", fault["hint"])[0]
    node[name] = re.sub(f"[^{low}-{high}]", ".", node[name])


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
            node.update(json.loads("{" + added[1].rstrip(".") + "}"))


def _take_coded(hero: Hero, fault: Finding) -> None:
    node, name = _place(hero, fault)
    node[name] = _coded(fault["hint"])[0]


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


def _take_condition(hero: Hero, fault: Finding) -> None:
    """The part of the rule in which the fault sits becomes what the hint writes."""
    node, name = _place(hero, fault)
    conditions, arrow, action = node[name].partition("->")
    parts = conditions.split(" and ")
    at = next(i for i, part in enumerate(parts) if fault["at"] in part)
    parts[at] = next(coded for coded in _coded(fault["hint"]) if " " in coded or "." in coded or "(" in coded)
    node[name] = f"{' and '.join(part.strip() for part in parts)} {arrow}{action}"


def _take_rules(hero: Hero, fault: Finding) -> None:
    """The hint writes the whole rules that stand in the place of this one."""
    node, name = _place(hero, fault)
    node[name : name + 1] = _coded(fault["hint"])


def _take_action(hero: Hero, fault: Finding) -> None:
    node, name = _place(hero, fault)
    condition, _, _ = node[name].partition("->")
    known = fault["hint"].partition("actions:")[2]
    node[name] = f"{condition}-> {_coded(known)[0]}"


HANDS: Mapping[str, Callable[[Hero, Finding], None]] = {
    "name-too-short": _lengthen,
    "palette-colour": _take_json,
    "row-length": _take_example_row,
    "pixel-unknown": _blank_pixels,
    "stat-range": _clamp,
    "not-an-integer": _take_number,
    "unknown-field": _rename,
    "missing-field": _add_field,
    "ability-unknown": _take_coded,
    "ability-basic": _remove,
    "too-many-abilities": _keep_first,
    "too-many-rules": _keep_first,
    "rules-over-maximum": _keep_first,
    "stats-sum-low": _take_stats,
    "stats-sum-high": _take_stats,
    "grid-height": _add_rows,
    "percent-missing": _take_condition,
    "reversed-sign": _take_condition,
    "not-an-effect": _take_condition,
    "misspelt-word": _take_condition,
    "or": _take_rules,
    "ability-not-equipped": _take_action,
}
"""How the hint of each code is followed."""
