"""Triomphe (French Ruff): two players, or four or six with partners side by side; most of five tricks; to five."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from arena.games.careful import careful_play
from arena.games.kernel import (
    Card,
    Chance,
    Game,
    Plan,
    Result,
    Rules,
    Sampler,
    Seat,
    Show,
    Side,
    View,
    Words,
    listed,
    page,
    seated,
)
from arena.games.kernel.options import Need, WrongOption, option, seat_words, unmet, variations
from arena.games.kernel.options import Options as BaseOptions
from arena.games.parts.cards import PACKETS, SUITS, TURN_UP, by_order, give, pack, show_hands, turn_trump, with_stock
from arena.games.parts.draws import first_dealer, no_seat
from arena.games.parts.duties import head_or_trump
from arena.games.parts.finish import Standing
from arena.games.parts.races import at_target, for_one, score_deal
from arena.games.parts.robbing import rob, swap
from arena.games.parts.tricks import HandRules, Trick, ranking, taken, tricks
from arena.games.parts.turns import turns

PACK: Final = pack("KQJAT9876")
"""The 36 cards, each suit from high to low (TP-3, TP-4)."""
READING: Final = by_order(PACK)
LOW = {trump: ranking(PACK, trump) for trump in SUITS}
HIGH = {trump: ranking(pack("AKQJT9876"), trump) for trump in SUITS}
RANKINGS_BY_ACE = {False: LOW, True: HIGH}
"""The order of the cards under each trump, with the ace below the jack or above the king (TP-4)."""
TAKE, LEAVE = ROB = ("take", "leave")
TWO_THREES, THREE_PAIRS = "two_threes", "three_pairs"
MOST_TRICKS = 3
"""So many of the five tricks are most of them (TP-18)."""


@variations
@dataclass(frozen=True)
class Options(BaseOptions):
    """The house rules; a variation is a named set of them."""

    players: int = option(4, (2, 4, 6), "The number of players.", "TP-1, TP-2, TP-7")
    six_sides: str = option(TWO_THREES, (TWO_THREES, THREE_PAIRS), "The sides of six players.", "TP-2, TP-19")
    first_dealer: str = option("random", ("random", *seat_words(6)), "Who deals first.", "TP-5")
    deal_packets: str = option("three_two", tuple(PACKETS), "The packets in which the hands are dealt.", "TP-6")
    ace_high: bool = option(False, (), "Whether the ace ranks above the king.", "TP-4")
    ace_exchange: str = option(
        "any_card", ("any_card", "ace_itself"), "What a player lays aside for the turn-up.", "TP-10"
    )
    overlook: bool = option(True, (), "Whether partners see each other's hands.", "TP-21")
    vole_points: int = option(2, range(1, 6), "The points for all five tricks.", "TP-18")
    target: int = option(5, range(1, 22), "The score that wins the game.", "TP-20")

    def conflicts(self) -> Iterator[WrongOption]:
        """Yield a problem for a first dealer without a seat, and for sides of six without six players."""
        yield from no_seat("first_dealer", self.first_dealer, self.players)
        yield from unmet(self, [Need(("six_sides",), lambda o: o.players == 6, "six players", "players=6")])


PRESETS = {
    "standard": Options(),
    "two-player": Options(players=2),
    "six-player": Options(players=6),
    "six-player-pairs": Options(players=6, six_sides=THREE_PAIRS),
    "french-ace": Options(ace_high=True),
    "ace-for-turn-up": Options(ace_exchange="ace_itself"),
    "closed-hands": Options(overlook=False),
}


def sides(o: Options) -> tuple[Side, ...]:
    """Return the side of each seat; partners sit side by side (TP-2)."""
    size = 1 if o.players == 2 else 3 if o.players == 6 and o.six_sides == TWO_THREES else 2
    return tuple([seat // size for seat in range(o.players)])


def overlookers(o: Options) -> list[tuple[Seat, ...]]:
    """Return for each seat the seats that see its hand (TP-21)."""
    of = sides(o)
    return [
        tuple([other for other in range(o.players) if other == seat or (o.overlook and of[other] == of[seat])])
        for seat in range(o.players)
    ]


def start(o: Options, chance: Chance) -> Rules[Standing]:
    """Choose the first dealer (TP-5)."""
    yield from ()
    return Standing(first_dealer(o.first_dealer, turns(0, o.players), chance), (0,) * len(set(sides(o))))


def dealing(o: Options, standing: Standing) -> Plan:
    """Return where each card of the pack goes: eldest first, then the turn-up, then the stock (TP-6, TP-7)."""
    n = o.players
    return with_stock(turns((standing.dealer + 1) % n, n), PACKETS[o.deal_packets], len(PACK))


def deal(o: Options, standing: Standing, chance: Chance) -> Rules[Standing]:
    """Deal, turn up trump, offer the exchange for the ace of trumps, play five tricks, score (TP-5 to TP-19)."""
    n, eldest = o.players, (standing.dealer + 1) % o.players
    order, seen_by = turns(eldest, n), overlookers(o)
    hands, _, turn_up, stock = give(chance("pack", PACK), dealing(o, standing), PACK, n)
    yield from show_hands(hands, seen_by=seen_by)
    trump = yield from turn_trump(turn_up, turns(0, n))
    ace = "A" + trump
    for seat in order:
        if ace in hands[seat] and (yield from rob(seat, ROB, holding=ace, players=turns(0, n))):
            yield from exchange(o, hands[seat], seat, [turn_up], stock, seen_by[seat])
    won = yield from tricks(hands, eldest, HandRules(order, RANKINGS_BY_ACE[o.ace_high][trump], duty=head_or_trump))
    points = score(sides(o), won, o.vole_points)
    scores = yield from score_deal(standing.scores, points)
    return Standing(eldest, scores, standing.finished + 1)


def exchange(
    o: Options, hand: list[Card], seat: Seat, cards: list[Card], stock: Sequence[Card], seen_by: Sequence[Seat]
) -> Rules[None]:
    """Let the holder of the ace take the turn-up and the trumps right below it, and lay aside as many (TP-9 to TP-11).

    Args:
        o: the options.
        hand: the hand of the seat; it changes.
        seat: the seat.
        cards: the turn-up.
        stock: the stock, its top card first.
        seen_by: the seats that see the hand, and so what is laid aside.
    """
    everybody, trump = turns(0, o.players), cards[0][-1]
    below = next((at for at, card in enumerate(stock) if card[-1] != trump), len(stock))
    if turned := stock[: below + 1]:
        yield Show(everybody, TURN_UP, None, tuple(turned))
    cards += stock[:below]
    count = len(cards)
    if o.ace_exchange == "ace_itself":
        hand.remove("A" + trump)
        yield Show(everybody, "laid", seat, ("A" + trump,))
        count -= 1
    aside = yield from swap(hand, cards, seat, players=everybody, count=count, from_taken=True, key=READING)
    if aside and len(seen_by) > 1:
        yield Show(
            tuple([other for other in seen_by if other != seat]), "discard", seat, tuple(sorted(aside, key=READING))
        )


def score(of: Sequence[Side], won: Sequence[Trick], vole_points: int) -> tuple[int, ...]:
    """Return the points of each side: 1 for most tricks, more for all five (TP-18, TP-19).

    Args:
        of: the side of each seat.
        won: the five tricks.
        vole_points: the points for all five.
    """
    counts = taken(of, won)
    best = max(counts)
    winner = counts.index(best) if best >= MOST_TRICKS else first_to_two(of, won)
    return for_one(winner, vole_points if best == len(won) else 1, len(counts))


def first_to_two(of: Sequence[Side], won: Sequence[Trick]) -> Side:
    """Return the side that was the first to take a second trick (TP-19)."""
    winners = [of[trick.winner] for trick in won]
    return next(side for at, side in enumerate(winners) if side in winners[:at])


def result(o: Options, standing: Standing) -> Result | None:
    """Return the result if a side is at the target (TP-20)."""
    return at_target(standing.scores, o.target)


def hidden(view: View) -> Sampler:
    """Return the sampler of the hands not seen, the cards laid aside, and the stock (TP-24)."""
    from arena.games.hidden.whereabouts import Whereabouts

    o = view.options
    known = Whereabouts(view, PACK, dealing(o, view.standing))
    known.tricks(RANKINGS_BY_ACE[o.ace_high][known.facts.word("trump") or "S"], o.players, duty=head_or_trump)
    known.robbing(range(o.players), ROB)
    return known.sampler()


def words(_: Options) -> Words:
    """Return every question and every word that can come."""
    return listed({"rob": ROB, "discard": PACK, "play": PACK})


GAME = Game(
    name="triomphe",
    title="two to six, partners side by side; the ace of trumps takes the turn-up; most of five tricks; to 5",
    clauses="TP",
    options=Options,
    presets=PRESETS,
    rules=page("triomphe"),
    seating=lambda o: seated(sides(o)),
    pack=lambda _: PACK,
    dealing=dealing,
    start=start,
    deal=deal,
    result=result,
    hidden=hidden,
    words=words,
    silent=("play", "take", "leave"),
    eager=("rob",),
    careful=careful_play("french"),
)
