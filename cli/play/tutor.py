"""The tutor: what a choice would lose, asked before it is made."""

from wormadvisor.solver.advice import Advice, advise
from wormadvisor.solver.game import Game
from wormadvisor.solver.position import Outcome
from wormadvisor.solver.turn.solution import Decision
from wormadvisor.solver.value.payoff import Objective


class Tutor:
    """Knows what choices lose.

    Parameters
    ----------
    objective
        What is wanted: the win.
    """

    def __init__(self, objective: Objective) -> None:
        self.objective = objective

    def advice(self, game: Game) -> Advice:
        """Give the advice for this moment."""
        return advise(game.position, game.turn, game.rules, self.objective)

    def loss(self, game: Game, face: int | None, then: Decision | None) -> float:
        """Give what a choice loses: a face alone with the best way on, or both."""
        return self.advice(game).loss_of(face, then)

    def loss_of_outcome(self, game: Game, outcome: Outcome) -> float:
        """Give what taking one tile instead of another loses."""
        worth = self.objective.payoff(game.position, game.rules).worth
        return float(max(worth[other][0] for other in game.outcomes) - worth[outcome][0])

    def best_outcome(self, game: Game) -> Outcome:
        """Give the best end of the turn, where stopping leaves a choice."""
        assert game.turn is not None
        return self.objective.payoff(game.position, game.rules).outcomes[game.turn.total]
