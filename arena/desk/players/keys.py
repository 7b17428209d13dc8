"""Participants' keys: `arena_`, 256 random bits, and a checksum that tells a mistyped key from a foreign one.

The beginning and the checksum let scanners of leaked secrets know a key of ours. Only its SHA-256 is kept;
a key is shown once, when it is made.
"""

import hashlib
import re
import secrets
import string
import zlib
from collections.abc import Callable, Collection
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import Executable, bindparam, or_, update
from sqlalchemy import select as select_columns
from sqlmodel import Session, col, select

from arena.desk.audit import Act, check_organiser, log_act
from arena.desk.desk import Desk, unheard
from arena.desk.passing_notes import note_in_passing
from arena.desk.players.finding import known_player
from arena.desk.players.notices import tell
from arena.desk.players.open_keys import opens
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
BEHIND_KEY: Executable = (
    select_columns(
        col(AccessKey.id).label("key_id"),
        col(AccessKey.revoked_at),
        col(AccessKey.last_used_at),
        col(AccessKey.player_id),
        col(Player.name),
        col(Player.organiser),
        col(Player.lang),
    )
    .join(Player, col(AccessKey.player_id) == col(Player.id))
    .where(col(AccessKey.hash) == bindparam("hash"))
)
"""Made once: to make a statement takes longer than to run it, and this one begins every request."""
LONGEST_LABEL = 40
NOT_OPENING = frozenset({"key-malformed", "key-unknown", "key-revoked"})
"""What is wrong with a key that opens nothing."""
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
class RotatedKey(NewKey):
    """A new key of a participant, `owner` by name, and the keys that it replaces, with their ends."""

    owner: str
    replaced: tuple[KeyView, ...]


@dataclass(frozen=True)
class KeyOwner:
    """Who a key stands for."""

    player_id: int
    name: str
    organiser: bool
    lang: str


@dataclass(frozen=True)
class OpenedKey:
    """A key that opens, with its id, and whose it is; `is_to_be_noted`: its use is, by `note_uses`."""

    key_id: int
    owner: KeyOwner
    is_to_be_noted: bool


def make_key() -> str:
    """A new key, from the system's own source of chance."""
    body = BEGINNING + _base62(secrets.randbits(RANDOM_BITS), RANDOM_DIGITS)
    return body + _checksum(body)


def is_whole(key: str) -> bool:
    """Whether this is a key of ours without a slip: its form and its checksum are right."""
    body, check = key[:-CHECK_DIGITS], key[-CHECK_DIGITS:]
    return FORM.fullmatch(key) is not None and check == _checksum(body)


def authenticate(desk: Desk, key: str) -> KeyOwner:
    """Whom this key stands for. The time of its use is noted, at most once a minute, if the database
    takes it.

    Raises `ArenaError`: what `open_by` raises.
    """
    opened = open_by(desk, key)
    if opened.is_to_be_noted and note_uses(desk, [opened.key_id]) == 0:
        raise refuse("key-unknown")  # it went with its owner in the meantime
    return opened.owner


def open_by(desk: Desk, key: str) -> OpenedKey:
    """Whom this key stands for; nothing is written.

    Raises `ArenaError` `key-malformed`, `key-unknown`, `key-revoked` (`NOT_OPENING`); none of them repeats
    the key.
    """
    if not is_whole(key):
        raise refuse("key-malformed")
    with desk.read() as (session, now):
        row = session.connection().execute(BEHIND_KEY, {"hash": _hash(key)}).one_or_none()
    if row is None:
        raise refuse("key-unknown")
    if row.revoked_at is not None and row.revoked_at <= now:
        raise refuse("key-revoked")
    return OpenedKey(
        row.key_id,
        KeyOwner(row.player_id, row.name, row.organiser, row.lang),
        row.last_used_at is None or now - row.last_used_at >= LAST_USE_EVERY,
    )


def note_uses(desk: Desk, key_ids: Collection[int]) -> int | None:
    """Note that these keys were used just now; how many of them there are, None if it could not be noted."""

    def note(session: Session, now: datetime) -> int:
        used = update(AccessKey).where(col(AccessKey.id).in_(key_ids)).values(last_used_at=now)
        return session.connection().execute(used).rowcount

    return note_in_passing(desk, note)


def still_open(desk: Desk, key_ids: Collection[int]) -> frozenset[int]:
    """Those of these keys that open now. Raises what `Store.read` raises."""
    with desk.read() as (session, now):
        known = select(AccessKey.id).where(col(AccessKey.id).in_(key_ids), opens(now))
        return frozenset(id_ for id_ in session.exec(known) if id_ is not None)


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


def revoke_keys(
    desk: Desk, player_id: int, which: str | None = None, *, organiser_id: int | None = None
) -> tuple[KeyView, ...]:
    """Revoke a participant's keys, from now on: all, or those whose beginning or label is `which`; which ones
    they were. The participant is told, and the act is logged. `organiser_id` is the participant who does it,
    None for whoever has the league's machine.

    Raises `ArenaError`: `player-unknown`, `organisers-only`, `key-none` if none opens that is meant.
    """
    with desk.write() as (session, now):
        check_organiser(session, organiser_id)
        known_player(session, player_id)
        rows = _open_keys(session, player_id, which, now)
        if not rows:
            raise _no_key(session, player_id, which, now)
        keys = _end(session, rows, now)
        tell(session, now, "notice-keys-revoked", {"keys": keys}, player_id=player_id)
        log_act(session, now, Act.KEYS_REVOKED, organiser_id, player_id, {"keys": keys})
        return tuple(map(_view, rows))


def rotate_key(
    desk: Desk,
    player_id: int,
    which: str | None = None,
    *,
    keep_days: int = 0,
    label: str | None = None,
    organiser_id: int | None = None,
    told: Callable[[RotatedKey], object] = unheard,
) -> RotatedKey:
    """Make a new key in the place of the old ones, or of those that `which` means, which open for `keep_days`
    (0..90) more. It takes over the label of a single old one. The participant is told, and the act is logged.
    `organiser_id` is the participant who does it, None for whoever has the league's machine; `told` hears of
    the new key before it is kept.

    Raises `ArenaError`: `player-unknown`, `organisers-only`, `key-none` if `which` means none that opens,
    `key-label`.
    """
    with desk.write() as (session, now):
        check_organiser(session, organiser_id)
        owner = known_player(session, player_id).name
        rows = _open_keys(session, player_id, which, now)
        if not rows and which is not None:
            raise _no_key(session, player_id, which, now)
        inherited = rows[0].label if len(rows) == 1 else None
        made = issue_key(session, player_id, now, inherited if label is None else label)
        changed = {"new": made.view.prefix}
        if rows:
            changed["keys"] = _end(session, rows, now + timedelta(days=keep_days))
        code, act = ("notice-key-rotated", Act.KEY_ROTATED) if rows else ("notice-key-made", Act.KEY_MADE)
        tell(session, now, code, changed, player_id=player_id)
        log_act(session, now, act, organiser_id, player_id, changed)
        rotated = RotatedKey(made.key, made.view, owner, tuple(map(_view, rows)))
        told(rotated)
    return rotated


def keys_of(session: Session, player_id: int) -> tuple[KeyView, ...]:
    """A participant's keys, the oldest first."""
    own = select(AccessKey).where(col(AccessKey.player_id) == player_id)
    return tuple(map(_view, session.exec(own.order_by(col(AccessKey.id)))))


def keys_by_player(session: Session) -> dict[int, tuple[KeyView, ...]]:
    """Everybody's keys, by their owners' ids, the oldest first."""
    found: dict[int, tuple[KeyView, ...]] = {}
    for row in session.exec(select(AccessKey).order_by(col(AccessKey.id))):
        found[row.player_id] = (*found.get(row.player_id, ()), _view(row))
    return found


def _open_keys(session: Session, player_id: int, which: str | None, now: datetime) -> list[AccessKey]:
    own = select(AccessKey).where(col(AccessKey.player_id) == player_id, opens(now))
    if which is not None:
        own = own.where(or_(col(AccessKey.prefix) == which, col(AccessKey.label) == which))
    return list(session.exec(own.order_by(col(AccessKey.id))))


def _no_key(session: Session, player_id: int, which: str | None, now: datetime) -> ArenaError:
    open_ = _open_keys(session, player_id, None, now)
    if which is None or not open_:
        return refuse("key-none")
    known = ", ".join(f"{row.prefix} ({row.label})" for row in open_)
    return refuse("key-none", reason="named", given=printable(which), known=known)


def _end(session: Session, rows: list[AccessKey], ends: datetime) -> str:
    """End keys, none later than it was to end before; their beginnings."""
    for row in rows:
        row.revoked_at = ends if row.revoked_at is None else min(row.revoked_at, ends)
        session.add(row)
    return ", ".join(row.prefix for row in rows)


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
