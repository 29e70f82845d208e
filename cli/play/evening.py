"""A game being played: bots move by themselves, people are asked."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np

from wormadvisor.cli.choosing import read_choice
from wormadvisor.cli.coach import screen
from wormadvisor.cli.entries import ENDS
from wormadvisor.cli.hint_text import outcome_text
from wormadvisor.cli.language import listed, say
from wormadvisor.cli.objectives import WIN, goal_of
from wormadvisor.cli.play.dice import dice_in_hand, rolled, typed
from wormadvisor.cli.play.talk import Again, Talk
from wormadvisor.cli.wording import error_sentence
from wormadvisor.solver.batch import Batch
from wormadvisor.solver.dice import FACES
from wormadvisor.solver.errors import EntryError, Problem, SolverError
from wormadvisor.solver.game import Game
from wormadvisor.solver.notation import format_counts
from wormadvisor.solver.plans import Plan, outcome_of
from wormadvisor.solver.players import Player
from wormadvisor.solver.position import Outcome, Position
from wormadvisor.solver.turn.solution import Decision

_BOTS_CHANCE = 1_000_000
"""Sets what bots do by chance apart from the dice of the same seed."""

_ADVISED = ("advised", *ENDS["advised"])


@dataclass
class Evening(Talk):
    """A game and who plays it; see `Talk`."""

    _plan: tuple[int, Position, Plan] | None = field(init=False, default=None)

    def play(self) -> None:
        """Play to the end.

        Raises
        ------
        Leave
            Somebody wants to leave, or there is nothing more to read.
        """
        if self.game.turns or self.path.exists():  # A game nobody entered in leaves no file.
            self.save()
        if self.game.turn is not None:
            self.tell(*screen.table_lines(self.game, None))
        while not self.game.is_over:
            try:
                self._step()
            except Again:
                continue

    def _step(self) -> None:
        """Go on by one roll, one choice or one bot's turn."""
        bot = self.bots[self.game.mover]
        if bot is not None:
            self._bots_turn(bot)
        elif self.game.turn is None:
            self.tell("", *screen.table_lines(self.game, None))
            self._roll(entered=False)
        else:
            self._choose()

    def _bots_turn(self, bot: Player) -> None:
        """Let a bot play its turn, by the same dice and the same rules as everybody."""
        index, plan = len(self.game.positions) - 1, self._plan_of(bot)
        while len(self.game.positions) == index + 1:
            turn = self.game.turn
            act = None if turn is None else plan.act(0, turn)
            if turn is None:
                self._roll(entered=False)
            elif act is None:
                self.become(self.game.ended())
            else:
                if act.face is not None:
                    turn = turn.choose(act.face)
                    self.become(self.game.chose(act.face), entered=False)
                if act.then == "stop":
                    self.become(self.game.ended(outcome_of(plan, 0, turn)))
                else:
                    self._roll(entered=False)

    def _plan_of(self, bot: Player) -> Plan:
        """Give what a bot does in this turn: made once, and the same whenever it is made."""
        index, position = len(self.game.positions) - 1, self.game.position
        if self._plan is None or self._plan[:2] != (index, position):
            rng = np.random.default_rng([self.setup.seed, index, _BOTS_CHANCE])
            plan = bot.plan(Batch.of([position]), self.game.rules, rng)
            self._plan = index, position, plan
        return self._plan[2]

    def _choose(self) -> None:
        """Ask a person for the next choice, and make it."""
        game, turn = self.game, self.game.turn
        assert turn is not None
        if turn.roll is not None:
            self.tell_dice(game)
            if not turn.legal_faces:
                self.tell_wrapped(say("No face of the roll is new: a bust."), fg="red")
                self.become(game.ended())
                return
        elif turn.is_forced_end:
            self._end()
            return
        else:
            aside = format_counts(turn.kept)
            self.tell(say("aside: {dice} (sum {total})", dice=aside, total=turn.total))
        face, then = self._asked(game)
        if not self._fine(self._lost(face, then)):
            raise Again
        if face is not None:
            self.become(game.chose(face), entered=self.setup.typed or then != "roll")
        if then == "roll":
            self._roll()
        elif then == "stop":
            self._end()

    def _asked(self, game: Game) -> tuple[int | None, Decision | None]:
        """Read a choice, until there is one that can be made."""
        turn = game.turn
        assert turn is not None
        while True:
            if turn.roll is None:
                text = self.ask(say("Stop or roll?"))
            else:
                faces = listed(FACES[face] for face in turn.legal_faces)
                text = self.ask(say("Which face? ({faces})", faces=faces))
            if text.lower() in _ADVISED:
                best = self.tutor.advice(game).best
                assert best is not None
                return best.face, best.then
            try:
                face, then = read_choice(text, turn)
            except SolverError as error:
                self.tell_wrapped(error_sentence(error))
                continue
            if (face, then) != (None, None):
                return face, then

    def _end(self) -> None:
        """End a person's turn, asking for the tile where there is a choice."""
        outcomes = self.game.outcomes
        outcome = outcomes[0]
        if len(outcomes) > 1:
            outcome = self._asked_outcome(outcomes)
            if not self._fine(lambda: self.tutor.loss_of_outcome(self.game, outcome)):
                raise Again
        self.become(self.game.ended(outcome))

    def _lost(self, face: int | None, then: Decision | None) -> Callable[[], float]:
        game = self.game
        return lambda: self.tutor.loss(game, face, then)

    def _asked_outcome(self, outcomes: Sequence[Outcome]) -> Outcome:
        """Let somebody choose how the turn ends, by number, tile or word."""
        possible: dict[str, Outcome] = {}
        for number, some in enumerate(outcomes, start=1):
            text = outcome_text(some)
            self.tell(f"  {number}  {text}")
            possible |= {str(number): some, str(some.tile): some, text.lower(): some}
        while True:
            text = self.ask(say("Which one?"))
            if text.lower() in _ADVISED:
                return self.tutor.best_outcome(self.game)
            if text.lower() in possible:
                return possible[text.lower()]
            problem = Problem("entry_word", "entry", {"token": text})
            self.tell_wrapped(error_sentence(EntryError(problem)))

    def _fine(self, loss: Callable[[], float]) -> bool:
        """Tell whether a choice is to be made; the tutor asks where it loses too much."""
        most = self.setup.tutor
        if most is None or (lost := loss()) <= most:
            return True
        self.tell_wrapped(say("That gives away {loss}.", loss=goal_of(WIN).loss(lost)), fg="yellow")
        while True:
            answer = self.ask(say("Play it, think again, or show me? (p, t, s)")).lower()
            if answer in ("p", "play"):
                return True
            if answer in ("t", "think"):
                return False
            if answer == "s":  # "show" is the table, as everywhere.
                self.tell_why()
                return False
            self.tell_wrapped(say("p: play it. t: think again. s: show the advice."))

    def _roll(self, *, entered: bool = True) -> None:
        """Roll the dice of whoever moves, or read them."""
        if not self.setup.typed:
            dice = rolled(self.game, self.setup.seed)
            self.become(self.game.rolled(dice), entered=entered)
            return
        name, hand = self.game.names[self.game.mover], dice_in_hand(self.game)
        while True:
            text = self.ask(say("Dice of {name} ({dice})", name=name, dice=hand))
            try:
                self.become(self.game.rolled(typed(text)))
            except SolverError as error:
                self.tell_wrapped(error_sentence(error))
            else:
                return
