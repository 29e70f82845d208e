"""Files that an analysis is written to: what is wrong with them is said before the work."""

from collections.abc import Mapping, Sequence
from os.path import exists, isdir, isfile, realpath, samefile
from pathlib import Path

import click

from wormadvisor.cli.analyze.sources import STANDARD_INPUT
from wormadvisor.cli.language import say
from wormadvisor.tables.errors import TableError
from wormadvisor.tables.files import write_whole

PICTURES = (".png", ".svg")


def check_outputs(outputs: Mapping[str, Path | None]) -> None:
    """Refuse files that cannot be written, and pictures that cannot be drawn.

    Parameters
    ----------
    outputs
        The options, and what each names.

    Raises
    ------
    click.UsageError
        A picture without a known suffix, or without matplotlib; a folder that is not there; no
        name, or that of something else than a file; one name for two of them.
    """
    seen: dict[str, str] = {}
    for option, path in outputs.items():
        if path is None:
            continue
        shown = repr(str(path))
        if path.name in ("", STANDARD_INPUT) or (exists(path) and not isfile(path)):
            raise click.UsageError(say("{option}: {path} is no file", option=option, path=shown))
        if not isdir(path.parent):
            raise click.UsageError(say("there is no folder {path}", path=repr(str(path.parent))))
        other = seen.setdefault(realpath(path), option)
        if other != option:
            raise click.UsageError(
                say("{option} and {other} name one file", option=other, other=option)
            )
    plot = outputs.get("--plot")
    if plot:
        if plot.suffix.lower() not in PICTURES:
            raise click.UsageError(
                say("{path} does not end with .png or .svg", path=repr(str(plot)))
            )
        from wormadvisor.cli.analyze.plot import require_matplotlib

        require_matplotlib()


def spare_sources(outputs: Mapping[str, Path | None], files: Sequence[str]) -> None:
    """Refuse to write over what is read: what could not be read there would be lost.

    Parameters
    ----------
    outputs
        As for `check_outputs`.
    files
        Every file that was looked into.

    Raises
    ------
    click.UsageError
        One of the outputs is one of the files.
    """
    sources = [file for file in files if file != STANDARD_INPUT and exists(file)]
    for option, path in outputs.items():
        if path and exists(path) and any(samefile(path, source) for source in sources):
            message = say(
                "{option} would overwrite {path}, which is read; name another file",
                option=option,
                path=repr(str(path)),
            )
            raise click.UsageError(message)


def write(path: Path, content: bytes) -> None:
    """Write a file so that it is there wholly or not at all.

    Raises
    ------
    click.FileError
        It cannot be written.
    """
    try:
        write_whole(path, lambda file: file.write(content))
    except TableError as error:
        raise click.FileError(str(path), hint=error.detail) from error
