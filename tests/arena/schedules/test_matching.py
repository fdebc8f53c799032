from functools import cache
from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from arena.schedules.matching import largest_matching

Edges = frozenset[tuple[int, int]]


@st.composite
def graphs(draw: st.DrawFn) -> tuple[int, Edges]:
    size = draw(st.integers(0, 10))
    possible = list(combinations(range(size), 2))
    return size, frozenset(draw(st.sets(st.sampled_from(possible)))) if possible else frozenset()


def pairs(size: int, edges: Edges) -> list[tuple[int, int]]:
    near = [[j for j in range(size) if (i, j) in edges or (j, i) in edges] for i in range(size)]
    mates = largest_matching(near)
    assert all(mate is None or mates[mate] == i for i, mate in enumerate(mates))
    return [(i, mate) for i, mate in enumerate(mates) if mate is not None and i < mate]


@cache
def most(left: frozenset[int], edges: Edges) -> int:
    """Return the size of a largest matching, found by trying all."""
    if not left:
        return 0
    first = min(left)
    rest = left - {first}
    with_first = [1 + most(rest - {other}, edges) for other in rest if (first, other) in edges]
    return max([most(rest, edges), *with_first])


@given(graphs())
def test_no_matching_is_larger(graph: tuple[int, Edges]) -> None:
    size, edges = graph
    found = pairs(size, edges)
    assert set(found) <= edges
    assert len(found) == most(frozenset(range(size)), edges)


def test_odd_cycles_inside_odd_cycles_are_seen_through() -> None:
    # Two triangles on a path of five, the ends of which are single: all ten can be matched, but not greedily.
    edges = frozenset({(0, 1), (1, 2), (2, 3), (1, 3), (3, 4), (4, 5), (5, 6), (4, 6), (6, 7), (2, 8), (5, 9)})
    assert len(pairs(10, edges)) == 5
