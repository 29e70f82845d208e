"""One turn, exactly: from what its ends are worth to the value of every choice in it."""

from wormadvisor.solver.turn.kernels import solve_chances, solve_shares, solve_values

__all__ = ["solve_chances", "solve_shares", "solve_values"]
