"""Whether a disk fills up: looked at by the ticks, at most once an hour, and told once a day."""

from datetime import timedelta

from arena.desk.desk import Desk
from arena.desk.installation import installation
from arena.logs import LOG, code_of
from scheduler.alerts import alert_disk
from scheduler.disk import Disk, disks_of
from scheduler.housekeeping import Housekeeping

EVERY = timedelta(hours=1)


def watch_disks(desk: Desk, housekeeping: Housekeeping) -> None:
    """Look at the league's disks, unless somebody has within the last hour, and tell of those that are nearly
    full."""
    with desk.read() as (session, now):
        seen = installation(session).disks_seen_at
    if seen is not None and seen <= now < seen + EVERY:
        return
    full = _full_disks(desk, housekeeping)
    with desk.write() as (session, now):
        installation(session).disks_seen_at = now
        for disk in full:
            alert_disk(session, desk, disk, now)
            LOG.warning("disk_nearly_full", free=disk.free, total=disk.total, database=disk.database)


def _full_disks(desk: Desk, housekeeping: Housekeeping) -> list[Disk]:
    disks = disks_of(desk.store, housekeeping.backup_dir, housekeeping.disk_usage)
    try:
        return [disk for disk in disks if disk.is_nearly_full]
    except OSError as error:  # a folder that is closed to us is told by the night's backup
        LOG.warning("disk_unseen", error=code_of(error))
        return []
