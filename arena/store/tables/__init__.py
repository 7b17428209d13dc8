"""The tables, by subject. Engine-made rows (battles, ratings, places) are written by `insert_rows`."""

from arena.store.tables.base import METADATA
from arena.store.tables.battles import BattleRow, Placing, RatingChange
from arena.store.tables.heroes import HeroRow, HeroState, HeroVersion
from arena.store.tables.installation import Installation
from arena.store.tables.news import DigestRow, Message, Notice
from arena.store.tables.people import AccessKey, BrowserSession, Experience, Player, SignInLink, Usage
from arena.store.tables.runs import PUBLISHED, Run, RunState, RunStep, Secret
from arena.store.tables.votes import Vote

__all__ = [
    "METADATA",
    "PUBLISHED",
    "AccessKey",
    "BattleRow",
    "BrowserSession",
    "DigestRow",
    "Experience",
    "HeroRow",
    "HeroState",
    "HeroVersion",
    "Installation",
    "Message",
    "Notice",
    "Placing",
    "Player",
    "RatingChange",
    "Run",
    "RunState",
    "RunStep",
    "Secret",
    "SignInLink",
    "Usage",
    "Vote",
]
