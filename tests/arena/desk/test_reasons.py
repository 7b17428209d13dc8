"""Reasons: kept as what happened, told in the reader's language, the same wherever they are read."""

import json
from datetime import date

import pytest

from arena.desk.reasons import (
    keep_error,
    keep_reason,
    keep_unexpected,
    reason_code,
    reason_text,
    reason_traceback,
)
from arena.errors import ArenaError, Fault, refuse
from arena.messages import LOCALES


def raised() -> Exception:
    try:
        raise ValueError("a wheel\ncame off\x1b[31m")
    except ValueError as error:
        return error


def test_a_reason_is_told_in_every_language_from_what_fills_it() -> None:
    kept = keep_reason("workers-died", count=25)
    told = {reason_text(kept, locale) for locale in LOCALES}
    assert len(told) == 3
    assert all("25" in each for each in told)
    assert reason_code(kept) == "workers-died"


def test_an_error_is_told_with_all_its_faults_and_what_to_do() -> None:
    first, second = refuse("store-full", database="db", said="x"), refuse("unknown-zone", given="Mars")
    kept = keep_error(ArenaError([*first.faults, *second.faults]))
    assert reason_text(kept, "ru") == f"{first.text('ru')} {second.text('ru')}"[:300]
    assert reason_code(kept) == "store-full"


def test_a_fault_with_a_reason_of_its_own_keeps_its_words() -> None:
    error = refuse("library-repeated", reason="ledger", source="x")
    assert reason_text(keep_error(error), "es") == error.text("es")


def test_params_that_are_no_json_are_kept_as_their_text() -> None:
    assert "2026-04-20" in reason_text(keep_error(refuse("unknown-zone", given=date(2026, 4, 20))), "en")


def test_a_code_that_this_version_does_not_know_is_told_as_the_other_one_told_it() -> None:
    fault = Fault("unknown-zone", params={"given": "Mars"})
    kept = keep_error(ArenaError([fault])).replace("unknown-zone", "of-a-later-version")
    assert reason_text(kept, "ru") == fault.text("en")
    assert reason_text(keep_reason("of-a-later-version"), "ru") == "of-a-later-version"


def test_an_error_nobody_expected_is_told_by_its_last_line_and_id_and_keeps_its_traceback() -> None:
    kept = keep_unexpected(raised(), "1a2b3c4d")
    for locale in LOCALES:
        told = reason_text(kept, locale)
        assert "came off" in told
        assert "1a2b3c4d" in told
        assert "Traceback" not in told
        assert told.isprintable()
    assert (reason_traceback(kept) or "").startswith("Traceback (most recent call last):")
    assert reason_code(kept) == "unexpected"


@pytest.mark.parametrize("kept", [None, ""])
def test_no_reason_has_no_text_and_no_code(kept: str | None) -> None:
    assert (reason_text(kept, "en"), reason_code(kept), reason_traceback(kept)) == ("", None, None)


@pytest.mark.parametrize("kept", ["written by hand", "[1]", "7", '"text"', '{"odd": 1}', "{"])
def test_what_is_no_kept_reason_does_no_harm(kept: str) -> None:
    assert isinstance(reason_text(kept, "en"), str)
    assert reason_code(kept) is None


def test_a_kept_reason_is_json() -> None:
    assert json.loads(keep_reason("too-late")) == {"why": "too-late", "params": {}}
