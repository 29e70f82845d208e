"""A question without an answer: exit code, one line for people, an object for programs."""

from dataclasses import dataclass

import click

from wormadvisor.cli import schema
from wormadvisor.cli.language import say
from wormadvisor.cli.layout import on_one_line
from wormadvisor.cli.ready_made import ready_made
from wormadvisor.cli.wording import error_line, table_error_line
from wormadvisor.solver.errors import BudgetError, CertificationError, SolverError
from wormadvisor.tables.errors import TableError

_UNANSWERED, _BAD_QUESTION = 1, 2


@dataclass(frozen=True, slots=True)
class Failure:
    """Why there is no answer.

    Attributes
    ----------
    code
        The exit code of the process.
    answer
        The object for programs.
    line
        What people read.
    """

    code: int
    answer: schema.Json
    line: str

    def show(self, *, for_program: bool) -> None:
        """Print it: an object on standard output, or a line on standard error."""
        if for_program:
            click.echo(schema.dump(self.answer))
        else:
            click.echo(say("Error: {message}", message=self.line), err=True)


def failure_of(error: Exception) -> Failure | None:
    """Tell what an exception means for the person who asked; None for a mistake of ours."""
    if isinstance(error, SolverError):
        beyond_us = isinstance(error, (BudgetError, CertificationError))
        code = _UNANSWERED if beyond_us else _BAD_QUESTION
        return Failure(code, schema.error_object(error), error_line(error))
    if isinstance(error, TableError):
        line = table_error_line(error)
        return Failure(_UNANSWERED, schema.failure(error.kind, line, error.where), line)
    if isinstance(error, click.ClickException):
        line = on_one_line(error.format_message())
        answer = schema.failure("usage", line, _option_of(error))
        if isinstance(error, click.UsageError) and error.ctx is not None:
            command = f"{error.ctx.command_path} --help"
            line = say("{problem}; see {command}", problem=line.rstrip("."), command=command)
        return Failure(error.exit_code, answer, line)
    if isinstance(error, OSError):
        spot = None if error.filename is None else on_one_line(str(error.filename))
        line = on_one_line(ready_made(error.strerror or str(error)))
        if spot is not None:
            line = say("{spot}: {problem}", spot=spot, problem=line)
        return Failure(_UNANSWERED, schema.failure("io", line, spot), line)
    return None


def _option_of(error: click.ClickException) -> str:
    """Name the option that a usage error is about, when it is about one."""
    if isinstance(error, (click.NoSuchOption, click.BadOptionUsage)):
        return on_one_line(error.option_name)
    if isinstance(error, click.BadParameter) and error.param is not None:
        return error.param.opts[0]
    return "arguments"
