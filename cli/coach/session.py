"""A game being followed: what each line typed does to it, and what is answered."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from wormadvisor.cli import saved
from wormadvisor.cli.coach import screen
from wormadvisor.cli.coach.fixing import fixed, notes_after, number_of_turn
from wormadvisor.cli.coach.judging import judgement
from wormadvisor.cli.coach.steps import after_all, forgets_dice, undone
from wormadvisor.cli.entries import (
    Command,
    Move,
    may_be_a_name,
    read_moves,
    read_words,
    take_mover,
    take_name,
    words_of,
)
from wormadvisor.cli.kept import KeptGame
from wormadvisor.cli.language import say
from wormadvisor.cli.layout import window_width, wrap
from wormadvisor.cli.objectives import WIN, Goal, goal_of
from wormadvisor.cli.play.tutor import Tutor
from wormadvisor.cli.reasons import why
from wormadvisor.cli.seating import seat_named
from wormadvisor.solver.advice import Advice, advise
from wormadvisor.solver.errors import EntryError, Problem, SolverError
from wormadvisor.solver.game import Game
from wormadvisor.solver.position import Outcome
from wormadvisor.solver.record import Record
from wormadvisor.solver.record_reader import MOST_TURNS
from wormadvisor.solver.turn.solution import SolvedTurn
from wormadvisor.solver.value.payoff import Objective
from wormadvisor.tables.errors import TableError

_MOST_UNDONE = 9999
_CUT = "cut"


class Quit(Exception):  # noqa: N818 - a wish, not an error.
    """Somebody wants to leave."""


@dataclass
class Session(KeptGame):
    """The coach at work; see `KeptGame`.

    Attributes
    ----------
    objective
        What gives the advice.
    me
        The seat that gets advice; None: all do.
    judges
        Whether to tell what the choices of the others lost.
    _before
        The game before each entry of this session, the last one last: what `undo` gives back,
        with dice that the game itself no longer knows.
    """

    objective: Objective
    me: int | None = None
    judges: bool = False
    _goal: Goal = field(default_factory=lambda: goal_of(WIN))
    _before: list[Record] = field(default_factory=list, init=False)

    @property
    def prompt(self) -> str:
        """What is asked: number of the turn and player."""
        if self.game.is_over:
            return "> "
        return f"{len(self.game.positions)} {self.game.names[self.game.mover]}> "

    def enter(self, line: str) -> None:
        """Do what a line says.

        Raises
        ------
        SolverError
            It is not understood, or the rules forbid it. Moves before it are kept.
        Quit
            It says to leave.
        """
        entry = read_words(self._without_name(words_of(line)))
        if isinstance(entry, Command):
            self._run(entry)
        else:
            self._play(entry)

    def tell_saved(self) -> None:
        """Write the game once more, and say where it is."""
        self.save()
        if self.is_saved:
            self._tell_wrapped(say("Saved: {path}", path=self.path))

    def tell_moment(self) -> None:
        """Show the dice once more, for somebody who comes to them anew, with the advice."""
        if self._is_advised(self.game):
            self._tell_wrapped(*screen.dice_lines(self.game))
        self.tell_state()

    def tell_state(self) -> None:
        """Show the dice of an unfinished turn, with the advice for them, or the end."""
        game = self.game
        if game.is_over:
            self._tell_wrapped(*screen.result_lines(game))
        elif game.turn is not None and self._is_advised(game):
            advice = self._advice(game)
            self.tell(*screen.advice_lines(advice, game, self._goal, window_width()))
        else:
            self._tell_wrapped(*screen.heard_lines(game))

    def _without_name(self, words: list[str]) -> list[str]:
        """Leave out the name of the player to move in front of an entry."""
        rest = list(words)
        if self.game.is_over:
            return words
        self._check_is_clear(words)
        name = take_mover(rest)
        if name is None:
            return words
        try:
            seat = seat_named(name, self.game.names)
        except EntryError as error:
            if error.kind == "name_unclear":
                raise
            return words  # No name: whoever reads it as a word says what is wrong.
        if seat != self.game.mover:
            fields = {"token": self.game.names[seat], "expected": self.game.names[self.game.mover]}
            raise EntryError(Problem("record_not_mover", "entry", fields))
        return rest

    def _check_is_clear(self, words: list[str]) -> None:
        """Refuse a short word in front of an entry that may be a player's name."""
        if not may_be_a_name(words, in_turn=self.game.turn is not None):
            return
        first = words[0].casefold()
        called = tuple(name for name in self.game.names if name.casefold().startswith(first))
        if called:
            fields = {"token": words[0], "allowed": called}
            raise EntryError(Problem("name_or_word", "entry", fields))

    def _play(self, moves: tuple[Move, ...]) -> None:
        before = self.game
        said: list[str] = []
        try:
            for game in after_all(before, moves, self._best):
                said += self._step(game)
        except SolverError:
            if self.game != before:  # Moves before the wrong one are kept: say where we are.
                said += [wrap(line, window_width()) for line in screen.dice_lines(self.game)]
            raise
        finally:
            if self.game != before:
                self.save()
            self.tell(*said)  # What was answered is saved, whatever happens now.
        if moves:
            self.tell_state()

    def _step(self, game: Game) -> Iterator[str]:
        before = self.game
        if len(game.turns) > MOST_TURNS:
            raise EntryError(Problem("game_too_long", "entry", {"highest": MOST_TURNS}))
        if self.judges and not self._is_advised(before):
            for line in judgement(before, game, Tutor(self.objective), self._goal):
                yield wrap(line, window_width())
        if forgets_dice(before, game):
            told = say("(Not all dice of this turn are known: they are left out.)")
            yield wrap(told, window_width())
        self._become(self.record.with_game(game))
        if len(game.positions) > len(before.positions):
            yield wrap(screen.ended_line(game), window_width())

    def _run(self, command: Command) -> None:
        match command.name:
            case "undo":
                self._undo(command.words)
            case "fix":
                self._fix(command.words)
            case "show":
                self.tell(*screen.table_lines(self.game, self._chances()))
            case "log":
                self.tell(*screen.log_lines(self.game) or [say("No turn yet.")])
            case "odds":
                self.tell(*screen.odds_lines(self._advice(self._running())))
            case "why":
                advice = self._advice(self._running())
                said = [why(advice, self._goal), *screen.reasons(advice, self.game)]
                self.tell(wrap(" ".join(said), window_width()))
            case "save":
                self._copy(command.words)
            case "help":
                self.tell(*screen.help_lines())
            case _:
                raise Quit

    def _undo(self, words: tuple[str, ...]) -> None:
        steps = _number(words[0]) if words else 1
        old = self.game
        for step in range(steps):
            if self._before:
                self.record = self._before.pop()
            elif not step or self.game.turns:
                # Entered before this session: one step of what the record has kept.
                self.record = self.record.with_game(undone(self.game))
            else:
                break
        self.save()
        game = self.game
        for number, line in enumerate(screen.log_lines(game)):
            one = slice(number, number + 1)
            if game.turns[number].outcome and game.turns[one] != old.turns[one]:
                self.tell(line)  # As it was before a fix.
        if len(old.turns) - len(game.turns) > 1:  # Perhaps "undo" and "22" were meant.
            self._tell_left_out(old)
        self.tell_moment()

    def _fix(self, words: tuple[str, ...]) -> None:
        rest = list(words)
        which = take_name(rest) if rest else ""
        cut = bool(rest) and rest[-1].lower() == _CUT
        moves = read_moves(rest[: len(rest) - cut])
        if not moves:
            raise EntryError(Problem("fix_how", "entry", {}))
        index = number_of_turn(which, self.game)
        game = fixed(self.game, index, moves, cut=cut)
        old = self.game
        notes = notes_after(self.record, game, index)
        self._become(replace(self.record, game=game, notes=notes))
        self.save()
        for number, line in enumerate(screen.log_lines(game)):
            if number == index or game.turns[number] != old.turns[number]:
                self.tell(line)
        if len(game.turns) < len(old.turns):
            self._tell_left_out(old)
        self.tell_state()

    def _become(self, record: Record) -> None:
        """Go on with the game after an entry."""
        self._before.append(self.record)
        self.record = record

    def _tell_left_out(self, old: Game) -> None:
        """Show the turns that are gone, so that they can be typed again."""
        kept = len(self.game.turns)
        self._tell_wrapped(say("Left out: the turns from {number} on.", number=kept + 1))
        self.tell(*screen.log_lines(old)[kept:])

    def _copy(self, words: tuple[str, ...]) -> None:
        if not words:
            self.tell_saved()
            return
        path = Path(" ".join(words)).expanduser().absolute()
        if path.exists():
            raise EntryError(Problem("file_exists", "entry", {"path": path}))
        try:
            saved.save(path, (self.record,))
        except (TableError, OSError) as error:
            fields = {"path": path, "reason": saved.reason(error)}
            raise EntryError(Problem("not_saved", "entry", fields)) from error
        self._tell_wrapped(say("Saved: {path}", path=path))

    def _chances(self) -> tuple[float, ...]:
        """Give everybody's chance to win, by seat, at this moment."""
        game = self.game
        if game.result is not None:
            return game.result
        payoff = self.objective.payoff(game.position, game.rules)
        solved = SolvedTurn(payoff.stop, payoff.bust, payoff.busts)
        worth = solved.value(game.turn) if game.turn else solved.before_first_roll
        return game.by_seat([float(share) for share in worth])

    def _best(self, game: Game) -> tuple[int | None, Outcome | None]:
        best = self._advice(game).best
        assert best is not None
        stops = best.then == "stop" or best.roll is None
        return best.face, best.stop.outcome if best.stop and stops else None

    def _is_advised(self, game: Game) -> bool:
        return self.me in (None, game.mover)

    def _running(self) -> Game:
        if self.game.is_over:
            raise EntryError(Problem("game_over", "entry", {}))
        return self.game

    def _advice(self, game: Game) -> Advice:
        return advise(game.position, game.turn, game.rules, self.objective)

    def _tell_wrapped(self, *texts: str) -> None:
        self.tell(*(wrap(text, window_width()) for text in texts))


def _number(word: str) -> int:
    if word.isascii() and word.isdigit() and int(word[:6]) > 0 and len(word) <= 4:
        return int(word)
    fields = {"token": word, "lowest": 1, "highest": _MOST_UNDONE}
    raise EntryError(Problem("not_a_number", "entry", fields))
