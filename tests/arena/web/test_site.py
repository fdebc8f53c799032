"""`arena site`: what is on its pages, and when they change."""

import csv
import gzip
import io
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from html import unescape
from html.parser import HTMLParser
from pathlib import Path

import click
import pytest

from arena.cli.group import command_line
from arena.games.kernel import Result
from arena.ratings import drawing, files, plots
from arena.results.roster import Known, as_words
from arena.schedules.plan import PlannedGame
from arena.store import Store
from arena.table.outcome import Failure, Fault, Outcome, Use
from arena.table.reports import GameEnded
from arena.web import ladder_pages, listed
from arena.web.contents import file_of
from arena.web.page import HERE
from tests.arena.cli import test_season as season
from tests.arena.store.examples import ANN
from tests.arena.web.test_live import top_of
from tests.commands import arena
from tests.pages import workflow

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[3]
KAISER, TRUC = "kaiser:standard", "truc:standard"
BOTS = [replace(ANN, name=name, digest=name.ljust(64, "0")) for name in ("ann", "bob", "cid", "dan")]
PAIRINGS = [(one, two) for number, one in enumerate(BOTS) for two in BOTS[number + 1 :]]


def planned(contest: str, sets: Sequence[int]) -> Iterator[PlannedGame]:
    for set_ in sets:
        for number, pair in enumerate(PAIRINGS):
            for room in range(2):
                sides = tuple(bot.id for bot in (pair if room == 0 else pair[::-1]))
                key = f"G{contest[0]}{set_:03}{number}{room}"
                yield PlannedGame(key, contest, set_, tuple(sorted(sides)), room, sides, f"{contest} set {set_}")


def ended(game: PlannedGame, number: int) -> GameEnded:
    """The end of a game: bots with names further in the alphabet win less; every 20th game has a fault."""
    uses = {seat: Use(9, 9.0 + ord(side[0]), 5.0) for seat, side in zip((0, 1), game.sides, strict=True)}
    if number % 20 == 7:
        fault = Fault(number % 2, "CRASH", "answered <QS of hearts>")
        result = Result((2, 1) if fault.seat == 0 else (1, 2), (), "forfeit")
        return GameEnded(game.id, Outcome(result, (fault,), uses, "game\n"), (Failure(fault, b"secret", b"", b""),))
    first = (number * 7 + ord(game.sides[0][0])) % 5 < (ord(game.sides[1][0]) - 94)
    result = Result((1, 2) if first else (2, 1), (52, number % 50) if first else (number % 50, 52), "target")
    return GameEnded(game.id, Outcome(result, (), uses, "game\n"))


def play(path: Path, contest: str, sets: Sequence[int], *, secret: bool = True) -> Path:
    """Play a round-robin of some sets."""
    with Store.open(path, writing=True) as store:
        store.start_run("seed", {"move_ms": "1000"}, secret=secret)
        plan = [*planned(contest, sets)]
        store.plan(BOTS, plan)
        for number, game in enumerate(plan):
            store.begin(game.id)
            store.finish(ended(game, number))
        store.end_run()
    return path


@pytest.fixture(scope="module")
def db(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("site") / "mine.db"
    play(path, KAISER, range(20))
    return play(path, TRUC, range(2))


@pytest.fixture(scope="module")
def out(db: Path) -> Path:
    """The site of the ladder."""
    folder = db.parent / "site"
    arena("site", str(db), "--out", str(folder))
    return folder


def contents(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


class _Links(HTMLParser):
    """Collects what a page leads to, and the ids that are in it."""

    def __init__(self) -> None:
        super().__init__()
        self.to: list[str] = []
        self.ids: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        self.ids += [text for text in [found.get("id")] if text]
        self.to += [text for text in (found.get("href"), found.get("src")) if text]


def text_of(path: Path) -> str:
    """What a page says, without its tags."""
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", path.read_text())).split())


def test_every_link_leads_to_a_file_of_the_site_and_every_id_is_there_once(out: Path) -> None:
    pages = [*out.rglob("*.html")]
    assert len(pages) >= 10
    for page in pages:
        found = _Links()
        found.feed(page.read_text())
        assert len(found.ids) == len({*found.ids})
        for target in found.to:
            where = target.partition("#")[0]
            assert target.startswith("data:,") or not where or (page.parent / where).is_file(), f"{page}: {target}"


def test_no_page_has_a_style_or_a_script_of_its_own(out: Path) -> None:
    for page in out.rglob("*.html"):
        text = page.read_text()
        assert not re.search(r"\s(style|on\w+)=|<style|javascript:", text)
        assert {*re.findall(r"<script(.*?)>", text)} <= {
            ' type="application/json" id="config"',
            *re.findall(r' defer src="(?:\.\./)?assets/lists\.\w+\.js"', text),
        }


def test_the_ladder_is_a_table_with_intervals_remarks_and_digests(out: Path, db: Path) -> None:
    text = text_of(out / "index.html")
    told = json.loads(arena("ladder", str(db), "--format", "json")[0])

    assert told["in_words"] in text
    assert "SHA-256 of the key of season 1 (open)" in text
    assert told["results_sha256"] in text
    assert "conditions: " not in text
    assert "1000 ms a decision of wall time, faults forfeit" in text
    for row in told["entrants"]:
        assert row["name"] in text
    assert (out / "index.html").read_text().count('class="range"') >= 4, "an interval for each bot"


def test_what_is_published_for_programs_is_what_the_ladder_prints(out: Path, db: Path) -> None:
    assert json.loads((out / "ladder.json").read_text()) == json.loads(arena("ladder", str(db), "--format", "json")[0])
    table = gzip.decompress((out / "results.csv.gz").read_bytes()).decode()
    assert table == arena("ladder", str(db), "--format", "results")[0]
    assert len([*csv.DictReader(io.StringIO(table))]) == 2 * 264


def test_each_contest_has_a_page_of_its_own_ladder(out: Path, db: Path) -> None:
    for contest in (KAISER, TRUC):
        page = out / "contest" / f"{contest.replace(':', '-')}.html"
        assert json.loads(arena("ladder", str(db), "--game", contest, "--format", "json")[0])["in_words"] in text_of(
            page
        )


def test_a_bots_page_has_its_rows_opponents_faults_and_games(out: Path) -> None:
    text = text_of(out / "bot" / f"{file_of(BOTS[1].id)}.html")
    assert "all games kaiser:standard truc:standard" in text
    assert "worst" in text
    for other in ("ann", "cid", "dan"):
        assert re.search(rf" {other} \d+\.\d [\d. ▲▼]*44 ", text), "games against each opponent"
    assert re.search(r"Rank \d of 4; Elo [-+\d]+ ± \d+; 132 games \(won, drawn, lost: \d+-\d+-\d+\)", text)
    page = (out / "bot" / f"{file_of(BOTS[1].id)}.html").read_text()
    for own, other, margin in re.findall(r'">(-?\d+) : (-?\d+)</td><td class="number">(\d+)<', page):
        assert abs(int(own) - int(other)) == int(margin)
    assert re.search(r"CRASH: \d+ games", text)
    assert {*re.findall(r"\b(won|lost|place 1)\b", text)} == {"won", "lost"}


def test_the_list_of_games_begins_with_the_newest_and_marks_winners(out: Path) -> None:
    rows = re.findall(r'<tr data-game="(\w+)">.*?</tr>', (out / "games.html").read_text())
    assert len(rows) == 264
    assert rows[0] == [*planned(TRUC, range(2))][-1].id
    assert "<b><a" in (out / "games.html").read_text()


def test_games_with_a_fault_have_a_page_and_it_tells_no_card(out: Path) -> None:
    text = text_of(out / "faults.html")
    assert "13 games had a fault" in text
    assert "CRASH in seat 1" in text
    for page in out.rglob("*"):
        assert page.is_dir() or b"QS of hearts" not in page.read_bytes()


def test_the_same_results_give_the_same_bytes(out: Path, db: Path, tmp_path: Path) -> None:
    arena("site", str(db), "--out", str(tmp_path / "again"))
    assert contents(tmp_path / "again") == contents(out)


def test_a_second_site_is_the_one_that_a_fresh_build_gives_and_keeps_what_did_not_change(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(listed, "PAGE", 50)
    monkeypatch.setattr(files, "KEPT", 50)
    path = play(tmp_path / "mine.db", KAISER, range(18))
    words = ("site", str(path), "--out", str(tmp_path / "site"))
    arena(*words)
    full = tmp_path / "site" / "games" / "0001.html"
    before = full.stat().st_ino
    said, _ = arena(*words)
    assert re.search(r"(\d+) files, \1 of them as they were", said)
    with Store.open(path, writing=True) as store:
        store.start_run("seed", {"move_ms": "1000"}, secret=True)
        more = [*planned(KAISER, range(18, 22))]
        store.plan(BOTS, more)
        for number, game in enumerate(more):
            store.begin(game.id)
            store.finish(ended(game, number))
    arena(*words)
    arena("site", str(path), "--out", str(tmp_path / "fresh"))

    assert contents(tmp_path / "site") == contents(tmp_path / "fresh")
    assert json.loads((tmp_path / "site/data/site.json").read_text())["results"] == 264
    assert "games/0004.html" in (tmp_path / "site/games.html").read_text()
    assert full.stat().st_ino == before


def test_an_open_season_is_said_to_publish_nothing_of_its_packs(db: Path, tmp_path: Path, out: Path) -> None:
    _, said = arena("site", str(db), "--out", str(tmp_path / "site"))
    assert "season 1 is open, so the site has no packs, records or replays of it" in said
    assert "--season-over" in said
    with Store.open(db, writing=False) as store:
        [season] = store.seasons()
    assert "secret until it is closed" in text_of(out / "index.html")
    assert season.secret
    for data in contents(out).values():
        assert season.secret.encode() not in data
        assert season.key.encode() not in data


def test_games_of_closed_seasons_have_pages_and_those_of_open_ones_have_none(tmp_path: Path) -> None:
    results = tmp_path / "kaiser.db"
    season.play(results)
    arena("site", str(results), "--out", str(tmp_path / "open"))
    arena("site", str(results), "--out", str(tmp_path / "closed"), "--season-over", "--replays", "3")
    arena("site", str(results), "--out", str(tmp_path / "again"), "--replays", "3")

    assert not (tmp_path / "open" / "game").exists()
    pages = sorted(path.name for path in (tmp_path / "closed" / "game").iterdir())
    assert len(pages) == 3
    assert all(f'href="game/{page}"' in (tmp_path / "closed" / "games.html").read_text() for page in pages)
    assert contents(tmp_path / "again") == contents(tmp_path / "closed")
    tops = [top_of((tmp_path / "closed" / path).read_bytes()) for path in ("index.html", f"game/{pages[0]}")]
    assert tops[0] == tops[1] != []


ON_TWO_CORES = """
from arena.cli.group import command_line
from arena.web import parallel
parallel.FEW, parallel._cores, parallel._begin = 1, lambda: 2, lambda: print("begun", flush=True)
command_line()
"""


def test_pages_of_games_are_the_same_on_one_core_and_on_two(tmp_path: Path) -> None:
    results = tmp_path / "kaiser.db"
    season.play(results)
    arena("site", str(results), "--out", str(tmp_path / "one"), "--season-over")
    words = ["site", str(results), "--out", str(tmp_path / "two")]
    done = subprocess.run([sys.executable, "-c", ON_TWO_CORES, *words], capture_output=True, text=True, check=True)

    assert done.stdout.count("begun") == 4, "for the games, and for the bots"
    assert contents(tmp_path / "one") == contents(tmp_path / "two")
    assert any(name.startswith("game/") for name in contents(tmp_path / "two"))


def test_of_two_versions_of_a_bot_the_earlier_is_marked(tmp_path: Path) -> None:
    path = play(tmp_path / "mine.db", KAISER, range(1), secret=False)
    newer = replace(BOTS[0], digest="f" * 64)
    with Store.open(path, writing=True) as store:
        store.start_run(
            "seed", as_words([Known(f"in/{bot.name}", id=bot.id, name=bot.name) for bot in (newer, BOTS[1])])
        )
        store.end_run()
    arena("site", str(path), "--out", str(tmp_path / "site"))
    marked = re.findall(
        r"<bdi>(.*)</bdi></a> <span class=.soft.>earlier version<", (tmp_path / "site/index.html").read_text()
    )
    assert marked == ["ann"]
    assert "A newer version plays now." in text_of(tmp_path / "site/bot" / f"{file_of(BOTS[0].id)}.html")


def test_season_over_closes_the_season_once_and_publishes_its_key(db: Path, tmp_path: Path) -> None:
    path = tmp_path / "mine.db"
    for file in db.parent.glob("mine.db*"):
        shutil.copy(file, tmp_path)
    words = ("site", str(path), "--out", str(tmp_path / "site"), "--season-over")
    said, _ = arena(*words)
    with Store.open(path, writing=False) as store:
        closed, opened = store.seasons()

    assert "Season 1 is closed: 264 games" in said
    assert closed.key in text_of(tmp_path / "site/index.html")
    assert opened.key not in text_of(tmp_path / "site/index.html")
    said, _ = arena(*words)
    assert "Season 2 has no games yet, so there is nothing to close." in said


def test_a_site_may_know_its_address(db: Path, tmp_path: Path) -> None:
    arena("site", str(db), "--out", str(tmp_path / "site"), "--base-url", "https://example.org/l")
    assert (
        '<link rel="canonical" href="https://example.org/l/pairs.html">' in (tmp_path / "site/pairs.html").read_text()
    )
    for text in ("example.org", "file:///etc", "https://", "https://[x", "javascript:1"):
        _, said = arena("site", str(db), "--out", str(tmp_path / "no"), "--base-url", text, status=os.EX_USAGE)
        assert f"--base-url {text}: not the address of a folder on the web" in said
    assert not (tmp_path / "no").exists()


def test_a_ladder_without_results_has_no_site(tmp_path: Path) -> None:
    with Store.open(tmp_path / "mine.db", writing=True) as store:
        store.start_run("seed", {})
    _, said = arena("site", str(tmp_path / "mine.db"), "--out", str(tmp_path / "site"), status=os.EX_NOINPUT)
    assert "there are no results yet" in said
    assert not (tmp_path / "site").exists()


def test_with_many_bots_the_table_of_pairs_has_the_first_of_them(
    db: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ladder_pages, "TABLE", 2)
    arena("site", str(db), "--out", str(tmp_path / "site"))
    text = text_of(tmp_path / "site/pairs.html")
    assert "The first 2 of 4 bots." in text
    assert len(re.findall(r"<option", (tmp_path / "site/pairs.html").read_text())) == 0, "the script makes the choices"
    assert (tmp_path / "site/pairs.html").read_text().count('<li><a href="bot/') == 4


@pytest.mark.parametrize(
    "id_", ["../../etc/passwd@00000000", "a/b@00000000", "<b>@00000000", ".git@00000000", "a b", "~x@00000000", ""]
)
def test_a_file_is_never_named_by_a_hostile_name(id_: str) -> None:
    assert re.fullmatch(r"~[0-9a-f]{16}", file_of(id_))


def test_a_plain_id_is_the_name_of_its_file() -> None:
    assert file_of("owl-2.x@0123abcd") == "owl-2.x@0123abcd"


def test_the_style_sheet_knows_every_class_of_a_plot() -> None:
    style = (HERE / "assets/arena.css").read_text()
    for number in range(len(drawing.COLORS)):
        assert f".line-{number} " in style
        assert f".text-{number} " in style
    for shade in range(11):
        assert f".h{shade} " in style or shade == 5


# docs/site.md


def test_the_page_of_the_manual_lists_every_kind_of_file(out: Path) -> None:
    listed = re.findall(
        r"^\| `([\w./*]+)` \|", (ROOT / "docs/site.md").read_text().partition("## While")[0], re.MULTILINE
    )
    kinds = {re.sub(r"[^/]+\.(html|js)$", r"*.\1", name) if "/" in name else name for name in contents(out)}
    kinds = {"assets/*" if kind.startswith("assets/") else kind for kind in kinds}
    assert kinds | {"games/*.html", "game/*.html"} == {*listed}


def test_the_numbers_of_the_manual_are_those_of_the_site() -> None:
    text = (ROOT / "docs/site.md").read_text()
    assert f"up to {ladder_pages.TABLE} bots" in text
    assert f"its {listed.OF_A_BOT} newest games" in text
    assert f"{listed.PAGE} a page; {listed.LISTED:,} games are listed" in text
    assert f"the {listed.FAULTS} newest games with a fault" in text
    assert f"more than {plots.LARGE:,} games" in text


def test_the_commands_of_the_workflow_are_commands_of_the_arena(tmp_path: Path) -> None:
    lines = [step.get("run", "") for step in workflow("pages.yml")["jobs"]["pages"]["steps"]]
    said = [line.replace('"$LADDER"', "quickstart") for line in lines if line.startswith("arena ")]
    assert [line.split()[1] for line in said] == ["run", "site"]
    for line in said:
        _, name, *words = shlex.split(line)
        found = command_line.get_command(click.Context(command_line), name)
        assert found is not None
        found.make_context(name, words)
