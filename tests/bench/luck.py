"""Is a result without luck right? Few games analysed against many games played.

For every pairing of some bots, games are recorded and analysed as `analyze` does, and the mean
result with the luck taken out is compared with the plain score of many other games. It has
to rank the bots alike, and to differ by no more than chance allows.

    python -m tests.bench.luck [BOTS...] [--games 200] [--plain 20000] [--depth 1] [--seed 1]
"""

from argparse import ArgumentParser
from itertools import combinations
from math import sqrt

import numpy as np

from tests.bots import games_of_match
from wormadvisor.solver.analysis import analyse
from wormadvisor.solver.match import Match, Score, scores
from wormadvisor.solver.position import Position
from wormadvisor.solver.rules import Rules
from wormadvisor.tables.accuracy import expected_error
from wormadvisor.tables.players import find_player
from wormadvisor.tables.winning import Winning

BOTS = ("cautious", "worms", "lead", "network:1")


def adjusted(pair, games, depth, seed):
    """Give the first player's results, plain and without luck, by sets of two seatings."""
    winning = Winning(depth=depth)
    error = expected_error(Position.start(2), Rules(), depth - 1)
    plain, without = np.zeros((games // 2, 2)), np.zeros((games // 2, 2))
    for number, rotation, game in games_of_match(pair, Rules(), games // 2, seed):
        analysis = analyse(game, winning, error)
        plain[number, rotation] = analysis.end[rotation]
        without[number, rotation] = analysis.adjusted[rotation]
    return Score.of(plain.mean(axis=1)), Score.of(without.mean(axis=1))


def main():
    parser = ArgumentParser()
    parser.add_argument("bots", nargs="*", default=BOTS)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--plain", type=int, default=20_000)
    parser.add_argument("--depth", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    bots = [find_player(name) for name in asked.bots]
    few: dict[str, list[float]] = {bot.name: [] for bot in bots}
    many: dict[str, list[float]] = {bot.name: [] for bot in bots}
    deviations = []
    print(f"{'':21}{'plain score':>18}{asked.games:>8} games{'luck taken out':>20}{'off by':>9}")
    for number, (one, other) in enumerate(combinations(bots, 2)):
        # Every pairing has dice of its own, so that their errors are independent.
        seed = 100 * asked.seed + 2 * number
        match = Match((one, other), Rules(), asked.plain // 2, seed + 1)
        score = scores(list(match.play()))[0]
        raw, without = adjusted((one, other), asked.games, asked.depth, seed)
        off = (without.mean - score.mean) / sqrt(without.se**2 + score.se**2)
        deviations.append(off)
        for table, value in ((few, without.mean), (many, score.mean)):
            table[one.name].append(value)
            table[other.name].append(1 - value)
        print(
            f"{one.name + ' - ' + other.name:21} {score.mean:.4f} ± {score.se:.4f}   "
            f"{raw.mean:.4f} ± {raw.se:.4f}   {without.mean:.4f} ± {without.se:.4f}  {off:+.2f}",
            flush=True,
        )
    ranks = [sorted(table, key=lambda name: -np.mean(table[name])) for table in (few, many)]
    print("± are standard errors; off by: in standard errors of the difference")
    print("without luck:", " > ".join(ranks[0]))
    print("plain:       ", " > ".join(ranks[1]))
    chi = float(np.sum(np.square(deviations)))
    print(f"ranks agree: {ranks[0] == ranks[1]}; sum of squares {chi:.1f} of {len(deviations)}")


if __name__ == "__main__":
    main()
