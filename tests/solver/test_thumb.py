"""The rules of thumb do what their five lines say."""

import random

import numpy as np
import pytest

from wormadvisor.solver.batch import Batch
from wormadvisor.solver.dice import FACES, NO_DICE, Turn
from wormadvisor.solver.notation import parse_position
from wormadvisor.solver.plans import Act, outcome_of
from wormadvisor.solver.position import TILES, Position, worms
from wormadvisor.solver.rules import PRESETS, Rules
from wormadvisor.solver.thumb import THUMB, Thumb
from wormadvisor.solver.thumb_search import FAMILY, SIMPLEST, Sample, search


def does(text, player=THUMB):
    position, turn, rules = parse_position(text)
    plan = player.plan(Batch.of([position]), rules or Rules(), np.random.default_rng(0))
    return plan.act(0, turn)


def act(face, then):
    return Act(None if face is None else FACES.index(face), then)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # 1. With the 2 the total is the 22 on top of the other's stack.
        ("21,23-36/-/22 Wx3,5x1 2,4,4,4", act("2", "stop")),
        # The same dice without a tile to steal: most points, less 2 a die.
        ("21,23,25-36/-/24 Wx3,5x1 2,4,4,4", act("4", "stop")),
        # 2. W first, even one.
        ("21-36/-/- 2x1 5,5,5,1,3,3,W", act("W", "roll")),
        # But of the first roll only three: the most points, 5x3 counting 9.
        ("21-36/-/- - 5,5,5,1,2,3,W,W", act("5", "roll")),
        ("21-36/-/- - 5,5,5,5,3,W,W,W", act("W", "roll")),
        # With W aside the points decide, not how many dice are left.
        ("21-36/-/- Wx1 1,1,1,1,3,W,W", act("3", "roll")),
        # 3. Less 2 a die: 4x2 are 4, 5x1 is 3, 3x3 are 3.
        ("21-36/-/- - 3,3,3,4,4,5,1,2", act("4", "roll")),
        # Of equals the higher face: W and 5 count 3 each.
        ("21-36/-/- - 5,W,3,3,1,1,2,2", act("W", "roll")),
        # 4. Three faces aside and two dice left is enough, but not without a tile.
        ("21,23-29,31-36/30/22 5x3,Wx2,1x1", act(None, "stop")),
        ("21-36/-/- 5x3,Wx2,1x1", act(None, "roll")),
        # 5. The highest open tile is taken at once.
        ("21,22/25/26 5x2,Wx3", act(None, "stop")),
        # The last tile would end the game behind.
        ("21/25/36 5x2,Wx3,1x1", act(None, "roll")),
    ],
)
def test_lines(text, expected):
    assert does(text) == expected


def read_slowly(position, turn, rules):
    """Do what the five lines say, as a reader would: the face, then, and the tile."""
    face = None
    if turn.roll is not None:
        legal = [face for face in range(6) if turn.roll[face] and not turn.kept[face]]
        stealing = [face for face in legal if _steal(position, turn.choose(face))]
        faces = stealing or legal  # Where several let one steal, the other lines decide.
        if 5 in faces and (any(turn.kept) or turn.roll[5] >= 3):
            face = 5
        else:
            face = max(faces, key=lambda face: (turn.roll[face] * (min(face + 1, 5) - 2), face))
        turn = turn.choose(face)
    tile = _steal(position, turn) or _claim(position, turn, rules)
    if turn.dice_left == 0 or all(turn.kept):
        return face, "stop", tile
    outnumber = sum(count > 0 for count in turn.kept) - turn.dice_left
    enough = outnumber >= (1 if position.stacks[0] else 2)
    stops = _steal(position, turn) or tile == max(position.grill) or enough
    if tile is None or not stops or _ends_behind(position, tile):
        return face, "roll", None
    return face, "stop", tile


def _total(turn):
    return sum(count * min(face + 1, 5) for face, count in enumerate(turn.kept))


def _steal(position, turn):
    tops = [stack[-1] for stack in position.stacks[1:] if stack]
    return _total(turn) if turn.kept[5] and _total(turn) in tops else None


def _claim(position, turn, rules):
    lower = [tile for tile in position.grill if tile <= _total(turn)]
    return max(lower) if lower and turn.kept[5] else None


def _ends_behind(position, tile):
    if position.grill != (tile,):
        return False
    stacks = ((*position.stacks[0], tile), *position.stacks[1:])
    ranks = [(sum(map(worms, stack)), max(stack, default=0)) for stack in stacks]
    return ranks[0] < max(ranks)


def tables(rng, players, number):
    """Tiles anywhere, on some tables very few of them."""
    for _ in range(number):
        places, few = list(range(-1, players + 1)), rng.random() < 0.5
        if few:
            places += [-1] * 3 * players
        at = {tile: rng.choice(places) for tile in TILES}
        at[rng.choice(TILES)] = players
        stacks = [[tile for tile in TILES if at[tile] == player] for player in range(players)]
        for stack in stacks:
            rng.shuffle(stack)
        yield Position([tile for tile in TILES if at[tile] == players], stacks)


@pytest.mark.parametrize("rules", [*PRESETS.values(), Rules.parse("free+steal=forced")], ids=str)
@pytest.mark.parametrize("players", [2, 4])
def test_who_reads_the_lines_plays_as_the_player(rules, players):
    """At a thousand moments of whole turns: the face, stop or roll, and the tile."""
    rng = random.Random(f"{rules} {players}")
    positions = list(tables(rng, players, 120))
    plan = THUMB.plan(Batch.of(positions), rules, np.random.default_rng(0))
    moments, stops = 0, 0
    for row, position in enumerate(positions):
        for _ in range(3):
            turn = Turn(NO_DICE)
            while True:
                roll = rng.choices(range(6), k=turn.dice_left)
                turn = Turn(turn.kept, tuple(roll.count(face) for face in range(6)))
                if not turn.legal_faces:
                    break
                moments += 1
                face, then, tile = read_slowly(position, turn, rules)
                assert plan.act(row, turn) == Act(face, then), (position, turn)
                # Wherever a turn came from, its player knows how to go on.
                after = turn.choose(face if rng.random() < 0.7 else rng.choice(turn.legal_faces))
                face, then, tile = read_slowly(position, after, rules)
                assert plan.act(row, after) == Act(None, then), (position, after)
                if then == "stop":
                    stops += 1
                    assert outcome_of(plan, row, after).tile == tile
                if after.dice_left == 0 or all(after.kept):
                    break
                turn = after
    assert moments > 1000
    assert stops > 200


def test_never_stops_without_a_tile_while_there_are_dice():
    assert does("30-36/-/- 4x3,Wx1,3x2 2,2") == act("2", "stop")  # No dice are left.
    assert does("30-36/22/- 5x3,Wx2,1x2") == act(None, "roll")


def test_size_of_the_family():
    size = np.prod([len(values) for values in FAMILY.values()])
    assert size == 5600
    assert FAMILY.keys() == THUMB.parameters.keys()
    for rule in (THUMB, SIMPLEST):
        assert all(rule.parameters[name] in values for name, values in FAMILY.items())


class _Told(Sample):
    """Loses as many tenths as a rule differs from the wanted one."""

    def __init__(self, wanted):
        object.__setattr__(self, "wanted", wanted)

    def loss(self, rule):
        differ = sum(self.wanted[name] != value for name, value in rule.parameters.items())
        return type("Loss", (), {"shares": differ / 10})


def test_search_finds_the_best_where_parameters_do_not_meddle():
    wanted = Thumb("wanted", first_worms=2, die_cost=1.0, margin=2, takes_highest=False).parameters
    steps = list(search([_Told(wanted)]))
    assert steps[-1].rule.parameters == wanted
    assert [step.loss for step in steps] == sorted((step.loss for step in steps), reverse=True)
