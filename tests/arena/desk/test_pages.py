"""Lists in pages: how many rows one may ask for, wherever there is a list."""

import inspect
import pkgutil
from importlib import import_module

import pytest

import arena.desk
import scheduler
from arena.desk.heroes.gallery import list_heroes
from arena.desk.heroes.own import my_versions
from arena.errors import ArenaError
from arena.hero.sample import SAMPLE
from tests.arena.desk.played_runs import add_hero


def _limited():
    for package in (arena.desk, scheduler):
        for each in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if each.name.endswith("__main__"):  # a program: it would run
                continue
            for name, function in inspect.getmembers(import_module(each.name), inspect.isfunction):
                taken = inspect.signature(function).parameters
                if function.__module__ == each.name and {"desk", "limit"} <= set(taken):
                    yield pytest.param(function, id=name)


LIMITED = list(_limited())
"""Every use case that has a limit."""
KNOWN = {"viewer": None, "organiser_id": None, "locale": "en", "player_id": 1}


@pytest.mark.parametrize("listing", LIMITED)
@pytest.mark.parametrize("limit", [0, -1, 10**6])
def test_a_limit_out_of_bounds_is_refused_with_the_bounds(desk, listing, limit):
    add_hero(desk, SAMPLE)
    taken = inspect.signature(listing).parameters
    given = {name: value for name, value in KNOWN.items() if name in taken}
    with pytest.raises(ArenaError) as caught:
        listing(desk, limit=limit, **given)
    assert caught.value.code == "page-limit"
    assert all(str(limit) in caught.value.text(locale) for locale in ("ru", "en", "es"))


def test_the_lists_are_found():
    names = {each.id for each in LIMITED}
    assert {my_versions.__name__, "list_runs", "list_messages", "list_digests", "known_heroes"} <= names


@pytest.mark.parametrize("cursor", ["9" * 18, "-" + "9" * 18])
@pytest.mark.parametrize("listing", [my_versions, list_heroes])
def test_a_number_larger_than_any_row_s_is_past_an_end(desk, listing, cursor):
    add_hero(desk, SAMPLE)
    taken = inspect.signature(listing).parameters
    given = {name: value for name, value in KNOWN.items() if name in taken}
    assert len(listing(desk, cursor=cursor, **given).rows) == (
        cursor.startswith("-") != (listing is my_versions)
    )
