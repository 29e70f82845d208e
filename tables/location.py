"""Where the tables live."""

import os
from pathlib import Path

VARIABLE = "WORMADVISOR_CACHE"
"""Environment variable that names another cache folder than the user's own."""


def tables_folder() -> Path:
    """Return the folder of the tables; it need not exist yet."""
    cache = os.environ.get(VARIABLE)
    if not cache:
        from platformdirs import user_cache_dir

        cache = user_cache_dir("wormadvisor", appauthor=False)
    return Path(cache).absolute() / "tables"
