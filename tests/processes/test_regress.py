"""`arena regress` with real bots: folders, revisions, statuses, and what is left behind."""

import json
import shlex
import subprocess
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.commands import arena, process

pytestmark = pytest.mark.slow

BOT = """
import os, signal, sys
print("bot {name} 1", flush=True)
asked = 0
for line in sys.stdin:
    words = line.split()
    if words[0] == "ask":
        asked += 1
        {before}
        print(words[{word}], flush=True)
"""
QUICK = ("--game", "scotch-whist:two", "-o", "target=11", "--seed", "regress")


FIRST, SECOND, LAST = "3", "min(4, len(words) - 1)", "-1"
"""Which word to answer: the first that is legal, the second if there is one, or the last."""


def bot(folder: Path, word: str, before: str = "pass") -> Path:
    """A bot that always answers the same one of the legal words."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "bot.py").write_text(BOT.format(name=folder.name, word=word, before=before))
    (folder / "bot.toml").write_text('command = ["/usr/bin/python3", "bot.py"]\n')
    return folder


@pytest.fixture
def first(tmp_path: Path) -> Path:
    return bot(tmp_path / "first", SECOND)


@pytest.fixture
def last(tmp_path: Path) -> Path:
    return bot(tmp_path / "last", LAST)


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A git repository: bots/mine answers the second word at v1, the last one now."""
    top = tmp_path / "repository"
    bot(top / "bots/mine", SECOND)
    git = ["git", "-c", "user.name=t", "-c", "user.email=t@localhost"]
    for words in (["init"], ["add", "."], ["commit", "-m", "first"], ["tag", "v1"]):
        subprocess.run([*git, *words], cwd=top, check=True, capture_output=True)
    bot(top / "bots/mine", LAST)
    return top


def timeless(text: str) -> Mapping[str, Any]:
    """A result without what is different each time."""
    data: dict[str, Any] = json.loads(text)
    for side in ("new", "old"):
        del data[side]["ms_per_decision"]
    return data


@pytest.mark.thorough
def test_the_result_is_the_same_for_any_number_of_rooms(first: Path, last: Path) -> None:
    words = ("regress", str(first), str(last), *QUICK, "--elo1", "150", "--max-sets", "6", "--json", "--deals", "0")
    alone, together = (timeless(arena(*words, "-j", rooms, status=None)[0]) for rooms in ("1", "2"))

    assert alone == together
    assert alone["sets"] > 1
    assert alone["deals"] == [], "none is asked for"


def test_the_printed_command_plays_the_same_again(repository: Path) -> None:
    words = ("regress", "bots/mine", "--old-rev", "v1", *QUICK, "--max-sets", "2")
    out, _ = arena(*words, "--json", status=2, cwd=repository)
    found = timeless(out)
    command = shlex.split(found["command"])
    again, _ = arena(*command[1:], "--json", status=2, cwd=repository)

    assert timeless(again)["compared"] == found["compared"]
    assert (found["new"]["name"], found["old"]["name"]) == ("mine-new", "mine-old")
    assert found["old"]["given"] == "bots/mine@v1"
    assert command[2:4] == ["bots/mine", "bots/mine@" + _commit(repository, "v1")]


def test_plots_show_the_evidence_and_the_deals(first: Path, last: Path, tmp_path: Path) -> None:
    words = ("regress", str(first), str(last), *QUICK, "--max-sets", "2", "--plots", str(tmp_path / "new/folder"))
    out, err = arena(*words, status=None)
    drawn = {path.name: path.read_text() for path in (tmp_path / "new/folder").iterdir()}

    assert set(drawn) == {"evidence.svg", "deals.svg", "margins.svg"}
    assert "accept H1: +10 Elo" in drawn["evidence.svg"]
    assert "first v last" in drawn["deals.svg"]
    assert "evidence.svg, deals.svg, margins.svg" in err
    assert "--plots" not in out


def _commit(repository: Path, name: str) -> str:
    done = subprocess.run(["git", "rev-parse", name], cwd=repository, check=True, capture_output=True, text=True)
    return done.stdout[:12]


def test_a_clear_difference_passes_one_way_and_fails_the_other(last: Path) -> None:
    """Who passes and plays high wins against who bids too high and plays low."""
    kaiser = ("--game", "kaiser", "-o", "max_deals=1", "--seed", "regress")
    strong, options = str(bot(last.parent / "high", FIRST)), ("--elo0", "0", "--elo1", "400", *kaiser)

    assert arena("regress", strong, str(last), *options)[0].startswith("better: high against last")
    assert arena("regress", str(last), strong, *options, status=1)[0].startswith("not better: last against high")


def test_two_copies_of_a_deterministic_bot_are_identical_after_a_few_sets(first: Path, tmp_path: Path) -> None:
    copy = bot(tmp_path / "copy", SECOND)
    (copy / "bot.py").write_text((first / "bot.py").read_text())
    out, _ = arena("regress", str(first), str(copy), *QUICK, "--junit", str(tmp_path / "regress.xml"))

    assert out.startswith("identical: first and copy did the same on all 10 deals")
    assert 'failures="0"' in (tmp_path / "regress.xml").read_text()


def test_nothing_stays_unless_it_is_saved(
    first: Path, last: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(scratch))
    arena("regress", str(first), str(last), *QUICK, "--max-sets", "1", status=2)

    assert list(scratch.iterdir()) == []


def test_saved_games_count_when_it_goes_on(first: Path, last: Path, tmp_path: Path) -> None:
    words = ("regress", str(first), str(last), *QUICK, "--elo1", "5", "--json")
    saved = ("--save", str(tmp_path / "saved.db"))
    arena(*words, *saved, "--max-sets", "2", status=2)
    more, err = arena(*words, *saved, "--max-sets", "4", status=2)
    whole, _ = arena(*words, "--max-sets", "4", status=2)

    assert timeless(more)["compared"] == timeless(whole)["compared"]
    assert "\n4 games in " in err
    assert "8 games played again" in arena("verify", str(tmp_path / "saved.db"))[0]


def test_git_bisect_leaves_out_what_cannot_be_tested_and_stops_at_a_wrong_command(first: Path, last: Path) -> None:
    words = (str(last), *QUICK, "--bisect")
    arena("regress", str(first), *words, "--elo1", "5", "--max-sets", "1", status=125)
    arena("regress", str(first.parent / "nothing"), *words, status=125)
    arena("regress", str(first), *words, "--elo0", "much", status=128)
    arena("regress", str(first), *words, "--elo0", "20", "--elo1", "10", status=128)
    arena("regress", str(first), str(first.parent / "nothing"), *words[1:], status=128)


def test_a_version_that_does_not_start_ends_the_test_before_a_game(first: Path, tmp_path: Path) -> None:
    dead = bot(tmp_path / "dead", LAST)
    (dead / "bot.py").write_text("import sys\nsys.exit('no library')\n")
    for words, status in (
        ((str(dead), str(first)), 3),
        ((str(dead), str(first), "--bisect"), 125),
        ((str(first), str(dead), "--bisect"), 128),
    ):
        _, err = arena("regress", *words, *QUICK, status=status)
        assert f"{'NEW' if words[0] == str(dead) else 'OLD'} does not start, so nothing was played" in err
        assert "no library" in err
        assert "games in" not in err


def test_the_deals_on_which_they_differed_are_shown(first: Path, last: Path) -> None:
    words = ("regress", str(last), str(first), *QUICK, "--elo1", "200", "--max-sets", "6")
    out, err = arena(*words, "--deals", "2", status=None)
    assert "where the two first differ in the sets that last lost by the most:" in out
    assert " as last, with " in out
    assert "expected: about " in err
    deals = json.loads(arena(*words, "--json", status=None)[0])["deals"]
    assert len(deals) == 1
    assert deals[0]["diagram"] in out


def test_no_game_begins_when_the_time_is_up(first: Path, last: Path) -> None:
    words = ("regress", str(first), str(last), *QUICK, "--elo1", "5", "--json", "--max-minutes", "0.0001")
    out, _ = arena(*words, status=2)

    assert timeless(out)["verdict"] == "undecided"
    assert timeless(out)["sets"] <= 10


def test_three_sides_are_filled(first: Path, last: Path) -> None:
    words = ("regress", str(first), str(last), "--game", "five-hundred", "--fill", str(first), "--seed", "x")
    out, _ = arena(*words, "--max-sets", "1", "--json", status=2)

    assert timeless(out)["compared"]["rooms"] == 3
    assert f"--fill {first}" in timeless(out)["command"]


def test_the_field_is_played_as_often_as_its_ladder_says(first: Path, last: Path, tmp_path: Path) -> None:
    other = bot(tmp_path / "other", SECOND, before="words[3:] = sorted(words[3:])")
    ladder = tmp_path / "field.toml"
    ladder.write_text(f'games = ["kaiser"]\nsets = 2\nbots = ["{other.name}", "{first.name}"]\n')
    words = ("regress", str(first), str(last), *QUICK, "--max-sets", "1", "--gauntlet", str(ladder))
    out, _ = arena(*words, status=None)

    assert "against the field, 2 deals each, first minus last:" in out
    assert "  other: " in out
    assert out.count("  first: ") == 0


def test_a_fault_is_counted_and_no_verdict_is_made_of_an_error(first: Path, tmp_path: Path) -> None:
    broken = bot(tmp_path / "broken", SECOND, before="sys.exit(3)")
    out, err = arena("regress", str(broken), str(first), *QUICK, "--max-sets", "1", status=2)

    assert "faults: broken CRASH in 2 games; first none" in out
    assert "broken: CRASH" in err


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("nothing", "sample:random"), "there is no bot 'nothing'"),
        (("sample:random",), "there is no OLD to test against"),
        (("sample:random", "--old-rev", "v1"), "only a folder or a file has revisions"),
        (("bots/mine", "--old-rev", "v9"), "bots/mine@v9: the repository has no revision 'v9'"),
        (("bots/mine@v1", "bots/mine", "--new-rev", "v1"), "a revision is named twice"),
        (("bots/none", "bots/none@v1"), "there is no bot 'bots/none'"),
        (("bots/mine", "sample:random", "--elo0", "20"), "elo0 must be below elo1"),
        (("bots/mine", "sample:random", "--gauntlet", "none.toml"), "none.toml: no such ladder file"),
        (("bots/mine", "sample:random", "--save", "none/x.db"), "there is no such folder"),
        (("bots/mine", "sample:random", "--alpha", "x"), "Invalid value for '--alpha'"),
        (("bots/mine", "sample:random", "--tset", "sprt"), "No such option"),
    ],
)
def test_errors_are_no_verdicts(words: tuple[str, ...], message: str, repository: Path) -> None:
    _, err = arena("regress", *words, "--game", "kaiser", "--junit", "regress.xml", status=3, cwd=repository)

    assert message in err


def test_an_error_is_told_to_ci_too(repository: Path) -> None:
    arena("regress", "none", "bots/mine", "--game", "kaiser", "--junit", "regress.xml", status=3, cwd=repository)

    assert 'errors="1"' in (repository / "regress.xml").read_text()


def test_ctrl_c_ends_it_without_a_verdict(first: Path, tmp_path: Path) -> None:
    """In one room the parent of a bot is the arena itself."""
    nasty = bot(tmp_path / "nasty", SECOND, before="asked == 5 and os.kill(os.getppid(), signal.SIGINT)")
    _, err = process("regress", str(nasty), str(first), *QUICK, "--elo1", "5", "-j", "1", status=130)

    assert "this is no verdict" in err
