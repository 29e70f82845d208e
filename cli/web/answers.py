"""The answers themselves, computed as the commands compute them; in a worker's process."""

import sys
import traceback
from collections.abc import Callable, Mapping
from dataclasses import asdict
from functools import cache
from typing import Any

from wormadvisor.cli import evaluate, schema
from wormadvisor.cli.analyze.answer import analysis_object
from wormadvisor.cli.answers import answer_with, greedy_choice, one_turn
from wormadvisor.cli.evaluation import Evaluation
from wormadvisor.cli.failure import failure_of
from wormadvisor.cli.hint_text import sentences
from wormadvisor.cli.language import ENGLISH, using
from wormadvisor.cli.objectives import DEFAULT, WIN, goal_of
from wormadvisor.cli.odds import chances, odds_object
from wormadvisor.cli.odds_text import no_new_face
from wormadvisor.cli.reading import Question, read_position
from wormadvisor.cli.web.games import game_object, read_game
from wormadvisor.cli.web.worker import Reply
from wormadvisor.solver.analysis import analyse
from wormadvisor.solver.errors import Problem, SolverError
from wormadvisor.solver.record import Record, format_record
from wormadvisor.solver.value.payoff import Objective
from wormadvisor.tables.accuracy import expected_error
from wormadvisor.tables.estimated import Estimated
from wormadvisor.tables.store import Store
from wormadvisor.tables.winning import DEPTH, Winning

Fields = Mapping[str, Any]

_WARM_UP = "21-36/-/- Wx4 3,5,5,W"


class Answers:
    """Answers questions, and keeps what it read and proved for the next ones."""

    def __init__(self) -> None:
        store = Store()
        self._proving = cache(lambda depth: Winning(store, depth=depth))
        self._estimating = cache(lambda depth: Estimated(store, depth=depth))
        self._known: Mapping[str, Callable[[Fields], schema.Json]] = {
            "hint": self._hint,
            "evaluate": self._evaluate,
            "odds": self._odds,
            "position": self._position,
            "game": self._game,
            "record": self._record,
            "analyze": self._analyze,
        }

    def warm_up(self) -> None:
        """Read and compile what the first question would otherwise wait for."""
        for name in ("hint", "odds"):
            self._known[name]({"position": _WARM_UP})

    def reply(self, name: str, fields: Fields) -> Reply:
        """Answer one question; an error is an answer too.

        Parameters
        ----------
        name, fields
            The question, its types checked by the models.
        """
        with using(fields.get("lang", ENGLISH)):
            try:
                answer, status = self._known[name](fields), 200
            except Exception as error:
                answer, status = _refusal(error)
        return Reply(status, schema.dump(answer).encode())

    def _hint(self, fields: Fields) -> schema.Json:
        question = _question(fields)
        names, players = fields.get("names", ()), question.position.players
        if names and len(names) != players:
            counts = {"names": len(names), "players": players}
            raise SolverError(Problem("names_not_players", "names", counts))
        name = fields.get("objective", DEFAULT)
        answer = answer_with(self._objective(name, fields.get("depth")), question)
        greedy = greedy_choice(question, answer.advice)
        found = schema.advice_object(answer.advice, greedy)
        if "lang" in fields:
            goal = goal_of(name)
            said = asdict(sentences(answer.advice, goal, greedy, names=names))
            found["text"] = {**said, "meaning": goal.meaning}
        return found

    def _evaluate(self, fields: Fields) -> schema.Json:
        answer = answer_with(self._winning(fields.get("depth")), _question(fields))
        evaluation = Evaluation.of(answer.advice)
        found = schema.evaluation_object(evaluation)
        if "lang" in fields:
            found["text"] = {"lines": evaluate.sentences(evaluation)}
        return found

    def _odds(self, fields: Fields) -> schema.Json:
        question = _question(fields)
        totals, _ = chances(question)
        found = odds_object(question, totals)
        if "lang" in fields:
            found["text"] = {"lines": no_new_face(totals)}
        return found

    def _position(self, fields: Fields) -> schema.Json:
        question = _question(fields)
        return schema.question_object(question.position, question.turn, question.rules)

    def _game(self, fields: Fields) -> schema.Json:
        return game_object(read_game(fields["game"]))

    def _record(self, fields: Fields) -> schema.Json:
        return {"schema": schema.SCHEMA, "text": format_record(Record(read_game(fields["game"])))}

    def _analyze(self, fields: Fields) -> schema.Json:
        game = read_game(fields["game"])
        depth = fields.get("depth", DEPTH)
        error = expected_error(game.start, game.rules, depth - 1)
        return analysis_object(analyse(game, self._proving(depth), error))

    def _objective(self, name: str, depth: int | None) -> Objective:
        if name.lower() == WIN:
            return self._winning(depth)
        if depth is not None:
            raise SolverError(Problem("not_for_objective", "depth", {}))
        return one_turn(name, "objective")

    def _winning(self, depth: int | None) -> Objective:
        """Find what values positions: proven wherever that is done at once, or else estimates."""
        return self._proving(DEPTH) if depth is None else self._estimating(depth)


def _question(fields: Fields) -> Question:
    return read_position(fields["position"], "position: ")


def _refusal(error: Exception) -> tuple[schema.Json, int]:
    failure = failure_of(error)
    if isinstance(error, SolverError) and failure is not None:
        return failure.answer, 422
    traceback.print_exception(error, file=sys.stderr)
    if failure is not None:
        return failure.answer, 500
    return schema.failure("internal", "the program failed; its log says why", None), 500
