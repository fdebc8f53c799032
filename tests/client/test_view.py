"""`arena view`: its answers are what the kernel knows of a seat, and whatever it is sent, it goes on."""

from __future__ import annotations

import io
import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import msgpack
import pytest
from click.testing import CliRunner

from arena.cli.commands.view import FORMATS
from arena.cli.group import command_line
from arena.client import view
from arena.client.holdings import LAID, holdings
from arena.client.policies import greedy, sensible
from arena.client.queries import MOST, QUERIES, WrongLine
from arena.client.search import Search
from arena.client.view import LISTED, LONGEST, VERBS, Helper, lines, serve, written
from arena.games.catalogue import GAMES
from arena.games.kernel import AnyGame, Did
from arena.games.kernel.position import Position, replay
from arena.games.parts.trick_rules import Unknown
from arena.games.search.enter import enter
from arena.protocol.grammar import FORM
from arena.protocol.messages import ARENA
from arena.table.record import line
from tests.client.seats import helped

ROOT = Path(__file__).parent.parent.parent
PAGE = (ROOT / "docs/any-language.md").read_text()
BIDS = ["pass", *(f"{tricks}{end}" for tricks in range(6, 13) for end in ("", "no"))]
KAISER = [
    "game G1 kaiser seat=1 seats=4 sides=0,1,0,1 move_ms=1000 preset=standard",
    "note deal 1 dealer=0 scores=0,0 finished=0 thrown=0",
    "show hand 1 KS QS TS 9S AH QH AD 7C",
    f"ask 1 bid {' '.join(BIDS)}",
]


def told(*more: str, table: str = "") -> Helper:
    """`arena view` at the first question of a deal of Kaiser, or after some more lines."""
    helper = Helper()
    for text in (*KAISER, *more):
        assert helper.take(f"@{table} {text}" if table else text) is None
    return helper


def ask(helper: Helper, query: str) -> dict[str, Any]:
    """The answer to a query, as a program reads it."""
    answer = helper.take(query)
    assert answer is not None
    found: dict[str, Any] = json.loads(written(answer, "json"))
    assert msgpack.unpackb(written(answer, "msgpack")[4:]) == found
    return found


def agrees(game: AnyGame, preset: str, deals: int, every: int) -> int:
    """Compare all answers along a game with the kernel's own view; return how many worlds were compared."""
    compared = 0
    for number, (position, helper) in enumerate(helped(game, preset, deals)):
        open_, place = position.ask, f"{preset} {number}"
        assert open_ is not None
        known, state, legal = position.view(open_.seat), ask(helper, "? state"), ask(helper, "? legal")
        hand = open_.seat if open_.hand is None else open_.hand
        question = {"kind": open_.kind, "legal": [*open_.legal], "plays_for": hand, "ms_left": None, "bank_ms": None}
        assert legal == {"query": "legal"} | question, place
        assert state | question == state, place
        assert ask(helper, "? text")["text"].endswith(" ".join(open_.legal)), place
        assert (state["game"], state["options"]) == (game.name, position.options.in_force())
        assert (state["seat"], state["seats"]) == (open_.seat, game.seating(position.options).seats)
        assert state["sides"] == [*game.seating(position.options).sides]
        assert [" ".join(event) + "\n" for event in state["events"]] == [*map(line, known.events)], place
        if known.standing is None:
            assert "no deal has begun" in ask(helper, "? worlds 1")["error"]
            assert state["standing"] == {}
            continue
        assert state["standing"] == dict(word.split("=", 1) for word in known.standing.words()), place
        assert state["hand"] == holdings(game, position)[hand], place
        check_trick(game, position, state, place)
        if number % every == every // 2:
            seed = str(number)
            [found] = ask(helper, f"? worlds 1 {seed}")["worlds"]
            world = game.sampler(known)(Random(seed))
            then = replay(game, known, world)
            assert found["hands"] == [*holdings(game, then).values()], place
            assert found["hands"][hand] == state["hand"], place
            check_pack(game, then, found, place)
            compared += 1
    return compared


def check_trick(game: AnyGame, position: Position[Any], state: dict[str, Any], place: str) -> None:
    """The cards on the table are those of the play on integers, where there is one."""
    try:
        play = enter(game, position)
    except Unknown:
        return
    assert {card for _, card in state["table"]} == {*play.on.words(play.trick)}, place
    assert state["trump"] is not None or game.name in {"truc", "bester-bube"}, place


def check_pack(game: AnyGame, position: Position[Any], found: dict[str, Any], place: str) -> None:
    """Each card of the pack is in a hand, somewhere else face down, or was played or laid aside: once."""
    pack = game.pack(position.options)
    _, events = position.this_deal()
    gone = [event.word for event in events if isinstance(event, Did) and event.kind in LAID and event.word in pack]
    down = [card for cards in (*found["hands"], *found["rest"].values()) for card in cards]
    assert sorted([*gone, *down]) == sorted(pack), place


@pytest.mark.broad
@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_the_answers_along_a_game_are_what_the_kernel_knows(game: AnyGame) -> None:
    assert agrees(game, next(iter(game.presets)), deals=2, every=5) > 1


@pytest.mark.thorough
@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_the_answers_along_a_game_of_every_preset_are_what_the_kernel_knows(game: AnyGame) -> None:
    for preset in game.presets:
        assert agrees(game, preset, deals=2, every=4)


@pytest.mark.parametrize("name", ["kaiser", "ecarte", "bridgette"])
def test_weights_estimates_and_policies_are_those_of_the_library(name: str) -> None:
    kinds = set()
    for position, helper in helped(GAMES[name], next(iter(GAMES[name].presets)), deals=1):
        open_ = position.ask
        assert open_ is not None
        known = position.view(open_.seat)
        if known.standing is None or open_.kind in kinds:
            continue
        kinds.add(open_.kind)
        weighted = ask(helper, "? weighted 4 sensible 7 slip=0.1")["worlds"]
        search = Search(known, seed=7)
        wanted = search.weighted(4, "sensible", slip=0.1)
        assert [each["weight"] for each in weighted] == [each.weight for each in wanted]
        assert [each["hands"] for each in weighted] == [[*search.hands(each.world).values()] for each in wanted]
        estimates = Search(known, seed=7).simulate(3, "greedy", infer="greedy", slip=0.3)
        found = ask(helper, "? simulate 3 greedy infer=greedy slip=0.3 seed=7")
        assert (found["best"], found["worlds"]) == (estimates.best, 3)
        assert {word: its["mean"] for word, its in found["words"].items()} == {
            word: round(its.mean, 4) for word, its in estimates.words.items()
        }
        assert {its["rollouts"] for its in found["words"].values()} == {3}
        compared = Search(known, seed=7).compare(sensible(open_, known), 6, "greedy", margin=0.5, infer="greedy")
        found = ask(helper, "? compare 6 greedy margin=0.5 infer=greedy seed=7")
        assert (found["best"], found["worlds"]) == (compared.best, compared.worlds)
        assert found["words"].keys() == compared.words.keys()
        assert ask(helper, "? answer greedy")["word"] == greedy(open_, known)
        assert ask(helper, "? answer sensible")["word"] == sensible(open_, known)
        assert ask(helper, "? answer random")["word"] in open_.legal
    assert len(kinds) > 1


def test_worlds_follow_one_another_unless_they_have_a_seed() -> None:
    helper, other = told(), told()
    first, second = (ask(helper, "? worlds 3") for _ in range(2))
    assert first != second
    assert [ask(other, "? worlds 3") for _ in range(2)] == [first, second]
    assert ask(helper, "? worlds 3 x") == ask(helper, "? worlds 3 seed=x") == ask(other, "?worlds 3 x")


def test_a_budget_ends_a_simulation() -> None:
    for budget in ("30", "3%"):
        assert 1 <= ask(told(), f"? simulate {MOST} random {budget}")["worlds"] < MOST


def test_a_share_of_no_limit_is_no_limit() -> None:
    helper = told()
    for text in (KAISER[0].replace("move_ms=1000", "preset=standard"), *KAISER[1:]):
        assert helper.take(text) is None
    assert ask(helper, "? legal")["ms_left"] is None
    assert ask(helper, "? simulate 3 random 1%")["worlds"] == 3


def test_the_question_is_open_until_the_next_line() -> None:
    helper = told()
    assert ask(helper, "? legal")["legal"] == BIDS
    assert helper.take("did 1 bid pass") is None
    assert ask(helper, "? state")["kind"] == ""
    for query in ("legal", "simulate 1 random", "answer random"):
        assert ask(helper, f"? {query}")["error"] == "no question is open"
    assert len(ask(helper, "? worlds 2")["worlds"]) == 2


def test_the_times_of_a_question_are_told() -> None:
    assert ask(told(), "? legal")["ms_left"] == 1000.0
    clocked = told("did 1 bid pass", "clock 700 8000", KAISER[-1])
    assert (ask(clocked, "? legal")["ms_left"], ask(clocked, "? legal")["bank_ms"]) == (700.0, 8000.0)


@pytest.mark.parametrize(
    ("query", "error", "hint"),
    [
        ("?", "there is no query ''; there are: hello, state,", "write for example: ? worlds 100"),
        ("? sate", "there is no query 'sate'; did you mean 'state'?", "write for example"),
        ("? worlds", "worlds: N is missing", "write: ? worlds N [SEED]"),
        ("? worlds ten", "worlds: N must be a whole number from 1 to 1,000,000, not 'ten'", "write: ? worlds N"),
        ("? worlds 0", "not '0'", "write"),
        ("? worlds 9999999", "not '9999999'", "write"),
        ("? worlds ²", "not '²'", "write"),
        (f"? worlds {LISTED + 1}", "an answer holds at most 10,000 worlds", "ask several times"),
        ("? worlds 1 2 3", "worlds: '3' is too much", "write: ? worlds N [SEED]"),
        ("? worlds 1 2 seed=3", "worlds: seed is there twice", "write"),
        ("? worlds 1 sed=3", "worlds: there is no 'sed'", "write"),
        ("? weighted 5", "weighted: POLICY is missing", "write: ? weighted N POLICY"),
        ("? weighted 5 clever", "weighted: POLICY must be one of random, greedy, sensible, not 'clever'", "write"),
        ("? weighted 5 greedy slip=2", "weighted: slip= must be a number from 0 to 1, not '2'", "write"),
        ("? simulate 5 greedy soon", "simulate: BUDGET must be a number of ms, such as 300, or", "write"),
        ("? simulate 5 greedy nan", "not 'nan'", "write"),
        ("? simulate 5 greedy 101%", "not '101%'", "write"),
        ("? simulate 5 greedy -1", "not '-1'", "write"),
        ("? simulate 5 greedy by=tricks", "simulate: by= must be one of score, points, not 'tricks'", "write"),
        ("? simulate 5 sensible by=points", "by=points goes with random and greedy", "leave out by=points"),
        ("? compare 5 greedy default=ace", "default 'ace' is not legal", "legal: pass 6"),
        ("? simulate 5 greedy by=points", "does not ask for a card", "leave out by=points"),
        ("? legal now", "legal: 'now' is too much", "write: ? legal"),
        ("@G2 ? state", "no game is open at table 'G2'", "open: one without an id"),
        ("AS", "'AS' is no message of the arena", "a query begins with ?"),
        ("did one bid pass", "'did one bid pass' cannot be read: invalid literal", "pass on the lines of the arena"),
        ("did 1 bid", "'did 1 bid' cannot be read", "pass on"),
        ("did 9 bid pass", "cannot be read: IndexError", "pass on"),
        ("note deal x", "cannot be read", "pass on"),
        ("game G2 whist seat=0", "whist: there is no such game", "pass on"),
        ("game G2 kaiser", "cannot be read: 'seat' is missing", "pass on"),
        ("game G2 kaiser seat=0 target=x", "cannot be read: target:", "pass on"),
        ("@G2 note trump S", "no game is open at table 'G2'", "open: one without an id"),
        ("", "'' is no message of the arena", "pass on"),
    ],
)
def test_a_line_that_is_wrong_gets_an_answer_and_changes_nothing(query: str, error: str, hint: str) -> None:
    helper = told()
    before = ask(helper, "? state")
    found = helper.take(query)
    assert found is not None
    assert error in found["error"]
    assert hint in found["hint"]
    assert found["line"] == len(KAISER) + 2
    assert ask(helper, "? state") == before


def test_lines_that_are_missing_are_noticed() -> None:
    lost = told("did 1 bid pass", "did 3 bid 7", "ask 1 bid pass 8")  # seat 2 has bid, too
    played_another = told("ask 1 play KS QS")
    for helper in (lost, played_another):
        found = ask(helper, "? worlds 1")
        assert re.match("the lines of this deal (?:lead to another question|do not fit together)", found["error"])
        assert "pass on the lines of the arena as they are" in found["hint"]
        assert ask(helper, "? simulate 1 random")["error"] == found["error"]
        assert ask(helper, "? state")["kind"] in {"bid", "play"}


def test_an_answer_that_was_not_legal_is_noticed() -> None:
    helper = told("did 1 bid 7", "did 2 bid 6")
    assert ask(helper, "? worlds 1")["error"] == "the lines of this deal do not fit together: 6 was not legal"


def test_without_a_game_there_is_only_hello() -> None:
    helper = Helper()
    assert ask(helper, "? hello") == {
        "query": "hello",
        "queries": [*QUERIES.values()],
        "policies": ["random", "greedy", "sensible"],
    }
    assert ask(helper, "? state")["error"] == "no game is open"
    assert helper.take("arena 1 line msgpack") is None
    assert helper.take("note trump S") == {
        "query": None,
        "error": "no game is open",
        "hint": "pass on all lines of a game, beginning with `game`",
        "line": 4,
    }
    helper = told("over G1 places=1,2 scores=52,0 reason=target", "bye")
    assert ask(helper, "? state")["error"] == "no game is open"


def test_each_table_has_a_game_of_its_own() -> None:
    helper = told(table="G1")
    for text in (KAISER[0].replace("seat=1", "seat=3"), KAISER[1], KAISER[2].replace("hand 1", "hand 3")):
        assert helper.take(f"@G2 {text}") is None
    assert ask(helper, "@G1 ? state")["seat"] == 1
    assert ask(helper, "@G2 ? state")["seat"] == 3
    assert ask(helper, "@G1 ? legal")["table"] == "G1"
    assert ask(helper, "@G2 ? legal")["error"] == "no question is open"
    assert ask(helper, "? state")["hint"] == "begin it with the id of a table, such as @G1"
    assert ask(helper, "@G3 ? state")["hint"] == "open: @G1, @G2"
    assert helper.take("@G1 over G1 places=1,2 reason=x") is None
    assert ask(helper, "@G1 ? state")["hint"] == "open: @G2"
    alone = ask(told(), "? worlds 2 7")["worlds"]
    assert ask(told(table="G9"), "@G9 ? worlds 2 7")["worlds"] == alone


def test_talk_and_names_of_strangers_are_plain_data() -> None:
    helper = told('say 2 "\x1b[31m] {"query":\u2028 @G1 ? state', "did 2 bid 7")
    assert ask(helper, "? state")["events"][-2] == ["say", "2", '"\x1b[31m] {"query":\u2028 @G1 ? state']
    answer = helper.take("? state")
    assert answer is not None
    assert written(answer, "json").isascii()
    assert written(answer, "json").count(b"\n") == 1


# Bytes.


def pieces(*parts: bytes) -> Callable[[], bytes]:
    """An input that comes in pieces."""
    left: Iterator[bytes] = iter(parts)
    return lambda: next(left, b"")


def test_lines_come_in_any_pieces() -> None:
    text = "note x é\n? state\r\n\n? legal"
    wanted = ["note x é", "? state", "", "? legal"]
    assert [*lines(pieces(text.encode()))] == wanted
    assert [*lines(pieces(*(bytes([byte]) for byte in text.encode())))] == wanted
    assert [*lines(pieces())] == []


def test_a_line_that_is_too_long_is_one_error_however_it_comes() -> None:
    long = b"x" * (LONGEST + 1)
    for parts in ([long + b"\n? state\n"], [long, long, long, b"x\n? state\n"], [long, b"\n", b"? state\n"]):
        wrong, right = lines(pieces(*parts))
        assert isinstance(wrong, WrongLine)
        assert str(wrong) == "a line of more than 65,536 bytes"
        assert right == "? state"
    assert [*lines(pieces(b"y" * LONGEST + b"\r\n"))] == ["y" * LONGEST]


def test_what_is_not_utf_8_gets_an_answer() -> None:
    out: list[bytes] = []
    serve(pieces(b"\xff\xfe\n? hello\n"), out.append)
    assert [json.loads(each).get("error") for each in out] == ["a line that is not UTF-8", None]


def test_answers_are_lines_or_frames() -> None:
    said = "".join([f"{each}\n" for each in (*KAISER, "? legal", "oops", "? worlds 2 7", "? simulate 1 random seed=1")])
    as_json, as_frames = io.BytesIO(), io.BytesIO()
    serve(pieces(said.encode()), as_json.write)
    serve(pieces(said.encode()), as_frames.write, "msgpack")
    data, frames = as_frames.getvalue(), []
    while data:
        end = 4 + int.from_bytes(data[:4])
        frames.append(msgpack.unpackb(data[4:end]))
        data = data[end:]
    assert frames == [json.loads(each) for each in as_json.getvalue().splitlines()]
    assert [each["query"] for each in frames] == ["legal", None, "worlds", "simulate"]
    assert {its["error"] for its in frames[-1]["words"].values()} == {None}, "no error after a single rollout"


def test_it_knows_the_messages_of_the_arena() -> None:
    assert {form.verb for form in FORM.values() if form.sender == ARENA} == VERBS


def test_no_message_of_the_arena_begins_like_a_query() -> None:
    assert not [verb for verb in VERBS if verb.startswith(("?", "@"))]


# The program.


@pytest.mark.slow
def test_the_program_needs_nothing_but_python_and_ends_with_its_input() -> None:
    said = "".join([f"{each}\n" for each in (*KAISER, "? simulate 2 sensible", "? sate")])
    command = [sys.executable, "-S", "-m", "arena.client.view"]
    done = subprocess.run(
        command, input=said, env={"PYTHONPATH": str(ROOT)}, capture_output=True, text=True, check=False, cwd="/"
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert [json.loads(each)["query"] for each in done.stdout.splitlines()] == ["simulate", "sate"]


def test_it_ends_quietly_when_nobody_reads_its_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    source, sink = os.pipe()
    os.write(sink, b"? hello\n")
    os.close(sink)

    def gone(descriptor: int, data: bytes) -> None:
        assert (descriptor, json.loads(data)["query"]) == (1, "hello")
        raise BrokenPipeError

    monkeypatch.setattr(view, "write_all", gone)
    monkeypatch.setattr(os, "read", lambda _, number, read=os.read: read(source, number))
    assert view.main([]) == 141
    os.close(source)


def test_the_command_does_the_same() -> None:
    said = "".join([f"{each}\n" for each in (*KAISER, "? answer sensible", "? worlds")])
    done = CliRunner().invoke(command_line, ["view"], input=said)
    assert done.exit_code == 0
    assert [json.loads(each).get("word") for each in done.stdout.splitlines()] == ["6no", None]
    packed = CliRunner().invoke(command_line, ["view", "--format", "msgpack"], input=said)
    assert msgpack.unpackb(packed.stdout_bytes[4 : 4 + int.from_bytes(packed.stdout_bytes[:4])])["word"] == "6no"


def test_help_and_page_tell_of_every_query() -> None:
    assert FORMATS == view.FORMATS
    shown = CliRunner().invoke(command_line, ["view", "--help"]).output
    for name, usage in QUERIES.items():
        assert re.search(rf"^ +\? {re.escape(usage.partition(' [')[0])}", shown, re.MULTILINE), name
        assert f"| `{usage}` |" in PAGE
