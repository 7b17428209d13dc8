"""Addresses: of the MCP server and the pages as people are told them, and of what agents can read."""

import ipaddress

MCP_PATH = "/mcp"
SIGN_IN, SIGN_OUT = "/sign-in", "/sign-out"
LOOK_PATH = "/looks/{key}.{kind}"
FILM_PATH = "/battles/{id}.webp"

HERO_SCHEMA = "arena://schema/hero"
RULES = "arena://rules/{locale}"
RULESET = "arena://rulesets/{id}"
HERO = "arena://heroes/{id}"
BATTLE = "arena://battles/{id}"
DIGEST = "arena://digests/{key}"


ARENA = "arena:/"
"""What an agent's addresses begin with where pages' have the address of the league."""


def look_template(kind: str) -> str:
    """The agents' addresses of a kind of file of looks."""
    return ARENA + LOOK_PATH.replace("{kind}", kind)


FILM = ARENA + FILM_PATH


def endpoint(public_url: str) -> str:
    """Where the arena that people reach at this address speaks MCP."""
    return public_url.rstrip("/") + MCP_PATH


def sign_in_link(public_url: str, token: str) -> str:
    """What signs somebody in who opens it. The token is a fragment: a browser keeps it to itself, so that it
    stands in no log of a server or a proxy, and no program that looks at links before people do uses it up.
    """
    return f"{public_url.rstrip('/')}{SIGN_IN}#{token}"


def is_loopback(host: str) -> bool:
    """Whether what is sent to this host stays on this machine."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
