"""Files and folders that only this user can read, whatever the umask is; also "~" in typed paths."""

from __future__ import annotations

import contextlib
import os
import shutil
import stat
from pathlib import Path

from companion.errors import BadInput


def expand_user(path: Path | str) -> Path:
    """Return the path with "~" or "~name" replaced by the home folder. Raises BadInput for an unknown user."""
    try:
        return Path(path).expanduser()
    except (RuntimeError, KeyError):
        raise BadInput("path.no-home", path=str(path)[:80]) from None


def readable_name(path: Path) -> str:
    """Return a file's name as valid Unicode; bytes that are not UTF-8 (on old disks) are replaced."""
    return os.fsencode(path.name).decode("utf-8", "replace") if os.name == "posix" else path.name


def folder(path: Path) -> Path:
    """Create a folder and its missing parents with mode 0700, and return it. Raises OSError if that fails.

    If it exists and belongs to this user, all permissions of others are removed.
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
    """Return True if only this user can read, change or replace a file or folder.

    It must belong to this user, give others no permission, and be no symbolic link; a file must have no second link. In
    the folder that holds it nobody else may be able to replace it.

    Args:
        path: The file or folder.
        directory: True to check a folder, False to check a file.
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
    """Return True if other users may create files in this folder. Raises OSError if it cannot be examined."""
    found = folder.stat()
    return os.name == "posix" and (found.st_uid != os.geteuid() or bool(found.st_mode & 0o022))


def tighten(path: Path, mode: int) -> None:
    """Remove all permissions of others from a file or folder of this user. Errors are ignored.

    Args:
        path: The file or folder.
        mode: The mode to set if others have any permission.
    """
    if os.name == "posix":
        with contextlib.suppress(OSError):
            found = path.stat()
            if found.st_uid == os.getuid() and found.st_mode & 0o077:
                path.chmod(mode)


def write(path: Path, data: bytes) -> None:
    """Write a file with mode 0600, completely or not at all. Raises OSError if that fails."""
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
    """Delete a file, a folder with its contents, or a symbolic link but not its target. Raises OSError on failure."""
    if path.is_symlink() or not path.is_dir():
        path.unlink(missing_ok=True)
        return
    for folder, _, _ in os.walk(path):  # top-down: each folder is made accessible before os.walk enters it
        with contextlib.suppress(OSError):
            os.chmod(folder, 0o700)
    shutil.rmtree(path)


def touch(path: Path) -> None:
    """Create an empty file with mode 0600 if there is none. Raises OSError if that fails.

    Programs that write to it later keep that mode.
    """
    with contextlib.suppress(FileExistsError):
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
