"""Players by name."""

import pytest

from wormadvisor.solver.players import LEAD, Weakened, Winner
from wormadvisor.solver.value.search import Search
from wormadvisor.tables.players import PlayerError, find_player


@pytest.mark.parametrize("name", ["random", "cautious", "worms", "lead", "network:1", "lead~0.5"])
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
    ],
)
def test_others_are_refused(name, kind):
    with pytest.raises(PlayerError) as caught:
        find_player(name)
    assert caught.value.kind == kind
