"""The cards of Jo-Jotte: their order and their points with and without trump, and the melds that they make."""

from __future__ import annotations

from functools import partial
from typing import Final

from arena.games.parts.cards import SUITS, by_order, pack
from arena.games.parts.melds import SHORTEST, Kind, fours, runs
from arena.games.parts.tricks import NO_TRUMP, ranking

NATURAL: Final = "AKQJT987"
"""The order of the ranks in sequences (JJ-3)."""
PLAIN: Final = "ATKQJ987"
"""The order of a suit that is not trump (JJ-2)."""
ORDERS: Final = dict.fromkeys(SUITS, "J9ATKQ87") | {NO_TRUMP: PLAIN}
"""For each trump, the order of its suit, and that of fours of a kind (JJ-2, JJ-13)."""
PACK: Final = pack(PLAIN)
READING: Final = by_order(PACK)
RANKINGS: Final = {
    trump: ranking(PACK, trump, raised=[rank + trump for rank in order]) for trump, order in ORDERS.items()
}
PLAIN_VALUES: Final = {"A": 10, "K": 10, "Q": 5, "J": 5}
TRUMP_VALUES: Final = {"J": 20, "9": 15, "A": 10, "T": 10, "K": 5, "Q": 5}
POINTS: Final = {
    trump: {card: (TRUMP_VALUES if card[-1] == trump else PLAIN_VALUES).get(card[0], 0) for card in PACK}
    for trump in ORDERS
}
"""For each trump, the points of the cards (JJ-32)."""
RUNS: Final = (0, 0, 0, 20, 40, 50, 50, 50, 50)
"""The points of a sequence by its length (JJ-14)."""
KINDS: Final = (
    Kind("fours", "four", NATURAL, 1, "four", partial(fours, orders=ORDERS, points=100)),
    Kind("sequences", "seq", range(SHORTEST, 9), 3, "sequence", partial(runs, order=NATURAL, points=RUNS)),
)
"""The classes of melds, in the order in which they are declared (JJ-13 to JJ-15)."""
