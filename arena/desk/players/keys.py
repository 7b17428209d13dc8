"""Participants' keys: `arena_`, 256 random bits, and a checksum that tells a mistyped key from a foreign one.

The beginning and the checksum let scanners of leaked secrets know a key of ours. Only its SHA-256 is kept;
a key is shown once, when it is made.
"""

import hashlib
import re
import secrets
import string
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import or_, update
from sqlmodel import Session, col, select

from arena.desk.desk import Desk
from arena.desk.players.finding import known_player
from arena.desk.players.notices import tell
from arena.errors import ArenaError, refuse
from arena.excerpt import printable
from arena.store.tables import AccessKey, Player

BEGINNING = "arena_"
DIGITS = string.digits + string.ascii_uppercase + string.ascii_lowercase
RANDOM_BITS = 256
RANDOM_DIGITS = 43
CHECK_DIGITS = 6
"""Digits to the base 62 that hold 256 bits, and the 32 of CRC-32."""
SHOWN_DIGITS = 6
"""Of a key, by which people tell theirs apart."""
FORM = re.compile(f"{BEGINNING}[0-9A-Za-z]{{{RANDOM_DIGITS + CHECK_DIGITS}}}", re.ASCII)
LAST_USE_EVERY = timedelta(minutes=1)
"""How fine the time of a key's last use is kept: a request in a row of many writes nothing."""
LONGEST_LABEL = 40
MOST_KEPT_DAYS = 90


@dataclass(frozen=True)
class KeyView:
    """A key as it may be shown: its first characters, what it is called, since when and whether it opens."""

    prefix: str
    label: str
    created_at: datetime
    last_used_at: datetime | None
    revoked_at: datetime | None

    def opens(self, now: datetime) -> bool:
        return self.revoked_at is None or now < self.revoked_at


@dataclass(frozen=True)
class NewKey:
    """A key that was just made, whole for the only time."""

    key: str
    view: KeyView


@dataclass(frozen=True)
class KeyOwner:
    """Who a key stands for."""

    player_id: int
    name: str
    organiser: bool
    lang: str


def make_key() -> str:
    """A new key, from the system's own source of chance."""
    body = BEGINNING + _base62(secrets.randbits(RANDOM_BITS), RANDOM_DIGITS)
    return body + _checksum(body)


def is_whole(key: str) -> bool:
    """Whether this is a key of ours without a slip: its form and its checksum are right."""
    body, check = key[:-CHECK_DIGITS], key[-CHECK_DIGITS:]
    return FORM.fullmatch(key) is not None and check == _checksum(body)


def authenticate(desk: Desk, key: str) -> KeyOwner:
    """Whom this key stands for; the time of its use is noted, at most once a minute.

    Raises `ArenaError` `key-malformed`, `key-unknown`, `key-revoked`; none of them repeats the key.
    """
    if not is_whole(key):
        raise refuse("key-malformed")
    with desk.read() as (session, now):
        found = session.exec(
            select(AccessKey, Player)
            .join(Player, col(AccessKey.player_id) == col(Player.id))
            .where(col(AccessKey.hash) == _hash(key))
        ).one_or_none()
    if found is None:
        raise refuse("key-unknown")
    row, player = found
    if not _view(row).opens(now):
        raise refuse("key-revoked")
    if row.last_used_at is None or now - row.last_used_at >= LAST_USE_EVERY:
        _note_use(desk, row)
    return KeyOwner(row.player_id, player.name, player.organiser, player.lang)


def issue_key(session: Session, player_id: int, now: datetime, label: str | None = None) -> NewKey:
    """Make a key for a participant. Without a label it is called by its number.

    Raises `ArenaError` `key-label`.
    """
    known = len(session.exec(select(AccessKey.id).where(col(AccessKey.player_id) == player_id)).all())
    called = str(known + 1) if label is None else label.strip()
    if not called or not called.isprintable() or len(called) > LONGEST_LABEL:
        raise refuse("key-label", given=printable(called), most=LONGEST_LABEL)
    key = make_key()
    prefix = key[: len(BEGINNING) + SHOWN_DIGITS]
    row = AccessKey(player_id=player_id, label=called, hash=_hash(key), prefix=prefix, created_at=now)
    session.add(row)
    session.flush()
    return NewKey(key, _view(row))


def revoke_keys(desk: Desk, player_id: int, which: str | None = None) -> tuple[KeyView, ...]:
    """Revoke a participant's keys, from now on: all, or those whose beginning or label is `which`; which ones
    they were. The participant is told.

    Raises `ArenaError`: `player-unknown`, `key-none` if none opens that is meant.
    """
    with desk.write() as (session, now):
        known_player(session, player_id)
        rows = _open_keys(session, player_id, which, now)
        if not rows:
            raise _no_key(session, player_id, which, now)
        return _revoke(session, rows, player_id, now, now, "notice-keys-revoked", {})


def rotate_key(
    desk: Desk, player_id: int, which: str | None = None, *, keep_days: int = 0, label: str | None = None
) -> NewKey:
    """Make a new key in the place of the old ones, or of those that `which` means, which open for `keep_days`
    (0..90) more. It takes over the label of a single old one. The participant is told.

    Raises `ArenaError`: `player-unknown`, `key-none` if `which` means none that opens, `key-label`.
    """
    with desk.write() as (session, now):
        known_player(session, player_id)
        rows = _open_keys(session, player_id, which, now)
        if not rows and which is not None:
            raise _no_key(session, player_id, which, now)
        inherited = rows[0].label if len(rows) == 1 else None
        made = issue_key(session, player_id, now, inherited if label is None else label)
        new = {"new": made.view.prefix}
        if rows:
            ends = now + timedelta(days=keep_days)
            _revoke(session, rows, player_id, now, ends, "notice-key-rotated", new)
        else:
            tell(session, now, "notice-key-made", new, player_id=player_id)
        return made


def keys_by_player(session: Session) -> dict[int, tuple[KeyView, ...]]:
    """Everybody's keys, by their owners' ids, the oldest first."""
    found: dict[int, tuple[KeyView, ...]] = {}
    for row in session.exec(select(AccessKey).order_by(col(AccessKey.id))):
        found[row.player_id] = (*found.get(row.player_id, ()), _view(row))
    return found


def _open_keys(session: Session, player_id: int, which: str | None, now: datetime) -> list[AccessKey]:
    own = select(AccessKey).where(
        col(AccessKey.player_id) == player_id,
        or_(col(AccessKey.revoked_at).is_(None), col(AccessKey.revoked_at) > now),
    )
    if which is not None:
        own = own.where(or_(col(AccessKey.prefix) == which, col(AccessKey.label) == which))
    return list(session.exec(own.order_by(col(AccessKey.id))))


def _no_key(session: Session, player_id: int, which: str | None, now: datetime) -> ArenaError:
    open_ = _open_keys(session, player_id, None, now)
    if which is None or not open_:
        return refuse("key-none")
    known = ", ".join(f"{row.prefix} ({row.label})" for row in open_)
    return refuse("key-none", reason="named", given=printable(which), known=known)


def _revoke(
    session: Session,
    rows: list[AccessKey],
    player_id: int,
    now: datetime,
    ends: datetime,
    code: str,
    params: Mapping[str, object],
) -> tuple[KeyView, ...]:
    """End keys, none later than it was to end before, and tell their owner."""
    for row in rows:
        row.revoked_at = ends if row.revoked_at is None else min(row.revoked_at, ends)
        session.add(row)
    keys = ", ".join(row.prefix for row in rows)
    tell(session, now, code, {**params, "keys": keys}, player_id=player_id)
    return tuple(_view(row) for row in rows)


def _note_use(desk: Desk, row: AccessKey) -> None:
    with desk.write() as (session, now):
        used = update(AccessKey).where(col(AccessKey.id) == row.id).values(last_used_at=now)
        session.connection().execute(used)


def _view(row: AccessKey) -> KeyView:
    return KeyView(row.prefix, row.label, row.created_at, row.last_used_at, row.revoked_at)


def _hash(key: str) -> str:
    return hashlib.sha256(key.encode()).hexdigest()


def _checksum(body: str) -> str:
    return _base62(zlib.crc32(body.encode()), CHECK_DIGITS)


def _base62(number: int, length: int) -> str:
    digits = []
    for _ in range(length):
        number, digit = divmod(number, len(DIGITS))
        digits.append(DIGITS[digit])
    return "".join(reversed(digits))
