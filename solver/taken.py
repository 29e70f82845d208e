"""Dice set aside that a person describes only in part.

``W`` with four dice on the table means four W, and ``3,5,W`` with the sum 23 and five dice
means one 3 and four dice of 5 points. Each face written without a count stands for at
least one die; what is known of the number of dice and of their sum decides how many.

Only the state counts for what follows in the turn: faces set aside, dice left, sum. A W
and a 5 are worth the same, so one state can be several sets of dice; then the set with the
most W is taken, of those the one with the most 5, and so on down to 1.
"""

from itertools import product

from wormadvisor.solver.dice import NUM_DICE, Counts, DiceSpec, as_counts, total_of
from wormadvisor.solver.errors import Problem, TakenError
from wormadvisor.solver.notation import format_counts, format_dice


def resolve_taken(taken: DiceSpec, *, aside: int | None = None, total: int | None = None) -> Counts:
    """Find the dice set aside.

    Parameters
    ----------
    taken
        What is written: binding counts, and faces with at least one die.
    aside
        Number of dice set aside (8 less those rolled or left), when known.
    total
        Their sum, when known.

    Returns
    -------
    The dice set aside. Neither number nor sum known: as written, each bare face one die.

    Raises
    ------
    TakenError
        Nothing fits (``taken_missing``, ``taken_count``, ``taken_sum``), or what fits is
        not one state (``taken_several``: `solutions` lists text, dice and sum of each).
    """
    if aside is None and total is None:
        return taken.counts
    written = {"taken": format_dice(taken), "aside": aside, "total": total}
    fitting = [counts for counts in _expansions(taken) if aside is None or sum(counts) == aside]
    if not fitting:
        kind = "taken_count" if any(taken.counts) else "taken_missing"
        numbers = tuple(sorted({sum(counts) for counts in _expansions(taken)}))
        raise TakenError(Problem(kind, "taken", {**written, "allowed": numbers}))
    solutions = [counts for counts in fitting if total is None or total_of(counts) == total]
    if not solutions:
        kind = "taken_sum" if any(taken.counts) else "taken_missing"
        sums = tuple(sorted({total_of(counts) for counts in fitting}))
        raise TakenError(Problem(kind, "taken", {**written, "allowed": sums}))
    solutions.sort(key=lambda counts: (sum(counts), total_of(counts), counts[::-1]))
    if len({(sum(counts), total_of(counts)) for counts in solutions}) > 1:
        listed = tuple((format_counts(found), sum(found), total_of(found)) for found in solutions)
        raise TakenError(Problem("taken_several", "taken", {**written, "solutions": listed}))
    return solutions[-1]


def _expansions(taken: DiceSpec) -> list[Counts]:
    """List all sets of at most eight dice that the words allow."""
    spare = NUM_DICE - sum(taken.counts)
    choices = [
        range(count, count + 1 + (spare if count and face not in taken.exact else 0))
        for face, count in enumerate(taken.counts)
    ]
    return [as_counts(numbers) for numbers in product(*choices) if sum(numbers) <= NUM_DICE]
