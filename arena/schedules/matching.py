"""A largest matching of a graph: as many pairs of neighbors as possible, with no vertex in two pairs.

J. Edmonds, Paths, trees, and flowers, Canadian Journal of Mathematics 17 (1965). The algorithm grows a tree of
alternating paths from an unmatched vertex. Where two even vertices of the tree are neighbors, it shrinks the odd cycle
between them (the blossom) to its base.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Sequence


def largest_matching(neighbors: Sequence[Collection[int]]) -> list[int | None]:
    """Return the mate of each vertex, or None if it has none.

    Args:
        neighbors: of each vertex; each edge appears at both of its ends, and no vertex is its own neighbor.
    """
    mates: list[int | None] = [None] * len(neighbors)
    for vertex, near in enumerate(neighbors):
        if mates[vertex] is None:
            free = next((other for other in near if mates[other] is None), None)
            if free is not None:
                mates[vertex], mates[free] = free, vertex
    for vertex in range(len(neighbors)):
        if mates[vertex] is None:
            _Search(neighbors, mates).grow(vertex)
    return mates


class _Search:
    """The search for one augmenting path."""

    def __init__(self, neighbors: Sequence[Collection[int]], mates: list[int | None]) -> None:
        self.neighbors = neighbors
        self.mates = mates
        self.base = list(range(len(neighbors)))
        """The vertex that each vertex is shrunk to; at first itself."""
        self.before: list[int | None] = [None] * len(neighbors)
        """For each odd vertex, or vertex inside a blossom, the even vertex from which it was reached."""
        self.even: set[int] = set()
        self.queue: deque[int] = deque()

    def grow(self, root: int) -> None:
        """Grow the tree of a root; when it reaches an unmatched vertex, match along the path to it."""
        self._reach(root)
        while self.queue:
            vertex = self.queue.popleft()
            for other in self.neighbors[vertex]:
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
        """Shrink the odd cycle that closes between two even vertices to one vertex."""
        base = self._common_base(first, second)
        inside = self._mark(first, base, second) | self._mark(second, base, first)
        for vertex in range(len(self.base)):
            if self.base[vertex] in inside:
                self.base[vertex] = base
                self._reach(vertex)

    def _common_base(self, first: int, second: int) -> int:
        """Return the first base that the paths from two even vertices to the root share."""
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
        """Set `before` on the path from an even vertex up to a base, so that it also leads round the other way.

        Args:
            vertex: the even vertex at the end of the path.
            base: where the path ends.
            child: the even vertex at the other side of the edge that closes the cycle.

        Returns:
            The bases of all vertices on the path.
        """
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
        """Swap matched and unmatched edges on the path from an unmatched end to the root."""
        at: int | None = end
        while at is not None:
            partner = self.before[at]
            assert partner is not None, "the path leads to the root"
            following = self.mates[partner]
            self.mates[at], self.mates[partner] = partner, at
            at = following
