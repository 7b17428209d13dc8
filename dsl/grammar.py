"""The door to `grammar.lark`: the text cut into pieces, and what may come next.

Lark's names of terminals stay inside the room; people are shown what they would type.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal

from lark import Lark, Token, Tree
from lark.lexer import PatternStr
from lark.parsers.lalr_interactive_parser import InteractiveParser

from dsl.vocabulary import number_range

END = "$END"
"""The kind of the piece that stands after the last."""

Start = Literal["rule", "condition"]


@dataclass(frozen=True)
class Piece:
    """One token, `kind` being its terminal's name. A piece that a repair added has no width."""

    kind: str
    text: str
    start: int
    end: int


@cache
def _lark() -> Lark:
    source = Path(__file__).with_name("grammar.lark").read_text(encoding="utf-8")
    return Lark(
        source, parser="lalr", lexer="basic", start=["rule", "condition", "stray"], propagate_positions=True
    )


def parse_tree(text: str, start: Start) -> Tree[Token]:
    """The parse tree of `text`; raises `lark.exceptions.UnexpectedInput`."""
    return _lark().parse(text, start=start)


@cache
def text_by_kind() -> dict[str, str]:
    """What is typed for each terminal with a fixed text: `{"SELF": "self", "LT": "<", ...}`."""
    return {
        terminal.name: terminal.pattern.value
        for terminal in _lark().terminals
        if isinstance(terminal.pattern, PatternStr)
    }


@cache
def kind_by_text() -> dict[str, str]:
    """The terminal of each fixed text, the other way round from `text_by_kind`."""
    return {text: kind for kind, text in text_by_kind().items()}


def lex(text: str) -> tuple[Piece, ...]:
    """Any `text` as pieces, without spaces and tabs: what the language lacks has kinds of its own."""
    pieces: list[Piece] = []
    lexing = _lark().parse_interactive(text, start="rule")  # `Lark.lex` would build its lexer anew each time
    for token in lexing.lexer_thread.lex(lexing.parser_state):  # type: ignore[no-untyped-call]
        start, end = token.start_pos or 0, token.end_pos or 0
        last = pieces[-1] if pieces else None
        if last and token.type == last.kind == "FOREIGN_CHARACTERS" and last.end == start:
            pieces[-1] = Piece(last.kind, last.text + token, last.start, end)
        else:
            pieces.append(Piece(token.type, str(token), start, end))
    return tuple(pieces)


def put(text: str, start: int, end: int) -> tuple[Piece, ...]:
    """`text` as pieces that stand for what is, or is missing, from `start` to `end`."""
    return tuple(Piece(piece.kind, piece.text, start, end) for piece in lex(text))


def recogniser() -> InteractiveParser:
    """A parser of a rule that has read nothing yet."""
    return _lark().parse_interactive("", start="rule")


def accepted(parser: InteractiveParser) -> frozenset[str]:
    """The terminals that may come next."""
    return frozenset(parser.accepts())  # type: ignore[no-untyped-call]  # Lark leaves it without types


def after(parser: InteractiveParser, piece: Piece) -> InteractiveParser:
    """The parser one accepted piece further; `parser` itself stays as it is."""
    further: InteractiveParser = parser.copy(deepcopy_values=False)  # type: ignore[no-untyped-call]
    further.feed_token(Token(piece.kind, piece.text))
    return further


def expansions(rule: str) -> tuple[tuple[str, ...], ...]:
    """The alternatives of one of the grammar's rules, as the names of the terminals and rules in them."""
    return tuple(
        tuple(symbol.name for symbol in alternative.expansion)
        for alternative in _lark().rules
        if alternative.origin.name == rule
    )


def numbers_text(*, of_turn: bool) -> str:
    """The numbers that fit, as people are shown them: `0..100`."""
    numbers = number_range(of_turn=of_turn)
    return f"{numbers[0]}..{numbers[-1]}"


def fitting_texts(terminals: Iterable[str], *, of_turn: bool) -> tuple[str, ...]:
    """What may be typed for the terminals, in the grammar's order; `of_turn` tells which numbers fit."""
    texts = [text for kind, text in text_by_kind().items() if kind in terminals]
    if "NUMBER" in terminals:
        texts.append(numbers_text(of_turn=of_turn))
    return tuple(texts)
