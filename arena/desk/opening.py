"""Opening a league: its database, and what a fresh one begins with."""

from collections.abc import Callable
from datetime import datetime

from sqlmodel import Session

from arena.desk.desk import Desk, secret_by_chance, utc_now
from arena.desk.secrets import promise_secret
from arena.league.calendar import Calendar, Job
from arena.store import open_store
from arena.store.engine import LOCK_TIMEOUT


def open_desk(
    address: str,
    zone: str,
    clock: Callable[[], datetime] = utc_now,
    new_secret: Callable[[Job, int], bytes] = secret_by_chance,
    *,
    notify_urls: tuple[str, ...] = (),
    alert_urls: tuple[str, ...] = (),
    lang: str = "ru",
    local: bool = False,
    lock_timeout: float = LOCK_TIMEOUT,
) -> Desk:
    """Open the league in the database at `address`; a fresh one is made, with the secrets of its first runs
    promised. `local`: for one person, whose jobs may run before their moment; the others are those of `Desk`.

    Raises `ArenaError`: `unknown-zone`, and what `open_store` raises.
    """
    calendar = Calendar.of(zone)
    now = clock()

    def furnish(session: Session) -> None:
        for job in (Job.DAILY, Job.TOURNAMENT):
            promise_secret(session, job, now, new_secret)

    store = open_store(address, now, furnish, local=local, lock_timeout=lock_timeout)
    return Desk(store, calendar, clock, new_secret, notify_urls, alert_urls, lang)
