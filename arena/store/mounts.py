"""Which filesystem a file lies on: SQLite's locks and its log do not hold over a network."""

import re
from pathlib import Path

MOUNTS = Path("/proc/self/mounts")

SHARES = frozenset(
    {"9p", "afs", "beegfs", "ceph", "cifs", "coda", "davfs", "gfs2", "glusterfs", "gpfs", "lustre", "ncpfs"}
    | {"nfs", "nfs4", "ocfs2", "smb2", "smb3", "smbfs"}
    | {"fakeowner", "prl_fs", "vboxsf", "virtiofs", "vmhgfs"}
    | {"fuse.ceph", "fuse.gcsfuse", "fuse.glusterfs", "fuse.grpcfuse", "fuse.juicefs", "fuse.osxfs"}
    | {"fuse.rclone", "fuse.s3fs", "fuse.smbnetfs", "fuse.sshfs", "fuse.vmhgfs-fuse"}
)
"""Filesystems of a network or of a virtual machine's host, as the kernel names them."""

SANDBOX_ROOTS = frozenset({"9p", "virtiofs"})
"""What a sandboxed container has for its own disk: nobody else mounts it."""


def share_under(path: Path) -> str | None:
    """The filesystem's name if the path lies on a share; None if not, or where the system does not tell."""
    try:
        lines = MOUNTS.read_text(encoding="utf-8", errors="surrogateescape").splitlines()
    except FileNotFoundError:
        return None
    mounted = {Path(_unescaped(point)): kind for _, point, kind, *_ in map(str.split, lines)}
    place = path.resolve()
    point = next((each for each in (place, *place.parents) if each in mounted), None)
    if point is None:
        return None
    kind = mounted[point]
    of_sandbox = point == Path("/") and kind in SANDBOX_ROOTS
    return kind if kind in SHARES and not of_sandbox else None


def _unescaped(point: str) -> str:
    """The kernel writes a space in a path as \\040."""
    return re.sub(r"\\([0-7]{3})", lambda match: chr(int(match[1], 8)), point)
