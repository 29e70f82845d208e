"""The options that say what a question is about, the same for every command that has one."""

from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any

import click
from click.core import ParameterSource

from wormadvisor.cli.language import mark, say
from wormadvisor.cli.options import PLAIN, Asked
from wormadvisor.solver.errors import Problem, SolverError
from wormadvisor.solver.rules import PRESETS, SWITCHES


class Asking(click.Command):
    """A command whose every word belongs to an option; says how to write dice and tiles if not."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the options, and refuse what is left over."""
        ctx.allow_extra_args = True
        left = super().parse_args(ctx, args)
        if left and not ctx.resilient_parsing:
            raise click.UsageError(
                say(
                    "{words} belongs to no option; put values with spaces in quotes, or use commas",
                    words=repr(" ".join(left)),
                ),
                ctx,
            )
        return left


def position_options(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command the position options; it gets them as ``asked``, an `Asked`."""

    @wraps(command)
    def with_asked(**given: Any) -> None:
        switches = {switch: given.pop(switch) for switch in SWITCHES}
        asked = Asked(
            **{name: given.pop(name) for name in PLAIN},
            switches={switch: word for switch, word in switches.items() if word is not None},
        )
        command(asked=asked, **given)

    decorated: Callable[..., None] = with_asked
    for option in reversed(_options()):
        decorated = option(decorated)
    return decorated


def rules_options(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command the options of the rules alone; it gets them as ``asked``, an `Asked`."""

    @wraps(command)
    def with_asked(**given: Any) -> None:
        switches = {switch: given.pop(switch) for switch in SWITCHES}
        unsaid: dict[str, Any] = dict.fromkeys(PLAIN)
        unsaid |= {"opp": (), "rules": given.pop("rules")}
        said = {switch: word for switch, word in switches.items() if word is not None}
        command(asked=Asked(**unsaid, switches=said), **given)

    decorated: Callable[..., None] = with_asked
    for option in reversed(_rules_options()):
        decorated = option(decorated)
    return decorated


def once(_: click.Context, parameter: click.Parameter, values: tuple[str, ...]) -> str | None:
    """Take the value of an option, and refuse a second one instead of forgetting the first."""
    if len(values) > 1:
        option = parameter.opts[0]
        raise SolverError(Problem("given_twice", option, {"token": values[1]}))
    return values[0] if values else None


def was_given(name: str) -> bool:
    """Tell whether the running command was given an option, by the name of its parameter."""
    source = click.get_current_context().get_parameter_source(name)
    return source is not ParameterSource.DEFAULT


def choices(words: Iterable[str]) -> Callable[..., list[str]]:
    """Complete an option in the shell with the words that fit."""
    known = tuple(words)

    def complete(_: click.Context, __: click.Parameter, incomplete: str) -> list[str]:
        return [word for word in known if word.startswith(incomplete.lower())]

    return complete


_SWITCH_HELP = {
    "empty_bust_flips": mark("A bust without a tile of one's own still flips the highest."),
    "returned_highest_flips": mark("The tile a bust returns is flipped when it is the highest."),
    "lower_tile": mark("Take the next lower open tile only, or any lower one."),
    "steal": mark("An exact top tile of an opponent may, or must, be stolen."),
}

_Decorator = Callable[[Callable[..., None]], Callable[..., None]]


def _option(name: str, metavar: str, text: str, words: Iterable[str] = ()) -> _Decorator:
    return click.option(
        f"--{name}",
        metavar=metavar,
        help=text,
        multiple=True,
        callback=once,
        shell_complete=choices(words),
    )


def _rules_options() -> list[_Decorator]:
    return [
        _option(
            "rules",
            say("RULES"),
            say("Official, flip, free or short; the switches below go on top."),
            PRESETS,
        ),
        *(
            _option(
                switch.replace("_", "-"),
                f"[{'|'.join(values)}]",
                say(_SWITCH_HELP[switch]),
                values,
            )
            for switch, values in SWITCHES.items()
        ),
    ]


def _options() -> list[_Decorator]:
    return [
        _option("roll", say("DICE"), say("The dice just rolled: 55W3 or 5x2,W,3.")),
        _option(
            "taken",
            say("DICE"),
            say(
                "The dice set aside so far. A face without a count may be several dice, as "
                "many as the roll, --left or --sum leave; 5x2 is exactly two."
            ),
        ),
        _option("sum", "N", say("The sum of the dice set aside.")),
        _option("left", "N", say("How many dice are left to roll.")),
        _option(
            "grill",
            say("TILES"),
            say("The open tiles: 21-24,27. Default: all that are on no stack."),
        ),
        _option("me", say("TILES"), say("My tiles, bottom to top; - for none.")),
        click.option(
            "--opp",
            metavar=say("TILES"),
            multiple=True,
            help=say("The tiles of an opponent, bottom to top; once each, in order of play."),
        ),
        _option("players", "N", say("Players, 2 to 7; those without --opp have no tiles.")),
        *_rules_options(),
        _option(
            "position",
            say("TEXT"),
            say(
                "All of it as one text, which every answer prints. Other options may add "
                "what it leaves out (the dice, the roll, the rules), not contradict it."
            ),
        ),
    ]
