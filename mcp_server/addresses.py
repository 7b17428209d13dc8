"""Addresses: of the MCP server and the pages as people are told them, and of what agents can read."""

import ipaddress

MCP_PATH = "/mcp"
SIGN_IN, SIGN_OUT = "/sign-in", "/sign-out"

HERO_SCHEMA = "arena://schema/hero"
RULES = "arena://rules/{locale}"
RULESET = "arena://rulesets/{id}"
HERO = "arena://heroes/{id}"
BATTLE = "arena://battles/{id}"
DIGEST = "arena://digests/{key}"

FILM_KIND = "webp"
"""What addresses and files of films end in, and the subtype of their media type."""
FILM_PATH = f"/battles/{{id}}.{FILM_KIND}"
FILM = f"arena:/{FILM_PATH}"

OTHER_LOOK_PATH, OTHER_FILM_PATH = "/looks/{name}", "/battles/{name}"
"""What stands beside files of looks and films and is none: their names end in something else."""
LANGUAGE = "lang"
"""The parameter of a page's address that chooses a language."""


def look_path(kind: str) -> str:
    """The path of a kind of file of looks, with the look's `key` as its variable."""
    return f"/looks/{{key}}.{kind}"


def look_uri(kind: str) -> str:
    """The same for agents."""
    return f"arena:/{look_path(kind)}"


def endpoint(public_url: str) -> str:
    """Where the arena that people reach at this address speaks MCP."""
    return at(public_url, MCP_PATH)


def at(public_url: str, path: str) -> str:
    """A path of the arena that people reach at this address."""
    return public_url.rstrip("/") + path


def sign_in_link(public_url: str, token: str) -> str:
    """What signs somebody in who opens it. The token is a fragment: a browser keeps it to itself, so that it
    stands in no log of a server or a proxy, and no program that looks at links before people do uses it up.
    """
    return at(public_url, f"{SIGN_IN}#{token}")


def is_loopback(host: str) -> bool:
    """Whether what is sent to this host stays on this machine."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
