"""The language that a browser or an agent asks for. Source: RFC 9110, 12.5.4."""

import re

from dsl.catalogue import DEFAULT_LOCALE, LOCALES

ANY = "*"
LONGEST = 1000
"""Characters of a header that are looked at; nobody lists that many languages."""
RANGE = re.compile(
    r"[ \t]*([A-Za-z]{1,8}|\*)(?:-[A-Za-z0-9]{1,8})*[ \t]*"
    r"(?:;[ \t]*[Qq]=(0(?:\.[0-9]{0,3})?|1(?:\.0{0,3})?)[ \t]*)?"
)
"""A language with its quality; regions and scripts make no difference to us."""


def negotiated(accept_language: str | None) -> str:
    """The language of ours that an `Accept-Language` header likes best, the earlier one of equals; English if
    it likes none."""
    liked: dict[str, float] = {}
    for part in (accept_language or "")[:LONGEST].split(","):
        found = RANGE.fullmatch(part)
        if found is not None:
            language = found[1].lower()
            liked[language] = max(liked.get(language, 0.0), float(found[2] or 1))
    anything = liked.pop(ANY, 0.0)
    if anything:
        liked |= {locale: anything for locale in (DEFAULT_LOCALE, *LOCALES) if locale not in liked}
    ours = {language: quality for language, quality in liked.items() if quality and language in LOCALES}
    return max(ours, key=ours.__getitem__, default=DEFAULT_LOCALE)
