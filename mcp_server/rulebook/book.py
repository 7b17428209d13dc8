"""What a chapter is written from, and the Markdown it is written in."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from arena.rulesets import KNOWLEDGE_POINT
from arena.rulesets.ruleset import Ruleset
from dsl import LanguageHelp, language_help
from mcp_server.words import Words


@dataclass(frozen=True)
class Book:
    """The rules of a ruleset and of the league, in one language; `zone` is that of the league's hours, by
    its IANA name. It tells of the vote where there `has_vote_page`."""

    ruleset: Ruleset
    words: Words
    zone: str
    has_vote_page: bool = False

    @property
    def locale(self) -> str:
        return self.words.locale

    @property
    def language(self) -> LanguageHelp:
        """The rule language as data."""
        return language_help(ultimate_knowledge=self.ruleset.abilities.ultimate.knowledge // KNOWLEDGE_POINT)

    def heads(self, *keys: str) -> list[str]:
        """The heads of a table's columns."""
        return [self.words(f"rules.head-{key}") for key in keys]


def table(heads: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A Markdown table; a bar inside a cell is escaped."""
    lines = [heads, ["---"] * len(heads), *rows]
    escaped = ([str(cell).replace("|", r"\|") for cell in line] for line in lines)
    return "\n".join(f"| {' | '.join(cells)} |" for cells in escaped)


def code(text: str) -> str:
    """Text as it is to be typed."""
    return f"`{text}`"


def codes(texts: Iterable[str]) -> str:
    """Several such texts, with spaces between them."""
    return " ".join(map(code, texts))


def json_block(data: Mapping[str, object]) -> str:
    """JSON with a field a line, of lists of rules a rule a line."""
    lines = []
    for name, value in data.items():
        text = json.dumps(value, ensure_ascii=False)
        if name == "rules" and isinstance(value, list):
            inner = ",\n".join(f"    {json.dumps(rule, ensure_ascii=False)}" for rule in value)
            text = f"[\n{inner}\n  ]"
        lines.append(f"  {json.dumps(name)}: {text}")
    inside = ",\n".join(lines)
    return f"```json\n{{\n{inside}\n}}\n```"
