"""The queue before the workers: bounded, in order, and without those who went away."""

import asyncio
import json
from collections import OrderedDict, deque
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any

from wormadvisor.cli.web.worker import Reply, Worker

WAITING = 64
"""Questions that may wait; more are refused."""
KEPT_BYTES = 16 * 2**20
"""Size of all answers that are kept for the next who asks the same."""


class BusyError(Exception):
    """Too many questions wait already."""


@dataclass(eq=False)
class _Job:
    name: str
    fields: Mapping[str, Any]
    seconds: float
    reply: "asyncio.Future[Reply]" = field(
        default_factory=lambda: asyncio.get_running_loop().create_future()
    )


class Pool:
    """Workers, the questions that wait for them, and the last answers.

    Long questions, as the analysis of a game, are left to the first worker, which takes them
    when nothing short waits; so a hint never waits for one where there are two workers.

    Parameters
    ----------
    workers
        The processes, at least one.
    waiting
        How many questions may wait.
    """

    def __init__(self, workers: Sequence[Worker], waiting: int = WAITING) -> None:
        self._workers, self._waiting = workers, waiting
        self._threads = ThreadPoolExecutor(len(workers), "worker")
        self._short: deque[_Job] = deque()
        self._long: deque[_Job] = deque()
        self._more = asyncio.Condition()
        self._serving: list[asyncio.Task[None]] = []
        self._kept: OrderedDict[str, Reply] = OrderedDict()
        self._kept_bytes = 0

    async def start(self) -> None:
        """Start the processes."""
        for number, worker in enumerate(self._workers):
            worker.start()
            self._serving.append(asyncio.create_task(self._serve(worker, takes_long=number == 0)))

    async def stop(self) -> None:
        """End the processes, whatever they do."""
        for task in self._serving:
            task.cancel()
        for worker in self._workers:
            worker.end()
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def answer(
        self, name: str, fields: Mapping[str, Any], *, seconds: float, long: bool = False
    ) -> Reply:
        """Answer a question, or wait for it until the task is cancelled.

        Parameters
        ----------
        name, fields
            The question.
        seconds
            How long computing it may take.
        long
            Whether it is a long one.

        Raises
        ------
        BusyError
            Too many questions wait.
        TookTooLongError, LostError
            As `Worker.ask`.
        """
        key = json.dumps([name, fields], sort_keys=True)
        if key in self._kept:
            self._kept.move_to_end(key)
            return self._kept[key]
        queue = self._long if long else self._short
        if len(self._short) + len(self._long) >= self._waiting:
            raise BusyError
        job = _Job(name, fields, seconds)
        queue.append(job)
        try:
            async with self._more:
                self._more.notify_all()
            reply = await job.reply
        except asyncio.CancelledError:
            if job in queue:
                queue.remove(job)
            raise
        if reply.status < 500:
            self._keep(key, reply)
        return reply

    def _keep(self, key: str, reply: Reply) -> None:
        if key not in self._kept:
            self._kept_bytes += len(key) + len(reply.body)
        self._kept[key] = reply
        while self._kept_bytes > KEPT_BYTES:
            oldest, gone = self._kept.popitem(last=False)
            self._kept_bytes -= len(oldest) + len(gone.body)

    async def _serve(self, worker: Worker, *, takes_long: bool) -> None:
        loop = asyncio.get_running_loop()
        while True:
            async with self._more:
                await self._more.wait_for(lambda: self._short or (takes_long and self._long))
                job = (self._short or self._long).popleft()
            if job.reply.done():  # Cancelled just now.
                continue
            try:
                reply = await loop.run_in_executor(
                    self._threads, worker.ask, job.name, job.fields, job.seconds
                )
            except Exception as error:
                if not job.reply.done():
                    job.reply.set_exception(error)
            else:
                if not job.reply.done():
                    job.reply.set_result(reply)
