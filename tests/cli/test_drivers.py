"""What is said to drive a choice is true, by numbers that are found another way."""

import re
from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from random import Random

import numpy as np
import pytest

from tests.cli.moments import random_moment, random_turn
from tests.cli.test_reasons import NUMBER, shows
from tests.cli.truth import worth_of_ways
from wormadvisor.cli.reasons import drivers
from wormadvisor.solver.advice import Advice, advise
from wormadvisor.solver.batch import Batch
from wormadvisor.solver.dice import Turn
from wormadvisor.solver.notation import parse_position
from wormadvisor.solver.position import BUST, TILES, Outcome, Position, worms
from wormadvisor.solver.rules import PRESETS
from wormadvisor.solver.value.lead import LEAD
from wormadvisor.tables.store import Store
from wormadvisor.tables.weights import read_network
from wormadvisor.tables.winning import Winning

TILE = r"(?P<tile>\d+)"
PATTERNS = {
    "ends_won": rf"Taking the {TILE} ends the game, and wins it\.",
    "ends_lost": rf"Taking the {TILE} now ends the game while you are behind\.",
    "bust_keeps_going": rf"Taking the {TILE} would end the game and lose it; "
    r"after a bust it goes on\.",
    "bust_ends_lost": r"A bust would end the game and lose it\.",
    "bust_swings": rf"The {TILE} on your stack is at risk: a bust makes "
    r"(?:opponent (?P<opponent>\d)|the (?P<other>other player)) the favourite\.",
    "steal_takes": rf"Stealing the {TILE} also takes (?P<worms>\d) (?:worm|worms) from "
    r"opponent (?P<opponent>\d)\.",
    "takes_lead": rf"The {TILE} puts you ahead in worms: (?P<mine>\d+), and (?P<theirs>\d+) "
    r"at the most\.",
    "bust_cheap": rf"A bust costs only (?P<cost>{NUMBER}) here, so rolling is cheap\.",
    "bust_dear": rf"A bust would cost (?P<cost>{NUMBER}), and rolling on busts "
    rf"(?P<bust>{NUMBER})\.",
    "bust_returns": rf"A bust gives the {TILE} back\.",
    "bust_removes": rf"A bust takes the {TILE} out of the game\.",
    "bust_returns_flips": rf"A bust gives the {TILE} back and flips the (?P<flipped>\d+)\.",
    "bust_flips": r"A bust takes nothing from you, but flips the (?P<flipped>\d+)\.",
    "bust_harmless": r"A bust takes nothing from you and leaves the tiles as they are\.",
}
FEW_DICE = 5
"""Dice left up to which rolls can be counted out one by one in no time."""


@dataclass
class Truth:
    """What is true of a moment and its best choice."""

    advice: Advice

    def after(self, outcome: Outcome) -> Position:
        return self.advice.position.after(outcome, self.advice.rules)

    def shares(self, outcome: Outcome) -> list[float]:
        """Everybody's share after an outcome, the mover first; from the network itself."""
        after = self.after(outcome)
        if after.is_over:
            shares = list(after.shares())
        else:
            shares = read_network().shares(Batch.of([after]), self.advice.rules)[0].tolist()
        return [shares[-1], *shares[:-1]]

    def result(self, outcome: Outcome) -> float | None:
        after = self.after(outcome)
        return after.shares()[-1] if after.is_over else None

    def stop(self, total: int) -> float:
        outcomes = self.advice.position.outcomes(total, self.advice.rules)
        return max(self.shares(outcome)[0] for outcome in outcomes)

    @cached_property
    def ways(self) -> tuple[float, float | None]:
        """What stopping and rolling on are worth after the best choice, counted out."""
        bust = self.shares(BUST)[0]
        worth = {total: self.stop(total) for total in range(41)}
        return worth_of_ways(self.advice.best.after, worth.__getitem__, bust)

    @property
    def taken(self) -> Outcome:
        return self.advice.best.stop.outcome

    @property
    def now(self) -> float:
        """What the better way on is worth."""
        if self.advice.best.after.dice_left <= FEW_DICE:
            return max(way for way in self.ways if way is not None)
        return self.advice.best.value.value

    def check(self, code: str, said: dict[str, str | None]) -> None:
        tile = said.get("tile")
        getattr(self, code)(said, None if tile is None else int(tile))

    def ends_won(self, said, tile):
        assert self.taken == Outcome(self.taken.kind, tile, self.taken.victim)
        assert self.result(self.taken) == 1
        assert self.advice.best.then == "stop"

    def ends_lost(self, said, tile):
        assert self.taken.tile == tile
        assert self.result(self.taken) == 0
        assert self.advice.best.then == "roll"

    def bust_keeps_going(self, said, tile):
        assert self.taken == BUST
        assert self.advice.best.then == "stop"
        assert self.result(BUST) is None
        stops = [choice.stop.outcome for choice in self.advice.choices[1:] if choice.stop]
        assert any(self.result(stop) == 0 for stop in stops if stop.tile == tile)

    def bust_ends_lost(self, said, tile):
        assert self.result(BUST) == 0
        assert self.advice.best.roll is not None

    def bust_swings(self, said, tile):
        assert self.advice.position.stacks[0][-1] == tile
        assert self.now > 0.5 - 1e-6
        opponent = int(said["opponent"] or 1)
        assert (said["other"] is None) == (self.advice.position.players > 2)
        shares = self.shares(BUST)
        assert opponent > 0
        assert shares[opponent] == max(shares)

    def steal_takes(self, said, tile):
        assert self.taken == Outcome("steal", tile, int(said["opponent"]))
        assert self.advice.position.stacks[int(said["opponent"])][-1] == tile
        assert worms(tile) == int(said["worms"])
        assert self.advice.best.then == "stop"

    def takes_lead(self, said, tile):
        assert self.taken.tile == tile
        before, after = self.advice.position.worms, self.after(self.taken).worms
        assert before[0] <= max(before[1:])
        assert (after[-1], max(after[:-1])) == (int(said["mine"]), int(said["theirs"]))
        assert after[-1] > max(after[:-1])

    def bust_cheap(self, said, tile):
        cost = self.now - self.shares(BUST)[0]
        assert abs(float(said["cost"].strip("<%")) - 100 * cost) < 0.051 + 0.01
        assert -1e-6 <= cost <= 0.05 + 1e-6
        assert self.advice.best.then == "roll"

    def bust_dear(self, said, tile):
        cost = self.now - self.shares(BUST)[0]
        assert abs(float(said["cost"].strip("%")) - 100 * cost) < 0.051 + 0.01
        assert shows(said["bust"], self.advice.best.roll.bust)
        assert self.advice.best.then == "stop"

    def _gone(self) -> list[int]:
        gone = set(self.after(BUST).out_of_game) - set(self.advice.position.out_of_game)
        return sorted(gone)

    def bust_returns(self, said, tile):
        assert self.advice.position.stacks[0][-1] == tile
        assert tile in self.after(BUST).grill
        assert self._gone() == []

    def bust_removes(self, said, tile):
        assert self.advice.position.stacks[0][-1] == tile
        assert self._gone() == [tile]

    def bust_returns_flips(self, said, tile):
        assert self.advice.position.stacks[0][-1] == tile
        assert tile in self.after(BUST).grill
        assert self._gone() == [int(said["flipped"])]

    def bust_flips(self, said, tile):
        assert self.advice.position.stacks[0] == ()
        assert self._gone() == [int(said["flipped"])]

    def bust_harmless(self, said, tile):
        assert self.advice.position.stacks[0] == ()
        assert self.after(BUST).grill == self.advice.position.grill


def check(advice):
    """Hold every sentence against the truth; tell the codes."""
    sentences = drivers(advice)
    assert len(sentences) == len(advice.drivers) <= 2
    truth = Truth(advice)
    for reason, sentence in zip(advice.drivers, sentences, strict=True):
        assert len(sentence) <= 200
        found = re.fullmatch(PATTERNS[reason.code], sentence)
        assert found, sentence
        truth.check(reason.code, found.groupdict())
    best = advice.best
    if advice.shares and best and best.after.dice_left <= FEW_DICE:
        stop, roll = truth.ways
        if best.stop:
            assert best.stop.value.value == pytest.approx(stop, abs=1e-6)
        assert (best.roll is None) == (roll is None)
        if roll is not None:
            assert best.roll.value.value == pytest.approx(roll, abs=1e-6)
    return [reason.code for reason in advice.drivers]


def late_moment(rng):
    """Few open tiles: the game may be over soon."""
    players = rng.choice([2, 2, 3, 4])
    tiles = rng.sample(TILES, rng.randrange(3, 12))
    grill, rest = tiles[: rng.choice([1, 1, 2])], tiles[2:]
    stacks = [[] for _ in range(players)]
    for tile in rest:
        if tile not in grill:
            rng.choice(stacks).append(tile)
    turn = random_turn(rng)
    return Position(grill, stacks), turn, rng.choice(list(PRESETS.values()))


@pytest.fixture
def win(tmp_path):
    """Nothing is proven, so that every number is the network's, one turn deep."""
    return Winning(Store(tmp_path), depth=1, reach=0)


@pytest.mark.parametrize(
    "count", [60, pytest.param(600, marks=pytest.mark.slow)], ids=["some", "many"]
)
def test_true_and_short(win, count):
    rng = Random(f"drivers {count}")
    codes = Counter()
    for number in range(count):
        moment = late_moment(rng) if number % 2 else random_moment(rng)
        codes.update(check(advise(*moment, win)))
    assert len(codes) >= 4
    if count > 100:
        # A bust on purpose is rare; there is an example below.
        assert codes.keys() | {"bust_keeps_going"} == PATTERNS.keys()


def test_lead_tells_what_happens_on_the_table():
    rng = Random("drivers lead")
    codes = Counter()
    for number in range(150):
        moment = late_moment(rng) if number % 2 else random_moment(rng)
        codes.update(check(advise(*moment, LEAD)))
    assert {"bust_returns_flips", "bust_harmless", "steal_takes"} <= codes.keys()
    assert not {"bust_cheap", "bust_swings", "ends_won"} & codes.keys()


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("21/22,23/24,33 5x3,Wx1,1x1", "Taking the 21 now ends the game while you are behind."),
        ("21/22/36 5x4 1,1,1,W", "Taking the 21 would end the game and lose it; after a bust it"),
        ("36/33/21 5x6,Wx1,1", None),
        ("21/36/22 5x4,Wx1", "Taking the 21 ends the game, and wins it."),
        ("21,36/-/24 5x4,W official", "A bust takes nothing from you and leaves the tiles as"),
        ("36/-/- Wx4,5x1 flip", None),
        ("35/22,29/36 W,5x4 short", None),
    ],
)
def test_sentence(win, text, sentence):
    advice = advise(*parse_position(text), win)
    check(advice)
    if sentence:
        assert drivers(advice)[0].startswith(sentence)


def test_no_driver_where_nothing_is_left_to_choose(win):
    bust = advise(
        Position.start(), Turn((0, 0, 0, 0, 0, 6), (0, 0, 0, 0, 0, 2)), PRESETS["flip"], win
    )
    assert bust.drivers == ()
    assert np.isclose(sum(bust.shares), 1)
