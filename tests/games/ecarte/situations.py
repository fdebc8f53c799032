"""Deals of Écarté as they are wanted: trump is H and seat 0 deals, so seat 1 is elder, unless told otherwise."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

from arena.games.ecarte import GAME, PACK, PRESETS, Options, dealing
from arena.games.kernel import Did, Event, Note, Seat, Show
from arena.games.kernel.position import Position, play_deal
from arena.games.parts.finish import Standing
from tests.games.situations import say, stacked

T = TypeVar("T")
STANDARD = PRESETS["standard"]
Deal = Position[Standing]

# Elder's hand, the dealer's hand, and cards with which elder takes so many tricks; nobody holds a heart or an ace.
BY_TRICKS = (
    ("7S 8S 7D 8D 7C", "KS QS KD QD KC", "7S QS KS 8S KD 7D QD 8D KC 7C"),
    ("KS 7S 7D 8D 7C", "QS JS KD QD KC", "KS JS 7S QS KD 7D QD 8D KC 7C"),
    ("KS KD 7S 7D 7C", "QS JS QD JD KC", "KS JS KD JD 7S QS QD 7D KC 7C"),
    ("KS KD KC 7S 7D", "QS JS QD JD 7C", "KS JS KD JD KC 7C 7S QS QD 7D"),
    ("KS KD KC QC 7D", "JS JD QD 7C 8C", "KS JS KD JD KC 7C QC 8C 7D QD"),
    ("KS KD KC QC JC", "JS JD 7C 8C 9C", "KS JS KD JD KC 7C QC 8C JC 9C"),
)


def dealt(
    elder: str,
    dealing_hand: str,
    turn_up: str = "7H",
    stock: str = "",
    *,
    dealer: Seat = 0,
    scores: Sequence[int] = (0, 0),
    o: Options = STANDARD,
) -> Deal:
    """A deal with these cards; the rest of the stock comes in the order of the pack."""
    places: dict[Seat | str, str] = {1 - dealer: elder, dealer: dealing_hand, "turn-up": turn_up, "stock": stock}
    chance = stacked(PACK, dealing(dealer, o.deal_packets), places)
    return play_deal(GAME, o, Standing(dealer, tuple(scores)), chance)


def by_tricks(elders: int, talk: str = "play", **how: Any) -> Deal:
    """The end of a deal in which elder takes so many tricks."""
    elder, dealing_hand, cards = BY_TRICKS[elders]
    return say(dealt(elder, dealing_hand, **how), f"{talk} {cards}")


def by_tricks_after_an_exchange(elders: int, then: str = "play", *, scores: Sequence[int] = (0, 0)) -> Deal:
    """The same after both have exchanged an ace for the last card of their hand."""
    (*elder, one), (*dealing_hand, other), cards = (part.split() for part in BY_TRICKS[elders])
    position = dealt(" ".join([*elder, "AS"]), " ".join([*dealing_hand, "AD"]), stock=f"{one} {other}", scores=scores)
    return say(position, f"propose accept AS done AD done {then} {' '.join(cards)}")


def scores(position: Deal) -> tuple[int, ...]:
    """The scores after a deal that is over."""
    assert position.result is not None
    return position.result.scores


def words_of(events: Sequence[Event]) -> list[str]:
    """Events in short."""
    return [in_short(event) for event in events]


def in_short(event: Event) -> str:
    match event:
        case Did(seat=seat, kind=kind, word=word):
            return f"{seat} {kind} {word or '?'}"
        case Show(seats=seats, kind=kind, cards=cards):
            return f"show {kind} {' '.join(cards)} to {' '.join(map(str, seats))}"
        case Note(kind=kind, values=values):
            return " ".join(["note", kind, *map(str, values)])
        case _:
            return type(event).__name__
