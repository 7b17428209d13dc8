"""The first line: the most interesting thing of a digest."""

from arena.league.digest.model import Day, Digest, LookOfTheWeek, Tournament
from arena.league.digest.page import Sentence
from arena.league.digest.telling.speaker import Speaker

SENSATION = 100_00
"""An upset over so much rating, in 1/100, comes before a new leader: of such battles the weaker wins one in
three or less."""


def headline(speaker: Speaker, digest: Digest) -> Sentence:
    """One sentence that makes people read on."""
    if digest.tournament is not None:
        return _of_tournament(speaker, digest.tournament, digest.look)
    if digest.day is not None:
        return _of_day(speaker, digest.day)
    raise ValueError(f"{digest.key} tells of nothing")


def _of_day(speaker: Speaker, day: Day) -> Sentence:
    words = speaker.words
    if not day.heroes:
        return words.say("lead.empty")
    first = day.leaders[0]
    if not day.battles:
        return words.say("lead.alone", hero=speaker.hero(first.hero))
    if day.upset is not None and day.upset.gap >= SENSATION:
        weak, strong = (day.upset.b, day.upset.a) if day.upset.winner == 1 else (day.upset.a, day.upset.b)
        gap = words.rating(day.upset.gap)
        lead = words.say("lead.upset", winner=speaker.hero(weak), loser=speaker.hero(strong), gap=gap)
        return lead + speaker.film(day.run_id, day.upset)
    if day.leader_before not in (None, first.hero):
        rating = words.rating(first.before + first.change)
        return words.say("lead.leader", hero=speaker.hero(first.hero), rating=rating)
    if day.up:
        best = day.up[0]
        told = {"change": words.change(best.change), "place": words.number(best.place)}
        return words.say("lead.riser", hero=speaker.hero(best.hero), **told)
    return words.say("lead.quiet")


def _of_tournament(speaker: Speaker, tournament: Tournament, look: LookOfTheWeek | None) -> Sentence:
    words = speaker.words
    if tournament.state != "played":
        lead = words.say(f"lead.{tournament.state}")
        if look is not None and len(look.winners) == 1:
            lead += words.say("lead.but-look", hero=speaker.hero(look.winners[0]))
        return lead
    if not tournament.table:
        return words.say("lead.no-entries")
    first = tournament.table[0]
    if not tournament.rounds:
        return words.say("lead.one-entry", hero=speaker.hero(first.hero))
    points, most = words.points(first.points2), words.number(len(tournament.rounds))
    key = "lead.all-points" if first.points2 == 2 * len(tournament.rounds) else "lead.champion"
    return words.say(key, hero=speaker.hero(first.hero), points=points, most=most)
