"""The sessions of browsers: who is signed in, for how long, and signing out.

A browser keeps a token of 256 random bits, the database its SHA-256. Neither a key nor a sign-in link is such
a token: a session begins only where a link is exchanged. Source: the league's rules, "Look of the week".
"""

import hashlib
import re
import secrets
from datetime import datetime, timedelta

from sqlalchemy import ColumnElement, delete, or_, update
from sqlmodel import Session, col, select

from arena.desk.desk import Desk
from arena.desk.passing_notes import note_in_passing
from arena.desk.players.keys import KeyOwner
from arena.league.settings import league
from arena.store.tables import BrowserSession, Player

TOKEN_BYTES = 32
FORM = re.compile("[0-9A-Za-z_-]{43}", re.ASCII)
"""Of 256 bits in base64, as URLs and cookies take it."""
LAST_USE_EVERY = timedelta(hours=1)
"""How fine the time of a session's last use is kept: pages that are read one after another write nothing."""


def make_token() -> str:
    """A new token, from the system's own source of chance."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def is_token(given: str) -> bool:
    """Whether this has the form of a token: what has not is not even looked for."""
    return FORM.fullmatch(given) is not None


def token_hash(token: str) -> str:
    """What is kept of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


def longest_session() -> timedelta:
    """After which every session ends."""
    return timedelta(days=league().sign_in.session_days)


def begin_session(session: Session, player_id: int, now: datetime) -> str:
    """Sign a participant in; the token that the browser is to keep."""
    token = make_token()
    row = BrowserSession(player_id=player_id, hash=token_hash(token), created_at=now, last_used_at=now)
    session.add(row)
    return token


def session_owner(desk: Desk, token: str) -> KeyOwner | None:
    """Who is signed in where this token is kept; None if nobody is, or not any more. The time of its use is
    noted, at most once an hour, if the database takes it."""
    if not is_token(token):
        return None
    with desk.read() as (session, now):
        found = session.exec(
            select(BrowserSession, Player)
            .join(Player, col(BrowserSession.player_id) == col(Player.id))
            .where(col(BrowserSession.hash) == token_hash(token), ~has_ended(now))
        ).one_or_none()
    if found is None:
        return None
    row, player = found
    if now - row.last_used_at >= LAST_USE_EVERY and _note_use(desk, row) == 0:
        return None  # it was ended in the meantime
    return KeyOwner(row.player_id, player.name, player.organiser, player.lang)


def sign_out(desk: Desk, token: str) -> bool:
    """End the session of this token; whether there was one."""
    if not is_token(token):
        return False
    with desk.read() as (session, _):  # whoever only guesses keeps no writer waiting
        known = select(BrowserSession.id).where(col(BrowserSession.hash) == token_hash(token))
        if session.exec(known).one_or_none() is None:
            return False
    with desk.write() as (session, _):
        return end_session(session, token)


def end_session(session: Session, token: str) -> bool:
    """End the session of a token; whether there was one."""
    own = delete(BrowserSession).where(col(BrowserSession.hash) == token_hash(token))
    return bool(session.connection().execute(own).rowcount)


def has_ended(now: datetime) -> ColumnElement[bool]:
    """Of a session that was not used for too long, or began too long ago."""
    idle = timedelta(days=league().sign_in.session_idle_days)
    return or_(
        col(BrowserSession.last_used_at) <= now - idle,
        col(BrowserSession.created_at) <= now - longest_session(),
    )


def _note_use(desk: Desk, row: BrowserSession) -> int | None:
    """How many sessions there still are of this one, None if its use could not be noted."""

    def note(session: Session, now: datetime) -> int:
        used = update(BrowserSession).where(col(BrowserSession.id) == row.id).values(last_used_at=now)
        return session.connection().execute(used).rowcount

    return note_in_passing(desk, note)
