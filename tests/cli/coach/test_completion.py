"""The conversation at a terminal: keys in, and what they lead to."""

import pytest
from prompt_toolkit.application import create_app_session
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput

from wormadvisor.cli.coach.completion import suggestions
from wormadvisor.cli.saved import VARIABLE, newest_first
from wormadvisor.solver.record_reader import parse_record

TAB, CTRL_C, CTRL_D = "\t", "\x03", "\x04"


@pytest.fixture
def keys(run, tmp_path, monkeypatch):
    """Type keys into a coach, and give the answer and the game that was saved."""
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    monkeypatch.setattr("wormadvisor.cli.coach.command.is_interactive", lambda: True)

    def call(typed, *args):
        with create_pipe_input() as pipe, create_app_session(input=pipe, output=DummyOutput()):
            pipe.send_text(typed)
            result = run("coach", *(args or ("Anna", "Ben Two", "--me", "Anna", "--depth", "1")))
        (record,) = parse_record(newest_first()[0].read_text(encoding="utf-8")).records
        return result, record.game

    return call


def test_a_conversation(keys):
    result, game = keys("24\r25\rq\r")
    assert result.exit_code == 0
    assert game.stacks == ((24,), (25,))
    assert result.stdout.startswith("Type help for help.\ngrill: 21-36\n")
    assert result.stdout.splitlines()[-1].startswith("Saved: ")


def test_the_end_of_the_input_leaves(keys):
    result, game = keys(f"24\r{CTRL_D}")
    assert result.exit_code == 0
    assert game.stacks == ((24,), ())


def test_ctrl_c_forgets_the_line_and_twice_leaves(keys):
    result, game = keys(f"24\r25{CTRL_C}26\r{CTRL_C}27\rq\r")
    assert result.exit_code == 0
    assert game.stacks == ((24, 27), (26,))
    result, game = keys(f"24\r{CTRL_C}{CTRL_C}")
    assert result.exit_code == 130
    assert game.stacks == ((24,), ())


def test_mistakes_are_told_and_the_talk_goes_on(keys):
    result, game = keys("foo\r24\rq\r")
    assert result.exit_code == 0
    assert result.stderr == "'foo' is not understood; type help\n"
    assert game.stacks == ((24,), ())


def test_completion(keys):
    _, game = keys(f"took 24\rstole from An{TAB}\rq\r")
    assert game.stacks == ((), (24,))


def test_the_state_is_shown_when_a_game_goes_on(keys):
    keys("24\r25\r55W31124\rq\r")
    result, _ = keys("q\r", "--resume")
    assert "> Anna         1    24\n" in result.stdout
    assert "Rolled: 1,1,2,3,4,5,5,W.\nSet aside 5x2, then ROLL." in result.stdout


class Talk:
    """What `suggestions` needs of a session."""

    def __init__(self, game):
        self.game = game


def test_suggestions():
    from tests.cli.coach.test_steps import new, typed

    talk = Talk(typed(new(("Anna", "Ben Two", "Cem")), "24 25 26"))
    assert suggestions(talk, "st") == ["stop", "stole"]
    assert "undo" in suggestions(talk, "")
    assert "undo" not in suggestions(talk, "24 ")
    assert suggestions(talk, "stole ") == ["from", "26", "25"]
    assert suggestions(talk, "stole 2") == ["26", "25"]
    assert suggestions(talk, "stole 26 ") == ["from"]
    assert suggestions(talk, "stole 26 from ") == ["Anna", '"Ben Two"', "Cem"]
    assert suggestions(talk, "stole from b") == ['"Ben Two"']
    assert suggestions(talk, "took 3") == [str(tile) for tile in range(36, 29, -1)]
    assert suggestions(talk, "took 24") == []
