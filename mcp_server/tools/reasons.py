"""Why a hero stands where it stands, in sentences."""

from arena.desk.standings.rating import RatedDay, RatingReason
from arena.desk.standings.why import SCALES, Criterion, Neighbour, PlaceReason, RoundLine
from arena.messages import TEXTS
from arena.rulesets.ruleset import decimal
from mcp_server.ratings import change_text, rating_text
from mcp_server.words import Words

BY_ITSELF = "hero_id"
"""A criterion whose value says nothing but who came first."""


def tell_rating(reason: RatingReason, words: Words) -> list[str]:
    """Why a hero has its place in the rating list, and what its last days changed."""
    hero = reason.hero
    kind = "withdrawn" if hero.place is None else "rated"
    told = [
        words(
            f"reason.{kind}",
            name=hero.name,
            id=hero.hero_id,
            place=hero.place,
            rating=rating_text(hero.rating, words.locale),
            battles=hero.rated_battles,
        )
    ]
    for where, other in (("above", reason.above), ("below", reason.below)):
        if other is not None:
            params = {
                "name": other.name,
                "id": other.hero_id,
                "rating": rating_text(other.rating, words.locale),
            }
            told.append(words(f"reason.{where}-rated", **params))
    return [*told, words("reason.rule"), *(_day(each, words) for each in reason.days)]


def tell_place(reason: PlaceReason, words: Words) -> list[str]:
    """Why a hero has its place in a tournament: its rounds, its criteria, who decided."""
    told = [
        words(
            "reason.place",
            name=reason.name,
            id=reason.hero_id,
            place=reason.place,
            heroes=reason.heroes,
        )
    ]
    told += [_round(each, words) for each in reason.rounds]
    told += [_criterion(each, words) for each in reason.criteria if each.name != BY_ITSELF]
    return [*told, *_neighbour("above", reason.above, words), *_neighbour("below", reason.below, words)]


def _day(day: RatedDay, words: Words) -> str:
    return words(
        "reason.day",
        day=day.day.isoformat(),
        before=rating_text(day.before, words.locale),
        after=rating_text(day.before + day.change, words.locale),
        change=change_text(day.change, words.locale),
        battles=day.battles,
    )


def _round(line: RoundLine, words: Words) -> str:
    points = decimal(line.scored2, SCALES["points"], words.locale)
    if line.opponent is None:
        return words("reason.bye", round=line.round, points=points)
    return words("reason.round", round=line.round, name=line.opponent, id=line.opponent_id, points=points)


def _criterion(criterion: Criterion, words: Words) -> str:
    """`Buchholz cut 1: 9.5 = 0 + 3 + 3.5 + 3 (without round 1)`."""
    told = [f"{_named(criterion.name, words)}: {decimal(criterion.value, criterion.scale, words.locale)}"]
    if criterion.rounds:
        parts = (decimal(each, criterion.scale, words.locale) for each in criterion.rounds)
        told.append(f"= {' + '.join(parts)}")
    if criterion.cut is not None:
        told.append(words("reason.cut", round=criterion.cut))
    return " ".join(told)


def _neighbour(where: str, other: Neighbour | None, words: Words) -> list[str]:
    if other is None:
        return []
    by = _named(other.decided_by, words)
    return [words(f"reason.{where}", name=other.name, id=other.hero_id, criterion=by)]


def _named(criterion: str, words: Words) -> str:
    return TEXTS.text(f"digest.criterion.{criterion}", words.locale)
