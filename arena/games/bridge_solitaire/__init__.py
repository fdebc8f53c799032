"""Bridge Solitaire: one player against the stock, 52 cards and two jokers; bid and play bridge hands; one rubber."""

from __future__ import annotations

from collections.abc import Sequence

from arena.games.bridge_solitaire.bidding import LAW, auction
from arena.games.bridge_solitaire.cards import DISCARDS, HOLE, JOKERS, PACK, PLAIN, PLAN, PLAYER, READING
from arena.games.bridge_solitaire.options import PRESETS, Options
from arena.games.bridge_solitaire.play import play_tricks
from arena.games.bridge_solitaire.score import Standing, result, score_hand
from arena.games.kernel import Card, Chance, Game, Measure, Plan, Rules, Sampler, Show, View, Words, listed, seated
from arena.games.parts.calls import every_call
from arena.games.parts.cards import STOCK, dealt, dealt_in_order, show_hands
from arena.games.parts.kitty import discards

LEAD = 1000
"""The points of a rubber by which two players often differ on the same packs."""


def start(_: Options, __: Chance) -> Rules[Standing]:
    """Begin the first rubber; there is no dealer (BS-1)."""
    yield from ()
    return Standing()


def deal(o: Options, standing: Standing, chance: Chance) -> Rules[Standing]:
    """Deal, choose six cards, bid, play, score (BS-1 to BS-37)."""
    cards = chance("pack", PACK)
    held = dealt_in_order(cards, PLAN, PACK)
    hand = held[PLAYER]
    yield from show_hands([hand])
    aside = yield from discards(hand, DISCARDS, PLAYER, without_jokers)
    if o.top_discard == "visible":
        yield Show((PLAYER,), "top-discard", PLAYER, (aside[-1],))
    yield Show((PLAYER,), HOLE, PLAYER, tuple(held[HOLE]))
    hand = sorted([*hand, *held[HOLE]], key=READING)
    bid = yield from auction(o, hand)
    tricks = yield from play_tricks(o, hand, dealt(cards, PLAN, STOCK), bid)
    return (yield from score_hand(o, standing, hand, bid, tricks))


def without_jokers(cards: Sequence[Card]) -> Sequence[Card]:
    """Return the cards that are not jokers: only these can be discarded (BS-3, BS-4)."""
    return [card for card in cards if card not in JOKERS]


def hidden(view: View) -> Sampler:
    """Return the sampler of the hole cards, and of the order of the stock (BS-37)."""
    from arena.games.hidden.whereabouts import Whereabouts

    return Whereabouts(view, PACK, PLAN).sampler()


def dealing(_: Options, __: Standing) -> Plan:
    """Return where each card of the pack goes: the hole cards, the face-up cards, the stock (BS-2)."""
    return PLAN


def words(_: Options) -> Words:
    """Return every question and every word that can come."""
    return listed({"discard": PLAIN, "call": every_call(LAW), "play": PACK})


GAME = Game(
    name="bridge-solitaire",
    title="one player against the stock; bid and play bridge hands; a rubber with as many points as possible",
    clauses="BS",
    options=Options,
    presets=PRESETS,
    seating=lambda _: seated((PLAYER,)),
    pack=lambda _: PACK,
    dealing=dealing,
    start=start,
    deal=deal,
    result=result,
    hidden=hidden,
    words=words,
    lead=lambda o: LEAD * o.rubbers,
    measure=lambda _: Measure("points"),
)
