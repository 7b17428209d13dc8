"""The language that a header asks for."""

import pytest

from mcp_server.language import negotiated


@pytest.mark.parametrize(
    ("header", "language"),
    [
        (None, "en"),
        ("", "en"),
        ("ru", "ru"),
        ("RU-ru", "ru"),
        ("es-419", "es"),
        ("zh-Hans-CN, ru;q=0.1", "ru"),
        ("es-MX,es;q=0.9,en;q=0.8", "es"),
        ("fr, ru;q=0.3, en;q=0.2", "ru"),
        ("en;q=0.5, ru;q=0.50, es;q=0.501", "es"),
        ("ru ; q=0.9 , es ; q=1.000", "es"),
        ("es, ru", "es"),
        ("fr, de", "en"),
    ],
)
def test_the_language_that_is_liked_best_is_spoken(header: str | None, language: str) -> None:
    assert negotiated(header) == language


@pytest.mark.parametrize(
    ("header", "language"),
    [
        ("*", "en"),
        ("fr, *;q=0.1", "en"),
        ("ru;q=0.2, *;q=0.1", "ru"),
        ("en;q=0, *", "ru"),
        ("en;q=0, *;q=0.5, ru;q=0.4", "es"),
        ("ru;q=0", "en"),
        ("*;q=0", "en"),
    ],
)
def test_whoever_takes_any_language_gets_english_unless_it_is_excluded(header: str, language: str) -> None:
    assert negotiated(header) == language


@pytest.mark.parametrize(
    "header",
    [
        "ru;q=2",
        "ru;q=0.1234",
        "ru;q=NaN",
        "ru;q=-1",
        "ru;level=1",
        "ру",
        "ru\0",
        "r" * 10**6,
        ",;,=;" * 10**5,
    ],
)
def test_what_makes_no_sense_asks_for_nothing(header: str) -> None:
    assert negotiated(header) == "en"


def test_one_part_that_makes_no_sense_spoils_no_other() -> None:
    assert negotiated("%%, es;q=x, ru;q=0.5") == "ru"
