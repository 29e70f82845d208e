"""Players by name."""

import pytest

from wormadvisor.solver.players import LEAD, Weakened, Winner
from wormadvisor.solver.value.search import Search
from wormadvisor.tables.players import LEVELS, NAMES, PlayerError, find_player


@pytest.mark.parametrize(
    "name", ["random", "cautious", "worms", "lead", "thumb", "network:1", "lead~0.5", *LEVELS]
)
def test_is_called_as_it_was_asked_for(name):
    assert find_player(name).name == name
    assert find_player(name.upper()).name == name


def test_depth_of_the_network():
    player = find_player("network:3")
    assert isinstance(player, Winner)
    # The player's own turn is the first of the three.
    assert isinstance(player.valuer, Search)
    assert player.valuer.depth == 2
    assert find_player("network").name == "network:1"


def test_levels_are_players_of_another_name():
    assert find_player("hard").player is LEAD
    assert find_player("easy").player == find_player(LEVELS["easy"])
    assert set(LEVELS) < set(NAMES)


def test_weakened():
    assert find_player("lead~0.5") == Weakened(LEAD, 0.5)


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("nobody", "unknown_player"),
        ("", "unknown_player"),
        ("network:", "unknown_player"),
        ("network:0", "player_depth"),
        ("network:9", "player_depth"),
        ("lead~", "player_noise"),
        ("lead~-1", "player_noise"),
        ("lead~nan", "player_noise"),
        ("lead~ 2", "player_noise"),  # A name with a space would be two in a record's tag.
        ("lead~1_0", "player_noise"),
        ("lead~1e999", "player_noise"),
        ("random~1", "player_judges_nothing"),
        ("thumb~1", "player_judges_nothing"),
        ("easy~1", "unknown_player"),
    ],
)
def test_others_are_refused(name, kind):
    with pytest.raises(PlayerError) as caught:
        find_player(name)
    assert caught.value.kind == kind
