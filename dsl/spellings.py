"""What people write instead of the language's own words and signs, and the nearest word to a misspelt one.

The words of the language itself come from the grammar; here is only what it does not know.
"""

from collections.abc import Iterable, Mapping
from functools import cache
from unicodedata import normalize

from dsl.grammar import kind_by_text, text_by_kind

FOREIGN_SIGNS: dict[str, tuple[tuple[str, str], ...]] = {
    text: ((kind, code),)
    for code, texts_by_kind in {
        "single-equals": {"EQ": "="},
        "reversed-sign": {"LE": "=<", "NE": "=!"},
        "foreign-sign": {
            "LT": "&lt; << <-",
            "LE": "≤ &lt;= <==",
            "GT": "&gt;",
            "GE": "≥ &gt;= >==",
            "NE": "≠ <> >< !== =!= ~=",
            "EQ": "≈ === =~",
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
} | {
    "=>": (("GE", "reversed-sign"), ("ARROW", "foreign-arrow")),
    ">>": (("GT", "foreign-sign"), ("ARROW", "foreign-arrow")),
}
"""Each foreign sign with the terminals it may stand for and the fault it then is."""

_SIGN_LETTERS = frozenset("<>=!~")

_ENGLISH = {
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

_RUSSIAN_AND_SPANISH = {
    "misspelt-word": {
        "SELF": "я мой моя моё свой сам себя герой yo mi mío propio héroe heroe",
        "ENEMY": "враг враги противник соперник enemigo oponente contrario",
        "HP": "жизнь жизни здоровье здоровья хп vida salud",
        "ENERGY": "энергия энергии мана energía energia",
        "KNOWLEDGE": "знание знания знаний conocimiento conocimientos",
        "HAS": "есть имеет эффект tiene efecto",
        "FASTER": "быстрее rápido rapido",
        "LAST": "последнее последний прошлое último ultimo última ultima",
        "TURN": "ход хода раунд turno ronda",
        "SHIELD": "щит escudo",
        "POISON": "яд veneno",
        "RAGE": "ярость furia rabia",
        "DODGE": "уклонение уворот esquiva esquivar",
        "COUNTER": "контратака контрудар contraataque",
        "STUN": "оглушение оглушён оглушен aturdido aturdir",
        "STRIKE": "удар атака golpe ataque",
        "ULTIMATE": "ульта",
        "HEAL": "лечение исцеление curar curación curacion",
        "NOT": "не",
        "PERCENT": "процент процента процентов porciento",
    },
    "foreign-sign": {
        "LT": "меньше менее ниже menor menos",
        "GT": "больше более выше mayor más mas",
        "EQ": "равно igual es",
    },
    "foreign-arrow": {"ARROW": "то тогда entonces"},
    "ampersand": {"AND": "и y"},
    "or": {"AND": "или либо o u"},
}

FOREIGN_WORDS = {
    word: ((kind, code),)
    for table in (_ENGLISH, _RUSSIAN_AND_SPANISH)
    for code, words_by_kind in table.items()
    for kind, listed in words_by_kind.items()
    for word in listed.split()
}
"""The same for words, as `key_of` gives them."""

_SHAFT = frozenset("-=~–—−")
"""What arrows of any length are drawn with."""

MIRRORED = {
    "<": ">", ">": "<", "<=": ">=", ">=": "<=", "==": "==", "!=": "!=",
    "=": "=", "≤": "≥", "≥": "≤", "≠": "≠", "=<": "=>", "=>": "=<", "<>": "<>", "===": "===",
}  # fmt: skip
"""A sign as it reads from the other side."""

AMBIGUOUS = frozenset([",", ";", ":", "?", "–", "—", "&"])
"""Signs that may join conditions or end them, but do not where the condition itself cannot be understood."""

CONSTANTS = frozenset(
    ("true", "always", "any", "anytime", "else", "otherwise", "default", "всегда", "иначе", "siempre")
)
TRUE_WORDS = frozenset(("true", "yes", "1"))
FALSE_WORDS = frozenset(("false", "no", "none", "0"))
SUPERFLUOUS = frozenset(
    (
        "if", "when", "whenever", "while", "rule", "the", "a", "than", "to", "of", "use", "cast", "do",
        "please", "если", "когда", "чем", "si", "cuando", "que",
    )
)  # fmt: skip
"""Words of plain speech that may simply go."""

SPEED_WORDS = frozenset(("spd", "speed", "velocity", "agility", "скорость", "velocidad"))
READINESS_WORDS = frozenset(
    (
        "ready", "isready", "cooldown", "cooldowns", "cd", "oncooldown", "offcooldown", "can", "canuse",
        "cancast", "available", "isavailable", "usable", "готов", "готова", "готово", "перезарядка", "откат",
        "listo", "lista",
    )
)  # fmt: skip
"""What is asked of actions elsewhere: here an action that is not ready is passed over by itself."""

_LOOKALIKES = str.maketrans("аеорсухіѕкмтнвгп", "aeopcyxiskmthbrn")
"""Cyrillic letters that are easily typed for Latin ones."""


_SHORTEST_FUZZY = 5
"""A shorter foreign word is like too many others to be guessed from a misspelling of it."""


def key_of(text: str) -> str:
    """A word as the tables list it."""
    return normalize("NFC", text.lower().replace("_", ""))


def compact(name: str) -> str:
    """A name as it is looked up: without case and spaces."""
    return "".join(normalize("NFC", name).casefold().split())


def is_of_another_script(word: str) -> bool:
    """Whether `word` is no Latin word with a few wrong letters, but has letters of its own script only."""
    return not any(letter.isascii() for letter in word) and not word.lower().translate(_LOOKALIKES).isascii()


def meanings(text: str) -> tuple[tuple[str, str], ...]:
    """The terminals that a foreign sign or word may stand for, each with its fault's code."""
    known = FOREIGN_SIGNS.keys() | kind_by_text().keys()
    if text not in known and len(text) > 1 and text[-1] == ">" and _SHAFT.issuperset(text[:-1]):
        return (("ARROW", "foreign-arrow"),)
    if len(text) > 1 and text not in known and _SIGN_LETTERS.issuperset(text):
        return ((_garbled(text), "foreign-sign"),)
    return FOREIGN_SIGNS.get(text, FOREIGN_WORDS.get(key_of(text), ()))


def _garbled(sign: str) -> str:
    """The sign of comparison that a run of its letters is nearest to."""
    if "!" in sign or "~" in sign or {"<", ">"} <= set(sign):
        return "NE"
    if "<" in sign:
        return "LE" if "=" in sign else "LT"
    if ">" in sign:
        return "GE" if "=" in sign else "GT"
    return "EQ"


def nearest(word: str, terminals: Iterable[str]) -> str | None:
    """The one of `terminals` whose word, own or foreign, is nearest to `word`, None if all are far."""
    wanted, typed = frozenset(terminals), key_of(word)
    return _nearest(typed.translate(_LOOKALIKES), wanted) or _nearest(typed, wanted)


def _nearest(word: str, wanted: frozenset[str]) -> str | None:
    best: tuple[int, str] | None = None
    for known, kind in _spelt_words().items():
        if kind in wanted:
            limit = (best[0] - 1) if best else _tolerance(word)
            distance = edit_distance(word, known, limit)
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
        if min(row) > limit:
            return limit + 1
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
