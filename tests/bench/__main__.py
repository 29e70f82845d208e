"""Speed, as ratios of things measured side by side in this run: `make bench`.

Absolute times say more about a machine, and about what else it does, than about a program;
only of the server they are measured, because people wait for it.
The exit code is 1 when a target is missed.
"""

import sys
import time

from tests.bench import endgames, processes, turns, web
from tests.bench.signature import signature


def main() -> int:
    """Run everything; tell whether all targets were met."""
    start = time.perf_counter()
    missed = 0
    for part in (turns, processes, web):
        for row in part.rows():
            print(row, flush=True)
            missed += not row.met
    for preset in endgames.PRESETS_SHOWN:
        print(f"\nendgames of two, {preset}\n{endgames.HEADING}")
        for line in endgames.lines(preset):
            print(line, flush=True)
    print("* CPU seconds, one core")
    print(f"\nsignature {signature()}")
    print(f"{missed} targets missed, {time.perf_counter() - start:.0f} s")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
