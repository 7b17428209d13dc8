"""How many requests a server answers: the numbers of requests.toml, read and checked."""

import tomllib
from functools import cache
from importlib.resources import files

from arena.league.settings import Positive, Section


class RequestSettings(Section):
    """How many requests to a server are answered in `seconds`, and how many streams of notices are open."""

    seconds: Positive
    participant: Positive
    """Of one participant, by whichever key."""
    address: Positive
    """From one network address, that is for IPv6 from one /64."""
    failures: Positive
    """From one address with a key or a sign-in link that does not open; who has one that does is not kept out
    by them."""
    listeners: Positive
    """Open at once, of one participant."""
    all_listeners: Positive
    """Open at once, of everybody."""


@cache
def request_settings() -> RequestSettings:
    """The numbers that hold unless others are given."""
    text = files("mcp_server").joinpath("requests.toml").read_text(encoding="utf-8")
    return RequestSettings.model_validate(tomllib.loads(text))
