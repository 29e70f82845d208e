"""``wormadvisor tables``: build, check, list and share what is kept on disk."""

from collections.abc import Iterable, Mapping, Sequence
from fnmatch import fnmatchcase
from pathlib import Path

import click

from wormadvisor.cli.failure import failure_of
from wormadvisor.cli.language import listed, mark, number, say, say_count
from wormadvisor.cli.layout import table as columns
from wormadvisor.cli.progress import progress
from wormadvisor.cli.workers import workers
from wormadvisor.solver.rules import PRESETS, Rules
from wormadvisor.tables import kinds
from wormadvisor.tables.endgames import DEFAULT_LIVE, MAX_LIVE, EndgameKind
from wormadvisor.tables.errors import TableError
from wormadvisor.tables.kinds import Checked, TableKind, all_kinds
from wormadvisor.tables.store import Listed, Store
from wormadvisor.tables.travel import export_tables

_FAILED = 1


_STATES: Mapping[str, str] = {
    "foreign": mark("another table"),
    "truncated": mark("cut short"),
    "damaged": mark("damaged"),
    "version": mark("other version"),
    "other_rules": mark("other rules"),
    "unreadable": mark("unreadable"),
}
"""What can be wrong with a table in the folder, in a word or two."""


@click.group(
    short_help=say("Build, check and share the tables on disk."),
    help=say(
        "Build, check and share the tables on disk.\n\n"
        "They live in the user's cache folder; WORMADVISOR_CACHE names another one."
    ),
)
def tables() -> None:
    """Hold the commands."""


def _complete(context: click.Context, parameter: click.Parameter, start: str) -> list[str]:
    return [name for name in all_kinds() if name.startswith(start)]


_scheduler = click.option(
    "--scheduler",
    metavar=say("ADDRESS"),
    help=say("Work on the Dask cluster at this address instead of this computer's cores."),
)

_names = click.argument("names", nargs=-1, metavar=say("[NAME]..."), shell_complete=_complete)


@tables.command(
    short_help=say("Build tables."),
    help=say(
        "Build tables: those named, also by a pattern as in 'end*', and all they depend on; "
        "without a name, the odds and the endgames of all rules with up to --live tiles.\n\n"
        "A sound table stays as it is. An interrupted build goes on where it was."
    ),
)
@_names
@click.option(
    "--live",
    type=click.IntRange(1, MAX_LIVE),
    metavar="M",
    help=say(
        "Endgames with up to M live tiles, on the grill and on stacks: {default} by default, "
        "{largest} at the most. Each one more takes about 15 times as long.",
        default=DEFAULT_LIVE,
        largest=MAX_LIVE,
    ),
)
@click.option(
    "--rules",
    multiple=True,
    metavar=say("RULES"),
    help=say("Endgames of these rules; may be given again. Default: all presets."),
)
@_scheduler
def build(
    names: tuple[str, ...], live: int | None, rules: tuple[str, ...], scheduler: str | None
) -> None:
    """Build what is not there yet."""
    store = Store()
    with workers(scheduler):
        for kind in _to_build(names, live, rules):
            with progress(kind.spec.name) as report:
                is_new = kinds.build(kind, store, report)
            message = mark("{name}: built") if is_new else mark("{name}: already there")
            click.echo(say(message, name=kind.spec.name))


@tables.command("list", help=say("List the tables that are there, and those that could be."))
def list_tables() -> None:
    """List them; what is wrong with one is told on standard error."""
    store = Store()
    there = {entry.name: entry for entry in store.listing()}
    rows = [(say("table"), say("state"), say("bytes"), say("gap"), say("holds"))]
    for name in sorted(all_kinds().keys() | there.keys(), key=_order):
        kind, entry = kinds.kind_named(name), there.get(name)
        error = _what_is_wrong(store, kind, entry)
        if error and error.kind != "missing":
            _tell(error)
        gap = entry.manifest.gap if entry and entry.manifest else None
        rows.append(
            (
                name,
                _state(entry, error),
                number(entry.nbytes, ",") if entry else "",
                "" if gap is None else number(gap, ".1e"),
                _holds(kind),
            )
        )
    click.echo("\n".join(columns(rows, left=(0, 1, 4))))


@tables.command(
    short_help=say("Check tables to the last byte, and prove their numbers."),
    help=say(
        "Read tables from the first byte to the last, check every checksum and prove the "
        "numbers anew; without a name, all that are there."
    ),
)
@_names
@_scheduler
@click.pass_context
def verify(context: click.Context, names: tuple[str, ...], scheduler: str | None) -> None:
    """Verify each, whatever is wrong with the others."""
    store = Store()
    wanted = _selected(names) if names else _all_there(store)
    if not wanted:
        click.echo(say("no table is there; to build: wormadvisor tables build"), err=True)
        context.exit(_FAILED)
    failed = False
    for kind in wanted:
        try:
            with progress(kind.spec.name) as report, workers(scheduler):
                checked = kinds.verify(kind, store, report)
        except TableError as error:
            _tell(error)
            failed = True
        else:
            click.echo(_verified(kind, checked))
    context.exit(_FAILED if failed else 0)


@tables.command(
    short_help=say("Remove tables."),
    help=say(
        "Remove tables, finished or not, also those of other versions; without a name, all. "
        "Nothing else in the folder is touched."
    ),
)
@_names
@click.option("--yes", is_flag=True, help=say("Do not ask."))
@click.pass_context
def clear(context: click.Context, names: tuple[str, ...], yes: bool) -> None:
    """Remove what is ours."""
    store = Store()
    sizes = {entry.name: entry.nbytes for entry in store.listing()}
    chosen = [name for name in sizes if not names or any(fnmatchcase(name, n) for n in names)]
    for pattern in names:
        if not any(fnmatchcase(name, pattern) for name in sizes.keys() | all_kinds().keys()):
            raise _unknown(pattern, sizes.keys() | all_kinds().keys())
    if not chosen:
        click.echo(say("nothing to remove in {folder}", folder=store.folder))
        return
    if not yes and not _agrees(chosen, sum(sizes[name] for name in chosen), store.folder):
        click.echo(say("nothing was removed; --yes removes without asking"), err=True)
        context.exit(_FAILED)
    for name in chosen:
        freed = store.clear(name)
        click.echo(say("{name}: removed, {freed:,} bytes", name=name, freed=freed))


@tables.command(help=say("Print the folder of the tables."))
def path() -> None:
    """Print the folder, whether it exists or not."""
    click.echo(str(Store().folder))


@tables.command(
    short_help=say("Write tables into a file for another computer."),
    help=say(
        "Write tables into one FILE (.npz) for another computer; without a name, all that "
        "are there."
    ),
)
@click.argument("file", type=click.Path(path_type=Path), metavar=say("FILE"))
@_names
@click.option("--force", is_flag=True, help=say("Replace FILE when it exists."))
@click.pass_context
def export(context: click.Context, file: Path, names: tuple[str, ...], force: bool) -> None:
    """Export finished tables."""
    store = Store()
    wanted = _selected(names) if names else _all_there(store)
    if not wanted:
        click.echo(say("no table is there; to build: wormadvisor tables build"), err=True)
        context.exit(_FAILED)
    if file.exists() and not force:
        message = say("{file} exists; --force replaces it", file=file)
        raise click.BadParameter(message, param_hint="FILE")
    export_tables(store, [kind.spec for kind in wanted], file)
    click.echo(say("{file}: {names}", file=file, names=listed(k.spec.name for k in wanted)))


@tables.command(
    "import",
    short_help=say("Take over tables from a file, checked and proven."),
    help=say(
        "Store the tables of a FILE that `tables export` wrote. Nothing in it is trusted: "
        "every checksum must match, and the numbers are proven before they are used."
    ),
)
@click.argument("file", type=click.Path(path_type=Path), metavar=say("FILE"))
def import_(file: Path) -> None:
    """Import, check and prove tables."""
    store = Store()
    with progress(file.name) as report, workers():
        brought = kinds.bring(store, file, report)
    for kind in brought:
        click.echo(say("{name}: imported and proven", name=kind.spec.name))


def _to_build(
    names: tuple[str, ...], live: int | None, rules: tuple[str, ...]
) -> Sequence[TableKind]:
    if not rules and live is None:
        return _selected(names)
    if names:
        raise click.UsageError(say("give names, or --live and --rules, not both"))
    wanted = [Rules.parse(text) for text in rules] or list(PRESETS.values())
    # The odds are a matter of milliseconds.
    return [*_selected(("odds",)), *kinds.endgame_kinds(wanted, live or DEFAULT_LIVE)]


def _selected(names: tuple[str, ...]) -> list[TableKind]:
    try:
        return kinds.select(names)
    except KeyError as error:
        raise _unknown(str(error.args[0]), all_kinds().keys()) from error


def _unknown(name: str, known: Iterable[str]) -> click.BadParameter:
    message = say(
        "there is no table {name!r}; there are: {known}", name=name, known=listed(sorted(known))
    )
    return click.BadParameter(message, param_hint="NAME")


def _all_there(store: Store) -> list[TableKind]:
    """Return the kinds of which there is a table, sound or not."""
    there = {e.name for e in store.listing() if e.error is None or e.error.kind != "missing"}
    found = (kinds.kind_named(name) for name in sorted(there, key=_order))
    return [kind for kind in found if kind is not None]


def _order(name: str) -> tuple[int, str]:
    """Sort the tables we know as they are built, the others behind them."""
    known = list(all_kinds())
    return (known.index(name) if name in known else len(known), name)


def _what_is_wrong(store: Store, kind: TableKind | None, entry: Listed | None) -> TableError | None:
    if kind is None:
        return entry.error if entry else None
    try:
        store.open(kind.spec)
    except TableError as error:
        return error
    return None


def _state(entry: Listed | None, error: TableError | None) -> str:
    if error is None:
        return say("there")
    if error.kind != "missing":
        return say(_STATES[error.kind])
    return say("unfinished") if entry and entry.unfinished else say("not built")


def _holds(kind: TableKind | None) -> str:
    if kind is None:
        return say("unknown to this version")
    if isinstance(kind, EndgameKind):
        return say_count(
            "win chances, 2 players, {count} live tile",
            "win chances, 2 players, {count} live tiles",
            kind.live,
        )
    return say("best chance of every total from every moment of a turn")


def _verified(kind: TableKind, checked: Checked) -> str:
    """Say what of a table is in order."""
    found = [
        say("{bytes:,} bytes in {blocks} blocks match", bytes=checked.nbytes, blocks=checked.blocks)
    ]
    if checked.built_from:
        found.append(say("built from {tables}", tables=listed(checked.built_from)))
    proven = (
        mark("{numbers:,} win chances proven, each to within {within:.1e}")
        if isinstance(kind, EndgameKind)
        else mark("{numbers:,} chances as computed anew, within {within:.1e}")
    )
    found.append(say(proven, numbers=checked.proven.numbers, within=checked.proven.within))
    return say("{name}: {checked}", name=kind.spec.name, checked="; ".join(found))


def _agrees(names: list[str], nbytes: int, folder: Path) -> bool:
    yes_or_no = say("[y/N]")
    question = say(
        "Remove {names} ({nbytes:,} bytes) from {folder}?",
        names=listed(names),
        nbytes=nbytes,
        folder=folder,
    )
    try:
        answer = click.prompt(f"{question} {yes_or_no}", default="", show_default=False, err=True)
    except click.Abort:  # There is nobody to ask.
        click.echo(err=True)
        return False
    return answer.strip().lower() in ("y", "yes", say("y"), say("yes"))


def _tell(error: TableError) -> None:
    failure = failure_of(error)
    assert failure is not None
    failure.show(for_program=False)
