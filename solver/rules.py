"""The rules of the game as one immutable object.

Published rule pages differ in four points. Each is a switch; a preset sets all four, and
a switch can be given on top of a preset: ``official+steal=forced``.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal, Self

from wormadvisor.solver.errors import Problem, RulesError

_YES_NO: Mapping[str, object] = {"no": False, "yes": True}

SWITCHES: Mapping[str, Mapping[str, object]] = {
    "empty_bust_flips": _YES_NO,
    "returned_highest_flips": _YES_NO,
    "lower_tile": {"next": "next", "any": "any"},
    "steal": {"optional": "optional", "forced": "forced"},
}
"""Every switch with its values: the word in text -> the value in `Rules`."""


@dataclass(frozen=True, slots=True)
class Rules:
    """One way to play; the defaults are the publisher's rulebook.

    ``str(rules)`` is the canonical text: the preset that needs the fewest switches on top
    of it (the earlier one on a tie), then those switches in the order below.

    Attributes
    ----------
    empty_bust_flips
        A bust of a player without tiles still flips the highest open tile.
    returned_highest_flips
        The tile returned by a bust is flipped too when it is the highest.
    lower_tile
        ``"next"``: the exact tile, else the next lower open one. ``"any"``: any open tile
        not above the total, even when the exact one is open.
    steal
        ``"optional"``: a tile from the grill may be taken instead. ``"forced"``: an exact
        match on top of an opponent's stack must be stolen.

    Raises
    ------
    RulesError
        Names every switch with a value it does not have.
    """

    empty_bust_flips: bool = False
    returned_highest_flips: bool = False
    lower_tile: Literal["next", "any"] = "next"
    steal: Literal["optional", "forced"] = "optional"

    def __post_init__(self) -> None:
        problems = [
            _unknown_value(switch, getattr(self, switch))
            for switch, values in SWITCHES.items()
            if getattr(self, switch) not in values.values()
        ]
        if problems:
            raise RulesError(*problems)

    def __str__(self) -> str:
        # The fewest pieces; `min` keeps the first of equals, which is the preset order.
        return min((self._on(preset) for preset in PRESETS), key=lambda text: text.count("+"))

    def _on(self, preset: str) -> str:
        """Write these rules as switches on top of a preset."""
        base = PRESETS[preset]
        text = preset
        for switch, values in SWITCHES.items():
            value = getattr(self, switch)
            if value != getattr(base, switch):
                word = next(word for word, meaning in values.items() if meaning == value)
                text += f"+{switch}={word}"
        return text

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read rules from their text: a preset, then any ``+switch=value``, in any case.

        Raises
        ------
        RulesError
            Names every unknown preset, switch or value with its column.
        """
        preset, *pieces = text.split("+")
        problems: list[Problem] = []
        if preset.lower() not in PRESETS:
            fields = {"token": preset, "column": 0, "allowed": tuple(PRESETS)}
            problems.append(Problem("unknown_preset", "rules", fields))
        changes: dict[str, Any] = {}
        column = len(preset) + 1
        for piece in pieces:
            problem = _read_switch(piece, column, changes)
            if problem:
                problems.append(problem)
            column += len(piece) + 1
        if problems:
            raise RulesError(*problems, text=text)
        base = PRESETS[preset.lower()]
        return cls(**{switch: getattr(base, switch) for switch in SWITCHES} | changes)


def _read_switch(piece: str, column: int, changes: dict[str, Any]) -> Problem | None:
    """Add ``switch=value`` to the changes, or tell what is wrong with it."""
    name, equals, word = piece.partition("=")
    switch = name.lower()
    spot: dict[str, object] = {"token": name, "column": column}
    if switch not in SWITCHES:
        return Problem("unknown_switch", "rules", spot | {"allowed": tuple(SWITCHES)})
    values = SWITCHES[switch]
    if not equals:
        example = f"{switch}={next(iter(values))}"
        return Problem("switch_without_value", "rules", spot | {"example": example})
    if word.lower() not in values:
        return _unknown_value(switch, word, column + len(name) + 1)
    if switch in changes:
        return Problem("switch_twice", "rules", spot | {"switch": switch})
    changes[switch] = values[word.lower()]
    return None


def _unknown_value(switch: str, value: object, column: int | None = None) -> Problem:
    fields: dict[str, object] = {
        "token": value,
        "switch": switch,
        "allowed": tuple(SWITCHES[switch]),
    }
    if column is not None:
        fields["column"] = column
    return Problem("unknown_value", "rules", fields)


_OFFICIAL = Rules()
_FLIP = Rules(empty_bust_flips=True)

PRESETS: Mapping[str, Rules] = {
    "official": _OFFICIAL,
    "flip": _FLIP,
    "free": replace(_FLIP, lower_tile="any"),
    "short": replace(_OFFICIAL, returned_highest_flips=True),
}
"""The rule sets in print, by name, in the order of preference."""
