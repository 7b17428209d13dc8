"""One's own digest in words."""

import re

import pytest

from arena.league.digest import html_page, markdown_text, plain_text, tell_mine
from arena.league.digest.mine import MyDigest
from arena.messages import LOCALES
from arena.rulesets import load_ruleset
from tests.arena.league.digest.examples import my_digest, own_battle, seen


def plain(**changes: object) -> str:
    return plain_text(tell_mine(my_digest().model_copy(update=changes), "en"))


@pytest.mark.parametrize(
    ("scores", "said"),
    [
        ((1, 1), "Кернинг won every battle: 2 out of 2!"),
        ((1, 0), "Кернинг won 1 out of 2."),
        ((-1, 0), "Кернинг won nothing this time, battles: 2."),
        ((), "Кернинг had no battles here."),
    ],
)
def test_the_first_line_says_how_it_went(scores: tuple[int, ...], said: str) -> None:
    battles = tuple(own_battle(i, 2, 100000, score, 9, 100) for i, score in enumerate(scores))
    assert plain(battles=battles).split("\n")[1].startswith(said)


def test_a_place_that_did_not_move_is_told_once() -> None:
    assert "Place: 2 of 3." in plain(place_before=2)
    assert "Place: 3 → 2 of 3." in plain()


def test_a_tournament_has_no_column_for_the_rating_s_change() -> None:
    battles = (own_battle(0, 2, 100000, 1, 9, 0).model_copy(update={"change": None}),)
    written = plain(battles=battles, rating=None, change=None, place_before=None, bye=3)
    assert "Today" not in written
    assert "Bye in round: 3." in written


def test_a_hero_without_rank_is_told_none() -> None:
    absent = {"place": None, "place_before": None, "rating": None, "change": None}
    assert "Place" not in plain(battles=(), **absent)


def test_a_rule_stays_whole_in_markdown() -> None:
    mine: MyDigest = my_digest()
    assert mine.rule is not None
    assert f"`{mine.rule.text}`" in markdown_text(tell_mine(mine, "es"))


def test_an_action_has_the_id_beside_its_name_that_rules_call_it_by() -> None:
    (blow, *_) = my_digest().blows
    name = load_ruleset().abilities[blow.action].name.text("en")
    assert f"{name} (`{blow.action}`)" in markdown_text(tell_mine(my_digest(), "en"))


@pytest.mark.parametrize("locale", LOCALES)
def test_it_leads_to_the_films_of_all_own_battles_and_to_who_fought_them(locale: str) -> None:
    sights = seen(locale, without=frozenset({3}))
    page = tell_mine(my_digest(), locale, sights)
    wanted = {sights.films[57, 0], sights.films[57, 1], sights.pictures[1], sights.pictures[2]}
    for written in (html_page(page), markdown_text(page), plain_text(page)):
        assert set(re.findall(r"https://arena\.example/[^\s\")<]+", written)) == wanted
