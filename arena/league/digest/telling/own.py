"""Telling a participant what a day or a tournament was for its own hero."""

from collections.abc import Iterator

from arena.league.digest.mine import MyDigest, OwnBattle
from arena.league.digest.page import Code, Link, Name, Page, Section, Sentence, Table, parts_of
from arena.league.digest.sights import NOTHING, Sights
from arena.league.digest.words import Words

SCORES = {1: "1 : 0", 0: "0 : 1", -1: "½ : ½"}


def tell_mine(mine: MyDigest, locale: str, sights: Sights = NOTHING) -> Page:
    """One's own digest as a page to read; `sights`: where its owner can look at what it tells of."""
    words = Words(locale, mine.zone)
    lead, sections = _lead(words, mine, sights), tuple(_sections(words, mine, sights))
    return Page(
        locale=locale,
        title=words.text(f"title.my-{mine.kind}", day=words.day(mine.local_date)),
        lead=lead,
        summary=tuple(_summary(words, mine)),
        sections=sections,
        addresses=words.addresses(parts_of(lead, sections)),
    )


def _lead(words: Words, mine: MyDigest, sights: Sights) -> Sentence:
    hero = Name(mine.hero, sights.pictures.get(mine.hero_id))
    if not mine.battles:
        return words.say("my.rested", hero=hero)
    wins = sum(battle.score == 1 for battle in mine.battles)
    key = {len(mine.battles): "my.all-won", 0: "my.none-won"}.get(wins, "my.some-won")
    return words.say(key, hero=hero, wins=words.number(wins), battles=words.number(len(mine.battles)))


def _summary(words: Words, mine: MyDigest) -> Iterator[Sentence]:
    if mine.place is None:
        return
    place, heroes = words.number(mine.place), words.number(mine.heroes)
    if mine.rating is not None and mine.change is not None:
        rating, change = words.rating(mine.rating), words.exact_change(mine.change)
        yield words.say("my.rating", rating=rating, change=change)
    if mine.place_before is None or mine.place_before == mine.place:
        yield words.say("my.place", place=place, heroes=heroes)
    else:
        yield words.say("my.moved", before=words.number(mine.place_before), place=place, heroes=heroes)
    if mine.bye is not None:
        yield words.say("my.bye", round=words.number(mine.bye))


def _sections(words: Words, mine: MyDigest, sights: Sights) -> Iterator[Section]:
    if mine.battles:
        yield Section(words.text("section.my-battles"), _battles(words, mine, sights))
    if mine.rule is not None:
        rule = mine.rule
        told = {"number": words.number(rule.number), "share": words.share(rule.fired, rule.turns)}
        line = words.say("my.rule", **told, rule=Code(rule.text))
        yield Section(words.text("section.my-rule"), lines=(line,))
    if mine.blows:
        rows = tuple((words.action(blow.action), (words.share(blow.percent, 100),)) for blow in mine.blows)
        header = words.text("column.action"), words.text("column.damage")
        yield Section(words.text("section.my-blows"), Table(header, rows, frozenset({1})))
    if mine.unseen:
        yield Section("", lines=(words.say("my.unseen", count=words.number(mine.unseen)),), small=True)


def _battles(words: Words, mine: MyDigest, sights: Sights) -> Table:
    columns = ["opponent", "rating", "score", "turns"]
    rated = mine.battles[0].change is not None
    header = tuple(words.text(f"column.{name}") for name in [*columns, *(["change"] if rated else [])])
    rows = tuple(_battle(words, mine.hero, each, sights) for each in mine.battles)
    return Table(header, rows, frozenset({1, 3, 4}))


def _battle(words: Words, hero: str, battle: OwnBattle, sights: Sights) -> tuple[Sentence, ...]:
    score, film = SCORES[battle.score], sights.films.get((battle.run_id, battle.number))
    cells: tuple[Sentence, ...] = (
        (Name(battle.opponent, sights.pictures.get(battle.opponent_id)),),
        (words.rating(battle.opponent_rating),),
        (score if film is None else Link(score, film, f"{hero} – {battle.opponent}"),),
        (words.number(battle.turns),),
    )
    return cells if battle.change is None else (*cells, (words.exact_change(battle.change),))
