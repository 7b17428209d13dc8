"""Addresses of pages."""

SIGN_IN = "/sign-in"
SIGN_OUT = "/sign-out"


def sign_in_link(public_url: str, token: str) -> str:
    """What signs somebody in who opens it. The token is a fragment: a browser keeps it to itself, so that it
    stands in no log of a server or a proxy, and no program that looks at links before people do uses it up.
    """
    return f"{public_url.rstrip('/')}{SIGN_IN}#{token}"
