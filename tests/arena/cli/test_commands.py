"""The commands as click sees them: their work, their words, and the help that is kept."""

import inspect
import os
import runpy
import shlex
import sys
from collections.abc import Collection
from pathlib import Path
from typing import get_args

import click
import pytest
from click.testing import CliRunner

import arena.cli
from arena.app import tuning
from arena.app.calling import calling
from arena.app.compare import Compared
from arena.app.terms import Terms
from arena.app.tuning import Plan
from arena.cli.bots import bots
from arena.cli.commands.shared import AS_THEY_ARE, said
from arena.cli.group import COMMANDS, command_line
from arena.cli.kit import check
from arena.cli.ladder import Asked as Ladder
from arena.cli.plan import plan
from arena.cli.play import Asked as Run
from arena.cli.records import Asked as Record
from arena.cli.regress import Asked as Regress
from arena.cli.tune import NOT_OF_REGRESS
from arena.regression.gate import Question
from arena.regression.report import EVIDENCE, RegressionReport
from arena.settings.clock import OnFault
from arena.settings.limits import LEVELS, SandboxLevel
from tests.arena.head_to_head import NEW, OLD
from tests.arena.regression.test_gate import gate
from tests.commands import arena as said_by


def command(name: str) -> click.Command:
    found = command_line.get_command(click.Context(command_line), name)
    assert found is not None
    return found


PASSED_ON = {
    "bots": bots,
    "check": check,
    "ladder": Ladder,
    "plan": plan,
    "record": Record,
    "regress": Regress,
    "run": Run,
    "tune": Plan,
}
"""The commands that pass on all options, each with what takes them: the function that does the work, or a value."""


@pytest.mark.parametrize("name", COMMANDS)
def test_the_work_of_a_command_takes_every_option(name: str) -> None:
    found = command(name)
    assert found.callback is not None
    functions = [found.callback, inspect.unwrap(found.callback), *filter(None, [PASSED_ON.get(name)])]
    taken = {
        each.name
        for function in functions
        for each in inspect.signature(function, follow_wrapped=False).parameters.values()
        if each.kind is not each.VAR_KEYWORD and each.name != "terms"
    }

    if name == "run":  # what lets other machines play is passed on whole
        taken |= inspect.signature(calling).parameters.keys() - {"trust", "say"}
    if name in {"match", "regress", "tune"}:
        taken |= {*AS_THEY_ARE}
    assert taken == {each.name for each in found.params}


@pytest.mark.parametrize(
    ("name", "option", "words"),
    [
        ("doctor", "level", reversed(LEVELS[1:])),
        ("match", "sandbox", get_args(SandboxLevel)),
        ("match", "on_fault", get_args(OnFault)),
        ("regress", "kind", EVIDENCE),
    ],
)
def test_the_words_of_an_option_are_those_that_its_work_knows(name: str, option: str, words: Collection[str]) -> None:
    [found] = [each.type for each in command(name).params if each.name == option]

    assert isinstance(found, click.Choice)
    assert [*found.choices] == [*words]


@pytest.mark.parametrize("word", ["-h", "--help"])
def test_the_first_help_is_printed_as_it_is_kept(
    word: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["arena", word])
    arena.cli.main()

    assert capsys.readouterr().out == arena.cli.overview()


def test_the_package_is_the_command_too(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "argv", ["arena", "--help"])
    runpy.run_module("arena", run_name="__main__")
    assert capsys.readouterr().out == arena.cli.overview()


@pytest.mark.parametrize("width", [80, 100, 200])
def test_the_first_help_is_what_click_prints_at_any_width(width: int) -> None:
    context = click.Context(command_line, info_name="arena", terminal_width=width, **command_line.context_settings)

    assert command_line.get_help(context) + "\n" == arena.cli.overview()


@pytest.mark.parametrize(
    "words", [("run",), ("ladder",), ("match", "kaiser", "sample:random", "sample:greedy", "--save")]
)
def test_a_path_that_cannot_be_one_is_an_error_of_two_lines(words: tuple[str, ...]) -> None:
    path = "a" * 300
    _, err = said_by(*words, path, status=66)
    assert err == f"arena: {path}: File name too long\n  check file and folder\n"


def test_a_current_folder_that_is_gone_is_an_error_of_two_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    def gone() -> str:
        raise FileNotFoundError(2, "No such file or directory")

    monkeypatch.setattr("arena.cli.group.Path.cwd", gone)
    done = CliRunner().invoke(command_line, ["match", "kaiser", "sample:random", "sample:greedy"])
    assert done.stderr == "arena: the current folder is gone\n  go to one that exists\n"
    assert done.exit_code == 66


def test_a_report_for_which_there_is_no_folder_is_an_error_before_anything_is_played(tmp_path: Path) -> None:
    path = tmp_path / "missing" / "regress.xml"
    words = ("sample:random", "sample:greedy", "--game", "kaiser", "--junit", str(path))
    out, err = said_by("regress", *words, status=3)
    assert (out, err) == ("", f"arena: {path}: its folder does not exist\n  name another file\n")


@pytest.mark.parametrize(
    "words",
    [
        ("regress", "sample:random", "--old-rev", "", "--game", "kaiser", "--junit"),
        ("check", "sample:none", "--junit"),
        ("grade", "sample:none", "--against", "none.toml", "--out"),
    ],
)
def test_an_older_report_is_never_taken_for_this_one_and_a_device_stays(words: tuple[str, ...], tmp_path: Path) -> None:
    old, device = tmp_path / "old.xml", tmp_path / "device"
    old.write_text("passed")
    os.mkfifo(device)
    holder = os.open(device, os.O_RDWR)
    for path in (old, device):
        assert CliRunner().invoke(command_line, [*words, str(path)]).exit_code
    os.close(holder)
    assert "passed" not in (old.read_text() if old.exists() else "")
    assert device.is_fifo()


def test_an_empty_revision_is_an_error_and_not_the_same_bot_again() -> None:
    _, err = said_by("regress", "sample:random", "--old-rev", "", "--game", "kaiser", status=3)
    assert "the name of its revision is empty" in err


def test_the_last_test_of_a_tuning_can_be_repeated_under_the_same_terms(monkeypatch: pytest.MonkeyPatch) -> None:
    words = ["./owl", "--game", "kaiser", "-o", "max_deals=1", "--elo", "30", "--max-sets", "70", "--steps", "3"]
    words += ["--param", "margin=0:2", "--fill", "sample:greedy", "--move-ms", "50", "-n", "2", "--save", "x"]
    report = RegressionReport("kaiser", "SEED", NEW, OLD, gate(1, Question()), "")
    monkeypatch.setattr(
        tuning, "play_comparison", lambda *_: Compared(report, ("./owl --param margin=1", "./owl"), None)
    )
    with command("tune").make_context("tune", words) as context:
        terms = Terms(options={"max_deals": "1"})
        of = Plan("./owl", "kaiser", (), 3, 2, None, None, context.params["elo"], context.params["max_sets"], terms)
        again = tuning.judged(of, {"margin": 1.0}, lambda _: None, [*said(NOT_OF_REGRESS)]).command

    given = command("regress").make_context("regress", shlex.split(again)[2:]).params
    assert (
        given
        | {
            "new": "./owl --param margin=1",
            "old": "./owl",
            "game": "kaiser",
            "options": ("max_deals=1",),
            "elo1": 30.0,
            "max_sets": 70,
            "fill": "sample:greedy",
            "move_ms": 50,
            "seed": "SEED",
        }
        == given
    )
