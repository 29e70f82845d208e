import dataclasses

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wormadvisor.solver.errors import RulesError
from wormadvisor.solver.rules import PRESETS, SWITCHES, Rules


@pytest.mark.parametrize(
    ("preset", "switches"),
    [
        ("official", (False, False, "next", "optional")),
        ("flip", (True, False, "next", "optional")),
        ("free", (True, False, "any", "optional")),
        ("short", (False, True, "next", "optional")),
    ],
)
def test_presets_are_those_of_the_rules_page(preset, switches):
    assert dataclasses.astuple(PRESETS[preset]) == switches
    assert str(PRESETS[preset]) == preset
    assert Rules.parse(preset) == PRESETS[preset]


def test_official_is_the_default_and_comes_first():
    assert Rules() == PRESETS["official"]
    assert list(PRESETS) == ["official", "flip", "free", "short"]


def test_switches_are_the_fields_in_order():
    assert list(SWITCHES) == [field.name for field in dataclasses.fields(Rules)]


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("official+steal=forced", "official+steal=forced"),
        ("official+empty_bust_flips=yes", "flip"),
        ("flip+lower_tile=any", "free"),
        ("official+lower_tile=any", "official+lower_tile=any"),  # tie with free: preset order
        ("free+empty_bust_flips=no", "official+lower_tile=any"),
        ("short+steal=optional", "short"),
        ("short+lower_tile=any+empty_bust_flips=yes", "free+returned_highest_flips=yes"),
        ("flip+returned_highest_flips=yes", "flip+returned_highest_flips=yes"),
        ("OFFICIAL+Steal=FORCED+lower_tile=any", "official+lower_tile=any+steal=forced"),
    ],
)
def test_text_is_canonical(text, canonical):
    assert str(Rules.parse(text)) == canonical


@given(st.from_type(Rules), st.from_type(Rules))
def test_text_round_trip(rules, other):
    assert Rules.parse(str(rules)) == rules
    assert (str(rules) == str(other)) == (rules == other)
    assert (hash(rules) == hash(other)) or rules != other


@pytest.mark.parametrize(
    ("text", "kind", "token", "column", "more"),
    [
        ("", "unknown_preset", "", 0, {"allowed": tuple(PRESETS)}),
        ("+steal=forced", "unknown_preset", "", 0, {"allowed": tuple(PRESETS)}),
        ("oficial", "unknown_preset", "oficial", 0, {"allowed": tuple(PRESETS)}),
        ("flip ", "unknown_preset", "flip ", 0, {"allowed": tuple(PRESETS)}),
        ("flip+steel=forced", "unknown_switch", "steel", 5, {"allowed": tuple(SWITCHES)}),
        ("flip+", "unknown_switch", "", 5, {"allowed": tuple(SWITCHES)}),
        ("flip+steal", "switch_without_value", "steal", 5, {"example": "steal=optional"}),
        (
            "flip+steal=yes",
            "unknown_value",
            "yes",
            11,
            {"switch": "steal", "allowed": ("optional", "forced")},
        ),
        ("flip+steal=", "unknown_value", "", 11, {"switch": "steal"}),
        ("flip+steal=forced=", "unknown_value", "forced=", 11, {"switch": "steal"}),
        ("flip+steal=forced+steal=forced", "switch_twice", "steal", 18, {"switch": "steal"}),
    ],
)
def test_refuses_other_text(text, kind, token, column, more):
    with pytest.raises(RulesError) as caught:
        Rules.parse(text)
    error = caught.value
    assert (error.kind, error.where, error.column, error.text) == (kind, "rules", column, text)
    assert error.fields.items() >= {"token": token, **more}.items()


def test_names_all_that_is_wrong_in_a_text():
    with pytest.raises(RulesError) as caught:
        Rules.parse("x+y=z+steal=no")
    kinds = [problem.kind for problem in caught.value.problems]
    assert kinds == ["unknown_preset", "unknown_switch", "unknown_value"]


def test_refuses_values_a_switch_does_not_have():
    with pytest.raises(RulesError) as caught:
        Rules(lower_tile="lowest", steal=True)
    assert [problem.fields["switch"] for problem in caught.value.problems] == [
        "lower_tile",
        "steal",
    ]
    assert caught.value.column is None
    assert "lowest" in str(caught.value)
