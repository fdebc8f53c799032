import re
import subprocess
import sys
from pathlib import Path

import pytest

from arena.ratings.results import Results
from arena.ratings.speed import main, random_table


def test_a_table_is_measured_beside_scipy_and_choix(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: name == "scipy" or None)
    assert main(["20", "3000", "200"]) == 0
    heading, *lines = capsys.readouterr().out.splitlines()
    assert heading.split("  ")[-1].strip() == "Elo apart"
    assert lines[0] == "20 entrants, 3000 games of 200 deals"
    assert "choix is not installed" in lines
    for name in ("ours", "scipy"):
        (found,) = (line.split() for line in lines if line.startswith(f"{name}: ratings alone"))
        assert float(found[-1]) < 1e-3


def test_wrong_arguments_are_told_the_right_ones(capsys: pytest.CaptureFixture[str]) -> None:
    for arguments in (["20"], ["20", "many", "9"], ["0", "5", "5"]):
        assert main(arguments) == 2
    assert capsys.readouterr().err.count("usage: python -m arena.ratings.speed") == 3


def test_tables_are_the_same_every_time() -> None:
    one, two = (Results.of_duels(**random_table(5, 50, 10)) for _ in range(2))
    assert one.place.tolist() == two.place.tolist()


@pytest.mark.thorough
def test_a_thousand_bots_and_a_million_games_are_rated_in_seconds_and_half_a_gigabyte() -> None:
    """In a separate process, to measure its memory alone. The aim is two seconds; other programs may need the cores."""
    command = [sys.executable, "-m", "arena.ratings.speed", "1000", "1000000", "100000"]
    done = subprocess.run(command, cwd=Path(__file__).parents[2], check=True, capture_output=True, text=True)
    found = re.findall(r"^(.+?) +([\d.]+) +([\d.]+) +(\d+)", done.stdout, re.MULTILINE)
    cost = {what: (float(cpu), float(memory)) for what, _, cpu, memory in found}
    assert cost["fit with clustered errors"][0] < 6.0
    assert cost["lack of fit"][1] < 500.0
