"""The structure of the plots: titles, numbers of marks, texts. People have to judge how the plots look."""

import subprocess
import sys
import xml.etree.ElementTree as ET
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Rectangle

from arena.ratings import Game, Ladder, Pairs, Results, duel, fit, plots
from arena.ratings.arrays import Floats
from tests.ratings.tables import random_games

pytestmark = pytest.mark.slow

SVG = "{http://www.w3.org/2000/svg}"
FEW_AND_MANY = pytest.mark.parametrize("entrants", [4, 24])
Read = Callable[[Figure], list[str]]


def ladder_of(entrants: int, deals: int = 40) -> Ladder:
    """Entrants that met at random; those with higher numbers are slower and stronger."""
    rng = np.random.default_rng(entrants)
    games = []
    for deal in range(deals):
        for first in range(entrants):
            second = int((first + rng.integers(1, entrants)) % entrants)
            won = rng.random() < (0.5 + 0.45 * (first - second) / entrants)
            pair = [f"bot{first}", f"bot{second}"]
            games.append(
                Game(pair, [1, 2] if won else [2, 1], deal, None, None, (), [10, 10], [10.0 + first, 10.0 + second])
            )
    return fit(Results.of(games))


@pytest.fixture(scope="module")
def four() -> Ladder:
    return ladder_of(4)


@pytest.fixture(scope="module")
def many() -> Ladder:
    return ladder_of(24)


@pytest.fixture
def read(tmp_path: Path) -> Read:
    """Returns the texts of a plot in its SVG file, where they can be read and searched."""

    def texts(figure: Figure) -> list[str]:
        plots.save(figure, tmp_path / "plot.svg")
        root = ET.parse(tmp_path / "plot.svg").getroot()
        return ["".join(text.itertext()) for text in root.iter(f"{SVG}text")]

    return texts


def only(figure: Figure) -> Axes:
    return figure.axes[0]


def points_of(line: Line2D) -> Floats:
    """The points of a line, two numbers each."""
    return np.asarray(line.get_xydata(), dtype=np.float64)


def heights(axes: Axes) -> list[float]:
    return [bar.get_height() for bar in axes.patches if isinstance(bar, Rectangle)]


@FEW_AND_MANY
def test_a_forest_has_a_point_an_interval_and_a_name_for_everybody(entrants: int, read: Read) -> None:
    ladder = ladder_of(entrants)
    figure = plots.forest(ladder)
    points = [line for line in only(figure).lines if line.get_marker() == "o"]
    bars = [line for line in only(figure).lines if len(points_of(line)) == 2 and line.get_alpha()]
    texts = read(figure)

    assert len(points) == len(bars) == entrants
    assert "Ratings" in texts
    assert "Elo above the mean of the rated entrants" in texts
    names = [f"{rank.place}  {ladder.names[i]}" for i in ladder.order if (rank := ladder.ranks[i])]
    assert [text for text in texts if text in names] == names


def test_a_forest_shows_bounds_as_arrows_and_leaves_out_who_has_no_number(read: Read) -> None:
    games = [duel("owl", "jay", float(deal % 2), deal) for deal in range(8)]
    games += [duel("fox", "owl", 1.0, deal) for deal in range(8)] + [duel("jay", "tit", 1.0, deal) for deal in range(8)]
    ladder = fit(Results.of(games, names=["owl", "jay", "fox", "tit", "none"]), "jay")
    figure = plots.forest(ladder)
    texts = read(figure)

    assert sorted(str(line.get_marker()) for line in only(figure).lines if line.get_marker() in {"<", ">"}) == [
        "<",
        ">",
    ]
    assert any(text.startswith("> ") for text in texts)
    assert any(text.startswith("< ") for text in texts)
    assert not any("none" in text for text in texts)
    assert "Elo above jay" in texts


def test_several_anchors_are_named_below_the_forest() -> None:
    ladder = fit(Results.of(random_games(1, 4, 200, 100)), {"bot1": 1500.0, "bot2": 1480.0})
    assert only(plots.forest(ladder)).get_xlabel() == "Elo, by bot1 = +1500, bot2 = +1480"


@FEW_AND_MANY
def test_a_heat_map_has_a_cell_for_every_two_that_met(entrants: int, read: Read) -> None:
    ladder = ladder_of(entrants)
    figure = plots.heat_map(ladder)
    surprises = [meeting for meeting in ladder.meetings if meeting.z is not None and abs(meeting.z) >= 2.0]
    _, *cells = [text.get_text() for text in only(figure).texts]  # the subtitle is the first

    assert len(cells) == 2 * len(ladder.meetings)
    assert sum("z " in cell for cell in cells) == 2 * len(surprises)
    assert "Who beats whom" in read(figure)


def test_the_path_of_a_test_ends_where_it_accepts(read: Read) -> None:
    figure = plots.llr_path([0.5, 1.0, 3.1], (-2.94, 2.94), ("0 Elo", "10 Elo"))
    path = next(line for line in only(figure).lines if len(points_of(line)) == 4)

    assert np.asarray(path.get_ydata()).tolist() == [0.0, 0.5, 1.0, 3.1]
    texts = read(figure)
    assert "accept 10 Elo (+2.94)" in texts
    assert "accept 0 Elo (-2.94)" in texts
    assert "log-likelihood ratio by deal: +3.10 after 3 deals" in texts


def test_a_test_that_has_not_begun_can_be_drawn(read: Read) -> None:
    assert "log-likelihood ratio by deal: +0.00 after 0 deals" in read(plots.llr_path([], (-2.94, 2.94)))


def test_deals_are_counted_by_score_and_margin(read: Read) -> None:
    pairs = Pairs.of([[1.0, 0.0], [1.0, 1.0], [0.5, 1.0], [1.0, 1.0]], [[3, -1], [2, 4], [0, 2], [5, 1]])
    figure = plots.deals(pairs, "owl", "jay")
    scores, margins = figure.axes
    texts = read(figure)

    assert heights(scores) == [0, 0, 1, 1, 2]
    assert sum(heights(margins)[:-1]) == 4  # the last one is the interval
    assert {"owl v jay", "Margins", "4 deals by score of owl"} <= set(texts)
    assert any(text.startswith("points ahead per game, mean +2.00 (") for text in texts)
    assert len(plots.deals(Pairs.of([[1, 0], [1, 1]]), "owl", "jay").axes) == 1


@FEW_AND_MANY
def test_strength_and_time_has_a_point_and_a_name_for_everybody(entrants: int, read: Read) -> None:
    ladder = ladder_of(entrants)
    figure = plots.pareto(ladder)
    assert figure is not None
    points = [line for line in only(figure).lines if line.get_marker() in {"o", "s"}]
    texts = read(figure)

    assert len(points) == entrants
    assert set(ladder.names) <= set(texts)
    assert not any("mathdefault" in text for text in texts)


def test_the_front_holds_those_that_no_quicker_one_beats() -> None:
    games = [duel("b", "a", float(deal % 3 > 0), deal) for deal in range(9)]
    games += [duel("b", "c", float(deal % 4 > 0), deal) for deal in range(8)]
    times = {"a": 1.0, "b": 2.0, "c": 3.0}
    timed = [g._replace(decisions=[1, 1], ms=[times[side] for side in g.sides]) for g in games]
    figure = plots.pareto(fit(Results.of(timed)))
    assert figure is not None
    front = [float(points_of(line)[0, 0]) for line in only(figure).lines if line.get_marker() == "o"]
    assert front == [1.0, 2.0]
    assert plots.pareto(fit(Results.of(games))) is None


def test_precision_goes_on_from_what_was_found(four: Ladder, read: Read) -> None:
    figure = plots.precision(four)
    assert figure is not None
    expected, found = only(figure).lines
    counts, widths = points_of(found).T

    assert counts[-1] == 40
    halves = [(r.high - r.low) / 2.0 for r in four.ratings if r.low is not None and r.high is not None]
    assert widths[-1] == pytest.approx(np.median(halves))
    x, y = points_of(expected).T
    assert y * np.sqrt(x) == pytest.approx(widths[-1] * np.sqrt(40.0))
    assert any("after 40 deals; half of that after 160" in text for text in read(figure))


def test_few_deals_tell_nothing_of_precision() -> None:
    assert plots.precision(ladder_of(4, deals=8)) is None


@FEW_AND_MANY
def test_a_history_has_a_line_and_a_name_for_everybody(entrants: int, read: Read) -> None:
    ladder = ladder_of(entrants)
    figure = plots.history(ladder)
    lines = [line for line in only(figure).lines if line.get_drawstyle() == "steps-post"]

    assert len(lines) == entrants
    assert len({(str(line.get_color()), str(vars(line)["_dash_pattern"])) for line in lines}) == entrants
    assert set(ladder.names) <= set(read(figure))


def test_names_of_a_history_do_not_cover_each_other(many: Ladder) -> None:
    figure = plots.history(many)
    figure.draw_without_rendering()
    tops = sorted(text.get_window_extent().y0 for text in only(figure).texts if text.get_text() in many.names)
    height = next(text.get_window_extent().height for text in only(figure).texts if text.get_text() in many.names)
    assert min(np.diff(tops)) > 0.9 * height


def test_a_large_pool_is_cut_and_says_so() -> None:
    ladder = ladder_of(120, deals=12)
    assert only(plots.forest(ladder)).get_title(loc="left") == "Ratings: the first 100 of 120"
    assert only(plots.heat_map(ladder)).get_title(loc="left") == "Who beats whom: the first 40"
    assert only(plots.history(ladder)).get_title(loc="left") == "History: the first 32"


def test_names_with_dollars_and_angles_are_written_as_they_are(read: Read) -> None:
    games = [duel("$x^2$", "<b>&", float(deal % 3 > 0), deal) for deal in range(9)]
    texts = read(plots.history(fit(Results.of(games))))
    assert {"$x^2$", "<b>&"} <= set(texts)


def test_the_same_ladder_gives_the_same_files(four: Ladder, tmp_path: Path) -> None:
    for name, figure in plots.of_ladder(four).items():
        plots.save(figure, tmp_path / f"{name}-1.svg")
    for name, figure in plots.of_ladder(ladder_of(4)).items():
        plots.save(figure, tmp_path / f"{name}-2.svg")
        first, second = ((tmp_path / f"{name}-{run}.svg").read_text() for run in (1, 2))
        assert first == second
        assert "<dc:date>" not in first
        assert "matplotlib.org" not in first


def test_a_plot_drawn_twice_is_the_same_to_the_byte(four: Ladder, tmp_path: Path) -> None:
    for run in (1, 2):
        plots.save(plots.forest(four), tmp_path / f"{run}.svg")
    assert (tmp_path / "1.svg").read_bytes() == (tmp_path / "2.svg").read_bytes()


def test_a_ladder_gives_all_plots_that_it_can(four: Ladder) -> None:
    assert list(plots.of_ladder(four)) == ["forest", "head-to-head", "history", "strength-and-time", "precision"]
    bare = fit(Results.of([duel("owl", "jay", float(deal % 2), deal) for deal in range(4)]))
    assert list(plots.of_ladder(bare)) == ["forest", "head-to-head", "history"]


def test_the_package_does_not_import_matplotlib() -> None:
    code = "import sys, ladders, arena.cli.ladder, arena.cli.regress; sys.exit('matplotlib' in sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True, cwd=Path(__file__).parents[2])


def test_without_matplotlib_the_message_says_how_to_install_it() -> None:
    code = "import sys; sys.modules['matplotlib'] = None; import arena.ratings.plots"
    done = subprocess.run(
        [sys.executable, "-c", code], check=False, cwd=Path(__file__).parents[2], capture_output=True, text=True
    )
    assert "plots need matplotlib; install it with: pip install matplotlib" in done.stderr
