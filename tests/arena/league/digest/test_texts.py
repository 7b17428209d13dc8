"""The texts of digests: as they were looked at, safe with every name, and good for every league."""

import re
from collections import Counter
from collections.abc import Iterator
from datetime import date, timedelta
from html.parser import HTMLParser
from string import Formatter
from urllib.parse import unquote

import pytest
from lxml import etree
from markdown_it import MarkdownIt
from markdown_it.token import Token
from rich.cells import cell_len

from arena.league.calendar import Job
from arena.league.digest import (
    atom_feed,
    digest_json,
    html_fragment,
    html_page,
    markdown_text,
    plain_text,
    tell_digest,
)
from arena.league.digest.model import Climbs, Digest, Gap, Newcomers, Tournament, format_digest, parse_digest
from arena.league.digest.page import bare
from arena.league.digest.sights import Sights
from arena.league.digest.tournament import round_facts
from arena.messages import LOCALES
from tests.arena.league.digest.examples import (
    NOON,
    bouts,
    day,
    day_digest,
    friday_digest,
    read,
    seen,
    small_tournament,
    table_row,
)
from tests.arena.league.digest.golden import FOLDER, FOUNDED, LEAGUE, texts
from tests.texts import texts_of

HOSTILE = "*_[x](y)<b>`|~&#!{}\\ -+."
ATOM = "{http://www.w3.org/2005/Atom}"
KEPT = sorted(path.name for path in FOLDER.iterdir())


def plain(digest: Digest, locale: str = "en", names: dict[int, str] | None = None) -> str:
    return plain_text(tell_digest(read(digest, locale, names)))


def untitled(written: str) -> str:
    """A page without its first line."""
    return written.partition("\n")[2]


def lead(digest: Digest) -> str:
    """The first sentence, in however many lines."""
    return bare(tell_digest(read(digest, "en")).lead)


@pytest.mark.parametrize("name", KEPT)
def test_a_text_is_as_it_was_looked_at(name: str) -> None:
    assert texts()[name] == (FOLDER / name).read_text(encoding="utf-8")


def test_every_text_was_looked_at() -> None:
    assert sorted(texts()) == KEPT


def test_the_same_facts_are_the_same_bytes() -> None:
    digest = day_digest()
    assert format_digest(digest) == format_digest(parse_digest(format_digest(digest)))
    assert "." not in re.sub(r'"[^"]*"', "", format_digest(digest)), "a number has a fraction"


def test_facts_hold_no_name() -> None:
    content = format_digest(day_digest()) + format_digest(friday_digest())
    assert not [name for name in ("Кернинг", "Sir Fork", "anna", "dev_42") if name in content]


def test_the_first_line_below_the_title_is_the_most_interesting_thing() -> None:
    title, first, *_ = plain(day_digest()).splitlines()
    assert title == "The arena, April 23, 2026"
    assert first == "An upset: Кернинг beats Sir Fork, who was rated 116 higher."


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("name", ["W" * 24, "闘" * 24, "скрытый герой 123456789"])
def test_plain_text_fits_eighty_columns(locale: str, name: str) -> None:
    names = dict.fromkeys((1, 2, 3), name)
    for digest in (day_digest(), friday_digest()):
        assert max(map(cell_len, plain(digest, locale, names).splitlines())) <= 80


def shown_by_markdown(text: str) -> str:
    """What a reader sees of Markdown, without white space."""
    pieces = pieces_of(text)
    assert {piece.type for piece in pieces} <= {
        "text", "softbreak", "hardbreak", "strong_open", "strong_close", "code_inline",
    }  # fmt: skip
    return "".join("".join(piece.content.split()) for piece in pieces)


def pieces_of(markdown: str) -> list[Token]:
    parsed = MarkdownIt("commonmark").enable("table").parse(markdown)
    return [piece for token in parsed for piece in (token.children or ())]


def led_to_by_markdown(text: str) -> Counter[str]:
    """Where Markdown leads, how often."""
    links = [piece for piece in pieces_of(text) if piece.type == "link_open"]
    return Counter(str(link.attrs["href"]) for link in links)


class Seen(HTMLParser):
    """Collects a document's texts and the names of its tags."""

    def __init__(self, document: str) -> None:
        super().__init__()
        self.text, self.tags, self.attributes = "", set[str](), set[str]()
        self.leads = Counter[str]()
        self.feed(document)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes |= {name for name, _ in attrs}
        self.leads.update(value or "" for name, value in attrs if name == "href")

    def handle_data(self, data: str) -> None:
        self.text += "".join(data.split())


@pytest.mark.parametrize("name", [HOSTILE, "- list", "# title", "1. item", "--x--", "!", "a*b*c"])
@pytest.mark.parametrize("digest", [day_digest(), friday_digest()], ids=["day", "friday"])
def test_markdown_and_html_show_a_name_as_it_is(digest: Digest, name: str) -> None:
    page = tell_digest(read(digest, "en", {2: name}))
    wanted = "".join(plain(digest, names={2: name}).split()).count("".join(name.split()))
    assert wanted >= 3
    for text in (shown_by_markdown(markdown_text(page)), Seen(html_fragment(page)).text):
        assert text.count("".join(name.split())) == wanted


def test_mail_loads_nothing_and_runs_nothing() -> None:
    seen = Seen(html_page(tell_digest(read(day_digest(), "en", {1: '"><script>x</script>'}))))
    assert not seen.tags & {"script", "img", "link", "iframe", "b>", "a"}
    assert not seen.attributes & {"src", "href", "background", "onload"}


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("name", [HOSTILE, "](https://x.example)", '"><a href="https://x.example">'])
@pytest.mark.parametrize("digest", [day_digest(), friday_digest()], ids=["day", "friday"])
def test_every_form_leads_to_each_battle_s_film_and_each_hero_s_picture_of_a_small_league_and_nowhere_else(
    digest: Digest, name: str, locale: str
) -> None:
    sights = seen(locale)
    page = tell_digest(read(digest, locale, {2: name}, sights))
    bare_page = tell_digest(read(digest, locale, {2: name}))
    run = (digest.day or digest.tournament).run_id  # type: ignore[union-attr]
    films = {address for (of, _), address in sights.films.items() if of == run}
    wanted = films | set(sights.pictures.values())
    for seen_page in (Seen(html_page(page)), Seen(html_fragment(page))):
        assert set(seen_page.leads) == wanted
        assert set(led_to_by_markdown(markdown_text(page))) == wanted
        assert seen_page.tags <= Seen(html_page(bare_page)).tags | Seen(html_fragment(bare_page)).tags | {"a"}
    written = plain_text(page)
    assert written.startswith(plain_text(bare_page))
    assert {word for word in written.split() if word.startswith("https://arena.example/")} == wanted
    assert all(written.count(address) == 1 for address in wanted)


EIGHT = {id_: f"Hero {id_}" for id_ in range(1, 9)}
SITE = "https://arena.example"
WHOLE = Sights(
    {id_: f"{SITE}/looks/{id_:024x}.png" for id_ in EIGHT},
    {(run, number): f"{SITE}/battles/{run}-{number}.webp" for run in (57, 58) for number in range(8)},
)


def larger_day() -> Digest:
    """Eight heroes, the first the strongest, of whom 8 beat 7 in the longest of eight battles, the last."""
    played = [(1, a, a + 1, 0, 10) for a in range(1, 8)] + [(1, 7, 8, 1, 60)]
    ratings = [100000 - 100 * id_ for id_ in EIGHT]
    told = day_digest(day(played, ratings, [0] * 8, [0] * 8))
    return told.model_copy(update={"climbs": Climbs(), "newcomers": Newcomers(count=1, heroes=(6,))})


def larger_friday() -> Digest:
    """Eight heroes in a table, of whom 8 won the longest battle, the last, and 5 the vote."""
    rows = [(1, a, a + 1, 0, 10) for a in range(1, 8)] + [(1, 7, 8, 1, 60)]
    fought = bouts(rows, [100000] * 8)
    table = tuple(table_row(place, place, 9 - place, 0, None) for place in EIGHT)
    told = {"heroes": 8, "table": table, "rounds": round_facts(fought, 1, {}), "longest": fought.longest()}
    digest = friday_digest(small_tournament().model_copy(update={**told, "upset": None}))
    assert digest.look is not None
    return digest.model_copy(update={"look": digest.look.model_copy(update={"winners": (5,), "counts": ()})})


@pytest.mark.parametrize(
    ("digest", "run", "films", "heroes"),
    [
        (larger_day(), 57, {7, 0, 1, 2}, {1, 2, 3, 7, 8}),
        (larger_friday(), 58, {7, 0, 1, 2}, {1, 2, 3, 5, 7, 8}),
    ],
    ids=["day", "friday"],
)
def test_plain_text_leads_to_the_foremost_alone_and_the_other_forms_to_all(
    digest: Digest, run: int, films: set[int], heroes: set[int]
) -> None:
    shown = read(digest, "en", EIGHT, WHOLE)
    written = plain_text(tell_digest(shown)).split()
    addresses = [word for word in written if word.startswith(SITE)]
    of_films, of_heroes = {WHOLE.films[run, each] for each in films}, {WHOLE.pictures[id_] for id_ in heroes}
    assert set(addresses) == of_films | of_heroes
    assert len(set(addresses)) == len(addresses)
    every = {address for (of, _), address in WHOLE.films.items() if of == run} | set(WHOLE.pictures.values())
    page = tell_digest(shown)
    feed = etree.fromstring(atom_feed([shown], "en", LEAGUE, FOUNDED, None))
    (content,) = (str(entry.findtext(f"{ATOM}content")) for entry in feed.iter(f"{ATOM}entry"))
    for led_to in (Seen(html_page(page)).leads, Seen(content).leads, led_to_by_markdown(markdown_text(page))):
        assert set(led_to) == every


@pytest.mark.parametrize("digest", [day_digest(), friday_digest()], ids=["day", "friday"])
def test_what_cannot_be_seen_is_told_without_a_link(digest: Digest) -> None:
    sights = seen("en", without=frozenset({1}))  # a hero, and in each run a battle
    page = tell_digest(read(digest, "en", sights=sights))
    leads = Seen(html_page(page)).leads
    assert set(leads) == set(led_to_by_markdown(markdown_text(page)))
    assert not [address for address in leads if "-1.webp" in address or address.endswith("01.png")]
    assert "Кернинг" in html_page(page)
    assert plain_text(page).count("Кернинг: http") == 0


def test_without_addresses_no_form_speaks_of_films() -> None:
    page = tell_digest(read(day_digest(), "en"))
    written = [plain_text(page), markdown_text(page), html_page(page), html_fragment(page)]
    assert not [text for text in written if "Film" in text or "http" in text or "href" in text]


def test_an_address_with_signs_of_markdown_is_led_to_all_the_same() -> None:
    site = "https://arena.example/a(b)[c]*_d|e"
    sights = Sights({1: f"{site}/looks/1.png"}, {(57, 0): f"{site}/battles/57-0.webp?lang=en"})
    page = tell_digest(read(day_digest(), "en", sights=sights))
    leads = {unquote(address) for address in led_to_by_markdown(markdown_text(page))}
    assert leads == {*sights.pictures.values(), *sights.films.values()} == set(Seen(html_page(page)).leads)


def test_a_hidden_and_a_forgotten_hero_have_no_name_in_any_format() -> None:
    shown = read(day_digest(), "ru", {1: "скрытый герой 1", 2: "забытый герой 2"})
    page = tell_digest(shown)
    written = [plain_text(page), markdown_text(page), html_page(page), str(digest_json(shown))]
    assert all("скрытый герой 1" in text and "забытый герой 2" in text for text in written)
    assert not [text for text in written if "Кернинг" in text or "Sir Fork" in text]


@pytest.mark.parametrize("locale", LOCALES)
def test_an_empty_league_says_so(locale: str) -> None:
    written = plain(day_digest(day([], [], [], [])), locale)
    opening = {"ru": "На арене пока ни души", "en": "Not a soul", "es": "Todavía no hay ni un alma"}
    assert untitled(written).startswith(opening[locale])
    assert "1 : 0" not in written


def test_a_lone_hero_waits() -> None:
    written = plain(day_digest(day([], [100000], [0], [1])))
    assert untitled(written).startswith("Кернинг is waiting for somebody to fight")


def test_on_the_first_evening_nobody_had_a_place_to_lose() -> None:
    played = [(1, 1, 2, 1, 9), (1, 3, 2, 1, 9)]
    facts = day(played, [100000] * 3, [-900, 1800, -900], [0] * 3, [0] * 3)
    written = plain(day_digest(facts))
    assert untitled(written).startswith("The climb of the day: Sir Fork, +18")
    assert "→" not in written.split("ALL BATTLES")[0]


def test_a_newcomer_has_no_place_to_come_from_and_may_take_the_lead() -> None:
    facts = day([(1, 3, 1, 0, 9)], [100500, 99000, 100400], [-900, 0, 900], [0] * 3, [30, 30, 0])
    written = plain(day_digest(facts))
    assert untitled(written).startswith("Change at the top: ¡Ñandú! is now first")
    assert "1 → 2" in written
    assert "2 → 1" not in written


def test_a_new_leader_comes_before_a_small_upset() -> None:
    facts = day([(1, 1, 2, 0, 9)], [100000, 100500], [900, -900], [0, 0])
    written = plain(day_digest(facts))
    assert untitled(written).startswith("Change at the top: Кернинг is now first, rated 1,009.")
    assert "Biggest upset: Кернинг (1,000) beats Sir Fork (1,005)." in written


def test_a_day_of_draws_between_equals_moves_nothing() -> None:
    facts = day([(1, 1, 2, -1, 9)], [100000, 100000], [0, 0], [0, 0])
    written = plain(day_digest(facts))
    assert untitled(written).startswith("The battles are over, and no rating has moved.")
    assert "UP AND DOWN" not in written


def test_a_large_league_tells_what_surprised_most_and_how_much_is_left_out() -> None:
    played = [(1, 1, 2, 0, turns) for turns in range(1, 58)] + [(1, 2, 1, 1, 5), (1, 3, 1, 0, 3)]
    facts = day(played, [100000, 99000, 90000], [0, 0, 0], [0, 0, 0])
    assert len(facts.results) == 10
    assert (facts.results[0].a, facts.results[0].gap) == (3, 10000)
    assert "Other battles: 49." in plain(day_digest(facts))


def test_a_late_run_tells_its_true_time() -> None:
    digest = day_digest()
    late = digest.model_copy(update={"ended_at": digest.moment + timedelta(hours=12)})
    assert "Late: Fri, April 24, 09:00 instead of Thu, April 23, 21:00." in plain(late)
    assert "Late" not in plain(digest)


def test_a_late_tournament_tells_its_true_time() -> None:
    late = small_tournament().model_copy(update={"ended_at": NOON + timedelta(hours=2)})
    written = " ".join(plain(friday_digest(late)).split())
    assert "played late: Fri, April 24, 14:00 instead of Fri, April 24, 12:00." in written


@pytest.mark.parametrize(("state", "said"), [("failed", "something broke"), ("skipped", "this time")])
def test_a_friday_without_its_tournament_says_why_and_tells_the_look(state: str, said: str) -> None:
    missed = Tournament(run_id=9, state=state, moment=NOON, ended_at=None)  # type: ignore[arg-type]
    digest = friday_digest(missed)
    assert said in lead(digest)
    assert "Equal votes; the title is shared: Sir Fork, ¡Ñandú!." in plain(digest)
    assert digest.look is not None
    won = digest.model_copy(update={"look": digest.look.model_copy(update={"winners": (1,)})})
    assert lead(won).endswith("But there is a look of the week: Кернинг.")


def test_a_vote_that_nobody_used_says_so() -> None:
    digest = friday_digest()
    assert digest.look is not None
    unused = digest.look.model_copy(update={"voters": 0, "winners": (), "counts": (), "looks": 0})
    assert "Nobody voted." in plain(digest.model_copy(update={"look": unused}))


@pytest.mark.parametrize(("entries", "said"), [(0, "without entries"), (1, "alone in the tournament")])
def test_a_tournament_without_opponents_says_so(entries: int, said: str) -> None:
    table = (table_row(1, 1, 0, 0, None),) * entries
    alone = Tournament(run_id=9, state="played", moment=NOON, ended_at=NOON, heroes=entries, table=table)
    assert said in lead(friday_digest(alone))


def test_a_promise_younger_than_a_day_is_told_and_the_usual_one_is_not() -> None:
    assert "younger than a day" in plain(friday_digest())
    assert "younger than a day" not in plain(day_digest())


def test_many_skipped_days_are_one_line() -> None:
    gap = Gap(job=Job.DAILY, failed=False, count=193, first=date(2025, 10, 1), last=date(2026, 4, 11))
    written = plain(day_digest().model_copy(update={"gaps": (gap,)}))
    assert "Skipped: the day's battles, times: 193 (Oct 1, 2025 – Apr 11, 2026)." in " ".join(written.split())


def test_names_that_did_not_fit_are_counted() -> None:
    digest = day_digest().model_copy(update={"newcomers": Newcomers(count=12, heroes=(1, 2, 3))})
    assert "Кернинг, Sir Fork, ¡Ñandú! and more: 9" in plain(digest)


def test_a_feed_is_atom_with_ids_that_stay() -> None:
    def feed(names: dict[int, str], link: str) -> etree._Element:
        reads = [read(friday_digest(), "es", names), read(day_digest(), "es", names)]
        return etree.fromstring(atom_feed(reads, "es", LEAGUE, FOUNDED, link))

    before, after = feed({}, "https://a.example"), feed({1: "скрытый герой 1"}, "https://moved.example")
    assert before.get("{http://www.w3.org/XML/1998/namespace}lang") == "es"
    assert before.findtext(f"{ATOM}updated") == "2026-04-24T12:00:02+00:00"
    ids = [entry.findtext(f"{ATOM}id") for entry in before.iter(f"{ATOM}entry")]
    assert len({before.findtext(f"{ATOM}id"), *ids}) == 3
    assert all(str(id_).startswith("urn:uuid:") for id_ in ids)
    assert ids == [entry.findtext(f"{ATOM}id") for entry in after.iter(f"{ATOM}entry")]


def test_a_feed_leads_to_the_league_and_its_entries_to_what_they_tell_of() -> None:
    reads = [read(day_digest(), "ru", sights=seen("ru"))]
    feed = etree.fromstring(atom_feed(reads, "ru", LEAGUE, FOUNDED, "https://arena.example/"))
    assert [link.get("href") for link in feed.iter(f"{ATOM}link")] == ["https://arena.example/"]
    (content,) = (str(entry.findtext(f"{ATOM}content")) for entry in feed.iter(f"{ATOM}entry"))
    assert set(Seen(content).leads) == set(Seen(html_page(tell_digest(reads[0]))).leads)
    (title,) = (str(entry.findtext(f"{ATOM}title")) for entry in feed.iter(f"{ATOM}entry"))
    assert title.endswith("был выше на 116.")


def test_a_feed_of_a_league_without_an_address_leads_nowhere() -> None:
    feed = etree.fromstring(atom_feed([read(day_digest(), "ru")], "ru", LEAGUE, FOUNDED, None))
    assert list(feed.iter(f"{ATOM}link")) == []


def test_a_feed_without_digests_is_whole() -> None:
    feed = etree.fromstring(atom_feed([], "ru", LEAGUE, FOUNDED, "https://a.example"))
    assert feed.findtext(f"{ATOM}updated") == "2026-01-01T00:00:00+00:00"
    assert feed.find(f"{ATOM}author") is not None


COUNTED = {"count", "draws", "turns", "points", "most", "gap", "wins", "battles", "rounds", "level", "rules"}
BESIDE = re.compile(r"\s?(?:[.,;:)!(—]|$|(?:из|к|of|out of|de|higher)\b)")
"""What may stand behind a number that any count may fill: nothing that would have to agree with it."""


def counts(text: str) -> Iterator[str]:
    """For each count in a template, what stands behind it."""
    for _, field, _, _ in Formatter().parse(text):
        if field in COUNTED:
            yield text.split(f"{{{field}}}", 1)[1]


@pytest.mark.parametrize("locale", LOCALES)
def test_no_word_has_to_agree_with_a_number(locale: str) -> None:
    templates = [text for key, text in texts_of("arena", locale).items() if key.startswith("digest.")]
    assert len(templates) > 90
    assert [text for text in templates if not all(map(BESIDE.match, counts(text)))] == []
