"""``wormadvisor analyze``: games after they were played."""
