"""The second opinion on Bridge Solitaire, told from the rule sheet alone."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from tests.games.second_opinion.bridge_solitaire.scoring import (
    HOUSE,
    NO_TRUMP,
    PLAYER,
    RANKS,
    Contract,
    Rubber,
    entry_of,
    honors,
)
from tests.games.second_opinion.oracle import Begins, Draw, Ends, Telling, asks, notes, shows
from tests.games.second_opinion.telling import Part, listed

SUITS = "SHDC"
"""From high to low in the bidding (BS-7, BS-11)."""
JOKERS = ("JK1", "JK2")
PACK = [*(rank + suit for suit in SUITS for rank in RANKS), *JOKERS]
BIDS = [f"{level}{name}" for level in range(1, 8) for name in (*reversed(SUITS), NO_TRUMP)]
"""From the lowest to the highest (BS-11)."""
HOLE, FACE_UP, DISCARDS = 7, 13, 7
FLAT = {(3, 3, 3, 4), (3, 3, 3, 3), (2, 3, 3, 3)}
"""The shapes of thirteen cards, jokers left out, that open no trump (BS-13)."""
NAMES = ("0", "house")
"""How the player and the house are named in notes."""


def bridge_solitaire(options: Mapping[str, str], draw: Draw) -> Telling:
    """Tell a whole game (BS-34 to BS-36, `rubbers`)."""
    totals: list[tuple[int, int]] = []
    number = broken = 0
    for _ in range(int(options["rubbers"])):
        rubber = Rubber()
        while not rubber.over and rubber.hands < int(options["max_deals"]):
            number += 1
            yield begins(number, totals, broken, rubber)
            pack = [str(card) for card in draw(f"deal {number} pack")]
            yield from one_deal(pack, options, rubber)
        broken += not rubber.over
        totals.append((rubber.totals[PLAYER], rubber.totals[HOUSE]))
    extra = {"rubbers": str(won_of(totals))}
    yield Ends((1,), (difference_of(totals),), "limit" if broken else "target", extra)


def difference_of(totals: Sequence[tuple[int, int]]) -> int:
    """Return the player's points minus those of the house (BS-35)."""
    return sum(player - house for player, house in totals)


def won_of(totals: Sequence[tuple[int, int]]) -> int:
    """Return in how many rubbers the player has the higher total (BS-35)."""
    return sum(player > house for player, house in totals)


def begins(number: int, totals: Sequence[tuple[int, int]], broken: int, rubber: Rubber) -> Begins:
    """Return the beginning of a deal.

    Args:
        number: the number of the deal in the game.
        totals: the points of player and house in the rubbers that are over.
        broken: how many of these were broken off.
        rubber: the rubber in progress.
    """
    words = {
        "rubbers": str(len(totals)),
        "won": str(won_of(totals)),
        "broken": str(broken),
        "total": str(difference_of(totals)),
        "finished": str(rubber.hands),
        "games": listed(rubber.games),
        "below": listed(rubber.part),
        "scores": listed(rubber.totals),
    }
    return Begins(number, words)


def one_deal(pack: Sequence[str], options: Mapping[str, str], rubber: Rubber) -> Part[None]:
    """Tell a deal from its cards to its scores, which are entered in the rubber (BS-2 to BS-36)."""
    assert sorted(pack) == sorted(PACK)
    hole, face_up, stock = pack[:HOLE], list(pack[HOLE : HOLE + FACE_UP]), list(pack[HOLE + FACE_UP :])
    yield shows({0}, "hand", 0, face_up)
    kept = yield from choosing(face_up, visible=options["top_discard"] == "visible")
    yield shows({0}, "hole", 0, hole)
    hand = [*kept, *hole]
    contract = yield from bidding(hand, options)
    limit = None if options["nt_turn_limit"] == "none" else int(options["nt_turn_limit"])
    tricks = yield from play(list(hand), stock, contract, limit)
    yield notes("tricks", tricks, 13 - tricks)
    yield from scored(hand, contract, tricks, rubber, last=rubber.hands + 1 == int(options["max_deals"]))


def choosing(face_up: Sequence[str], *, visible: bool) -> Part[list[str]]:
    """Tell the discards, and return the cards kept (BS-3, BS-4)."""
    kept = list(face_up)
    for _ in range(DISCARDS):
        card = yield asks(0, "discard", [card for card in kept if card not in JOKERS], "fact")
        kept.remove(card)
    if visible:
        yield shows({0}, "top-discard", 0, [card])
    return kept


def bidding(hand: Collection[str], options: Mapping[str, str]) -> Part[Contract]:
    """Tell the bid of the house and the player's call, and return the contract (BS-10 to BS-14)."""
    house = house_bid(hand, options)
    yield notes("bid", "house", house or "pass")
    call = yield asks(0, "call", calls_open(hand, house, options["nt_shapes"]))
    declarer, bid = (HOUSE, house or "") if call == "pass" else (PLAYER, call)
    contract = Contract(declarer, int(bid[0]), bid[1:], sum(joker in hand for joker in JOKERS))
    yield notes("contract", NAMES[declarer], bid, 2**contract.jokers)
    yield notes("trump", contract.trump)
    return contract


def play(hand: list[str], stock: list[str], contract: Contract, limit: int | None) -> Part[int]:
    """Tell the tricks, and return how many the player wins (BS-15 to BS-25).

    Args:
        hand: the player's cards; they are used up.
        stock: the cards of the house, its top first; they are used up.
        contract: what is played.
        limit: how many cards the house may turn on the player's lead at no trump.
    """
    won = 0
    leader = 1 - contract.declarer
    while hand and stock:
        if leader == HOUSE:
            lead = stock.pop(0)
            yield shows({0}, "turned", None, [lead])
            answer = yield asks(0, "play", playable(hand, lead))
            hand.remove(answer)
            leader = trick_winner(HOUSE, lead, answer, contract.trump)
        else:
            lead = yield asks(0, "play", playable(hand, None))
            hand.remove(lead)
            found = yield from turning(lead, stock, contract.trump, limit)
            leader = PLAYER if found is None else trick_winner(PLAYER, lead, found, contract.trump)
        won += leader == PLAYER
        yield notes("trick", NAMES[leader], 1)
    if hand:
        yield notes("rest", len(hand))
    return won + len(hand)


def turning(lead: str, stock: list[str], trump: str, limit: int | None) -> Part[str | None]:
    """Tell the cards turned on the player's lead, and return the one played, None if there is none (BS-20, BS-21)."""
    turned = 0
    while trump != NO_TRUMP or limit is None or turned < limit:
        card = stock.pop(0)
        turned += 1
        if is_valid(card, lead, trump) or not stock:  # BS-24: the last card is played in any case
            yield shows({0}, "turned", None, [card])
            return card
        yield shows({0}, "ignored", None, [card])
    return None


def scored(hand: Collection[str], contract: Contract, tricks: int, rubber: Rubber, *, last: bool) -> Part[None]:
    """Tell what a hand scores, and enter it (BS-26 to BS-36).

    Args:
        hand: the player's thirteen cards.
        contract: what was played.
        tricks: the player's tricks.
        rubber: the rubber so far.
        last: whether the rubber is broken off after this hand if it is not over.
    """
    declarer = contract.declarer
    taken = tricks if declarer == PLAYER else 13 - tricks
    entry = entry_of(contract, taken, hand, vulnerable=rubber.games[declarer] > 0)
    games = rubber.games[declarer]
    rubber.enter(declarer, entry)
    if bonus := honors(hand, contract.trump):
        yield notes("honors", bonus)
    below = [0, 0]
    below[declarer] = entry.below
    yield notes("below", *below)
    yield notes("above", *entry.above)
    if rubber.games[declarer] > games:
        yield notes("game", NAMES[declarer])
    if rubber.over or last:
        bonuses = rubber.bonuses()
        rubber.totals = [total + bonus for total, bonus in zip(rubber.totals, bonuses, strict=True)]
        yield notes("rubber", *bonuses)
    yield notes("scores", *rubber.totals)


# The house bid


def of_suit(cards: Collection[str], suit: str) -> list[str]:
    """Return the cards of a suit from the highest down; jokers are of no suit."""
    return sorted((card for card in cards if card[1] == suit), key=lambda card: RANKS.index(card[0]))


def winners(held: str) -> int:
    """Return the winning tricks of one suit from the ranks held, from high to low (BS-8)."""
    left, count = list(held), 0
    for rank in RANKS:
        if not left:
            break
        if rank in left:
            left.remove(rank)
            count += 1
        else:
            left.pop()
    return count


def winning_tricks(hand: Collection[str], suit: str) -> int:
    """Return the winning tricks of a hand in a suit (BS-8, BS-9)."""
    return winners("".join(card[0] for card in of_suit(hand, suit)))


def shortest(hand: Collection[str], tie: str) -> str:
    """Return the suit that the house bids (BS-6, BS-7, `short_suit_tie`)."""
    fewest = min(len(of_suit(hand, suit)) for suit in SUITS)
    tied = [suit for suit in SUITS if len(of_suit(hand, suit)) == fewest]
    if tie == "fewest_tricks":
        return min(tied, key=lambda suit: winning_tricks(hand, suit))
    return tied[0 if tie == "highest" else -1]


def is_flat(hand: Collection[str]) -> bool:
    """Tell whether a hand has a shape that opens no trump (BS-13)."""
    return tuple(sorted(len(of_suit(hand, suit)) for suit in SUITS)) in FLAT


def house_bid(hand: Collection[str], options: Mapping[str, str]) -> str | None:
    """Return what the house bids, None if it passes (BS-6 to BS-10, `house_nt`)."""
    level = 6 - sum(winning_tricks(hand, suit) for suit in SUITS)
    if level <= 0:
        return None
    no_trump = options["house_nt"] == "flat" and is_flat(hand)
    return f"{level}{NO_TRUMP if no_trump else shortest(hand, options['short_suit_tie'])}"


def calls_open(hand: Collection[str], house: str | None, nt_shapes: str) -> set[str]:
    """Return what the player may call (BS-11 to BS-13)."""
    higher = BIDS if house is None else BIDS[BIDS.index(house) + 1 :]
    no_trump = nt_shapes == "free" or is_flat(hand)
    bids = {bid for bid in higher if no_trump or not bid.endswith(NO_TRUMP)}
    return bids if house is None else bids | {"pass"}


# Play


def playable(hand: Collection[str], lead: str | None) -> set[str]:
    """Return what the player may play to the house's lead, or lead himself (BS-17 to BS-19)."""
    if lead is None or lead in JOKERS:
        return set(hand)
    return set(of_suit(hand, lead[1])) or set(hand)


def is_valid(card: str, lead: str, trump: str) -> bool:
    """Tell whether a card turned from the stock answers the player's lead (BS-20)."""
    return card in JOKERS or lead in JOKERS or card[1] in (lead[1], trump)


def winner_of(lead: str, answer: str, trump: str) -> int:
    """Return which of two cards wins the trick, 0 for the lead; jokers are dealt with elsewhere (BS-22)."""
    if answer[1] == lead[1]:
        return 0 if RANKS.index(lead[0]) < RANKS.index(answer[0]) else 1
    return 1 if answer[1] == trump else 0


def trick_winner(leader: int, lead: str, answer: str, trump: str) -> int:
    """Return who wins a trick of two cards (BS-22, BS-23, BS-R6)."""
    jokers = [card in JOKERS for card in (lead, answer)]
    if any(jokers):
        return PLAYER if all(jokers) and leader == HOUSE else HOUSE
    return leader if winner_of(lead, answer, trump) == 0 else 1 - leader
