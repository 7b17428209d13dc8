"""Fingerprints of a program: what is kept of one is not taken for what another makes."""

import hashlib
from collections.abc import Iterable
from importlib.metadata import version
from pathlib import Path


def fingerprint(files: Iterable[Path], distributions: Iterable[str] = (), *more: str) -> str:
    """SHA-256, in hexadecimal, of the names and contents of files in this order, the versions of installed
    distributions, and what `more` there is. In which folders the files lie does not count.

    Raises `OSError` for a file that cannot be read, `PackageNotFoundError` for what is not installed.
    """
    digest = hashlib.sha256()
    for file in files:
        digest.update(f"{file.name} {hashlib.sha256(file.read_bytes()).hexdigest()}\n".encode())
    for part in (*map(version, distributions), *more):
        digest.update(f"{part}\n".encode())
    return digest.hexdigest()
