"""The table: what is on the grill and on the stacks, and what a turn makes of it.

Players are seen from the mover: player 0 is to move, 1 comes next, and so on. Rule numbers
are those of "A turn" on the project's rules page.
"""

from bisect import bisect_right, insort
from collections.abc import Iterable
from dataclasses import dataclass
from operator import index
from typing import Literal, Self

from wormadvisor.solver.dice import NUM_DICE, POINTS
from wormadvisor.solver.errors import (
    GameOverError,
    NotOverError,
    OutcomeError,
    PositionError,
    Problem,
)
from wormadvisor.solver.rules import Rules

Tile = int
TILES: tuple[Tile, ...] = tuple(range(21, 37))
MIN_PLAYERS, MAX_PLAYERS = 2, 7
MAX_TOTAL = NUM_DICE * max(POINTS)


def worms(tile: Tile) -> int:
    """Worms on one of the `TILES`: 1 on 21-24, 2 on 25-28, 3 on 29-32, 4 on 33-36."""
    return (tile - 17) // 4


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a turn ends.

    Attributes
    ----------
    kind
        ``"claim"`` a tile of the grill, ``"steal"`` an opponent's top tile, or ``"bust"``.
    tile
        The tile taken; None for a bust.
    victim
        The player stolen from, counted from the mover: 1 to n-1; None unless a steal.
    """

    kind: Literal["claim", "steal", "bust"]
    tile: Tile | None = None
    victim: int | None = None


BUST = Outcome("bust")


@dataclass(frozen=True, slots=True, init=False)
class Position:
    """The table before a turn.

    Parameters
    ----------
    grill
        The open tiles, in any order; kept in ascending order. None left: the game is over.
    stacks
        The stack of each player, bottom to top, from the mover on in order of play.

    Raises
    ------
    PositionError
        Names all problems: tiles that do not exist, tiles in two places, too few or too
        many players.
    """

    grill: tuple[Tile, ...]
    stacks: tuple[tuple[Tile, ...], ...]

    def __init__(self, grill: Iterable[int], stacks: Iterable[Iterable[int]]) -> None:
        problems: list[Problem] = []
        open_tiles = sorted(_read_tiles(grill, "grill", problems))
        piles = _read_stacks(stacks, problems)
        problems += _twice(open_tiles, piles)
        if problems:
            raise PositionError(*problems)
        object.__setattr__(self, "grill", tuple(open_tiles))
        object.__setattr__(self, "stacks", piles)

    @classmethod
    def start(cls, players: int = 2) -> Self:
        """Set up a game: all tiles open, nobody has any."""
        return cls(TILES, ((),) * players)

    @property
    def players(self) -> int:
        """Number of players."""
        return len(self.stacks)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended: it does the moment no open tile is left."""
        return not self.grill

    @property
    def worms(self) -> tuple[int, ...]:
        """Worms of each player."""
        return tuple(sum(map(worms, stack)) for stack in self.stacks)

    @property
    def live(self) -> int:
        """How many tiles are in the game: on the grill and in the stacks."""
        return len(self.grill) + sum(map(len, self.stacks))

    @property
    def out_of_game(self) -> tuple[Tile, ...]:
        """Tiles neither on the grill nor on a stack, ascending."""
        named = set(self.grill).union(*self.stacks)
        return tuple(tile for tile in TILES if tile not in named)

    def outcomes(self, total: int, rules: Rules) -> tuple[Outcome, ...]:
        """List what stopping at a total with a W set aside may bring (rule 4).

        Parameters
        ----------
        total
            Sum of the dice set aside, 0 to 40.
        rules
            The rules in force.

        Returns
        -------
        The outcomes the player may choose from, in the order in which ties are decided:
        the steal, then the highest tile. ``(BUST,)`` when no tile can be taken.

        Raises
        ------
        GameOverError
            No open tile is left.
        OutcomeError
            The total cannot be.
        """
        self.check_running()
        if total not in range(MAX_TOTAL + 1):
            fields = {"token": total, "lowest": 0, "highest": MAX_TOTAL}
            raise OutcomeError(Problem("total", "total", fields))
        steals = [
            Outcome("steal", stack[-1], victim)
            for victim, stack in enumerate(self.stacks)
            if victim and stack and stack[-1] == total
        ]
        if steals and rules.steal == "forced":
            return tuple(steals)
        reachable = self.grill[: bisect_right(self.grill, total)]
        if rules.lower_tile == "next":
            reachable = reachable[-1:]
        claims = [Outcome("claim", tile) for tile in reversed(reachable)]
        return (*steals, *claims) or (BUST,)

    def all_outcomes(self) -> tuple[Outcome, ...]:
        """List every outcome a turn may have: steals and claims from the highest tile, bust.

        The rules decide which total leads where, and yet the list is the same under all of
        them: the exact total takes any open tile and steals any top tile.

        Raises
        ------
        GameOverError
            No open tile is left.
        """
        self.check_running()
        steals = [
            Outcome("steal", stack[-1], victim)
            for victim, stack in enumerate(self.stacks)
            if victim and stack
        ]
        steals.sort(key=lambda steal: steal.tile or 0, reverse=True)
        claims = (Outcome("claim", tile) for tile in reversed(self.grill))
        return (*steals, *claims, BUST)

    def after(self, outcome: Outcome, rules: Rules) -> "Position":
        """Give the position the next player sees, who is player 0 there.

        Raises
        ------
        GameOverError
            No open tile is left.
        OutcomeError
            The outcome is not possible here.
        """
        possible = self.all_outcomes()
        if outcome not in possible:
            fields = {"outcome": outcome, "allowed": possible}
            raise OutcomeError(Problem("impossible_outcome", "outcome", fields))
        grill = list(self.grill)
        stacks = list(self.stacks)
        own = stacks[0]
        if outcome.tile is None:
            own = _bust(grill, own, rules)
        else:
            if outcome.victim is None:
                grill.remove(outcome.tile)
            else:
                stacks[outcome.victim] = stacks[outcome.victim][:-1]
            own = (*own, outcome.tile)
        return Position(grill, (*stacks[1:], own))

    def lost_by_bust(self, rules: Rules) -> tuple[Tile | None, Tile | None]:
        """Tell what a bust does to the table.

        Returns
        -------
        given
            The tile the mover's stack loses; None where it is empty.
        flipped
            The tile that leaves the game, perhaps the same; None where none does.

        Raises
        ------
        GameOverError
            No open tile is left.
        """
        gone = set(self.after(BUST, rules).out_of_game) - set(self.out_of_game)
        return next(reversed(self.stacks[0]), None), next(iter(gone), None)

    def shares(self) -> tuple[float, ...]:
        """Share of the win of each player of a finished game.

        Most worms win; of equals the one with the highest tile. Nobody has a tile: all
        share alike.

        Raises
        ------
        NotOverError
            Open tiles are left.
        """
        if not self.is_over:
            raise NotOverError(Problem("not_over", "grill", {"tiles": len(self.grill)}))
        highest = (max(stack, default=0) for stack in self.stacks)
        results = list(zip(self.worms, highest, strict=True))
        best = max(results)
        return tuple((result == best) / results.count(best) for result in results)

    def check_running(self) -> None:
        """Refuse to go on without an open tile.

        Raises
        ------
        GameOverError
            No open tile is left.
        """
        if self.is_over:
            raise GameOverError(Problem("game_over", "grill", {}))


def _bust(grill: list[Tile], own: tuple[Tile, ...], rules: Rules) -> tuple[Tile, ...]:
    """Change the grill as a bust does (rule 5), and give what is left of the own stack."""
    if own:
        insort(grill, own[-1])
        flips = grill[-1] != own[-1] or rules.returned_highest_flips
    else:
        flips = rules.empty_bust_flips
    if flips:
        del grill[-1]
    return own[:-1]


def _read_stacks(
    given: Iterable[Iterable[int]], problems: list[Problem]
) -> tuple[tuple[Tile, ...], ...]:
    try:
        stacks = list(given)
    except TypeError:
        problems.append(Problem("not_stacks", "stacks", {"token": given}))
        return ()
    if not MIN_PLAYERS <= len(stacks) <= MAX_PLAYERS:
        fields = {"players": len(stacks), "lowest": MIN_PLAYERS, "highest": MAX_PLAYERS}
        problems.append(Problem("players", "stacks", fields))
    return tuple(
        tuple(_read_tiles(stack, f"stacks[{player}]", problems))
        for player, stack in enumerate(stacks)
    )


def _read_tiles(given: Iterable[int], place: str, problems: list[Problem]) -> list[Tile]:
    """Take the tiles that exist; add a problem for each that does not."""
    try:
        values = list(given)
    except TypeError:
        problems.append(Problem("not_tiles", place, {"token": given}))
        return []
    tiles = []
    for value in values:
        tile = _whole(value)
        if tile in TILES:
            tiles.append(tile)
        else:
            fields = {"token": value, "lowest": TILES[0], "highest": TILES[-1]}
            problems.append(Problem("not_a_tile", place, fields))
    return tiles


def _whole(value: int) -> int:
    """Take any whole number as int, numpy's too; anything else as 0, which is no tile."""
    try:
        return index(value)
    except TypeError:
        return 0


def _each_once(places: list[str]) -> tuple[str, ...]:
    """Name each place once; one place alone, where a tile is twice, twice."""
    once = tuple(dict.fromkeys(places))
    return once if len(once) > 1 else once * 2


def _twice(grill: list[Tile], stacks: tuple[tuple[Tile, ...], ...]) -> list[Problem]:
    """Find tiles that lie in more than one place (or twice in one)."""
    places: dict[Tile, list[str]] = {}
    for tile in grill:
        places.setdefault(tile, []).append("grill")
    for player, stack in enumerate(stacks):
        for tile in stack:
            places.setdefault(tile, []).append(f"stacks[{player}]")
    return [
        Problem("tile_twice", found[1], {"tile": tile, "places": _each_once(found)})
        for tile, found in places.items()
        if len(found) > 1
    ]
