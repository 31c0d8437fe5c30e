"""Files and folders for this machine's user alone, whatever the umask says; and "~" in what people type."""

from __future__ import annotations

import contextlib
import os
import shutil
import stat
from pathlib import Path

from companion.errors import BadInput


def expand_user(path: Path | str) -> Path:
    """With "~" and "~name" replaced. Raises BadInput for a user who is not there."""
    try:
        return Path(path).expanduser()
    except (RuntimeError, KeyError):
        raise BadInput("path.no-home", path=str(path)[:80]) from None


def readable_name(path: Path) -> str:
    """Return a file's name as text that any log, page and broker takes: some names on old disks are no UTF-8."""
    return os.fsencode(path.name).decode("utf-8", "replace") if os.name == "posix" else path.name


def folder(path: Path) -> Path:
    """Made where it is missing, with all above it: 0700 each. One that is there already is tightened if it is ours.

    Raises OSError.
    """
    missing = []
    above = path
    while not above.exists() and above != above.parent:
        missing.append(above)
        above = above.parent
    for part in reversed(missing):
        part.mkdir(mode=0o700, exist_ok=True)
    path.mkdir(mode=0o700, exist_ok=True)
    tighten(path, 0o700)
    return path


def is_private(path: Path, *, directory: bool = False) -> bool:
    """Return whether only this user can read, change or exchange a file or folder.

    Return whether it is a file (or a folder) of this user's, closed to others, under one name, and no link, in a folder
    where nobody else may exchange it.
    """
    try:
        found, above = path.lstat(), path.parent.stat()
    except OSError:
        return False
    if not (stat.S_ISDIR if directory else stat.S_ISREG)(found.st_mode):
        return False
    if os.name != "posix":
        return True
    safe = above.st_uid in (0, os.geteuid()) and (not above.st_mode & 0o022 or bool(above.st_mode & stat.S_ISVTX))
    return safe and found.st_uid == os.geteuid() and not found.st_mode & 0o077 and (directory or found.st_nlink == 1)


def is_shared_folder(folder: Path) -> bool:
    """Return whether others may put files into this folder. Raises OSError."""
    found = folder.stat()
    return os.name == "posix" and (found.st_uid != os.geteuid() or bool(found.st_mode & 0o022))


def tighten(path: Path, mode: int) -> None:
    """Take away what others may do with a file or folder of this user's. Where that cannot be, it stays."""
    if os.name == "posix":
        with contextlib.suppress(OSError):
            found = path.stat()
            if found.st_uid == os.getuid() and found.st_mode & 0o077:
                path.chmod(mode)


def write(path: Path, data: bytes) -> None:
    """Write a file with 0600, whole or not at all. Raises OSError."""
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        with contextlib.suppress(FileNotFoundError):
            part.unlink()
        with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as out:
            out.write(data)
            out.flush()
            os.fsync(out.fileno())
        part.replace(path)
    except BaseException:
        with contextlib.suppress(OSError):
            part.unlink(missing_ok=True)
        raise


def remove(path: Path) -> None:
    """Delete a file, a link (not what it leads to), or a folder with all that is in it. Raises OSError."""
    if path.is_symlink() or not path.is_dir():
        path.unlink(missing_ok=True)
        return
    for folder, _, _ in os.walk(path):  # from above: one that was closed is opened before it is looked into
        with contextlib.suppress(OSError):
            os.chmod(folder, 0o700)
    shutil.rmtree(path)


def touch(path: Path) -> None:
    """Make an empty file with 0600 where there is none: what opens it next keeps that. Raises OSError."""
    with contextlib.suppress(FileExistsError):
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
