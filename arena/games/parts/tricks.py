"""Tricks: the order of the cards, the winner of a trick, and the play of a hand.

A `Duty` says which cards are legal; the special duties of some games are in `duties.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Final, NamedTuple, TypeAlias

from arena.games.kernel.events import Ask, Card, Note, Rules, Seat, Show, Side, Talk, Told, Word, made
from arena.games.parts.turns import cycle

NO_TRUMP = "NT"
"""The word for no trump."""


class Ranking:
    """The order of the cards under one trump: the suit and the power of each card.

    The suit is the one that counts for following suit (a left bower belongs to trumps). Every trump has more power than
    any other card. Making a ranking goes through the whole pack, so callers cache them.

    Args:
        trump: the trump suit; None, or a name that is no suit, for no trump.
        suit: the suit of each card.
        power: the power of each card, above 0; within a suit the higher card has more.
    """

    __slots__ = ("cards", "led", "power", "suit", "trump")

    def __init__(self, trump: str | None, suit: Mapping[Card, str], power: Mapping[Card, int]) -> None:
        self.trump: str | None = trump
        self.suit: Mapping[Card, str] = suit
        self.power: Mapping[Card, int] = power
        suits = sorted(set(suit.values()))
        self.cards: dict[str, frozenset[Card]] = {
            of: frozenset(card for card, its in suit.items() if its == of) for of in suits
        }
        """The cards of each suit."""
        strength = {of: {card: power[card] if its in {of, trump} else 0 for card, its in suit.items()} for of in suits}
        self.led: dict[Card, tuple[frozenset[Card], dict[Card, int]]] = {
            card: (self.cards[of], strength[of]) for card, of in suit.items()
        }
        """For each card that may be led: the cards of its suit, and the strength of every card in that trick. This is
        its power, or 0 if it is neither of that suit nor a trump."""


def ranking(pack: Sequence[Card], trump: str | None, raised: Sequence[Card] = (), suit: str | None = None) -> Ranking:
    """Return the ranking of a pack that lists each suit from high to low, with trumps above the other suits.

    Args:
        pack: the cards.
        trump: the trump suit, None for no trump.
        raised: cards that rank above all others, the highest first; cards that are not in the pack are ignored.
        suit: the suit of these cards, if it is not trumps.
    """
    above = [card for card in raised if card in pack]
    order = [*above, *(card for card in pack if card not in above)]
    belongs = {card: card[-1] for card in pack} | dict.fromkeys(above, suit or trump or "")
    top = len(order)
    return Ranking(trump, belongs, {card: top - i + top * (belongs[card] == trump) for i, card in enumerate(order)})


NOBODY: Final = -1
"""The winner of a drawn trick."""


class Trick(NamedTuple):
    """A finished trick: the seats in playing order, the card of each, the winner, and the points."""

    seats: tuple[Seat, ...]
    cards: tuple[Card, ...]
    winner: Seat
    points: int


_MADE: Final = made
_ASK: Final = Ask
_TRICK: Final = Trick
"""Compiled code reads a `Final` of its own module directly, and looks up other names in a dictionary."""


def taken(sides: Sequence[Side], won: Sequence[Trick]) -> tuple[int, ...]:
    """Add up each side's points in the tricks `won`; `sides` has the side of each seat. Drawn tricks count for none."""
    totals = [0] * len(set(sides))
    for _, _, winner, points in won:
        if winner != NOBODY:
            totals[sides[winner]] += points
    return tuple(totals)


def card_points(points: Mapping[Card, int], cards: Sequence[Card]) -> int:
    """Return the total points of some cards; cards without an entry in `points` count 0."""
    return sum([points.get(card, 0) for card in cards])


def winning(cards: Sequence[Card], rank: Ranking) -> int:
    """Return which of the `cards` wins by `rank`, as an index: the highest trump, else the highest of the suit led."""
    _, strength = rank.led[cards[0]]
    powers = [strength[card] for card in cards]
    return powers.index(max(powers))


class Playing:
    """The state of play of a hand. `tricks` updates it, and hands it to duties and hooks.

    Args:
        hands: the hands; copied.
        rank: the order of the cards.
        order: the seats of the first trick in turn, the leader first.
        won: the tricks already finished.

    Attributes:
        hands: the cards that each seat still holds.
        rank: the order of the cards.
        order: the seats of this trick in turn, the leader first.
        cards: the cards on the table.
        won: the finished tricks.
        named: the suit named for the card led, if it is not the card's own; else None.
        hidden: the seats whose cards on the table lie face down.
        points: the points of the tricks that each seat has won.
    """

    __slots__ = ("cards", "hands", "hidden", "named", "order", "points", "rank", "won")

    def __init__(
        self, hands: Sequence[Sequence[Card]], rank: Ranking, order: tuple[Seat, ...], won: Sequence[Trick] = ()
    ) -> None:
        self.hands: list[list[Card]] = [list(hand) for hand in hands]
        self.rank: Ranking = rank
        self.order: tuple[Seat, ...] = order
        self.cards: list[Card] = []
        self.won: list[Trick] = list(won)
        self.named: str | None = None
        self.hidden: list[Seat] = []
        self.points: list[int] = [0] * len(hands)

    @property
    def led(self) -> str:
        """The suit to follow."""
        return self.named or self.rank.suit[self.cards[0]]

    @property
    def winner(self) -> Seat:
        """The seat whose card is winning so far."""
        return self.order[winning(self.cards, self.rank)]

    def of(self, hand: Sequence[Card], suit: str | None) -> list[Card]:
        """Return the cards of a hand that belong to a suit."""
        cards = self.rank.cards.get(suit or "")
        return [card for card in hand if card in cards] if cards else []

    def beating(self, cards: Sequence[Card]) -> list[Card]:
        """Return those of `cards` that would beat every card on the table."""
        _, strength = self.rank.led[self.cards[0]]
        best = max([strength[card] for card in self.cards])
        return [card for card in cards if strength[card] > best]

    def gather(self, winner: Seat, points: int) -> None:
        """Finish the trick: move its cards to `won` and credit the points."""
        self.won.append(_MADE(_TRICK, (self.order, tuple(self.cards), winner, points)))
        self.cards.clear()
        self.named = None
        if winner != NOBODY:
            self.points[winner] += points


Duty: TypeAlias = Callable[[Sequence[Card], Playing], Sequence[Card]]
"""Returns the legal cards of a hand in the state of play. On an empty table the hand leads, usually any card."""
Happening: TypeAlias = Rules[bool | None] | bool | None
"""The result of a hook: a coroutine if it asks or tells something. If it comes to True, play stops."""
Hook: TypeAlias = Callable[[Playing, Seat], Happening]
"""A function that `tricks` calls before or after a seat plays a card."""


def follow_suit(hand: Sequence[Card], on: Playing) -> Sequence[Card]:
    """Return the cards of the suit led `on` a trick, or the whole hand if there are none: no duty to trump or beat."""
    return on.of(hand, on.led) or hand if on.cards else hand


def first_lead(hand: list[Card], seat: Seat) -> Rules[Card]:
    """Ask for a first lead whose suit becomes trump, and announce it in a note `trump SUIT` (TH-38, DN-8).

    The card leaves the hand. Pass it to `tricks` as `begun`.
    """
    card = yield Ask(seat, "play", tuple(hand))
    hand.remove(card)
    yield Note("trump", (card[-1],))
    return card


class HandRules(NamedTuple):
    """The rules that the tricks of a hand are played by.

    Args:
        seats: the seats that take part, in turn order.
        rank: the order of the cards.
        worth: the points of the cards of a trick; None if each trick counts 1.
        duty: the legal cards of a seat that follows.
        leads: the legal cards of a leader; None if any card may be led.
        takes: the winner of a complete trick, or `NOBODY`; None if the highest card wins.
        answers: the seat that answers for each seat; None if every seat answers for itself.
        face_down: whether a seat plays its card face down; such cards are turned up when the trick is complete.
        before: a hook before a seat is asked for a card.
        words: what a seat may say in place of a card. It is then asked again, for the card alone.
        said: a hook after a seat has said one of these words; it returns whether play stops.
        talk: the table talk that goes with a card, if any.
        after: a hook after a card was played and lies on the table.
        after_trick: a hook after the note of each trick.
    """

    seats: Sequence[Seat]
    rank: Ranking
    worth: Callable[[Sequence[Card]], int] | None = None
    duty: Duty = follow_suit
    leads: Duty | None = None
    takes: Callable[[Playing], Seat] | None = None
    answers: Sequence[Seat] | None = None
    face_down: Callable[[Playing, Seat], bool] | None = None
    before: Hook | None = None
    words: Callable[[Seat], tuple[Word, ...]] | None = None
    said: Callable[[Seat], Rules[bool]] | None = None
    talk: Talk | None = None
    after: Hook | None = None
    after_trick: Callable[[Playing], Happening] | None = None


def _plain(seats: Sequence[Seat], rank: Ranking | None) -> HandRules:
    assert rank is not None, "tricks needs rules, or seats and rank"
    return HandRules(seats, rank)


def tricks(
    hands: Sequence[Sequence[Card]],
    leader: Seat,
    rules: HandRules | None = None,
    *,
    seats: Sequence[Seat] = (),
    rank: Ranking | None = None,
    begun: Sequence[Card] = (),
    named: str | None = None,
    won: Sequence[Trick] = (),
) -> Rules[tuple[Trick, ...]]:
    """Play tricks until the hands are empty; after each, a note `trick WINNER POINTS` announces winner and points.

    A drawn trick has no winner (`trick - POINTS`), and its leader leads again.

    Args:
        hands: the hand of every seat; copied.
        leader: the seat that leads, or has led, to the first trick.
        rules: how the tricks are played; None for `HandRules(seats, rank)`, which is all that many games need.
        seats: the seats that take part, in turn order, if there are no `rules`.
        rank: the order of the cards, if there are no `rules`.
        begun: cards already played to the first trick and gone from the hands, to enter in the middle.
        named: the suit already named for the card led, to enter after that.
        won: tricks already finished, to enter in the middle.

    Returns:
        All finished tricks in order. A trick that a hook stopped in the middle is not among them.
    """
    rules = _plain(seats, rank) if rules is None else rules
    seats, rank, worth, duty, leads, takes, answers, face_down, before, words, said, talk, after, after_trick = rules
    orders, asked = cycle(tuple(seats)), _asked(len(hands), None if answers is None else tuple(answers))
    on = Playing(hands, rank, orders[leader], won)
    on.named = named
    held, cards, led = on.hands, on.cards, rank.led
    cards += begun
    follows = None if duty is follow_suit else duty  # the usual duty is inlined below, for speed
    suit, strength = (rank.cards[on.led], led[cards[0]][1]) if cards else _NOTHING
    best, highest = (on.winner, max([strength[card] for card in cards])) if cards else (leader, 0)
    while cards or held[leader]:
        order = on.order = orders[leader]
        may = follows if cards else leads
        for seat in order[len(cards) :]:
            if before is not None and (happens := before(on, seat)) and (happens is True or (yield from happens)):
                return tuple(on.won)
            hand = held[seat]
            legal: Sequence[Card] = hand
            if may is not None:
                legal = may(hand, on)
            elif cards:
                legal = [card for card in hand if card in suit] or hand
            told: Told = "all" if face_down is None else _laid(on, seat, face_down)
            player, of = asked[seat]
            can = tuple(legal)
            more = words(seat) if words is not None else ()
            card = yield _MADE(_ASK, (player, "play", can + more, told, of, talk))
            if card in more:
                if said is not None and (yield from said(seat)):
                    return tuple(on.won)
                card = yield _MADE(_ASK, (player, "play", can, told, of, talk))
            hand.remove(card)
            if not cards:
                may, highest = follows, 0
                suit, strength = led[card]
            cards.append(card)
            if strength[card] > highest:
                best, highest = seat, strength[card]
            if after is not None and (happens := after(on, seat)) and (happens is True or (yield from happens)):
                return tuple(on.won)
            suit = suit if on.named is None else rank.cards[on.named]
        if on.hidden:
            yield from _turn_up(on, tuple(sorted(set(answers or seats))))
        winner = best if takes is None else takes(on)
        points = 1 if worth is None else worth(cards)
        on.gather(winner, points)
        leader = leader if winner == NOBODY else winner
        yield _told(winner, points)
        if after_trick is not None and (happens := after_trick(on)) and (happens is True or (yield from happens)):
            break
    return tuple(on.won)


_NOTHING: Final[tuple[frozenset[Card], dict[Card, int]]] = (frozenset(), {})


def _laid(on: Playing, seat: Seat, face_down: Callable[[Playing, Seat], bool]) -> Told:
    """Return what the others learn of a seat's card; note it if the card lies face down."""
    if not face_down(on, seat):
        return "all"
    on.hidden.append(seat)
    return "fact"


def _turn_up(on: Playing, players: tuple[Seat, ...]) -> Rules[None]:
    """Show all players the cards of a trick that were played face down."""
    for seat in on.hidden:
        yield Show(players, "turned", seat, (on.cards[on.order.index(seat)],))
    on.hidden.clear()


@cache
def _asked(seats: int, answers: tuple[Seat, ...] | None) -> tuple[tuple[Seat, Seat | None], ...]:
    """Return for each seat the seat that is asked, and the `hand` of the question: None if seats answer themselves."""
    return tuple((seat, None) if answers is None else (answers[seat], seat) for seat in range(seats))


@cache
def _told(winner: Seat, points: int) -> Note:
    """Return the note of a trick. There are few different ones, so they are cached."""
    return Note("trick", ("-" if winner == NOBODY else winner, points))
