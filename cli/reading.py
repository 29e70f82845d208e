"""From the words of a question to the position, the dice and the rules it is about."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace

from wormadvisor.cli.options import (
    POSITION,
    Asked,
    Problems,
    Said,
    opponent_name,
    option_name,
    read_options,
)
from wormadvisor.solver.dice import NO_DICE, NUM_DICE, Counts, DiceSpec, Turn
from wormadvisor.solver.errors import SolverError
from wormadvisor.solver.notation import (
    format_counts,
    format_roll,
    format_tiles,
    names_rules,
    parse_position,
)
from wormadvisor.solver.position import MIN_PLAYERS, TILES, Position
from wormadvisor.solver.rules import SWITCHES, Rules
from wormadvisor.solver.taken import resolve_taken

_DICE_OPTIONS = ("--roll", "--taken", "--sum", "--left")


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked about.

    Attributes
    ----------
    position, turn, rules
        The table, the dice (None before the first roll) and the rules.
    spot
        What to put before the name of a field to name where it was written.
    """

    position: Position
    turn: Turn | None
    rules: Rules
    spot: str = "--"

    @contextmanager
    def placing(self) -> Iterator[None]:
        """Name where in the question problems are that show only in the answering."""
        try:
            yield
        except SolverError as error:
            problems = (replace(found, where=self._spot(found.where)) for found in error.problems)
            raise type(error)(*problems, text=error.text) from error

    def _spot(self, where: str) -> str:
        """Name the option of a field; all of the position together is in no one of them."""
        if where == "position" and self.spot == "--":
            return where
        return self.spot + where


def read_position(text: str, spot: str) -> Question:
    """Read a position text.

    Raises
    ------
    SolverError
        Names all problems, each at its spot.
    """
    try:
        return Question(*parse_position(text), spot=spot)
    except SolverError as error:
        problems = (replace(found, where=spot + found.where) for found in error.problems)
        raise SolverError(*problems, text=text) from error


def read_question(asked: Asked) -> Question:
    """Read the position options.

    A position text decides what it speaks of; other options may say the same, or what it
    leaves open (the dice, the roll after the dice set aside, the rules).

    Raises
    ------
    SolverError
        Names all problems, each with its option.
    """
    if asked.position is None:
        problems = Problems()
        said = read_options(asked, problems)
        question = _build(said, problems)
    else:
        base = read_position(asked.position, f"{POSITION}: ")
        problems = Problems()
        said = read_options(asked, problems)
        question = _compare(said, base, names_rules(asked.position), problems)
    if problems.found or question is None:
        raise SolverError(*problems.found)
    return question


def _build(said: Said, problems: Problems) -> Question | None:
    """Make the question that the options alone ask."""
    position = _build_position(said, problems)
    turn = _build_turn(said, problems)
    rules = _with_switches(said.rules or Rules(), said.switches)
    return Question(position, turn, rules) if position else None


def _build_position(said: Said, problems: Problems) -> Position | None:
    stacks = [stack or () for stack in (said.me, *said.opponents)]
    given = max(len(stacks), MIN_PLAYERS)
    players = said.players or given
    if players < given:
        problems.add("fewer_players", "--players", token=players, given=given)
        return None
    stacks += [()] * (players - len(stacks))
    named = {tile for stack in stacks for tile in stack}
    rest = tuple(tile for tile in TILES if tile not in named)
    grill = rest if said.grill is None else said.grill

    def place(where: str) -> str:
        if where == "stacks":
            return "--opp"
        player = where.removeprefix("stacks[").removesuffix("]")
        if not player.isdigit():
            return "--grill"
        return "--me" if player == "0" else opponent_name(int(player), len(said.opponents))

    return problems.catch(place, lambda: Position(grill, stacks))


def _build_turn(said: Said, problems: Problems) -> Turn | None:
    """Find the dice; None when nothing is said of them, or nothing readable."""
    if any(problem.where in _DICE_OPTIONS for problem in problems.found):
        return None
    if said.roll == NO_DICE:
        problems.add("roll_empty", "--roll")
        return None
    left = said.left
    if said.roll is not None:
        rolled = sum(said.roll)
        if left not in (None, rolled):
            problems.add("left_not_rolled", "--left", left=left, rolled=rolled)
            return None
        left = rolled
    taken = said.taken or DiceSpec(NO_DICE, frozenset())
    aside = None if left is None else NUM_DICE - left

    def read() -> Turn:
        return Turn(resolve_taken(taken, aside=aside, total=said.total), said.roll)

    turn = problems.catch(option_name, read)
    return None if turn == Turn(NO_DICE) else turn


def _compare(said: Said, base: Question, says_rules: bool, problems: Problems) -> Question | None:
    """Hold the options against the position text, and add what it leaves open."""
    position = base.position
    if said.players not in (None, position.players):
        problems.contradiction("--players", said.players, position.players)
    if said.grill is not None and tuple(sorted(said.grill)) != position.grill:
        says = format_tiles(position.grill, ranges=True)
        problems.contradiction("--grill", format_tiles(said.grill), says)
    if len(said.opponents) >= position.players:
        others = position.players - 1
        problems.add("more_opponents", "--opp", given=len(said.opponents), opponents=others)
    for player, stack in enumerate((said.me, *said.opponents)[: position.players]):
        if stack is not None and stack != position.stacks[player]:
            option = opponent_name(player, len(said.opponents)) if player else "--me"
            says = format_tiles(position.stacks[player])
            problems.contradiction(option, format_tiles(stack), says)
    rules = _compare_rules(said, base.rules, problems) if says_rules else said.rules or Rules()
    turn = _compare_turn(said, base.turn, problems)
    return replace(base, turn=turn, rules=_with_switches(rules, said.switches))


def _compare_rules(said: Said, rules: Rules, problems: Problems) -> Rules:
    if said.rules is not None:
        asked = _with_switches(said.rules, said.switches)
        if asked != rules:
            problems.contradiction("--rules", asked, rules)
    else:
        for switch, value in said.switches.items():
            if value != getattr(rules, switch):
                words = {meaning: word for word, meaning in SWITCHES[switch].items()}
                problems.contradiction(option_name(switch), words[value], rules)
    return rules


def _compare_turn(said: Said, turn: Turn | None, problems: Problems) -> Turn | None:
    if turn is None:
        return _build_turn(said, problems)
    if said.taken is not None and not _describes(said.taken, turn.kept):
        problems.contradiction(
            "--taken", format_counts(said.taken.counts), format_counts(turn.kept)
        )
    if said.total not in (None, turn.total):
        problems.contradiction("--sum", said.total, turn.total)
    if said.left not in (None, turn.dice_left):
        problems.contradiction("--left", said.left, turn.dice_left)
    if said.roll is None:
        return turn
    if turn.roll is not None:
        if said.roll != turn.roll:
            problems.contradiction("--roll", format_roll(said.roll), format_roll(turn.roll))
        return turn
    return problems.catch(option_name, lambda: Turn(turn.kept, said.roll))


def _describes(taken: DiceSpec, kept: Counts) -> bool:
    """Whether dice as a person wrote them can be these dice."""
    return all(
        count == dice if face in taken.exact or not count else count <= dice
        for face, (count, dice) in enumerate(zip(taken.counts, kept, strict=True))
    )


def _with_switches(rules: Rules, switches: Mapping[str, object]) -> Rules:
    return replace(rules, **switches)  # type: ignore[arg-type]
