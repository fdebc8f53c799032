"""Hostile texts, through every command and format: nothing that a stranger wrote does anything where it is shown."""

import csv
import doctest
import gzip
import io
import json
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree as ET

import click.testing
import pytest
from markdown_it import MarkdownIt

from arena import escapes
from arena.app import live_ladder, submitting
from arena.app.match import BotFault
from arena.cli import watch
from arena.cli.group import COMMANDS, command_line
from arena.games.kernel import Result
from arena.grading.export import FORMS
from arena.grading.grade import Grade, Part, Submission
from arena.regression.export import to_json, to_junit
from arena.results.roster import Known, as_words
from arena.sandbox.doctor import AttackResult
from arena.sandbox.levels import Probed
from arena.schedules.plan import PlannedGame
from arena.settings.limits import Level
from arena.store import Store
from arena.table.outcome import Failure, Fault, Outcome, Use
from arena.table.reports import GameEnded
from arena.web.class_table import COLUMNS as CLASS
from tests.arena.regression.test_report import report
from tests.arena.store.examples import ANN
from tests.commands import arena

TEXTS = (
    *("\x1b[2J", "\x1b]0;title\x07", "\x1b]52;c;cm0gLXJm\x07", "\x1b]8;;http://evil.example\x1b\\x\x1b]8;;\x1b\\"),
    *("\x9b31m", "\x9d0;title\x9c", "\x90q\x9c", "\x1b[?1049h", "\x1b[8mhidden\x1b[0m", "\x1bc", "\x1b[6n"),
    *("won\rlost", "won\b\b\blost", "bell\x07", "nul\0", "del\x7f", "form\x0cfeed", "tab\x0bdown", "shift\x0e"),
    *("\u202emoc.live", "\u2066x\u2069", "\u200fx\u200e", "\u061cx"),
    *("zero\u200bwidth", "join\u200dx\u200cx", "word\u2060x", "mark\ufeffx", "tag\U000e0041", "\u115f\u1160\u3164"),
    *("line\u2028x", "paragraph\u2029x", "next\x85x", "Z" + "\u0301\u0327" * 40, "\u0489\u20dd"),
    *("=1+1", "+1+cmd|' /C calc'!A0", "-2+3", "@SUM(1)", "'=1+1", "\uff1d1+1", "\t=1", '"=1+1"'),
    *("<svg/onload=alert(1)>", "<!--", "[x](http://evil.example)", "![x](//evil.example/p.png)", "&lt;b&gt;"),
    *("http://evil.example", "www.evil.example", "a|b", "`code`", "**loud** _and_ ~~gone~~", "$x$", "# head", "1. one"),
    *("::error file=x::y", "  ::add-mask::x", "##[error]x", "##vso[task.complete]", "[bold red]x[/bold red]", "[/]"),
    *("x" * 5000, "%s %(x)s {0}"),
)
"""What bots may be called, may write and may say. A text that is no valid Unicode is written as bytes (`BYTES`)."""
BYTES = b"\x9b31m\xff\xfe\x1b]0;x\x07\r\xed\xa0\x80\n" + "\n".join(TEXTS).encode() + b"\n\x1b]0;last words\x07\n"
"""What a hostile bot writes to standard error."""
DANGEROUS = re.compile(
    "[\0-\x08\x0b-\x1f\x7f-\x9f\u061c\u115f\u1160\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff"
    "\ud800-\udfff\U000e0000-\U000e0fff]|[\u0300-\u036f]{5}"
)
COMMAND = re.compile(r"(?m)^\s*::\w|##\[|##vso\[")
FORMULA = re.compile(r"\s*[=+\-@\uff1d]")
CHATTY = """\
echo bot chatty 1
while read -r verb seat kind word others; do
    case $verb in ask) printf '%s say %s\\n' "$word" "$(cat "$1")" ;; esac
done
"""
"""A bot that says what is in a file with every answer."""
SPOKEN = ("\u202emoc.live", "mark\ufeffx", "Z" + "\u0301\u0327" * 40, "##[error]x", "[bold red]x[/bold red]")
"""Texts that the protocol lets a bot say."""
STATIC = {
    "bench": "its figures are its own",
    "help": "it prints the arena's own pages",
    "version": "it prints the arena's own version",
}
"""Commands that print nothing of a bot, each with the reason."""

Printed = Iterator[tuple[str, str]]
"""Formats, each with a text in it."""


def check_terminal(text: str) -> None:
    assert not DANGEROUS.search(text), ascii(text)
    assert not COMMAND.search(text), ascii(text)


def check_csv(text: str) -> None:
    for cell in (cell for row in csv.reader(io.StringIO(text)) for cell in row if FORMULA.match(cell)):
        float(cell)  # a number may have a sign
    assert not re.search(r"(?m)^\s*::\w", text)


def check_markdown(text: str) -> None:
    """Its tables, lists and bold remarks are the arena's; everything else was written by a bot."""
    for block in MarkdownIt("commonmark").enable("table").parse(text):
        assert block.type not in {"html_block", "heading_open", "blockquote_open", "hr", "ordered_list_open"}, text
        for token in block.children or ():
            assert token.type in {"text", "strong_open", "strong_close", "text_special", "softbreak"}, token
    assert not DANGEROUS.search(text)
    assert "://evil" not in text.replace("`", "")
    assert "www.evil" not in text


def check_json(text: str) -> None:
    json.loads(text)
    assert not DANGEROUS.search(text)


def check_page(text: str) -> None:
    """Its tags are the arena's: none runs anything, none leads to another host, and only known ones are there."""
    assert not DANGEROUS.search(text)
    found = _Tags()
    found.feed(text)
    assert found.names <= {*TAGS.split()}
    for name, value in found.attributes:
        assert not name.startswith("on") and name not in {"style", "srcdoc"}, (name, value)
        assert name not in {"href", "src"} or not re.match(r"\s*(?:[a-z]+:(?!,)|//)", value, re.IGNORECASE), (
            name,
            value,
        )


ELSEWHERE = re.compile(r"\s*(?:[a-zA-Z]+:|//)")
"""The address of another host, or a script."""
TAGS = (
    "html head meta title link script body header main footer nav h1 h2 h3 p a b br ul li div span bdi code"
    " table thead tbody tr th td details summary dl dt dd figure figcaption svg path circle text form label select"
    " option button pre time aside rect"
)
"""The tags of the pages of `arena site`."""


class _Tags(HTMLParser):
    """Collects the tags and attributes of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.names: set[str] = set()
        self.attributes: list[tuple[str, str]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.names.add(tag)
        self.attributes += [(name, value or "") for name, value in attrs if (tag, name) != ("meta", "content")]


def check_xml(text: str) -> None:
    ET.fromstring(text)
    assert not DANGEROUS.search(text)


CHECKS: dict[str, Callable[[str], None]] = {
    "terminal": check_terminal,
    "csv": check_csv,
    "markdown": check_markdown,
    "json": check_json,
    "page": check_page,
    "xml": check_xml,
}


def check(found: Iterable[tuple[str, str]]) -> None:
    for form, text in found:
        CHECKS[form](text)


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Results of others, where an entrant may be called anything."""
    path = tmp_path_factory.mktemp("hostile") / "table.csv"
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(("game", "deal", "entrant", "place", "fault"))
        for number, (one, two) in enumerate(zip(TEXTS, (*TEXTS[1:], TEXTS[0]), strict=True)):
            for room in range(2):
                game = f"g{number}.{room}"
                writer.writerow((game, number, one, 1 + room, two if number % 5 == 0 else ""))
                writer.writerow((game, number, two, 2 - room, ""))
    return path


@pytest.fixture(scope="module")
def db(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return stored(tmp_path_factory.mktemp("hostile") / "hostile.db", TEXTS)


def stored(path: Path, texts: Iterable[str]) -> Path:
    """Results of this arena, which somebody edited: names are checked before they are stored."""
    names = [text for text in texts if "," not in text and "@" not in text and len(text) < 100]
    bots = [
        replace(ANN, name=text, version=text, about=text, author=text, digest=f"{number:064}")
        for number, text in enumerate(names)
    ]
    games = [
        PlannedGame(f"G{number:010}", "kaiser:standard", number, (one.id, two.id), 0, (one.id, two.id), f"set {number}")
        for number, (one, two) in enumerate(zip(bots, (*bots[1:], bots[0]), strict=True))
    ]
    with Store.open(path, writing=True) as store:
        known = [Known(text, bot.id, text, text, text, bot.digest, True) for text, bot in zip(names, bots, strict=True)]
        refused = [Known(f"{text} refused", submitted=True, state="refused", why=f"{text}\n{text}") for text in names]
        roster = as_words([*known, *refused])
        store.start_run("seed", {"move_ms": "1000", "sandbox": "\x1b[2J", "fill": TEXTS[0], **roster})
        store.plan(bots, games)
        for text, game in zip(names, games, strict=True):
            fault = Fault(0, "CRASH", text)
            result = Result((2, 1), (1, 2), "forfeit", (("label", text),))
            outcome = Outcome(result, (fault,), {0: Use(1, 1.0, 1.0), 1: Use(1, 1.0, 1.0)}, f"game {text}\n{text}\n")
            store.begin(game.id)
            store.finish(GameEnded(game.id, outcome, (Failure(fault, BYTES, BYTES, BYTES),), ((1, BYTES, b""),)))
        store.end_run()
    return path


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Bots whose authors wrote hostile texts into everything: bot.toml, names of files, output of builds, and play."""
    path = tmp_path_factory.mktemp("submissions")
    (path / "words").write_bytes(BYTES)
    for number, text in enumerate(TEXTS):
        bot = path / f"bot{number}"
        bot.mkdir()
        quoted = json.dumps(text[:200])
        (bot / "bot.toml").write_text(f'command = ["true"]\nversion = {quoted}\nauthor = {quoted}\n{quoted} = 1\n')
    for number, text in enumerate((*TEXTS[:20], "\udcff\udc9b")):
        if "/" not in text and "\0" not in text:
            (path / f"{number}{text}").mkdir()
    build = path / "builds"
    build.mkdir()
    (build / "words").write_bytes(BYTES)
    (build / "bot.toml").write_text('command = ["true"]\nbuild = ["sh", "-c", "cat words; cat words >&2; exit 1"]\n')
    dumb = path / "dumb"
    dumb.mkdir()
    (dumb / "words").write_bytes(BYTES)
    (dumb / "bot.toml").write_text('command = ["sh", "-c", "cat words >&2; cat words; exit 3"]\n')
    bot = path.parent / f"{path.name}-bot.sh"
    bot.write_text(f"read x; cat {path}/words >&2; cat {path}/words; exit 3\n")
    return path


@pytest.fixture
def ends_in(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Where output goes. The terminal is a dumb one: rich sends no sequences of its own."""
    monkeypatch.setenv("TERM", "dumb")
    if request.param == "terminal":
        monkeypatch.setattr(click.testing._NamedTextIOWrapper, "isatty", lambda _: True)
    return str(request.param)


def both(*words: str) -> Printed:
    """What a command writes for people."""
    for text in arena(*map(str, words), status=None):
        yield "terminal", text


def of_ladder(table: Path, db: Path, ends_in: str) -> Printed:
    places = {"--from": ["--from", str(table)], "store": [str(db)]}
    for place, more in (("store", []), ("--from", ["--wide", "--explain"]), ("--from", ["--head-to-head"])):
        if ends_in == "terminal" or more != ["--head-to-head"]:
            yield from both("ladder", *places[place], *more)
        for form in ("csv", "json", "markdown"):
            if ends_in == "pipe" and "--wide" not in more:
                out, err = arena("ladder", *places[place], *more, "--format", form)
                yield form, out
                yield "terminal", err
    if ends_in == "pipe":
        yield "csv", arena("ladder", *places["--from"], "--format", "results")[0]
    for form in ("table", "csv", "json") if ends_in == "pipe" else ("table",):
        words = (*places["--from"], "--head-to-head", "\x1b[2J", "\x1b]0;title\x07", "--format", form)
        yield {"table": "terminal"}.get(form, form), arena("ladder", *words)[0]


def of_record(db: Path, ends_in: str) -> Printed:
    yield from both("record", str(db))
    for more in (
        [],
        ["--used"],
        ["--html"],
        ["--stderr"],
        ["--seat", "1", "--stderr"],
        ["--seat", "0", "--said"],
        ["--seat", "0"],
    ):
        if ends_in == "terminal" or more in ([], ["--used"], ["--html"]):
            for number in range(0, 40, 1 if more == ["--used"] else 13):
                name = f"G{number:010}"
                raw = ends_in == "pipe" and not more  # a record is for programs too, as it is
                yield from () if raw else both("record", str(db), name, *more)


def of_doctor(monkeypatch: pytest.MonkeyPatch) -> Printed:
    def probe_all() -> list[Probed]:
        return [Probed("basic", "", "basic: \x1b[2J"), Probed("strict", "not \x9b31m")]

    def examine(_: Level) -> list[AttackResult]:
        return [AttackResult(text, TEXTS) for text in TEXTS]

    monkeypatch.setattr("arena.sandbox.levels.probe_all", probe_all)
    monkeypatch.setattr("arena.sandbox.doctor.examine", examine)
    yield from both("doctor")
    yield "json", arena("doctor", "--json", status=None)[0]


def of_regress(folder: Path, tmp_path: Path) -> Printed:
    found = report(30.0)
    for text in TEXTS:
        bot = replace(found.new, name=text, given=text)
        told = replace(found, new=bot, contest=text, command=text)
        yield "xml", to_junit(told)
        yield "json", to_json(told)
        yield "terminal", str(told)
    words = (*words_of(folder), "--max-sets", "1", "--junit", str(tmp_path / "junit.xml"))
    yield from both("regress", *words[1:3], "--game", words[0], *words[3:])
    yield "xml", (tmp_path / "junit.xml").read_text()


def of_tune(tmp_path: Path) -> Printed:
    (tmp_path / "bot.toml").write_text('command = ["sh"]\n[params]\n"\\u001b[2J" = { default = 0, min = 0, max = 1 }\n')
    return both("tune", str(tmp_path), "--game", "kaiser")


def of_grade(folder: Path, tmp_path: Path) -> Printed:
    forms = {"text": "terminal", "csv": "csv", "junit": "xml"}
    for text in TEXTS:
        part = Part(text, 1.0, 2.0, "partly", text, "visible")
        found = Grade(text, Submission(text, text, text, text, "0" * 64), [part])
        for form, write in FORMS.items():
            yield forms.get(form, "json"), write(found)
    (tmp_path / "staff.toml").write_text('seed = "nobody knows this"\ngames = ["kaiser"]\n')
    for name in ("dumb", "builds", "bot0"):
        yield from both("grade", str(folder / name), "--against", str(tmp_path / "staff.toml"))


def of_report(db: Path, tmp_path: Path, ends_in: str) -> Printed:
    file = tmp_path / "class.toml"
    name = json.dumps("".join(TEXTS[:20]))
    file.write_text(f'name = {name}\nabout = {name}\nresults = "{db}"\ngames = ["kaiser"]\nbots = ["sample:random"]\n')
    folder = tmp_path / "\x1b[2J"
    yield from both("report", str(file), "--out", str(folder), "--columns", ",".join(CLASS))
    for form, end in (("csv", "csv"), ("markdown", "md"), ("json", "json")):
        yield form, (folder / f"class.{end}").read_text()
    for path in sorted(folder.rglob("*.html")) if ends_in == "pipe" else [folder / "index.html"]:
        yield "page", path.read_text()


def of_season(tmp_path: Path) -> Printed:
    path = tmp_path / "seasons.db"
    with Store.open(path, writing=True) as store:
        store.start_run("".join(TEXTS), {}, secret=False)
    yield from both("season", str(path))
    yield "json", arena("season", str(path), "--format", "json")[0]
    yield from both("season", "close", str(path))


def of_site(db: Path, tmp_path: Path, ends_in: str) -> Printed:
    """Every text is in the pages that are made for a pipe. A terminal shows the names of files, so few are enough."""
    folder = tmp_path / "\x1b[2J"
    results = db if ends_in == "pipe" else stored(tmp_path / "few.db", TEXTS[:12])
    yield from both("site", str(results), "--out", str(folder))
    yield "json", (folder / "ladder.json").read_text()
    yield "csv", gzip.decompress((folder / "results.csv.gz").read_bytes()).decode()
    for path in sorted(folder.rglob("*.html")) if ends_in == "pipe" else [folder / "index.html"]:
        yield "page", path.read_text()


def of_serve(db: Path) -> Printed:
    """The pages that a browser gets; what the stream and the API tell is JSON in ASCII."""
    with Store.open(db, writing=False) as store:
        word = "a-word-of-some-length"
        source = live_ladder.Ladder(str(db), store, {word: next(iter(store.entrants().values())).name})
        yield "page", source.render()["index.html"].decode()
        yield "page", source.own(word) or ""


def words_of(folder: Path) -> tuple[str, ...]:
    """A match of the hostile bot."""
    bot = f"sh {folder.parent}/{folder.name}-bot.sh"
    return "kaiser", bot, "sample:random", "-o", "max_deals=1", "--seed", "x"


def ladder_of(folder: Path, tmp_path: Path) -> Path:
    """The file of a ladder of the hostile bot."""
    file = tmp_path / "ladder.toml"
    bots = f'[[bots]]\nbot = "{words_of(folder)[1]}"\nname = "[bold]<b>"\n[[bots]]\nbot = "sample:random"\n'
    about = json.dumps("".join(TEXTS[:20]))
    file.write_text(
        f'name = {about}\nabout = {about}\nsets = 1\n[[games]]\ngame = "kaiser"\noptions = {{ max_deals = 1 }}\n{bots}'
    )
    return file


def of_run(folder: Path, tmp_path: Path) -> Printed:
    file = ladder_of(folder, tmp_path)
    yield from both("run", str(file))
    yield from both("record", str(file))


def of_games(folder: Path, db: Path, tmp_path: Path) -> Printed:
    deal = tmp_path / "deal.toml"
    deal.write_text('game = "kaiser"\n')
    yield from both("games", "--position", str(deal), "--ask", words_of(folder)[1], "--trust-bots")
    deal.write_text('game = "truc"\n')
    chatty = tmp_path / "chatty.sh"
    chatty.write_text(CHATTY)
    for text in SPOKEN:
        (tmp_path / "text").write_text(text)
        words = ("games", "--position", str(deal), "--ask", f"sh {chatty} {tmp_path / 'text'}", "--trust-bots")
        _, err = arena(*words)
        assert "and says: " in err
        yield "terminal", err
    deal.write_text(f"game = {json.dumps(''.join(TEXTS[:20]))}\n{json.dumps(TEXTS[0])} = 1\n")
    yield from both("games", "--position", str(deal))


def of_check(folder: Path, tmp_path: Path) -> Printed:
    yield from both("check", words_of(folder)[1], "--trust-bots", "--junit", str(tmp_path / "check.xml"))
    yield "xml", (tmp_path / "check.xml").read_text()


def of_new(tmp_path: Path) -> Printed:
    for number, text in enumerate(text for text in TEXTS if "/" not in text and "\0" not in text and len(text) < 100):
        folder = tmp_path / f"{number}{text}"
        yield from both("new", str(folder), "--language", text)
        for _ in range(2):  # the second time the folder is full
            yield from both("new", str(folder), "--language", "c", "--name", "owl")


def of_play() -> Printed:
    """What is wrong with bots; what the terminal of a seat shows has tests of its own."""
    for text in TEXTS:
        yield from both("play", "kaiser", "--terminal", "--against", text)
        yield from both("play", text)


def of_view() -> Printed:
    """Lines and queries: each wrong one gets an answer that quotes it, in ASCII."""
    said = "".join(f"? {text}\n? worlds {text}\n{text}\n" for text in TEXTS)
    done = click.testing.CliRunner().invoke(command_line, ["view"], input=said.encode(errors="surrogateescape"))
    for answer in done.stdout.splitlines():
        yield "json", answer


def of_watch(db: Path, monkeypatch: pytest.MonkeyPatch) -> Printed:
    """The line, and what follows a run: as if it had ended at once."""
    yield from both("watch", str(db), "--once")
    monkeypatch.setattr(watch, "follow", lambda *_: True)
    yield from both("watch", str(db))


def of_appeals(tmp_path: Path, *names: str) -> Printed:
    """What a command prints of reasons and bots, and the log that it leaves."""
    path = str(stored(tmp_path / "few.db", TEXTS[:12]))
    words = {"void": ["G0000000000"], "rerun": [TEXTS[0]], "pardon": [TEXTS[0]]}
    for name in names:
        yield from both(name, path, *words[name], "--why", "".join(TEXTS[:20]), "--by", TEXTS[1])
    yield from both("appeals", path)


def of_collect(tmp_path: Path) -> Printed:
    """A download with a folder for each text."""
    for number, text in enumerate(text for text in TEXTS[:20] if "/" not in text and "\0" not in text):
        (tmp_path / "download" / f"{number}{text}").mkdir(parents=True)
    yield from both("collect", str(tmp_path / "download"), "--into", str(tmp_path / "submissions"))


def of_submit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Printed:
    """What a server says that somebody else runs."""
    (tmp_path / "bot").write_text("")
    for text in TEXTS:
        told = {"waiting": False, "answer": {"state": text, "said": text}}
        monkeypatch.setattr(submitting, "_asked", lambda *_, told=told: told)
        yield from both("submit", str(tmp_path / "bot"), "--to", "http://localhost/me/word/")


def of_worker() -> Printed:
    """What is wrong with an address and a key; what the arena says of it is printed the same way."""
    for text in (text for text in TEXTS if "\0" not in text):  # which no word of a command has
        yield from both("worker", f"tls://{text}", "--key-file", "arena.key")
        yield from both("worker", "tls://head:4000", "--key-file", text)
        yield from both("worker", "tls://head:4000", "--key-file", "arena.key", "--name", f"-{text}")


def printed(name: str, request: pytest.FixtureRequest, ends_in: str) -> Printed:
    """What a command prints of hostile texts."""
    table, db, folder, tmp_path = (request.getfixturevalue(each) for each in ("table", "db", "folder", "tmp_path"))
    monkeypatch = request.getfixturevalue("monkeypatch")
    printing: dict[str, Callable[[], Printed]] = {
        "appeals": lambda: of_appeals(tmp_path, "void"),
        "bots": lambda: both("bots", str(folder), "--trust-bots"),
        "check": lambda: of_check(folder, tmp_path),
        "collect": lambda: of_collect(tmp_path),
        "doctor": lambda: of_doctor(monkeypatch),
        "games": lambda: of_games(folder, db, tmp_path),
        "grade": lambda: of_grade(folder, tmp_path),
        "ladder": lambda: of_ladder(table, db, ends_in),
        "match": lambda: both("match", *words_of(folder), "-n", "1", "--save", str(tmp_path / "match.db")),
        "new": lambda: of_new(tmp_path),
        "pardon": lambda: of_appeals(tmp_path, "pardon"),
        "plan": lambda: both("plan", str(ladder_of(folder, tmp_path)), "-j", "1", "--hours", "1"),
        "play": of_play,
        "record": lambda: of_record(db, ends_in),
        "regress": lambda: of_regress(folder, tmp_path),
        "report": lambda: of_report(db, tmp_path, ends_in),
        "rerun": lambda: of_appeals(tmp_path, "rerun"),
        "review": lambda: both("review", str(db), "-n", "4", "--worlds", "2"),
        "run": lambda: of_run(folder, tmp_path),
        "season": lambda: of_season(tmp_path),
        "serve": lambda: of_serve(db),
        "site": lambda: of_site(db, tmp_path, ends_in),
        "submit": lambda: of_submit(tmp_path, monkeypatch),
        "tune": lambda: of_tune(tmp_path),
        "verify": lambda: both("verify", str(db)),
        "view": of_view,
        "void": lambda: of_appeals(tmp_path, "void"),
        "watch": lambda: of_watch(db, monkeypatch),
        "worker": of_worker,
    }
    return printing[name]()


SHOWING = [name for name in COMMANDS if name not in STATIC]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "ends_in"),
    [(name, end) for name in SHOWING for end in ("pipe", "terminal") if (name, end) != ("serve", "terminal")],
    indirect=["ends_in"],
)  # what a browser gets is the same wherever output goes
def test_no_command_passes_on_what_a_terminal_or_a_program_would_obey(
    name: str, ends_in: str, request: pytest.FixtureRequest
) -> None:
    found = list(printed(name, request, ends_in))

    assert any("\\x1b" in text for _, text in found), "hostile texts are shown, as escapes"
    check(found)


@pytest.mark.thorough
@pytest.mark.parametrize(
    "name", [name for name in SHOWING if name not in {"match", "review", "view"}]
)  # quoted as Python does
def test_without_escapes_every_command_does_harm_in_every_format(
    name: str, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(escapes, "_scanned", lambda text, *_: text.encode(errors="replace").decode())
    for pattern in ("_OBEYED", "_FORMULA", "_CARE", "_MARKDOWN", "_TAG", "_ADDRESS"):
        monkeypatch.setattr(escapes, pattern, re.compile("(?!)"))
    found = list(printed(name, request, "pipe"))

    for form in {form for form, _ in found}:
        with pytest.raises((AssertionError, ValueError, ET.ParseError, csv.Error)):
            check((kind, text) for kind, text in found if kind == form)


def test_raw_bytes_go_into_a_pipe_and_on_demand_to_a_terminal(db: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    words = ("record", str(db), "G0000000000", "--seat", "0", "--stderr")

    def written(*more: str) -> bytes:
        return click.testing.CliRunner().invoke(command_line, [*words, *more]).stdout_bytes

    assert written() == BYTES
    monkeypatch.setattr(click.testing._NamedTextIOWrapper, "isatty", lambda _: True)
    assert written("--raw") == BYTES
    assert written() == escapes.printable(escapes.decoded(BYTES)).encode() != BYTES


def test_a_failed_test_of_a_bot_shows_escapes() -> None:
    for text in TEXTS:
        check_terminal(str(BotFault(text, "G1", text, text, (text,), (text,), (text,))))


@pytest.mark.parametrize("text", TEXTS)
def test_what_is_written_as_csv_is_read_again(text: str) -> None:
    [[cell]] = csv.reader(io.StringIO(escapes.csv_cell(text) + "\n", newline=""))
    assert escapes.without_guard(cell) == text
    assert [*escapes.csv_cells(["plain", text])] == ["plain", escapes.csv_cell(text)]


def test_the_examples_are_true() -> None:
    assert doctest.testmod(escapes) == (0, 4)


@pytest.mark.parametrize(
    "text", ["Zoë", "Łódź", "नमस्ते", "東京", "שלום", "ไทย", "à la \u0065\u0301", "❤\ufe0f", "a - b: c"]
)
def test_letters_of_all_scripts_stay(text: str) -> None:
    assert escapes.printable(text) == text
