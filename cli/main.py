"""The program ``wormadvisor``: its commands, and how every one of them ends.

Exit codes: 0 answered, 1 could not be answered, 2 the question is wrong. What is wrong is
one line on standard error or, for programs, an object on standard output.

Only the module of the command that runs is imported: to load the others would take longer
than to answer.
"""

import os
import sys
from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any, NoReturn

import click

from wormadvisor.cli.language import say

_INTERRUPTED = 130

COMMANDS: Mapping[str, str] = {
    "hint": "wormadvisor.cli.hint",
    "match": "wormadvisor.cli.match",
    "odds": "wormadvisor.cli.odds",
    "evaluate": "wormadvisor.cli.evaluate",
    "tables": "wormadvisor.cli.tables",
}
"""Every command, and the module that holds it under its name."""

_EXAMPLES = (
    ("hint --roll 5,5,W,3 --taken W", say("Which dice to set aside, and then?")),
    ("hint --taken 3,5,W --sum 23 --left 3", say("Stop or roll?")),
    ("hint --roll 113W --taken 5x4 --me 22,25 --opp 26", say("The same with tiles.")),
    ("odds --taken 5,W --left 6 --bars", say("How likely is each total?")),
    ("evaluate --grill 22,25,29", say("Who wins this endgame, and how likely?")),
)


class Program(click.Group):
    """The group of all commands, which it imports when they are used."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Name the commands in the order of the help."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import a command."""
        if cmd_name not in COMMANDS:
            return None
        command = getattr(import_module(COMMANDS[cmd_name]), cmd_name)
        assert isinstance(command, click.Command)
        return command

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the help: examples first."""
        formatter.write_heading(say("Examples"))
        for example, answers in _EXAMPLES:
            with formatter.indentation():
                formatter.write_text(answers)
                with formatter.indentation():
                    formatter.write_text(f"{ctx.command_path} {example}")
        formatter.write_paragraph()
        super().format_help(ctx, formatter)

    def main(  # type: ignore[override]
        self, args: Sequence[str] | None = None, **extra: Any
    ) -> NoReturn:
        """Run a command and end the process with its exit code."""
        words = sys.argv[1:] if args is None else list(args)
        if os.environ.get("NO_COLOR"):
            extra.setdefault("color", False)
        try:
            result = super().main(args, **{**extra, "standalone_mode": False})
        except click.Abort:
            sys.exit(_INTERRUPTED)
        except Exception as error:
            from wormadvisor.cli.failure import failure_of  # Rarely needed.

            failure = failure_of(error)
            if failure is None:  # A mistake of ours: let it be seen.
                raise
            try:
                failure.show(for_program="--json" in words or "--batch" in words)
            except OSError:  # Standard output is what fails: say so where it can be said.
                failure.show(for_program=False)
            sys.exit(failure.code)
        sys.exit(result if isinstance(result, int) else 0)


@click.group(
    cls=Program,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
    help=say("Optimal play for Pickomino (Heckmeck, Regenwormen): stop or roll?"),
)
@click.version_option(
    package_name="wormadvisor", message="%(prog)s %(version)s", help=say("Show the version.")
)
@click.pass_context
def program(context: click.Context) -> None:
    """Show the help when no command is given."""
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


def main() -> NoReturn:
    """Run the program: the console script."""
    program.main()
