"""`arena bench season`: the ratings of simulated seasons, as a table and as JSON."""

import pytest

SMALL = ("bench", "season", "--heroes", "70", "--days", "35", "--seeds", "2")


def test_json_has_the_days_that_are_looked_at_and_the_last_one_of_each_seed(arena):
    result = arena(*SMALL, "--json")
    data = result.data
    assert (result.code, result.err) == (0, "")
    assert list(data) == ["heroes", "replaced", "spread", "seeds", "mean"]
    assert (data["heroes"], data["replaced"], data["spread"]) == (70, 0.005, 250)
    assert [(each["seed"], each["day"]) for each in data["seeds"]] == [(0, 30), (0, 35), (1, 30), (1, 35)]
    assert data["mean"] == pytest.approx(sum(each["mean"] for each in data["seeds"][1::2]) / 2)
    assert all(each["correlation"] > 0.7 for each in data["seeds"])


@pytest.mark.parametrize(
    ("locale", "told"), [("ru", "Корреляция"), ("en", "Correlation"), ("es", "Correlación")]
)
def test_the_table_is_in_the_reader_s_language(arena, locale, told):
    result = arena(*SMALL, "--lang", locale)
    assert told in result.out
    assert len(result.lines) == 10
