"""Faults and advice of one hero file: the place, the text with a caret under it, what is wrong, what to
write."""

from collections.abc import Iterable

from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from arena.errors import Fault
from arena.json_pointer import text_at
from mcp_server.cli.contestants import CheckedFile
from mcp_server.cli.files import printable_name
from mcp_server.cli.pages.carets import underlined
from mcp_server.cli.screen import page_width
from mcp_server.words import Words

INDENT = 4


def print_findings(console: Console, checked: CheckedFile, words: Words) -> None:
    """The file's name, then every fault, then the advice."""
    style = "title" if checked.hero else "fault"
    console.print(Text(printable_name(checked.file), style), soft_wrap=True)
    for fault in checked.faults:
        _print_one(console, fault, checked.data, Text(words("check.fault"), "fault"), words)
    for fault in checked.advice:
        _print_one(console, fault, checked.data, Text(words("check.advice"), "advice"), words)


def _print_one(console: Console, fault: Fault, data: object, label: Text, words: Words) -> None:
    told = [fault.message(words.locale), f"→ {fault.hint(words.locale)}"]
    # What is wrong with a whole file has no place: its message takes the place's.
    head = Text(_place(fault.path, words), "place") if fault.path else Text(told.pop(0))
    console.print(Padding(Text(" ").join([label, head]), (0, 0, 0, 2)), width=page_width(console))
    text = text_at(data, fault.path)
    if text is not None and fault.span is not None:
        shown_line = underlined(text, fault.span, page_width(console) - INDENT)
        style = label.style or "none"
        console.print(Text(" " * INDENT + shown_line.line), no_wrap=True, overflow="ignore", crop=False)
        console.print(
            Text(" " * INDENT + shown_line.carets, style), no_wrap=True, overflow="ignore", crop=False
        )
    for line in told:
        console.print(Padding(line, (0, 0, 0, INDENT)), width=page_width(console))


def _place(path: str, words: Words) -> str:
    """The pointer, for a rule with its number as people count."""
    _, _, rest = path.partition("/rules/")
    if path.startswith("/rules/") and rest.isdecimal():
        return words("check.rule", path=path, number=int(rest) + 1)
    return path


def findings_data(faults: Iterable[Fault], data: object, locale: str) -> list[dict[str, object]]:
    """Faults for programs: code, path, text and span where they sit in a text, message, hint."""
    return [
        {
            "code": fault.code,
            "path": fault.path,
            "text": text_at(data, fault.path),
            "span": fault.span,
            "message": fault.message(locale),
            "hint": fault.hint(locale),
        }
        for fault in faults
    ]
