"""Where long work is done: on this computer's cores, or on a Dask cluster."""

from collections.abc import Iterator
from contextlib import contextmanager

import click

from wormadvisor.cli.language import say


@contextmanager
def workers(scheduler: str | None = None) -> Iterator[None]:
    """Let every bare `joblib.Parallel` within use all cores, or a Dask cluster.

    Parameters
    ----------
    scheduler
        Address of the cluster's scheduler.

    Raises
    ------
    click.ClickException
        Dask is not installed, or there is no scheduler.
    """
    from joblib import parallel_config

    if scheduler is None:
        with parallel_config(backend="loky", n_jobs=-1):
            yield
        return
    try:
        from distributed import Client
    except ImportError as error:
        raise click.ClickException(
            say("--scheduler needs Dask; install it with: pip install 'wormadvisor[dask]'")
        ) from error
    try:
        client = Client(scheduler, timeout=10)  # type: ignore[no-untyped-call]
    except (OSError, ValueError) as error:
        raise click.ClickException(
            say("--scheduler {address}: there is no Dask scheduler", address=scheduler)
        ) from error
    with client, parallel_config(backend="dask", n_jobs=-1):
        yield
