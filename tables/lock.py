"""One writer of a table at a time, among processes.

The operating system holds the lock and drops it when its process ends, however it ends: a
file alone, left by a killed process, locks nothing.
"""

import os
import sys
import time
from pathlib import Path
from typing import BinaryIO

from wormadvisor.tables.errors import WAIT, TableError, writing

_POLL = 0.05
"""Seconds between two tries."""

if sys.platform == "win32":
    import msvcrt

    def _try_lock(file: BinaryIO) -> bool:
        try:
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        except PermissionError:
            return False
        return True

else:
    import fcntl

    def _try_lock(file: BinaryIO) -> bool:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True


class Lock:
    """An exclusive lock on a file, held from the constructor to `release`.

    Parameters
    ----------
    path
        The lock file, in a folder that exists.
    wait
        Seconds to wait for another holder.

    Raises
    ------
    TableError
        ``locked``: still held by another; ``unwritable``: no lock file can be here.
    """

    def __init__(self, path: Path, wait: float = 0.0) -> None:
        self.path = path
        give_up = time.monotonic() + wait
        while True:
            with writing(path):
                file = path.open("ab")
                if not _try_lock(file):
                    file.close()
                elif self._is_at_path(file):
                    self._file = file
                    return
                else:
                    file.close()
                    continue
            if time.monotonic() >= give_up:
                raise TableError("locked", path, WAIT)
            time.sleep(_POLL)

    def _is_at_path(self, file: BinaryIO) -> bool:
        # Who clears the tables removes the lock file: then a lock on it protects nothing.
        try:
            return os.path.samestat(os.fstat(file.fileno()), self.path.stat())
        except FileNotFoundError:
            return False

    def release(self, remove: bool = False) -> None:
        """Let go of the lock; the file stays, unless it is to be removed."""
        if remove:
            with writing(self.path):
                self.path.unlink(missing_ok=True)
        self._file.close()
