"""Why the best choice is best: one or two true sentences, 200 characters at most."""

from collections.abc import Mapping

from wormadvisor.cli.language import digits_for, mark, percent, say
from wormadvisor.cli.objectives import Goal
from wormadvisor.solver.advice import Advice, Choice
from wormadvisor.solver.dice import FACES
from wormadvisor.solver.position import BUST
from wormadvisor.solver.turn.numpy_kernel import TIE

_DIGITS = 3

_SENTENCES: Mapping[tuple[str, str], str] = {
    ("no_new_face", "lost"): mark("No face of the roll is new: a bust, and the {tile} is lost."),
    ("no_new_face", "nothing"): mark("No face of the roll is new: a bust, with no tile to lose."),
    ("turn_begins", "roll"): mark("Played best, this turn is worth {roll} and busts {bust}."),
    ("no_dice_left", "claim"): mark("No dice are left: {total} takes the {tile}."),
    ("no_dice_left", "steal"): mark("No dice are left: {total} steals the {tile}."),
    ("no_dice_left", "bust"): mark("No dice are left, and {total} takes no tile: a bust."),
    ("no_dice_left", "no_worm"): mark("No dice are left, and no W is set aside: a bust."),
    ("all_faces_used", "claim"): mark("All six faces are used: {total} takes the {tile}."),
    ("all_faces_used", "steal"): mark("All six faces are used: {total} steals the {tile}."),
    ("all_faces_used", "bust"): mark("All six faces are used, and {total} takes no tile: a bust."),
    ("nothing_to_take", "bust"): mark(
        "Stopping with {total} takes no tile: a bust. Rolling on is worth {roll} and busts {bust}."
    ),
    ("no_worm", "no_worm"): mark(
        "Stopping without a W is a bust. Rolling on is worth {roll} and busts {bust}."
    ),
    ("stop_pays", "claim"): mark(
        "Stopping takes the {tile}, worth {stop}. Rolling on is worth {roll} and busts {bust}."
    ),
    ("stop_pays", "steal"): mark(
        "Stopping steals the {tile}, worth {stop}. Rolling on is worth {roll} and busts {bust}."
    ),
    ("stop_pays", "bust"): mark(
        "Stopping is a bust, worth {stop}. Rolling on is worth {roll} and busts {bust}."
    ),
    ("roll_pays", "claim"): mark(
        "Rolling on is worth {roll} and busts {bust}. Stopping takes the {tile}, worth {stop}."
    ),
    ("roll_pays", "steal"): mark(
        "Rolling on is worth {roll} and busts {bust}. Stopping steals the {tile}, worth {stop}."
    ),
}

_SAME = mark("Setting aside {face} is worth the same.")
_SAFER = mark("Setting aside {face} busts less often ({bust}), yet is worth {loss} less.")
_WORSE = mark("Setting aside {face} is worth {loss} less and busts {bust}.")


def why(advice: Advice, goal: Goal) -> str:
    """Word the reason of an answer, and what the next best face would have brought."""
    sentence = _SENTENCES.get((advice.reason.code, _end(advice)))
    known = say(sentence, **_fields(advice, goal)) if sentence else advice.reason.code
    return " ".join([known, *_rival(advice.choices, goal)])


def _end(advice: Advice) -> str:
    """Tell what stopping with the best choice brings."""
    best = advice.best
    if best is None:
        return "nothing" if advice.reason.fields["lost"] is None else "lost"
    if best.stop is None:
        return "roll"
    if best.stop.outcome == BUST and not best.after.has_worm:
        return "bust" if advice.reason.code == "stop_pays" else "no_worm"
    return best.stop.outcome.kind


def _fields(advice: Advice, goal: Goal) -> dict[str, object]:
    best = advice.best
    if best is None:
        return {"tile": advice.reason.fields["lost"]}
    fields: dict[str, object] = {"total": best.after.total}
    digits = _DIGITS
    if best.stop and best.roll:
        digits = digits_for(best.stop.value.value - best.roll.value.value, _DIGITS)
    if best.stop:
        fields["tile"] = best.stop.outcome.tile
        fields["stop"] = goal.value(best.stop.value.value, digits)
    if best.roll:
        fields["roll"] = goal.value(best.roll.value.value, digits)
        fields["bust"] = percent(best.roll.bust)
    return fields


def _rival(choices: tuple[Choice, ...], goal: Goal) -> list[str]:
    """Compare the best face with the next."""
    if len(choices) < 2:
        return []
    best, rival = choices[:2]
    assert rival.face is not None
    fields = {
        "face": FACES[rival.face],
        "loss": goal.loss(rival.loss, _DIGITS),
        "bust": percent(bust_chance(rival)),
    }
    if rival.loss <= TIE:
        return [say(_SAME, **fields)]
    safer = percent(bust_chance(rival)) != percent(bust_chance(best)) and (
        bust_chance(rival) < bust_chance(best)
    )
    return [say(_SAFER if safer else _WORSE, **fields)]


def bust_chance(choice: Choice) -> float:
    """Chance that the turn ends in a bust after a choice, under best play."""
    if choice.then == "roll" and choice.roll:
        return choice.roll.bust
    return float(choice.stop is not None and choice.stop.outcome == BUST)
