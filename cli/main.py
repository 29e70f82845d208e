"""The program ``wormadvisor``: its commands, and how every one of them ends.

Exit codes: 0 answered, 1 could not be answered, 2 the question is wrong. What is wrong is
one line on standard error or, for programs, an object on standard output.

Only the module of the command that runs is imported: to load the others would take longer
than to answer. The language is known before, because a module says its help as it is imported.
"""

import gettext
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib import import_module
from io import TextIOWrapper
from typing import Any, NoReturn

import click

from wormadvisor.cli.language import (
    DOMAIN,
    ENGLISH,
    LANGUAGES,
    LOCALES,
    OPTION,
    language_asked,
    mark,
    say,
    using,
)

_INTERRUPTED = 130

_PURPOSE = mark("Optimal play for Pickomino (Heckmeck, Regenwormen): stop or roll?")

COMMANDS: Mapping[str, str] = {
    "hint": "wormadvisor.cli.hint",
    "coach": "wormadvisor.cli.coach.command",
    "match": "wormadvisor.cli.match",
    "play": "wormadvisor.cli.play.command",
    "drill": "wormadvisor.cli.drill",
    "rules-of-thumb": "wormadvisor.cli.rules_of_thumb",
    "odds": "wormadvisor.cli.odds",
    "evaluate": "wormadvisor.cli.evaluate",
    "analyze": "wormadvisor.cli.analyze.command",
    "serve": "wormadvisor.cli.serve",
    "tables": "wormadvisor.cli.tables",
}
"""Every command, and the module that holds it under its name."""

_EXAMPLES = (
    ("hint --roll 5,5,W,3 --taken W", mark("Which dice to set aside, and then?")),
    ("hint --taken 3,5,W --sum 23 --left 3", mark("Stop or roll?")),
    ("hint --roll 113W --taken 5x4 --me 22,25 --opp 26", mark("The same with tiles.")),
    ("odds --taken 5,W --left 6 --bars", mark("How likely is each total?")),
    ("evaluate --grill 22,25,29", mark("Who wins this endgame, and how likely?")),
)


class _Option(click.Option):
    """An option that outlives a change of language: its help is translated when it is shown."""

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        """Name the option and translate its help."""
        record = super().get_help_record(ctx)
        return record and (record[0], say(record[1]))


_LANGUAGE = _Option(
    [OPTION],
    type=click.Choice(LANGUAGES),
    expose_value=False,
    help=mark("The language of the answer; default: that of the environment."),
)
"""The option of every command; `language_asked` has read it before click does."""


class Program(click.Group):
    """The group of all commands, which it imports when they are used."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Name the commands in the order of the help."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import a command."""
        if cmd_name not in COMMANDS:
            return None
        command = getattr(import_module(COMMANDS[cmd_name]), cmd_name.replace("-", "_"))
        assert isinstance(command, click.Command)
        _speaks_languages(command)
        return command

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the help: examples first."""
        formatter.write_heading(say("Examples"))
        for example, answers in _EXAMPLES:
            with formatter.indentation():
                formatter.write_text(say(answers))
                with formatter.indentation():
                    formatter.write_text(f"{ctx.command_path} {example}")
        formatter.write_paragraph()
        super().format_help(ctx, formatter)

    def collect_usage_pieces(self, ctx: click.Context) -> list[str]:
        """Translate what stands for the options and the rest."""
        return [say("[OPTIONS]"), say("[COMMAND] [ARGS]...")]

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Translate what the program is for."""
        formatter.write_paragraph()
        with formatter.indentation():
            formatter.write_text(say(_PURPOSE))

    def main(  # type: ignore[override]
        self, args: Sequence[str] | None = None, **extra: Any
    ) -> NoReturn:
        """Run a command and end the process with its exit code."""
        words = sys.argv[1:] if args is None else list(args)
        for_program = "--json" in words or "--batch" in words
        lang = ENGLISH if for_program else language_asked(words, os.environ)
        if os.environ.get("NO_COLOR"):
            extra.setdefault("color", False)
        if isinstance(sys.stdout, TextIOWrapper):
            # A letter that the terminal does not have becomes a question mark.
            sys.stdout.reconfigure(errors="replace")
        with using(lang), _click_using(lang):
            sys.exit(self._run(args, for_program, extra))

    def _run(self, args: Sequence[str] | None, for_program: bool, extra: dict[str, Any]) -> int:
        """Run a command, say why where it fails, and tell the exit code."""
        try:
            result = super().main(args, **{**extra, "standalone_mode": False})
        except click.Abort:
            return _INTERRUPTED
        except Exception as error:
            from wormadvisor.cli.failure import failure_of  # Rarely needed.

            failure = failure_of(error)
            if failure is None:  # A mistake of ours: let it be seen.
                raise
            try:
                failure.show(for_program=for_program)
            except OSError:  # Standard output is what fails: say so where it can be said.
                failure.show(for_program=False)
            return failure.code
        return result if isinstance(result, int) else 0


def _speaks_languages(command: click.Command) -> None:
    """Give a command, and all below it, the option of the language and translated usage."""
    if _LANGUAGE not in command.params:
        command.params.append(_LANGUAGE)
        command.options_metavar = say("[OPTIONS]")
    for parameter in command.params:
        if isinstance(parameter.type, click.IntRange) and parameter.metavar is None:
            parameter.metavar = "N"  # Else click writes INTEGER RANGE.
    if isinstance(command, click.Group):
        command.subcommand_metavar = say("COMMAND [ARGS]...")
        for below in command.commands.values():
            _speaks_languages(below)


@contextmanager
def _click_using(lang: str) -> Iterator[None]:
    """Translate click's own words too: it asks the process's gettext for them."""
    before = os.environ.get("LANGUAGE")
    gettext.bindtextdomain(DOMAIN, LOCALES)
    gettext.textdomain(DOMAIN)
    os.environ["LANGUAGE"] = lang
    try:
        yield
    finally:
        if before is None:
            del os.environ["LANGUAGE"]
        else:
            os.environ["LANGUAGE"] = before


@click.group(
    cls=Program,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
    params=[_LANGUAGE],
)
@click.version_option(
    package_name="wormadvisor",
    message="%(prog)s %(version)s",
    cls=_Option,
    help=mark("Show the version."),
)
@click.pass_context
def program(context: click.Context) -> None:
    """Show the help when no command is given."""
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


def main() -> NoReturn:
    """Run the program: the console script."""
    program.main()
