"""What can be said at any moment of a game against bots, and what is told."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import click

from wormadvisor.cli.asking import ask
from wormadvisor.cli.coach import screen
from wormadvisor.cli.entries import COMMANDS
from wormadvisor.cli.kept import KeptGame
from wormadvisor.cli.language import mark, say
from wormadvisor.cli.layout import window_width, wrap
from wormadvisor.cli.objectives import WIN, goal_of
from wormadvisor.cli.play.setup import Setup
from wormadvisor.cli.play.tutor import Tutor
from wormadvisor.cli.reasons import why
from wormadvisor.solver.game import Game
from wormadvisor.solver.notation import format_counts, format_roll
from wormadvisor.solver.players import Player

_COMMAND = {word: name for name, more in COMMANDS.items() for word in (name, *more)}
_COMMAND["hint"] = "why"
"""Words to the program, the same as the coach's."""

HELP = mark(
    "W, 5 roll, 4 stop: the face to set aside, and then. roll, stop (r, s): when it is set "
    "aside. ok: what the advice says. why: the advice. odds: how the turn will end. show: the "
    "table. log: all turns. undo: back to the choice before; the dice stay the same. quit: "
    "leave; play --resume goes on."
)


class Leave(Exception):  # noqa: N818 - a wish, not an error.
    """Somebody wants to leave."""


class Again(Exception):  # noqa: N818 - a wish, not an error.
    """Something else was done: look at the game anew."""


@dataclass
class Talk(KeptGame):
    """A game that is talked about; see `KeptGame`.

    Attributes
    ----------
    setup
        How it is played.
    tutor
        Knows better.
    """

    setup: Setup
    tutor: Tutor
    bots: tuple[Player | None, ...] = field(init=False)

    def __post_init__(self) -> None:
        self.bots = self.setup.bots

    def become(self, game: Game, *, entered: bool = True) -> None:
        """Go on with another state of the game, once it is saved.

        Only what somebody entered and the ends of turns are saved at once: the rest comes out
        the same when it is played again.
        """
        ended = len(game.positions) > len(self.game.positions)
        self.record = self.record.with_game(game)
        if entered or ended:
            self.save()
        if ended:
            self.tell_wrapped(screen.log_lines(game, 1)[0])
            self.tell_wrapped(screen.ended_line(game), bold=True)

    def ask(self, prompt: str) -> str:
        """Ask for a line that is no command; do what commands say."""
        while True:
            text = ask(prompt, ("roll", "stop", *self._commands))
            if text is None:
                raise Leave
            words = text.split()
            name = _COMMAND.get(words[0].lower()) if words else None
            if name is None or name not in self._commands:
                if words:
                    return text
                continue
            self._commands[name](tuple(words[1:]))

    @property
    def _commands(self) -> Mapping[str, Callable[[tuple[str, ...]], None]]:
        return {
            "why": self.tell_why,
            "odds": self.tell_odds,
            "show": lambda _: self.tell(*screen.table_lines(self.game, None)),
            "log": lambda _: self.tell(*screen.log_lines(self.game) or [say("No turn yet.")]),
            "undo": self._undo,
            "help": lambda _: self.tell_wrapped(say(HELP)),
            "quit": _leave,
        }

    def tell_why(self, _: tuple[str, ...] = ()) -> None:
        """Show the advice and its reason."""
        advice, goal = self.tutor.advice(self.game), goal_of(WIN)
        self.tell(*screen.advice_lines(advice, self.game, goal, window_width()))
        if self.game.turn is None or self.game.turn.roll is None:  # Else it is said there.
            self.tell_wrapped(" ".join([why(advice, goal), *screen.reasons(advice, self.game)]))

    def tell_odds(self, _: tuple[str, ...] = ()) -> None:
        """Show how the turn will end under best play."""
        self.tell(*screen.odds_lines(self.tutor.advice(self.game)))

    def _undo(self, _: tuple[str, ...]) -> None:
        """Go back to a person's choice before this one, or to dice that were typed."""
        game = self.game
        while game.turns:
            before, game = game, game.undone()
            typed = self.setup.typed and before.turn is not None and before.turn.roll is not None
            if typed or (self.bots[game.mover] is None and _is_choice(game)):
                break
        else:
            self.tell_wrapped(say("There is no choice before this one."))
            raise Again
        self.become(game)
        raise Again

    def tell_dice(self, game: Game) -> None:
        """Show the roll, and what is set aside."""
        turn = game.turn
        assert turn is not None
        assert turn.roll is not None
        aside = format_counts(turn.kept) if turn.used else "-"
        fields = {"roll": format_roll(turn.roll), "aside": aside, "total": turn.total}
        self.tell_wrapped(say("roll: {roll}   aside: {aside} (sum {total})", **fields), bold=True)

    def tell_wrapped(self, text: str, *, fg: str | None = None, bold: bool | None = None) -> None:
        """Write a text in lines no longer than the window."""
        self.tell(click.style(wrap(text, window_width()), fg=fg, bold=bold))


def _leave(_: tuple[str, ...]) -> None:
    raise Leave


def _is_choice(game: Game) -> bool:
    turn = game.turn
    if turn is None:
        return False
    return bool(turn.legal_faces) if turn.roll is not None else not turn.is_forced_end
