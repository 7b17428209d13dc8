"""What the nights need to know about the place that the league lies in."""

import shutil
from dataclasses import dataclass
from pathlib import Path

from scheduler.disk import DiskUsage


@dataclass(frozen=True)
class Housekeeping:
    """Where nightly backups go (None: none are made), for how many days battles are kept (None: for ever),
    and how full disks are found out."""

    backup_dir: Path | None = None
    keep_battles: int | None = None
    disk_usage: DiskUsage = shutil.disk_usage
