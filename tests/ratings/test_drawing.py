from itertools import pairwise
from pathlib import Path

import matplotlib as mpl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.ratings import drawing
from arena.ratings.curves import spread
from arena.ratings.drawing import Box, label_points, new_figure, save, styled

pytestmark = pytest.mark.slow

places = st.lists(st.floats(-1e3, 1e3), max_size=12)


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


def test_neighbours_that_are_too_close_share_the_shift() -> None:
    assert spread([1.0, 1.0], 2.0) == [0.0, 2.0]
    assert spread([5.0, 0.0, 5.5, 4.5], 1.0) == [5.0, 0.0, 6.0, 4.0]


def test_labels_of_points_that_lie_close_cover_neither_each_other_nor_a_line() -> None:
    with styled():
        figure, axes = new_figure(6.0, 4.0, "labels")
        axes.set(xlim=(0.0, 10.0), ylim=(0.0, 10.0))
        points = [(5.0, 5.0), (5.1, 5.1), (5.2, 4.9), (5.0, 5.3), (9.9, 5.0)]
        names = ["first", "second", "third", "fourth", "at the very edge"]
        label_points(axes, points, names, [((5.0, 2.0), (5.0, 8.0))])
        figure.draw_without_rendering()
        extents = [text.get_window_extent() for text in axes.texts]
    boxes = [Box(e.x0, e.y0, e.x1, e.y1) for e in extents]
    assert [text.get_text() for text in axes.texts] == names
    assert all(one.overlap(other) == 0.0 for i, one in enumerate(boxes) for other in boxes[:i])
    assert all(box.right <= axes.get_window_extent().x1 + 1.0 for box in boxes)
    x = float(axes.transData.transform((5.0, 5.0))[0])
    assert not any(box.left < x < box.right for box in boxes)


def test_the_settings_of_the_machine_neither_matter_nor_change() -> None:
    with mpl.rc_context({"font.size": 31.0}):
        with styled():
            assert mpl.rcParams["font.size"] == drawing.FONT
        assert mpl.rcParams["font.size"] == 31.0


def test_plots_are_svg_or_png(tmp_path: Path) -> None:
    with styled():
        figure, _ = new_figure(2.0, 2.0, "a title", "and how to read it")
    for ending, begins in (("svg", b"<?xml"), ("png", b"\x89PNG")):
        path = tmp_path / f"plot.{ending}"
        save(figure, path)
        assert path.read_bytes().startswith(begins)
    with pytest.raises(ValueError, match=r"plot\.pdf: plots are written as \.svg or \.png"):
        save(figure, tmp_path / "plot.pdf")
