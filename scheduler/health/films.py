"""The folder of the films: whether one can be kept there."""

from pathlib import Path
from tempfile import TemporaryFile

from arena.settings import variable
from scheduler.disk import existing
from scheduler.health.finding import Finding, doubtful, fine

A_FILM = 1_000_000
"""Bytes of one, about."""


def look_at_films(folder: Path) -> Finding:
    """Whether as much as a film takes can be written there, or where the folder would be made; nothing of it
    stays."""
    try:
        with TemporaryFile(dir=existing(folder)) as tried:
            tried.write(bytes(A_FILM))
            tried.flush()
    except OSError as error:
        wanted = variable("films_dir")
        return doubtful("films", "health-films", folder=folder, said=error.strerror, variable=wanted)
    return fine("films", folder=folder)
