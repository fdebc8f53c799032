"""A yardstick from outside: single-observer information set Monte Carlo tree search, as in the textbook.

Cowling, Powley and Whitehouse, "Information Set Monte Carlo Tree Search" (2012). One tree of answers serves all deals.
Each deal that agrees with what the seat knows goes down the tree by UCB1, among the answers that are legal in it. It
adds a node, is played to its end at random, and what each side gains is added up along the way. The answer that was
tried most is the bot's. It knows nothing of any game: no policy, no inference, no cards that come to the same.
"""

from __future__ import annotations

from math import inf, log, sqrt

from arena.client import Position, Turn, run

PARAMS = {
    "spread": 1.0,  # how much is tried that looks worse, as a part of the widest gain so far
    "share": 0.35,  # the part of the time for an answer
    "ms": 0,  # the most time for an answer in ms; 0 for no such limit
    "deals": 0,  # the most deals for an answer; 0 for as many as there is time for
    "bids": 1,  # 1: it searches for every answer; 0: only for cards, and answers all else as `sensible` does
}


class Node:
    """An answer in the tree.

    Attributes:
        after: the answers that may follow.
        possible: in how many deals it was legal when it was to be chosen.
        tried: in how many it was chosen.
        total: what that gained for the side that gave it.
    """

    def __init__(self) -> None:
        self.after: dict[str, Node] = {}
        self.possible = 0
        self.tried = 0
        self.total = 0.0

    def choose(self, legal: tuple[str, ...], width: float) -> str:
        """Return an answer that was not tried yet, or the best by UCB1."""
        known = {word: self.after.setdefault(word, Node()) for word in legal}
        for node in known.values():
            node.possible += 1
        return max(legal, key=lambda word: known[word].bound(width))

    def bound(self, width: float) -> float:
        """Return how good the answer may be."""
        if not self.tried:
            return inf
        return self.total / self.tried + width * sqrt(log(self.possible) / self.tried)


def visit(root: Node, p: Position, width: float) -> float:
    """Let one deal go down the tree; return how wide its gain was."""
    path: list[tuple[Node, int | None]] = []
    node, new = root, False
    while p.legal and not new:
        side, word = p.side, node.choose(p.legal, width)
        node = node.after[word]
        new = not node.tried
        path.append((node, side))
        p.play(word)
    p.finish("random")
    gain = p.gain()
    for each, side in path:
        each.tried += 1
        each.total += gain[side]
    return max(map(abs, gain.values()))


def choose(t: Turn) -> str:
    """Return one of the legal words."""
    if len(t.legal) == 1 or not t.scores:
        return t.legal[0]
    if t.kind != "play" and not t.params["bids"]:
        return t.sensible()
    root, widest = Node(), 1.0
    for world in t.worlds(int(t.params["deals"]) or None, t.params["share"], ms=t.params["ms"] or inf):
        widest = max(widest, visit(root, world.position(), t.params["spread"] * widest))
    return max(t.legal, key=lambda word: root.after[word].tried if word in root.after else 0)


if __name__ == "__main__":
    run(choose, "ismcts", "1.1", params=PARAMS)
