"""The report for a class: each author sees her own and nothing else, and the class sees a table."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import resource
import shutil
import tomllib
from dataclasses import replace
from pathlib import Path

import pytest

from arena.app import report
from arena.app.desk import Answer, keep_answer
from arena.bots.entrants import Entrant
from arena.bots.fingerprints import fingerprints
from arena.errors import ConfigErrors, UserError
from arena.games.kernel import Result
from arena.results.roster import Known, as_words
from arena.schedules.plan import PlannedGame
from arena.store import Store
from arena.table.outcome import Failure, Fault, Outcome, Use
from arena.table.reports import GameEnded
from tests.arena.bots.test_fingerprints import DISGUISED, OWN
from tests.arena.cli.test_season import play, secret, tell_secrets
from tests.arena.store.examples import ANN
from tests.commands import arena

pytestmark = pytest.mark.slow

LADDER = """
name = "Autumn"
games = ["kaiser"]
results = "class.db"
seed = "x"
reproducible = true
bots = ["sample:random"]

[marks.house]
not_worse = 20
better = 10
elo = 400
"""
ROSTER = """
due = 2026-11-25T10:00:00+00:00
[people.ann]
name = "Ann Abel"
id = "4711"
address = "ann@example.org"
[people.cat]
name = "Cat"
[people.dan]
name = "Dan"
"""
OLD, NEW, BEN, HOUSE = (
    replace(ANN, name=name, digest=digit * 64, version=version, author=author, given=given)
    for name, digit, version, author, given in (
        ("owl", "1", "1", "Ann Abel", "in/ann"),
        ("owl", "2", "2", "Ann Abel", "in/ann"),
        ("jay", "3", "", "Ben", "in/ben"),
        ("house", "4", "", "", "sample:house"),
    )
)
REFUSED = Known("in/cat", submitted=True, state="refused", why="does not start: exit 1: SyntaxError\\n  of cat")


def known(bot: Entrant) -> Known:
    submitted = bot.given.startswith("in/")
    came = "2026-11-27T09:00:00+00:00" if submitted else ""
    return Known(bot.given, bot.id, bot.name, bot.author, bot.version, bot.digest, submitted, when=came)


def game(number: int, one: Entrant, two: Entrant) -> PlannedGame:
    sides = (one.id, two.id)
    return PlannedGame(f"G{number:010}", "kaiser:standard", number, sides, 0, sides, f"set {number}")


def played(store: Store, planned: PlannedGame, scores: tuple[int, int] | None, words: bytes = b"") -> None:
    """Store a game; without scores, the first side has failed."""
    uses = {0: Use(1, 1.0, 1.0), 1: Use(1, 1.0, 1.0)}
    store.begin(planned.id)
    if scores is None:
        fault = Fault(0, "CRASH", "exit 1")
        outcome = Outcome(Result((2, 1), (), "forfeit", ()), (fault,), uses, "game x\n")
        store.finish(GameEnded(planned.id, outcome, (Failure(fault, words, b"", b""),)))
    else:
        places = (1 + (scores[0] < scores[1]), 1 + (scores[1] < scores[0]))
        store.finish(GameEnded(planned.id, Outcome(Result(places, scores, "target", ()), (), uses, "game x\n"), ()))


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two nights: Ann hands in a second version, Ben fails, Cat is refused."""
    return stored(tmp_path_factory.mktemp("course"))


def stored(folder: Path) -> Path:
    """Store the two nights in a folder, and return it."""
    (folder / "class.toml").write_text(LADDER)
    with Store.open(folder / "class.db", writing=True) as store:
        for ann in (OLD, NEW):
            bots = (ann, BEN, HOUSE)
            store.start_run("x", {"move_ms": "100", **as_words([*map(known, bots), REFUSED])})
            first = 1 if ann is OLD else 101
            games = [
                game(first + number, *pair) for number, pair in enumerate([(ann, HOUSE), (BEN, HOUSE), (BEN, ann)] * 4)
            ]
            store.plan(bots, games)
            for place, each in enumerate(games):
                score = (30 + place, 52) if place % 3 == 0 else (10, 52)
                failed = place % 3 == 2
                played(store, each, None if failed else score, b"Ben wrote <b>this</b>\x1b[2J\n")
            store.end_run()
    return folder


def written(course: Path, *words: str, status: int = 0) -> Path:
    arena("report", "class.toml", "--out", "out", *words, cwd=course, status=status)
    return course / "out"


def text_of(path: Path) -> str:
    return path.read_text()


def test_the_class_sees_a_table_with_current_versions(course: Path) -> None:
    out = written(course)
    lines = list(csv.DictReader(io.StringIO(text_of(out / "class.csv"))))

    assert [(line["name"], line["author"], line["folder"], line["version"], line["state"]) for line in lines] == [
        ("house", "", "sample:house", "", "plays"),
        ("owl", "Ann Abel", "in/ann", "2", "plays"),
        ("jay", "Ben", "in/ben", "", "plays"),
        ("cat", "", "in/cat", "", "refused"),
    ]
    assert [line["rank"] for line in lines] == ["1", "2", "3", ""], "earlier versions take no place"
    assert [line["ranks"] for line in lines] == ["1-2", "1-3", "2-3", ""], "nor do they widen what may be"
    assert lines[1]["digest"] == "2" * 8
    assert "SyntaxError" not in text_of(out / "index.html"), "why it was refused is for its author"
    assert "Ben wrote" not in text_of(out / "index.html")
    assert json.loads(text_of(out / "class.json"))["bots"][1]["digest"] == "2" * 64
    assert text_of(out / "class.md").startswith("| rank | ranks | name | author | folder |")


def test_a_version_that_is_refused_costs_no_rank_and_no_mark(course: Path, tmp_path: Path) -> None:
    """The last version that played goes on counting, and the refusal stands beside it (D60)."""
    shutil.copytree(course, tmp_path / "course")
    with Store.open(tmp_path / "course" / "class.db", writing=True) as store:
        broken = Known("in/ann", submitted=True, state="refused", why="bot.toml: has errors")
        store.start_run("x", {"move_ms": "100", **as_words([broken, known(BEN), known(HOUSE), REFUSED])})
        store.end_run()
    first = written(course)
    before = list(csv.DictReader(io.StringIO(text_of(first / "class.csv"))))[1]
    met = json.loads(text_of(first / "class.json"))["bots"][1]
    out = written(tmp_path / "course", "--superseded")
    lines = list(csv.DictReader(io.StringIO(text_of(out / "class.csv"))))
    now = next(line for line in lines if line["folder"] == "in/ann" and line["state"] == "refused")
    kept = ("name", "author", "version", "Elo", "mark", "of")
    assert [now[head] for head in kept] == [before[head] for head in kept]
    assert now["rank"]
    data = next(one for one in json.loads(text_of(out / "class.json"))["bots"] if one["given"] == "in/ann")
    assert data["marks"] == met["marks"]
    assert data["marks"][0]["standing"] != "not met"
    assert data["ladder"]["games"] == met["ladder"]["games"] > 0
    assert {line["state"] for line in lines if line["folder"] == "in/ann"} == {"refused", "superseded"}
    page = text_of(out / "author/ann/index.html")
    assert "bot.toml: has errors" in page
    assert f"{float(before['mark']):g} of {float(before['of']):g}" in page


def test_a_bot_that_gives_marks_and_cannot_play_one_night_costs_nobody_hers(course: Path, tmp_path: Path) -> None:
    shutil.copytree(course, tmp_path / "course")
    with Store.open(tmp_path / "course" / "class.db", writing=True) as store:
        for state in (
            Known(HOUSE.given, name="house", state="left out"),
            Known(HOUSE.given, state="refused", why="no"),
        ):
            store.start_run("x", {"move_ms": "100", **as_words([known(NEW), known(BEN), state, REFUSED])})
            store.end_run()
            now, before = (written(folder) / "class.json" for folder in (tmp_path / "course", course))
            marks = [[bot["marks"] for bot in json.loads(text_of(path))["bots"]] for path in (now, before)]
            assert marks[0] == marks[1]
            assert any(mark["standing"] != "not met" for each in marks[0] for mark in each)


def test_marks_are_those_of_the_best_version_if_the_ladder_says_so(course: Path, tmp_path: Path) -> None:
    shutil.copytree(course, tmp_path / "course")
    lines = {}
    for by in ("best", "last"):
        (tmp_path / "course" / "class.toml").write_text(f'marks_by = "{by}"\n' + LADDER)
        out = written(tmp_path / "course")
        lines[by] = {line["folder"]: line for line in csv.DictReader(io.StringIO(text_of(out / "class.csv")))}
        page = text_of(out / "author/ann/index.html")
        assert ("the best of 2 versions" in page) == (by == "best")
    best, last = (lines[by]["in/ann"] for by in ("best", "last"))
    assert float(best["mark"]) >= float(last["mark"])
    assert [best[head] for head in ("version", "Elo", "of")] == [last[head] for head in ("version", "Elo", "of")]


def test_a_roster_gives_pseudonyms_gradebooks_late_days_and_a_list_of_addresses(course: Path, tmp_path: Path) -> None:
    folder = shutil.copytree(course, tmp_path / "course")
    (folder / "class.toml").write_text(
        'roster = "roster.toml"\n' + LADDER.replace("bots = [", 'bots = [{folder="in"}, ')
    )
    (folder / "in").mkdir()
    (folder / "roster.toml").write_text(ROSTER)
    out = written(folder, "--private", "words.toml", "--base-url", "https://example.org/course")
    page, table = text_of(out / "index.html"), text_of(out / "class.csv")
    assert not any(name in page for name in ("Ann", "Abel", "cat", "in/ann", "example.org"))
    assert "(no name)" in page, "Cat was refused before her bot had a name"
    assert "Ann Abel" in table
    assert {line["folder"]: line["late"] for line in csv.DictReader(io.StringIO(table))}["in/ann"] == "2"
    books = {name: text_of(out / f"class-{name}.csv").splitlines() for name in ("moodle", "canvas", "gradescope")}
    assert books["moodle"][0] == "Email address,ID number,Full name,Autumn,Feedback comments"
    assert books["moodle"][1].startswith("ann@example.org,4711,Ann Abel,")
    assert books["moodle"][1].endswith('"owl: plays, 2 days late"')
    assert books["moodle"][3] == ",dan,Dan,,nothing was handed in"
    assert books["canvas"][1] == "    Points Possible,,,,,30"
    assert books["canvas"][2].startswith('"Abel, Ann",,4711,ann@example.org,,')
    assert books["gradescope"][1].startswith("Ann,Abel,4711,ann@example.org,")
    words = tomllib.loads(text_of(folder / "words.toml"))["tokens"]
    assert {*words.values()} == {"in/ann", "in/ben", "in/cat", "in/dan"}, "also for Dan, who has yet to hand in"
    pages = {given: text_of(out / f"me/{word}/index.html") for word, given in words.items()}
    assert [given for given, page in pages.items() if "<p>Nothing was handed in.</p>" in page] == ["in/dan"]
    assert "Dan" not in pages["in/dan"]
    addresses = text_of(folder / "words.csv").splitlines()
    word = next(word for word, given in words.items() if given == "in/ann")
    assert f"Ann Abel,ann@example.org,https://example.org/course/me/{word}/index.html" in addresses
    assert (folder / "words.csv").stat().st_mode & 0o077 == 0

    # What came since the last run: refused for Ann, accepted for Dan.
    keep_answer(folder / "in/ann", Answer("2026-12-20T12:00:00+00:00", "refused", "is damaged\nin <b>two</b>"))
    keep_answer(folder / "in/dan", Answer("2026-12-20T12:00:00+00:00", "accepted", "greets"))
    (folder / "in/dan").mkdir()
    out = written(folder, "--private", "words.toml")
    book = text_of(out / "class-moodle.csv").splitlines()
    last = "what was handed in last is refused: is damaged\\nin <b>two</b>"
    assert book[1].endswith(f'"owl: plays; {last}, 2 days late"')
    assert book[3] == ",dan,Dan,,what was handed in has not played yet"
    pages = {given: text_of(out / f"me/{word}/index.html") for word, given in words.items()}
    assert "<b>What was handed in last is refused:</b> is damaged" in pages["in/ann"]
    assert "in &lt;b&gt;two&lt;/b&gt;" in pages["in/ann"]
    assert [given for given, page in pages.items() if "is damaged" in page] == ["in/ann"]
    assert "<p>What was handed in has not played yet.</p>" in pages["in/dan"]


def test_who_is_alike_is_told_to_the_staff_and_on_no_other_page(course: Path, tmp_path: Path) -> None:
    shutil.copy(course / "class.toml", tmp_path)
    copies = []
    for bot, text in ((NEW, OWN), (BEN, f"{DISGUISED}\nprint('<script>\x1b[2J')\n")):
        (tmp_path / bot.given).mkdir(parents=True)
        (tmp_path / bot.given / "plan\x1b.py").write_text(text)
        copies.append(known(bot)._replace(prints=tuple(fingerprints(tmp_path / bot.given).items())))
    with Store.open(tmp_path / "class.db", writing=True) as store:
        bots = (NEW, BEN, HOUSE)
        store.start_run("x", {"move_ms": "100", **as_words([*copies, known(HOUSE)])})
        store.plan(bots, [game(1, NEW, BEN)])
        played(store, game(1, NEW, BEN), (30, 52))
        store.end_run()
    out, _ = arena("report", "class.toml", "--out", "out", cwd=tmp_path)

    assert "there may be good reasons" in out
    assert re.search(
        r"  in/ann \(since 20\S+\) and in/ben \(since 20\S+\): 100 % of the shorter one is written alike", out
    )
    [pair] = json.loads(text_of(tmp_path / "out/class.json"))["alike"]
    assert [each["given"] for each in pair["submissions"]] == ["in/ann", "in/ben"]
    page = text_of(tmp_path / "out/class-likeness.html")
    assert "<mark>def pick(me, words):</mark>" in page
    assert "<mark>def choose(seat, legal):</mark>" in page
    assert "&lt;script&gt;\\x1b[2J" in page
    others = [path for path in (tmp_path / "out").rglob("*") if path.is_file() and not path.name.startswith("class")]
    assert not any(b"plan" in path.read_bytes() or b"likeness" in path.read_bytes() for path in others)
    out, _ = arena("report", "class.toml", "--out", "out", cwd=tmp_path)
    assert "there may be good reasons" not in out, "it was told the night before"
    assert "pairs that are alike, as the report before told: 1\nboth texts side by side" in out


def test_each_author_sees_only_her_own(course: Path) -> None:
    out = written(course)
    ann, ben, cat = (text_of(out / f"author/{name}/index.html") for name in ("ann", "ben", "cat"))

    assert "Ben wrote &lt;b&gt;this&lt;/b&gt;\\x1b[2J" in ben
    assert "Ben wrote" not in ann + cat
    assert "does not start: exit 1: SyntaxError" in cat
    assert "SyntaxError" not in ann + ben
    assert "Lost at the table: 4 games" in ann
    assert "Lost last: " in ann
    scores = re.findall(r'<td class="number own">(\d+) : (\d+)</td>', ann)
    assert len(scores) == 4
    assert all(int(own) < int(other) for own, other in scores), "her own score first"
    closest = re.findall(r'data-head="lost by">(\d+)<.*?data-head="set">([\d.]+)<', ann.partition("The closest")[2])
    assert closest == [("13", "110.1"), ("16", "107.1"), ("19", "104.1"), ("22", "101.1")]
    assert "Faults: 8 games" in ben, "those of the first night too: this is the same version"
    assert ben.count("<details") == 1, "the same fault is told once"
    assert "8 times, the last time in kaiser" in ben
    assert "G0000000112" in ben, "in the command that plays it again"
    assert not (out / "author/house").exists()


def test_what_was_decided_on_appeal_is_shown_to_those_concerned(course: Path, tmp_path: Path) -> None:
    again = shutil.copytree(course, tmp_path / "again")
    with Store.open(again / "class.db", writing=True) as store:
        void = next(one.game.id for one in store.results() if set(one.game.sides) == {NEW.id, BEN.id})
        store.appeal("void", "the machine <swapped>", "prof", games=[void])
        rerun = {one.game.id: BEN.id in one.game.sides for one in store.results() if NEW.id in one.game.sides}
        assert 0 < sum(rerun.values()) < len(rerun)
        store.appeal("rerun", "her library", "prof", bots=[NEW.id], games=rerun)
    pages = written(again) / "author"
    ann, ben, cat = (text_of(pages / who / "index.html") for who in ("ann", "ben", "cat"))
    for page in (ann, ben):
        assert "<h2>Appeals</h2>" in page
        assert f"{void}: the result is void" in page
        assert "the machine &lt;swapped&gt;" in page
    assert "<h2>Appeals</h2>" not in cat
    for page, hers in ((ann, [*rerun]), (ben, [game for game, with_ben in rerun.items() if with_ben])):
        [told] = re.findall(r"<td>([^<]*): the results? (?:are|is) void</td><td><bdi>her library", page)
        games, _, more = told.partition(" and ")
        assert set(games.split(", ")) <= {*hers}
        assert len(games.split(", ")) + int(more.partition(" ")[0] or 0) == len(hers), "those of others are not told"


def test_versions_are_listed_and_the_earlier_ones_are_told_of_on_request(course: Path) -> None:
    ann = text_of(written(course) / "author/ann/index.html")
    more = text_of(written(course, "--superseded") / "author/ann/index.html")

    assert ann.count("11111111</td>") == ann.count("22222222</td>") == 1
    assert "Lost at the table: 4 games" in ann
    assert "Lost last: " in ann
    assert "Lost at the table: 8 games" in more
    assert "superseded" in text_of(course / "out/class.csv")


def test_marks_are_for_all_but_those_that_give_them(course: Path) -> None:
    lines = {line["name"]: line for line in csv.DictReader(io.StringIO(text_of(written(course) / "class.csv")))}

    assert (lines["house"]["mark"], lines["owl"]["of"]) == ("", "30.0")
    assert lines["cat"]["mark"] == "0.0"
    assert "Marks: 0 of 30" in text_of(course / "out/author/ann/index.html")


def test_a_new_version_of_a_named_bot_goes_on_giving_marks(course: Path, tmp_path: Path) -> None:
    shutil.copytree(course, tmp_path, dirs_exist_ok=True)
    later = replace(HOUSE, digest="5" * 64)
    with Store.open(tmp_path / "class.db", writing=True) as store:
        store.start_run("x", {"move_ms": "100", **as_words([*map(known, (NEW, BEN, later)), REFUSED])})
        games = [game(201 + number, NEW, later) for number in range(12)]
        store.plan([later], games)
        for each in games:
            played(store, each, (52, 10))
        store.end_run()
    lines = {line["name"]: line for line in csv.DictReader(io.StringIO(text_of(written(tmp_path) / "class.csv")))}

    assert (lines["owl"]["mark"], lines["jay"]["mark"], lines["house"]["mark"]) == ("30.0", "0.0", "")


def test_results_of_a_run_that_did_not_keep_its_bots_have_a_report_too(tmp_path: Path) -> None:
    (tmp_path / "class.toml").write_text(LADDER)
    with Store.open(tmp_path / "class.db", writing=True) as store:
        store.start_run("x", {"move_ms": "100"})
        games = [game(1 + number, NEW, HOUSE) for number in range(12)]
        store.plan([NEW, HOUSE], games)
        for each in games:
            played(store, each, (52, 10))
    out = written(tmp_path)
    lines = list(csv.DictReader(io.StringIO(text_of(out / "class.csv"))))

    assert [(line["name"], line["state"], line["mark"]) for line in lines] == [
        ("owl", "plays", "30.0"),
        ("house", "plays", ""),
    ]
    assert (out / "author/owl/index.html").is_file()


def test_the_ladder_says_whose_bots_they_are_and_its_site_does_not(course: Path) -> None:
    for form, digest in (("csv", "2" * 64), ("json", "2" * 64), ("markdown", "2" * 8)):
        text, _ = arena("ladder", "class.toml", "--format", form, cwd=course)
        assert all(word in text for word in ("Ann Abel", "in/ann", digest))
        assert "SyntaxError" not in text
    arena("site", "class.toml", "--out", "site", cwd=course)
    pages = "".join(
        path.read_text() for path in (course / "site").rglob("*") if path.suffix in {".html", ".json", ".js"}
    )
    assert "Ann Abel" not in pages
    assert "in/ann" not in pages
    assert "SyntaxError" not in pages


def test_columns_are_chosen_for_the_page_and_the_files(course: Path) -> None:
    out = written(course, "--columns", "rank, name,Elo")

    assert text_of(out / "class.csv").splitlines()[0] == "rank,name,Elo"
    assert text_of(out / "class.md").splitlines()[0] == "| rank | name | Elo |"
    assert "Ann Abel" not in text_of(out / "index.html")
    _, err = arena("report", "class.toml", "--out", "out", "--columns", "rang", cwd=course, status=os.EX_USAGE)
    assert "no column 'rang'; did you mean 'rank'?" in err


def test_private_pages_have_words_that_stay(course: Path) -> None:
    (course / "words.toml").unlink(missing_ok=True)
    out = written(course, "--private", "words.toml")
    words = tomllib.loads(text_of(course / "words.toml"))["tokens"]

    assert {*words.values()} == {"in/ann", "in/ben", "in/cat"}
    assert {path.name for path in (out / "me").iterdir()} == {*words}
    assert (course / "words.toml").stat().st_mode & 0o077 == 0
    assert not any(word in text_of(path) for word in words for path in out.glob("*.*"))
    assert not (out / "author").exists()
    (course / "words.toml").write_text(text_of(course / "words.toml").replace("in/ben", "jay"))
    written(course, "--private", "words.toml")
    assert tomllib.loads(text_of(course / "words.toml"))["tokens"].keys() == words.keys(), "a name is as good"


def test_replays_have_what_the_author_s_bot_wrote_only_where_she_alone_sees_them(tmp_path: Path) -> None:
    (tmp_path / "class.toml").write_text(LADDER.replace("[marks.house]", "[marks.aa]"))
    play(tmp_path / "class.db", reproducible=True)
    tell_secrets(tmp_path / "class.db")
    words = ("aa", "bb")
    (tmp_path / "words.toml").write_text("[tokens]\n" + "".join(f'"{word * 10}" = "{word}"\n' for word in words))
    with Store.open(tmp_path / "class.db", writing=False) as store:
        sides = {row.game.id: row.game.sides for row in store.results()}
    for more in ((), ("--private", "words.toml")):
        pages = {path: text_of(path) for path in written(tmp_path, *more).rglob("G*.html")}
        assert len(pages) >= 4
        for path, text in pages.items():
            owner = path.parent.name[:2] if more else None
            own = {seat for seat in range(4) if sides[path.stem][seat % 2][:2] == owner}
            assert {seat for seat in range(4) if secret(path.stem, seat) in text} == own, path


def test_nobody_gets_a_page_by_the_name_of_her_bot_that_is_another_one_s(tmp_path: Path) -> None:
    mallory = Known("in/mallory", name="in/ann", submitted=True)
    path = tmp_path / "words.toml"
    path.write_text('[tokens]\n"0123456789abcdef" = "in/ann"\n')
    assert report.tokens_of(path, [mallory])[0]["in/mallory"] != "0123456789abcdef", "nor when Ann is away"
    found, added = report.tokens_of(path, [mallory, Known("in/ann", name="owl", submitted=True)])

    assert found["in/ann"] == "0123456789abcdef" != found["in/mallory"]
    assert added == 0


def test_without_results_there_is_nothing_to_report(tmp_path: Path) -> None:
    (tmp_path / "class.toml").write_text(LADDER)
    _, err = arena("report", "class.toml", "--out", "out", cwd=tmp_path, status=os.EX_NOINPUT)

    assert "arena run class.toml" in err


def test_what_is_wrong_with_a_word_is_said(tmp_path: Path) -> None:
    (tmp_path / "words.toml").write_text('[tokens]\nannannannannann = "ann"\n"ben ben ben ben ben" = "ben"\n')
    with pytest.raises(ConfigErrors) as found:
        report.tokens_of(tmp_path / "words.toml", [])
    needed = "a word has 16 or more letters from a to z, digits, - or _"
    assert [(each.key, each.text) for each in found.value.problems] == [
        ("tokens.annannannannann", needed),
        ("tokens.ben ben ben ben ben", needed),
    ]


def test_a_file_of_words_can_be_read_after_an_edit_and_after_a_full_disk(tmp_path: Path) -> None:
    path = tmp_path / "words.toml"
    path.write_text('[tokens]\n"0123456789abcdef" = "in/ann"')  # an editor left out the last newline
    assert report.tokens_of(path, [Known("in/ben", submitted=True)])[1] == 1
    before = path.read_text()
    assert [*tomllib.loads(before)["tokens"].values()] == ["in/ann", "in/ben"]

    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (len(before) + 20, limits[1]))  # it takes a part of the next line
    try:
        with pytest.raises(UserError, match=r"words\.toml: "):
            report.tokens_of(path, [Known("in/cat", submitted=True)])
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert path.read_text() == before
