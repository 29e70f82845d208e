"""Why the best choice is best: codes with fields, computed from payoff and position.

Reasons tell what the ways on bring, drivers what is at stake. A driver is there only when
it is true of the position and the numbers:

========================  ==========================================================
``ends_won``              the tile taken now ends the game, won
``bust_keeps_going``      some tile would end the game, lost; after the bust it goes on
``ends_lost``             the tile that could be taken now would end the game, lost
``bust_ends_lost``        a bust would end the game, lost
``bust_swings``           the favourite now, but after a bust somebody else is
``steal_takes``           the steal takes worms from an opponent
``takes_lead``            the tile makes the mover's worms the most
``bust_cheap``            a bust costs little
``bust_dear``             a bust costs much, and would not be rare
``bust_returns`` ...      what a bust does to the table; see `_bust_on_the_table`
========================  ==========================================================
"""

from collections.abc import Iterator, Sequence

import numpy as np

from wormadvisor.solver.choice import Choice, Reason
from wormadvisor.solver.position import BUST, Outcome, Position, worms
from wormadvisor.solver.rules import Rules
from wormadvisor.solver.value.payoff import Array, Payoff

CHEAP, DEAR = 0.05, 0.2
"""Shares of the win that a bust costs at the most, or at the least, to be called so."""
OFTEN = 0.1
"""Chance of a bust from which its cost weighs."""
CLEAR = 1e-6
"""What one share has to be above another for their owner to be the favourite."""
MOST = 2
"""Drivers to tell: more would hide what decides."""


def reason_of(position: Position, best: Choice | None) -> Reason:
    """Tell what stopping and rolling on bring, as a code; the best choice has the numbers."""
    if best is None:
        own = position.stacks[0]
        return Reason("no_new_face", {"lost": own[-1] if own else None})
    if best.stop is None:
        return Reason("turn_begins", {})
    if best.roll is None:
        code = "no_dice_left" if best.after.dice_left == 0 else "all_faces_used"
        return Reason(code, {})
    if best.then == "roll" and best.stop.outcome == BUST:
        return Reason("nothing_to_take" if best.after.has_worm else "no_worm", {})
    return Reason("stop_pays" if best.then == "stop" else "roll_pays", {})


def drivers_of(
    position: Position, rules: Rules, objective: str, payoff: Payoff, choices: Sequence[Choice]
) -> tuple[Reason, ...]:
    """Find what is at stake, the most important first.

    Parameters
    ----------
    position, rules
        The table before the turn.
    objective, payoff
        What the player wants, by name, and what the ends of the turn are worth.
    choices
        All choices, best first; where there is none, nothing is at stake any more.
    """
    wins = len(payoff.bust) == position.players  # One column for each player's share.
    if not choices or not (wins or objective == "lead"):
        return ()
    table = _Table(position, rules)
    found: list[Reason] = []
    if wins:
        found += _about_the_end(table, choices)
        found += _about_the_bust(table, payoff, choices[0])
    found += _about_the_tile(table, choices[0])
    if wins:
        found += _about_the_cost(payoff, choices[0])
    if _is_open(choices[0]) and (choices[0].then == "roll" or not found):
        found.append(_bust_on_the_table(position, rules))
    return tuple(found[:MOST])


def _is_open(best: Choice) -> bool:
    """Whether there is a tile to take now, and more to roll for."""
    return best.roll is not None and best.stop is not None and best.stop.outcome != BUST


class _Table:
    """A position, and what outcomes make of it."""

    def __init__(self, position: Position, rules: Rules) -> None:
        self.position, self._rules = position, rules

    def after(self, outcome: Outcome) -> Position:
        """Give the position the next player sees, where the mover is the last."""
        return self.position.after(outcome, self._rules)

    def result(self, outcome: Outcome) -> float | None:
        """Give the mover's share when an outcome ends the game; None where it does not."""
        after = self.after(outcome)
        return after.shares()[-1] if after.is_over else None


def _about_the_end(table: _Table, choices: Sequence[Choice]) -> Iterator[Reason]:
    best = choices[0]
    stop = best.stop
    if stop is None:
        return
    if best.then == "stop" and stop.outcome != BUST and table.result(stop.outcome) == 1:
        yield Reason("ends_won", {"tile": stop.outcome.tile})
    if best.then == "roll" and stop.outcome != BUST and table.result(stop.outcome) == 0:
        yield Reason("ends_lost", {"tile": stop.outcome.tile})
    if best.then == "stop" and stop.outcome == BUST and table.result(BUST) is None:
        others = (choice.stop.outcome for choice in choices[1:] if choice.stop)
        lost = [other.tile for other in others if other != BUST and table.result(other) == 0]
        if lost:
            yield Reason("bust_keeps_going", {"tile": lost[0]})


def _about_the_bust(table: _Table, payoff: Payoff, best: Choice) -> Iterator[Reason]:
    if best.roll is None:
        return
    result = table.result(BUST)
    if result == 0:  # It cannot be won by a bust: whoever owns a tile opens it again.
        yield Reason("bust_ends_lost", {})
    elif result is None:
        own = table.position.stacks[0]
        favourite = _favourite(payoff.bust)
        now = best.roll if best.then == "roll" else best.stop
        assert now is not None
        # More than half: the favourite, however the others share the rest.
        if own and favourite and now.value.value > 0.5 + CLEAR:
            players = table.position.players
            yield Reason(
                "bust_swings", {"tile": own[-1], "opponent": favourite, "players": players}
            )


def _favourite(shares: Array) -> int | None:
    """Name the player with clearly the largest share; None where two are alike."""
    first, second = np.argsort(-shares, kind="stable")[:2].tolist()
    return first if shares[first] > shares[second] + CLEAR else None


def _about_the_tile(table: _Table, best: Choice) -> Iterator[Reason]:
    if best.stop is None or best.then != "stop":
        return
    outcome = best.stop.outcome
    if outcome.tile is None:
        return
    if outcome.victim is not None:
        fields = {"tile": outcome.tile, "worms": worms(outcome.tile), "opponent": outcome.victim}
        yield Reason("steal_takes", fields)
    before, after = table.position.worms, table.after(outcome).worms
    if before[0] <= max(before[1:]) and after[-1] > max(after[:-1]):
        fields = {"tile": outcome.tile, "mine": after[-1], "theirs": max(after[:-1])}
        yield Reason("takes_lead", fields)


def _about_the_cost(payoff: Payoff, best: Choice) -> Iterator[Reason]:
    if not _is_open(best):
        return
    assert best.stop is not None
    assert best.roll is not None
    now = best.roll if best.then == "roll" else best.stop
    cost = now.value.value - float(payoff.bust[0])
    if best.then == "roll" and 0 <= cost <= CHEAP:
        yield Reason("bust_cheap", {"cost": cost})
    if best.then == "stop" and cost >= DEAR and best.roll.bust >= OFTEN:
        yield Reason("bust_dear", {"cost": cost, "bust": best.roll.bust})


def _bust_on_the_table(position: Position, rules: Rules) -> Reason:
    """Tell what a bust does: the tile given back, and the one flipped."""
    given, flipped = position.lost_by_bust(rules)
    if given is None:
        return (
            Reason("bust_flips", {"flipped": flipped}) if flipped else Reason("bust_harmless", {})
        )
    if flipped is None:
        return Reason("bust_returns", {"tile": given})
    if flipped == given:
        return Reason("bust_removes", {"tile": given})
    return Reason("bust_returns_flips", {"tile": given, "flipped": flipped})
