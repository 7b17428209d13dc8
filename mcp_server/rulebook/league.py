"""The chapter about the league, from league.toml: what happens when, limits, experience, what is hidden."""

from collections.abc import Iterator

from arena.league import settings
from mcp_server.ratings import whole_rating
from mcp_server.rulebook.book import Book

HOURS = ("daily", "freeze_start", "tournament", "freeze_end", "results", "vote_end")
"""The hours that participants must know."""


def league(book: Book) -> Iterator[str]:
    """The league's rules."""
    numbers = settings.league()
    elo, days = numbers.elo, numbers.calendar.daily_catch_up_days
    hours = {name: f"{hour:%H:%M}" for name, hour in numbers.calendar if name in HOURS}
    yield book.words("rules.league", zone=book.zone)
    yield book.words(
        "rules.league-calendar",
        **hours,
        battles=numbers.daily.battles,
        rounds=numbers.swiss.rounds,
        days=days,
        start=whole_rating(elo.start, book.locale),
        least=elo.k_least,
        fast=elo.k_fast,
        delay=elo.k_delay,
    )
    yield book.words("rules.league-limits", **numbers.limits.model_dump())
    yield book.words("rules.league-experience", **numbers.experience.model_dump())
    if book.has_vote_page:
        yield book.words("rules.league-vote", **hours, votes=numbers.vote.votes)
    yield book.words("rules.league-hidden")
