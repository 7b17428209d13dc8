"""The examination, from the ground up: what stands on something broken is not looked at."""

import shutil
from collections.abc import Callable, Iterator
from datetime import datetime

from arena.desk.desk import Desk, utc_now
from arena.errors import ArenaError
from arena.league.calendar import Calendar
from arena.settings import Settings
from arena.store import Store, existing_store
from arena.store.tables import Installation
from scheduler.disk import DiskUsage
from scheduler.health.backups import look_at_backups
from scheduler.health.clock import look_at_clock
from scheduler.health.configuration import look_at_configuration
from scheduler.health.database import look_at_database, look_at_tables
from scheduler.health.disks import look_at_disks
from scheduler.health.films import look_at_films
from scheduler.health.finding import Finding, Level, fine, refused
from scheduler.health.outbox import look_at_outbox
from scheduler.health.runs import look_at_runs


def examine(
    settings: Settings, clock: Callable[[], datetime] = utc_now, usage: DiskUsage = shutil.disk_usage
) -> list[Finding]:
    """Everything about a league, in the order in which it should be mended. Nothing is changed."""
    try:
        calendar = Calendar.of(settings.tz)
    except ArenaError as error:
        return refused("configuration", error)
    found = look_at_configuration(settings)
    try:
        store = existing_store(settings.database_url)
    except ArenaError as error:
        return [*found, *refused("database", error)]
    try:
        for finding in _of_store(store, calendar, settings, clock, usage):
            found.append(finding)  # one by one: what was found before an error stays
    except ArenaError as error:
        found += refused("database", error)
    finally:
        store.close()
    return found


def _of_store(
    store: Store, calendar: Calendar, settings: Settings, clock: Callable[[], datetime], usage: DiskUsage
) -> Iterator[Finding]:
    yield from look_at_database(store)
    tables = look_at_tables(store)
    yield tables
    if tables.level is not Level.OK:
        return
    with store.read() as session:
        known = session.get(Installation, 1)
        if known is None:
            yield fine("league")
            return
        if known.local:
            yield fine("local-arena")
    desk = Desk(store, calendar, clock)
    yield from look_at_clock(desk)
    yield from look_at_runs(desk)
    yield from look_at_outbox(desk, settings.mail_url)
    yield from look_at_backups(desk, settings.backup_dir)
    yield from look_at_disks(desk, settings, usage)
    yield look_at_films(settings.films_dir)
