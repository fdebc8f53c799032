"""The structure of the plots: titles, numbers of marks, texts. People have to judge how the plots look."""

import math
import re
import xml.etree.ElementTree as ET
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.ratings import Game, Ladder, Moment, Pairs, Results, duel, fit, history, history_csv, plots
from arena.ratings.drawing import Axis, Plot, label, spread
from arena.ratings.snapshots import POINTS
from tests.ratings.tables import random_games

SVG = "{http://www.w3.org/2000/svg}"
FEW_AND_MANY = pytest.mark.parametrize("entrants", [4, 24])
places = st.lists(st.floats(-1e3, 1e3), max_size=12)


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


def texts(plot: Plot | None) -> list[str]:
    """The texts of a plot in its file, where they can be read and searched."""
    assert plot is not None
    return ["".join(text.itertext()) for text in ET.fromstring(plot.file()).iter(f"{SVG}text")]


def marks(plot: Plot | None, style: str) -> list[str]:
    """The elements of a plot with a class of the style sheet."""
    assert plot is not None
    return [part for part in plot.parts if re.search(rf'class="(?:[^"]* )?{style}(?: |")', part)]


@FEW_AND_MANY
def test_a_forest_has_a_point_an_interval_and_a_name_for_everybody(entrants: int) -> None:
    ladder = ladder_of(entrants)
    plot = plots.forest(ladder)
    assert len(marks(plot, "front")) == len(marks(plot, "line-0")) == entrants
    assert plot.title == "Ratings"
    assert "Elo above the mean of the rated bots" in texts(plot)
    names = [f"{rank.place}  {ladder.names[i]}" for i in ladder.order if (rank := ladder.ranks[i])]
    assert [text for text in texts(plot) if text in names] == names


def test_a_forest_shows_bounds_as_arrows_and_leaves_out_who_has_no_number() -> None:
    games = [duel("owl", "jay", float(deal % 2), deal) for deal in range(8)]
    games += [duel("fox", "owl", 1.0, deal) for deal in range(8)] + [duel("jay", "tit", 1.0, deal) for deal in range(8)]
    plot = plots.forest(fit(Results.of(games, names=["owl", "jay", "fox", "tit", "none"]), "jay"))
    assert len(marks(plot, "line-1")) == 2
    found = texts(plot)
    assert any(text.startswith("> ") for text in found)
    assert any(text.startswith("< ") for text in found)
    assert not any("none" in text for text in found)
    assert "Elo above jay" in found


def test_several_anchors_are_named_below_the_forest() -> None:
    ladder = fit(Results.of(random_games(1, 4, 200, 100)), {"bot1": 1500.0, "bot2": 1480.0})
    assert "Elo, by bot1 = +1500, bot2 = +1480" in texts(plots.forest(ladder))


@FEW_AND_MANY
def test_who_beats_whom_has_a_cell_for_every_two_that_met(entrants: int) -> None:
    ladder = ladder_of(entrants)
    plot = plots.who_beats_whom(ladder)
    surprises = [meeting for meeting in ladder.meetings if meeting.z is not None and abs(meeting.z) >= 2.0]
    assert sum(part.startswith("<rect") for part in plot.parts) == 2 * len(ladder.meetings)
    assert sum("z " in text for text in texts(plot)[2:]) == 2 * len(surprises)


def test_the_path_of_a_test_ends_where_it_accepts() -> None:
    plot = plots.evidence([0.5, 1.0, 3.1], (-2.94, 2.94), ("0 Elo", "10 Elo"))
    found = texts(plot)
    assert "accept 10 Elo (+2.94)" in found
    assert "accept 0 Elo (-2.94)" in found
    assert "Log-likelihood ratio by deal: +3.10 after 3 deals." in found
    assert "Log-likelihood ratio by deal: +0.00 after 0 deals." in texts(plots.evidence([], (-2.94, 2.94)))


def test_deals_are_counted_by_score_and_margin() -> None:
    pairs = Pairs.of([[1.0, 0.0], [1.0, 1.0], [0.5, 1.0], [1.0, 1.0]], [[3, -1], [2, 4], [0, 2], [5, 1]])
    scores, margins = plots.deals(pairs, "owl", "jay")
    counts = [int(re.findall(r": (\d+)</title>", part)[0]) for part in marks(scores, "bar")]
    assert counts == [0, 0, 1, 1, 2]
    assert sum(int(re.findall(r": (\d+)</title>", part)[0]) for part in marks(margins, "bar")) == 4
    assert (scores.title, scores.about) == ("owl v jay", "4 deals by score of owl.")
    assert margins.about.startswith("Points ahead per game, mean +2.00 (95 %: ")
    assert len(plots.deals(Pairs.of([[1, 0], [1, 1]]), "owl", "jay")) == 1


@FEW_AND_MANY
def test_strength_and_time_has_a_point_and_a_name_for_everybody(entrants: int) -> None:
    ladder = ladder_of(entrants)
    plot = plots.strength_and_time(ladder)
    assert len(marks(plot, "dot")) == entrants
    assert set(ladder.names) <= set(texts(plot))


def test_the_front_holds_those_that_no_faster_one_beats() -> None:
    games = [duel("b", "a", float(deal % 3 > 0), deal) for deal in range(9)]
    games += [duel("b", "c", float(deal % 4 > 0), deal) for deal in range(8)]
    times = {"a": 1.0, "b": 2.0, "c": 3.0}
    by_game = [g._replace(decisions=[1, 1], ms=[times[side] for side in g.sides]) for g in games]
    ladder = fit(Results.of(by_game))
    assert [ms for ms, *_ in plots.front(plots.timed(ladder))] == [1.0, 2.0]
    assert len(marks(plots.strength_and_time(ladder), "front")) == 2
    assert plots.strength_and_time(fit(Results.of(games))) is None


@pytest.mark.parametrize("anchors", [None, {"bot1": 1500.0}, {"bot1": 1500.0, "bot2": 1480.0}])
def test_a_history_ends_with_the_ladder(anchors: dict[str, float] | None) -> None:
    ladder = fit(Results.of(random_games(1, 4, 200, 100)), anchors)
    points = history(ladder)
    assert len(points) == POINTS
    assert [point.games for point in points] == [10 * number for number in range(1, POINTS + 1)]
    assert points[-1].elo == pytest.approx([rating.elo for rating in ladder.ratings])
    halves = [(r.high - r.low) / 2.0 for r in ladder.ratings if r.low is not None and r.high is not None]
    assert points[-1].half_width == pytest.approx(np.median([half for half in halves if half]))


def test_a_point_of_a_history_is_the_ladder_of_the_games_so_far() -> None:
    games = random_games(1, 4, 200, 100)
    half = fit(Results.of(games[:100]), "bot1")
    point = history(fit(Results.of(games), "bot1"))[POINTS // 2 - 1]
    assert point.games == 100
    assert point.elo == pytest.approx([rating.elo for rating in half.ratings])


def test_who_has_not_won_and_lost_yet_has_no_point_in_a_history() -> None:
    late = [duel("A", "B", float(deal % 2), deal) for deal in range(40)]
    late += [duel("C", "A", float(deal % 2), 40 + deal) for deal in range(40)]
    points = history(fit(Results.of(late)))
    assert all(math.isnan(point.elo[2]) for point in points[:10])
    assert not math.isnan(points[-1].elo[2])
    assert history(fit(Results.of([], names=["A"]))) == []


def test_a_history_may_have_moments_with_names_and_is_written_as_csv() -> None:
    games = [duel("A", "B", float(deal % 3 > 0), deal) for deal in range(40)]
    games += [duel("B", "C", float(deal % 2), 40 + deal) for deal in range(20)]
    ladder = fit(Results.of(games))
    nights = [Moment("monday", np.arange(40)), Moment("tuesday, late", np.arange(60))]
    points = history(ladder, nights)
    first = fit(Results.of(games[:40]))
    assert points[0].elo[:2] == pytest.approx(first.core.elo)
    assert points[0].low[0] == pytest.approx(first.ratings[0].low)
    header, *lines = history_csv(ladder, points).splitlines()
    assert header == "as_of,games,name,elo,low,high"
    assert [line.split(",")[0] for line in lines] == ["monday", "monday", '"tuesday', '"tuesday', '"tuesday']
    assert lines[0].startswith(f"monday,40,A,{first.core.elo[0]:.2f},")
    assert "History" in [plot.title for plot in plots.of_ladder(ladder, [*nights, nights[-1]])]


@FEW_AND_MANY
def test_a_history_has_a_line_and_a_name_for_the_first(entrants: int) -> None:
    ladder = ladder_of(entrants)
    plot = plots.ratings_so_far(ladder, history(ladder))
    shown = [ladder.names[i] for i in ladder.order[: plots.MOST_LINES]]
    styles = [re.findall(r'class="(.*?)"', part)[0] for part in marks(plot, "line")]
    assert len(styles) == len({*styles}) == len(shown)
    assert {*shown} <= {*texts(plot)}
    tops = sorted(float(re.findall(r' y="(.*?)"', part)[0]) for part in marks(plot, "name"))
    assert min(below - above for above, below in pairwise(tops)) > 14.9


def test_precision_says_how_many_games_would_halve_the_intervals() -> None:
    points = history(ladder_of(4))
    plot = plots.precision(points)
    assert plot is not None
    assert f"±{points[-1].half_width:.3g} after 160 games; half of that after 640" in plot.about
    assert len(marks(plot, "front")) == sum(
        point.half_width is not None and point.games >= plots.FEWEST for point in points
    )
    assert plots.precision(points[:2]) is None


def test_a_large_pool_is_cut_and_says_so() -> None:
    ladder = ladder_of(120, deals=12)
    assert [plot.title for plot in plots.of_ladder(ladder)][:4] == [
        "Ratings: the first 100 of 120",
        "Who beats whom: the first 40 of 120",
        "Strength and time: the first 100 of 120",
        "History: the first 16 of 120",
    ]
    assert [plot.key for plot in plots.of_page(ladder, most=10)] == ["strength-and-time"]


def test_names_of_strangers_stay_texts() -> None:
    games = [duel("<b>&\"'", "a\x00\u202eb" + "c" * 60, float(deal % 3 > 0), deal) for deal in range(9)]
    for plot in plots.of_ladder(fit(Results.of(games))):
        assert "<b>" not in plot.file()
        assert plot.file().isprintable() or "\u202e" not in plot.file()
        if plot.key != "precision":
            assert any("<b>&\"'" in text for text in texts(plot))
    assert len(label("c" * 60)) == 40


def test_the_same_ladder_gives_the_same_files() -> None:
    one, two = (plots.of_ladder(ladder_of(4)) for _ in range(2))
    assert [plot.file() for plot in one] == [plot.file() for plot in two]


def test_a_ladder_gives_all_plots_that_it_can() -> None:
    keys = ["forest", "head-to-head", "strength-and-time", "history", "precision"]
    assert [plot.key for plot in plots.of_ladder(ladder_of(4))] == keys
    bare = fit(Results.of([duel("owl", "jay", float(deal % 2), deal) for deal in range(4)]))
    assert [plot.key for plot in plots.of_ladder(bare)] == ["forest", "head-to-head", "history"]
    assert [plot.key for plot in plots.of_ladder(fit(Results.of([], names=["owl"])))] == ["forest", "head-to-head"]


@pytest.mark.parametrize(
    ("axis", "ticks"),
    [
        (Axis(-30.0, 130.0, 0.0, 100.0), [0.0, 50.0, 100.0]),
        (Axis(0.0, 0.0, 0.0, 100.0), [0.0]),
        (Axis(0.5, 30.0, 0.0, 100.0, log=True), [0.5, 1.0, 2.0, 5.0, 10.0, 20.0]),
    ],
)
def test_ticks_are_round_numbers_on_the_scale(axis: Axis, ticks: list[float]) -> None:
    assert axis.ticks() == ticks
    assert all(0.0 <= axis.at(value) <= 100.0 for value in axis.ticks())


@given(places, st.floats(0.1, 50.0))
def test_spread_keeps_the_order_and_the_gap(wanted: list[float], gap: float) -> None:
    found = spread(wanted, gap)
    order = sorted(range(len(wanted)), key=wanted.__getitem__)
    positions = [found[index] for index in order]
    assert all(after - before > gap - 1e-6 for before, after in pairwise(positions))


@given(places)
def test_what_is_far_enough_apart_stays(wanted: list[float]) -> None:
    apart = [100.0 * index + value / 1e3 for index, value in enumerate(sorted(wanted))]
    assert spread(apart, 1.0) == apart


def test_neighbors_that_are_too_close_share_the_shift() -> None:
    assert spread([1.0, 1.0], 2.0) == [0.0, 2.0]
    assert spread([5.0, 0.0, 5.5, 4.5], 1.0) == [5.0, 0.0, 6.0, 4.0]
