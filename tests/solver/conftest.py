"""What hypothesis needs to know to make positions and turns: `st.from_type(Position)`."""

from hypothesis import strategies as st

from wormadvisor.solver.dice import FACES, NUM_DICE, Turn, as_counts
from wormadvisor.solver.position import MAX_PLAYERS, MIN_PLAYERS, TILES, Position

OUT_OF_GAME = 0
GRILL = 1
FIRST_STACK = 2


@st.composite
def positions(draw: st.DrawFn) -> Position:
    """Every tile somewhere: out of the game, on the grill or on a stack, in any order."""
    players = draw(st.integers(MIN_PLAYERS, MAX_PLAYERS))
    places = st.integers(OUT_OF_GAME, FIRST_STACK + players - 1)
    layout = [(draw(places), tile) for tile in draw(st.permutations(TILES))]
    stacks = [
        [tile for place, tile in layout if place == FIRST_STACK + player]
        for player in range(players)
    ]
    return Position([tile for place, tile in layout if place == GRILL], stacks)


@st.composite
def turns(draw: st.DrawFn) -> Turn:
    """Eight dice, some of them set aside, the others rolled or still in the hand."""
    dice = draw(st.lists(st.sampled_from(range(len(FACES))), min_size=NUM_DICE, max_size=NUM_DICE))
    aside = draw(st.integers(0, NUM_DICE))
    kept, rolled = (
        as_counts(part.count(face) for face in range(len(FACES)))
        for part in (dice[:aside], dice[aside:])
    )
    turn = Turn(kept)
    return turn if turn.is_forced_end or draw(st.booleans()) else Turn(kept, rolled)


st.register_type_strategy(Position, positions())
st.register_type_strategy(Turn, turns())
