"""Ways to reach a situation of Two Hundred: fixed packs, auctions by their words, deals played or entered."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any, NamedTuple

from arena.games.kernel import Card, Chance, Deal, Note, Seat, Side
from arena.games.kernel.position import Position, play_deal
from arena.games.parts.auction import Call, Calls
from arena.games.parts.cards import Dealt, give, pack
from arena.games.parts.tricks import Trick
from arena.games.two_hundred import GAME
from arena.games.two_hundred.dealing import dealing, pack_for
from arena.games.two_hundred.ledger import enter
from arena.games.two_hundred.options import PRESETS, Options
from arena.games.two_hundred.play import PlayedDeal
from arena.games.two_hundred.score import worth
from arena.games.two_hundred.seats import Standing, contract_side, lineup
from tests.games.situations import fixed, run, say, stacked

Pair = tuple[int, int]

NORTH, EAST, SOUTH, WEST = range(4)
NS, EW = 0, 1
STANDARD, WITH_KITTY = PRESETS["standard"], PRESETS["kitty"]


def label(value: object) -> str:
    """The id of a test's parameter: options by their format."""
    return value.format if isinstance(value, Options) else str(value)


def opening(o: Options, dealer: Seat = NORTH, **fields: Any) -> Standing:
    """The standing of a new game, with some fields set."""
    silent = 4 if o.format == "silent_fixed" else None
    money = (0,) * (o.shape.hands if o.pot else 0)
    return Standing(dealer, (0,) * o.shape.number_of_sides, silent=silent, money=money)._replace(**fields)


def deal_after(
    words: str = "",
    *,
    o: Options = STANDARD,
    dealer: Seat = NORTH,
    start: Sequence[int] = (),
    chance: Chance | None = None,
    standing: Standing | None = None,
) -> Position[Standing]:
    """A deal after these words; the pack is unshuffled where no chance is given."""
    before = standing or opening(o, dealer)
    if start:
        before = before._replace(scores=tuple(start))
    return say(play_deal(GAME, o, before, chance or fixed({})), words)


def dealt(o: Options, hands: Mapping[Seat | str, str], dealer: Seat = NORTH) -> Chance:
    """Chance whose pack gives these cards to seats and kitty, and the others in order."""
    return stacked(pack_for(o), dealing(o, lineup(o, opening(o, dealer)).seats), hands)


def hands_in(o: Options, seats: tuple[Seat, ...], cards: Sequence[Card]) -> Dealt:
    """What a pack gives to seats in the order of dealing."""
    return give(cards, dealing(o, seats), pack_for(o), o.shape.hands)


def deals_of(position: Position[Any]) -> list[Standing]:
    """The standing before each deal of a game."""
    return [event.standing for event in position.log if isinstance(event, Deal)]


def tricks_worth(points: Sequence[int], *, empty: Collection[Seat] = ()) -> tuple[Trick, ...]:
    """Tricks that are worth so much to each seat, and one without points for each seat named in `empty`."""
    tens = list(pack("AT"))
    fives = list(pack("5"))
    won = []
    for seat, wanted in enumerate(points):
        cards: list[Card] = []
        left = wanted
        while left:
            cards.append(tens.pop() if left >= 10 and tens else fives.pop())
            left -= 10 if cards[-1][0] != "5" else 5
        if cards:
            won.append(Trick((), tuple(cards), seat, worth(cards)))
    return (*won, *(Trick((), ("KS", "KH"), seat, 0) for seat in empty))


class Entered(NamedTuple):
    """The standing after a deal, and what was told of it."""

    after: Standing
    told: list[Note]


def entered(
    o: Options,
    before: Standing,
    contract: str,
    points: Sequence[int],
    *,
    calls: str = "",
    partner: Seat | None = None,
    discard: str = "",
    empty: Collection[Seat] = (),
    no_trump: bool = False,
    announced: bool = False,
) -> Entered:
    """A deal entered on the score sheet.

    `contract` and each of the `calls` are SEAT:WORD; `points` are those of each seat's tricks, `empty` the takers of
    tricks without points; a discard is opened at the end.
    """
    who = lineup(o, before)
    (final, *_), spoken = calls_of(contract), calls_of(calls)
    won = tricks_worth(points, empty=empty)
    side = contract_side(o, who, final.seat, partner)
    outcome = PlayedDeal(side, won, tuple(discard.split()), no_trump)
    bids = spoken if final.word == "free" else (*spoken, final)
    after, told = run(enter(o, before, who, bids, final, outcome, announced=announced))
    return Entered(after, told)


def calls_of(text: str) -> Calls:
    """The calls of a text such as `1:50 2:pass`."""
    return tuple(Call(int(seat), word) for seat, word in (call.split(":") for call in text.split()))


def settled(
    start: Pair,
    side: Side,
    bid: int | str,
    points: Pair,
    *,
    bids: Collection[Side] = (),
    o: Options = STANDARD,
    no_trump: bool = False,
) -> Standing:
    """The standing after a deal of two sides in which `side` played a contract and the sides of `bids` had bid 50."""
    calls = " ".join(f"{other}:50" for other in bids)
    seats = (*points, *(0 for _ in range(o.shape.hands - 2)))
    before = opening(o, scores=start)
    return entered(o, before, f"{side}:{bid}", seats, calls=calls, no_trump=no_trump).after
