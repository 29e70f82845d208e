"""Every sentence of every reason is true of the numbers, and short."""

import re
from collections import Counter
from random import Random

import pytest

from tests.cli.moments import random_moment
from wormadvisor.cli.objectives import goal_of, resolve_objective
from wormadvisor.cli.reasons import bust_chance, why
from wormadvisor.solver.advice import advise
from wormadvisor.solver.dice import FACES
from wormadvisor.solver.notation import parse_position
from wormadvisor.tables.store import Store
from wormadvisor.tables.winning import Winning

NUMBER = r"[<>]?[+-]?[\d.]+\d%?|\d+%?"
ROLLING = rf"Rolling on is worth (?P<roll>{NUMBER}) and busts (?P<bust>{NUMBER})\."
STOPPING = rf"Stopping (?P<how>takes|steals) the (?P<tile>\d+), worth (?P<stop>{NUMBER})\."
PATTERNS = [
    r"No face of the roll is new: a bust, and the (?P<lost>\d+) is lost\.",
    r"No face of the roll is new: a bust, with (?P<nothing>no tile) to lose\.",
    rf"Played best, this turn is worth (?P<roll>{NUMBER}) and busts (?P<bust>{NUMBER})\.",
    r"(?P<end>No dice are left|All six faces are used): "
    r"(?P<total>\d+) (?P<how>takes|steals) the (?P<tile>\d+)\.",
    r"(?P<end>No dice are left|All six faces are used), and (?P<total>\d+) takes no tile: "
    r"a (?P<how>bust)\.",
    r"(?P<end>No dice are left), and (?P<wormless>no W) is set aside: a (?P<how>bust)\.",
    rf"Stopping with (?P<total>\d+) takes no tile: a (?P<how>bust)\. {ROLLING}",
    rf"Stopping without a (?P<wormless>W) is a (?P<how>bust)\. {ROLLING}",
    rf"{STOPPING} {ROLLING}",
    rf"Stopping is a (?P<how>bust), worth (?P<stop>{NUMBER})\. {ROLLING}",
    rf"{ROLLING} {STOPPING}",
]
RIVALS = [
    r"Setting aside (?P<face>[1-5W]) is worth the (?P<same>same)\.",
    rf"Setting aside (?P<face>[1-5W]) busts (?P<safer>less often) \((?P<bust>{NUMBER})\), "
    rf"yet is worth (?P<loss>{NUMBER}) less\.",
    rf"Setting aside (?P<face>[1-5W]) is worth (?P<loss>{NUMBER}) less and "
    rf"busts (?P<bust>{NUMBER})\.",
]


def shows(text, value):
    """Whether a text is this number, rounded as it is."""
    scale = 100 if text.endswith("%") else 1
    digits = text.strip("<>%")
    step = 10.0 ** -len(digits.partition(".")[2])
    if text[0] in "<>":
        return abs(value * scale - float(digits)) <= step and value not in (0, 1)
    return abs(value * scale - float(digits)) <= 0.5 * step + 1e-9


def check(advice, sentence):
    rival = re.search(r" ?Setting aside .*$", sentence)
    reason = sentence[: rival.start()] if rival else sentence
    found = [match for pattern in PATTERNS if (match := re.fullmatch(pattern, reason))]
    assert len(found) == 1, sentence
    check_reason(advice, found[0].groupdict())
    assert bool(rival) == (len(advice.choices) > 1)
    if rival:
        text = rival[0].strip()
        found = [match for pattern in RIVALS if (match := re.fullmatch(pattern, text))]
        assert len(found) == 1, sentence
        check_rival(advice, found[0].groupdict())


def check_reason(advice, said):
    own = advice.position.stacks[0]
    if "lost" in said:
        assert own[-1] == int(said["lost"])
    if "nothing" in said:
        assert not own
    if "lost" in said or "nothing" in said:
        assert not advice.choices
        return
    best = advice.best
    if "total" in said:
        assert best.after.total == int(said["total"])
    if "wormless" in said:
        assert not best.after.has_worm
    if "how" in said:
        kinds = {"takes": "claim", "steals": "steal", "bust": "bust"}
        assert best.stop.outcome.kind == kinds[said["how"]]
    if "tile" in said:
        assert best.stop.outcome.tile == int(said["tile"])
    if "end" in said:
        assert best.roll is None
        assert (said["end"] == "No dice are left") == (best.after.dice_left == 0)
    if "stop" in said:
        assert shows(said["stop"], best.stop.value.value)
        # What is called better looks better, or the same where it is the same.
        if said["stop"] == said["roll"]:
            assert best.stop.value.value == pytest.approx(best.roll.value.value, abs=1e-9)
    if "roll" in said:
        assert shows(said["roll"], best.roll.value.value)
        assert shows(said["bust"], best.roll.bust)


def check_rival(advice, said):
    best, rival = advice.choices[:2]
    assert FACES[rival.face] == said["face"]
    assert rival.loss == min(choice.loss for choice in advice.choices[1:])
    if "same" in said:
        assert rival.loss < 2e-9
    else:
        assert shows(said["loss"], rival.loss)
        assert float(said["loss"].strip("<%")) > 0
        assert shows(said["bust"], bust_chance(rival))
    if "safer" in said:
        assert bust_chance(rival) < bust_chance(best)


@pytest.mark.parametrize(
    ("name", "moments"),
    [
        ("win", 100),
        ("lead", 300),
        ("worms", 300),
        ("tile", 300),
        ("reach:26", 300),
        ("hit:25", 300),
    ],
)
def test_true_and_short(name, moments, tmp_path):
    rng = Random(f"reasons {name}")
    goal = goal_of(name)
    if name == "win":
        objective = Winning(Store(tmp_path), depth=1, reach=0)
    else:
        objective = resolve_objective(name).objective
    codes = Counter()
    for _ in range(moments):
        advice = advise(*random_moment(rng), objective)
        sentence = why(advice, goal)
        assert len(sentence) <= 200
        check(advice, sentence)
        codes[advice.reason.code] += 1
    assert {"no_new_face", "turn_begins", "no_dice_left", "no_worm", "stop_pays"} <= codes.keys()


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("21-24/25/- Wx6 W,W", "No face of the roll is new: a bust, and the 25 is lost."),
        ("21-36/-/- Wx6 W,W", "No face of the roll is new: a bust, with no tile to lose."),
        ("21-36/-/-", "Played best, this turn is worth +1.645 and busts 23.2%."),
        ("21-36/-/- 1x8", "No dice are left, and no W is set aside: a bust."),
        ("21-35/-/36 5x7,W", "No dice are left: 40 takes the 35."),
        ("21-24/-/25 5x3,1x3,Wx1,2", "No dice are left: 25 steals the 25."),
        ("36/-/- 5x3,1x3,Wx1,2", "No dice are left, and 25 takes no tile: a bust."),
        ("21-36/-/- 1,2,3,4,5,Wx2", "All six faces are used: 25 takes the 25."),
        ("21-24/-/25 1,2,3,4,5,Wx2", "All six faces are used: 25 steals the 25."),
        ("36/-/- 1,2,3,4,5,Wx2", "All six faces are used, and 25 takes no tile: a bust."),
        ("36/-/- Wx3", "Stopping with 15 takes no tile: a bust. Rolling on is worth"),
        ("36/-/- 1x7", "Stopping is a bust, worth 0.000. Rolling on is worth 0.000 and busts"),
        ("21-24/-/25 5x4,W", "Stopping steals the 25, worth +4.000. Rolling on is worth"),
        ("22-36/-/21 5x3,W,1", "Stopping steals the 21, worth +2.000. Rolling on"),
        ("22,33-36/-/- Wx3,5,4", "Stopping takes the 22, worth +1.000. Rolling on is worth +0.889"),
        ("21-36/-/- 3,5,Wx3", "Rolling on is worth +1.726 and busts 18.1%. Stopping takes the 23"),
    ],
)
def test_sentence(text, sentence):
    goal = resolve_objective("lead")
    advice = advise(*parse_position(text), goal.objective)
    check(advice, why(advice, goal))
    assert why(advice, goal).startswith(sentence)
