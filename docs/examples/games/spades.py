"""Spades: partners bid how many tricks they take, with spades as trump; a bid of nil is to take none."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from arena.games.api import Ask, Chance, Game, Note, Result, Rules, Sampler, View, listed, option, places, seated
from arena.games.api import spelled, variations
from arena.games.api import HandRules, Playing, Whereabouts, follow_suit, give, pack, plan, ranking, rounds, show_hands
from arena.games.api import taken, tricks, turns
from arena.games.api import Options as BaseOptions

PACK = pack("AKQJT98765432")
RANK = ranking(PACK, "S")
SPADES = pack("AKQJT98765432", "S")
SEATS, SIDES = (0, 1, 2, 3), (0, 1, 0, 1)
BIDS = (*map(str, range(1, 14)), "nil")


@variations
@dataclass(frozen=True)
class Options(BaseOptions):
    """The house rules."""

    target: int = option(500, range(50, 1001), "The score that wins the game.", "SP-9")
    floor: int = option(-200, range(-1000, 0), "The score that loses the game.", "SP-9")
    nil: int = option(100, range(201), "What a bid of nil is worth.", "SP-7")


class Standing(NamedTuple):
    """What carries over from deal to deal: the dealer, and of each side the score and the bags."""

    dealer: int
    scores: tuple[int, ...] = (0, 0)
    bags: tuple[int, ...] = (0, 0)

    def words(self) -> tuple[str, ...]:
        """Return the words of the `deal` note."""
        return spelled(dealer=self.dealer, scores=self.scores, bags=self.bags)


def start(_: Options, chance: Chance) -> Rules[Standing]:
    """Draw for the first dealer (SP-1)."""
    yield from ()
    return Standing(chance("dealer", SEATS)[0])


def dealing(dealer: int) -> tuple[int, ...]:
    """Return where each card goes: thirteen each, singly, from the dealer's left (SP-1)."""
    return plan(rounds(turns((dealer + 1) % 4, 4), [1] * 13))


def deal(o: Options, standing: Standing, chance: Chance) -> Rules[Standing]:
    """Deal, bid, play, and score (SP-1 to SP-8)."""
    hands = give(chance("pack", PACK), dealing(standing.dealer), PACK, 4).hands
    yield from show_hands(hands)
    order, bids = turns((standing.dealer + 1) % 4, 4), [""] * 4
    yield Note("trump", ("S",))
    for seat in order:
        bids[seat] = yield Ask(seat, "bid", BIDS)
    won = yield from tricks(hands, order[0], HandRules(SEATS, RANK, duty=legal, leads=legal))
    took = taken(SEATS, won)
    settled = [settle(o, bids[side::2], took[side::2], standing.bags[side]) for side in (0, 1)]
    scores = tuple(old + points for old, (points, _) in zip(standing.scores, settled, strict=True))
    yield Note("points", tuple(points for points, _ in settled))
    yield Note("scores", scores)
    return Standing(order[0], scores, tuple(bags for _, bags in settled))


def legal(hand: Sequence[str], on: Playing) -> Sequence[str]:
    """Follow suit; lead no spade until one was played, unless the hand has nothing else (SP-3, SP-4)."""
    if on.cards or any(card in SPADES for trick in on.won for card in trick.cards):
        return follow_suit(hand, on)
    return [card for card in hand if card not in SPADES] or hand


def settle(o: Options, bids: Sequence[str], took: Sequence[int], bags: int) -> tuple[int, int]:
    """Return what a side scores for the bids and tricks of its partners, and its bags after that (SP-5 to SP-8)."""
    bid, tricks_won = sum([int(word) for word in bids if word != "nil"]), sum(took)
    nils = sum([o.nil if not count else -o.nil for word, count in zip(bids, took, strict=True) if word == "nil"])
    if tricks_won < bid:
        return nils - 10 * bid, bags
    more = tricks_won - bid
    return nils + 10 * bid + more - 100 * ((bags + more) // 10), (bags + more) % 10


def result(o: Options, standing: Standing) -> Result | None:
    """End the game when a side is at the target or at the floor, unless both are level (SP-9)."""
    if (low := min(scores := standing.scores)) == (high := max(scores)) or (low > o.floor and high < o.target):
        return None
    return Result(places(scores), scores, "target" if high >= o.target else "floor")


def hidden(view: View) -> Sampler:
    """Return the sampler of the other hands, given suits not followed, and who had to lead a spade."""
    known = Whereabouts(view, PACK, dealing(view.standing.dealer))
    known.tricks(RANK, 4, duty=legal)
    return known.sampler()


GAME: Game[Options, Any] = Game(
    name="spades",
    title="partners bid tricks with spades as trump; to 500",
    clauses="SP",
    options=Options,
    presets={"standard": Options(), "short": Options(target=200, floor=-100)},
    seating=lambda _: seated(SIDES),
    pack=lambda _: PACK,
    dealing=lambda _, standing: dealing(standing.dealer),
    start=start,
    deal=deal,
    result=result,
    hidden=hidden,
    words=lambda _: listed({"bid": BIDS, "play": PACK}),
)
