"""Backups of PostgreSQL: archives of pg_dump in its custom format."""

import os
import re
import shutil
import subprocess
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO

from sqlalchemy import URL

from arena.errors import refuse
from arena.store import schema
from arena.store.address import place
from arena.store.backup.checked import Backup, checked, damaged
from arena.store.backup.settling import settling
from arena.store.engine import CONNECT_TIMEOUT, Store
from arena.store.failures import told

PACKAGE = "postgresql-client"
"""Debian's, of the tools."""

COPY = re.compile(rb'COPY (?:\S+\.)?"?(\w+)"? \(.*\) FROM stdin;\n')
END = b"\\.\n"


def write_copy(url: URL, file: Path) -> None:
    """Write the database as it stands at one instant into a file. Raises `ArenaError`: `backup-tool`,
    `backup-failed`."""
    _run(url, "pg_dump", "--format=custom", "--no-owner", "--no-privileges", f"--file={file}", _target(url))


def check_copy(file: Path) -> Backup:
    """Read an archive to its end and count the rows in it.

    Raises `ArenaError`: `backup-tool`, `backup-damaged`, `store-foreign`, `store-newer`.
    """
    command = [_tool("pg_restore"), "--file=-", "--data-only", str(file)]
    with TemporaryFile() as said, subprocess.Popen(command, stdout=subprocess.PIPE, stderr=said) as reading:
        assert reading.stdout is not None, "it was asked for"
        rows, version = _counted(reading.stdout)
        if reading.wait() != 0:
            said.seek(0)
            raise damaged(file, said.read().decode(errors="replace"))
    return checked(file, version, rows)


def restore_copy(backup: Backup, store: Store, overwrite: bool) -> None:
    """Put a backup in the database's place, in one transaction, while no writer is at work.

    Raises `ArenaError`: `restore-exists`; `restore-older` where the database has tables that the backup does
    not know, so that pg_restore would neither drop them nor what they point to; `backup-tool`,
    `backup-failed`.
    """
    options = ["--single-transaction", "--exit-on-error", "--no-owner", "--no-privileges"]
    with store.write() as writer:  # holds the writers' lock and no table, which pg_restore would wait for
        with store.read() as reader:
            found = schema.version_of(reader.connection())
        if found is not None:
            if not overwrite:
                raise refuse("restore-exists", database=place(store.url))
            if found > backup.version:
                raise refuse("restore-older", database=place(store.url), found=found, version=backup.version)
            options += ["--clean", "--if-exists"]
        _run(store.url, "pg_restore", *options, f"--dbname={_target(store.url)}", str(backup.file))
        for statement in settling(backup.rows):
            writer.connection().exec_driver_sql(statement)


def _counted(script: IO[bytes]) -> tuple[dict[str, int], str | None]:
    """The rows of each table in a script of pg_restore, and the version of the tables."""
    rows: dict[str, int] = {}
    version = None
    for line in script:
        if copied := COPY.fullmatch(line):
            table = copied[1].decode()
            rows[table] = 0
            while (row := script.readline()) not in (END, b""):
                rows[table] += 1
                if table == schema.VERSION_TABLE:
                    version = row.decode().strip()
    return rows, version


def _target(url: URL) -> str:
    """The address for libpq's tools. Without the password: others may read what a process was called with."""
    bare = URL.create("postgresql", url.username, None, url.host, url.port, url.database, url.query)
    return bare.render_as_string()


def _tool(name: str) -> str:
    found = shutil.which(name)
    if found is None:
        raise refuse("backup-tool", tool=name, package=PACKAGE)
    return found


def _run(url: URL, name: str, *arguments: str) -> None:
    settings = {"PGCONNECT_TIMEOUT": str(CONNECT_TIMEOUT)}
    if url.password is not None:
        settings["PGPASSWORD"] = str(url.password)
    command = [_tool(name), "--no-password", *arguments]
    done = subprocess.run(
        command, env=os.environ | settings, capture_output=True, text=True, errors="replace"
    )
    if done.returncode != 0:
        raise told("backup-failed", place(url), done.stderr)
