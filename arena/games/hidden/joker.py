"""What a joker tells of the cards that a seat cannot see (`arena.games.parts.joker`)."""

from __future__ import annotations

from arena.games.hidden.whereabouts import Whereabouts
from arena.games.kernel.events import Seat
from arena.games.parts.bowers import JOKER, bower_ranking
from arena.games.parts.joker import NONE, JokerLaw


def joker_tricks_tell(known: Whereabouts, trump: str, seats: int, law: JokerLaw, contractor: Seat | None) -> None:
    """Take in tricks played with a joker: suits that were not followed, a suit named or declared for it.

    Whether the contractor was asked for its suit depends on who holds it; he declared one only if all know.

    Args:
        known: what is known of the cards.
        trump: a suit or `NT`.
        seats: how many seats take part.
        law: what binds the joker.
        contractor: who may declare it, if anybody.
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
