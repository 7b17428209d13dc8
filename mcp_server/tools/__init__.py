"""The tools, a module a subject. Their names and descriptions are for agents, in English like the protocol;
what they answer is in the participant's language."""

from mcp_server.tools import checking, saving

OFFERS = (*checking.OFFERS, *saving.OFFERS)
"""All tools, in the order in which they are listed."""
