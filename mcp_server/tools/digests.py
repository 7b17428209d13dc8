"""The tool that gives a digest to read: everybody's, or one's own."""

from typing import Annotated

from pydantic import Field

from arena.desk.digests import list_digests, my_digest, read_digest
from arena.league.digest import markdown_parts, tell_digest, tell_mine
from arena.league.digest.mine import MyDigest
from arena.league.digest.model import Digest
from mcp_server.answers import Answer
from mcp_server.caller import Caller
from mcp_server.faults import refuse_at_door
from mcp_server.toolbox import Offer
from mcp_server.tools.digest_links import links_of, links_of_mine

PART_BYTES = 6500
"""Of a digest's text in one answer."""
LISTED = 10


class ShownDigest(Answer):
    """A digest, or a part of a long one."""

    key: str
    day: str
    part: int
    parts: int
    text: str = Field(description="Markdown")
    digests: list[str] = Field(description="Keys, newest first")
    links: dict[str, str] = Field(description="Films, pictures")


def get_digest(
    caller: Caller,
    key: Annotated[str, Field(max_length=100, description="From digests, as 2026-04-24-friday")] = "latest",
    mine: Annotated[bool, Field(description="What it was for your own hero")] = False,
    part: Annotated[int, Field(ge=1, le=1000)] = 1,
) -> ShownDigest:
    """What happened on a day or in a Friday's tournament, as Markdown; mine=true: your hero's battles, its
    most used rule, what hurt it most.

    Use this when battles have been fought, before you change your hero. Example: {"mine": true}
    """
    desk, words = caller.desk, caller.words
    digests = list_digests(desk, LISTED)
    if not digests and (command := caller.site.day_command) is not None:
        raise refuse_at_door("no-day-yet", command=command)
    facts: Digest | MyDigest
    if mine:
        facts = my_digest(desk, caller.player_id, key, caller.locale)
        page, links = tell_mine(facts, caller.locale), links_of_mine(facts, caller)
    else:
        read = read_digest(desk, key, caller.locale)
        facts, page, links = read.digest, tell_digest(read), links_of(read, caller)
    parts = markdown_parts(page, PART_BYTES)
    if part > len(parts):
        raise refuse_at_door("part-unknown", found=part, last=len(parts))
    more = [words("get-digest.more", part=part + 1)] if part < len(parts) else []
    return ShownDigest(
        summary=words("get-digest.part", title=page.title, part=part, parts=len(parts)),
        next_steps=[*more, words("get-digest.mine-next" if mine else "get-digest.next")],
        key=facts.key,
        day=facts.local_date.isoformat(),
        part=part,
        parts=len(parts),
        text=parts[part - 1],
        digests=[each.key for each in digests],
        links=links,
    )


OFFERS = (Offer(get_digest, "Read a digest"),)
