"""The server under eight phones at once: `python -m tests.bench.web`, or within `make bench`.

Seconds, not ratios: people at a table wait for them. They mean something on a machine that
does nothing else; how busy it is stands beside them.
"""

import asyncio
import os
import random
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx2

from tests.bench.report import Row
from tests.cli.moments import random_moment
from wormadvisor.solver.notation import format_position

PHONES = 8
QUESTIONS = 2000
_MEMORY_FROM = 500
"""Questions after which memory is taken for the first time: the caches have filled by then."""
_WARM_UP = 50
_TIMEOUT = 60


def rows(questions: int = QUESTIONS) -> Iterator[Row]:
    """Measure everything."""
    with _server() as (address, pid):
        yield from asyncio.run(_measure(address, pid, questions))


async def _measure(address: str, pid: int, count: int) -> list[Row]:
    limits = httpx2.Limits(max_connections=PHONES, max_keepalive_connections=PHONES)
    async with httpx2.AsyncClient(base_url=address, timeout=_TIMEOUT, limits=limits) as client:
        found = [*await _page(client)]
        questions = list(_questions(count + _WARM_UP))
        await _ask_all(client, questions[:_WARM_UP])
        del questions[:_WARM_UP]
        early = await _ask_all(client, questions[:_MEMORY_FROM])
        memory = _memory(pid)
        late = await _ask_all(client, questions[_MEMORY_FROM:])
        grown = _memory(pid)
    answers = early + late
    times = sorted(seconds for seconds, _ in answers)
    failed = sum(status != 200 for _, status in answers)
    load = f"{len(times)} questions, {PHONES} at once; load {os.getloadavg()[0]:.1f}"
    return [
        *found,
        Row("answer, 2 players, depth 2: median", times[len(times) // 2], 0.6, "s", load),
        Row("answer, 2 players, depth 2: 99 of 100", times[len(times) * 99 // 100], 2.5, "s"),
        Row("answer, 2 players, depth 2: longest", times[-1], None, "s"),
        Row("questions without an answer", failed, 0, ""),
        Row(
            f"memory after all, against after {_MEMORY_FROM}",
            grown / memory if memory and grown else None,
            1.1,
            note=f"{grown / 2**20:.0f} MB in all" if grown else "read from /proc",
            skipped=not memory,
        ),
    ]


async def _page(client: httpx2.AsyncClient) -> list[Row]:
    """Load the page as a browser does: first it, then all that it needs, eight at a time."""
    start = time.perf_counter()
    text = (await client.get("/")).text
    links = re.findall(r'(?:href|src)="(/static/[^"]+)"', text)
    static = Path(__file__).parents[2] / "cli" / "web" / "static"
    modules = [f"/static/{path.relative_to(static).as_posix()}" for path in static.rglob("*.js")]
    paths = ["/", *dict.fromkeys([*links, *modules, "/messages/de.json"])]
    responses = await asyncio.gather(*map(client.get, paths))
    seconds = time.perf_counter() - start
    size = sum(int(response.headers["content-length"]) for response in responses)
    note = f"{len(paths)} files, German"
    return [
        Row("page and its files loaded", seconds, 1.0, "s", note),
        Row("page and its files, packed", size / 1000, 150, "kB"),
    ]


async def _ask_all(client: httpx2.AsyncClient, questions: list[str]) -> list[tuple[float, int]]:
    """Let eight phones ask, each its next question when it has its answer."""
    waiting = iter(questions)
    answers: list[tuple[float, int]] = []

    async def phone() -> None:
        for position in waiting:
            start = time.perf_counter()
            response = await client.post("/api/v1/hint", json={"position": position})
            answers.append((time.perf_counter() - start, response.status_code))

    await asyncio.gather(*(phone() for _ in range(PHONES)))
    return answers


def _questions(count: int) -> Iterator[str]:
    """Make distinct moments of games of two."""
    rng, seen = random.Random(3), set()
    while len(seen) < count:
        moment = random_moment(rng)
        text = format_position(*moment)
        if moment[0].players == 2 and text not in seen:
            seen.add(text)
            yield text


@contextmanager
def _server() -> Iterator[tuple[str, int]]:
    """Start the server as people do; give its address and its process."""
    command = [sys.executable, "-m", "wormadvisor.cli", "serve", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            yield process.stdout.readline().split()[2], process.pid
        finally:
            process.terminate()


def _memory(pid: int) -> int:
    """Add up the memory of the server and its workers, in bytes; 0 where it is not told."""
    try:
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii").split()
        texts = [Path(f"/proc/{each}/status").read_text() for each in (pid, *children)]
    except OSError:
        return 0
    found = (re.search(r"VmRSS:\s+(\d+) kB", text) for text in texts)
    return sum(int(match[1]) * 1024 for match in found if match)


def main() -> int:
    """Print the figures; tell whether all targets were met."""
    missed = 0
    for row in rows():
        print(row, flush=True)
        missed += not row.met
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
