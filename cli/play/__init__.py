"""``wormadvisor play``: a game against bots."""
