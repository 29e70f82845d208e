"""``python -m wormadvisor.cli``."""

from wormadvisor.cli.main import main

if __name__ == "__main__":
    main()
