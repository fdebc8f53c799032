"""Deals as they may be in truth, from what one seat was told.

Cards that the seat has not seen are spread over hands and discards; then each exchange is undone: of the cards that a
seat came to hold, any may have been those that it took. That makes every deal equally likely, as far as the exchanged
hands go. What is known of a hand as it was dealt is built in, but for the joker or split bowers of a hand that was
exchanged: deals are drawn again until it had them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import chain, islice, product
from math import comb, prod
from random import Random
from typing import NamedTuple, TypeAlias

from arena.games.american_five_hundred.bidding import may_announce
from arena.games.american_five_hundred.dealing import LOW, MIDDLE, PACK, SEATS, dealing
from arena.games.american_five_hundred.told import Told, must_hold_joker, told_in
from arena.games.bowers import JOKER
from arena.games.cards import Place
from arena.games.joker import NONE
from arena.games.kernel import Card, Sampler, Seat, View, Word, World
from arena.games.kitty import KITTY
from arena.games.worlds import Filling, Slot, assemble, filling_one_of, shuffled

Test: TypeAlias = Callable[[Card], bool]
Secrets: TypeAlias = dict[tuple[Seat, str], tuple[Word, ...]]
SPLITS = (
    ((JOKER,), ()),
    (("JS", "JH"), (JOKER,)),
    (("JS", "JD"), (JOKER, "JH")),
    (("JC", "JH"), (JOKER, "JS")),
    (("JC", "JD"), (JOKER, "JS", "JH")),
)
"""The ways to hold the joker or split bowers: cards that are there, cards that are not; no hand fits two (AF-22)."""
HELD, LOW_DEALT = 10 + MIDDLE, 9
"""The cards of a hand and the middle together, and the low cards of a hopeless hand."""


def sampler(view: View) -> Sampler:
    """Return what draws uniformly who was dealt the cards that the seat has not seen, and what was put away."""
    told = told_in(view)
    spread = Spread.of(told)
    where = dealing(view.standing.dealer)
    checked = [seat for seat in told.takers if seat in told.announced and seat != told.seat]
    known: Secrets = {(seat, "ace-no-face"): ("claim" if seat in told.claimed else "no-claim",) for seat in SEATS}
    if told.who is not None:
        known[told.who.contractor, "joker-suit"] = (told.joker_suit or NONE,)

    def draw(rng: Random) -> World:
        while True:
            dealt, secrets = undone(told, spread.draw(rng), rng)
            if all(may_announce(dealt[seat]) for seat in checked):
                return World({"pack": assemble(where, dealt)}, known | secrets)

    return draw


class Hidden(NamedTuple):
    """Where the cards lie that the seat has not seen.

    Args:
        hands: what each other seat holds.
        piles: what each other seat has put away, as far as nobody has taken it.
        middle: the middle, while nobody has taken it.
    """

    hands: dict[Seat, list[Card]]
    piles: dict[Seat, list[Card]]
    middle: list[Card]


class Case(NamedTuple):
    """One of the ways in which what is known of a seat may be true; no cards fit two of them.

    Args:
        hand: the slots of what it holds.
        pile: the slots of what it has put away, as far as nobody has taken it.
        ways: in how many ways the same cards may have been dealt, as far as that differs between the cases.
    """

    hand: tuple[Slot, ...]
    pile: tuple[Slot, ...]
    ways: int = 1


class Spread(NamedTuple):
    """What there is to draw.

    Args:
        hands: the seat of each slot of a hand; they come first.
        piles: the seat of each slot of a pile; they come next, and then the middle.
        filling: draws the cards of all slots.
    """

    hands: tuple[Seat, ...]
    piles: tuple[Seat, ...]
    filling: Filling

    @classmethod
    def of(cls, told: Told) -> Spread:
        """Return what a view leaves open."""
        given = passed_on(told)
        seen = {*told.hand, *told.taken, *(card for _, card in told.order)}.difference(given)
        others = {seat: list(cases_of(told, seat, given)) for seat in SEATS if seat != told.seat}
        middle = Slot(0 if told.takers else MIDDLE)
        together = list(product(*others.values()))
        slots = [(*chain(*(case.hand for case in cases), *(case.pile for case in cases)), middle) for cases in together]
        cards = [card for card in PACK if card not in seen]
        return cls(
            hands=tuple(seat for seat, cases in others.items() for _ in cases[0].hand),
            piles=tuple(seat for seat, cases in others.items() for _ in cases[0].pile),
            filling=filling_one_of(slots, cards, [prod(case.ways for case in cases) for cases in together]),
        )

    def draw(self, rng: Random) -> Hidden:
        """Draw a place for every card."""
        filled = self.filling(rng)
        hands: dict[Seat, list[Card]] = {seat: [] for seat in self.hands}
        piles: dict[Seat, list[Card]] = {seat: [] for seat in self.piles}
        for seat, cards in zip(self.hands, filled, strict=False):
            hands[seat] += cards
        for seat, cards in zip(self.piles, filled[len(self.hands) :], strict=False):
            piles[seat] += cards
        return Hidden(hands, piles, filled[-1])


def passed_on(told: Told) -> tuple[Card, ...]:
    """Return the cards that the seat has put away and its partner has taken, as far as they are not played."""
    if told.seat not in told.takers[:-1] or not is_taken(told, told.seat):
        return ()
    return tuple(card for card in told.discarded if all(card != laid for _, laid in told.order))


def is_taken(told: Told, seat: Seat) -> bool:
    """Return whether a partner has taken what a seat put away (AF-27)."""
    at = told.takers.index(seat) + 1
    return at < len(told.takers) and told.has_taken(told.takers[at])


def cases_of(told: Told, seat: Seat, given: Sequence[Card]) -> Iterator[Case]:
    """Yield the cases of what is known of a hidden hand, and of what its owner has put away.

    Args:
        told: what the seat of the view was told.
        seat: whose hand it is.
        given: cards that nobody but a partner who took them can have.
    """
    tests: list[Test] = []
    if void := told.voids.get(seat):
        suit = told.rank.suit
        tests.append(lambda card: suit[card] not in void)
    if given and seat != told.takers[-1]:
        tests.append(lambda card: card not in given)
    if told.has_taken(seat) and seat in told.claimed:
        yield from claimed_cases(told, seat, tests)
        return
    pile = (Slot(told.away[seat]),) if seat in told.takers and not is_taken(told, seat) else ()
    for hand in hand_cases(told, seat, tests):
        yield Case(hand, pile)


def hand_cases(told: Told, seat: Seat, tests: Sequence[Test]) -> Iterator[tuple[Slot, ...]]:
    """Yield the slots of a hidden hand whose cards pass the tests, in each case of what is known of it."""
    size = told.holds(seat)
    if told.has_taken(seat):
        joker = int(must_hold_joker(told, seat))
        yield Slot(joker, JOKER.__eq__), Slot(size - joker, all_of(tests))
    elif seat in told.claimed:
        ace = int(all(card[0] != "A" for card in told.played[seat]))
        yield Slot(ace, all_of([*tests, is_ace])), Slot(size - ace, all_of([*tests, is_low]))
    elif seat in told.announced and not may_announce(told.played[seat]):
        yield from split_cases(told, seat, size, tests)
    else:
        yield (Slot(size, all_of(tests)),)


def claimed_cases(told: Told, seat: Seat, tests: Sequence[Test]) -> Iterator[Case]:
    """Yield the cases of a contractor who was dealt a hopeless hand: how many aces and pictures are where.

    Of his fifteen cards one ace and nine low cards were dealt to him; whatever else there is was in the middle.
    """
    joker = int(must_hold_joker(told, seat))
    size, away = told.holds(seat) - joker, told.away[seat]
    aces_laid = sum(is_ace(card) for card in told.played[seat])
    pictures_laid = sum(is_picture(card) for card in told.played[seat]) + joker
    for aces, pictures, aces_away, pictures_away in product(range(5), range(MIDDLE + 1), range(5), range(MIDDLE + 1)):
        low, low_away = size - aces - pictures, away - aces_away - pictures_away
        all_aces = aces_laid + aces + aces_away
        all_low = HELD - all_aces - pictures_laid - pictures - pictures_away
        ways = all_aces * comb(max(all_low, 0), LOW_DEALT)
        if ways and low >= 0 and low_away >= 0:
            kept = zip((aces, pictures, low), KINDS, strict=True)
            gone = zip((aces_away, pictures_away, low_away), KINDS, strict=True)
            yield Case(
                (Slot(joker, JOKER.__eq__), *(Slot(count, all_of([*tests, kind])) for count, kind in kept)),
                tuple(Slot(count, kind) for count, kind in gone),
                ways,
            )


def split_cases(told: Told, seat: Seat, size: int, tests: Sequence[Test]) -> Iterator[tuple[Slot, ...]]:
    """Yield the slots of a hand that was dealt the joker or split bowers, and has not shown them yet (AF-22)."""
    own = told.played[seat]
    for there, not_there in SPLITS:
        if any(card in own for card in not_there):
            continue
        wanted = [card for card in there if card not in own]
        pinned = [Slot(1, card.__eq__) for card in wanted] + [Slot(0)] * (2 - len(wanted))
        if size >= len(wanted) and all(test(card) for test in tests for card in wanted):
            yield *pinned, Slot(size - len(wanted), all_of([*tests, none_of(not_there)]))


def is_ace(card: Card) -> bool:
    """Return whether a card is an ace."""
    return card[0] == "A"


def is_low(card: Card) -> bool:
    """Return whether a card is a ten or lower."""
    return card in LOW


def is_picture(card: Card) -> bool:
    """Return whether a card is a king, queen or jack, or the joker."""
    return not (is_ace(card) or is_low(card))


KINDS = (is_ace, is_picture, is_low)


def none_of(cards: Sequence[Card]) -> Test:
    """Return the test that all other cards pass."""
    return lambda card: card not in cards


def all_of(tests: Sequence[Test]) -> Test:
    """Return the test that a card passes if it passes all of them."""
    return lambda card: all(test(card) for test in tests)


def undone(told: Told, hidden: Hidden, rng: Random) -> tuple[dict[Place, list[Card]], Secrets]:
    """Return the hands and the middle as they were dealt, and what was put away in secret.

    The exchanges are undone, the last one first. A pile may have been put away in any order.
    """
    dealt: dict[Place, list[Card]] = {seat: [*told.played[seat], *cards] for seat, cards in hidden.hands.items()}
    dealt[told.seat] = list(told.hand)
    secrets: Secrets = {}
    taken: list[Card] = hidden.middle
    for seat in reversed(told.takers):
        if not told.has_taken(seat):
            continue
        pile = taken if is_taken(told, seat) else hidden.piles.get(seat, [])
        if seat == told.seat:
            taken = list(told.taken)
            continue
        had = shuffled([*dealt[seat], *pile], rng.random)
        if told.seat in told.takers[:-1]:
            taken = list(told.discarded)
        else:
            taken = beside_hopeless(had) if seat in told.claimed else had[:MIDDLE]
        dealt[seat] = [card for card in had if card not in taken]
        secrets[seat, "discard"] = tuple(shuffled(pile, rng.random))
    dealt[KITTY] = taken
    return dealt, secrets


def beside_hopeless(cards: Sequence[Card]) -> list[Card]:
    """Return which of shuffled cards were in the middle, where those dealt were an ace and nine low cards."""
    own = [next(filter(is_ace, cards)), *islice(filter(is_low, cards), LOW_DEALT)]
    return [card for card in cards if card not in own]
