"""A process that computes answers, and the one thread that waits for each of them.

An answer takes all of a core, so that threads of one process would only wait for each other,
and for the HTTP connections besides. And a process can be ended: no question holds a core
longer than its time.
"""

import multiprocessing
import os
import signal
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import Any

START_SECONDS = 120.0
"""Time to load everything, which may include compiling the turn kernel."""

_ONE_THREAD = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS")


@dataclass(frozen=True, slots=True)
class Reply:
    """What a request is answered with.

    Attributes
    ----------
    status
        HTTP status.
    body
        JSON.
    """

    status: int
    body: bytes


class TookTooLongError(Exception):
    """An answer was not there in time; its process was ended."""


class LostError(Exception):
    """The process ended while it was computing."""


class Worker:
    """One such process, which is started anew when it had to be ended."""

    def __init__(self) -> None:
        self._context = multiprocessing.get_context("spawn")
        self._process: multiprocessing.process.BaseProcess | None = None
        self._pipe: Connection | None = None
        self._ready = self._ended = False

    def start(self) -> None:
        """Start the process, without waiting until it is ready."""
        here, there = self._context.Pipe()
        self._process = self._context.Process(target=_work, args=(there,), daemon=True)
        self._process.start()
        # The process alone holds the other end: each sees at once when the other is gone.
        there.close()
        self._pipe, self._ready = here, False

    def ask(self, name: str, fields: Mapping[str, Any], seconds: float) -> Reply:
        """Have a question answered, and wait for it.

        Raises
        ------
        TookTooLongError
            It takes longer than that.
        LostError
            The process has ended.
        """
        try:
            if self._process is None or (self._ready and not self._process.is_alive()):
                self._restart()
            if not self._ready:
                self._receive(START_SECONDS)
                self._ready = True
            assert self._pipe is not None
            self._pipe.send((name, dict(fields)))
            reply = self._receive(seconds)
        except (EOFError, OSError) as error:
            with suppress(OSError):  # No process can be made: the next question tries again.
                self._restart()
            raise LostError from error
        assert isinstance(reply, Reply)
        return reply

    def end(self) -> None:
        """End the process for good."""
        self._ended = True
        self._stop()

    def _stop(self) -> None:
        if self._process is not None and self._pipe is not None:
            self._process.kill()
            self._process.join()
            self._pipe.close()
            self._process.close()
        self._process = self._pipe = None

    def _receive(self, seconds: float) -> object:
        if self._pipe is None:
            raise EOFError
        if not self._pipe.poll(seconds):
            self._restart()
            raise TookTooLongError
        received: object = self._pipe.recv()
        return received

    def _restart(self) -> None:
        if not self._ended:
            self._stop()
            self.start()


def _work(pipe: Connection) -> None:
    """Answer questions until the program that asks is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Meant for the program.
    for variable in _ONE_THREAD:  # Read by numpy and numba when they are imported.
        os.environ.setdefault(variable, "1")
    from wormadvisor.cli.web.answers import Answers

    answers = Answers()
    answers.warm_up()
    try:
        pipe.send(None)
        while True:
            name, fields = pipe.recv()
            pipe.send(answers.reply(name, fields))
    except (EOFError, OSError):
        return
