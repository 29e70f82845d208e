"""What documents show, held against what the program answers."""

import re

import pytest

NUMBER = re.compile(r"\d+\.?\d*%")
ESTIMATED = 2.0
"""Percents that an estimate may move when the evaluator is trained anew."""


def assert_shown(shown: str, answer: str) -> None:
    """An answer begins as shown; the chances of an estimate only about so."""
    if "\nestimate, " not in answer:
        assert answer.startswith(shown)
        return
    answer = "\n".join(answer.splitlines()[: len(shown.splitlines())])
    words, expected = (re.sub(r" +", " ", NUMBER.sub("%", text)) for text in (answer, shown))
    assert words == expected.rstrip("\n")
    numbers, told = (
        [float(number[:-1]) for number in NUMBER.findall(text)] for text in (answer, shown)
    )
    assert numbers == pytest.approx(told, abs=ESTIMATED)
