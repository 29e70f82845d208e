"""The objective ``win`` for any position, by rollouts."""

from collections.abc import Iterator
from math import inf

import numpy as np

from wormadvisor.solver.batch import Batch, Floats, TurnEnds
from wormadvisor.solver.dice import Turn
from wormadvisor.solver.playing import Array
from wormadvisor.solver.position import Position
from wormadvisor.solver.rules import Rules
from wormadvisor.solver.turn.numpy_kernel import TIE
from wormadvisor.solver.turn.solution import Decision, SolvedTurn
from wormadvisor.solver.value.backup import Valuer
from wormadvisor.solver.value.estimate import worth_by_outcome
from wormadvisor.solver.value.payoff import Payoff, payoff_of_outcomes
from wormadvisor.solver.value.rollout import Known, Rollout, ends_of_games, roll_out

SURE = 2.326
"""Standard errors beyond which one number is larger than another at 99 %."""
FEWEST = 4
"""Blocks to play before errors are trusted."""

_WAYS: tuple[Decision, ...] = ("stop", "roll")


class RolledWin:
    """Win shares by rollouts of the positions after this turn; an `Objective`.

    The dice of this turn are not rolled but solved exactly over what the rollouts of its
    outcomes come to. All outcomes meet the same dice.

    Parameters
    ----------
    position
        A running game.
    rules
        The rules in force.
    valuer
        Plays the games and measures luck.
    seed
        Seed of the dice.
    known
        Ends games early where their worth is certain.
    """

    def __init__(
        self,
        position: Position,
        rules: Rules,
        valuer: Valuer,
        *,
        seed: int,
        known: Known | None = None,
    ) -> None:
        self._position, self._rules, self._valuer = position, rules, valuer
        self._seed, self._known = seed, known
        self._batch = Batch.of([position])
        _, self._slot, self._after = self._batch.successors(rules)
        # What is certain already needs no games.
        certain, self._seen = ends_of_games(self._after, rules, known)
        self._going = np.flatnonzero(~certain)
        self.rollout: Rollout | None = None

    @property
    def name(self) -> str:
        """As written on the command line."""
        return "win"

    def play(self, blocks: int) -> None:
        """Play some more blocks of games."""
        if len(self._going):
            self.rollout = roll_out(
                self._after[self._going],
                self._rules,
                self._valuer,
                seed=self._seed,
                blocks=blocks,
                so_far=self.rollout,
                known=self._known,
            )

    def payoff(self, position: Position, rules: Rules) -> Payoff:
        """Give the worth of every end of the turn that was rolled out; see `Objective`.

        Raises
        ------
        ValueError
            Another position, other rules, or nothing played yet.
        """
        if (position, rules) != (self._position, self._rules):
            raise ValueError("this position was not rolled out")
        worth = worth_by_outcome(self._batch, self._worth())
        return payoff_of_outcomes(
            position,
            rules,
            worth,
            "rollout",
            se=lambda ends: self.se(self._chances(ends)),
        )

    def se(self, chances: Array) -> float:
        """Give the standard error of a sum of outcomes' worth to the mover.

        Parameters
        ----------
        chances
            (slots,): the weight of each outcome: its chance after a choice, or the
            difference of two choices' chances.
        """
        if self.rollout is None:
            return 0.0
        # The mover is the last player from the next one's view.
        mover = self._batch.players - 1
        return self.rollout.adjusted.se_of_sum(chances[self._slot[self._going]], mover)

    def error(self, turn: Turn) -> float:
        """Give the standard error of what a moment of the turn is worth.

        Parameters
        ----------
        turn
            The dice at this moment.
        """
        return self.se(self._chances(self._solved().ends(turn)))

    def clearness(self, turn: Turn) -> float:
        """Tell how clear the best choice is: its lead over the next, in standard errors.

        Parameters
        ----------
        turn
            The dice at this moment.

        Returns
        -------
        Beyond `SURE` the best choice is better than any other one at 99 %; infinite where
        there is no other.
        """
        solved = self._solved()
        ways = [
            (float(worth[0]), self._chances(solved.ends(option.after, then)))
            for option in solved.options(turn)
            for then, worth in zip(_WAYS, (option.stop, option.roll), strict=True)
            if worth is not None
        ]
        if not ways:
            return inf
        best, chances = max(ways, key=lambda way: way[0])
        leads = [
            _ratio(best - worth, self.se(chances - others))
            for worth, others in ways
            if others is not chances
        ]
        return min(leads, default=inf)

    def play_until(
        self, turn: Turn, se: float, most: int, *, choosing: bool = True, at_once: int = 1
    ) -> Iterator[Rollout]:
        """Play until the numbers are good enough, telling the progress now and then.

        Parameters
        ----------
        turn
            The dice at this moment.
        se
            Standard error of the moment's worth that is small enough.
        most
            Blocks to play at the most, those before included.
        choosing
            Whether it is enough, too, when one of several choices is clearly best.
        at_once
            Blocks to play side by side: as many as there are workers.
        """
        while len(self._going) and not self._is_enough(turn, se, most, choosing):
            played = self.rollout.blocks if self.rollout else 0
            self.play(min(at_once, most - played))
            assert self.rollout is not None
            yield self.rollout

    def _is_enough(self, turn: Turn, se: float, most: int, choosing: bool) -> bool:
        if self.rollout is None:
            return False
        if self.rollout.blocks >= most:
            return True
        if self.rollout.blocks < FEWEST:
            return False
        return self.error(turn) <= se or (choosing and SURE < self.clearness(turn) < inf)

    def _solved(self) -> SolvedTurn:
        payoff = self.payoff(self._position, self._rules)
        return SolvedTurn(payoff.stop, payoff.bust, payoff.busts)

    def _chances(self, ends: Array) -> Array:
        """Sum the chances of the ends of the turn, (42,), by outcome: (slots,)."""
        worth = self._worth()[None, :, 0]
        table = TurnEnds(self._batch, self._rules)
        return np.asarray(table.outcome_chances(worth, ends[None], TIE)[0], np.float64)

    def _worth(self) -> Floats:
        """(slots, players): what each outcome is worth."""
        seen = self._seen.copy()
        if len(self._going):
            if self.rollout is None:
                raise ValueError("nothing was played yet")
            seen[self._going] = self.rollout.adjusted.mean
        worth = np.zeros((self._batch.slots, self._batch.players))
        worth[self._slot] = np.roll(seen, 1, axis=1)
        return worth


def _ratio(lead: float, se: float) -> float:
    return lead / se if se else inf
