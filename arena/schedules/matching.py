"""The largest matching of a graph: as many pairs of neighbours as can be made, nobody in two.

J. Edmonds, Paths, trees, and flowers, Canadian Journal of Mathematics 17 (1965). From an unmatched vertex a tree of
alternating paths is grown; where two of its even vertices meet, the odd cycle (the blossom) is shrunk to its base.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Sequence


def largest_matching(neighbours: Sequence[Collection[int]]) -> list[int | None]:
    """Return the mate of each vertex, None for those that have none.

    Args:
        neighbours: of each vertex; in both directions, and nobody of itself.
    """
    mates: list[int | None] = [None] * len(neighbours)
    for vertex, near in enumerate(neighbours):
        if mates[vertex] is None:
            free = next((other for other in near if mates[other] is None), None)
            if free is not None:
                mates[vertex], mates[free] = free, vertex
    for vertex in range(len(neighbours)):
        if mates[vertex] is None:
            _Search(neighbours, mates).grow(vertex)
    return mates


class _Search:
    """The search for one augmenting path."""

    def __init__(self, neighbours: Sequence[Collection[int]], mates: list[int | None]) -> None:
        self.neighbours = neighbours
        self.mates = mates
        self.base = list(range(len(neighbours)))
        """The vertex that each is shrunk to."""
        self.before: list[int | None] = [None] * len(neighbours)
        """For each odd vertex (or one inside a blossom) the even vertex from which it was reached."""
        self.even: set[int] = set()
        self.queue: deque[int] = deque()

    def grow(self, root: int) -> None:
        """Grow the tree of a root; if it reaches an unmatched vertex, match along the path to it."""
        self._reach(root)
        while self.queue:
            vertex = self.queue.popleft()
            for other in self.neighbours[vertex]:
                if self.base[vertex] == self.base[other] or self.mates[vertex] == other:
                    continue
                if other in self.even:
                    self._shrink(vertex, other)
                elif self.before[other] is None:
                    self.before[other] = vertex
                    mate = self.mates[other]
                    if mate is None:
                        self._match_along(other)
                        return
                    self._reach(mate)

    def _reach(self, vertex: int) -> None:
        if vertex not in self.even:
            self.even.add(vertex)
            self.queue.append(vertex)

    def _shrink(self, first: int, second: int) -> None:
        """Make one vertex of the odd cycle that closes between two even vertices."""
        base = self._common_base(first, second)
        inside = self._mark(first, base, second) | self._mark(second, base, first)
        for vertex in range(len(self.base)):
            if self.base[vertex] in inside:
                self.base[vertex] = base
                self._reach(vertex)

    def _common_base(self, first: int, second: int) -> int:
        """Return the base in which the paths of two even vertices to the root meet first."""
        seen = set()
        at: int | None = first
        while at is not None:
            at = self.base[at]
            seen.add(at)
            at = self._up(at)
        at = self.base[second]
        while at not in seen:
            above = self._up(at)
            assert above is not None, "both paths lead to the root"
            at = self.base[above]
        return at

    def _up(self, vertex: int) -> int | None:
        """Return the next even vertex on the way to the root; None from the root itself."""
        mate = self.mates[vertex]
        return None if mate is None else self.before[mate]

    def _mark(self, vertex: int, base: int, child: int) -> set[int]:
        """Lead the odd vertices between an even one and a base round the cycle; return the bases on the way."""
        inside = set()
        while self.base[vertex] != base:
            mate = self.mates[vertex]
            assert mate is not None, "only the root is unmatched, and it is a base"
            inside |= {self.base[vertex], self.base[mate]}
            self.before[vertex] = child
            above = self.before[mate]
            assert above is not None, "an odd vertex was reached from somewhere"
            child, vertex = mate, above
        return inside

    def _match_along(self, end: int) -> None:
        """Exchange matched and unmatched edges from an unmatched end to the root."""
        at: int | None = end
        while at is not None:
            partner = self.before[at]
            assert partner is not None, "the path leads to the root"
            following = self.mates[partner]
            self.mates[at], self.mates[partner] = partner, at
            at = following
