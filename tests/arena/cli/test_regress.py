"""The live line of a regression test, and the words that repeat a command."""

import math

import click
import pytest
from click.testing import CliRunner

from arena.cli.commands.shared import said, terms_options
from arena.regression.expected_sets import GAUGE, Outlook
from arena.regression.gate import Question, gate_of
from tests.arena.head_to_head import NEW, OLD, contest


@pytest.mark.parametrize(("score", "at"), [(1.0, GAUGE - 1), (0.0, 0)])
def test_the_mark_moves_to_the_bound_that_is_met(score: float, at: int) -> None:
    gate, _ = gate_of(contest(1), [NEW, OLD], Question("sprt", 0, 100), "seed")
    outlook = Outlook(gate, 2, 1, math.inf, lambda _: None)
    assert outlook.state() == "-2.94 ----------#---------- +2.94  +0.00 after 0 sets"
    gate.test.extend([score] * 1000)

    scale = outlook.state().split()[1]
    assert scale.index("#") == at
    assert len(scale) == GAUGE
    assert outlook.state().endswith(f"after {gate.test.pairs} sets")


@click.command()
@click.option("--flag", is_flag=True)
@click.option("--plain", "-p", "other")
@click.option("--left", default="x")
@terms_options
def command(**_: object) -> None:
    click.echo(" ".join(said({"left"})))


def test_what_was_said_is_said_again_without_the_defaults() -> None:
    words = ["-p", "y", "-o", "a=1", "--left", "z", "-o", "b=2", "--flag", "--move-ms", "7"]
    result = CliRunner().invoke(command, words)

    assert result.output == "--flag --plain y -o a=1 -o b=2 --move-ms 7\n"
