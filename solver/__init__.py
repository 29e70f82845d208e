"""The game and its mathematics: no printing, no files, no network, no prose."""
