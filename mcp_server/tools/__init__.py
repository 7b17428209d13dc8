"""The tools, a module a subject. Their names and descriptions are for agents, in English like the protocol;
what they answer is in the participant's language."""

from mcp_server.tools import (
    battle,
    battles,
    checking,
    digests,
    gallery,
    looks,
    own_hero,
    rules,
    saving,
    standings,
    status,
    training,
)

OFFERS = (
    *rules.OFFERS,
    *status.OFFERS,
    *checking.OFFERS,
    *looks.OFFERS,
    *training.OFFERS,
    *saving.OFFERS,
    *own_hero.OFFERS,
    *gallery.OFFERS,
    *battles.OFFERS,
    *battle.OFFERS,
    *standings.OFFERS,
    *digests.OFFERS,
)
"""All tools, in the order in which they are listed."""
