"""Which language a call speaks."""

import pytest

from mcp_server.cli.language import arranged, chosen


@pytest.mark.parametrize(
    ("arguments", "environment", "language"),
    [
        ([], {}, "en"),
        ([], {"LANG": "ru_RU.UTF-8"}, "ru"),
        ([], {"LANG": "es"}, "es"),
        ([], {"LANG": "de_DE.UTF-8"}, "en"),
        ([], {"LC_ALL": "C", "LANG": "ru_RU.UTF-8"}, "en"),
        ([], {"LC_MESSAGES": "es_ES.UTF-8", "LANG": "ru_RU.UTF-8"}, "es"),
        ([], {"ARENA_LANG": "es", "LC_ALL": "ru_RU.UTF-8"}, "es"),
        ([], {"ARENA_LANG": "", "LC_ALL": "ru_RU.UTF-8"}, "ru"),
        (["--lang", "ru", "rules"], {"ARENA_LANG": "es"}, "ru"),
        (["rules", "--lang=ru"], {}, "ru"),
        (["check", "--", "--lang", "ru"], {}, "en"),
        (["--lang"], {}, "en"),
    ],
)
def test_the_option_comes_before_the_variable_and_that_before_the_system(arguments, environment, language):
    assert chosen(arguments, environment) == language


@pytest.mark.parametrize(
    ("given", "moved"),
    [
        (["fight", "a", "b", "--lang", "ru"], ["--lang", "ru", "fight", "a", "b"]),
        (["rules", "--lang=es", "--json"], ["--lang=es", "rules", "--json"]),
        (["check", "--", "--lang"], ["check", "--", "--lang"]),
        (["rules", "--lang"], ["--lang", "rules"]),
        (["help", "fight", "--lang", "ru"], ["--lang", "ru", "fight", "--help"]),
    ],
)
def test_the_language_may_stand_behind_the_command(given, moved):
    assert arranged(given) == moved


@pytest.mark.parametrize(("locale", "told"), [("ru", "Использование"), ("en", "Usage"), ("es", "Uso")])
def test_help_is_in_the_language_that_was_asked_for(arena, locale, told):
    for arguments in (["--help"], ["fight", "--help"], ["bench", "battle", "--help"], []):
        result = arena(*arguments, "--lang", locale)
        assert result.code == 0
        assert result.out.startswith(f"{told}: arena")
        assert result.err == ""


def test_a_language_that_is_not_spoken_is_refused_with_those_that_are(arena):
    result = arena("rules", "--lang", "fr")
    assert (result.code, result.out) == (2, "")
    assert "ru, en, es" in result.err
