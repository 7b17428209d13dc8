"""Telling a day's rated battles."""

from collections.abc import Iterator

from arena.league.digest.model import Day, Standing, Usage
from arena.league.digest.page import Section, Sentence, Table
from arena.league.digest.telling.headline import SENSATION
from arena.league.digest.telling.speaker import Speaker

LEADERS_FROM = 7
"""In a smaller league those who moved are about all there are."""


def tell_day(speaker: Speaker, day: Day) -> Iterator[Section]:
    """The stories of the day, who leads, who moved, the battles, what heroes fight with."""
    words = speaker.words
    if not day.battles:
        return
    yield Section(words.text("section.stories"), lines=tuple(day_stories(speaker, day)))
    if tells_leaders(day):
        yield _standings(speaker, "section.leaders", day.leaders)
    moved = (*day.up, *reversed(day.down))
    if moved:
        yield _standings(speaker, "section.movers", moved)
    yield _results(speaker, day)
    yield _abilities(speaker, day)


def day_stories(speaker: Speaker, day: Day) -> Iterator[Sentence]:
    """What is told of single battles of the day, but for what the lead tells."""
    if day.upset is not None and day.upset.gap < SENSATION:
        yield speaker.upset(day.run_id, day.upset)
    if day.longest is not None:
        yield speaker.longest(day.run_id, day.longest)


def tells_leaders(day: Day) -> bool:
    """Whether the first places have a table."""
    return day.heroes >= LEADERS_FROM


def _standings(speaker: Speaker, title: str, standings: tuple[Standing, ...]) -> Section:
    words = speaker.words
    rows: tuple[tuple[Sentence, ...], ...] = tuple(
        (
            (_place(speaker, each),),
            (speaker.hero(each.hero),),
            (words.rating(each.before + each.change),),
            (words.change(each.change),),
        )
        for each in standings
    )
    table = speaker.table("place", "hero", "rating", "change", rows=rows, numbers={0, 2, 3})
    return Section(words.text(title), table)


def _place(speaker: Speaker, standing: Standing) -> str:
    now, before = speaker.words.number(standing.place), standing.place_before
    if before is None or before == standing.place:
        return now
    return f"{speaker.words.number(before)} → {now}"


def _results(speaker: Speaker, day: Day) -> Section:
    words = speaker.words
    more = day.battles - len(day.results)
    title = "section.surprises" if more else "section.results"
    lines = (words.say("more-battles", count=words.number(more)),) if more else ()
    rows = tuple(speaker.bout(day.run_id, bout) for bout in day.results)
    return Section(words.text(title), _bouts(speaker, rows), lines)


def _bouts(speaker: Speaker, rows: tuple[tuple[Sentence, ...], ...]) -> Table:
    return speaker.table("hero", "score", "opponent", "turns", rows=rows, numbers={3})


def _abilities(speaker: Speaker, day: Day) -> Section:
    rows = tuple(_usage(speaker, each, day.heroes) for each in day.abilities)
    table = speaker.table("ability", "heroes", "wins", rows=rows, numbers={1, 2})
    return Section(speaker.words.text("section.abilities"), table)


def _usage(speaker: Speaker, usage: Usage, heroes: int) -> tuple[Sentence, ...]:
    words = speaker.words
    won = words.share(usage.points2, 2 * usage.sides)
    return words.action(usage.ability), (words.share(usage.heroes, heroes),), (won,)
