"""Where a participant's own messages go: an e-mail, or an address of Apprise."""

import re
from urllib.parse import urlsplit

from arena.errors import refuse

LONGEST_ADDRESS = 500
EMAIL = re.compile(r"[^\s@:/?#]+@[^\s@:/?#]+\.[^\s@:/?#.]+")

HOSTED = frozenset(
    f"{scheme}{secure}"
    for scheme in ("form", "gotify", "json", "mailto", "matrix", "mmost", "rocket", "xml")
    for secure in ("", "s")
)
"""Schemes of Apprise after which a host stands; after others it may be a secret."""


SERVICES = ("discord", "gchat", "line", "pbul", "pover", "slack", "tgram", "wxteams")
"""Schemes that a participant may set: of services with servers of their own. After others a host stands that
may be one of ours, or they show something on our machine."""


def check_address(address: str, *, by_organiser: bool) -> str:
    """The address as it is kept. What a participant sets, and no organiser, leads to an e-mail or to a known
    service and has no parameters: some of these have Apprise read our files or call any server.

    Raises `ArenaError` `players-address`, which does not repeat it: it may hold a password.
    """
    kept = address.strip()
    if not kept.isprintable() or not kept or len(kept) > LONGEST_ADDRESS:
        raise refuse("players-address")
    if not EMAIL.fullmatch(kept) and not _apprise_knows(kept):
        raise refuse("players-address")
    if not by_organiser and not _is_harmless(kept):
        raise refuse("players-address", reason="own", services=", ".join(SERVICES))
    return kept


def _is_harmless(address: str) -> bool:
    scheme, _, rest = address.partition("://")
    return bool(EMAIL.fullmatch(address)) or (scheme.lower() in SERVICES and not set(rest) & set("?#"))


def masked(address: str) -> str:
    """An address as people may see it: of an e-mail the domain, else the scheme and the host, if it is one.

    `…@example.org`, `json://example.org/…`, `tgram://…`.
    """
    if EMAIL.fullmatch(address):
        return f"…@{address.rpartition('@')[2]}"
    scheme, divider, _ = address.partition("://")
    if not divider or not scheme.isalnum():
        return "…"
    try:
        host = urlsplit(address).hostname if scheme.lower() in HOSTED else None
    except ValueError:  # brackets that are no address of a host
        host = None
    return f"{scheme}://{host}/…" if host else f"{scheme}://…"


def _apprise_knows(address: str) -> bool:
    from apprise import Apprise  # here: it takes long to import, and addresses are seldom set

    return Apprise.instantiate(address, suppress_exceptions=True) is not None
