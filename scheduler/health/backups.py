"""The nightly backups: whether there is one, and of when."""

from datetime import timedelta
from pathlib import Path

from arena.desk.desk import Desk
from arena.desk.installation import installation
from arena.store.backup import backup_days
from scheduler.health.finding import Finding, fine, wrong

OLDEST = timedelta(days=2)


def look_at_backups(desk: Desk, folder: Path) -> list[Finding]:
    """Whether the last backup is of today or yesterday; a league has its first after its first night."""
    with desk.read() as (session, now):
        began = installation(session).created_at
    names = [file.name for file in folder.iterdir()] if folder.is_dir() else []
    days = [day for day in backup_days(names) if day <= desk.calendar.local_date(now)]
    example = folder / "now.backup"
    if days and desk.calendar.local_date(now) - days[-1] < OLDEST:
        return [fine("backups", folder=folder, day=days[-1].isoformat(), count=len(days))]
    if days:
        return [wrong("backups", "health-backup-old", folder=folder, day=days[-1], example=example)]
    if now - began > OLDEST:
        return [wrong("backups", "health-no-backup", folder=folder, example=example)]
    return [Finding("backups-to-come", params={"folder": folder})]
