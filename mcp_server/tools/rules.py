"""The tool that tells the rules."""

from pydantic import Field

from arena.rulesets import load_ruleset
from mcp_server.answers import Answer
from mcp_server.caller import Caller
from mcp_server.rulebook import TOPICS, Book, Topic, rulebook
from mcp_server.toolbox import Offer

OWN_STEP = ("overview", "dummies", "league")
"""Topics after which there is something of their own to do."""


class Rules(Answer):
    """The rules on a topic."""

    topic: str
    text: str = Field(description="Markdown")
    topics: list[str]


def get_rules(caller: Caller, topic: Topic = "overview") -> Rules:
    """The rules of the game, with the very numbers that battles use.

    Use this when you are new: the overview is enough to design a hero that plays well. Other topics have the
    details; "all" is long. Example: {"topic": "language"}
    """
    ruleset, words = load_ruleset(), caller.words
    kind = "overview" if topic == "overview" else "topic"
    return Rules(
        summary=words(f"get-rules.{kind}", topic=topic, ruleset=ruleset.id),
        next_steps=[words(f"get-rules.{topic if topic in OWN_STEP else 'topic'}-next")],
        topic=topic,
        text=rulebook(Book(ruleset, words, caller.desk.calendar.zone.key, caller.site.has_vote_page), topic),
        topics=[other for other in TOPICS if other != topic],
    )


OFFERS = (Offer(get_rules, "The rules"),)
