"""`arena bench battle`: what it measures, and that the battles it measures are the right ones."""

import pytest

from mcp_server.cli.benches.battle import logged_to_plain
from mcp_server.cli.benches.battle_speed import Speed, checksum, measurements

CHECKSUM = "b30837a9ae8234bb"
"""Over the roster's battles. It may change with a hero of the roster, never with the kernel alone."""


def test_the_outcomes_of_the_fixed_battles_are_what_they_always_were():
    assert checksum() == CHECKSUM


def test_json_has_every_measurement_with_stable_keys(arena):
    result = arena("bench", "battle", "-n", "500", "--json")
    data = result.data
    assert (result.code, result.err) == (0, "")
    assert list(data) == ["battles", "runs", "checksum", "log_bytes_per_turn", "logged_to_plain", "speeds"]
    assert (data["battles"], data["checksum"], data["log_bytes_per_turn"]) == (500, CHECKSUM, 32)
    assert set(data["logged_to_plain"]) == {"v0", "v1"}
    assert len(data["speeds"]) == len(measurements())
    assert {(each["ruleset"], each["what"]) for each in data["speeds"]} == {
        (ruleset, what) for ruleset in ("v0", "v1") for what in ("plain", "logged", "coverage")
    }
    for each in data["speeds"]:
        assert each["battles_per_second"] > 0
        assert each["ns_per_turn"] == pytest.approx(1e9 / each["turns_per_second"])


@pytest.mark.parametrize(("locale", "told"), [("ru", "Боёв/с"), ("en", "Battles/s"), ("es", "Combates/s")])
def test_the_table_is_in_the_reader_s_language(arena, locale, told):
    result = arena("bench", "battle", "-n", "100", "--lang", locale)
    assert told in result.out
    assert CHECKSUM in result.out


def test_figures_follow_from_the_median_time():
    speed = Speed("v1", "plain", 1, battles=100, turns=4000, seconds=0.5, least=0.4, most=0.6)
    assert (speed.battles_per_second, speed.turns_per_second) == (200, 8000)
    assert speed.nanoseconds_per_turn == pytest.approx(125_000)
    assert speed.spread == pytest.approx(0.4)


def test_the_price_of_the_log_is_taken_on_one_thread():
    plain = Speed("v1", "plain", 1, 100, 4000, 0.5, 0.5, 0.5)
    threads = Speed("v1", "plain", 8, 100, 4000, 0.1, 0.1, 0.1)
    logged = Speed("v1", "logged", 1, 100, 4000, 1.0, 1.0, 1.0)
    assert logged_to_plain([plain, threads, logged]) == {"v1": pytest.approx(0.5)}
