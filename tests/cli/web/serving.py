"""A server of this process on a free port, as `wormadvisor serve` starts one."""

import socket
import threading
import time
from contextlib import contextmanager

import uvicorn

from wormadvisor.cli.serve import server_for
from wormadvisor.cli.web.pool import WAITING, Pool
from wormadvisor.cli.web.worker import Reply, Worker

SECONDS = 60


@contextmanager
def serving(*workers, waiting=WAITING):
    """Serve by these workers, or a real one; give the address."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        server = server_for(Pool(workers or [Worker()], waiting), "127.0.0.1")
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
        thread.start()
        try:
            _until_started(server)
            yield f"http://127.0.0.1:{listener.getsockname()[1]}"
        finally:
            server.should_exit = True
            thread.join()


class FakeWorker:
    """Answers nothing before it is let go; remembers what it was asked."""

    def __init__(self, *, free=False):
        self.asked, self._free = [], threading.Semaphore(10**6 if free else 0)

    def start(self):
        pass

    def end(self):
        self.let_go(10**6)

    def let_go(self, questions=1):
        self._free.release(questions)

    def ask(self, name, fields, seconds):
        self.asked.append((name, dict(fields)))
        self._free.acquire()
        return Reply(200, b"{}")


def _until_started(server: uvicorn.Server):
    end = time.monotonic() + SECONDS
    while not server.started:
        assert time.monotonic() < end
        time.sleep(0.01)
