"""American Five Hundred up to the contract: house rules, cards, claims and bids."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final, NamedTuple

from arena.games.kernel import Ask, Card, Note, Plan, Rules, Seat, Word
from arena.games.kernel.options import MOST, SWITCH, WrongOption, derived, option, seat_words, variations, word
from arena.games.kernel.options import Options as BaseOptions
from arena.games.parts.auction import PASS, Call, Calls, highest
from arena.games.parts.bid_values import BIDS, STANDARD, Bid, avondale
from arena.games.parts.bowers import JOKER
from arena.games.parts.cards import pack, plan, rounds
from arena.games.parts.joker import JokerLaw
from arena.games.parts.kitty import KITTY
from arena.games.parts.tricks import NO_TRUMP
from arena.games.parts.turns import turns

FINISH: Final = ("must_contract", "capped")
SEATS: Final = turns(0, 4)
PACK: Final = (JOKER, *pack("AKQJT987654"))
"""The 45 cards (AF-2)."""
LOW: Final = frozenset([card for card in PACK if card[0] in "T987654"])
"""The low cards: a hopeless hand has one ace and nine of these (AF-9)."""


@variations
@dataclass(frozen=True)
class Options(BaseOptions):
    """The house rules; a variation is a named set of them."""

    nullo: bool = option(True, (), "Whether a player may bid to lose every trick.", "AF-23, AF-32")
    granola: str = option(
        "auto", SWITCH, "Whether a nullo bidder's partner may bid nullo for both; `auto` follows nullo.", "AF-24, AF-27"
    )
    ace_no_face: bool = option(
        True, (), "Whether partners may annul the deal if one holds one ace and no face card.", "AF-9 to AF-12"
    )
    inkle: str = option("one", ("one", "both"), "How many bids of six an auction may have.", "AF-17, AF-18")
    special_no: str = option(
        "truthful",
        ("truthful", "free", "off"),
        "Who may announce a no-trump bid as `NO`: holders of the joker or split bowers, all, or none.",
        "AF-20 to AF-22",
    )
    auction: str = option(
        "single", ("single", "rounds"), "Whether each seat speaks once, or bidding goes round.", "AF-15"
    )
    slam_bonus: str = option(
        "auto", SWITCH, "Whether winning all ten tricks scores at least 250; `auto`: on if auction=single.", "AF-40"
    )
    defender_finish: str = option(
        "must_contract", FINISH, "Whether defenders stop below the target, or may pass it without winning.", "AF-43"
    )
    target: int = option(500, range(10, MOST + 1, 10), "The score that wins the game.", "AF-43")
    loss_floor: str | int = option(-500, ("none", range(-MOST, 0, 10)), "The score that loses the game.", "AF-44")
    first_dealer: str = option("draw", ("draw", *seat_words(4)), "Who deals first.", "AF-6")
    max_deals: int = option(200, range(1, MOST + 1), "The game stops after this many deals.", "AF-45")

    def conflicts(self) -> Iterator[WrongOption]:
        """Yield a problem if granola is on without nullo."""
        if self.granola == "on" and not self.nullo:
            yield WrongOption(("granola",), "'on' needs nullo to be bid before it; set nullo=on or granola=auto")

    def in_force(self) -> dict[str, str]:
        """Return the words of the `game` line, with every `auto` replaced by what it stands for."""
        return self.words() | {"granola": word(self.has_granola), "slam_bonus": word(self.slam)}

    @derived
    def has_granola(self) -> bool:
        """Whether granola may be bid (AF-24)."""
        return self.nullo if self.granola == "auto" else self.granola == "on"

    @derived
    def slam(self) -> bool:
        """Whether winning all ten tricks scores at least 250 (AF-40)."""
        return self.auction == "single" if self.slam_bonus == "auto" else self.slam_bonus == "on"


@cache
def dealing(dealer: Seat) -> Plan:
    """Return where each card of the pack goes (AF-8)."""
    order = turns((dealer + 1) % 4, 4)
    return plan([*rounds((*order, KITTY), (3, 2)), *rounds(order, (3, 2))])


def is_hopeless(hand: Sequence[Card]) -> bool:
    """Return whether a hand as dealt has exactly one ace, no king, queen or jack, and no joker (AF-9)."""
    return [card[0] for card in hand if card not in LOW] == ["A"]


def claims(hands: Sequence[Sequence[Card]], order: Sequence[Seat]) -> Rules[frozenset[Seat] | None]:
    """Ask each seat with a hopeless hand, in turn, whether it claims, and its partner whether to agree (AF-10, AF-11).

    Return the seats that may not bid nullo because a partner refused (AF-12); None if the deal is annulled.
    """
    barred: set[Seat] = set()
    for seat in order:
        if is_hopeless(hands[seat]) and (yield Ask(seat, "ace-no-face", ("claim", "no-claim"), "nobody")) == "claim":
            yield Note("claim", (seat,))
            partner = (seat + 2) % 4
            if (yield Ask(partner, "annul", ("agree", "refuse"))) == "agree":
                return None
            barred |= {seat, partner}
    return frozenset(barred)


NULLO, GRANOLA = "nullo", "granola"
ANNOUNCED: Final = {f"{tricks}NO": f"{tricks}{NO_TRUMP}" for tricks in range(6, 11)}
"""The no-trump bids as special announcements, each with the plain word for the same bid (AF-21)."""
PLAIN: Final = avondale(STANDARD) | {NULLO: 250, GRANOLA: 510}
VALUES: Final = PLAIN | {word: PLAIN[plain] for word, plain in ANNOUNCED.items()}
"""The value of every bid; a higher value is a higher bid (AF-13, AF-38, AF-R10)."""
WORDS: Final = tuple(sorted(VALUES, key=lambda word: (VALUES[word], word in ANNOUNCED)))
"""All bids from low to high, each special announcement after its plain word."""


def open_words(
    o: Options, hands: Sequence[list[Card]], barred: Collection[Seat], order: Sequence[Seat], seat: Seat, calls: Calls
) -> Sequence[Word]:
    """Return the legal calls of a seat: pass or a higher bid; none for the high bidder (AF-13 to AF-16)."""
    best = highest(calls)
    if best is not None and best.seat == seat:
        return ()
    return words_over(
        0 if best is None else VALUES[best.word],
        sixes=may_inkle(o, order, seat, calls),
        announced=announces(o, hands[seat], seat, calls),
        nullo=o.nullo and seat not in barred,
        granola=o.has_granola and ((seat + 2) % 4, NULLO) in calls,
    )


@cache
def words_over(value: int, *, sixes: bool, announced: bool, nullo: bool, granola: bool) -> tuple[Word, ...]:
    """Return pass, and the bids above a value of those kinds that are open (AF-23, AF-24)."""
    shut = {NULLO: not nullo, GRANOLA: not granola} | dict.fromkeys(ANNOUNCED, not announced)
    words = [word for word in WORDS if VALUES[word] > value and (sixes or word[0] != "6")]
    return (PASS, *[word for word in words if not shut.get(word)])


def may_inkle(o: Options, order: Sequence[Seat], seat: Seat, calls: Calls) -> bool:
    """Return whether a seat may bid six: only the first two speakers, on their first turn, one or both (AF-17)."""
    first = seat in order[:2] and seat not in [by for by, _ in calls]
    return first and (o.inkle == "both" or "6" not in [word[0] for _, word in calls])


def announces(o: Options, hand: Collection[Card], seat: Seat, calls: Calls) -> bool:
    """Return whether a seat may announce `NO`: one of the first two bidders, with the cards for it (AF-20, AF-22)."""
    bidders = list(dict.fromkeys([by for by, word in calls if word != PASS]))
    first = seat in bidders[:2] or len(bidders) < 2
    return first and (o.special_no == "free" or (o.special_no == "truthful" and may_announce(hand)))


def may_announce(hand: Collection[Card]) -> bool:
    """Return whether a hand as dealt has the joker, or jacks of both colors (AF-22, AF-R9)."""
    return JOKER in hand or (("JS" in hand or "JC" in hand) and ("JH" in hand or "JD" in hand))


class Contract(NamedTuple):
    """A contract: seat, winning numbers of tricks, value, seats that take the middle in turn, players, trump, joker."""

    contractor: Seat
    tricks: range
    value: int
    takers: tuple[Seat, ...]
    seats: tuple[Seat, ...]
    trump: str
    law: JokerLaw


@cache
def contract_of(call: Call) -> Contract:
    """Return the contract of a bid: nullo is played alone, granola with two exchanges (AF-27, AF-32, AF-33, AF-37)."""
    seat, word = call
    partner, bid = (seat + 2) % 4, BIDS.get(ANNOUNCED.get(word, word), Bid(0, NO_TRUMP))
    tricks, law = range(bid.tricks, 11 if bid.tricks else 1), JokerLaw(restricted=True, forced=bid.tricks == 0)
    takers = (seat, partner) if word == GRANOLA else (seat,)
    seats = tuple([other for other in SEATS if word != NULLO or other != partner])
    return Contract(seat, tricks, VALUES[word], takers, seats, bid.trump, law)
