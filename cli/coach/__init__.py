"""``wormadvisor coach``: a real game followed, with advice."""
