"""The second opinion on Triomphe, told from the rule sheet alone."""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence

from tests.games.second_opinion.oracle import Begins, Draw, Ends, Step, Telling, asks, notes, shows
from tests.games.second_opinion.telling import scores_before
from tests.games.second_opinion.tricks import first_dealer, heading, in_packets, places, taker

SUITS = "SHDC"
RANKS = {"off": "6789TAJQK", "on": "6789TJQKA"}
"""From low to high in every suit, by the option `ace_high` (TP-4)."""
PACK = [rank + suit for suit in SUITS for rank in reversed(RANKS["off"])]
"""All cards, suit by suit, each from the king down (TP-3)."""


def triomphe(options: Mapping[str, str], draw: Draw) -> Telling:
    """Tell a whole game (TP-5, TP-20)."""
    target, players = int(options["target"]), int(options["players"])
    sides = sides_of(players, options["six_sides"])
    dealer = first_dealer(options, draw)
    scores = scores_before(options, len(set(sides)))
    finished = 0
    while max(scores) < target:
        standing = {"dealer": str(dealer), "scores": ",".join(map(str, scores)), "finished": str(finished)}
        yield Begins(finished + 1, standing)
        pack = [str(card) for card in draw(f"deal {finished + 1} pack")]
        assert sorted(pack) == sorted(PACK)
        winners = yield from one_deal(options, pack, dealer, sides)
        points = points_for([sides[seat] for seat in winners], len(scores), int(options["vole_points"]))
        scores = [score + made for score, made in zip(scores, points, strict=True)]
        yield notes("points", *points)
        yield notes("scores", *scores)
        finished += 1
        dealer = (dealer + 1) % players
    yield Ends(places(scores), tuple(scores), "target")


def sides_of(players: int, six_sides: str) -> list[int]:
    """Return the side of each seat, 0 for A; partners sit side by side (TP-2)."""
    size = {2: 1, 4: 2, 6: 2 if six_sides == "three_pairs" else 3}[players]
    return [seat // size for seat in range(players)]


def one_deal(
    options: Mapping[str, str], pack: Sequence[str], dealer: int, sides: Sequence[int]
) -> Generator[Step, str, list[int]]:
    """Tell one deal from its cards on, and return who won each trick.

    Args:
        options: every option as a word.
        pack: the shuffled pack, top card first.
        dealer: who deals.
        sides: the side of each seat.
    """
    everybody = range(len(sides))
    hands, (turn_up, *stock) = in_packets(pack, dealer, len(sides), options["deal_packets"])
    sight = [seen_by(seat, sides, options["overlook"]) for seat in everybody]
    for seat, hand in enumerate(hands):
        yield shows(sight[seat], "hand", seat, hand)
    yield shows(everybody, "turn-up", None, [turn_up])
    trump = turn_up[1]
    yield notes("trump", trump)
    for seat, hand in enumerate(hands):
        if f"A{trump}" in hand:  # TP-8
            word = yield asks(seat, "rob", {"take", "leave"}, "nobody")
            if word == "take":
                yield from robbing(seat, hand, turn_up, stock, options["ace_exchange"], sight)
            break
    return (yield from play(hands, (dealer + 1) % len(sides), trump, RANKS[options["ace_high"]]))


def seen_by(seat: int, sides: Sequence[int], overlook: str) -> set[int]:
    """Return the seats that see the hand of a seat, its own among them (TP-21)."""
    return {other for other, side in enumerate(sides) if other == seat or (overlook == "on" and side == sides[seat])}


def robbing(
    seat: int, hand: list[str], turn_up: str, stock: Sequence[str], ace_exchange: str, sight: Sequence[set[int]]
) -> Generator[Step, str, None]:
    """Tell what a player takes and lays aside (TP-9 to TP-11).

    Args:
        seat: the player, who has said `take`.
        hand: what it holds; changed.
        turn_up: the card turned up.
        stock: the cards under it, top card first.
        ace_exchange: `any_card` or `ace_itself`.
        sight: for each seat, who sees its hand.
    """
    trump = turn_up[1]
    everybody = range(len(sight))
    ace = f"A{trump}"
    taken = [turn_up, *trumps_on_top(stock, trump)]
    yield notes("rob", seat)
    yield shows(everybody, "right", seat, [ace])
    yield shows(everybody, "turn-up", None, stock[: len(taken)])
    to_lay = len(taken)
    if ace_exchange == "ace_itself":
        hand.remove(ace)
        to_lay -= 1
        yield shows(everybody, "laid", seat, [ace])
    hand += taken
    yield shows(everybody, "taken", seat, taken)
    laid = []
    for _ in range(to_lay):
        card = yield asks(seat, "discard", hand, "fact")
        hand.remove(card)
        laid.append(card)
    partners = sight[seat] - {seat}
    if partners and laid:
        yield shows(partners, "discard", seat, laid)


def trumps_on_top(stock: Sequence[str], trump: str) -> list[str]:
    """Return the trumps that lie on top of the stock, one after the other (TP-9)."""
    other = next((at for at, card in enumerate(stock) if card[1] != trump), len(stock))
    return list(stock[:other])


def play(hands: list[list[str]], eldest: int, trump: str, ranks: str) -> Generator[Step, str, list[int]]:
    """Tell the tricks, and return who won each (TP-12 to TP-17).

    Args:
        hands: what each seat holds; emptied as the cards are played.
        eldest: who leads to the first trick.
        trump: the trump suit.
        ranks: the order of the cards, from low to high.
    """
    players = len(hands)
    winners: list[int] = []
    leader = eldest
    for _ in range(5):
        trick: list[str] = []
        for turn in range(players):
            seat = (leader + turn) % players
            card = yield asks(seat, "play", heading(hands[seat], trick, trump, ranks))
            hands[seat].remove(card)
            trick.append(card)
        leader = (leader + taker(trick, trump, ranks)) % players
        winners.append(leader)
        yield notes("trick", leader, 1)
    return winners


def points_for(winners: Sequence[int], sides: int, vole_points: int) -> list[int]:
    """Return the points of every side (TP-18, TP-19).

    Args:
        winners: the side that won each of the five tricks.
        sides: how many sides there are.
        vole_points: what all five tricks score.
    """
    tricks = [winners.count(side) for side in range(sides)]
    if max(tricks) == 2:
        ahead = next(side for trick, side in enumerate(winners) if winners[:trick].count(side) == 1)
    else:
        ahead = tricks.index(max(tricks))
    value = vole_points if max(tricks) == 5 else 1
    return [value if side == ahead else 0 for side in range(sides)]
