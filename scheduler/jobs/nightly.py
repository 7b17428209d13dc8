"""The night: old rows go, and a backup is made, checked and kept for some time.

Nothing that the league is played for changes: ratings, places, experience and digests stay.
"""

import json
import os
from datetime import datetime, timedelta
from functools import partial
from itertools import count
from pathlib import Path

from sqlmodel import Session

from arena.desk.old_rows import delete_old_rows
from arena.logs import LOG
from arena.store.backup import Backup, back_up, backup_name, thin_out
from arena.store.failures import files_translated
from arena.store.pruning import prune_battles
from scheduler.runs import hold
from scheduler.work import Work

PRUNED, BACKED_UP = 0.3, 0.9
"""How far the run is after each part, about."""
BACKUP_LEASE = 6 * 3600.0
"""Seconds for which a claim holds while a backup is made, which may take long and has no steps. That of a
dead process is released at once, where that can be known."""


def run_nightly(work: Work) -> None:
    """Work a night to its end. Raises `LostLeaseError` if another worker takes over."""
    _prune_battles(work)
    work.step("old-rows", lambda: None, partial(_delete_old_rows, work), PRUNED)
    if work.tools.housekeeping.backup_dir is not None:
        work.step("backup", partial(_back_up, work, work.tools.housekeeping.backup_dir), _noted, BACKED_UP)
    work.finish(lambda session, now, run: None)


def _prune_battles(work: Work) -> None:
    days = work.tools.housekeeping.keep_battles
    if days is None:
        return
    before, given_up_after = work.run.scheduled_for - timedelta(days=days), work.desk.calendar.given_up_after
    for number in count():
        gone = work.step(
            f"battles:{number}",
            lambda: None,
            lambda session, now, _: str(prune_battles(session, before, given_up_after)).encode(),
            0.0,
        )
        if gone == b"0":
            return


def _delete_old_rows(work: Work, session: Session, now: datetime, _: None) -> bytes:
    return str(delete_old_rows(session, work.desk.calendar, now)).encode()


def _back_up(work: Work, folder: Path) -> Backup:
    """The night's backup, in the place of one that an earlier attempt has made; old ones are thinned out."""
    with work.desk.write() as (session, _):
        hold(session, work.desk, work.claim, None, BACKUP_LEASE)
    store, day = work.desk.store, work.run.local_date
    file = folder / backup_name(day, store.is_sqlite)
    fresh = file.with_name(f"{file.name}.fresh")
    with files_translated(fresh):
        folder.mkdir(parents=True, exist_ok=True)
        _clear(folder, fresh)
    backup = back_up(store, fresh)
    with files_translated(file):
        os.replace(fresh, file)
        gone = thin_out(folder, day)
    LOG.info("backup_made", run_id=work.run.id, bytes=backup.size, thinned_out=len(gone))
    return backup


def _clear(folder: Path, fresh: Path) -> None:
    """Delete what attempts that were killed have left: it might fill the disk."""
    for left in (fresh, *folder.glob(".arena-*.unfinished*")):
        left.unlink(missing_ok=True)


def _noted(session: Session, now: datetime, backup: Backup) -> bytes:
    return json.dumps({"bytes": backup.size, "version": backup.version}).encode()
