"""What lies where at a table: hands, kitty, stock and the current trick, kept event by event."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from arena.client.holdings import LAID, on_the_table
from arena.games.kernel import Card, Deal, Did, Event, Note, Place, Seat, Show
from arena.games.parts.cards import IGNORED, TURNED

AFTER_ASIDE = "discard"
"""A show whose kind contains this word shows cards that are in no hand any more."""


class Layout:
    """The cards in every place, as far as the events told so far show them.

    Args:
        pack: all cards. A play may be a word that is no card (TR-23).
        dealt: the known cards of each place at the start.

    Attributes:
        held: the known cards of each place, in the order in which they came.
        trick: the cards on the table, each with the seat that played it, None for a card turned from a stock. A card is
            None if it was played face down. A finished trick lies here until the next card.
    """

    def __init__(self, pack: Collection[Card], dealt: Mapping[Place, Sequence[Card]] | None = None) -> None:
        self._pack = frozenset(pack)
        self.held: dict[Place, list[Card]] = {}
        self.trick: list[tuple[Seat | None, Card | None]] = []
        self._had: dict[Place, set[Card]] = {}
        self._taken = False
        self.deal(dealt or {})

    def deal(self, dealt: Mapping[Place, Sequence[Card]]) -> None:
        """Begin a deal with these known cards in each place."""
        self.held = {place: list(cards) for place, cards in dealt.items()}
        self._had = {place: set(cards) for place, cards in dealt.items()}
        self.trick, self._taken = [], False

    def take(self, event: Event) -> None:
        """Take in what happened next. A new deal begins with nothing known."""
        match event:
            case Did(seat=seat, kind=kind, word=word):
                if kind == "play" and (word is None or word in self._pack):
                    self._lay_on_table(seat, word)
                if kind in LAID and word is not None:
                    self._had.setdefault(seat, set()).add(word)
                    if word in self.held.get(seat, ()):
                        self.held[seat].remove(word)
            case Note(kind="trick"):
                self._taken = True
            case Show():
                self._show(event)
            case Deal():
                self.deal({})
            case _:
                pass

    def _show(self, show: Show) -> None:
        """Take in cards that are shown."""
        kind, owner, cards = show.kind, show.owner, show.cards
        if owner is None and kind in {TURNED, IGNORED}:
            self._take_off(cards)
            for card in cards if kind == TURNED else ():
                self._lay_on_table(None, card)
        elif kind == "laid" and owner is not None:
            self.held[owner] = [card for card in self.held.get(owner, ()) if card not in cards]
        elif AFTER_ASIDE not in kind:
            to = show.seats[0] if owner is None and len(show.seats) == 1 else owner
            if to is None:
                self._take_off(cards)
                self.held[kind] = list(cards)
            else:
                had = self._had.setdefault(to, set())
                self._give([card for card in cards if card not in had], to)
                had.update(cards)

    def _lay_on_table(self, seat: Seat | None, card: Card | None) -> None:
        if self._taken:
            self.trick, self._taken = [], False
        self.trick.append((seat, card))

    def _give(self, given: Sequence[Card], seat: Seat) -> None:
        """Add cards to a hand, and remove them from the places that are no hands."""
        self._take_off(given)
        self.held.setdefault(seat, []).extend(given)

    def _take_off(self, cards: Sequence[Card]) -> None:
        """Remove cards from the places that are no hands."""
        for place in self.held:
            if isinstance(place, str):
                self.held[place] = [card for card in self.held[place] if card not in cards]


def as_dealt(events: Iterable[Event], planned: Mapping[Place, Sequence[Card]]) -> dict[Place, Sequence[Card]]:
    """Return the cards of every place as they were dealt: hands may have become shorter than planned (TR-9).

    Args:
        events: what happened in the deal.
        planned: the cards of each place by the plan.
    """
    dealt = dict(planned)
    shown: set[Place] = set()
    for event in events:
        if isinstance(event, Show) and event.kind == "hand" and event.owner is not None and event.owner not in shown:
            shown.add(event.owner)
            if len(event.cards) < len(dealt[event.owner]):
                dealt[event.owner] = event.cards
    return dealt


def lying(events: Sequence[Event], pack: Collection[Card]) -> str:
    """Return the cards of the current trick as text, each with its seat, if it is of one."""
    cards = [(seat, card or "face down") for seat, card in on_the_table(events, pack)]
    return ", ".join([card if seat is None else f"{seat} {card}" for seat, card in cards])
