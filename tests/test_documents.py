import re
import subprocess
import sys
from pathlib import Path
from typing import get_args

import pytest

from arena.games.catalogue import GAMES
from arena.ratings import Results, fit, plots
from arena.settings.ladder import read_ladder
from arena.settings.probation import ProbationSettings
from arena.settings.schedule import Kind, ScheduleSettings
from tests.generate import ROOT
from tests.ratings.tables import random_games
from tests.tree import files

PAGES = [ROOT / name for name in files(".md")]


@pytest.mark.slow
def test_generated_documents_are_current() -> None:
    """In a process of its own, as `make docs` makes them: other tests change the order of tables that are printed."""
    words = [sys.executable, "-m", "tests.generate", "--check"]
    done = subprocess.run(words, capture_output=True, text=True, check=False, cwd=ROOT)
    assert (done.stdout + done.stderr, done.returncode) == ("", 0), "run `make docs` and read the diff"


@pytest.mark.parametrize("page", PAGES, ids=[str(page.relative_to(ROOT)) for page in PAGES])
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)", page.read_text()):
        assert "://" in target or (page.parent / target).exists(), f"{page.name} links to {target}"


def schedule_examples() -> list[str]:
    return re.findall(r"```toml\n(.*?)```", (ROOT / "docs/schedules.md").read_text(), re.DOTALL)


def test_every_kind_of_schedule_has_an_example() -> None:
    kinds = re.findall(r'(?:kind|schedule) = "(.*?)"', "".join(schedule_examples()))
    assert {*kinds, "round-robin"} == set(get_args(Kind))


@pytest.mark.parametrize("example", schedule_examples())
def test_examples_of_schedules_can_be_read(example: str, tmp_path: Path) -> None:
    path = tmp_path / "ladder.toml"
    path.write_text(f'games = ["kaiser"]\nbots = ["sample:random"]\n{example}')
    found = read_ladder(path, GAMES)
    said = any(f'"{word}"' in example for word in (found.schedule.kind, found.deals))
    assert said or found.probation.model_fields_set


def test_the_page_on_ladders_tells_of_every_plot() -> None:
    page = (ROOT / "docs/ladders.md").read_text()
    games = [game._replace(decisions=[1, 1], ms=[1.0, 2.0]) for game in random_games(1, 3, 60, 30)]
    ladder = fit(Results.of(games))
    keys = [plot.key for plot in plots.of_ladder(ladder)]
    assert [key for key in (*keys, "deals", "margins", "evidence") if f"`{key}`" not in page] == []


def test_the_page_on_schedules_tells_of_every_key() -> None:
    page = "".join(schedule_examples())
    assert [key for key in ScheduleSettings.model_fields if f"{key} = " not in page] == []


def test_the_page_on_schedules_has_the_defaults_of_probation(tmp_path: Path) -> None:
    [example] = [example for example in schedule_examples() if "[probation]" in example]
    path = tmp_path / "ladder.toml"
    path.write_text(f'games = ["kaiser"]\nbots = ["sample:random"]\n{example}')
    found = read_ladder(path, GAMES).probation

    assert found == ProbationSettings()
    assert found.model_fields_set == set(ProbationSettings.model_fields)
