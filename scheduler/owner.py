"""Who holds a run's lease, and whether that process is known to be dead."""

import os
from pathlib import Path

PROC = Path("/proc")


def this_process() -> str:
    """This process as nobody else is called: machine since its start, process namespace, id, start time."""
    return "/".join((_machine(), str(os.getpid()), _started(os.getpid()) or "?"))


def is_dead(owner: str) -> bool:
    """Whether the process of that name is gone for sure: one of this machine that does not run any more.

    Of another machine, or where there is no /proc, nobody can tell; the lease decides.
    """
    machine, _, process = owner.partition("/")
    pid, _, started = process.partition("/")
    if machine != _machine() or not pid.isdecimal() or started == "?":
        return False
    try:
        os.kill(int(pid), 0)
    except ProcessLookupError:
        return True
    except PermissionError:
        pass  # it lives, and /proc may be closed to us
    since = _started(int(pid))
    return since is not None and since != started


def _machine() -> str:
    try:
        boot = (PROC / "sys/kernel/random/boot_id").read_text().strip()
        namespace = os.readlink(PROC / "self/ns/pid").removeprefix("pid:").strip("[]")
    except OSError:
        return "unknown"
    return f"{boot}.{namespace}"


def _started(pid: int) -> str | None:
    """When a process started, in ticks since the machine did; "dead" for a zombie, None where it is not
    shown."""
    try:
        fields = (PROC / str(pid) / "stat").read_text().rpartition(")")[2].split()
    except OSError:
        return None
    return "dead" if fields[0] in "ZX" else fields[19]
