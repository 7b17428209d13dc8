"""What this program is called by whoever types a command."""

import os
import shlex
import shutil
import sys

PROGRAM = "arena"
SCRIPTS = (PROGRAM, "hero-arena")
"""What an installation calls it."""


def program_name() -> str:
    """`arena` if a shell finds this very program by that; else the path that it was started by."""
    started = sys.argv[0]
    if os.path.basename(started) not in SCRIPTS:
        return PROGRAM  # a library of another program, which knows no path
    found = shutil.which(PROGRAM)
    if found is not None and os.path.realpath(found) == os.path.realpath(started):
        return PROGRAM
    return shlex.quote(os.path.abspath(started))
