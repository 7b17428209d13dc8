"""A valid hero to start from, and a way to change it."""

from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest

from arena.hero import Hero
from arena.hero.sample import SAMPLE
from arena.json_pointer import tokens

HeroData = dict[str, Any]


def changed_sample(changes: dict[str, object] | None = None, /, *, without: tuple[str, ...] = ()) -> HeroData:
    """The sample hero with the value at each JSON pointer changed, then without the fields at others."""
    data = deepcopy(SAMPLE)
    for path, value in (changes or {}).items():
        holder, key = _find(data, path)
        holder[key] = value
    for path in without:
        holder, key = _find(data, path)
        del holder[key]
    return data


def _find(data: Any, path: str) -> tuple[Any, Any]:
    *parents, last = tokens(path)
    for name in parents:
        data = data[int(name)] if isinstance(data, list) else data[name]
    return data, int(last) if isinstance(data, list) else last


@pytest.fixture(scope="session")
def hero_data() -> Callable[..., HeroData]:
    """`hero_data({"/stats/hp": 30}, without=("/motto",))` is the sample hero's plain data, changed so."""
    return changed_sample


@pytest.fixture(scope="session")
def make_hero() -> Callable[..., Hero]:
    """The same as a valid `Hero`: `make_hero({"/abilities": []})`."""
    return lambda *changes, **without: Hero.model_validate(changed_sample(*changes, **without))
