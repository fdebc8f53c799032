"""Tricks: the order of the cards, who wins, and the play of a hand.

What a hand may play is a `Duty`; the duties of the games are in `duties.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Final, NamedTuple, TypeAlias

from arena.games.kernel.events import Ask, Card, Note, Rules, Seat, Show, Side, Told, made
from arena.games.parts.turns import cycle

NO_TRUMP = "NT"
"""Said for "no trump suit"."""


class Ranking:
    """The order of the cards under one trump: the suit each card belongs to, and its power within a suit.

    The suit is the one that counts for following (a left bower belongs to trumps). Trumps have more power than any
    other card. Whoever makes one keeps it: it is worked out for the whole pack.

    Args:
        trump: the trump suit; None, or the name of no suit, without one.
        suit: the suit of each card.
        power: its power, above 0; the higher of two cards of a suit has more.
    """

    __slots__ = ("cards", "led", "power", "suit", "trump")

    def __init__(self, trump: str | None, suit: Mapping[Card, str], power: Mapping[Card, int]) -> None:
        self.trump = trump
        self.suit = suit
        self.power = power
        suits = sorted(set(suit.values()))
        self.cards = {of: frozenset(card for card, its in suit.items() if its == of) for of in suits}
        """The cards of each suit."""
        strength = {of: {card: power[card] if its in {of, trump} else 0 for card, its in suit.items()} for of in suits}
        self.led: dict[Card, tuple[frozenset[Card], dict[Card, int]]] = {
            card: (self.cards[of], strength[of]) for card, of in suit.items()
        }
        """For each card led, the cards of its suit, and what each card does in the trick: its power, nothing if it is
        neither of that suit nor a trump."""


def ranking(pack: Sequence[Card], trump: str | None, raised: Sequence[Card] = (), suit: str | None = None) -> Ranking:
    """Return the ranking of a pack in which every suit ranks as the pack lists it, high to low, trumps above.

    Args:
        pack: the cards.
        trump: the trump suit, if there is one.
        raised: cards that stand above all others, the highest first; those that are not in the pack are passed over.
        suit: the suit that these belong to, where it is not trumps.
    """
    above = [card for card in raised if card in pack]
    order = [*above, *(card for card in pack if card not in above)]
    belongs = {card: card[-1] for card in pack} | dict.fromkeys(above, suit or trump or "")
    top = len(order)
    return Ranking(trump, belongs, {card: top - i + top * (belongs[card] == trump) for i, card in enumerate(order)})


NOBODY: Final = -1
"""The winner of a drawn trick."""


class Trick(NamedTuple):
    """A finished trick: its cards in the order played, the seats that played them, the winner, and what it is worth."""

    seats: tuple[Seat, ...]
    cards: tuple[Card, ...]
    winner: Seat
    points: int


_MADE: Final = made
_ASK: Final = Ask
_TRICK: Final = Trick
"""Compiled code finds a `Final` of its own module at once, and looks for other names in a dictionary."""


def taken(sides: Sequence[Side], won: Sequence[Trick]) -> tuple[int, ...]:
    """Return the points of each side's tricks; `sides` are those of the seats. Drawn tricks count for nobody."""
    totals = [0] * len(set(sides))
    for _, _, winner, points in won:
        if winner != NOBODY:
            totals[sides[winner]] += points
    return tuple(totals)


def card_points(points: Mapping[Card, int], cards: Sequence[Card]) -> int:
    """Return what some cards are worth together; cards that are not named are worth nothing."""
    return sum([points.get(card, 0) for card in cards])


def winning(cards: Sequence[Card], rank: Ranking) -> int:
    """Return the index of the card that wins: the highest trump, else the highest card of the suit led."""
    _, strength = rank.led[cards[0]]
    return cards.index(max(cards, key=strength.__getitem__))


class Playing:
    """The play of a hand as it stands: live, for duties and for whatever happens between two cards.

    Args:
        hands: the hands; copied.
        rank: the order of the cards.
        order: the seats of the first trick in turn, the leader first.
        won: tricks already finished.

    Attributes:
        hands: the cards that each seat still holds.
        rank: the order of the cards.
        order: the seats of this trick in turn, the leader first.
        cards: the cards on the table.
        won: the tricks that are finished.
        named: the suit that was named for the card led, where it is not its own.
        hidden: the seats whose cards on the table lie face down.
        points: the points of the tricks that each seat has won.
    """

    __slots__ = ("cards", "hands", "hidden", "named", "order", "points", "rank", "won")

    def __init__(
        self, hands: Sequence[Sequence[Card]], rank: Ranking, order: tuple[Seat, ...], won: Sequence[Trick] = ()
    ) -> None:
        self.hands = [list(hand) for hand in hands]
        self.rank = rank
        self.order = order
        self.cards: list[Card] = []
        self.won = list(won)
        self.named: str | None = None
        self.hidden: list[Seat] = []
        self.points = [0] * len(hands)

    @property
    def led(self) -> str:
        """The suit that is to be followed."""
        return self.named or self.rank.suit[self.cards[0]]

    @property
    def winner(self) -> Seat:
        """Whose card wins so far."""
        return self.order[winning(self.cards, self.rank)]

    def of(self, hand: Sequence[Card], suit: str | None) -> list[Card]:
        """Return the cards of a suit in a hand."""
        cards = self.rank.cards.get(suit or "")
        return [card for card in hand if card in cards] if cards else []

    def beating(self, cards: Sequence[Card]) -> list[Card]:
        """Return those of some cards that would win the trick as it lies."""
        _, strength = self.rank.led[self.cards[0]]
        best = max([strength[card] for card in self.cards])
        return [card for card in cards if strength[card] > best]

    def gather(self, winner: Seat, points: int) -> None:
        """Finish the trick."""
        self.won.append(_MADE(_TRICK, (self.order, tuple(self.cards), winner, points)))
        self.cards.clear()
        self.named = None
        if winner != NOBODY:
            self.points[winner] += points


Duty: TypeAlias = Callable[[Sequence[Card], Playing], Sequence[Card]]
"""What a hand may play as things lie; where no card is on the table it leads, and any card will do."""
Happening: TypeAlias = Rules[bool | None] | bool | None
"""What happens between two cards: a coroutine where something is asked or told; play stops if it comes to True."""
Hook: TypeAlias = Callable[[Playing, Seat], Happening]
"""What happens before or after a card of a seat."""


def follow_suit(hand: Sequence[Card], on: Playing) -> Sequence[Card]:
    """Return the cards of the suit led, or the whole hand without any: no duty to trump or to beat."""
    return on.of(hand, on.led) or hand if on.cards else hand


def first_lead(hand: list[Card], seat: Seat) -> Rules[Card]:
    """Ask for a first lead that fixes trump; it leaves the hand, and a note `trump SUIT` follows (TH-38, DN-8).

    The card is then what the play of the tricks has `begun` with.
    """
    card = yield Ask(seat, "play", tuple(hand))
    hand.remove(card)
    yield Note("trump", (card[-1],))
    return card


def tricks(
    hands: Sequence[Sequence[Card]],
    *,
    leader: Seat,
    seats: Sequence[Seat],
    rank: Ranking,
    worth: Callable[[Sequence[Card]], int] | None = None,
    duty: Duty = follow_suit,
    leads: Duty | None = None,
    takes: Callable[[Playing], Seat] | None = None,
    begun: Sequence[Card] = (),
    named: str | None = None,
    won: Sequence[Trick] = (),
    answers: Sequence[Seat] | None = None,
    before: Hook | None = None,
    after: Hook | None = None,
    after_trick: Callable[[Playing], Happening] | None = None,
    face_down: Callable[[Playing, Seat], bool] | None = None,
) -> Rules[tuple[Trick, ...]]:
    """Play tricks until the hands are empty; after each a note `trick WINNER POINTS` tells its taker and its worth.

    Nobody takes a drawn trick (`trick - POINTS`), and who led it leads again.

    Args:
        hands: the hand of every seat; copied.
        leader: who leads (or led) to the first trick.
        seats: the seats that take part, in turn order.
        rank: the order of the cards.
        worth: the points of the cards of a trick; None where tricks are counted.
        duty: what a hand may play to a lead.
        leads: what it may lead, where that is not any card.
        takes: who takes a complete trick (or `NOBODY`), where that is not the highest card.
        begun: cards already played to the first trick (and no longer in the hands), to enter in the middle.
        named: the suit that was named for the card led, to enter after that.
        won: tricks already finished, to enter in the middle.
        answers: the player who answers for each seat, where that is not always its own.
        before: what happens before a seat is asked for a card.
        after: what happens after a card was played; it lies on the table then.
        after_trick: what happens after each trick, once it has been told.
        face_down: whether a seat plays its card face down; it is turned up when the trick is complete.

    Returns:
        All tricks in order; of a trick that was stopped inside nothing is left.
    """
    orders, asked = cycle(tuple(seats)), _asked(len(hands), None if answers is None else tuple(answers))
    on = Playing(hands, rank, orders[leader], won)
    on.named = named
    held, cards, led = on.hands, on.cards, rank.led
    cards += begun
    follows = None if duty is follow_suit else duty  # nearly always: what it does is done here, for speed
    suit, strength = (rank.cards[on.led], led[cards[0]][1]) if cards else _NOTHING
    best, highest = (on.winner, max([strength[card] for card in cards])) if cards else (leader, 0)
    while cards or held[leader]:
        order = on.order = orders[leader]
        may = follows if cards else leads
        for seat in order[len(cards) :]:
            if before is not None and (happens := before(on, seat)) is not None and (yield from ends(happens)):
                return tuple(on.won)
            hand = held[seat]
            legal: Sequence[Card] = hand
            if may is not None:
                legal = may(hand, on)
            elif cards:
                legal = [card for card in hand if card in suit] or hand
            told: Told = "all"
            if face_down is not None and face_down(on, seat):
                told = "fact"
                on.hidden.append(seat)
            player, of = asked[seat]
            card = yield _MADE(_ASK, (player, "play", tuple(legal), told, of, None))
            hand.remove(card)
            if not cards:
                may, highest = follows, 0
                suit, strength = led[card]
            cards.append(card)
            if strength[card] > highest:
                best, highest = seat, strength[card]
            if after is not None and (happens := after(on, seat)) is not None:
                if (yield from ends(happens)):
                    return tuple(on.won)
                suit = rank.cards[on.led]  # a suit may have been named for the lead
        if on.hidden:
            yield from _turn_up(on, tuple(sorted(set(answers or seats))))
        winner = best if takes is None else takes(on)
        points = 1 if worth is None else worth(cards)
        on.gather(winner, points)
        leader = leader if winner == NOBODY else winner
        yield _told(winner, points)
        if after_trick is not None and (happens := after_trick(on)) is not None and (yield from ends(happens)):
            break
    return tuple(on.won)


_NOTHING: Final[tuple[frozenset[Card], dict[Card, int]]] = (frozenset(), {})


def ends(happens: Rules[bool | None] | bool) -> Rules[bool]:
    """Let it happen; return whether play stops."""
    return happens if isinstance(happens, bool) else bool((yield from happens))


def _turn_up(on: Playing, players: tuple[Seat, ...]) -> Rules[None]:
    """Show all players the cards of a trick that were played face down."""
    for seat in on.hidden:
        yield Show(players, "turned", seat, (on.cards[on.order.index(seat)],))
    on.hidden.clear()


@cache
def _asked(seats: int, answers: tuple[Seat, ...] | None) -> tuple[tuple[Seat, Seat | None], ...]:
    """Return for each seat who is asked, and for which hand where that is not told by who is asked."""
    return tuple((seat, None) if answers is None else (answers[seat], seat) for seat in range(seats))


@cache
def _told(winner: Seat, points: int) -> Note:
    """Return the note that tells who took a trick and what it is worth: the same few for every deal."""
    return Note("trick", ("-" if winner == NOBODY else winner, points))
