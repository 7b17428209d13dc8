"""The disks: what is free, and for how long it lasts."""

from datetime import timedelta

from sqlalchemy import func, select
from sqlmodel import col

from arena.desk.desk import Desk
from arena.desk.installation import installation
from arena.settings import Settings, variable
from arena.store.size import size_of
from arena.store.tables import BattleRow, Run
from scheduler.disk import DiskUsage, disks_of
from scheduler.health.finding import Finding, doubtful, fine, wrong

MEGABYTE = 1_000_000
MONTH = timedelta(days=30)
MONTHS_LEFT = 3
"""A disk that is full sooner is told."""


def look_at_disks(desk: Desk, settings: Settings, usage: DiskUsage) -> list[Finding]:
    """The free space, and how much of it a month takes."""
    growth, found, frees = growth_a_month(desk), [], []
    for disk in disks_of(desk.store, settings.backup_dir, usage):
        sizes = {"free": disk.free // MEGABYTE, "total": disk.total // MEGABYTE}
        frees.append(disk.free)
        if disk.is_nearly_full:
            params = {**sizes, "database": disk.database // MEGABYTE, "variable": variable("keep_battles")}
            found.append(wrong("disk", "health-disk", folder=disk.folder, **params))
        else:
            found.append(fine("disk", folder=disk.folder, **sizes))
    month = growth // MEGABYTE
    if frees and settings.keep_battles is None and growth * MONTHS_LEFT > min(frees):
        keep = variable("keep_battles")
        return [*found, doubtful("growth", "health-growth", month=month, variable=keep)]
    return [*found, fine("growth", month=month)]


def growth_a_month(desk: Desk) -> int:
    """Bytes by which the database grows in a month, estimated: nearly all of it are battles, so of its size
    the share that the battles of the last 30 days have."""
    battles = (
        select(func.max(col(BattleRow.number)) + 1).where(col(BattleRow.run_id) == col(Run.id))
    ).scalar_subquery()
    with desk.read() as (session, now):
        began = installation(session).created_at
        span = max(timedelta(days=1), min(MONTH, now - began))
        of_all = session.scalar(select(func.sum(battles)).select_from(Run)) or 0
        recent = select(func.sum(battles)).select_from(Run).where(col(Run.scheduled_for) > now - span)
        of_span = session.scalar(recent) or 0
    return int(size_of(desk.store) * of_span / of_all * (MONTH / span)) if of_all else 0
