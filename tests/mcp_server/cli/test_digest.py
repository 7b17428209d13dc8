"""`arena digest`: the latest, one by its key, somebody's own; in every form and language."""

import re
import xml.etree.ElementTree as ET

import pytest
from rich.cells import cell_len

from arena.desk.players.keys import issue_key, make_key
from arena.league.digest.plain import WIDTH
from mcp_server.cli.league import league_desk
from mcp_server.cli.own_key import KEY

pytestmark = pytest.mark.usefixtures("league")

ATOM = {"atom": "http://www.w3.org/2005/Atom"}
TITLES = {"ru": "Арена, 20 апреля", "en": "The arena, April 20", "es": "La arena, 20 de abril"}


@pytest.fixture
def own_key(league, monkeypatch):
    """The environment holds the key of Hero 3's owner."""
    with league_desk() as desk, desk.write() as (session, now):
        key = issue_key(session, 3, now).key
    monkeypatch.setenv(KEY, key)
    return key


def test_the_latest_digest_is_shown(arena, day):
    result = arena("digest")
    assert (result.code, result.err) == (0, "")
    assert "April 20, 2026" in result.lines[0]
    assert "arena verify 1" in result.out
    assert max(map(cell_len, result.lines)) <= WIDTH


def test_a_digest_is_asked_for_by_its_key(arena, friday):
    assert "April 24, 2026" in arena("digest").lines[0]
    assert arena("digest", "2026-04-24-friday") == arena("digest", "latest") == arena("digest")
    assert "April 21, 2026" in arena("digest", "2026-04-21").lines[0]


def test_json_has_the_facts_with_names(arena, friday):
    day = arena("digest", "2026-04-20", "--json").data
    assert (day["key"], day["kind"], day["zone"], day["locale"]) == (
        "2026-04-20",
        "day",
        "Europe/Moscow",
        "en",
    )
    assert (day["day"]["heroes"], day["day"]["battles"]) == (8, 12)
    assert {name[:5] for name in (each["hero"]["name"] for each in day["day"]["leaders"])} == {"Hero "}
    assert day["lead"]
    latest = arena("digest", "--json").data
    assert (latest["kind"], len(latest["tournament"]["table"])) == ("friday", 8)


@pytest.mark.parametrize(("name", "begins"), [("markdown", "# "), ("html", "<!DOCTYPE html>")])
def test_it_comes_as_markdown_and_as_a_page_for_e_mail(arena, day, name, begins):
    result = arena("digest", "--format", name)
    assert (result.code, result.err) == (0, "")
    assert result.out.lower().startswith(begins.lower())
    assert "April 20, 2026" in result.out


FILM = r"https://arena\.example\.org/battles/\d+-\d+\.webp\?lang=[a-z]{2}"
PICTURE = r"https://arena\.example\.org/looks/[0-9a-f]{24}\.png"


@pytest.mark.parametrize("locale", ["ru", "en", "es"])
@pytest.mark.parametrize("format_", ["markdown", "html", "atom"])
def test_it_leads_to_the_films_of_its_battles_and_to_pictures_of_their_heroes(
    arena, monkeypatch, day, format_, locale
):
    monkeypatch.setenv("ARENA_PUBLIC_URL", "https://arena.example.org/")
    out = arena("digest", "--format", format_, "--lang", locale).out
    films = set(re.findall(FILM, out))
    assert len(films) == 12
    assert all(film.endswith(f"lang={locale}") for film in films)
    assert len(set(re.findall(PICTURE, out))) == 8


@pytest.mark.parametrize("arguments", [["2026-04-20"], ["latest"]])
def test_plain_text_ends_with_few_addresses(arena, monkeypatch, friday, arguments):
    bare = arena("digest", *arguments).lines
    monkeypatch.setenv("ARENA_PUBLIC_URL", "https://arena.example.org/")
    lines = arena("digest", *arguments).lines
    assert lines[: len(bare) - 1] == bare[:-1]
    ending = "\n".join(lines[len(bare) - 1 :])
    films, pictures = re.findall(FILM, ending), re.findall(PICTURE, ending)
    assert 3 <= len(films) == len(set(films)) <= 5
    assert 3 <= len(pictures) == len(set(pictures)) <= 8
    assert len(lines) < 1.5 * len(bare)


@pytest.mark.parametrize("format_", ["plain", "markdown", "html", "atom"])
def test_where_nobody_said_where_the_league_is_it_leads_nowhere(arena, day, format_):
    out = arena("digest", "--format", format_).out
    assert not re.findall(r"/looks/|/battles/|127\.0\.0\.1", out)


def test_one_s_own_digest_leads_to_one_s_own_battles(arena, monkeypatch, day, own_key):
    monkeypatch.setenv("ARENA_PUBLIC_URL", "https://arena.example.org")
    for format_ in ("plain", "markdown", "html"):
        assert len(set(re.findall(FILM, arena("digest", "--mine", "--format", format_).out))) == 3


@pytest.mark.parametrize("width", [40, 80])
def test_an_address_on_a_terminal_is_never_broken(terminal, monkeypatch, day, width):
    monkeypatch.setenv("ARENA_PUBLIC_URL", "https://arena.example.org")
    result = terminal(width, "digest")
    found = [line for line in result.lines if re.search(rf"({FILM}|{PICTURE})$", line)]
    assert len(found) == len([line for line in result.lines if "://" in line]) > 5


def test_the_feed_has_the_last_digests_with_a_link_to_the_league(arena, monkeypatch, friday):
    monkeypatch.setenv("ARENA_PUBLIC_URL", "https://arena.example.org/")
    feed = ET.fromstring(arena("digest", "--format", "atom").out.encode())
    entries = feed.findall("atom:entry", ATOM)
    assert len(entries) == 5
    ids = [entry.findtext("atom:id", namespaces=ATOM) for entry in entries]
    assert len(set(ids)) == 5
    assert all(id_.startswith("urn:uuid:") for id_ in ids)
    assert [link.get("href") for link in feed.findall("atom:link", ATOM)] == ["https://arena.example.org/"]
    assert feed.findall("atom:entry/atom:link", ATOM) == []


def test_a_league_that_moves_to_another_address_keeps_the_ids_of_its_feed(arena, monkeypatch, friday):
    ids = []
    for url in ("https://old.example.org", "https://new.example.org"):
        monkeypatch.setenv("ARENA_PUBLIC_URL", url)
        feed = ET.fromstring(arena("digest", "--format", "atom").out.encode())
        ids.append([each.text for each in feed.iter(f"{{{ATOM['atom']}}}id")])
    assert ids[0] == ids[1]


def test_a_feed_without_digests_is_a_feed(arena):
    result = arena("digest", "--format", "atom")
    assert result.code == 0
    assert ET.fromstring(result.out.encode()).findall("atom:entry", ATOM) == []


def test_the_list_has_the_keys_the_newest_first(arena, friday):
    result = arena("digest", "--list")
    assert result.lines[0] == "2026-04-24-friday  2026-04-24 15:00"
    assert result.lines[-2].startswith("2026-04-20 ")
    rows = arena("digest", "--list", "--json").data["digests"]
    assert rows[0] == {"key": "2026-04-24-friday", "kind": "friday", "published_at": "2026-04-24T12:00:00Z"}
    assert len(rows) == 5


def test_a_league_without_digests_says_when_the_first_one_comes(arena):
    assert "first evening" in arena("digest", "--list").out
    assert arena("digest", "--list", "--json").data == {"digests": []}
    result = arena("digest")
    assert (result.code, result.out) == (1, "")
    assert "The first comes" in result.err


def test_one_s_own_digest_is_asked_for_by_one_s_key(arena, day, own_key):
    result = arena("digest", "--mine")
    assert (result.code, result.err) == (0, "")
    assert "Hero 3" in result.out
    data = arena("digest", "2026-04-20", "--mine", "--json").data
    assert (data["hero"], len(data["battles"]), data["key"]) == ("Hero 3", 3, "2026-04-20")
    assert arena("digest", "--mine", "--format", "markdown").out.startswith("# ")


@pytest.mark.parametrize(
    ("key", "code"),
    [
        (None, "key-missing"),
        (" ", "key-missing"),
        ("Hero 3", "key-malformed"),
        ("#3", "key-malformed"),
        (make_key(), "key-unknown"),
    ],
    ids=["none", "blank", "name", "number", "foreign"],
)
def test_without_the_owner_s_key_nothing_is_told_of_a_hero(arena, day, monkeypatch, key, code):
    if key is not None:
        monkeypatch.setenv(KEY, key)
    for arguments in (("digest", "--mine"), ("digest", "2026-04-20", "--mine")):
        result = arena(*arguments)
        assert (result.code, result.out) == (1, "")
        assert key is None or not key.strip() or key not in result.err
        assert arena(*arguments, "--json").data["faults"][0]["code"] == code


def test_a_key_is_never_an_argument(arena, day, own_key):
    result = arena("digest", "--mine", own_key)
    assert (result.code, result.out) == (1, "")
    assert KEY in arena("digest", "--help").out


def test_a_revoked_key_tells_nothing(arena, day, own_key):
    arena("players", "revoke", "Hero 3", "--all")
    assert arena("digest", "--mine", "--json").data["faults"][0]["code"] == "key-revoked"


@pytest.mark.parametrize(
    ("arguments", "exit_code", "code", "told"),
    [
        (["2026-04-21"], 1, "digest-unknown", "2026-04-20"),
        (["today"], 1, "digest-unknown", "2026-04-20"),
        (["--mine"], 1, "key-missing", "read -rs ARENA_KEY"),
        (["--format", "pdf"], 2, "usage-bad-choice", "plain, markdown, html, atom"),
        (["--list", "2026-04-20"], 2, "usage-together", "--list and KEY"),
        (["--list", "--mine"], 2, "usage-together", "--list and --mine"),
        (["--list", "--format", "html"], 2, "usage-together", "--list and --format"),
        (["--format", "atom", "2026-04-20"], 2, "usage-together", "--format atom and KEY"),
        (["--format", "atom", "--mine"], 2, "usage-together", "--format atom and --mine"),
        (["--format", "atom", "--list"], 2, "usage-together", "--format atom and --list"),
    ],
)
def test_a_faulty_call_is_told_what_to_write_instead(arena, day, arguments, exit_code, code, told):
    result = arena("digest", *arguments)
    assert (result.code, result.out) == (exit_code, "")
    assert told in result.err
    assert arena("digest", *arguments, "--json").data["faults"][0]["code"] == code


@pytest.mark.parametrize("name", ["html", "markdown", "atom"])
def test_json_is_a_format_of_its_own(arena, day, name):
    result = arena("digest", "--format", name, "--json")
    assert (result.code, result.data["faults"][0]["code"]) == (2, "usage-together")


@pytest.mark.parametrize("width", [40, 60, 80, 120])
@pytest.mark.parametrize("locale", ["ru", "en", "es"])
def test_on_a_terminal_it_is_as_wide_as_that(terminal, friday, own_key, width, locale):
    for arguments in (("2026-04-20",), ("--mine",), ()):
        result = terminal(width, "digest", *arguments, "--lang", locale)
        assert result.code == 0
        assert "\x1b[1m" in result.out
        assert [line for line in result.lines if cell_len(line) > width] == []


@pytest.mark.parametrize("locale", ["ru", "en", "es"])
def test_help_and_digests_are_in_the_reader_s_language(arena, day, locale):
    helped = arena("digest", "--help", "--lang", locale)
    assert (helped.code, helped.err) == (0, "")
    assert "  arena digest" in helped.out
    assert TITLES[locale] in arena("digest", "--lang", locale).out
