"""Workers that end with the program that started them.

A killed program cannot end its workers, and they would wait for it for ever, each holding on
to the other's pipes.
"""

import multiprocessing
import os
import threading
import time
from functools import cache

_LOOK_EVERY = 2.0
"""Seconds between two looks whether the parent is still there."""


@cache
def end_with_parent() -> None:
    """In a worker of joblib's, end the process soon after its parent; elsewhere do nothing."""
    if multiprocessing.current_process().name.startswith("Loky"):
        threading.Thread(target=_watch, args=(os.getppid(),), daemon=True).start()


def _watch(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(_LOOK_EVERY)
    os._exit(1)
