"""Telling new heroes and levels, runs that went wrong, and what comes next."""

from collections.abc import Iterator
from itertools import groupby

from arena.hero import slots
from arena.league.digest.model import Climb, Climbs, Digest, Gap, Newcomers
from arena.league.digest.page import Name, Section, Sentence
from arena.league.digest.telling.speaker import Speaker


def tell_newcomers(speaker: Speaker, newcomers: Newcomers) -> Iterator[Section]:
    """The new heroes, if there are any."""
    if newcomers.count:
        listed = speaker.heroes(newcomers.heroes, newcomers.count)
        yield Section(speaker.words.text("section.newcomers"), lines=(listed,))


def tell_climbs(speaker: Speaker, climbs: Climbs) -> Iterator[Section]:
    """The new levels, the highest first, with what they open."""
    words = speaker.words
    if not climbs.count:
        return
    lines = []
    for level, reached in groupby(climbs.reached, lambda climb: climb.level):
        opened = slots(level)
        lines.append(
            words.say(
                "climb",
                level=words.number(level),
                heroes=words.listed((_climber(speaker, climb),) for climb in reached),
                abilities=words.number(opened.abilities),
                rules=words.number(opened.rules),
            )
        )
    more = climbs.count - len(climbs.reached)
    if more:
        lines.append(words.say("more-climbs", count=words.number(more)))
    yield Section(words.text("section.climbs"), lines=tuple(lines))


def _climber(speaker: Speaker, climb: Climb) -> Name:
    if climb.hero is not None:
        return speaker.hero(climb.hero)
    return Name(speaker.names.players[climb.player])


def tell_gaps(speaker: Speaker, gaps: tuple[Gap, ...]) -> Iterator[Section]:
    """What did not take place since the last digest."""
    words = speaker.words
    if gaps:
        lines: tuple[Sentence, ...] = tuple(
            words.say(
                "gap.failed" if gap.failed else "gap.skipped",
                what=words.text(f"job.{gap.job}"),
                count=words.number(gap.count),
                days=words.days(gap.first, gap.last),
            )
            for gap in gaps
        )
        yield Section(words.text("section.gaps"), lines=lines)


def tell_coming(speaker: Speaker, digest: Digest) -> Section:
    """What comes next, in the league's zone."""
    words = speaker.words
    rows: tuple[tuple[Sentence, ...], ...] = tuple(
        ((words.instant(each.at),), (words.text(f"coming.{each.what}"),)) for each in digest.coming
    )
    table = speaker.table("when", "what", rows=rows, numbers=set())
    zone = words.say("zone", zone=words.zone_name(digest.moment))
    return Section(words.text("section.coming"), table, (zone,))
