"""The texts of the domain: every code has a message and a hint."""

import re

from tests.texts import texts_of

KEY = re.compile(r"[a-z]+(-[a-z0-9]+)*(\.[a-z]+)?\.(message|hint)")
"""A code, perhaps a reason, and the part. Other texts tell of no fault."""


def test_every_code_has_a_message_and_a_hint() -> None:
    keys = {key for key in texts_of("arena", "en") if key.endswith((".message", ".hint"))}
    assert all(KEY.fullmatch(key) for key in keys)
    codes = {key.rpartition(".")[0] for key in keys}
    assert keys == {f"{code}.{part}" for code in codes for part in ("message", "hint")}
