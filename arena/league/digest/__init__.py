"""The digest: a day or a Friday as facts, told as plain text, Markdown, HTML, JSON and Atom.

`tell_digest` chooses the words, in Russian, English or Spanish; the formats only write them down.
"""

from arena.league.digest.as_json import digest_json, my_digest_json
from arena.league.digest.feed import atom_feed
from arena.league.digest.html import html_fragment, html_page
from arena.league.digest.markdown import markdown_parts, markdown_text
from arena.league.digest.plain import plain_text
from arena.league.digest.telling import tell_digest, tell_mine

__all__ = [
    "atom_feed",
    "digest_json",
    "html_fragment",
    "html_page",
    "markdown_parts",
    "markdown_text",
    "my_digest_json",
    "plain_text",
    "tell_digest",
    "tell_mine",
]
