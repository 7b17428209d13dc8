"""What people write instead of the language's own words and signs, and the nearest word to a misspelt one.

The words of the language itself come from the grammar; here is only what it does not know.
"""

from collections.abc import Iterable, Mapping
from functools import cache

from dsl.grammar import kind_by_text, text_by_kind

FOREIGN_SIGNS: dict[str, tuple[tuple[str, str], ...]] = {
    text: ((kind, code),)
    for code, texts_by_kind in {
        "single-equals": {"EQ": "="},
        "reversed-sign": {"LE": "=<"},
        "foreign-sign": {
            "LT": "&lt;",
            "LE": "≤ &lt;=",
            "GT": "&gt;",
            "GE": "≥ &gt;=",
            "NE": "≠ <> !==",
            "EQ": "===",
        },
        "foreign-arrow": {"ARROW": "→ ⇒ ➔ ➜ ➡ ⟶ ⟹ -&gt; : ? – —"},
        "ampersand": {"AND": "& && &amp; &amp;&amp; ∧"},
        "comma": {"AND": ", ;"},
        "or": {"AND": "| || ∨"},
        "exclamation": {"NOT": "! ¬"},
        "wrong-bracket": {"LPAR": "[ {", "RPAR": "] }"},
    }.items()
    for kind, texts in texts_by_kind.items()
    for text in texts.split()
} | {"=>": (("GE", "reversed-sign"), ("ARROW", "foreign-arrow"))}
"""Each foreign sign with the terminals it may stand for and the fault it then is."""

_FOREIGN_WORDS = {
    "misspelt-word": {
        "SELF": "me my mine i own hero player ally this",
        "ENEMY": "opponent foe target rival them other",
        "HP": "health life hitpoints hppercent healthpercent hppct",
        "ENERGY": "mana mp stamina power",
        "KNOWLEDGE": "wisdom insight",
        "HAS": "have haseffect hasbuff hasdebuff hasstatus effect effects contains",
        "FASTER": "fast quicker isfaster",
        "LAST": "lastaction lastmove lastability previous prev",
        "TURN": "round turns turnnumber",
        "SHIELD": "shielded",
        "POISON": "poisoned",
        "RAGE": "raging enraged",
        "DODGE": "dodging",
        "COUNTER": "countering",
        "STUN": "stunned",
        "STRIKE": "attack hit punch",
        "ULTIMATE": "ult",
        "HEAL": "healing",
        "NOT": "no",
        "PERCENT": "percent pct",
    },
    "foreign-sign": {
        "LT": "below under less lower",
        "GT": "above over more greater",
        "EQ": "is equals eq",
        "NE": "isnt ne",
        "LE": "lte atmost",
        "GE": "gte atleast",
    },
    "foreign-arrow": {"ARROW": "then"},
    "or": {"AND": "or"},
}

FOREIGN_WORDS = {
    word: ((kind, code),)
    for code, words_by_kind in _FOREIGN_WORDS.items()
    for kind, listed in words_by_kind.items()
    for word in listed.split()
}
"""The same for words, in lower case and without underscores."""

_SHAFT = frozenset("-=~–—−")
"""What arrows of any length are drawn with."""

MIRRORED = {
    "<": ">", ">": "<", "<=": ">=", ">=": "<=", "==": "==", "!=": "!=",
    "=": "=", "≤": "≥", "≥": "≤", "≠": "≠", "=<": "=>", "=>": "=<", "<>": "<>", "===": "===",
}  # fmt: skip
"""A sign as it reads from the other side."""

AMBIGUOUS = frozenset([",", ";", ":", "?", "–", "—", "&"])
"""Signs that may join conditions or end them, but do not where the condition itself cannot be understood."""

CONSTANTS = frozenset(("true", "always", "any", "anytime", "else", "otherwise", "default"))
TRUE_WORDS = frozenset(("true", "yes", "1"))
FALSE_WORDS = frozenset(("false", "no", "none", "0"))
SUPERFLUOUS = frozenset(
    ("if", "when", "whenever", "while", "rule", "the", "a", "than", "to", "of", "use", "cast", "do", "please")
)
"""Words of plain speech that may simply go."""

_LOOKALIKES = str.maketrans("аеорсухіѕкмтнвгп", "aeopcyxiskmthbrn")
"""Cyrillic letters that are easily typed for Latin ones."""


_SHORTEST_FUZZY = 5
"""A shorter foreign word is like too many others to be guessed from a misspelling of it."""


def key_of(text: str) -> str:
    """A word as the tables list it."""
    return text.lower().replace("_", "")


def meanings(text: str) -> tuple[tuple[str, str], ...]:
    """The terminals that a foreign sign or word may stand for, each with its fault's code."""
    if text not in FOREIGN_SIGNS and len(text) > 1 and text[-1] == ">" and _SHAFT.issuperset(text[:-1]):
        return (("ARROW", "foreign-arrow"),)
    return FOREIGN_SIGNS.get(text, FOREIGN_WORDS.get(key_of(text), ()))


def nearest(word: str, terminals: Iterable[str]) -> str | None:
    """The one of `terminals` whose word, own or foreign, is nearest to `word`, None if all are far."""
    wanted = frozenset(terminals)
    plain = key_of(word).translate(_LOOKALIKES)
    best: tuple[int, str] | None = None
    for known, kind in _spelt_words().items():
        if kind in wanted:
            limit = (best[0] - 1) if best else _tolerance(plain)
            distance = edit_distance(plain, known, limit)
            if distance <= limit:
                best = (distance, kind)
    return best[1] if best else None


def split_word(text: str) -> tuple[str, str] | None:
    """The two terminals that `text` runs together (`notself`, `self_hp`), None if it does not."""
    key = key_of(text)
    known: Mapping[str, str] = kind_by_text()
    for middle in range(1, len(key)):
        first, second = known.get(key[:middle]), known.get(key[middle:])
        if first and second:
            return first, second
    return None


def edit_distance(one: str, other: str, limit: int) -> int:
    """Letters inserted, dropped, replaced or swapped with their neighbour; `limit + 1` if there are more."""
    if abs(len(one) - len(other)) > limit:
        return limit + 1
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, letter in enumerate(one, 1):
        before, above, row = row, before, [i]
        for j, opposite in enumerate(other, 1):
            cost = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (letter != opposite))
            if i > 1 and j > 1 and letter == other[j - 2] and one[i - 2] == opposite:
                cost = min(cost, above[j - 2] + 1)
            row.append(cost)
    return min(row[-1], limit + 1)


def _tolerance(word: str) -> int:
    """How many slips still leave a word recognisable."""
    if len(word) < 3:
        return 0
    return 1 if len(word) < 5 else 2


@cache
def _spelt_words() -> dict[str, str]:
    """The language's words, then the foreign words for them, each with its terminal."""
    own = {text: kind for kind, text in text_by_kind().items() if text.isalpha()}
    foreign = {
        word: kind
        for word, ((kind, code),) in FOREIGN_WORDS.items()
        if code == "misspelt-word" and len(word) >= _SHORTEST_FUZZY
    }
    return own | foreign
