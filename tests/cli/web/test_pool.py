"""The queue, its workers, and what becomes of those who wait."""

import asyncio
import errno
import multiprocessing
import threading
import time

import httpx2
import pytest

from tests.cli.web.raw import connect, request
from tests.cli.web.serving import SECONDS, FakeWorker, serving
from wormadvisor.cli.web import api
from wormadvisor.cli.web import pool as pool_module
from wormadvisor.cli.web.pool import BusyError, Pool
from wormadvisor.cli.web.worker import LostError, TookTooLongError, Worker

MOMENT = {"position": "21-36/-/- Wx4"}


def running(*workers, waiting=10):
    """Run a test with a started pool."""

    def decorate(test):
        async def with_pool(*args, **kwargs):
            pool = Pool(workers, waiting)
            await pool.start()
            try:
                await test(pool, *args, **kwargs)
            finally:
                await pool.stop()

        return with_pool

    return decorate


def ask(pool, number, **how):
    """Ask in the background."""
    return asyncio.create_task(pool.answer("hint", {"number": number}, seconds=9, **how))


async def until(condition):
    """Wait until something is so."""
    async with asyncio.timeout(SECONDS):
        while not condition():
            await asyncio.sleep(0.001)


def numbers(worker):
    return [fields["number"] for _, fields in worker.asked]


def test_first_come_first_served():
    worker = FakeWorker(free=True)

    @running(worker)
    async def check(pool):
        await asyncio.gather(*(ask(pool, number) for number in range(8)))
        assert numbers(worker) == list(range(8))

    asyncio.run(check())


def test_too_many_wait():
    worker = FakeWorker()

    @running(worker, waiting=3)
    async def check(pool):
        first = ask(pool, 0)
        await until(lambda: numbers(worker) == [0])
        waiting = [ask(pool, number) for number in (1, 2, 3)]
        await asyncio.sleep(0)
        with pytest.raises(BusyError):
            await ask(pool, 4)
        worker.let_go(4)
        await asyncio.gather(first, *waiting)
        worker.let_go()
        await ask(pool, 4)
        assert numbers(worker) == [0, 1, 2, 3, 4]

    asyncio.run(check())


def test_who_goes_away_is_not_served():
    worker = FakeWorker()

    @running(worker, waiting=2)
    async def check(pool):
        first = ask(pool, 0)
        await until(lambda: numbers(worker) == [0])
        gone, patient = ask(pool, 1), ask(pool, 2)
        await asyncio.sleep(0.01)
        gone.cancel()
        await asyncio.sleep(0.01)
        next_one = ask(pool, 3)  # There is room again.
        worker.let_go(3)
        await asyncio.gather(first, patient, next_one)
        assert numbers(worker) == [0, 2, 3]

    asyncio.run(check())


def test_who_goes_away_while_served_leaves_the_worker_to_others():
    worker = FakeWorker()

    @running(worker)
    async def check(pool):
        gone = ask(pool, 0)
        await until(lambda: numbers(worker) == [0])
        gone.cancel()
        other = ask(pool, 1)
        worker.let_go(2)
        assert (await other).status == 200

    asyncio.run(check())


def test_long_questions_leave_a_worker_to_short_ones():
    workers = [FakeWorker(), FakeWorker()]

    @running(*workers)
    async def check(pool):
        long = [ask(pool, number, long=True) for number in (0, 1)]
        await until(lambda: numbers(workers[0]) == [0])
        short = [ask(pool, number) for number in (2, 3)]
        workers[1].let_go(2)
        await asyncio.gather(*short)
        assert numbers(workers[1]) == [2, 3]
        workers[0].let_go(2)
        await asyncio.gather(*long)
        assert numbers(workers[0]) == [0, 1]

    asyncio.run(check())


def test_the_same_question_is_computed_once(monkeypatch):
    monkeypatch.setattr(pool_module, "KEPT_BYTES", 200)
    worker = FakeWorker(free=True)

    @running(worker)
    async def check(pool):
        for number in (1, 1, 2, 1):
            await ask(pool, number)
        assert numbers(worker) == [1, 2]
        for number in range(100, 120):
            await ask(pool, number)
        await ask(pool, 119)
        await ask(pool, 1)  # Forgotten by now.
        assert numbers(worker) == [1, 2, *range(100, 120), 1]

    asyncio.run(check())


@pytest.fixture
def others():
    """The processes of other tests' servers."""
    return set(multiprocessing.active_children())


@pytest.fixture
def worker(others):
    made = Worker()
    made.start()
    assert made.ask("odds", MOMENT, SECONDS).status == 200
    yield made
    made.end()


@pytest.fixture
def process(worker, others):
    """Tell the worker's process as it is now."""

    def find():
        (found,) = set(multiprocessing.active_children()) - others
        return found

    return find


def ask_on(worker):
    """Ask new questions until something happens."""
    for number in range(10**6):
        moment = f"21-36/-/-/-/-/-/- Wx{number % 4 + 1}"
        worker.ask("hint", {"position": moment, "depth": 2}, SECONDS)


def test_a_process_that_takes_too_long_is_ended(worker, process):
    before = process()
    with pytest.raises(TookTooLongError):
        worker.ask("hint", {"position": "21-36/-/-/-/-/-/-/-", "depth": 3}, 0.0)
    assert process() != before
    assert worker.ask("odds", MOMENT, SECONDS).status == 200


def test_a_process_that_died_is_replaced(worker, process):
    dead = process()
    dead.kill()
    dead.join()
    assert worker.ask("odds", MOMENT, SECONDS).status == 200


def test_a_process_that_dies_over_a_question(worker, process):
    killer = threading.Timer(0.3, process().kill)
    killer.start()
    with pytest.raises(LostError):
        ask_on(worker)
    assert worker.ask("odds", MOMENT, SECONDS).status == 200


def test_a_process_that_cannot_be_made_is_tried_again(worker, process, monkeypatch):
    dead = process()
    dead.kill()
    dead.join()
    with monkeypatch.context() as patched:
        patched.setattr(worker, "start", no_memory)
        for _ in range(2):
            with pytest.raises(LostError):
                worker.ask("odds", MOMENT, SECONDS)
    assert worker.ask("odds", MOMENT, SECONDS).status == 200


def no_memory():
    raise OSError(errno.ENOMEM, "no memory")


def test_no_process_is_left(worker, process):
    last = process()
    worker.end()
    assert last not in multiprocessing.active_children()


def test_a_full_queue_over_http():
    worker = FakeWorker()
    with serving(worker, waiting=0) as address:
        response = httpx2.post(f"{address}/api/v1/odds", json=MOMENT)
        assert (response.status_code, response.json()["error"]["kind"]) == (503, "busy")
        assert int(response.headers["retry-after"]) >= 1
        assert worker.asked == []


def test_time_is_up_over_http(monkeypatch):
    monkeypatch.setattr(api, "SECONDS", 0.0)
    with serving() as address:
        response = httpx2.post(f"{address}/api/v1/hint", json=MOMENT, timeout=SECONDS)
        assert (response.status_code, response.json()["error"]["kind"]) == (504, "time")


def test_a_mistake_of_the_program_over_http():
    class Broken(FakeWorker):
        def ask(self, name, fields, seconds):
            raise ZeroDivisionError

    with serving(Broken()) as address:
        response = httpx2.post(f"{address}/api/v1/hint", json=MOMENT, timeout=SECONDS)
        assert (response.status_code, response.json()["error"]["kind"]) == (500, "internal")
        assert "default-src 'none'" in response.headers["content-security-policy"]


def test_patience_ends_over_http(monkeypatch):
    monkeypatch.setattr(api, "PATIENCE", 0.1)
    with serving(FakeWorker()) as address:
        response = httpx2.post(f"{address}/api/v1/hint", json=MOMENT, timeout=SECONDS)
        assert (response.status_code, response.json()["error"]["kind"]) == (504, "time")


def test_who_hangs_up_is_not_served():
    worker = FakeWorker()
    with serving(worker) as address:
        body = b'{"position": "21-36/-/- Wx%d"}'
        first = connect(address)
        first.sendall(request("/api/v1/odds", body % 1))
        _until(lambda: len(worker.asked) == 1)
        with connect(address) as gone:
            gone.sendall(request("/api/v1/odds", body % 2))
            time.sleep(0.2)
        time.sleep(0.2)
        with connect(address) as last:
            last.sendall(request("/api/v1/odds", body % 3))
            worker.let_go(2)
            assert last.recv(20).startswith(b"HTTP/1.1 200")
        first.close()
    asked = [fields["position"][-1] for _, fields in worker.asked]
    assert asked == ["1", "3"]


def _until(condition):
    end = time.monotonic() + SECONDS
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.005)
