"""Sentences that reach us ready-made: what the system says, and what mends a table."""

from wormadvisor.cli.language import mark, say

_KNOWN = frozenset(
    {
        mark("No such file or directory"),
        mark("Permission denied"),
        mark("Is a directory"),
        mark("Not a directory"),
        mark("File exists"),
        mark("No space left on device"),
        mark("Read-only file system"),
        mark("Too many levels of symbolic links"),
        mark("Address already in use"),
        mark("Cannot assign requested address"),
        mark("set WORMADVISOR_CACHE to a folder that can be written"),
        mark("set TMPDIR to a folder that can be written"),
        mark("wait until the other process has finished, or end it"),
        mark("install wormadvisor again, or train anew with `make train`"),
        mark("get the file again from where it was exported"),
        mark("name another file"),
    }
)


def ready_made(text: str) -> str:
    """Translate one of these sentences; give any other text, such as a command, as it is."""
    return say(text) if text in _KNOWN else text
