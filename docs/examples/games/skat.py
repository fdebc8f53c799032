"""Skat: one player against two, with bidding by value, the skat, suit games, grand and null."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, partial
from typing import Any, NamedTuple

from arena.games.api import Ask, Card, Chance, Facts, Game, Measure, Note, Plan, Result, Rules, Sampler, Seat, Show
from arena.games.api import View, Word, listed, option, places, seated, spelled, variations
from arena.games.api import KITTY, NO_TRUMP, HandRules, Playing, Trick, TrickRules, Unknown, Whereabouts, card_points
from arena.games.api import discards, give, pack, plan, ranking, rounds, show_hands, take_kitty, tricks, turns
from arena.games.api import Options as BaseOptions

PACK = pack("ATKQJ987", "CSHD")
SEATS = (0, 1, 2)
JACKS = ("JC", "JS", "JH", "JD")
POINTS = {card: {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}.get(card[0], 0) for card in PACK}
BASE = {"D": 9, "H": 10, "S": 11, "C": 12, "grand": 24}
"""The base value of each game with trumps (SK-10)."""
NULL = {"null": (23, 35), "null-ouvert": (46, 59)}
"""The value of each null game, with the skat and as a hand game (SK-11)."""
ANNOUNCED = {"nothing": 0, "schneider": 2, "schwarz": 4, "ouvert": 5}
"""How many levels an announcement adds to a game without the skat: each one with those below it (SK-8)."""
GAMES = (*BASE, *NULL)
VALUES = sorted(
    {base * n for game, base in BASE.items() for n in range(2, 12 if game == "grand" else 19)} | {23, 35, 46, 59}
)
"""All values that a game can have, which are the bids (SK-4)."""
RANKINGS = {suit: ranking(PACK, suit, JACKS) for suit in "CSHD"} | {"grand": ranking(PACK, "J", JACKS, "J")}
RANKINGS |= dict.fromkeys(NULL, ranking(pack("AKQJT987", "CSHD"), None))


@variations
@dataclass(frozen=True)
class Options(BaseOptions):
    """The house rules."""

    rounds: int = option(12, range(1, 49), "How many rounds are played, in each of which every player deals.", "SK-15")
    scoring: str = option("list", ("list", "tournament"), "Whether a game won or lost counts by itself.", "SK-14")


class Standing(NamedTuple):
    """What carries over from deal to deal."""

    dealer: Seat
    scores: tuple[int, ...] = (0, 0, 0)
    finished: int = 0

    def words(self) -> tuple[str, ...]:
        """Return the words of the `deal` note."""
        return spelled(dealer=self.dealer, scores=self.scores, finished=self.finished)


class Contract(NamedTuple):
    """What is played: by whom, for which bid, which game, whether without the skat, and what was announced."""

    declarer: Seat
    bid: int
    game: Word
    hand: bool
    announced: Word = "nothing"


def start(_: Options, chance: Chance) -> Rules[Standing]:
    """Draw for the first dealer (SK-2)."""
    yield from ()
    return Standing(chance("dealer", SEATS)[0])


@cache
def dealing(dealer: Seat) -> Plan:
    """Return where each card goes: three each, two to the skat, four each, three each (SK-2)."""
    order = turns((dealer + 1) % 3, 3)
    return plan([*rounds(order, [3]), (KITTY, 2), *rounds(order, [4, 3])])


def deal(o: Options, standing: Standing, chance: Chance) -> Rules[Standing]:
    """Deal, bid, take the skat or not, name the game, play, and score (SK-2 to SK-14)."""
    hands, skat, _, _ = give(chance("pack", PACK), dealing(standing.dealer), PACK, 3)
    yield from show_hands(hands)
    order, values = turns((standing.dealer + 1) % 3, 3), (0, 0, 0)
    declarer, bid = yield from bidding(*order)
    if bid:
        contract, skat = yield from declare(hands, skat, declarer, bid)
        matadors = count_matadors([*hands[declarer], *skat], contract.game)
        values = yield from played(o, contract, hands, skat, matadors, order[0])
    else:
        yield Note("thrown-in")
    scores = tuple(a + b for a, b in zip(standing.scores, values, strict=True))
    yield Note("points", values)
    yield Note("scores", scores)
    return Standing(order[0], scores, standing.finished + 1)


def bidding(fore: Seat, middle: Seat, rear: Seat) -> Rules[tuple[Seat, int]]:
    """Return who plays, and the last bid; 0 if nobody does (SK-4, SK-5)."""
    holder, bid = fore, 0
    for bidder in (middle, rear):
        while (
            word := (yield Ask(bidder, "bid", ("pass", *[str(value) for value in VALUES if value > bid])))
        ) != "pass":
            bid = int(word)
            if (yield Ask(holder, "hold", ("pass", "hold"))) == "pass":
                holder = bidder
                break
    if not bid and (yield Ask(fore, "bid", ("pass", str(VALUES[0])))) != "pass":
        bid = VALUES[0]
    return holder, bid


def declare(hands: list[list[Card]], skat: list[Card], declarer: Seat, bid: int) -> Rules[tuple[Contract, list[Card]]]:
    """Let the declarer take the skat or not, and name the game; return it, and the skat (SK-6 to SK-8)."""
    yield Note("declarer", (declarer, bid))
    hand = (yield Ask(declarer, "skat", ("take", "hand"))) == "hand"
    if not hand:
        yield from take_kitty(hands[declarer], skat, declarer, PACK.index)
        skat = yield from discards(hands[declarer], 2, declarer)
    can = [*BASE, *[null for null, values in NULL.items() if values[hand] >= bid]]
    game = yield Ask(declarer, "game", can)
    announced = "nothing"
    if hand and game in BASE:
        announced = yield Ask(declarer, "announce", tuple(ANNOUNCED))
    yield Note("contract", (declarer, bid, game, "hand" if hand else "skat", announced))
    yield Note("trump", (game if game in "CSHD" else NO_TRUMP,))
    if "ouvert" in (announced, game.removeprefix("null-")):
        yield Show(SEATS, "ouvert", declarer, tuple(hands[declarer]))
    return Contract(declarer, bid, game, hand, announced), skat


def count_matadors(cards: Sequence[Card], game: Word) -> int:
    """Return how many of the highest trumps in a row the declarer has, or lacks (SK-9)."""
    trumps = sorted(
        RANKINGS[game].cards.get(RANKINGS[game].trump or "", ()), key=RANKINGS[game].power.get, reverse=True
    )
    has = [trump in cards for trump in trumps]
    return next((number for number, each in enumerate(has) if each != has[0]), len(has))


def played(
    o: Options, contract: Contract, hands: list[list[Card]], skat: list[Card], matadors: int, leader: Seat
) -> Rules[tuple[int, ...]]:
    """Play the tricks, and return what each player scores (SK-9 to SK-14)."""
    declarer, null = contract.declarer, contract.game in NULL

    def lost(on: Playing) -> bool:
        return null and on.won[-1].winner == declarer

    worth = None if null else partial(card_points, POINTS)
    won = yield from tricks(hands, leader, HandRules(SEATS, RANKINGS[contract.game], worth=worth, after_trick=lost))
    if null:
        made, value = not any(trick.winner == declarer for trick in won), NULL[contract.game][contract.hand]
    else:
        yield Show(SEATS, KITTY, None, tuple(sorted(skat, key=PACK.index)))
        made, value = settled(contract, matadors, won, card_points(POINTS, skat))
    yield Note("outcome", ("won" if made else "lost", value))
    extra, others = (50, 0 if made else 40) if o.scoring == "tournament" else (0, 0)
    return tuple((value + extra if made else -2 * value - extra) if seat == declarer else others for seat in SEATS)


def settled(contract: Contract, matadors: int, won: Sequence[Trick], in_skat: int) -> tuple[bool, int]:
    """Return whether the declarer of a game with trumps has won, and what it is worth (SK-9 to SK-13)."""
    mine = [trick for trick in won if trick.winner == contract.declarer]
    points, levels = in_skat + sum([trick.points for trick in mine]), ANNOUNCED[contract.announced]
    schneider, schwarz = points >= 90 or points <= 30, len(mine) in (0, len(won))
    made = points > 60 and (levels < 2 or points >= 90) and (levels < 4 or len(mine) == len(won))
    reached = (schneider and levels < 2) + (schwarz and levels < 4)
    base = BASE[contract.game]
    value = base * (matadors + 1 + contract.hand + levels + reached)
    return (made, value) if value >= contract.bid else (False, base * -(-contract.bid // base))


def result(o: Options, standing: Standing) -> Result | None:
    """End the game after the last round (SK-15)."""
    scores = standing.scores
    return Result(places(scores), scores, "deals") if standing.finished >= 3 * o.rounds else None


def hidden(view: View) -> Sampler:
    """Return the sampler of the other hands and the skat, given suits not followed."""
    known = Whereabouts(view, PACK, dealing(view.standing.dealer))
    if contract := known.facts.last("contract"):
        known.tricks(RANKINGS[str(contract[2])], 3)
    return known.sampler()


def trick_rules(known: Facts) -> TrickRules:
    """Return the rules of the tricks for searches; a null game may end early, which they do not know."""
    contract = known.last("contract")
    if contract is None or contract[2] in NULL:
        raise Unknown("a null game, or none yet: play on by the rules")
    return TrickRules(
        RANKINGS[str(contract[2])], SEATS, 0, tuple((card, value) for card, value in POINTS.items() if value)
    )


GAME: Game[Options, Any] = Game(
    name="skat",
    title="one against two, for 61 of 120 points: bidding, the skat, suits, grand and null",
    clauses="SK",
    options=Options,
    presets={"standard": Options(), "tournament": Options(scoring="tournament"), "short": Options(rounds=2)},
    seating=lambda _: seated(SEATS),
    pack=lambda _: PACK,
    dealing=lambda _, standing: dealing(standing.dealer),
    start=start,
    deal=deal,
    result=result,
    hidden=hidden,
    words=lambda _: listed(
        {
            "bid": ("pass", *map(str, VALUES)),
            "hold": ("pass", "hold"),
            "skat": ("take", "hand"),
            "discard": PACK,
            "game": GAMES,
            "announce": ANNOUNCED,
            "play": PACK,
        }
    ),
    trick_rules=trick_rules,
    lead=lambda o: 500 * o.rounds,
    measure=lambda _: Measure("points"),
)
