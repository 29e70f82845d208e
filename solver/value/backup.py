"""Valuers, and the Bellman backup: one turn solved exactly over the values after it."""

from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from wormadvisor.solver.batch import Batch, TurnEnds
from wormadvisor.solver.rules import Rules
from wormadvisor.solver.turn.kernels import solve_shares
from wormadvisor.solver.value.kinds import Kind

Shares = npt.NDArray[np.floating[Any]]


class Valuer(Protocol):
    """Anything that knows what positions are worth."""

    @property
    def kind(self) -> Kind:
        """The kind of its numbers."""

    def shares(self, batch: Batch, rules: Rules) -> Shares:
        """Give the win share of every player in positions that are not over.

        Returns
        -------
        (positions, players): between 0 and 1, the mover first; rows sum to 1.
        """


def outcome_worth(batch: Batch, rules: Rules, valuer: Valuer) -> Shares:
    """Give what every outcome of the turn is worth to every player.

    Parameters
    ----------
    batch
        Positions that are not over.
    rules
        The rules in force.
    valuer
        Values the positions after the turn; finished games are counted.

    Returns
    -------
    (positions, slots, players): the mover first; 0 in slots that are not possible.
    """
    row, slot, after = batch.successors(rules)
    worth = np.zeros((len(batch), batch.slots, batch.players))
    worth[row, slot] = to_last_mover(after, rules, valuer)
    return worth


def to_last_mover(after: Batch, rules: Rules, valuer: Valuer) -> Shares:
    """Give the shares in positions that a turn has led to, whoever played it first.

    Parameters
    ----------
    after
        Positions, seen by the next player; finished games are counted.
    rules, valuer
        As `outcome_worth`.

    Returns
    -------
    (positions, players)
    """
    over = after.is_over()
    seen = np.empty((len(after), after.players))
    seen[over] = after[over].shares()
    if not over.all():
        seen[~over] = valuer.shares(after[~over], rules)
    # The mover is the last player from the next one's view.
    return np.roll(seen, 1, axis=1)


def back_up(batch: Batch, rules: Rules, valuer: Valuer) -> Shares:
    """Give every player's win share when the mover plays this turn best by the valuer.

    Parameters
    ----------
    batch, rules, valuer
        As `outcome_worth`.

    Returns
    -------
    (positions, players): the mover, who maximises their own share, first.
    """
    worth = outcome_worth(batch, rules, valuer)
    return solve_shares(*TurnEnds(batch, rules).payoff(worth))
