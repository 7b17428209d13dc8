"""Seeds: promised, used, shown; the same from the same secret, and from the documented formula."""

import hashlib
import hmac
from datetime import UTC, datetime, timedelta, timezone

import numpy as np
import pytest

from arena.instants import instant_text
from arena.league.seeds import SECRET_BYTES, battle_seeds, commitment, keeps, new_secret

SECRET = bytes(range(32))
MOMENT = datetime(2026, 4, 24, 18, tzinfo=UTC)


def test_a_seed_is_what_the_formula_says() -> None:
    message = b"daily|2026-04-24T18:00:00Z|1|17|42"
    expected = int.from_bytes(hmac.new(SECRET, message, hashlib.sha256).digest()[:8], "big")
    seeds = battle_seeds(SECRET, "daily", MOMENT, 1, [(17, 42)])
    assert seeds.dtype == np.uint64
    assert seeds.tolist() == [expected]


def test_job_moment_round_and_both_sides_all_count() -> None:
    calls = [
        ("daily", MOMENT, 1, (1, 2)),
        ("tournament", MOMENT, 1, (1, 2)),
        ("daily", MOMENT + timedelta(days=1), 1, (1, 2)),
        ("daily", MOMENT, 2, (1, 2)),
        ("daily", MOMENT, 1, (2, 1)),
        ("daily", MOMENT, 1, (1, 22)),
        ("daily", MOMENT, 1, (12, 2)),
    ]
    seeds = {int(battle_seeds(SECRET, job, moment, n, [pair])[0]) for job, moment, n, pair in calls}
    assert len(seeds) == len(calls)


def test_a_seed_does_not_depend_on_the_pairs_beside_it() -> None:
    pairs = [(i, i + 1) for i in range(50)]
    together = battle_seeds(SECRET, "daily", MOMENT, 1, pairs)
    assert [int(battle_seeds(SECRET, "daily", MOMENT, 1, [pair])[0]) for pair in pairs] == together.tolist()
    assert battle_seeds(SECRET, "daily", MOMENT, 1, []).tolist() == []


def test_a_moment_is_the_same_in_every_zone_and_never_naive() -> None:
    assert instant_text(MOMENT.astimezone(timezone(timedelta(hours=3)))) == "2026-04-24T18:00:00Z"
    with pytest.raises(ValueError, match="time zone"):
        instant_text(MOMENT.replace(tzinfo=None))


def test_a_secret_keeps_its_promise_and_no_other() -> None:
    secret = new_secret()
    assert len(secret) == SECRET_BYTES
    assert new_secret() != secret
    assert commitment(secret) == hashlib.sha256(secret).hexdigest()
    assert keeps(secret, commitment(secret))
    assert not keeps(SECRET, commitment(secret))
