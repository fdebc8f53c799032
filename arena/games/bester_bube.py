"""Bester Bube: three to six players draw twice to five cards; the jacks of one color rule; tricks are paid in chips."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from arena.games.careful import careful_play
from arena.games.kernel import (
    Ask,
    Card,
    Chance,
    Game,
    Measure,
    Note,
    Plan,
    Result,
    Rules,
    Sampler,
    Seat,
    Show,
    View,
    Words,
    listed,
    page,
    seated,
)
from arena.games.kernel.game import MOST_SCORE
from arena.games.kernel.options import Options as BaseOptions
from arena.games.kernel.options import WrongOption, option, seat_words, variations
from arena.games.parts.bowers import COLOR_MATE
from arena.games.parts.cards import PACKETS, SUITS, by_order, give, pack, show_hands, turn_trump, with_stock
from arena.games.parts.chips import Chips, Standing, told
from arena.games.parts.draws import first_dealer, no_seat
from arena.games.parts.exchange import DONE, lay_and_draw
from arena.games.parts.races import after_deals
from arena.games.parts.tricks import HandRules, Playing, follow_suit, ranking, taken, tricks
from arena.games.parts.turns import turns

PACK: Final = pack("AKQJT987")
READING: Final = by_order(PACK)
BOYS: Final = {trump: (f"J{trump}", f"J{COLOR_MATE[trump]}") for trump in SUITS}
"""The Best Boy and the Second Boy under each trump, the best cards of the first and of the second trick."""
RANKINGS: Final = {trump: ranking(PACK, trump, raised=BOYS[trump]) for trump in SUITS}
ANTE = 5
"""The chips that the dealer pays (BB-5)."""
WORD_LENGTH = 64
"""The most characters of a word of the protocol, such as `scores=5,-10,5,0`."""
DRAWS = 2
"""The rounds of drawing (BB-10)."""
BLIND_TRICKS = 2
"""The tricks in which trump counts as led: one for each boy (BB-15 to BB-21)."""
NONE = "none"
"""The word for leaving the turn-up (BB-13), and the option without a limit (BB-25)."""


@variations
@dataclass(frozen=True)
class Options(BaseOptions):
    """The house rules; a variation is a named set of them."""

    players: int = option(4, range(3, 7), "The number of players.", "BB-1, BB-7")
    first_dealer: str = option("random", ("random", *seat_words(6)), "Who deals first.", "BB-3")
    rounds: int = option(2, range(1, 21), "How often everybody deals.", "BB-4")
    deal_packets: str = option("three_two", tuple(PACKETS), "The packets in which the hands are dealt.", "BB-6")
    turn_up: str = option("must_take", ("must_take", "may_take"), "Whether the dealer may leave the turn-up.", "BB-13")
    follow_suit: str = option("free", ("free", "suit"), "Whether suit is followed from the third trick on.", "BB-22")
    trick_pay: str = option("one_chip", ("one_chip", "share"), "A chip for a trick, or a fifth of the pot.", "BB-24")
    bete_cap: int | str = option(
        NONE, (NONE, range(5, 1001, 5)), "The most chips that a player without a trick pays.", "BB-25"
    )

    def conflicts(self) -> Iterator[WrongOption]:
        """Yield a problem if the first dealer is a seat that the game does not have."""
        yield from no_seat("first_dealer", self.first_dealer, self.players)


PRESETS = {
    "standard": Options(),
    "share": Options(trick_pay="share"),
    "tournament": Options(trick_pay="share", bete_cap=20, rounds=4),
    "follow": Options(follow_suit="suit"),
    "free-turn-up": Options(turn_up="may_take"),
}


def start(o: Options, chance: Chance) -> Rules[Standing]:
    """Choose the first dealer (BB-3)."""
    yield from ()
    return Standing(first_dealer(o.first_dealer, turns(0, o.players), chance), (0,) * o.players)


def dealing(o: Options, standing: Standing) -> Plan:
    """Return where each card of the pack goes: eldest first, then the turn-up, then the stock (BB-6, BB-7)."""
    n = o.players
    return with_stock(turns((standing.dealer + 1) % n, n), PACKETS[o.deal_packets], len(PACK))


def deal(o: Options, standing: Standing, chance: Chance) -> Rules[Standing]:
    """Pay, deal, draw twice, take the turn-up, play five tricks, pay again (BB-3 to BB-27)."""
    n, dealer = o.players, standing.dealer
    order = turns((dealer + 1) % n, n)
    chips = standing.chips.pay((dealer,), ANTE)
    yield told(standing.chips, chips)
    hands, _, turned, stock = give(chance("pack", PACK), dealing(o, standing), PACK, n)
    yield from show_hands(hands)
    trump = yield from turn_trump(turned, turns(0, n))
    for _ in range(DRAWS):
        for seat in order:
            yield from lay_and_draw(hands[seat], stock, seat, key=READING, kind="draw", least=0, most=5)
    yield from take_turn_up(o, hands[dealer], dealer, turned, len(stock))
    may = partial(legal, dealer, BOYS[trump], free=o.follow_suit == "free")
    won = yield from tricks(
        hands, order[0], HandRules(order, RANKINGS[trump], duty=may, leads=may, takes=winner, face_down=blind)
    )
    finished, deals = standing.finished + 1, o.rounds * n
    paid = settle(o, chips, taken(range(n), won), last=finished == deals)
    if finished < deals and not countable(Standing(order[0], paid.balances, finished, (), paid.pool)):
        finished, paid = deals, paid.divide()
    yield told(chips, paid)
    yield Note("scores", paid.balances)
    return Standing(order[0], paid.balances, finished, (), paid.pool)


def countable(standing: Standing) -> bool:
    """Return whether bots can be told of the chips, and a result holds them after one deal more (BB-R5).

    Without `bete_cap` nothing bounds them: all players but one may pay the start pot in each deal.
    """
    most = max(map(abs, standing.scores)) + standing.pool + 4 * ANTE  # nobody pays or gets more than a start pot
    return most <= MOST_SCORE and max(map(len, standing.words())) <= WORD_LENGTH


def take_turn_up(o: Options, hand: list[Card], dealer: Seat, turned: Card, left: int) -> Rules[None]:
    """Let the dealer lay a card aside for the turn-up (BB-13); what it lays aside stays secret."""
    words = (*hand, NONE) if o.turn_up == "may_take" else tuple(hand)
    word = yield Ask(dealer, "turn_up", words, told="fact")
    if word == NONE:
        yield Note("drawn", (dealer, 0, left))
        return
    hand.remove(word)
    yield Show(turns(0, o.players), "taken", dealer, (turned,))
    hand.append(turned)
    hand.sort(key=READING)


def legal(dealer: Seat, boys: Sequence[Card], hand: Sequence[Card], on: Playing, *, free: bool) -> Sequence[Card]:
    """Return the legal cards: in the first two tricks a Boy must come, and trumps are led (BB-15 to BB-18, BB-21, 22).

    Args:
        dealer: the dealer, who may keep a Boy.
        boys: the Best Boy and the Second Boy.
        hand: the hand.
        on: the state of play.
        free: whether suit need not be followed.
    """
    number = len(on.won)
    if number >= len(boys):
        return hand if free else follow_suit(hand, on)
    if boys[number] in hand and on.order[len(on.cards)] != dealer:
        return (boys[number],)
    return hand if on.cards else on.of(hand, on.rank.trump) or hand


def blind(on: Playing, seat: Seat) -> bool:
    """Return whether a card is played face down: a lead to the first two tricks without a trump (BB-15, BB-17)."""
    return len(on.won) < BLIND_TRICKS and not on.cards and not on.of(on.hands[seat], on.rank.trump)


def winner(on: Playing) -> Seat:
    """Return who takes a trick: trump counts as led in the first two, even by a blind lead (BB-19, BB-21)."""
    if len(on.won) < BLIND_TRICKS and not on.of(on.cards, on.rank.trump):
        return on.order[0]
    return on.winner


def settle(o: Options, chips: Chips, won: Sequence[int], *, last: bool) -> Chips:
    """Return the chips after a deal: pay for tricks, let those without one pay, divide the last pot (BB-24 to BB-27).

    Args:
        o: the options.
        chips: the balances, and the start pot.
        won: the tricks of each seat.
        last: whether the session is over.
    """
    pot = chips.pool
    worth = 1 if o.trick_pay == "one_chip" else pot // 5
    for seat, count in enumerate(won):
        chips = chips.take(seat, worth * count)
    due = pot if isinstance(o.bete_cap, str) else min(pot, o.bete_cap)
    chips = chips.pay([seat for seat, count in enumerate(won) if not count], due)
    return chips.divide() if last else chips


def result(o: Options, standing: Standing) -> Result | None:
    """Return the result after the last deal (BB-4, BB-28)."""
    return after_deals(standing.scores, standing.finished, o.rounds * o.players, reason="deals")


def hidden(view: View) -> Sampler:
    """Return the sampler of the other hands, the cards laid aside, and the stock (BB-30)."""
    from arena.games.hidden.whereabouts import Whereabouts

    o, dealer = view.options, view.standing.dealer
    known = Whereabouts(view, PACK, dealing(o, view.standing))
    trump = known.facts.word("trump") or "S"
    rank = RANKINGS[trump]
    may = partial(legal, dealer, BOYS[trump], free=o.follow_suit == "free")
    known.tricks(rank, o.players, duty=may, blind=rank.cards[trump])
    return known.sampler()


def words(o: Options) -> Words:
    """Return every question and every word that can come."""
    return listed({"draw": (*PACK, DONE), "turn_up": (*PACK, NONE) if o.turn_up == "may_take" else PACK, "play": PACK})


GAME = Game(
    name="bester-bube",
    title="three to six draw twice; both jacks of the trump color lead; a pot pays tricks, and who has none pays it",
    clauses="BB",
    options=Options,
    presets=PRESETS,
    rules=page("bester-bube"),
    seating=lambda o: seated(range(o.players)),
    pack=lambda _: PACK,
    dealing=dealing,
    start=start,
    deal=deal,
    result=result,
    hidden=hidden,
    words=words,
    lead=lambda o: 2 * ANTE * o.rounds * o.players,
    measure=lambda _: Measure("points", "chips"),
    silent=("none", "done"),
    careful=careful_play("bester_bube"),
)
