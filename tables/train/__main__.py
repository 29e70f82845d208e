"""``python -m wormadvisor.tables.train``: train the evaluator, going on where it stopped."""

import sys
from pathlib import Path

import click
import torch

from wormadvisor.solver.errors import SolverError
from wormadvisor.solver.rules import Rules
from wormadvisor.tables.players import find_player
from wormadvisor.tables.train.publish import publish as publish_weights
from wormadvisor.tables.train.response import Response
from wormadvisor.tables.train.trainer import PLANS, Trainer
from wormadvisor.tables.weights import FOLDER, read_network

_folder = click.option(
    "--folder", type=click.Path(path_type=Path), default=Path("build/train"), show_default=True
)


@click.group()
def main() -> None:
    """Train the evaluator; checkpoints and logs go into a folder."""
    torch.set_num_threads(1)


@main.command()
@click.argument("bot")
@click.option("--rules", default="official", show_default=True)
@click.option("--hours", type=click.FloatRange(min=0), default=0.5, show_default=True)
@click.option("--games", type=click.IntRange(min=100), default=4000, show_default=True)
@click.option("--seed", default=1, show_default=True)
@_folder
def respond(bot: str, *, rules: str, hours: float, games: int, seed: int, folder: Path) -> None:
    """Train the best answer to BOT, for two players, and tell how much it wins."""
    folder.mkdir(parents=True, exist_ok=True)
    try:
        opponent, played = find_player(bot), Rules.parse(rules)
    except SolverError as error:
        raise click.UsageError(str(error)) from error
    checkpoint = folder / f"response {opponent.name} {played}.pt"
    response = Response(opponent, played, read_network(), seed=seed, checkpoint=checkpoint)
    response.run(hours * 3600, games, click.echo)


@main.command()
@click.argument("plan", type=click.Choice([*PLANS, "all"]))
@click.option("--hours", type=click.FloatRange(min=0), default=1.0, show_default=True)
@click.option("--seed", default=1, show_default=True)
@_folder
def run(plan: str, hours: float, seed: int, folder: Path) -> None:
    """Train one network until it has had so many hours, or all of them one after another."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in PLANS if plan == "all" else [plan]:
        part = hours / len(PLANS) if plan == "all" else hours
        Trainer(name, seed, folder).run(part * 3600)


@main.command()
@click.option("--games", type=click.IntRange(min=100), default=4000, show_default=True)
@click.option("--seed", default=1, show_default=True)
@click.option("--package", type=click.Path(path_type=Path), default=FOLDER, show_default=True)
@_folder
def publish(games: int, seed: int, package: Path, folder: Path) -> None:
    """Measure what was trained; replace the package's weights if it is stronger."""
    if not publish_weights(folder, package, games=games, seed=seed, tell=click.echo):
        click.echo("the new weights are not stronger: the old ones stay", err=True)
        sys.exit(1)


if __name__ == "__main__":
    main()
