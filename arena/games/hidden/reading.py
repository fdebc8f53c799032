"""What a seat was told about the cards, read from its view: where cards lie, and which ones moved unseen.

How rules tell where cards go (`arena.games.parts` does it this way):

- `show hand SEAT`, and any other show with an owner: the cards are in that seat's hand. If the kind contains `discard`,
  the seat has laid them aside.
- `show PLACE -`, where the plan deals to that place: the cards of the place. If a single seat sees the `kitty`, it
  takes the kitty. `show PLACE SEAT`: the cards lie face up on the table and belong to the seat's hand.
- `show DRAW -`, where the plan has no such place: the first cards of the draw with that name, such as a card cut before
  the pack was shuffled. It says nothing about where the card is now.
- `show turn-up -` a second time: more cards were turned up from the top of the stock, and lie face up.
- `show turned -`, `show ignored -`: cards turned up from the top of the stock and played, or out of play after that.
- `show laid SEAT`: cards that the seat laid aside face up.
- Answers to `play` leave the hand; a secret word is a card played face down, a word that is no card is not played.
- Answers to `discard`, `exchange`, `draw` and the like are cards laid aside. If the plan has a `kitty`, the seat took
  it before, and the cards go to its place.
- `show drawn SEAT` and `note drawn SEAT COUNT`: the seat took COUNT cards from the top of the stock, or from the place
  `more(SEAT)` if the plan deals to it.
- `note passed SEAT TO`: all that the first seat has laid aside goes to the other one; `show drawn` shows it the cards.
- `show taken SEAT`: the seat took face-up cards, or else cards from the top of the stock.
"""

from __future__ import annotations

from typing import Final

from arena.games.hidden.filling import Cards, CardSet, cards_of
from arena.games.hidden.moves import Laid, Move, Played, Took
from arena.games.kernel.events import Card, Did, Note, Place, Plan, Seat, Show, Word, made
from arena.games.kernel.game import Facts, View, facts
from arena.games.parts.cards import IGNORED, STOCK, TURN_UP, TURNED, more
from arena.games.parts.kitty import KITTY

LAYING: Final = frozenset({"discard", "exchange", "draw", "turn_up"})
"""Kinds of questions whose answers lay a card aside."""
ENDS: Final = {"turn_up": "none"}
"""The word that ends a series of such answers, for kinds where it is not `done`."""


class Reading:
    """Where the cards are, as far as one seat was told it.

    Args:
        view: what the seat was told in the deal.
        pack: all cards.
        where: the plan of the deal.
        open_hands: seats whose cards lie on the table, each card in a place of its own in the plan. Their shows and
            plays are left to the game.

    Attributes:
        cards: the pack as bits.
        facts: what the notes have announced.
        plays: the cards played, in order, each with the seat of the hand.
        unseen: the cards that the seat cannot place.
    """

    def __init__(
        self, view: View, pack: tuple[Card, ...], where: Plan, open_hands: frozenset[Seat] = frozenset()
    ) -> None:
        self.cards: Cards = cards_of(pack)
        self.me: Seat = view.seat
        self.where = where
        self.facts: Facts = facts(view.options, view.standing, view.events)
        self.plays: list[Played] = []
        self.unseen: CardSet = self.cards.all
        self._size: dict[Place, int] = {}
        for place in where:
            self._size[place] = self._size.get(place, 0) + 1
        self._known: dict[Place, CardSet] = dict.fromkeys(self._size, 0)
        self._may: dict[Place, CardSet] = dict.fromkeys(self._size, self.cards.all)
        self._open_hands = open_hands
        self._moves: list[Move] = []
        self._waiting: list[Did] = []
        self._took_kitty: set[Seat] = set()
        self._passed: dict[Seat, Place] = {}
        self._down: dict[Seat, int] = {}
        self._said: list[Did] = []
        self._draws: dict[str, tuple[Card, ...]] = {}
        for event in view.events:
            if type(event) is Did:
                self._see_answer(event)
            elif type(event) is Show:
                self._see_cards(event)
            elif type(event) is Note and event.kind == "drawn":
                self._see_draw(event)
            elif type(event) is Note and event.kind == "passed":
                self._see_passed(int(event.values[0]), int(event.values[1]))
        self._settle(len(self._waiting))

    def said(self, kind: str) -> list[Did]:
        """Return the answers to questions of a kind that the seat heard, in order."""
        return [did for did in self._said if did.kind == kind]

    def holds(self, place: Place) -> int:
        """Return how many cards lie in a place, or in the hand of a seat, now."""
        return self._size.get(place, 0)

    def may_lie(self, place: Place) -> CardSet:
        """Return the unseen cards that may lie in a place."""
        return self._may.get(place, 0) & self.unseen

    def lies_in(self, place: Place) -> CardSet:
        """Return the cards that are known to lie in a place now."""
        return self._known.get(place, 0)

    def unknown(self, place: Place) -> int:
        """Return how many unseen cards lie in a place now."""
        return self.holds(place) - self.lies_in(place).bit_count()

    def face_down(self, seat: Seat) -> Place:
        """Return the place of the card that a seat has played face down, while it is not turned up."""
        return f"{seat} face down {self._down.get(seat)}"

    def laid_aside(self, seat: Seat) -> list[Card]:
        """Return the cards that a seat is known to have laid aside."""
        return self.cards.listed(self.lies_in(self._pile(seat)))

    def _locate(self, place: Place, cards: CardSet) -> None:
        self._known[place] = self._known.get(place, 0) | cards
        self.unseen &= ~cards

    def _see_answer(self, did: Did) -> None:
        if self._waiting and (did.seat, did.kind) != (self._waiting[0].seat, self._waiting[0].kind):
            self._settle(len(self._waiting))
        self._said.append(did)
        if did.kind == "play":
            if did.word is not None and did.word not in self.cards.bit:
                return
            if did.seat not in self._open_hands:
                self._see_play(did.seat, did.word)
            elif did.word is not None:
                self.plays.append(Played(did.seat, did.word))
        elif did.kind in LAYING and (did.word is None or did.word in self.cards.bit):
            if did.word is None:
                self._waiting.append(did)
            else:
                self._lay(did.seat, did.kind, 1, self.cards.bit[did.word])

    def _see_play(self, seat: Seat, card: Card | None) -> None:
        if card is None:
            self._down[seat] = len(self.plays) + len(self._down)
            self._lay(seat, "play", 1, 0, self.face_down(seat))
            return
        play = made(Played, (seat, card))
        self.plays.append(play)
        self._leave(play)

    def _leave(self, play: Played) -> None:
        """A card leaves a hand face up."""
        seat, card = play
        self._moves.append(play)
        bit = self.cards.bit[card]
        self._size[seat] -= 1
        self._known[seat] &= ~bit
        self.unseen &= ~bit

    def _see_cards(self, show: Show) -> None:
        self._settle(len(self._waiting))
        cards = self.cards.of(show.cards)
        owner = show.owner
        if owner is None:
            self._see_table(show, cards)
        elif owner in self._open_hands:
            return
        elif show.kind in self._size:  # a card that lies face up on the table and belongs to a hand
            self._known[owner] &= ~cards
            self._known[show.kind] |= cards
            self.unseen &= ~cards
            self._take(owner, show.kind, len(show.cards), tuple(show.cards))
        elif show.kind == "laid":
            for card in show.cards:
                self._leave(Played(owner, card))
        elif "discard" in show.kind:
            self._locate(self._pile(owner), cards & self.unseen)
        elif show.kind == "turned":
            if owner in self._down:  # else it is the view's own card
                self._locate(self.face_down(owner), cards & self.unseen)
                self.plays.insert(self._down.pop(owner), Played(owner, show.cards[0]))
        elif show.kind in {"drawn", "taken"}:
            for card in show.cards:
                lies = [place for place, known in self._known.items() if known & self.cards.bit[card]]
                source = lies[0] if lies and show.kind == "taken" else self._stock(owner)
                self._locate(source, self.cards.bit[card] & self.unseen)
                self._take(owner, source, 1, (card,))
        else:
            self._locate(owner, cards & self.unseen)

    def _see_table(self, show: Show, cards: CardSet) -> None:
        if show.kind == TURN_UP and TURN_UP in self._size and not self.unknown(TURN_UP):
            self._locate(STOCK, cards & self.unseen)
            self._take(TURN_UP, STOCK, len(show.cards), tuple(show.cards))
        elif show.kind in {TURNED, IGNORED}:
            for known in (self._size, self._known, self._may):
                known.setdefault(TURNED, 0)
            self._locate(STOCK, cards & self.unseen)
            self._take(TURNED, STOCK, len(show.cards), tuple(show.cards))
        elif show.kind in self._size:
            self._locate(show.kind, cards & self.unseen)
        else:
            self._draws[show.kind] = tuple(show.cards)
        if show.kind == KITTY and tuple(show.seats) == (self.me,):
            self._take_kitty(self.me, tuple(show.cards))

    def _see_draw(self, note: Note) -> None:
        seat, count = int(note.values[0]), int(note.values[1])
        laid = len(self._waiting)
        self._settle(min(count, laid))
        if seat != self.me and count:
            self._take(seat, self._stock(seat), count, ())

    def _see_passed(self, giver: Seat, taker: Seat) -> None:
        self._settle(len(self._waiting))
        pile = [move.pile for move in self._moves if type(move) is Laid and move.seat == giver][-1]
        self._passed[taker] = pile
        self._may.setdefault(pile, 0)
        if taker != self.me:
            self._take(taker, pile, self._size[pile], tuple(self.cards.listed(self._known[pile])))

    def _stock(self, seat: Seat) -> Place:
        """Return the place from which a seat draws cards."""
        if seat in self._passed:
            return self._passed[seat]
        return more(seat) if more(seat) in self._size else STOCK

    def _settle(self, count: int) -> None:
        """Settle the waiting answers, whose words are secret: `count` of them laid cards aside; one more ended them."""
        if self._waiting:
            seat, kind = self._waiting[0].seat, self._waiting[0].kind
            ended = ENDS.get(kind, "done") if len(self._waiting) > count else None
            self._waiting = []
            self._lay(seat, kind, count, 0, ended=ended)

    def _pile(self, seat: Seat) -> Place:
        """Return the place of the cards that a seat lays aside now."""
        return KITTY if KITTY in self._size else f"{seat} aside {self._exchanges(seat)}"

    def _exchanges(self, seat: Seat) -> int:
        """Return how often a seat has taken cards so far: each time, a new pile begins for what it lays aside."""
        return sum([type(move) is Took and move.seat == seat for move in self._moves])

    def _take_kitty(self, seat: Seat, known: tuple[Card, ...] = ()) -> None:
        if not known and self._known[KITTY].bit_count() == self._size[KITTY]:
            known = tuple(self.cards.listed(self._known[KITTY]))
        self._take(seat, KITTY, self._size[KITTY], known)
        self._took_kitty.add(seat)

    def _lay(
        self, seat: Seat, kind: str, count: int, card: CardSet, pile: Place | None = None, ended: Word | None = None
    ) -> None:
        """Move cards from a hand to a pile: one known card, or `count` unseen ones."""
        if pile is None:
            if KITTY in self._size and seat not in self._took_kitty:
                self._take_kitty(seat)
            pile = self._pile(seat)
        known = self._known[seat]
        if card:
            self._known[seat] = known & ~card
            self._locate(pile, card)
        elif count:
            if known:  # it is not known which of these were laid aside
                self.unseen |= known
                for place in self._may:
                    self._may[place] &= ~known
                self._may[seat] |= known
                self._known[seat] = 0
            self._may[pile] = self._may.get(pile, 0) | self._may[seat]
        self._known.setdefault(pile, 0)
        self._size[seat] -= count
        self._size[pile] = self._size.get(pile, 0) + count
        self._moves.append(Laid(seat, kind, pile, count, ended, seat == self.me))

    def _take(self, seat: Place, source: Place, count: int, known: tuple[Card, ...]) -> None:
        """Move `count` cards from a place to a hand; the cards in `known` are known, the others unseen."""
        hand, pile, whole = self._may[seat], self._may[source], count == self._size[source]
        moved = self.cards.of(known)
        differs = (hand ^ pile) & self.unseen if len(known) < count else 0
        self._moves.append(
            Took(
                seat,
                source,
                count,
                known,
                self._known[seat],
                (hand & self.unseen) if differs else 0,
                (pile & self.unseen | self._known[source]) if differs else 0,
            )
        )
        self._known[source] &= ~moved
        self._known[seat] |= moved
        if len(known) < count:
            self._may[seat] = hand | pile
        if whole:
            self._may[source] = 0
        self._size[source] -= count
        self._size[seat] += count
