"""Build endgames of three tiles on a cluster of which one worker is killed."""

import os
import signal
import sys
import time
from pathlib import Path

from distributed import Client, LocalCluster
from joblib import parallel_config

from wormadvisor.solver.rules import PRESETS
from wormadvisor.tables import kinds
from wormadvisor.tables.endgames import EndgameKind
from wormadvisor.tables.store import Store


def main(folder: str) -> None:
    with (
        LocalCluster(
            n_workers=3, threads_per_worker=1, processes=True, dashboard_address=None
        ) as cluster,
        Client(cluster) as client,
    ):
        workers = client.run(os.getpid)

        def kill_one(done: int, total: int) -> None:
            if done == 0:
                time.sleep(0.5)
                os.kill(next(iter(workers.values())), signal.SIGKILL)

        with parallel_config(backend="dask", n_jobs=-1):
            kinds.build(EndgameKind(PRESETS["flip"], 3), Store(Path(folder)), kill_one)


if __name__ == "__main__":
    main(sys.argv[1])
