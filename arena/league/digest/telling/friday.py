"""Telling a tournament, and the look of the week."""

from collections.abc import Iterator

from arena.league.digest.model import LookOfTheWeek, Round, TableRow, Tournament
from arena.league.digest.page import Section, Sentence
from arena.league.digest.telling.speaker import Speaker


def tell_tournament(speaker: Speaker, tournament: Tournament) -> Iterator[Section]:
    """The table, the stories, the rounds."""
    words = speaker.words
    if tournament.table and tournament.rounds:
        yield _table(speaker, tournament)
        yield Section(words.text("section.stories"), lines=tuple(tournament_stories(speaker, tournament)))
        yield _rounds(speaker, tournament)


def tournament_stories(speaker: Speaker, tournament: Tournament) -> Iterator[Sentence]:
    """What is told of single battles of the tournament."""
    if tournament.upset is not None:
        yield speaker.upset(tournament.run_id, tournament.upset)
    if tournament.longest is not None:
        yield speaker.longest(tournament.run_id, tournament.longest)


def _table(speaker: Speaker, tournament: Tournament) -> Section:
    words = speaker.words
    rows = tuple(_row(speaker, each) for each in tournament.table)
    table = speaker.table("place", "hero", "points", "above-by", rows=rows, numbers={0, 2})
    more = tournament.heroes - len(rows)
    lines = (words.say("more-heroes", count=words.number(more)),) if more else ()
    return Section(words.text("section.table"), table, lines)


def _row(speaker: Speaker, row: TableRow) -> tuple[Sentence, ...]:
    words = speaker.words
    by = "" if row.decided_by is None else words.text(f"criterion.{row.decided_by}")
    return (words.number(row.place),), (speaker.hero(row.hero),), (words.points(row.points2),), (by,)


def _rounds(speaker: Speaker, tournament: Tournament) -> Section:
    words = speaker.words
    rows = tuple(row for each in tournament.rounds for row in _round(speaker, tournament.run_id, each))
    told = sum(len(each.results) for each in tournament.rounds)
    more = sum(each.battles for each in tournament.rounds) - told
    lines = (words.say("more-battles", count=words.number(more)),) if more else ()
    title = words.text("section.winners-way" if more else "section.rounds")
    columns = ("round", "hero", "score", "opponent", "turns")
    return Section(title, speaker.table(*columns, rows=rows, numbers={0, 4}), lines)


def _round(speaker: Speaker, run: int | None, round_: Round) -> Iterator[tuple[Sentence, ...]]:
    """A round's rows; the first has its number."""
    bouts: list[tuple[Sentence, ...]] = [speaker.bout(run, bout) for bout in round_.results]
    if round_.bye is not None:
        bouts.append(((speaker.hero(round_.bye),), (speaker.words.text("bye"),), (), ()))
    for i, cells in enumerate(bouts):
        number: Sentence = () if i else (speaker.words.number(round_.number),)
        yield number, *cells


def tell_look(speaker: Speaker, look: LookOfTheWeek) -> Section:
    """Who won the vote, with how many votes."""
    words = speaker.words
    title = words.text("section.look")
    if not look.winners:
        return Section(title, lines=(words.say("look.nobody"),))
    key = "look.winner" if len(look.winners) == 1 else "look.winners"
    won = words.say(key, heroes=words.listed((speaker.hero(id_),) for id_ in look.winners))
    rows: tuple[tuple[Sentence, ...], ...] = tuple(
        ((speaker.hero(each.hero),), (words.number(each.votes),)) for each in look.counts
    )
    table = speaker.table("hero", "votes", rows=rows, numbers={1})
    more = look.looks - len(look.counts)
    lines = [words.say("look.voters", count=words.number(look.voters))]
    if more:
        lines.append(words.say("look.more", count=words.number(more)))
    return Section(title, table, tuple(lines), intro=won)
