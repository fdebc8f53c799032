"""The example that learns by playing against itself, at a tiny size. `make ppo` runs the one that needs torch."""

import csv
import subprocess
import sys
from pathlib import Path

import pytest

from arena.testing import play

ROOT = Path(__file__).parents[3]


@pytest.mark.thorough
def test_the_example_of_self_play_learns_and_writes_a_bot(tmp_path: Path) -> None:
    command = [sys.executable, str(ROOT / "docs/examples/selfplay.py"), str(tmp_path / "net"), "--batches", "2"]
    subprocess.run([*command, "--deals", "20", "--game", "scotch-whist:two"], check=True, cwd=ROOT)
    with (tmp_path / "net/training.csv").open() as file:
        lines = list(csv.DictReader(file))
    assert [int(line["batches"]) for line in lines] == [0, 2]
    assert not play("scotch-whist:two", str(tmp_path / "net"), "sample:python/random", sets=1).faults


@pytest.mark.thorough
@pytest.mark.parametrize("words", ["imitate.py --minutes 0.1", "selfplay.py --batches 1 --over 2"])
def test_examples_on_top_of_sensible_learn_and_write_a_bot(tmp_path: Path, words: str) -> None:
    script, *rest = words.split()
    command = [sys.executable, str(ROOT / "docs/examples" / script), str(tmp_path / "net"), "--game", "ecarte", *rest]
    subprocess.run(command, check=True, cwd=ROOT)
    assert b'"over": ' in (tmp_path / "net/weights.bin").read_bytes()
    assert not play("ecarte", str(tmp_path / "net"), "sample:python/random", sets=1).faults


def test_the_example_of_ppo_has_at_most_sixty_lines() -> None:
    assert len((ROOT / "docs/examples/ppo.py").read_text().splitlines()) <= 60
