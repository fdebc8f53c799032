"""`arena check`: bots with one fault each are found out, with what was sent, what came back and where to read on."""

import re
import sys
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from arena.app.manual import anchor
from arena.games.catalogue import GAMES
from arena.kit import check, trials
from arena.kit.check import Case, Topic
from arena.kit.moments import moments
from arena.kit.report import WIDTH, explained, lines, summary, to_junit
from arena.kit.traffic import EXPECTED, Finding, finding
from arena.kit.trials import Chosen
from arena.protocol import LINE, PACKED, BotFault
from arena.sandbox import Program, Sandbox
from arena.settings.clock import ClockSettings
from arena.table.lag import Void
from tests.commands import arena

ROOT = Path(__file__).parents[3]
GOOD = """
import sys
{before}
print("bot tried 1{settings}", flush=True)
for line in sys.stdin:
    words = line.split()
    {each}
    if words[0] == "ask":
        {answer}
"""
FIRST = "print(words[3], flush=True)"
FAULT = Finding(
    "ILLEGAL", "PASS is not one of: pass", "one of the words", "word-say-text", ("ask 1 bid pass",), ("PASS",)
)


def anchors() -> set[str]:
    """The anchors of the sections of SPEC.md, as `arena help` takes them."""
    heads = re.findall(r"^##+ (.+)$", (ROOT / "protocol/SPEC.md").read_text(), re.MULTILINE)
    return {anchor(head) for head in heads}


def test_every_section_that_a_finding_names_is_there() -> None:
    source = Path(check.__file__).read_text()
    named = {*re.findall(r'Topic\(\s*"[^"]+", "([^"]+)"', source), *(name for name, _ in EXPECTED.values())}

    assert len(named) > 10
    assert named <= anchors()


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_every_kind_of_question_of_the_transcripts_is_found(name: str) -> None:
    pages = (path.read_text() for path in (ROOT / "tests/games/golden" / name).glob("*.txt"))
    seen = {kind for page in pages for kind in re.findall(r"^did \d+ (\S+)", page, re.MULTILINE)}
    found = [study.position.ask.kind for study in moments(GAMES[name], GAMES[name].presets) if study.position.ask]

    assert seen <= {*found}
    assert found == sorted({*found})


def test_a_fault_is_explained_in_eighty_columns() -> None:
    long = Finding(
        "ILLEGAL", "X " * 80, "one of " * 20, "word-say-text", ("game " + "x=1 " * 60, "ask " * 60), (), ("e" * 99, "f")
    )
    texts = [explained(Case(Topic("bid", game="kaiser"), finding=found)) for found in (FAULT, long)]
    assert texts[0] == (
        "ILLEGAL: kaiser: bid: PASS is not one of: pass\n"
        "  sent       | ask 1 bid pass\n"
        "  came back  | PASS\n"
        "  expected   one of the words\n"
        "  where      arena help protocol#word-say-text"
    )
    assert max(map(len, texts[1].splitlines())) <= WIDTH
    assert re.search(r"sent +\| game x=1 .* \.\.\.$", texts[1], re.MULTILINE)
    assert texts[1].count("ask") == 60
    assert "came back  | (nothing)" in texts[1]
    assert texts[1].count("e" * 30) == 3  # what it wrote for its author is not cut


def test_cases_of_a_game_share_a_line_until_one_fails() -> None:
    def case(kind: str, found: Finding | None = None) -> Case:
        return Case(Topic(kind, game="kaiser"), finding=found)

    left_out = Case(Topic("several tables"), "it does not ask for them", tried=False)
    cases = [case("bid"), case("play"), case("trump", FAULT), left_out, Case(Topic("a bank"))]

    assert [*lines(cases)] == [
        "ok    kaiser: bid, play",
        "FAULT kaiser: trump: ILLEGAL",
        "-     several tables: it does not ask for them",
        "ok    a bank",
    ]
    assert summary(cases) == "4 checks, 1 failed"
    [suite] = ET.fromstring(to_junit("tried", cases))
    assert {key: suite.get(key) for key in ("name", "tests", "failures", "skipped")} == {
        "name": "arena check",
        "tests": "5",
        "failures": "1",
        "skipped": "1",
    }
    assert suite[2].get("name") == "kaiser: trump"
    assert "protocol#word-say-text" in str(suite[2][0].text)


def test_frames_are_shown_as_the_lines_that_say_the_same() -> None:
    sent = b"arena 1 line msgpack\n\x00\x00\x00\x13\x97\xa3ask\x01\xa3bid\xa4pass\xa16\xa17"
    found = finding(BotFault("ILLEGAL", "no")).with_traffic(PACKED, sent, b"\x00\x00\x00\x01\xff", b"oh\n")

    assert found.sent[0] == "arena 1 line msgpack"
    assert len(found.received) == 1
    assert found.received[0].startswith("(")
    assert found.stderr == ("oh",)
    assert finding(BotFault("NEW", "no")).anchor == "faults"
    assert finding(BotFault("CRASH", "x")).with_traffic(LINE, b"a\n" * 9, b"", b"").sent == ("...", *["a"] * 6)


@pytest.fixture
def tried(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., str]:
    """Check a bot that has one thing changed, with a game of one kind of question; return what is printed."""
    monkeypatch.setattr(trials, "EXIT", 0.3)

    def run(*options: str, status: int = 65, **parts: str) -> str:
        text = GOOD.format(**{"before": "", "settings": "", "each": "pass", "answer": FIRST} | parts)
        (tmp_path / "bot.py").write_text(text)
        bot = f"{sys.executable} {tmp_path / 'bot.py'}"
        given = options or ("--game", "scotch-whist:two")
        said, _ = arena("check", bot, "--trust-bots", *given, status=status, cwd=tmp_path)
        return said

    return run


@pytest.mark.slow
def test_a_bot_without_a_fault_passes_all(tried: Callable[..., str], tmp_path: Path) -> None:
    strict = {
        "before": "asked = []",
        "each": 'assert words[0] != "did" or not asked or asked.pop() == words[1:3], line',
        "answer": f"{FIRST}\n        asked.append(words[1:3])",
    }
    said = tried("--game", "kaiser", "--game", "bridge-solitaire", "--junit", "found.xml", status=0, **strict)

    assert "ok    kaiser: bid, misdeal, play, trump, a deal\n" in said
    assert said.count("\nok    ") == said.count("ok    ") - 1 > 10
    assert "none failed" in said
    assert 'failures="0"' in (tmp_path / "found.xml").read_text()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("parts", "found"),
    [
        (
            {"answer": "print(words[3].lower(), flush=True)"},
            ("scotch-whist: play: ILLEGAL", "#word-say-text", " is not one of: "),
        ),
        ({"answer": "print(words[3])"}, ("scotch-whist: play: TIMEOUT", "#clocks", "does it flush its output?")),
        ({"before": 'print("hello", flush=True)'}, ("greeting: PROTOCOL", "#bot-name-version-keyvalue", "| hello")),
        (
            {"settings": r"\nready"},
            ("greeting: PROTOCOL", "#who-may-say-what-when", "one answer to each question, and nothing else"),
        ),
        (
            {"each": 'if words[0] == "arena": print("ready", flush=True)'},
            ("greeting: PROTOCOL", "#who-may-say-what-when", "one answer to each question, and nothing else"),
        ),
        ({"before": "sys.exit(3)"}, ("greeting: CRASH", "#bot-name-version-keyvalue", "exit 3")),
        (
            {"each": 'if words[0] == "note" and words[1] == "novelty": raise KeyError(words[1])'},
            ("unknown notes, cards and keys: CRASH", "#versions", "KeyError: 'novelty'"),
        ),
        (
            {"each": 'if words[0] == "ask" and words[2] not in ("bid", "play", "trump"): sys.exit("what?")'},
            ("an unknown kind of question: CRASH", "#versions", "| what?"),
        ),
        (
            {"each": 'if words[0] == "game": assert "move_ms=" in line'},
            ("no time limit: CRASH", "#game-id-name-keyvalue", "AssertionError"),
        ),
        ({"each": 'if words[0] == "clock": sys.exit()'}, ("a bank: CRASH", "#clocks", "| clock 5000 5000")),
        (
            {"each": 'if words[0] == "over": print("gg", flush=True)'},
            ("scotch-whist: play: PROTOCOL", "#who-may-say", "| gg"),
        ),
        (
            {"before": "import time", "each": 'time.sleep(2 if "move_ms=250" in line else 0)'},
            ("little time: TIMEOUT", "#clocks", "250 ms"),
        ),
        (
            {
                "before": "import atexit, time",
                "each": "len(words) or 0",
                "answer": f"{FIRST}\natexit.register(time.sleep, 5)",
            },
            ("end of input: TIMEOUT", "#transport", "it still runs 0.3 s later"),
        ),
        (
            {"settings": " tables=4", "each": "words = words[1:] if words[0][0] == '@' else words"},
            ("scotch-whist: play: PROTOCOL", "#who", ""),
        ),
    ],
    ids=str,
)
def test_a_fault_is_found(tried: Callable[..., str], parts: dict[str, str], found: tuple[str, str, str]) -> None:
    said = tried(**parts)
    joined = " ".join(said.split())

    for words in found:
        assert words in joined
    assert "Traceback (most recent call last):\n  File" not in said
    assert max(map(len, said.splitlines())) <= WIDTH


@pytest.mark.slow
def test_a_bot_that_answers_differently_when_it_is_started_anew_is_told_so_without_a_fault(
    tried: Callable[..., str],
) -> None:
    chance = "import random\n        print(random.choice(words[3:]), flush=True)"
    said = " ".join(tried(answer=chance, status=0).split())
    same = tried(status=0)

    assert "ok the same game twice, each time started anew: no: " in said
    assert "none failed" in said
    assert "ok    the same game twice, each time started anew\n" in same


@pytest.mark.slow
def test_live_news_are_tried_if_the_bot_asks_for_them(tried: Callable[..., str]) -> None:
    assert "ok    live news" in tried(settings=" live=yes", status=0)


@pytest.mark.slow
def test_a_bot_that_gets_no_cpu_for_its_greeting_is_not_judged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def starved(name: str, *_: object) -> Callable[[float], float | None]:
        def until(wall: float) -> float | None:
            raise Void(f"{name} got no CPU for {wall:.0f} ms")

        return until

    monkeypatch.setattr(check, "greeting_deadline", starved)
    monkeypatch.setattr(check, "USUAL", ClockSettings(start_ms=1))
    program = Program("sleeper", ("sleep", "9"), tmp_path)
    told: list[Case] = []
    with pytest.raises(check.CannotJudge, match="sleeper got no CPU"):
        check.Check(program, Sandbox("none"), [Chosen(GAMES["malilla"], ("standard",))]).run(told.append)
    assert told == []


@pytest.mark.slow
def test_a_check_can_be_stopped(tmp_path: Path) -> None:
    def stop(_: Case) -> None:
        raise KeyboardInterrupt

    program = Program("sleeper", ("sh", "-c", "echo bot sleeper 1; sleep 9"), tmp_path)
    with pytest.raises(KeyboardInterrupt):
        check.Check(program, Sandbox("none"), [Chosen(GAMES["malilla"], ("standard",))]).run(stop)


PIECES = """
import os
print("bot hasty 1", flush=True)
held = b""
while data := os.read(0, 65536):
    *whole, rest = (held + data).split(b"\\n")
    words = (whole[-1] if whole else rest).decode().split()
    held = b""
    if words and words[0] == "ask":
        print(words[3], flush=True)
"""
PACKS = """
import os, sys
sys.path.insert(0, {root!r})
from arena.protocol import BOT, Answer, Arena, Ask, Bot, Session
session = Session(BOT)
line = b""
while not line.endswith(b"\\n"):
    line += os.read(0, 1)
session.receive(line)
wish = {wish}
os.write(1, session.send(Bot("packs", "1", wish)))
while data := os.read(0, 65536):
    asked = [(table, said) for table, said in session.receive(data) if isinstance(said, Ask)]
    os.write(1, b"".join(session.send(Answer(said.words[0]), table) for table, said in asked))
"""


@pytest.mark.slow
def test_a_bot_that_takes_bytes_for_lines_is_found_out(tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text(PIECES)
    said, _ = arena(
        "check", f"{sys.executable} {tmp_path / 'bot.py'}", "--trust-bots", "--game", "kaiser", status=65, cwd=tmp_path
    )

    assert "FAULT lines in pieces: " in said
    assert "protocol#transport" in said


@pytest.mark.slow
@pytest.mark.parametrize(
    ("wish", "told"),
    [
        ('{"codec": "msgpack", "tables": "3"}', "it asks for msgpack all the same"),
        ('{"codec": "msgpack" if b"msgpack" in line else "line", "tables": "3"}', "ok    kaiser in lines: bid, "),
    ],
)
def test_both_codecs_and_several_tables_are_tried_if_the_bot_asks_for_them(
    wish: str, told: str, tmp_path: Path
) -> None:
    (tmp_path / "bot.py").write_text(PACKS.format(root=str(ROOT), wish=wish))
    bot = f"{sys.executable} {tmp_path / 'bot.py'}"
    said, _ = arena("check", bot, "--trust-bots", "--game", "kaiser", cwd=tmp_path)

    assert "ok    several tables: 3 at once" in said
    assert told in said


@pytest.mark.parametrize(
    ("words", "message", "status"),
    [
        (("nobody",), "there is no bot 'nobody'", 66),
        (("sample:random", "--game", "kayser"), "did you mean 'kaiser'?", 64),
        (("narrow", "--game", "ecarte"), "narrow does not play ecarte: its bot.toml says games = ['kaiser']", 64),
    ],
)
def test_what_cannot_be_checked_is_refused(words: tuple[str, ...], message: str, status: int, tmp_path: Path) -> None:
    arena("new", "narrow", "--language", "python", "--game", "kaiser", cwd=tmp_path)
    _, said = arena("check", *words, status=status, cwd=tmp_path)

    assert message in said
