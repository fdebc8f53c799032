"""Two bots of one name, through every command that prints names; and every command in what is printed can be pasted."""

import csv
import io
import json
import re
import shlex
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from arena.cli import screen
from arena.testing import Arena
from tests.commands import arena

pytestmark = pytest.mark.slow

BOT = """
import sys
print("bot owl 1", flush=True)
asked = 0
for line in sys.stdin:
    words = line.split()
    if words[0] == "game":
        print("begun", words[1], file=sys.stderr, flush=True)
    if words[0] == "ask":
        asked += 1
        {before}
        print(words[-1], flush=True)
"""
GOOD = "pass"
BAD = 'asked < 3 or {"a": 1}["b"]'
ONE_DEAL = ("kaiser", "-o", "max_deals=1", "--seed", "names")


def bot(folder: Path, before: str, version: str = "1") -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "bot.py").write_text(BOT.format(before=before))
    (folder / "bot.toml").write_text(f'command = ["{sys.executable}", "bot.py"]\nname = "owl"\nversion = "{version}"\n')
    return folder


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a space in its name: two bots called owl, and a match between them that was saved."""
    found = tmp_path_factory.mktemp("names") / "my class"
    bot(found / "old", GOOD, "1")
    bot(found / "new", BAD, "2")
    words = ("match", *ONE_DEAL, "old", "new", "-n", "2", "--save", "the games.db", "--keep-stderr", "all")
    out, err = arena(*words, cwd=found)
    (found / "out").write_text(out)
    (found / "err").write_text(err)
    return found


def pasted(text: str, cwd: Path) -> list[str]:
    """Run every command of the arena that a text has, as a person pastes it; return what they print."""
    found = re.findall(r"\barena (?:record|verify|ladder|run|regress|season|bots|games|match) [^`\n]*", text)
    commands = [re.split(r"  +|; | > ", each)[0] for each in found]
    return ["".join(arena(*shlex.split(each)[1:], cwd=cwd)) for each in commands]


def test_a_match_says_who_is_who_and_tells_them_apart(place: Path) -> None:
    out, err = (place / "out").read_text(), (place / "err").read_text()

    assert "owl is old\nowl-2 is new\n" in err
    assert re.search(
        r"^owl-2: CRASH \(seat \d of G\w+\): exit 1\n  stderr: KeyError: 'b' \(bot.py, line 11\)$", err, re.MULTILINE
    )
    assert "owl-2: CRASH in 4 games" in err
    assert re.search(r"owl(-2)? - owl(-2)?", arena("record", "the games.db", cwd=place)[0])
    assert {"owl", "owl-2"} <= set(out.split())


def test_the_commands_that_a_match_prints_can_be_pasted(place: Path) -> None:
    printed = pasted((place / "out").read_text(), place)

    assert len(printed) == 4
    cause, games, page, explained = printed
    assert "The place by Elo." in explained
    assert "stderr: KeyError: 'b' (bot.py, line 11)" in games
    assert page.startswith("<!doctype html>")
    assert "begun G" in cause
    assert "Traceback" in cause
    [again] = pasted(arena("record", "the games.db", cwd=place)[0].rpartition("Try: ")[2], place)
    assert again == cause


@pytest.mark.parametrize("form", ["table", "markdown", "csv", "json", "results"])
def test_every_form_of_a_ladder_tells_them_apart(place: Path, form: str) -> None:
    out, _ = arena("ladder", "the games.db", "--format", form, cwd=place)
    if form in {"csv", "results"}:
        column = "name" if form == "csv" else "entrant"
        names = {row[column] for row in csv.DictReader(io.StringIO(out))}
    elif form == "json":
        names = {row["name"] for row in json.loads(out)["entrants"]}
    else:
        names = set(re.findall(r"\bowl(?:-2)?\b", out))
    assert names == {"owl", "owl-2"}


def test_nobody_but_the_person_at_the_terminal_gets_their_last_words(place: Path) -> None:
    game = re.findall(r"^G\w+", arena("record", "the games.db", cwd=place)[0], re.MULTILINE)[0]
    forms = [arena("ladder", "the games.db", "--format", form, cwd=place) for form in ("markdown", "json", "results")]
    seats = [arena("record", "the games.db", game, "--seat", str(seat), cwd=place) for seat in range(4)]
    record, said = arena("record", "the games.db", game, "--lines", cwd=place)

    assert "KeyError" in said
    assert "KeyError" not in record + "".join(map("".join, (*forms, *seats)))


def test_what_was_used_fits_the_terminal_and_says_who_sat_where(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(screen.out, "width", 80)
    listed, _ = arena("record", "the games.db", cwd=place)
    game = re.findall(r"^G\w+", listed, re.MULTILINE)[0]
    used, _ = arena("record", "the games.db", game, "--used", cwd=place)

    assert len(re.findall(r"^owl(?:-2)?: seats \d and \d$", used, re.MULTILINE)) == 2
    assert [line for line in used.splitlines() if len(line.rstrip()) > 80] == []


def test_two_of_them_can_be_named(place: Path) -> None:
    pair = ("--head-to-head", "owl", "owl-2")
    assert "owl-2" in arena("ladder", "the games.db", *pair, cwd=place)[0]
    assert "owl-2" in arena("ladder", "the games.db", "--anchor", "owl-2=0", cwd=place)[0]


def test_standard_error_is_kept_of_each_game_by_itself_on_request(place: Path) -> None:
    arena("match", *ONE_DEAL, "old", "old", "-n", "2", "--save", "all.db", "--keep-stderr", "all", cwd=place)
    games = re.findall(r"^G\w+", arena("record", "all.db", cwd=place)[0], re.MULTILINE)

    assert len(games) == 4
    for game in games:
        for seat in range(4):
            assert arena("record", "all.db", game, "--seat", str(seat), "--stderr", cwd=place)[0] == f"begun {game}\n"
    assert "4 games played again" in arena("verify", "all.db", cwd=place)[0]
    (place / "all.db").unlink()
    assert "4 results" in arena("verify", "all.db", "--rebuild", cwd=place)[0]
    assert arena("record", "all.db", games[0], "--seat", "3", "--stderr", cwd=place)[0] == f"begun {games[0]}\n"


def test_it_is_not_kept_without_a_request_and_the_hint_says_how(place: Path) -> None:
    arena("match", *ONE_DEAL, "old", "sample:random", "-n", "1", "--save", "quiet.db", cwd=place)
    game = re.findall(r"^G\w+", arena("record", "quiet.db", cwd=place)[0], re.MULTILINE)[0]
    record = arena("record", "quiet.db", game, "--lines", cwd=place)[0]
    seat = 0 if "names=owl@" in record else 1
    _, err = arena("record", "quiet.db", game, "--seat", str(seat), "--stderr", status=64, cwd=place)

    assert f"seat {seat} did not fail in {game}, so nothing of it is kept" in err
    assert '"all" in the ladder file, or --keep-stderr all' in err
    out, err = arena("record", "quiet.db", game, "--seat", str(1 - seat), "--stderr", cwd=place)
    assert (out, f"seat {1 - seat} wrote nothing to standard error" in err) == ("", True)
    _, err = arena("record", "quiet.db", game, "--stderr", status=64, cwd=place)
    assert "--stderr is about one bot: none failed" in err
    _, err = arena("record", "quiet.db", game, "--bot", "random", "--stderr", status=64, cwd=place)
    hint = f"arena record quiet.db {game} --seat {1 - seat} --stderr\n"
    assert f"--stderr is about one bot: seats {1 - seat} and {3 - seat} are its" in err
    assert hint in err
    arena("match", "ecarte", "old", "sample:random", "-n", "1", "--save", "two.db", cwd=place)
    _, err = arena("record", "two.db", "1.1", "--bot", "random", "--stderr", cwd=place)
    assert "wrote nothing to standard error" in err, "a bot with one seat has one standard error"


def run(place: Path, *more: str) -> tuple[str, str]:
    (place / "the ladder.toml").write_text(
        'name = "L"\nsets = 1\nkeep_stderr = "all"\ngames = [{ game = "kaiser", options = { max_deals = 1 } }]\n'
        'bots = [{ folder = "class" }]\nprobation = false\n'
    )
    return arena("run", "my class/the ladder.toml", *more, cwd=place.parent)


def test_a_ladder_tells_submissions_and_versions_of_one_name_apart(place: Path) -> None:
    for student, before in (("ann", GOOD), ("bob", BAD)):
        bot(place / "class" / student, before)
    out, err = run(place)
    assert re.search(r"^owl-bob: CRASH \(seat \d of G\w+\): exit 1\n  stderr: KeyError", err, re.MULTILINE)
    assert {"owl-ann", "owl-bob"} <= set(out.split())
    bot(place / "class/ann", GOOD + "  # mended", "1.1")
    out, err = run(place)
    listed, _ = arena("record", "my class/the ladder.toml", cwd=place.parent)
    both = set(re.findall(r"owl-ann@\w{8}", listed))
    ranked = {
        row["name"]
        for row in json.loads(arena("ladder", str(place / "the ladder.db"), "--format", "json")[0])["entrants"]
    }

    assert len(both) == 2
    assert ranked == {*both, "owl-bob"}
    assert "owl-ann is" not in listed
    assert all(f"{each} is version 1" in listed for each in both)
    for printed in pasted(out, place.parent):
        assert printed


def test_old_and_new_of_one_name_are_told_apart_by_regress(place: Path) -> None:
    words = ("regress", "new", "old", "--game", *ONE_DEAL, "--max-sets", "2", "--save", "regress.db")
    out, err = arena(*words, status=None, cwd=place)

    assert "new: owl-new, new," in out
    assert "old: owl-old, old," in out
    assert re.search(r"  first of owl-new: CRASH in seat \d of G\w+: exit 1: KeyError: 'b' \(bot.py, line 11\)", out)
    assert "owl-new: CRASH" in err
    listed, _ = arena("record", "regress.db", cwd=place)
    assert re.search(r"owl-new - owl-old|owl-old - owl-new", listed)


def test_tests_tell_them_apart(place: Path) -> None:
    match = Arena(base=place).play("kaiser max_deals=1", ["new", "old"], sets=1)

    assert match.bots == ("owl", "owl-2")
    assert {fault.bot for fault in match.faults} == {"owl"}
    assert "KeyError: 'b'" in str(match)


@pytest.fixture
def repository(place: Path) -> Path:
    git = ["git", "-c", "user.name=t", "-c", "user.email=t@localhost"]
    mine = bot(place / "mine", BAD)
    for words in (["init"], ["add", "mine"], ["commit", "-m", "first"]):
        subprocess.run([*git, *words], cwd=place, check=True, capture_output=True)
    bot(mine, GOOD)
    return place


def faults_of(err: str) -> Sequence[str]:
    return re.findall(r"^(\S+): CRASH in", err, re.MULTILINE)


def test_a_match_and_a_ladder_take_revisions_and_times_as_regress_does(repository: Path) -> None:
    words = ("match", *ONE_DEAL, "mine", "mine@HEAD", "-n", "1", "--start-ms", "7777", "--save", "rev.db")
    _, err = arena(*words, cwd=repository)
    assert "owl is mine\nowl-2 is mine@HEAD\n" in err
    assert faults_of(err) == ["owl-2"]
    facts = json.loads(arena("ladder", "rev.db", "--format", "json", cwd=repository)[0])
    assert facts["conditions"]["start_ms"] == "7777"
    (repository / "revisions.toml").write_text(
        'sets = 1\ngames = [{ game = "kaiser", options = { max_deals = 1 } }]\n'
        'bots = ["mine", { bot = "mine@HEAD", name = "before" }]\n'
    )
    _, err = arena("run", "revisions.toml", cwd=repository)
    assert faults_of(err) == ["before"]
