"""Signing in by a link that an organiser makes: it opens once, for some minutes, and is shown once.

A newer link ends the older ones that a participant has not used. Only a link's SHA-256 is kept. Source: the
league's rules, "Look of the week".
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from sqlalchemy import delete, update
from sqlmodel import Session, col, select

from arena.desk.audit import Act, check_organiser, log_act
from arena.desk.desk import Desk, unheard
from arena.desk.players.finding import known_player
from arena.desk.players.keys import BEGINNING, KeyOwner
from arena.desk.players.notices import tell
from arena.desk.players.sessions import (
    begin_session,
    end_session,
    has_ended,
    is_token,
    make_token,
    token_hash,
)
from arena.errors import refuse
from arena.league.settings import league
from arena.store.tables import BrowserSession, Player, SignInLink

NOT_SIGNING_IN = frozenset({"link-unknown", "link-used", "link-expired"})
"""What is wrong with a link that opens nothing."""


@dataclass(frozen=True)
class NewLink:
    """A link that was just made, for whom and until when; its token is whole for the only time."""

    player_id: int
    name: str
    expires_at: datetime
    token: str = field(repr=False)


@dataclass(frozen=True)
class SignedIn:
    """Who signed in, and the token that the browser is to keep, whole for the only time."""

    owner: KeyOwner
    token: str = field(repr=False)


@dataclass(frozen=True)
class SignedOut:
    """How many sessions and unused links were ended."""

    sessions: int
    links: int


def issue_link(
    desk: Desk,
    player_id: int,
    *,
    organiser_id: int | None = None,
    told: Callable[[NewLink], object] = unheard,
) -> NewLink:
    """Make a sign-in link for a participant, who is told that there is one. `organiser_id` is the participant
    who does it, None for whoever has the league's machine. `told` hears of the link before it is kept.

    Raises `ArenaError`: `player-unknown`, `organisers-only`.
    """
    with desk.write() as (session, now):
        check_organiser(session, organiser_id)
        player = known_player(session, player_id)
        _end_links(session, player_id, now)
        token, expires = make_token(), now + timedelta(minutes=league().sign_in.link_minutes)
        session.add(
            SignInLink(player_id=player_id, hash=token_hash(token), created_at=now, expires_at=expires)
        )
        tell(session, now, "notice-link-made", {}, player_id=player_id)
        log_act(session, now, Act.LINK_MADE, organiser_id, player_id)
        made = NewLink(player_id, player.name, expires, token)
        told(made)
    return made


def exchange_link(desk: Desk, token: str, before: str = "") -> SignedIn:
    """Sign in by the token of a link, which opens nothing after that. `before` is the token of the session
    that the browser had, which ends.

    Raises `ArenaError`: `link-unknown` (with a reason of its own for a key, which signs nobody in),
    `link-used`, `link-expired` (`NOT_SIGNING_IN`); none of them repeats the token.
    """
    if not is_token(token):
        raise refuse("link-unknown", reason="key" if token.startswith(BEGINNING) else None)
    with desk.read() as (session, now):
        _fresh_link(session, token, now)  # whoever only guesses keeps no writer waiting
    with desk.write() as (session, now):
        link = _fresh_link(session, token, now)
        link.used_at = now
        session.add(link)
        player = session.get_one(Player, link.player_id)
        if is_token(before):
            end_session(session, before)
        owner = KeyOwner(link.player_id, player.name, player.organiser, player.lang)
        return SignedIn(owner, begin_session(session, link.player_id, now))


def end_sign_ins(desk: Desk, player_id: int, *, organiser_id: int | None = None) -> SignedOut:
    """Sign a participant out of every browser, and end its unused links. If there were any the participant is
    told, and the act is logged. `organiser_id` is the participant who does it, None for whoever has the
    league's machine.

    Raises `ArenaError`: `player-unknown`, `organisers-only`.
    """
    with desk.write() as (session, now):
        check_organiser(session, organiser_id)
        known_player(session, player_id)
        own = col(BrowserSession.player_id) == player_id
        live = select(BrowserSession.id).where(own, ~has_ended(now))
        ended = SignedOut(len(session.exec(live).all()), _end_links(session, player_id, now))
        session.connection().execute(delete(BrowserSession).where(own))
        if ended.sessions or ended.links:
            told = {"sessions": ended.sessions, "links": ended.links}
            tell(session, now, "notice-signed-out", told, player_id=player_id)
            log_act(session, now, Act.SIGNED_OUT, organiser_id, player_id, told)
        return ended


def forget_sign_ins(session: Session, player_id: int) -> None:
    """Delete a participant's links and sessions."""
    for table in (SignInLink, BrowserSession):
        session.connection().execute(delete(table).where(col(table.player_id) == player_id))


def _end_links(session: Session, player_id: int, now: datetime) -> int:
    """End a participant's unused links; how many still opened."""
    unused = update(SignInLink).where(
        col(SignInLink.player_id) == player_id,
        col(SignInLink.used_at).is_(None),
        col(SignInLink.expires_at) > now,
    )
    return session.connection().execute(unused.values(expires_at=now)).rowcount


def _fresh_link(session: Session, token: str, now: datetime) -> SignInLink:
    link = session.exec(select(SignInLink).where(col(SignInLink.hash) == token_hash(token))).one_or_none()
    if link is None:
        raise refuse("link-unknown")
    if link.used_at is not None:
        raise refuse("link-used")
    if link.expires_at <= now:
        raise refuse("link-expired", minutes=league().sign_in.link_minutes)
    return link
