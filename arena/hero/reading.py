"""A hero's bytes to plain data. What cannot be read at all is refused here, before anybody looks for fields.

Size, encoding and nesting are looked at before the text is parsed.
"""

import json
import re
from collections import Counter
from collections.abc import Iterator
from functools import partial
from typing import Any, NoReturn

from arena.errors import ArenaError, Fault, refuse
from arena.excerpt import character, printable, shown
from arena.hero.limits import DOCUMENT_BYTES, DOCUMENT_DEPTH
from arena.hero.names import EMOJI_FIELDS, SURROGATE
from arena.hero.problems import Loc
from arena.hero.sample import HERO_SHAPE
from arena.json_pointer import pointer

_BRACKETS = re.compile(r'"(?:[^"\\]|\\.)*+"?|[\[\]{}]', re.DOTALL)
_CONSTANTS = re.compile(r'"(?:[^"\\]|\\.)*+"?|NaN|-?Infinity', re.DOTALL)
_DIGITS_AT_ONCE = 4_000


Raw = str | bytes | bytearray | memoryview


class _Repeating(dict[str, Any]):
    """An object in which names stand twice."""

    repeated: tuple[str, ...] = ()


class _Objects:
    """Makes the objects of a document; `repeat`: in one of them a name stands twice."""

    def __init__(self) -> None:
        self.repeat = False

    def __call__(self, pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        plain = dict(pairs)
        if len(plain) == len(pairs):
            return plain
        self.repeat = True
        times = Counter(name for name, _ in pairs)
        repeating = _Repeating(plain)
        repeating.repeated = tuple(name for name, count in times.items() if count > 1)
        return repeating


def read_hero(raw: Raw) -> dict[str, Any]:
    """The JSON object in `raw` (UTF-8, at most 16 KiB, with or without a byte order mark) as plain data.

    Raises `ArenaError` with one of the codes `hero-too-large`, `json-not-utf8`, `json-empty`,
    `json-too-deep`, `json-syntax`, `json-constant`, `not-an-object`, or with every place of
    `json-repeated-field` and of `character-surrogate`. Whether the object is a hero is not looked at.
    """
    size = len(raw.encode("utf-8", "surrogatepass")) if isinstance(raw, str) else memoryview(raw).nbytes
    if size > DOCUMENT_BYTES:
        raise refuse("hero-too-large", found=size, limit=DOCUMENT_BYTES)
    text = (raw if isinstance(raw, str) else _decoded(bytes(raw))).removeprefix("\ufeff")
    _refuse_deep(text)
    objects = _Objects()
    data = _parsed(text, objects)
    if not isinstance(data, dict):
        raise refuse("not-an-object", found=shown(data), example=HERO_SHAPE)
    # A surrogate stands in a text as it is or as an escape: with none, nobody has to look through everything.
    may_be_unreadable = objects.repeat or "\\u" in text or SURROGATE.search(text)
    if may_be_unreadable and (faults := list(_unreadable_places(data))):
        raise ArenaError(faults)
    return data


def _decoded(raw: bytes) -> str:
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError as error:
        raise refuse("json-not-utf8", position=error.start, byte=f"0x{raw[error.start]:02x}") from None


def _refuse_deep(text: str) -> None:
    """Python's parser follows every bracket with a call of its own, and would run out of them."""
    if text.count("[") + text.count("{") <= DOCUMENT_DEPTH:
        return
    depth = 0
    for found in _BRACKETS.finditer(text):
        bracket = found.group()
        depth += (bracket in "[{") - (bracket in "]}")
        if depth > DOCUMENT_DEPTH:
            raise refuse("json-too-deep", limit=DOCUMENT_DEPTH)


def _parsed(text: str, objects: _Objects) -> object:
    if not text.strip():
        raise refuse("json-empty")
    try:
        refusing = partial(_refuse_constant, text)
        return json.loads(text, object_pairs_hook=objects, parse_int=_integer, parse_constant=refusing)
    except json.JSONDecodeError as error:
        near = printable(text[error.pos : error.pos + 20])
        raise refuse("json-syntax", line=error.lineno, column=error.colno, near=near) from None


def _integer(digits: str) -> int:
    # Python refuses to read more digits at once, since it takes long; a document has few enough of them.
    number, (sign, figures) = 0, ("-", digits[1:]) if digits.startswith("-") else ("", digits)
    for start in range(0, len(figures), _DIGITS_AT_ONCE):
        part = figures[start : start + _DIGITS_AT_ONCE]
        number = number * 10 ** len(part) + int(part)
    return -number if sign else number


def _refuse_constant(text: str, name: str) -> NoReturn:
    # All before the first constant is JSON, so that the first outside of a text is the one that was read.
    constants = (found.start() for found in _CONSTANTS.finditer(text) if not found.group().startswith('"'))
    place = next(constants)
    line, column = text.count("\n", 0, place) + 1, place - text.rfind("\n", 0, place)
    raise refuse("json-constant", found=name, line=line, column=column)


def _unreadable_places(data: object) -> Iterator[Fault]:
    """Names that stand twice in one object, and texts with half a surrogate pair, wherever they are."""
    waiting: list[tuple[Loc, object]] = [((), data)]
    while waiting:
        loc, node = waiting.pop()
        if isinstance(node, _Repeating):
            for name in node.repeated:
                yield Fault("json-repeated-field", pointer((*loc, name)), {"field": printable(name)})
        if isinstance(node, dict):
            yield from (_surrogates(name, (*loc, name)) for name in node if SURROGATE.search(name))
            waiting += [((*loc, name), value) for name, value in reversed(node.items())]
        elif isinstance(node, list):
            waiting += [((*loc, index), value) for index, value in reversed(list(enumerate(node)))]
        elif isinstance(node, str) and SURROGATE.search(node):
            yield _surrogates(node, loc)


def _surrogates(text: str, loc: Loc) -> Fault:
    places = [found.start() for found in SURROGATE.finditer(text)]
    first = places[0]
    words = {"character": character(text[first]), "position": first + 1, "count": len(places)}
    reason = "emoji" if loc in EMOJI_FIELDS else None
    return Fault("character-surrogate", pointer(loc), words, (first, first + 1), reason)
