"""What the play of a joker reveals about hidden cards (`arena.games.parts.joker`)."""

from __future__ import annotations

from arena.games.hidden.whereabouts import Whereabouts
from arena.games.kernel.events import Seat
from arena.games.parts.bowers import JOKER, bower_ranking
from arena.games.parts.joker import NONE, JokerLaw


def joker_tricks_tell(known: Whereabouts, trump: str, seats: int, law: JokerLaw, contractor: Seat | None) -> None:
    """Read tricks played with a joker: suits that were not followed, and the suit named or declared for the joker.

    The contractor is secretly asked to declare a suit only if he holds the joker. If he declared one, a note says so.

    Args:
        known: what the seat knows of the cards; it is added to.
        trump: a suit or `NT`.
        seats: how many seats take part.
        law: the house rules for the joker.
        contractor: the seat that may declare a suit, None if no seat may.
    """
    declared, named = known.facts.word("joker-suit"), known.said("name-suit")
    rank = bower_ranking(known.cards.pack, trump, declared)
    known.tricks(
        rank,
        seats,
        named={JOKER: named[0].word} if named and named[0].word is not None else None,
        otherwise=(JOKER,) if law.forced and rank.trump == JOKER else (),
    )
    if contractor is not None:
        known.word(contractor, "joker-suit", declared or NONE)
        if declared:
            known.lie(contractor, (JOKER,))
