"""Names and mottos: how they are stored, which characters they may hold, and when two names look the same.

Source: the table of the hero's fields in the rules. What Python's Unicode tables lack counts as unassigned.
"""

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache

from arena.excerpt import character, shown
from arena.hero.limits import MOTTO_LENGTH, NAME_LENGTH
from arena.hero.problems import Loc, Problem, problem
from arena.messages import TEXTS

NAME_PUNCTUATION = " -'.!"
SHOWN_PUNCTUATION = " ".join(NAME_PUNCTUATION.strip())
"""The same for people, who are told of the space in words."""

NAME_CATEGORIES = ("L", "M", "Nd")
"""Letters of any script, marks, digits: the beginnings of their Unicode categories."""

EMOJI_FIELDS: tuple[Loc, ...] = (("motto",),)
"""The places where an emoji may stand; elsewhere no hint proposes one."""

EMOJI_FAULTS = ("character-invisible", "character-surrogate", "character-unassigned")
"""Faults that a broken, joined or new emoji has."""

LONGEST_COMPOSED = 8 * MOTTO_LENGTH
"""No longer text composes to what fits."""

BIDI_CLASSES = ("LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI")
BIDI_MARKS = "\u061c\u200e\u200f"
LINE_BREAKS = "\n\v\f\r\x1c\x1d\x1e\x85\u2028\u2029"
"""What `str.splitlines` ends a line at."""

REFUSED_CATEGORIES = {
    "Cc": "character-control",
    "Cf": "character-invisible",
    "Cn": "character-unassigned",
    "Co": "character-private-use",
    "Cs": "character-surrogate",
}

INVISIBLE = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0")
"""Letters, marks and a symbol that show nothing: joiners, fillers, the blank Braille pattern."""


def name_characters(locale: str = "en") -> str:
    """What a name may consist of, in words: letters of any script, digits, …"""
    return TEXTS.text("name-characters.meaning", locale, signs=SHOWN_PUNCTUATION)


def normal(text: str) -> str:
    """A name or motto as it is stored: NFC, without white space at its ends.

    A text that is far too long for either is only trimmed: composing takes time that grows with its square.
    """
    trimmed = text.strip()
    return trimmed if len(trimmed) > LONGEST_COMPOSED else unicodedata.normalize("NFC", trimmed).strip()


def name_problems(
    name: str, lengths: tuple[int, int] = NAME_LENGTH, punctuation: str = NAME_PUNCTUATION
) -> Iterator[Problem]:
    """Everything that is wrong with a name as its author wrote it: a hero's, unless other bounds are
    given."""
    stored, (shortest, longest) = normal(name), lengths
    length = len(stored)
    if length < shortest:
        yield problem("name-too-short", ("name",), name, found=length, minimum=shortest)
    if length > longest:
        yield problem("name-too-long", ("name",), name, found=length, maximum=longest, extra=length - longest)
    refused = list(_character_problems("name", name, punctuation))
    yield from refused
    if stored and not refused and not any(_is_seen(char) for char in stored):
        yield problem("name-no-letter", ("name",), name, found=shown(name))


def motto_problems(motto: str) -> Iterator[Problem]:
    """Everything that is wrong with a motto as its author wrote it."""
    length = len(normal(motto))
    if length > MOTTO_LENGTH:
        extra = length - MOTTO_LENGTH
        yield problem("motto-too-long", ("motto",), motto, found=length, maximum=MOTTO_LENGTH, extra=extra)
    yield from _character_problems("motto", motto)


def _character_problems(field: str, text: str, punctuation: str | None = None) -> Iterator[Problem]:
    """One problem for each kind of refused character in `text`, at the first one's place; a name's text has
    letters, digits and its `punctuation` only."""
    start = len(text) - len(text.lstrip())
    places: dict[str, list[int]] = {}
    before = ""
    for place, char in enumerate(text.strip(), start=start):
        code = _refusal(char, before)
        if code is None and punctuation is not None and not _in_name(char, punctuation):
            code = "name-character"
        if code is not None:
            places.setdefault(code, []).append(place)
        before = char
    for code, (first, *others) in places.items():
        loc = (field,)
        words = {"signs": " ".join((punctuation or "").strip())} if code == "name-character" else {}
        yield problem(
            code,
            loc,
            text,
            reason="emoji" if code in EMOJI_FAULTS and loc in EMOJI_FIELDS else None,
            span=(first, first + 1),
            character=character(text[first]),
            position=first + 1,
            count=1 + len(others),
            **words,
        )


def _in_name(char: str, punctuation: str) -> bool:
    return char in punctuation or unicodedata.category(char).startswith(NAME_CATEGORIES)


def _is_seen(char: str) -> bool:
    """Whether a name with `char` shows something that can be read: a letter or a digit."""
    return unicodedata.category(char).startswith(("L", "Nd"))


@lru_cache(1_000)
def _refusal(char: str, before: str) -> str | None:
    """The code of the fault if no text field may hold `char`, which stands after `before`."""
    category = unicodedata.category(char)
    if char in LINE_BREAKS:
        return "character-line-break"
    if char in BIDI_MARKS or unicodedata.bidirectional(char) in BIDI_CLASSES:
        return "character-bidi"
    if char in INVISIBLE or (_selects_a_variant(char) and not _is_symbol(before)):
        return "character-invisible"
    return REFUSED_CATEGORIES.get(category)


def _selects_a_variant(char: str) -> bool:
    return "\ufe00" <= char <= "\ufe0f" or "\U000e0100" <= char <= "\U000e01ef"


def _is_symbol(char: str) -> bool:
    # Keyboards write most emoji (⚔️, ❤️) with a selector after the symbol: there it is part of a visible sign.
    return char != "" and unicodedata.category(char) in ("So", "Sm")


_DRAWN_ALIKE = {
    # Letters by the Latin letter that they, or their capitals, are drawn like. Compare Unicode's UTS #39.
    "авекмнорстухѕіјԁԛԝһӏѵгьүѡҽԍ": "abekmhopctyxsijdqwhlvrbyweg",
    "αβεζηικμνορτυχϳ": "abezhikmnoptyxj",
    "օոսհցքզգռա": "onuhgfqqnw",
    "ɡıɑɩʋɣ": "giaiuy",
    "ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ": "abcdefghijklmnoprstuvwyz",
    # Greek and Cyrillic letters that are like each other, or like a digit, and digits that are like letters.
    "γπφλзб01i": "rпфл36oll",
}
_LOOK_ALIKES = {
    ord(letter): alike
    for letters, prototypes in _DRAWN_ALIKE.items()
    for letter, alike in zip(letters, prototypes, strict=True)
}


SURROGATE = re.compile("[\ud800-\udfff]")
"""Half of a pair, which JSON can write and UTF-8 cannot."""
_UNSTORABLE = re.compile("[\0\ud800-\udfff]")
"""What no name holds and no database takes, not even to compare with it."""


def name_key(name: str) -> str:
    """What two names share that differ only in case or in look-alikes; a hero's name is unique by it.

    Covers compatibility forms (full width, ligatures), Latin, Cyrillic, Greek and Armenian look-alikes, `0`
    and `o`, `1`, `l` and `I`, `rn` and `m`. It is for comparing, not for showing. Of a text that is far too
    long for a name only the beginning counts.
    """
    storable = _UNSTORABLE.sub("\N{REPLACEMENT CHARACTER}", name[:LONGEST_COMPOSED])
    folded = unicodedata.normalize("NFKC", storable).casefold()
    letters = unicodedata.normalize("NFD", folded).translate(_LOOK_ALIKES).translate(_LOOK_ALIKES)
    return " ".join(letters.replace("rn", "m").split())
