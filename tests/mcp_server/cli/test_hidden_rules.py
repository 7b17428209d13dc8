"""What an organiser at the league's machine is shown: of nobody's hero stats or rules, whatever is asked."""

import pytest

from arena.hero.sample import SAMPLE
from mcp_server.cli.league import league_desk
from tests.arena.desk.played_runs import add_hero

RULE = "self.hp < 37% -> strike"
ASKED = [
    ("config",),
    ("digest",),
    ("digest", "2026-04-20"),
    ("digest", "--format", "markdown"),
    ("digest", "--format", "html"),
    ("digest", "--format", "atom"),
    ("digest", "--mine"),
    ("doctor",),
    ("heroes", "hide", "Anonym", "--reason", "An insult"),
    ("heroes", "list"),
    ("outbox", "list"),
    ("players", "list"),
    ("run", "daily", "--dry-run"),
    ("runs", "list"),
    ("check", "Anonym"),
    ("fight", "Anonym", "golem"),
    ("train", "Anonym", "--against", "golem"),
    ("train", "golem", "--against", "Anonym"),
    ("verify", "daily-2026-04-20"),
    ("verify", "tournament-2026-04-24"),
    ("xp", "add", "Anna", "3", "--key", "a"),
    ("players", "forget", "Anna", "--yes"),
]


@pytest.fixture
def _played(arena, league, monkeypatch):
    """Anna's hero after its first week, whose digests wait to be sent."""
    monkeypatch.setenv("ARENA_NOTIFY_URLS", "json://localhost")
    monkeypatch.setattr("mcp_server.cli.league.AppriseSender", lambda mail_url: None)
    with league_desk() as desk:
        add_hero(desk, {**SAMPLE, "name": "Anonym", "rules": [RULE]}, owner="Anna")
    league(2026, 4, 24, 12)
    assert arena("run", "results").code == 0


@pytest.mark.usefixtures("_played")
def test_no_command_shows_stats_or_rules_of_somebody_s_hero(arena):
    for arguments in ASKED:
        for options in ([], ["--json"]):
            result = arena(*arguments, *options)
            told = result.out + result.err
            assert told, arguments
            assert "37%" not in told, arguments
            assert '"stats"' not in told, arguments
            assert '"rules"' not in told, arguments
