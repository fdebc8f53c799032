"""Bridge Solitaire: one player against the stock, 52 cards and two jokers; bid and play bridge hands; one rubber."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

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
    Show,
    Side,
    View,
    Word,
    seated,
    spelled,
)
from arena.games.kernel.options import Options as BaseOptions
from arena.games.kernel.options import option, variations
from arena.games.parts.auction import PASS, Call
from arena.games.parts.calls import CallLaw, Contract, bidding, ladder
from arena.games.parts.cards import (
    IGNORED,
    RANKS,
    STOCK,
    SUITS,
    TURNED,
    by_order,
    dealt,
    dealt_in_order,
    pack,
    plan,
    show_hands,
)
from arena.games.parts.kitty import discards
from arena.games.parts.races import added
from arena.games.parts.rubber import Sheet, honors, rubber_bonus, scored, unfinished_bonus
from arena.games.parts.tricks import NO_TRUMP, ranking, winning

JOKERS: Final = ("JK1", "JK2")
PLAIN: Final = pack(RANKS)
PACK: Final = (*PLAIN, *JOKERS)
READING: Final = by_order(PACK)
RANKINGS: Final = {trump: ranking(PLAIN, trump) for trump in (*SUITS, NO_TRUMP)}
PLAYER, HOUSE = 0, 1
"""The only seat, and its opponent; also the columns of the score sheet."""
NAMES: Final = (PLAYER, "house")
"""The player and the house as notes name them."""
HOLE: Final = "hole"
"""The place of the cards that the player does not see before the choice."""
PLAN: Final = plan([(HOLE, 7), (PLAYER, 13), (STOCK, 34)])
DISCARDS, TRICKS, BOOK = 7, 13, 6
SHAPES: Final = ((3, 3, 3, 4), (3, 3, 3, 3), (2, 3, 3, 3))
"""The lengths of the suits, shortest first, with which no trump may be bid; jokers make up the rest (BS-13)."""
LAW: Final = CallLaw(ladder(range(1, 8)), (PLAYER, HOUSE), must_open=True, once=True, doubles=False)
GAMES = 2
"""The games that win a rubber."""
LEAD = 1000
"""The points of a rubber by which two players often differ on the same packs."""


@variations
@dataclass(frozen=True)
class Options(BaseOptions):
    """The house rules; a variation is a named set of them."""

    short_suit_tie: str = option(
        "highest", ("highest", "lowest", "fewest_tricks"), "Which of several shortest suits the house bids.", "BS-7"
    )
    house_nt: str = option("never", ("never", "flat"), "Whether the house bids no trump if the hand is flat.", "BS-6")
    nt_shapes: str = option("required", ("required", "free"), "Whether no trump can be bid with any hand.", "BS-13")
    nt_turn_limit: int | str = option(
        4, (range(1, 35), "none"), "How many cards the house turns at most at no trump.", "BS-21"
    )
    top_discard: str = option(
        "visible", ("visible", "hidden"), "Whether the last card discarded is shown again.", "BS-4"
    )
    rubbers: int = option(1, range(1, 21), "The number of rubbers.", "BS-34")
    max_deals: int = option(60, range(1, 1001), "The number of hands after which a rubber is broken off.", "BS-36")


PRESETS = {
    "standard": Options(),
    "house-no-trump": Options(house_nt="flat"),
    "short-session": Options(max_deals=4),
}


class Standing(NamedTuple):
    """The state that carries over from hand to hand; pairs are of player and house.

    Args:
        rubbers: the rubbers that are over.
        won: in how many of them the player had the higher total.
        broken: how many of them were broken off.
        total: the sum of the player's totals less those of the house in them.
        finished: the hands of the rubber in progress.
        games: the games won in it.
        below: the points below the line in its current game.
        scores: all points in it.
    """

    rubbers: int = 0
    won: int = 0
    broken: int = 0
    total: int = 0
    finished: int = 0
    games: tuple[int, ...] = (0, 0)
    below: tuple[int, ...] = (0, 0)
    scores: tuple[int, ...] = (0, 0)

    def words(self) -> tuple[str, ...]:
        """Return the standing as `key=value` words."""
        return spelled(**self._asdict())


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
    tricks = yield from play(o, hand, dealt(cards, PLAN, STOCK), bid)
    return (yield from score(o, standing, hand, bid, tricks))


def without_jokers(cards: Sequence[Card]) -> Sequence[Card]:
    """Return the cards that are not jokers: only these can be discarded (BS-3, BS-4)."""
    return [card for card in cards if card not in JOKERS]


def suits_of(hand: Collection[Card]) -> dict[str, str]:
    """Return the ranks that a hand holds in each suit, from high to low."""
    return {suit: "".join([rank for rank in RANKS if rank + suit in hand]) for suit in SUITS}


def flat(hand: Collection[Card]) -> bool:
    """Return whether a hand has one of the shapes for no trump (BS-13)."""
    return tuple(sorted(map(len, suits_of(hand).values()))) in SHAPES


def winning_tricks(ranks: str) -> int:
    """Count the winning tricks of one suit (BS-8, BS-9).

    Args:
        ranks: the ranks that the player holds, from high to low.
    """
    wins = 0
    for rank in RANKS:
        if not ranks:
            break
        if ranks[0] == rank:
            wins, ranks = wins + 1, ranks[1:]
        else:
            ranks = ranks[:-1]
    return wins


def house_bid(o: Options, hand: Collection[Card]) -> Word:
    """Return the house's bid against a hand (BS-6 to BS-10)."""
    held = suits_of(hand)
    tricks = {suit: winning_tricks(ranks) for suit, ranks in held.items()}
    level = BOOK - sum(tricks.values())
    if level <= 0:
        return PASS
    if o.house_nt == "flat" and flat(hand):
        return f"{level}{NO_TRUMP}"
    shortest = [suit for suit in SUITS if len(held[suit]) == min(map(len, held.values()))]
    if o.short_suit_tie == "fewest_tricks":
        shortest.sort(key=tricks.__getitem__)
    return f"{level}{shortest[-1 if o.short_suit_tie == 'lowest' else 0]}"


def auction(o: Options, hand: Collection[Card]) -> Rules[Contract]:
    """Tell the house's bid, ask for the player's call, and tell the contract (BS-6 to BS-14)."""
    house = house_bid(o, hand)
    yield Note("bid", (NAMES[HOUSE], house))
    no_trump = o.nt_shapes == "free" or flat(hand)
    calls = () if house == PASS else (Call(HOUSE, house),)
    bid = yield from bidding(
        (HOUSE, PLAYER) if calls else (PLAYER,),
        LAW,
        lambda _seat, word, _last: no_trump or not word.endswith(NO_TRUMP),
        calls=calls,
    )
    assert bid is not None, "if the house passes, the player must bid"
    bid = bid._replace(doubled=2 ** sum(joker in hand for joker in JOKERS))
    yield Note("contract", (NAMES[bid.seat], bid.word, bid.doubled))
    yield Note("trump", (bid.denomination,))
    return bid


def play(o: Options, hand: Sequence[Card], stock: Sequence[Card], bid: Contract) -> Rules[int]:
    """Play the tricks until the hand or the stock is used up; return the player's tricks (BS-15 to BS-25).

    Args:
        o: the options.
        hand: the player's cards.
        stock: the stock, its top card first.
        bid: the contract.
    """
    hand, stock = list(hand), list(stock)
    trump, leader, won = bid.denomination, 1 - bid.seat, 0
    limit = o.nt_turn_limit if trump == NO_TRUMP and isinstance(o.nt_turn_limit, int) else len(stock)
    while hand and stock:
        if leader == HOUSE:
            led = stock.pop(0)
            yield Show((PLAYER,), TURNED, None, (led,))
            answer: Card | None = yield Ask(PLAYER, "play", following(hand, led))
        else:
            led = yield Ask(PLAYER, "play", tuple(hand))
            answer = yield from turn_up(stock, led, trump, limit)
        hand = [card for card in hand if card not in {led, answer}]
        leader = PLAYER if answer is None else winner(leader, led, answer, trump)
        won += leader == PLAYER
        yield Note("trick", (NAMES[leader], 1))
    if hand:
        yield Note("rest", (len(hand),))
    won += len(hand)
    yield Note("tricks", (won, TRICKS - won))
    return won


def following(hand: Sequence[Card], led: Card) -> Sequence[Card]:
    """Return the cards that may answer the house's lead; a joker is of no suit (BS-17, BS-18)."""
    return tuple([card for card in hand if card[-1] == led[-1]] or hand)


def turn_up(stock: list[Card], led: Card, trump: str, limit: int) -> Rules[Card | None]:
    """Turn cards up until the house can play one; return it, None if none came up (BS-20, BS-21, BS-24).

    Args:
        stock: the stock, its top card first; the cards are removed from it.
        led: the player's lead.
        trump: the trump suit, or `NT`.
        limit: how many cards are turned at most.
    """
    for _ in range(limit):
        card = stock.pop(0)
        if led in JOKERS or card in JOKERS or card[-1] in {led[-1], trump} or not stock:
            yield Show((PLAYER,), TURNED, None, (card,))
            return card
        yield Show((PLAYER,), IGNORED, None, (card,))
    return None


def winner(leader: Side, led: Card, answer: Card, trump: str) -> Side:
    """Return who wins a trick (BS-22, BS-23)."""
    if led in JOKERS or answer in JOKERS:
        return PLAYER if leader == HOUSE and led in JOKERS and answer in JOKERS else HOUSE
    return leader if winning((led, answer), RANKINGS[trump]) == 0 else 1 - leader


def score(o: Options, standing: Standing, hand: Collection[Card], bid: Contract, tricks: int) -> Rules[Standing]:
    """Enter the points of a hand, and end the rubber if it is over (BS-26 to BS-36).

    Args:
        o: the options.
        standing: the standing before the hand.
        hand: the thirteen cards that the player held.
        bid: the contract.
        tricks: the player's tricks.
    """
    made = scored(bid, tricks if bid.seat == PLAYER else TRICKS - tricks, vulnerable=standing.games[bid.seat] > 0)
    extra = honors(hand, bid.denomination)
    if extra:
        yield Note("honors", (extra,))
    below = (made.below, 0) if bid.seat == PLAYER else (0, made.below)
    above = added((extra, 0), (made.above, made.others) if bid.seat == PLAYER else (made.others, made.above))
    yield Note("below", below)
    yield Note("above", above)
    sheet = Sheet(standing.below, standing.scores, standing.games).enter(below, above)
    for side in (PLAYER, HOUSE):
        if sheet.games[side] > standing.games[side]:
            yield Note("game", (NAMES[side],))
    now = standing._replace(finished=standing.finished + 1, games=sheet.games, below=sheet.below, scores=sheet.totals)
    complete = max(now.games) >= GAMES
    if complete or now.finished >= o.max_deals:
        bonus = rubber_bonus(now.games) if complete else unfinished_bonus(sheet)
        yield Note("rubber", bonus)
        player, house = scores = added(now.scores, bonus)
        yield Note("scores", scores)
        return Standing(
            now.rubbers + 1, now.won + (player > house), now.broken + (not complete), now.total + player - house
        )
    yield Note("scores", now.scores)
    return now


def result(o: Options, standing: Standing) -> Result | None:
    """Return the result after the last rubber: the player's total less that of the house (BS-34 to BS-36)."""
    if standing.rubbers < o.rubbers:
        return None
    reason = "limit" if standing.broken else "target"
    return Result((1,), (standing.total,), reason, (("rubbers", str(standing.won)),))


def hidden(view: View) -> Sampler:
    """Return the sampler of the hole cards, and of the order of the stock (BS-37)."""
    from arena.games.hidden.whereabouts import Whereabouts

    return Whereabouts(view, PACK, PLAN).sampler()


def dealing(_: Options, __: Standing) -> Plan:
    """Return where each card of the pack goes: the hole cards, the face-up cards, the stock (BS-2)."""
    return PLAN


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
    lead=lambda o: LEAD * o.rubbers,
    measure=lambda _: Measure("points"),
)
