"""Telling a digest: which of its facts come first, and in which words."""

from collections.abc import Iterator

from arena.league.digest.model import Digest, Tournament
from arena.league.digest.page import Page, Section, Sentence
from arena.league.digest.reading import ReadDigest
from arena.league.digest.telling.day import tell_day
from arena.league.digest.telling.fairness import tell_secrets
from arena.league.digest.telling.foremost import foremost
from arena.league.digest.telling.friday import tell_look, tell_tournament
from arena.league.digest.telling.headline import headline
from arena.league.digest.telling.news import tell_climbs, tell_coming, tell_gaps, tell_newcomers
from arena.league.digest.telling.own import tell_mine
from arena.league.digest.telling.speaker import Speaker
from arena.league.digest.words import Words

__all__ = ["tell_digest", "tell_mine"]


def tell_digest(read: ReadDigest) -> Page:
    """A digest as a page to read."""
    digest = read.digest
    speaker = Speaker(Words(read.locale, digest.zone), read.names, read.sights)
    lead = headline(speaker, digest)
    return Page(
        locale=read.locale,
        title=speaker.words.text(f"title.{digest.kind}", day=speaker.words.day(digest.local_date)),
        lead=lead,
        summary=tuple(_summary(speaker.words, digest)),
        sections=tuple(_sections(speaker, digest)),
        addresses=speaker.words.addresses((*lead, *foremost(speaker, digest))),
    )


def _summary(words: Words, digest: Digest) -> Iterator[Sentence]:
    day, tournament = digest.day, digest.tournament
    if day is not None and day.battles:
        numbers = {"heroes": day.heroes, "battles": day.battles, "draws": day.draws}
        yield words.say("summary.day", **{name: words.number(n) for name, n in numbers.items()})
    if tournament is not None and tournament.rounds:
        battles = sum(each.battles for each in tournament.rounds)
        numbers = {"heroes": tournament.heroes, "rounds": len(tournament.rounds), "battles": battles}
        yield words.say("summary.tournament", **{name: words.number(n) for name, n in numbers.items()})
    if digest.late:
        yield _late(words, digest, "summary.late")
    elif tournament is not None and tournament.late:
        yield _late(words, tournament, "summary.late-tournament")


def _late(words: Words, run: Digest | Tournament, key: str) -> Sentence:
    assert run.ended_at is not None, "what is late has ended"
    return words.say(key, moment=words.instant(run.moment), ended=words.instant(run.ended_at))


def _sections(speaker: Speaker, digest: Digest) -> Iterator[Section]:
    if digest.day is not None:
        yield from tell_day(speaker, digest.day)
    if digest.tournament is not None:
        yield from tell_tournament(speaker, digest.tournament)
    if digest.look is not None:
        yield tell_look(speaker, digest.look)
    yield from tell_newcomers(speaker, digest.newcomers)
    yield from tell_climbs(speaker, digest.climbs)
    yield from tell_gaps(speaker, digest.gaps)
    yield tell_coming(speaker, digest)
    yield from tell_secrets(speaker, digest)
