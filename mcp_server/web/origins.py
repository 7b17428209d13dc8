"""Whether a form was sent by a page of ours. Source: OWASP's advice against cross-site request forgery.

Which hosts we answer to, the gate has decided.
"""

from urllib.parse import urlsplit

from starlette.datastructures import Headers

from mcp_server.http.gate import LOOPBACK, place_of

OURS = ("same-origin", "none")
"""`Sec-Fetch-Site` of what our own page sent, or the person by the browser's own means."""


def is_from_our_page(headers: Headers, public_url: str) -> bool:
    """Whether what a request says of where it comes from names us, and nobody else.

    One that says nothing is not believed: every browser of these years sends `Origin` with a form, and what
    is no browser has a key and no business with our forms.
    """
    sites, origins = headers.getlist("sec-fetch-site"), headers.getlist("origin")
    if not sites and not origins:
        return False
    return {*sites} <= {*OURS} and {*origins} <= {_our_origin(headers, public_url)}


def has_private_cookies(headers: Headers, public_url: str) -> bool:
    """Whether a browser keeps cookies of the kind that ours is: over HTTPS, or from loopback."""
    host = _host(headers)
    is_local = any(host == name or host.startswith(f"{name}:") for name in LOOPBACK)
    return is_local or urlsplit(public_url).scheme == "https"


def _our_origin(headers: Headers, public_url: str) -> str:
    """The origin of the page that was asked for: at its public address its scheme is known, whatever a proxy
    made of it; elsewhere there is no proxy."""
    host = _host(headers)
    scheme = urlsplit(public_url).scheme
    place = place_of(f"{scheme}://{host}")
    return f"{scheme}://{place}" if place == place_of(public_url) else f"http://{host}"


def _host(headers: Headers) -> str:
    return headers.get("host", "").lower()
