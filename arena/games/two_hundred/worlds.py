"""Deals as they may be in truth, from what one seat was told."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from itertools import chain
from random import Random

from arena.games.cards import SUITS, Place
from arena.games.kernel import Card, Sampler, Seat, View, Word, World
from arena.games.kitty import KITTY
from arena.games.two_hundred.dealing import HIGH, dealing, hand_size, pack_for
from arena.games.two_hundred.kitty import FREELY, discard_class
from arena.games.two_hundred.options import Options
from arena.games.two_hundred.seats import Lineup, lineup
from arena.games.two_hundred.stacks import uncovered
from arena.games.two_hundred.told import Discard, Told, cards_seen, discard_cases, told_in
from arena.games.two_hundred.trump import RANKINGS
from arena.games.worlds import Slot, assemble, filling_one_of, outside, shuffled, voids

RANK = RANKINGS[SUITS[0]]
"""Any of them: trump does not change which suit a card belongs to."""


def sampler(view: View) -> Sampler:
    """Return what draws uniformly who holds the cards that the seat has not seen, and what was discarded.

    What is not in the hands of others lies face down in stacks, in the kitty, or among another contractor's discards.
    Of the cards that this contractor came to hold, any may have been in the kitty, and the discards of a class may have
    been made in any order.
    """
    o, who, told = view.options, lineup(view.options, view.standing), told_in(view.events)
    contents, stacks = cards_seen(view, told), uncovered(view.events) if o.format == "two_stacks" else {}
    seen = {*chain(told.opened, *contents.values(), *stacks.values())}
    unseen = [card for card in pack_for(o) if card not in seen]
    hands = {seat: hidden(o, who, told, seat) for seat in who.seats if seat not in {view.seat, *stacks}}
    rest = len(unseen) - sum(hands.values())
    discarder = told.contractor if o.kitty and told.contractor != view.seat else None
    cases = [Discard((Slot(rest),), FREELY)] if discarder is None else discard_cases(o, told, unseen, rest)
    void = voids(told.played, len(who.seats), RANK)
    filled = filling_one_of([(*slots(o, told, hands, void, case), *case.slots) for case in cases], unseen)
    known, where = misdeal_words(who, told), dealing(o, who.seats)

    def draw(rng: Random) -> World:
        drawn = filled(rng)
        cards = contents | {seat: contents[seat] + held for seat, held in zip(hands, drawn, strict=False)}
        loose = shuffled(chain.from_iterable(drawn[len(hands) :]), rng.random)
        if stacks:
            return World({"pack": assemble(where, cards | turned_over(stacks, loose))}, known)
        if discarder is None:
            cards[KITTY] = contents[KITTY] + loose
            return World({"pack": assemble(where, cards)}, known)
        pile = shuffled([*told.opened, *loose], rng.random)
        had = shuffled([*cards[discarder], *pile], rng.random)
        cards |= {discarder: had[o.kitty :], KITTY: had[: o.kitty]}
        away = tuple(sorted(pile, key=lambda card: discard_class(o, card, told.trump)))
        return World({"pack": assemble(where, cards)}, known | {(discarder, "discard"): away})

    return draw


def hidden(o: Options, who: Lineup, told: Told, seat: Seat) -> int:
    """Return how many cards another seat holds."""
    more = o.kitty - told.exchanged if seat == told.contractor else 0
    return hand_size(o, len(who.seats)) + more - sum(by == seat for by, _ in told.played)


def slots(
    o: Options, told: Told, hands: Mapping[Seat, int], void: Mapping[Seat, Collection[str]], case: Discard
) -> list[Slot]:
    """Return the slots of the hidden hands: no suit that was not followed, and what else is known of a hand."""
    found = []
    for seat, size in hands.items():
        tests = [outside(void.get(seat, ()), RANK)]
        if seat == told.misdealt:
            tests.append(lambda card: card[0] not in HIGH)
        if seat == told.contractor and told.called is not None:
            tests.append(lambda card: card != told.called)
        if seat == told.contractor and case.lowest > FREELY:
            tests.append(lambda card: discard_class(o, card, told.trump) >= case.lowest)
        found.append(Slot(size, all_of([test for test in tests if test])))
    return found


def all_of(tests: Sequence[Callable[[Card], bool]]) -> Callable[[Card], bool] | None:
    """Return the test that a card passes if it passes all of them; None if there are none."""
    return (lambda card: all(test(card) for test in tests)) if tests else None


def misdeal_words(who: Lineup, told: Told) -> dict[tuple[Seat, str], tuple[Word, ...]]:
    """Return what each bidder says if he may call a misdeal: only one who called it wants to (TH-15)."""
    return {(seat, "misdeal"): ("misdeal" if seat == told.misdealt else "play",) for seat in who.bidders}


def turned_over(stacks: Mapping[Seat, Sequence[Card | None]], loose: Sequence[Card]) -> dict[Place, list[Card]]:
    """Return the cards of the stacked seats in the order received, the loose ones for those that lie face down."""
    down = iter(loose)
    return {seat: [next(down) if card is None else card for card in cards] for seat, cards in stacks.items()}
