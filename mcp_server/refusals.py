"""What an agent is told when a call is refused: all that is wrong, where, what to write instead, what to do
next. It stands in the text, the only part of an error that every host shows.
"""

from arena.errors import ArenaError, Fault
from arena.logs import LOG, log_unexpected
from mcp_server.words import Words

NEXT: dict[str, str | None] = {
    "edits-frozen": "next.frozen",
    "limit-reached": "next.wait",
    "version-conflict": "next.conflict",
    "version-conflict.none": None,
    "no-hero": "next.no-hero",
    "no-such-hero": "next.list-heroes",
    "no-such-opponent": "next.list-heroes",
    "battle-unknown": "next.list-battles",
    "digest-unknown": "next.latest-digest",
    "digest-unknown.none": "next.status",
    "page-cursor": "next.first-page",
}
"""What to do after a refusal, by its code, or by its code and its reason; None where its hint says
it all."""


def refusal(error: ArenaError, words: Words) -> str:
    """The text of a refusal: a line for each fault, and the next step."""
    lines = [words("refused.head", count=len(error.faults))]
    lines += [told_fault(fault, words.locale) for fault in error.faults]
    step = _next_step(error.faults[0])
    if step is not None:
        lines.append(words("refused.next", step=words(step)))
    return "\n".join(lines)


def our_fault(event: str, error: Exception, words: Words, **about: str) -> str:
    """What is told of an error that nobody expected, once it is logged: its id."""
    return words("tool.our-fault", id=log_unexpected(event, error, LOG.bind(**about)))


def told_fault(fault: Fault, locale: str) -> str:
    """A fault in a line: place, code, what is wrong, what to do."""
    place = fault.path
    if fault.span is not None:
        place += f":{fault.span[0] + 1}-{fault.span[1]}"
    told = f"{fault.message(locale)} {fault.hint(locale)}"
    return f"- {place} [{fault.code}] {told}" if place else f"- [{fault.code}] {told}"


def _next_step(fault: Fault) -> str | None:
    if fault.path.startswith("/"):
        return "next.mend"
    return NEXT.get(f"{fault.code}.{fault.reason}", NEXT.get(fault.code))
