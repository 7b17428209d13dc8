"""Where use cases are done: the database, the league's calendar, its clock and its chance."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime

from sqlalchemy import Connection
from sqlmodel import Session

from arena.league import seeds
from arena.league.calendar import Calendar, Job
from arena.league.settings import LimitSettings, league
from arena.store import Store


def utc_now() -> datetime:
    """The time, in UTC."""
    return datetime.now(UTC)


def secret_by_chance(job: Job, number: int) -> bytes:
    """The secret of a job's `number`-th run. Tests promise others, to compare two leagues."""
    return seeds.new_secret()


def unheard(result: object) -> None:
    """Nobody wants to hear a use case's result before it is committed.

    Who does passes a function of it as `told`: what that raises takes back everything that was written.
    """


@dataclass(frozen=True)
class Desk:
    """What every use case is given. Safe for threads.

    `notify_urls` get every digest and `alert_urls` what an organiser must know, both in the league's
    language; they are addresses as Apprise writes them. `limits` hold for a day: the league's, unless a
    server is measured beyond them.
    """

    store: Store
    calendar: Calendar
    clock: Callable[[], datetime] = utc_now
    new_secret: Callable[[Job, int], bytes] = secret_by_chance
    notify_urls: tuple[str, ...] = ()
    alert_urls: tuple[str, ...] = ()
    lang: str = "ru"
    limits: LimitSettings = field(default_factory=lambda: league().limits)

    @contextmanager
    def write(self) -> Iterator[tuple[Session, datetime]]:
        """A write transaction and the time, asked for inside it: no earlier writer can still commit.

        Raises what `Store.write` raises.
        """
        with self.store.write() as session:
            yield session, self.clock()

    @contextmanager
    def write_connection(self) -> Iterator[tuple[Connection, datetime]]:
        """As `write`, with a connection instead of a session: for one or two statements. Raises what
        `Store.write_connection` raises."""
        with self.store.write_connection() as connection:
            yield connection, self.clock()

    @contextmanager
    def write_if_free(self) -> Iterator[tuple[Session, datetime]]:
        """As `write`, but where somebody else writes it is refused almost at once. Raises what
        `Store.write_if_free` raises."""
        with self.store.write_if_free() as session:
            yield session, self.clock()

    @contextmanager
    def read(self) -> Iterator[tuple[Session, datetime]]:
        """A read transaction, and the time. Raises what `Store.read` raises."""
        with self.store.read() as session:
            yield session, self.clock()
