"""The API: the same answers as the commands, and what its document says of them."""

import json
import random
import re
from pathlib import Path

import pytest
from pydantic import BaseModel

from tests.cli.moments import random_moment
from tests.cli.web.games import as_json
from tests.games import ALL_RULES, play
from wormadvisor.cli.web import said as said_types
from wormadvisor.cli.web import said_of_games
from wormadvisor.cli.web.api import LONG_SECONDS, SECONDS
from wormadvisor.cli.web.errors import KINDS
from wormadvisor.cli.web.limits import BODY_SECONDS, BURST, MAX_BODY, MAX_NESTING, RATE
from wormadvisor.cli.web.pool import WAITING
from wormadvisor.solver.notation import format_position
from wormadvisor.solver.record_reader import parse_record

DOCS = (Path(__file__).parents[3] / "docs" / "web.md").read_text(encoding="utf-8")
OBJECTIVES = ["win", "win", "win", "lead", "worms", "tile", "reach:25", "hit:30"]
ANSWERS = {
    "hint": said_types.HintSaid,
    "evaluate": said_types.EvaluateSaid,
    "odds": said_types.OddsSaid,
    "position": said_types.QuestionSaid,
    "game": said_of_games.GameSaid,
    "record": said_of_games.RecordSaid,
    "analyze": said_of_games.AnalyzeSaid,
}


def undescribed(said):
    """Name the fields that the document does not know; those of drivers differ by code."""
    if isinstance(said, list):
        return [name for item in said for name in undescribed(item)]
    if not isinstance(said, BaseModel) or isinstance(said, said_types.DriverSaid):
        return []
    fields = [value for _, value in said]
    return [*(said.model_extra or ()), *(name for value in fields for name in undescribed(value))]


def same(said, expected):
    """Whether two answers are the same: the evaluator's float32 sums differ in the last digits."""
    if isinstance(said, dict) and isinstance(expected, dict):
        return said.keys() == expected.keys() and all(same(said[k], expected[k]) for k in said)
    if isinstance(said, list) and isinstance(expected, list):
        return len(said) == len(expected) and all(map(same, said, expected))
    return said == (pytest.approx(expected, abs=1e-6) if isinstance(expected, float) else expected)


@pytest.fixture
def answer(post):
    """Ask, and expect an answer that is as the document says."""

    def call(name, **fields):
        response = post(name, **fields)
        assert response.status_code == 200, response.text
        said = ANSWERS[name].model_validate(response.json(), strict=True)
        assert undescribed(said) == []
        return response.json()

    return call


@pytest.mark.parametrize("objective", OBJECTIVES)
def test_hint_is_the_commands(answer, ask, objective):
    rng = random.Random(objective)
    for _ in range(4):
        position = format_position(*random_moment(rng))
        said = answer("hint", position=position, objective=objective)
        assert same(said, ask("hint", "--position", position, "--objective", objective))


def test_hint_wins_unless_asked_for_something_else(answer, ask):
    said = answer("hint", position="21-36/-/- Wx4 3,5,5,W")
    assert same(said, ask("hint", "--roll", "5,5,W,3", "--taken", "W"))
    assert said["objective"] == "win"


@pytest.mark.parametrize("depth", [1, 2, 3])
def test_depth_is_the_commands(answer, ask, depth):
    moment = "22,25,29,31/-/24 Wx2"
    for name in ("hint", "evaluate"):
        said = answer(name, position=moment, depth=depth)
        assert same(said, ask(name, "--position", moment, "--depth", str(depth)))
        assert (said["kind"], said["depth"]) == ("estimate", depth)


def test_evaluate_is_the_commands(answer, ask):
    rng = random.Random(7)
    for _ in range(4):
        position = format_position(*random_moment(rng))
        said = answer("evaluate", position=position)
        assert same(said, ask("evaluate", "--position", position))
    said = answer("evaluate", position="22,25,29/-/-")
    assert said["kind"] == "certified"
    assert said["values"][0]["share"] == pytest.approx(0.553639888, abs=1e-8)


def test_odds_are_the_commands(answer, ask):
    rng = random.Random(6)
    for _ in range(5):
        position = format_position(*random_moment(rng))
        assert answer("odds", position=position) == ask("odds", "--position", position)


def test_a_position_is_read_as_the_commands_read_it(answer, ask):
    text = "23,21,22/-/25 wX4,5 1,w,3 Flip+Steal=FORCED"
    said = answer("position", position=text)
    assert said["position"] == "21-23/-/25 5x1,Wx4 1,3,W flip+steal=forced"
    odds = ask("odds", "--position", text)
    assert said == {name: odds[name] for name in said}
    rng = random.Random(8)
    for _ in range(20):
        text = format_position(*random_moment(rng))
        assert answer("position", position=text)["position"] == text
    assert answer("position", position="-/22,25/28")["position"] == "-/22,25/28 official"


@pytest.mark.parametrize("name", ["hint", "evaluate", "odds"])
def test_errors_are_the_commands(run, post, name):
    for position in ("21-36/-/- 5,7,W", "-/21/22", "21-36/21/-", "20/-", "21-36/-/- Wx8 W"):
        response = post(name, position=position)
        result = run(name, "--json", "--position", position)
        said = response.json()["error"]
        assert response.status_code == 422
        assert result.exit_code == 2
        for field in said:  # The same words but for the spot: here it is a field.
            assert f'"{said[field]}"' in result.stdout.replace("--position", "position")


def test_errors_of_other_fields(post):
    moment = "21-36/-/- Wx4"
    error = post("hint", position=moment, objective="glory").json()["error"]
    assert (error["kind"], error["where"]) == ("unknown_objective", "objective")
    assert "win, lead" in error["message"]
    error = post("hint", position=moment, objective="lead", depth=2).json()["error"]
    assert (error["kind"], error["where"]) == ("not_for_objective", "depth")


def test_a_game(answer):
    rng = random.Random(1)
    for _ in range(12):
        played = play(rng, rng.randint(2, 7), rng.choice(ALL_RULES))
        said = answer("game", game=as_json(played))
        last, seats = played.positions[-1], len(played.names)
        mover = (played.first + len(played.positions) - 1) % seats
        assert said["mover"] == mover
        assert said["names"] == list(played.names)
        assert said["over"] == (not last.grill)
        assert said["positions"] == [
            format_position(position, None, played.rules) for position in played.positions
        ]
        for ahead, stack in enumerate(last.stacks):
            assert said["stacks"][(mover + ahead) % seats] == list(stack)
            assert said["worms"][(mover + ahead) % seats] == last.worms[ahead]
        assert said["grill"] == list(last.grill)
        going_on = bool(played.turns) and played.turns[-1].outcome is None
        assert (said["turn"] is not None) == going_on
        if said["over"]:
            assert sum(said["result"]) == pytest.approx(1)
            assert said["worms"][said["result"].index(max(said["result"]))] == max(said["worms"])
        else:
            assert said["result"] is None
            assert said["position"].startswith(said["positions"][-1].split()[0])


@pytest.mark.parametrize(
    ("throws", "kept", "roll", "faces", "can_roll", "ends"),
    [
        ([("1,1,2,2,3,3,4,W", None)], "-", "1,1,2,2,3,3,4,W", "W4321", False, []),
        ([("5,5,5,5,W,W,W,1", "5")], "5x4", None, "", True, ["bust"]),
        ([("5,5,5,5,W,W,W,1", "5"), ("W,W,1,1", "W")], "5x4,Wx2", None, "", True,
         ["claim 30"]),
        ([("W,W,W,W,W,W,1,1", "W"), ("W,W", None)], "Wx6", "W,W", "", False, ["bust"]),
        ([("W,W,W,W,W,W,W,W", "W")], "Wx8", None, "", False, ["claim 36"]),
    ],
)  # fmt: skip
def test_what_can_be_done_now(answer, throws, kept, roll, faces, can_roll, ends):
    turn = {"throws": [{"roll": roll, "face": face} for roll, face in throws]}
    said = answer("game", game={"players": ["A", "B"], "turns": [turn]})
    assert said["turn"]["kept"] == kept
    assert said["turn"]["roll"] == roll
    assert "".join(said["turn"]["faces"]) == faces
    assert said["turn"]["can_roll"] == can_roll
    outcomes = [f"{end['type']} {end['tile'] or ''}".strip() for end in said["outcomes"]]
    assert outcomes == ends


def test_a_game_from_another_table(answer):
    said = answer("game", game={"players": ["A", "B"], "start": "22,25/30/-", "first": 1})
    assert (said["mover"], said["stacks"], said["grill"]) == (1, [[], [30]], [22, 25])


@pytest.mark.parametrize(
    ("change", "kind", "where"),
    [
        ({"players": ["A", "a"]}, "name_twice", "game.players[1]"),
        ({"rules": "chess"}, "unknown_preset", "game.rules, column 1"),
        ({"first": 2}, "seat", "game.first"),
        ({"start": "22/-/-/-"}, "names_not_players", "game.players"),
        ({"start": "22/-/- 5x2"}, "too_many_fields", "game.start: text, column 8"),
        ({"start": "22/-/- flip"}, "too_many_fields", "game.start: text, column 8"),
        ({"start": "22/22/-"}, "tile_twice", "game.start: stacks[0], column 4"),
        (
            {"turns": [{"throws": [{"roll": "1,7"}]}]},
            "not_a_face",
            "game.turns[0].throws[0].roll, column 3",
        ),
        (
            {"turns": [{"throws": [{"roll": "1,2"}]}]},
            "dice_not_complete",
            "game.turns[0].throws[0].roll",
        ),
        (
            {"turns": [{"outcome": {"type": "claim", "tile": 30, "from": 1}}]},
            "impossible_outcome",
            "game.turns[0].outcome",
        ),
        (
            {"turns": [{"outcome": {"type": "claim"}}]},
            "tile_missing",
            "game.turns[0].outcome.tile",
        ),
        (
            {"start": "22/-/30", "turns": [{"outcome": {"type": "steal", "tile": 30}}]},
            "victim_missing",
            "game.turns[0].outcome.from",
        ),
        (
            {
                "start": "22/-/-",
                "turns": [
                    {"outcome": {"type": "claim", "tile": 22}},
                    {"outcome": {"type": "bust"}},
                ],
            },
            "game_over",
            "game.turns[1]",
        ),
        (
            {"turns": [{}, {"outcome": {"type": "bust"}}]},
            "turn_unfinished",
            "game.turns[0].outcome",
        ),
    ],
)
def test_errors_of_a_game(post, change, kind, where):
    for name in ("game", "record", "analyze"):
        response = post(name, game={"players": ["A", "B"], **change})
        error = response.json()["error"]
        assert (response.status_code, error["kind"], error["where"]) == (422, kind, where)
        assert error["message"].startswith(where.partition(":")[0].partition(",")[0])


def test_a_record_reads_back(answer):
    rng = random.Random(2)
    for _ in range(5):
        played = play(rng, rng.randint(2, 7), rng.choice(ALL_RULES), most=20)
        read = parse_record(answer("record", game=as_json(played))["text"])
        assert read.problems == ()
        (record,) = read.records
        assert record.game == played.game


def test_an_analysis_adds_up(answer):
    rng = random.Random(3)
    for players in (2, 3):
        played = play(rng, players, ALL_RULES[0], most=10)
        said = answer("analyze", game=as_json(played), depth=1)
        for seat in range(players):
            parts = (sum(row[seat] for row in said[part]) for part in ("luck", "unknown", "loss"))
            luck, unknown, loss = parts
            total = said["start"][seat] + luck + unknown - loss + said["remainder"][seat]
            assert total == pytest.approx(said["end"][seat], abs=1e-6)
        assert len(said["turns"]) == len(played.turns)


def test_sentences_in_every_language(post, ask):
    moment = "21-36/-/- Wx4 3,5,5,W"
    plain = post("hint", position=moment).json()
    headlines = set()
    for lang in ("en", "nl", "de", "fr"):
        said = post("hint", position=moment, lang=lang).json()
        text = said.pop("text")
        assert said == plain
        headlines.add(text["headline"])
        assert "5x2" in text["headline"]
        for name in ("evaluate", "odds"):
            assert all(post(name, position=moment, lang=lang).json()["text"]["lines"])
    assert len(headlines) == 4
    messages = {
        post("hint", position="x", lang=lang).json()["error"]["message"]
        for lang in ("en", "nl", "de", "fr")
    }
    assert len(messages) == 4


def test_opponents_by_name(post):
    moment, names = "36/-/21/25 Wx5", ["Ann", "Ben", "Cem"]
    text = post("hint", position=moment, lang="en", names=names).json()["text"]
    assert text["headline"] == "STOP: steal the 25 from Cem."
    assert "Stealing the 25 also takes 2 worms from Cem." in text["drivers"]
    text = post("hint", position=moment, lang="en").json()["text"]
    assert text["headline"] == "STOP: steal the 25 from opponent 2."
    response = post("hint", position=moment, lang="en", names=names[:2])
    assert response.status_code == 422
    assert response.json()["error"]["kind"] == "names_not_players"


def test_the_example_of_the_docs(answer):
    game = json.loads(re.search(r"```json\n(.*?)```", DOCS, re.DOTALL)[1])
    said = answer("game", **game)
    assert said["position"] == "21-29,31-36/-/30/- - 1,1,2,2,3,3,4,W official"
    (question,) = re.findall(r"-d '(.*?)'", DOCS)
    answer("hint", **json.loads(question))


def test_the_errors_of_the_docs(client):
    told = set()
    for codes, kinds in re.findall(r"^\| (\d+(?:, \d+)*) \| (`.*?`) \|", DOCS, re.MULTILINE):
        told |= set(zip(map(int, codes.split(", ")), re.findall(r"\w+", kinds), strict=True))
    assert told == set(KINDS.items())
    limits = {str(MAX_BODY // 1024), str(MAX_NESTING), f"{RATE:.0f}", f"{BURST:.0f}", str(WAITING)}
    limits |= {f"{seconds:.0f} s" for seconds in (BODY_SECONDS, SECONDS, LONG_SECONDS)}
    assert all(limit in DOCS for limit in limits)


def test_the_document(client):
    document = client.get("/openapi.json").json()
    assert document["openapi"].startswith("3.")
    assert set(document["paths"]) == {f"/api/v1/{name}" for name in ANSWERS}
    for path in document["paths"].values():
        assert set(path) == {"post"}
        assert {"200", "400", "413", "422", "429", "503", "504"} <= set(path["post"]["responses"])
        body = path["post"]["requestBody"]["content"]["application/json"]["schema"]["$ref"]
        assert (
            document["components"]["schemas"][body.rpartition("/")[2]]["additionalProperties"]
            is False
        )
