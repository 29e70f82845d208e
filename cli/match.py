"""``wormadvisor match``: let players play against each other."""

import warnings
from collections.abc import Sequence
from typing import Any

import click
import numpy as np

from wormadvisor.cli import schema
from wormadvisor.cli.language import decimal, say
from wormadvisor.cli.layout import table
from wormadvisor.cli.progress import progress
from wormadvisor.cli.question import choices
from wormadvisor.cli.workers import workers
from wormadvisor.solver.match import (
    SETS,
    Games,
    Match,
    Score,
    Sprt,
    scores,
    set_means,
)
from wormadvisor.solver.position import MAX_PLAYERS, MIN_PLAYERS
from wormadvisor.solver.rules import PRESETS, Rules
from wormadvisor.tables.players import NAMES, find_player
from wormadvisor.tables.weights import read_network


class _Scores(click.ParamType):  # type: ignore[type-arg]  # Generic in click >= 8.4 only.
    """Two scores for a sequential test: ``0.5:0.52``."""

    name = say("LOW:HIGH")

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Sprt:
        if isinstance(value, Sprt):
            return value
        try:
            low, high = map(float, value.split(":"))
        except ValueError:
            low = high = 0.0
        if not 0 < low < high < 1:
            self.fail(say("{value} is not two scores, as in 0.50:0.52", value=value), param, ctx)
        return Sprt(low, high)


@click.command(
    short_help=say("Let players play against each other."),
    help=say(
        "Let two to seven PLAYERS play: random, cautious, worms, lead, thumb, network or "
        "network:D (D turns of look-ahead), easy, medium, hard or best. A weaker one has ~X "
        "behind its name (lead~0.5); random, thumb and the levels cannot be weakened.\n\n"
        "The same dice are played from every rotation of the seats. A score is the mean share "
        "of the win, with its 95 % interval. The score adjusted for luck is the same with what "
        "the dice did to each player taken out."
    ),
)
@click.argument("players", nargs=-1, required=True, metavar=say("PLAYERS..."),
                shell_complete=choices(NAMES))  # fmt: skip
@click.option("--games", type=click.IntRange(min=4), default=2000, show_default=True,
              help=say("Games, rounded up to whole sets of rotations."))  # fmt: skip
@click.option("--rules", default="official", show_default=True, metavar=say("RULES"),
              shell_complete=choices(PRESETS), help=say("The rules, as for hint."))  # fmt: skip
@click.option("--seed", type=click.IntRange(min=0), default=1, show_default=True,
              help=say("Seed of all dice."))  # fmt: skip
@click.option("--sprt", type=_Scores(), help=say(
    "Stop as soon as it is clear, at 95 %, which of two scores the first player has."))  # fmt: skip
@click.option("--scheduler", metavar=say("ADDRESS"),
              help=say("Play on the Dask cluster with this scheduler."))  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help=say("Answer one line of JSON."))
def match(
    *,
    players: tuple[str, ...],
    games: int,
    rules: str,
    seed: int,
    sprt: Sprt | None,
    scheduler: str | None,
    as_json: bool,
) -> None:
    """Play a match and tell the result."""
    if not MIN_PLAYERS <= len(players) <= MAX_PLAYERS:
        raise click.UsageError(say("name two to seven players"))
    agreed = Match(
        tuple(map(find_player, players)),
        Rules.parse(rules),
        sets=max(2, -(-games // len(players))),
        seed=seed,
        evaluator=read_network(),
    )
    played = _play(agreed, sprt, scheduler)
    answer = _answer(agreed, played, sprt)
    click.echo(schema.dump(answer) if as_json else _text(answer))


def _play(agreed: Match, sprt: Sprt | None, scheduler: str | None) -> list[Games]:
    """Play until the end, or until the test is decided."""
    played: list[Games] = []
    blocks = -(-agreed.sets // SETS)
    with progress(say("match")) as report, workers(scheduler), warnings.catch_warnings():
        # A test that is decided leaves games under way, as it should; joblib warns of them.
        warnings.filterwarnings("ignore", ".*adjusting the input task iterator", UserWarning)
        for games in agreed.play():
            played.append(games)
            report(len(played), blocks)
            if sprt and sprt.decided(_first(played)) is not None:
                break
    return played


def _first(played: Sequence[Games]) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    return set_means(played, adjusted=True)[:, 0]


def _answer(agreed: Match, played: Sequence[Games], sprt: Sprt | None) -> schema.Json:
    n = len(agreed.players)
    both = zip(scores(played), scores(played, adjusted=True), strict=True)
    rows = [
        {"name": player.name, **_score(score, n), "adjusted": _score(adjusted, n)}
        for player, (score, adjusted) in zip(agreed.players, both, strict=True)
    ]
    answer: schema.Json = {
        "schema": schema.SCHEMA,
        "rules": str(agreed.rules),
        "seed": agreed.seed,
        "games": sum(games.shares.shape[0] for games in played) * n,
        "players": rows,
    }
    if sprt:
        sets = _first(played)
        answer["sprt"] = {
            "low": sprt.low,
            "high": sprt.high,
            "risk": sprt.risk,
            "ratio": sprt.ratio(sets),
            "accepts": sprt.decided(sets),
        }
    return answer


def _score(score: Score, players: int) -> schema.Json:
    numbers: schema.Json = {"score": score.mean, "lo": score.lo, "hi": score.hi}
    if players == 2:
        ends = [Score(share, 0.0).elo for share in (score.mean, score.lo, score.hi)]
        # A player who wins every game is better by more than can be told.
        elo, lo, hi = (end if np.isfinite(end) else None for end in ends)
        numbers |= {"elo": elo, "elo_lo": lo, "elo_hi": hi}
    return numbers


def _text(answer: schema.Json) -> str:
    two = len(answer["players"]) == 2
    head = ["", say("score"), say("95 %"), say("luck taken out"), say("95 %")]
    rows = [[*head, *([say("Elo")] if two else [])]]
    for player in answer["players"]:
        adjusted = player["adjusted"]
        row = [player["name"], *_cells(player), *_cells(adjusted)]
        if two:
            row.append("" if adjusted["elo"] is None else decimal(adjusted["elo"], 0, sign=True))
        rows.append(row)
    lines = table(rows, left=(0,))
    lines += ["", _summary(answer)]
    if "sprt" in answer:
        lines.append(_decision(answer["sprt"]))
    return "\n".join(lines)


def _cells(score: schema.Json) -> Sequence[str]:
    interval = f"{decimal(score['lo'], 4)} - {decimal(score['hi'], 4)}"
    return decimal(score["score"], 4), interval


def _summary(answer: schema.Json) -> str:
    fields = {name: answer[name] for name in ("games", "rules", "seed")}
    return say("{games} games, rules {rules}, seed {seed}", **fields)


def _decision(test: schema.Json) -> str:
    if test["accepts"] is None:
        return say("sequential test: not decided between {low} and {high}", **test)
    return say("sequential test between {low} and {high}: {accepts}", **test)
