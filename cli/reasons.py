"""Why the best choice is best: one or two true sentences, 200 characters at most."""

from collections.abc import Mapping, Sequence

from wormadvisor.cli.language import digits_for, mark, mark_count, percent, say, say_count
from wormadvisor.cli.objectives import Goal
from wormadvisor.solver.advice import Advice, Choice, Reason
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

_DRIVERS: Mapping[str, str] = {
    "ends_won": mark("Taking the {tile} ends the game, and wins it."),
    "ends_lost": mark("Taking the {tile} now ends the game while you are behind."),
    "bust_keeps_going": mark(
        "Taking the {tile} would end the game and lose it; after a bust it goes on."
    ),
    "bust_ends_lost": mark("A bust would end the game and lose it."),
    "bust_swings": mark(
        "The {tile} on your stack is at risk: a bust makes opponent {opponent} the favourite."
    ),
    "bust_swings_named": mark(
        "The {tile} on your stack is at risk: a bust makes {name} the favourite."
    ),
    "bust_swings_two": mark(
        "The {tile} on your stack is at risk: a bust makes the other player the favourite."
    ),
    "takes_lead": mark("The {tile} puts you ahead in worms: {mine}, and {theirs} at the most."),
    "bust_cheap": mark("A bust costs only {cost} here, so rolling is cheap."),
    "bust_dear": mark("A bust would cost {cost}, and rolling on busts {bust}."),
    "bust_returns": mark("A bust gives the {tile} back."),
    "bust_removes": mark("A bust takes the {tile} out of the game."),
    "bust_returns_flips": mark("A bust gives the {tile} back and flips the {flipped}."),
    "bust_flips": mark("A bust takes nothing from you, but flips the {flipped}."),
    "bust_harmless": mark("A bust takes nothing from you and leaves the tiles as they are."),
}
_STEALS = mark_count(
    "Stealing the {tile} also takes {count} worm from opponent {opponent}.",
    "Stealing the {tile} also takes {count} worms from opponent {opponent}.",
)

_STEALS_NAMED = mark_count(
    "Stealing the {tile} also takes {count} worm from {name}.",
    "Stealing the {tile} also takes {count} worms from {name}.",
)

_SAME = mark("Setting aside {face} is worth the same.")
_SAFER = mark("Setting aside {face} busts less often ({bust}), yet is worth {loss} less.")
_WORSE = mark("Setting aside {face} is worth {loss} less and busts {bust}.")


def why(advice: Advice, goal: Goal) -> str:
    """Word the reason of an answer, and what the next best face would have brought."""
    sentence = _SENTENCES.get((advice.reason.code, _end(advice)))
    known = say(sentence, **_fields(advice, goal)) if sentence else advice.reason.code
    return " ".join([known, *_rival(advice.choices, goal)])


def drivers(advice: Advice, names: Sequence[str] = ()) -> list[str]:
    """Word what else speaks for the best choice, a sentence each.

    Parameters
    ----------
    advice
        The advice.
    names
        The players from the one to move on; without them opponents are numbered.
    """
    return [_driver(reason, names) for reason in advice.drivers]


def _driver(reason: Reason, names: Sequence[str]) -> str:
    fields = dict(reason.fields)
    opponent = fields.get("opponent")
    if names and isinstance(opponent, int):
        fields["name"] = names[opponent]
    if reason.code == "steal_takes":
        count = fields.pop("worms")
        assert isinstance(count, int)
        return say_count(*(_STEALS_NAMED if names else _STEALS), count, **fields)
    code = reason.code
    if code == "bust_swings":
        two = "bust_swings_two" if fields["players"] == 2 else code
        code = "bust_swings_named" if names else two
    for name in ("cost", "bust"):
        if name in fields:
            chance = fields[name]
            assert isinstance(chance, float)
            fields[name] = percent(chance)
    message = _DRIVERS.get(code)
    return code if message is None else say(message, **fields)


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
