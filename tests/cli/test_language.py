"""The language of an answer: how it is asked for, and what changes with it."""

import asyncio
import errno
import json
import os
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest

from wormadvisor.cli.choosing import read_choice
from wormadvisor.cli.language import (
    LANGUAGES,
    decimal,
    language,
    language_asked,
    messages_for_page,
    number,
    percent,
    say,
    say_count,
    together,
    using,
)
from wormadvisor.cli.ready_made import ready_made
from wormadvisor.solver.dice import FACES, Turn
from wormadvisor.solver.notation import parse_counts
from wormadvisor.tables import kinds, travel
from wormadvisor.tables.errors import OTHER_FOLDER, WAIT
from wormadvisor.tables.weights import MEND

QUESTION = ("hint", "--roll", "5,5,W,3", "--taken", "W", "--objective", "lead")
HEADLINES = {
    "en": "Set aside 5x2, then ROLL. (Dice: 2)",
    "nl": "Leg 5x2 opzij en GOOI. (Dobbelstenen: 2)",
    "de": "Lege 5x2 zur Seite und WÜRFLE. (Würfel: 2)",
    "fr": "Mets 5x2 de côté, puis LANCE. (Dés\N{NO-BREAK SPACE}: 2)",
}


@pytest.mark.parametrize(
    ("words", "environment", "expected"),
    [
        ("", {}, "en"),
        ("hint --lang nl", {}, "nl"),
        ("--lang=de hint", {}, "de"),
        ("hint --lang nl --lang fr", {}, "fr"),
        ("hint --lang", {}, "en"),
        ("hint --lang sv", {"LANG": "de_DE"}, "de"),
        ("hint --lang en", {"WORMADVISOR_LANG": "fr"}, "en"),
        ("hint", {"WORMADVISOR_LANG": "fr", "LC_ALL": "de_DE.UTF-8"}, "fr"),
        ("hint", {"LC_ALL": "de_AT.UTF-8", "LANG": "nl_BE"}, "de"),
        ("hint", {"LC_ALL": "", "LC_MESSAGES": "fr_CA", "LANG": "nl_BE"}, "fr"),
        ("hint", {"LANG": "nl_NL@euro"}, "nl"),
        ("hint", {"LC_ALL": "C", "LANG": "nl_NL"}, "en"),
        ("hint", {"LANG": "sv_SE.UTF-8"}, "en"),
    ],
)
def test_the_language_asked_for(words, environment, expected):
    assert language_asked(words.split(), environment) == expected


@pytest.mark.parametrize("lang", LANGUAGES)
def test_before_and_after_the_command(run, lang):
    results = [
        run("--lang", lang, *QUESTION),
        run(*QUESTION, f"--lang={lang}"),
        run(*QUESTION, "--lang", lang),
    ]
    assert {result.exit_code for result in results} == {0}
    assert {result.stdout.splitlines()[0] for result in results} == {HEADLINES[lang]}


def test_by_the_environment(run, monkeypatch):
    monkeypatch.setenv("WORMADVISOR_LANG", "de_CH")
    assert run(*QUESTION).stdout.startswith(HEADLINES["de"])
    assert run(*QUESTION, "--lang", "fr").stdout.startswith(HEADLINES["fr"])
    assert language() == "en"


def test_an_unknown_language(refusal):
    line = refusal("hint", "--lang", "tlh")
    assert "--lang" in line
    assert all(repr(lang) in line for lang in LANGUAGES)


@pytest.mark.parametrize("lang", ["nl", "de", "fr"])
@pytest.mark.parametrize(
    "question",
    [
        (*QUESTION, "--json"),
        ("odds", "--taken", "5,W", "--left", "6", "--json"),
        ("hint", "--json", "--roll", "5,7"),
        ("hint", "--json", "--rol", "5"),
        ("hint", "--json", "--sum"),
    ],
)
def test_programs_are_answered_the_same_in_every_language(run, question, lang):
    asked, english = run("--lang", lang, *question), run(*question)
    assert (asked.exit_code, asked.stdout) == (english.exit_code, english.stdout)
    assert json.loads(asked.stdout)


def test_batches_are_answered_the_same_in_every_language(run):
    batch = ("hint", "--batch", "--objective", "lead")
    lines = "21-36/-/- 5x7\n21-36/-\n"
    asked = run(*batch, "--lang", "de", stdin=lines)
    assert asked.stdout == run(*batch, stdin=lines).stdout
    assert asked.stdout.count("\n") == 2


@pytest.mark.parametrize(
    ("lang", "error", "and_the_mend"),
    [
        ("nl", "Fout: ", "staat niet op een dobbelsteen"),
        ("de", "Fehler: ", "ist auf keinem Würfel"),
        ("fr", "Erreur\N{NO-BREAK SPACE}: ", "n'est sur aucun dé"),
    ],
)
def test_errors_are_translated(run, lang, error, and_the_mend):
    result = run("hint", "--roll", "5,7", "--lang", lang)
    assert result.exit_code == 2
    assert result.stderr.startswith(error)
    assert and_the_mend in result.stderr


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        ("nl", "Er is geen optie '--rol'. Bedoel je '--roll'?; zie wormadvisor hint --help"),
        ("de", "Die Option '--rol' gibt es nicht. Meinst du '--roll'?; siehe"),
        ("fr", "L'option '--rol' n'existe pas. Tu voulais dire '--roll'"),
    ],
)
def test_what_click_says_is_translated(run, lang, words):
    result = run("hint", "--rol", "5", "--lang", lang)
    assert words.partition(".")[0] in result.stderr
    assert "see" not in result.stderr
    assert "LANGUAGE" not in os.environ or os.environ["LANGUAGE"] != lang


def program(*words, **environment):
    return subprocess.run(
        [sys.executable, "-m", "wormadvisor.cli", *words],
        env={**os.environ, **environment},
        capture_output=True,
        check=False,
        timeout=60,
    )


ALL_HELP = """
from click.testing import CliRunner
from wormadvisor.cli.main import COMMANDS, program
calls = [[], *([command] for command in COMMANDS)]
calls += [["tables", name] for name in ("build", "list", "verify", "clear", "export", "import")]
for call in calls:
    result = CliRunner().invoke(program, [*call, "--help"], prog_name="wormadvisor")
    assert result.exit_code == 0
    print(result.stdout)
"""
ENGLISH_WORDS = r"\b(the|and|which|with|from|what|that|this|are|INTEGER|TILES|DICE)\b"


@pytest.mark.parametrize(
    ("lang", "usage", "show"),
    [
        ("nl", "Gebruik: ", "Toon deze hulp."),
        ("de", "Aufruf: ", "Diese Hilfe zeigen."),
        ("fr", "Utilisation\N{NO-BREAK SPACE}: ", "Afficher cette aide."),
    ],
)
def test_help_is_translated(lang, usage, show):
    """In a process of its own: the help of a command is said when it is imported."""
    environment = {**os.environ, "LC_ALL": f"{lang}_XX.UTF-8", "WORMADVISOR_LANG": ""}
    result = subprocess.run(
        [sys.executable, "-X", "utf8", "-c", ALL_HELP],
        env=environment,
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=120,
    )
    assert result.stderr == ""
    assert result.stdout.count(usage) == result.stdout.count(show) >= 15
    assert not re.findall(f"^.*{ENGLISH_WORDS}.*$", result.stdout, re.MULTILINE)


def test_a_terminal_that_cannot_show_a_letter():
    english = program("rules-of-thumb", PYTHONIOENCODING="iso8859-2")
    assert (english.returncode, english.stderr) == (0, b"")
    result = program(*QUESTION, "--lang", "fr", PYTHONIOENCODING="iso8859-5")
    assert (result.returncode, result.stderr) == (0, b"")
    assert result.stdout.startswith(b"Mets 5x2 de c?t?, puis LANCE.")


@pytest.mark.parametrize(
    ("lang", "expected"),
    [
        ("en", ("+1.50", "12.5%", "<0.1%", "100%", "1,234,567", "1.0e-06", "1.2 of 3,456")),
        ("nl", ("+1,50", "12,5%", "<0,1%", "100%", "1.234.567", "1,0e-06", "1,2 of 3.456")),
        ("de", ("+1,50", "12,5 %", "<0,1 %", "100 %", "1.234.567", "1,0e-06", "1,2 of 3.456")),
        ("fr", ("+1,50", "12,5 %", "<0,1 %", "100 %", "1 234 567", "1,0e-06", "1,2 of 3 456")),
    ],
)
def test_numbers(lang, expected):
    with using(lang):
        written = (
            decimal(1.5, 2, sign=True),
            percent(0.125),
            percent(1e-9),
            percent(1.0),
            number(1234567, ","),
            number(1e-6, ".1e"),
            say("{some:.1f} of {all:,}", some=1.2, all=3456),
        )
    assert tuple(text.replace("\N{NO-BREAK SPACE}", " ") for text in written) == expected


@pytest.mark.parametrize(
    ("lang", "answer", "agrees"),
    [
        ("nl", "j", True),
        ("de", "Ja", True),
        ("fr", "o", True),
        ("fr", "y", True),
        ("nl", "n", False),
    ],
)
def test_yes(run, lang, answer, agrees):
    assert run("tables", "build", "odds").exit_code == 0
    result = run("tables", "clear", "odds", "--lang", lang, stdin=f"{answer}\n")
    assert result.exit_code == (0 if agrees else 1)


def test_lists():
    with using("nl"):
        assert together(["Ann"]) == "Ann"
        assert together(["Ann", "Ben"]) == "Ann en Ben"
        assert together(["Ann", "Ben", "Cem"]) == "Ann, Ben en Cem"


def test_what_others_say_ready_made():
    system = [os.strerror(number) for number in (errno.ENOENT, errno.EACCES, errno.ENOSPC)]
    mends = [OTHER_FOLDER, WAIT, MEND, kinds._OTHER_TEMPORARY, travel._GET_AGAIN]
    for lang in LANGUAGES[1:]:
        with using(lang):
            assert all(ready_made(text) != text for text in [*system, *mends, travel._OTHER_PLACE])
            assert ready_made("wormadvisor tables build odds") == "wormadvisor tables build odds"


def test_plural_forms():
    one, many = "Got unexpected extra argument ({args})", "Got unexpected extra arguments ({args})"
    with using("fr"):  # None is singular, in French.
        texts = [say_count(one, many, count, args="a") for count in (0, 1, 2)]
    assert texts[0] == texts[1] != texts[2]
    with using("de"):
        texts = [say_count(one, many, count, args="a") for count in (0, 1, 2)]
    assert texts[0] == texts[2] != texts[1]


def test_several_languages_at_once_in_threads():
    together = Barrier(len(LANGUAGES))

    def answer(lang):
        with using(lang):
            together.wait(timeout=30)
            return [(language(), say("Stop or roll?"), percent(0.5, 1)) for _ in range(200)]

    with ThreadPoolExecutor(len(LANGUAGES)) as pool:
        answers = dict(zip(LANGUAGES, pool.map(answer, LANGUAGES), strict=True))
    assert all({said[0] for said in answers[lang]} == {lang} for lang in LANGUAGES)
    assert len({text for said in answers.values() for text in said}) == len(LANGUAGES)


def test_several_languages_at_once_in_a_server():
    async def answer(lang):
        with using(lang):
            await asyncio.sleep(0)
            return say("Stop or roll?")

    async def all_answers():
        return await asyncio.gather(*map(answer, LANGUAGES))

    assert len(set(asyncio.run(all_answers()))) == len(LANGUAGES)
    assert language() == "en"


def test_the_words_of_the_page():
    assert messages_for_page("en") == {}
    for lang in ("nl", "de", "fr"):
        words = messages_for_page(lang)
        assert words["Who begins?"] not in ("", "Who begins?")
        assert "Stop or roll?" not in words


@pytest.mark.parametrize(
    ("lang", "roll", "dice"),
    [
        ("nl", "5R3r", "Wx2"),
        ("nl", "5,Rx2,3", "Wx2"),
        ("fr", "5V3v", "Wx2"),
        ("fr", "5,vx2,3", "Wx2"),
        ("nl", "5W3w", "Wx2"),
        ("de", "5W3w", "Wx2"),
        ("fr", "5W3w", "Wx2"),
    ],
)
def test_the_letter_of_the_worm(run, lang, roll, dice):
    question = ("hint", "--taken", "4x4", "--objective", "lead", "--lang", lang)
    result = run(*question, "--roll", roll)
    assert result.exit_code == 0, result.stderr
    assert f" {dice} " in result.stdout
    assert " 4x4 3,5,W,W official" in result.stdout


@pytest.mark.parametrize(("lang", "letter"), [("en", "R"), ("en", "V"), ("de", "V"), ("fr", "R")])
def test_a_letter_of_another_language(run, lang, letter):
    result = run("hint", "--roll", f"5,{letter}", "--taken", "4", "--lang", lang)
    assert result.exit_code == 2
    assert f"'{letter}'" in result.stderr


@pytest.mark.parametrize(
    ("lang", "typed", "expected"),
    [
        ("nl", "r", ("W", None)),
        ("nl", "r r", ("W", "roll")),
        ("nl", "5 r", ("5", "roll")),
        ("nl", "r stop", ("W", "stop")),
        ("nl", "w gooi", ("W", "roll")),
        ("fr", "v lance", ("W", "roll")),
        ("de", "w würfeln", ("W", "roll")),
        ("en", "w r", ("W", "roll")),
    ],
)
def test_the_letter_of_the_worm_and_the_word_to_roll(lang, typed, expected):
    turn = Turn(parse_counts("1x4"), parse_counts("5,5,W,W"))
    with using(lang):
        face, then = read_choice(typed, turn)
    assert (face is not None and FACES[face], then) == expected


def test_rolling_on_with_the_letter_of_the_worm():
    with using("nl"):
        assert read_choice("r", Turn(parse_counts("1x4"))) == (None, "roll")


def test_position_texts_have_one_letter(run):
    assert run("hint", "--position", "21-36/-/- 5x7 R", "--lang", "nl").exit_code == 2
