"""A record with what the analysis says of every roll and choice written into it."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from wormadvisor.cli.analyze.marks import mark_of
from wormadvisor.cli.analyze.words import better
from wormadvisor.cli.language import ENGLISH, using
from wormadvisor.solver.analysed_turn import AnalysedTurn, Chosen
from wormadvisor.solver.analysis import Analysis
from wormadvisor.solver.position import Outcome
from wormadvisor.solver.record import Evaluation, Note, Record

_NOTHING = 0.0001
"""Losses below this are not written down."""

_BETTER = "better: "
"""Begins the words behind an evaluation with a mark, in records of every language."""


def annotated(record: Record, analysis: Analysis) -> Record:
    """Give the same game with evaluations, in place of those it had, and other notes kept."""
    with using(ENGLISH):  # Records are the same in every language.
        new = [note for turn in analysis.turns for note in _notes(turn)]
    return replace(record, notes=(*new, *words_of_people(record.notes)))


def words_of_people(notes: Sequence[Note]) -> Iterator[Note]:
    """Leave out what another analysis wrote: evaluations, and what was better behind a mark."""
    for before, note in zip((None, *notes), notes, strict=False):
        if isinstance(note.what, Evaluation):
            continue
        marked = before and isinstance(before.what, Evaluation) and before.what.mark
        here = before and (before.turn, before.throw) == (note.turn, note.throw)
        if not (marked and here and note.what.startswith(_BETTER)):
            yield note


def _notes(turn: AnalysedTurn) -> Iterator[Note]:
    """Note every roll with the choice after it, and the end of the turn."""
    last: tuple[Chosen, ...] = ()
    for throw, (roll, choices) in enumerate(turn.throws):
        last = tuple(choice for choice in choices if _ends(choice))
        here = choices[: len(choices) - len(last)]
        value = (here[-1] if here else roll).value
        luck = float(roll.luck[turn.seat])
        yield from _note(turn, throw, here, float(value[turn.seat]), luck)
    if turn.outcome is not None:
        yield from _note(turn, None, last, float(turn.end[turn.seat]), None)


def _ends(choice: Chosen) -> bool:
    return isinstance(choice.played, Outcome) or choice.played == "stop"


def _note(
    turn: AnalysedTurn,
    throw: int | None,
    choices: Sequence[Chosen],
    value: float,
    luck: float | None,
) -> Iterator[Note]:
    counted = [choice for choice in choices if choice.counts]
    worst = max(counted, key=lambda choice: float(choice.loss[turn.seat]), default=None)
    mark = mark_of(worst, turn.seat) if worst else None
    loss = sum(max(0.0, float(choice.loss[turn.seat])) for choice in counted)
    told = loss if loss >= _NOTHING else None
    evaluation = Evaluation(value, told, mark or "", luck)
    yield Note(evaluation, turn.index, throw)
    if worst and mark:
        yield Note(f"{_BETTER}{better(worst)}", turn.index, throw)
