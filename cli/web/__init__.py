"""The page on the phone and its HTTP API: ``wormadvisor serve`` (extra ``web``)."""
