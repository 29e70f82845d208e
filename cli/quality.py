"""What kind of numbers an answer has, and how far to trust them, in words."""

from wormadvisor.cli.evaluation import Evaluation, Rolled
from wormadvisor.cli.language import mark, number, percent, say, say_count

_WORTH_TELLING = 0.005
"""Chance of what look-ahead left out, from which it is told."""
_PROVEN_IN_SECONDS = 6
"""Live tiles up to which a proof takes no longer."""
_NOTHING = 0.995
"""Width of an interval that tells nothing."""
_ENDLESS = "∞"
_COARSE = 0.005
"""Errors from which whole percents are enough."""


def quality(evaluation: Evaluation) -> list[str]:
    """Say of estimates and rollouts how they were made and how good they are; a line each."""
    if evaluation.rolled is not None:
        return _of_rollouts(evaluation, evaluation.rolled)
    if evaluation.value.kind != "estimate":
        return []
    lines = [_of_an_estimate(evaluation.depth or 0, evaluation.accuracy)]
    position = evaluation.position
    if position.players == 2 and position.live <= _PROVEN_IN_SECONDS:
        lines.append(say("few tiles are left: --exact proves the chances in seconds"))
    if evaluation.pruned > _WORTH_TELLING:
        lines.append(
            say(
                "Outcomes that are unlikely, {chance} in all, were looked at less deeply.",
                chance=percent(evaluation.pruned),
            )
        )
    return lines


def nothing_proven(width: float) -> str | None:
    """Say that an interval of this width tells nothing, where it is so."""
    if width <= _NOTHING:
        return None
    return say(
        "Nothing is proven yet: give it more time, or leave out --exact and --gap for an estimate."
    )


def _rounded(error: float) -> str:
    """Write an error, no finer than it is known."""
    return percent(error, 0 if error >= _COARSE else 1 if error >= _COARSE / 10 else 2)


def _of_an_estimate(depth: int, accuracy: float) -> str:
    error = _rounded(accuracy)
    if depth == 0:
        return say(
            "estimate, straight from the evaluator; chances are right to about {error}",
            error=error,
        )
    return say_count(
        "estimate, one turn deep; chances are right to about {error}",
        "estimate, {count} turns deep; chances are right to about {error}",
        depth,
        error=error,
    )


def _of_rollouts(evaluation: Evaluation, rolled: Rolled) -> list[str]:
    if not rolled.games:
        return [say("rollout: no games were needed, for every outcome is certain")]
    lines = [
        say(
            "rollout: {games} games after each outcome, worth {plain} plain ones; seed {seed}; "
            "standard error {se}",
            games=number(rolled.games, ","),
            plain=_ENDLESS if rolled.worth_plain is None else number(rolled.worth_plain, ",.0f"),
            seed=rolled.seed,
            se=percent(evaluation.value.se or 0.0, 2),
        )
    ]
    if rolled.clear is not None:
        clear = mark("The best choice is better than any other, at 99 %.")
        unclear = mark("Not clear yet which choice is best: more games would tell (--se, --games).")
        lines.append(say(clear if rolled.clear else unclear))
    return lines
