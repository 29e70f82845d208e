"""``wormadvisor rules-of-thumb``: the best strategy that a person can remember."""

from collections.abc import Iterator, Sequence

import click

from wormadvisor.cli import schema
from wormadvisor.cli.language import decimal, mark, percent, say
from wormadvisor.cli.layout import table, window_width, wrap
from wormadvisor.cli.options import option_name
from wormadvisor.cli.progress import progress
from wormadvisor.cli.question import choices, was_given
from wormadvisor.solver.dice import NUM_DICE
from wormadvisor.solver.errors import Problem, SolverError
from wormadvisor.solver.match import Score
from wormadvisor.solver.rules import PRESETS, Rules
from wormadvisor.solver.thumb import THUMB, Thumb
from wormadvisor.tables.thumb import GAMES, POSITIONS, SEED, Figures, find, measure
from wormadvisor.tables.thumb_figures import MEASURED

RULES = (
    mark("Set aside the face that lets you steal, stop, and steal."),
    mark("Else W, but in the first roll only if there are three or more."),
    mark("Else the most points, each die 2 less (W: 3); of equals the higher, W first."),
    mark("Stop for a tile once faces aside outnumber dice left, by two if you own none."),
    mark("Stop for the highest open tile. Never end the game behind: roll on."),
)
"""What `THUMB` does, ready to print: the first three are about faces, the others about stopping."""

_WIDE = 72


@click.command(
    short_help=say("The best strategy that a person can remember."),
    help=say(
        "Say five rules that are easy to remember, the best that was found in a family of such "
        "rules, and how good they are: what a turn by them loses, and their score against other "
        "players.\n\n"
        "In match and play they are the player thumb."
    ),
)
@click.option(
    "--measure", "measures", is_flag=True, help=say("Measure again, which takes minutes.")
)
@click.option("--search", "searches", is_flag=True,
              help=say("Search the family again, which takes a minute."))  # fmt: skip
@click.option("--rules", default=None, metavar=say("RULES"), shell_complete=choices(PRESETS),
              help=say("The rules to measure with, as for hint."))  # fmt: skip
@click.option("--games", type=click.IntRange(min=4), default=GAMES, show_default=True,
              help=say("Games against each opponent."))  # fmt: skip
@click.option("--positions", type=click.IntRange(min=2), default=POSITIONS, show_default=True,
              help=say("Positions to measure the loss of a turn on."))  # fmt: skip
@click.option("--seed", type=click.IntRange(min=0), default=SEED, show_default=True,
              help=say("Seed of all dice."))  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help=say("Answer one line of JSON."))
def rules_of_thumb(
    *,
    measures: bool,
    searches: bool,
    rules: str | None,
    games: int,
    positions: int,
    seed: int,
    as_json: bool,
) -> None:
    """Tell the rules and their figures."""
    _refuse_without_effect(measures=measures, searches=searches)
    asked = [Rules.parse(some) for some in ([rules] if rules else [m.rules for m in MEASURED])]
    figures = [some for some in MEASURED if Rules.parse(some.rules) in asked]
    if not figures and not measures:
        raise click.UsageError(
            say("nothing was measured with the rules {rules}; add --measure", rules=asked[0])
        )
    if searches:
        _search(seed)
    if measures:
        with progress(say("match")) as report:
            figures = [
                measure(some, games=games, positions=positions, seed=seed, step=report)
                for some in asked
            ]
    click.echo(schema.dump(_object(figures)) if as_json else _text(figures))


def _refuse_without_effect(*, measures: bool, searches: bool) -> None:
    """Refuse options of a measurement or a search that is not asked for."""
    problems = []
    if not measures:
        problems = [
            Problem("needs_option", option_name(name), {"needed": "--measure"})
            for name in ("games", "positions")
            if was_given(name)
        ]
    if not (measures or searches) and was_given("seed"):
        problems.append(Problem("needs_one_of", "--seed", {"allowed": ("--search", "--measure")}))
    if problems:
        raise SolverError(*problems)


def _search(seed: int) -> None:
    """Search, and tell every step on standard error."""
    for step in find(seed):
        message = say(
            "{tried} tried, the best loses {loss} in a turn: {rule}",
            tried=step.tried,
            loss=percent(step.loss, 3),
            rule="; ".join(_habits(step.rule)),
        )
        click.echo(wrap(message, window_width()), err=True)


def _habits(rule: Thumb) -> Iterator[str]:
    """Say what makes a rule one of the family, habit by habit."""
    if rule.steals:
        yield say("goes for steals")
    if rule.first_worms:
        yield say("W first, in the first roll only from {worms} up", worms=rule.first_worms)
    if rule.die_cost:
        yield say("each die counts {points} less", points=decimal(rule.die_cost, 0))
    yield _stopping(mark("with a tile"), rule.margin)
    yield _stopping(mark("without a tile"), rule.margin_without)
    if rule.takes_highest:
        yield say("stops for the highest open tile")
    if rule.ends_well:
        yield say("never ends the game behind")


def _stopping(owner: str, margin: int) -> str:
    if margin <= -NUM_DICE:
        return say("{owner}: stops at once", owner=say(owner))
    message = mark("{owner}: stops when faces aside outnumber dice left by {margin}")
    return say(message, owner=say(owner), margin=margin)


def _text(figures: Sequence[Figures]) -> str:
    width = window_width()
    lines = []
    for number, rule in enumerate(RULES, start=1):
        text = wrap(say(rule), None if width is None else width - 3)
        lines.append(click.style(f"{number}. " + text.replace("\n", "\n   "), bold=True))
    lines.append("")
    lines += [*_scores(figures, narrow=width is not None and width < _WIDE), ""]
    for some in figures:
        message = say(
            "{rules}: a turn loses {loss} of the win (± {error}), {worms} worms of lead",
            rules=some.rules,
            loss=percent(some.loss.shares, 2),
            error=percent(1.96 * some.loss.se, 2),
            worms=decimal(some.loss.worms, 2),
        )
        lines.append(wrap(message, width))
    lines.append(wrap(_how(figures), width))
    return "\n".join(lines)


def _scores(figures: Sequence[Figures], *, narrow: bool) -> list[str]:
    """Lay out the scores; in a narrow window only those with the luck taken out."""
    head = [say("rules"), say("against"), say("score"), say("95 %")]
    rows = [head if narrow else [*head, say("luck taken out"), say("95 %")]]
    for some in figures:
        for against in some.against:
            plain = () if narrow else _cells(against.score)
            rows.append([some.rules, against.opponent, *plain, *_cells(against.adjusted)])
    lines = table(rows, left=(0, 1), gap=1 if narrow else 2)
    return [*lines, say("(luck taken out)")] if narrow else lines


def _cells(score: Score) -> tuple[str, str]:
    return decimal(score.mean, 3), f"{decimal(score.lo, 3)}-{decimal(score.hi, 3)}"


def _how(figures: Sequence[Figures]) -> str:
    one, *others = figures
    command = (
        f"wormadvisor rules-of-thumb --measure --games {one.games} "
        f"--positions {one.positions} --seed {one.seed}"
    )
    if not others:
        command += f" --rules {one.rules}"
    return say("measured by: {command}", command=command)


def _object(figures: Sequence[Figures]) -> schema.Json:
    return {
        "schema": schema.SCHEMA,
        "player": THUMB.name,
        "lines": list(RULES),
        "parameters": THUMB.parameters,
        "figures": [
            {
                "rules": some.rules,
                "loss": some.loss.shares,
                "loss_se": some.loss.se,
                "loss_worms": some.loss.worms,
                "games": some.games,
                "positions": some.positions,
                "seed": some.seed,
                "against": [
                    {
                        "name": against.opponent,
                        **_score(against.score),
                        "adjusted": _score(against.adjusted),
                    }
                    for against in some.against
                ],
            }
            for some in figures
        ],
    }


def _score(score: Score) -> schema.Json:
    return {"score": score.mean, "lo": score.lo, "hi": score.hi}
