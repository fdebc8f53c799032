"""The second opinion on Écarté, told from the rule sheet alone: packs and answers in, every question and fact out.

Whatever is told uses the words of `tests.games.second_opinion.oracle`; the clauses are those of the sheet.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from tests.games.second_opinion.oracle import Begins, Draw, Ends, Telling, asks, notes, shows
from tests.games.second_opinion.telling import Part, scores_before
from tests.games.second_opinion.tricks import first_dealer, in_packets

SUITS = "SHDC"
RANKS = "789TAJQK"
"""From low to high in every suit: the ace stands between ten and jack (EC-3)."""
PACK = tuple(rank + suit for suit in SUITS for rank in reversed(RANKS))
"""All cards, suit by suit and each from the king down (EC-2); the pack before the shuffle."""
BOTH = frozenset((0, 1))


def ecarte(options: Mapping[str, str], draw: Draw) -> Telling:
    """Tell a whole game (EC-1, EC-4, EC-30, EC-31)."""
    target = int(options["target"])
    dealer = first_dealer(options, draw)
    scores = (*scores_before(options, 2),)
    finished = 0
    while max(scores) < target:
        standing = {"dealer": str(dealer), "scores": f"{scores[0]},{scores[1]}", "finished": str(finished)}
        yield Begins(finished + 1, standing)
        pack = [str(card) for card in draw(f"deal {finished + 1} pack")]
        points = yield from one_deal(options, pack, dealer, scores)
        scores = (scores[0] + points[0], scores[1] + points[1])
        yield notes("points", *points)
        yield notes("scores", *scores)
        finished += 1
        dealer = 1 - dealer
    winner = 0 if scores[0] >= target else 1
    places = (1, 2) if winner == 0 else (2, 1)
    yield Ends(places, scores, "target", {"stake": str(stake(scores[1 - winner]))})


def one_deal(
    options: Mapping[str, str], pack: Sequence[str], dealer: int, before: Sequence[int]
) -> Part[tuple[int, int]]:
    """Tell one deal from its cards to its last trick, or to the king that wins; return the points made in it.

    Args:
        options: every option as a word.
        pack: the shuffled pack, top card first.
        dealer: who deals.
        before: the scores before the deal.
    """
    target = int(options["target"])
    elder = 1 - dealer
    points = [0, 0]
    hands, turn_up, stock = dealt(pack, dealer, options["deal_packets"])
    trump = turn_up[1]
    for seat in (0, 1):
        yield shows({seat}, "hand", seat, hands[seat])
    yield shows(BOTH, "turn-up", None, [turn_up])
    yield notes("trump", trump)
    if turn_up[0] == "K":  # EC-7
        points[dealer] += 1
        yield notes("king", dealer)
        if before[dealer] + points[dealer] >= target:
            return points[0], points[1]

    obliged = yield from talk(bound_seats(options["obligatory_hands"]), hands, stock, trump, dealer)

    king = f"K{trump}"
    tricks = [0, 0]
    leader = elder  # EC-21
    for number in range(1, 6):  # EC-26
        led = ""
        for seat in (leader, 1 - leader):
            if number == 1 and king in hands[seat]:
                points[seat] += yield from mark(seat, king)
                if before[seat] + points[seat] >= target:  # EC-20
                    return points[0], points[1]
            card = yield asks(seat, "play", playable(hands[seat], led, trump))
            hands[seat].remove(card)
            if seat == leader:
                led = card
        winner = 1 - leader if captures(card, led, trump) else leader
        tricks[winner] += 1
        yield notes("trick", winner, 1)
        leader = winner

    made = for_tricks(tricks, obliged)
    return points[0] + made[0], points[1] + made[1]


def dealt(pack: Sequence[str], dealer: int, packets: str) -> tuple[list[list[str]], str, list[str]]:
    """Return both hands by seat, the turn-up and the stock, top card first (EC-5, EC-6)."""
    hands, rest = in_packets(pack, dealer, 2, packets)
    return hands, rest[0], rest[1:]


def talk(
    bound: Collection[int], hands: Sequence[list[str]], stock: list[str], trump: str, dealer: int
) -> Part[int | None]:
    """Tell the proposals and exchanges, and return the obliged player, if any (EC-8 to EC-16).

    Args:
        bound: the seats that may not exchange an obligatory hand.
        hands: both hands; exchanges change them.
        stock: the stock; exchanges take from its top.
        trump: the trump suit.
        dealer: who deals.
    """
    elder = 1 - dealer
    exchanged = False
    while stock:  # EC-15
        stands = {seat for seat in bound if not exchanged and obligatory(hands[seat], trump)}
        word = yield asks(elder, "propose", {"play"} if elder in stands else {"play", "propose"})
        if word == "play":  # EC-9
            return None if exchanged else elder
        word = yield asks(dealer, "answer", {"refuse"} if dealer in stands else {"accept", "refuse"})
        if word == "refuse":  # EC-11
            return None if exchanged else dealer
        for seat in (elder, dealer):
            if stock:  # EC-13
                yield from exchange(seat, hands[seat], stock)
        exchanged = True
    return None


def exchange(seat: int, hand: list[str], stock: list[str]) -> Part[None]:
    """Tell how one player lays cards aside and draws as many (EC-12 to EC-14)."""
    most = min(5, len(stock))
    count = 0
    while count < most:
        word = yield asks(seat, "exchange", {*hand, "done"} if count else hand, "fact")
        if word == "done":
            break
        hand.remove(word)
        count += 1
    drawn = stock[:count]
    del stock[:count]
    hand += drawn
    yield shows({seat}, "drawn", seat, drawn)
    yield notes("drawn", seat, count, len(stock))


def mark(seat: int, king: str) -> Part[int]:
    """Tell the question to the holder of the king of trumps, and return the points made by it (EC-17 to EC-19)."""
    word = yield asks(seat, "king", {"mark", "hide"}, "nobody")
    if word == "hide":
        return 0
    yield shows(BOTH, "king", seat, [king])
    yield notes("king", seat)
    return 1


def playable(hand: Collection[str], led: str, trump: str) -> set[str]:
    """Return the cards that may be played; `led` is empty for the leader (EC-21 to EC-24)."""
    if not led:
        return set(hand)
    same = {card for card in hand if card[1] == led[1]}
    higher = {card for card in same if RANKS.index(card[0]) > RANKS.index(led[0])}
    trumps = {card for card in hand if card[1] == trump}
    return higher or same or trumps or set(hand)


def captures(answer: str, led: str, trump: str) -> bool:
    """Tell whether the second card of a trick takes it (EC-25)."""
    if answer[1] == led[1]:
        return RANKS.index(answer[0]) > RANKS.index(led[0])
    return answer[1] == trump


def for_tricks(tricks: Sequence[int], obliged: int | None) -> tuple[int, int]:
    """Return the points of both seats for their tricks (EC-27 to EC-29)."""
    winner = 0 if tricks[0] > tricks[1] else 1
    failed = obliged is not None and obliged != winner
    value = 2 if failed or tricks[winner] == 5 else 1
    return (value, 0) if winner == 0 else (0, value)


def stake(loser: int) -> int:
    """Return the stake of the game by the loser's final score (EC-31)."""
    if loser == 0:
        return 3
    return 2 if loser <= 2 else 1


def bound_seats(obligatory_hands: str) -> set[int]:
    """Return the seats that play under the casino rule."""
    return {"off": set[int](), "both": {0, 1}, "P0": {0}, "P1": {1}}[obligatory_hands]


def obligatory(hand: Collection[str], trump: str) -> bool:
    """Tell whether a hand of five is a jeu de règle (appendix, EC-R16, EC-R17)."""
    plain = [{card[0] for card in hand if card[1] == suit} for suit in SUITS if suit != trump]
    headed = [ranks for ranks in plain if ranks & {"K", "Q"}]
    trumps = sum(card[1] == trump for card in hand)
    if trumps >= 3:
        return True
    if trumps == 2:
        return (
            (set() in plain and any("K" in ranks for ranks in plain))
            or any("Q" in ranks and len(ranks) >= 2 for ranks in plain)
            or any(len(ranks) == 3 for ranks in plain)
        )
    if trumps == 1:
        return (
            any(ranks >= {"K", "Q", "J"} for ranks in plain)
            or any(len(ranks) >= 3 for ranks in headed)
            or sum(len(ranks) >= 2 for ranks in headed) == 2
        )
    return sum(card[0] in "KQJ" for card in hand) >= 4
