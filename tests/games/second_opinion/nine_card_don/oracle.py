"""Nine-Card Don from its sheet alone: all that is asked, shown and noted in a game, in order."""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence

from tests.games.second_opinion.oracle import Begins, Draw, Ends, Step, Telling, asks, notes, shows
from tests.games.second_opinion.telling import scores_before

RANKS = "23456789TJQKA"
"""Low to high, in trumps too (DN-2)."""
IN_TRUMPS = {"5": 10, "9": 9, "A": 4, "K": 3, "Q": 2, "J": 1}
"""What a trump scores as it is taken (DN-11); a ten scores nothing (DN-R8)."""
FOR_GAME = {"A": 4, "K": 3, "Q": 2, "J": 1, "T": 10}
"""What a card of any suit counts after the last trick (DN-13)."""
FROM_DRAWER = {"self": 0, "left": 1, "partner": 2, "right": 3}
"""How many seats to the left of the drawer the pitcher is sitting (DN-4, DN-R5)."""


def nine_card_don(options: Mapping[str, str], draw: Draw) -> Telling:
    """Tell a whole game (DN-4, DN-7, DN-14)."""
    pitcher = yield from first_pitcher(options, draw)
    a, b = scores_before(options, 2)
    for number in range(1, int(options["max_deals"]) + 1):
        dealer = (pitcher - 1) % 4
        yield Begins(number, {"dealer": str(dealer), "scores": f"{a},{b}", "finished": str(number - 1)})
        pack = [str(card) for card in draw(f"deal {number} pack")]
        more_a, more_b = yield from hand(options, pack, pitcher, (a, b))
        a, b = a + more_a, b + more_b
        yield notes("points", more_a, more_b)
        yield notes("scores", a, b)
        if max(a, b) >= int(options["target"]):
            yield Ends(places(a, b), (a, b), "target")
            return
        pitcher = (pitcher + 1) % 4
    yield Ends(places(a, b), (a, b), "limit")


def first_pitcher(options: Mapping[str, str], draw: Draw) -> Generator[Step, str, int]:
    """Return the seat that pitches first: named, or chosen by the higher of two cards (DN-4)."""
    if options["first_pitcher"] != "draw":
        return int(options["first_pitcher"].removeprefix("P"))
    pack = [str(card) for card in draw("draw")]
    drawer = None
    while drawer is None:
        mine, theirs = pack.pop(0), pack.pop(0)
        yield shows({0, 1, 2, 3}, "draw", 0, [mine])
        yield shows({0, 1, 2, 3}, "draw", 1, [theirs])
        drawer = higher(mine, theirs)
    if options["pitcher_choice"] == "drawer":
        return drawer
    word = yield asks(drawer, "pitcher", FROM_DRAWER)
    return (drawer + FROM_DRAWER[word]) % 4


def higher(card_0: str, card_1: str) -> int | None:
    """Return which of seats 0 and 1 drew the higher rank, None if neither did (DN-4, DN-R6)."""
    difference = RANKS.index(card_0[0]) - RANKS.index(card_1[0])
    if difference == 0:
        return None
    return 0 if difference > 0 else 1


def hand(
    options: Mapping[str, str], pack: Sequence[str], pitcher: int, before: tuple[int, int]
) -> Generator[Step, str, tuple[int, int]]:
    """Tell one hand from the deal on and return what each side scores in it (DN-5 to DN-14).

    Args:
        options: every option as a word.
        pack: the shuffled cards, the top first.
        pitcher: who leads to the first trick.
        before: the scores of sides A and B.
    """
    size, target = int(options["hand_size"]), int(options["target"])
    hands = deal(pack, pitcher, size)
    partner = (pitcher + 2) % 4
    blind = options["partner_blind"] == "on"
    for seat in range(4):
        if not (blind and seat == partner):
            yield shows({seat}, "hand", seat, hands[seat])

    trump = ""
    gained = [0, 0]
    taken: list[list[str]] = [[], []]
    leader = pitcher
    for _ in range(size):
        trick: list[str] = []
        for place in range(4):
            seat = (leader + place) % 4
            card = yield asks(seat, "play", legal(hands[seat], trick))
            hands[seat].remove(card)
            trick.append(card)
            if not trump:  # the first card of the hand (DN-8, DN-6)
                trump = card[1]
                yield notes("trump", trump)
                if blind:
                    yield shows({partner}, "hand", partner, hands[partner])
        leader = (leader + best(trick, trump)) % 4
        side = leader % 2
        taken[side] += trick
        gained[side] += worth(trick, trump)
        yield notes("trick", leader, worth(trick, trump))
        if before[side] + gained[side] >= target:  # at once, without game points (DN-14)
            return gained[0], gained[1]

    a, b = game_count(taken[0]), game_count(taken[1])
    yield notes("game", a, b)
    for_a, for_b = game_points(a, b)
    return gained[0] + for_a, gained[1] + for_b


def deal(pack: Sequence[str], first: int, size: int) -> dict[int, list[str]]:
    """Return the hands of seats 0 to 3, dealt singly; the pitcher, on the dealer's left, is first (DN-5)."""
    return {seat: list(pack[(seat - first) % 4 : 4 * size : 4]) for seat in range(4)}


def legal(held: Sequence[str], trick: Sequence[str]) -> list[str]:
    """Return the cards that may be played (DN-8, DN-9)."""
    following = [card for card in held if trick and card[1] == trick[0][1]]
    return following or list(held)


def best(trick: Sequence[str], trump: str) -> int:
    """Return which card of a trick takes it, counted from the lead (DN-10)."""
    winner = 0
    for place, card in enumerate(trick):
        if card[1] == trick[winner][1]:
            if RANKS.index(card[0]) > RANKS.index(trick[winner][0]):
                winner = place
        elif card[1] == trump:
            winner = place
    return winner


def worth(trick: Sequence[str], trump: str) -> int:
    """Return what the side that takes these cards scores at once (DN-11)."""
    points = 0
    for card in trick:
        if card[1] == trump:
            points += IN_TRUMPS.get(card[0], 0)
        elif card[0] == "5":
            points += 5
    return points


def game_count(cards: Sequence[str]) -> int:
    """Return what all cards of a side add up to (DN-13, DN-R4)."""
    return sum(FOR_GAME.get(card[0], 0) for card in cards)


def game_points(a: int, b: int) -> tuple[int, int]:
    """Return what each side scores for game (DN-13)."""
    return (8 if a > b else 0), (8 if b > a else 0)


def places(a: int, b: int) -> tuple[int, int]:
    """Return the places of both sides; the higher score wins, equal scores share the first place (DN-14)."""
    return (2 if a < b else 1), (2 if b < a else 1)
