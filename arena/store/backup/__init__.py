"""Backups: taken while the league goes on, checked by opening and counting, restored whole or not at all."""

from arena.store.backup.checked import Backup
from arena.store.backup.taking import back_up, restore
from arena.store.backup.thinning import backup_days, backup_name, thin_out

__all__ = ["Backup", "back_up", "backup_days", "backup_name", "restore", "thin_out"]
