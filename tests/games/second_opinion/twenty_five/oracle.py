"""The second opinion on Twenty-Five, told from the rule sheet alone."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import NamedTuple

from tests.games.second_opinion.cards import JOKER
from tests.games.second_opinion.oracle import Begins, Draw, Ends, Telling, asks, notes, shows
from tests.games.second_opinion.telling import Part, listed, scores_before
from tests.games.second_opinion.tricks import first_dealer, in_packets

ACE_OF_HEARTS = "AH"
RED, BLACK = "T98765432", "23456789T"
"""The number cards from high to low (TF-9, TF-11)."""
PLAIN = {"S": f"KQJA{BLACK}", "H": f"KQJ{RED}", "D": f"KQJ{RED}A", "C": f"KQJA{BLACK}"}
"""The cards of a plain suit from high to low (TF-11)."""


class Pay(NamedTuple):
    """What came of a deal for the pool: who takes it, if anybody, and whether after a jink."""

    taker: int | None
    jinked: bool = False


@dataclass
class Table:
    """One deal after the cards were dealt.

    Args:
        dealer: who deals.
        hands: the hands by seat.
        turn_up: the card turned up last.
        trumps: the trumps from high to low.
        leader: who leads to the next trick.
        tricks: the tricks of each seat.
        seen: the trumps played, with who played each.
        robber: who will be asked to rob before the first card, if anybody.
    """

    dealer: int
    hands: list[list[str]]
    turn_up: str
    trumps: tuple[str, ...]
    leader: int
    tricks: list[int]
    seen: dict[str, int] = field(default_factory=dict)
    robber: int | None = None

    @property
    def everybody(self) -> range:
        """All seats."""
        return range(len(self.hands))


def twenty_five(options: Mapping[str, str], draw: Draw) -> Telling:
    """Tell a whole game (TF-4, TF-22 to TF-32)."""
    yield from {"tricks": by_tricks, "deals": by_deals, "pool": for_the_pool}[options["scoring"]](options, draw)


def by_tricks(options: Mapping[str, str], draw: Draw) -> Telling:
    """Tell a game in which tricks score (TF-22 to TF-25)."""
    scores = scores_before(options, int(options["players"]))
    for number, dealer in deals(options, draw):
        yield begins(number, dealer, scores)
        table = yield from dealt(options, draw, number, dealer)
        points, winner, reason = yield from scored_tricks(options, table, scores)
        scores = [score + made for score, made in zip(scores, points, strict=True)]
        yield notes("points", *points)
        yield notes("scores", *scores)
        if winner is not None:
            yield Ends(places(scores, winner), tuple(scores), reason)
            return


def by_deals(options: Mapping[str, str], draw: Draw) -> Telling:
    """Tell a game in which the third trick scores (TF-26, TF-27)."""
    scores = scores_before(options, int(options["players"]))
    for number, dealer in deals(options, draw, int(options["max_deals"])):
        yield begins(number, dealer, scores)
        table = yield from dealt(options, draw, number, dealer)
        winner = (yield from three_tricks(table, may_jink=False)).taker
        points = [int(options["unit"]) if seat == winner else 0 for seat in table.everybody]
        scores = [score + made for score, made in zip(scores, points, strict=True)]
        yield notes("points", *points)
        yield notes("scores", *scores)
        if max(scores) >= target_of(options):
            yield Ends(places(scores), tuple(scores), "target")
            return
    yield Ends(places(scores), tuple(scores), "limit")


def for_the_pool(options: Mapping[str, str], draw: Draw) -> Telling:
    """Tell a session for a pool (TF-28 to TF-32)."""
    players, ante = int(options["players"]), int(options["ante"])
    last = int(options["rounds"]) * players
    balances, pool, taken = scores_before(options, players), 0, True
    for number, dealer in deals(options, draw, last):
        yield begins(number, dealer, balances, pool)
        everybody_pays = taken or options["refill"] == "all"
        paid = [ante if everybody_pays or seat == dealer else 0 for seat in range(players)]
        pool += sum(paid)
        balances = [balance - chips for balance, chips in zip(balances, paid, strict=True)]
        yield notes("pot", pool, *paid)
        table = yield from dealt(options, draw, number, dealer)
        taker, jinked = yield from three_tricks(table, may_jink=options["jink"] == "on")
        taken = taker is not None
        if taken:
            paid = [ante if jinked else 0] * players
            paid[taker or 0] = -pool - (ante * (players - 1) if jinked else 0)
            pool = 0
            balances = [balance - chips for balance, chips in zip(balances, paid, strict=True)]
            yield notes("pot", pool, *paid)
        if number == last and pool:  # what cannot be divided is removed
            share, pool = pool // players, 0
            balances = [balance + share for balance in balances]
            yield notes("pot", pool, *[-share] * players)
        yield notes("scores", *balances)
    yield Ends(places(balances), tuple(balances), "deals")


def deals(options: Mapping[str, str], draw: Draw, last: int | None = None) -> Iterator[tuple[int, int]]:
    """Yield the number and the dealer of each deal (TF-4)."""
    dealer = first_dealer(options, draw)
    for number in count(1) if last is None else range(1, last + 1):
        yield number, dealer
        dealer = (dealer + 1) % int(options["players"])


def target_of(options: Mapping[str, str]) -> int:
    """Return the target: `auto` is five times the unit (the table of options)."""
    return 5 * int(options["unit"]) if options["target"] == "auto" else int(options["target"])


def begins(number: int, dealer: int, scores: Sequence[int], pool: int = 0) -> Begins:
    """Return the beginning of a deal."""
    words = {"dealer": str(dealer), "scores": listed(scores), "finished": str(number - 1)}
    return Begins(number, words | ({"pool": str(pool)} if pool else {}))


def places(scores: Sequence[int], winner: int | None = None) -> tuple[int, ...]:
    """Return the places by score; a winner who is named comes before all others."""
    order = [(seat == winner, score) for seat, score in enumerate(scores)]
    return tuple(1 + sum(other > mine for other in order) for mine in order)


def dealt(options: Mapping[str, str], draw: Draw, number: int, dealer: int) -> Part[Table]:
    """Tell the deal with a turned joker and a turned ace, and return what lies on the table (TF-3 to TF-6, TF-13)."""
    players = int(options["players"])
    pack = [str(card) for card in draw(f"deal {number} pack")]
    assert len(pack) == len(set(pack)) == (53 if options["joker"] == "on" else 52)
    hands, stock = in_packets(pack, dealer, players, options["deal_packets"])
    for seat, hand in enumerate(hands):
        yield shows({seat}, "hand", seat, hand)
    turn_up = stock.pop(0)
    yield shows(range(players), "turn-up", None, [turn_up])
    if turn_up == JOKER:
        yield from take(dealer, hands, turn_up)
        turn_up = stock.pop(0)
        yield shows(range(players), "turn-up", None, [turn_up])
    trump = turn_up[1]
    yield notes("trump", trump)
    joker = options["joker_rank"] if options["joker"] == "on" else "off"
    table = Table(dealer, hands, turn_up, trumps_of(trump, joker), (dealer + 1) % players, [0] * players)
    if turn_up[0] == "A":
        yield from rob(table, dealer)
    else:
        holders = [seat for seat in table.everybody if f"A{trump}" in hands[seat]]
        table.robber = holders[0] if holders else None
    return table


def rob(table: Table, seat: int) -> Part[None]:
    """Tell the question to whoever may rob, and what follows (TF-13 to TF-15, TF-34)."""
    word = yield asks(seat, "rob", {"rob", "leave"}, "nobody")
    if word == "rob":
        yield notes("rob", seat)
        if table.turn_up[0] != "A":
            yield shows(table.everybody, "right", seat, ["A" + table.turn_up[1]])
        yield from take(seat, table.hands, table.turn_up)


def take(seat: int, hands: Sequence[list[str]], card: str) -> Part[None]:
    """Tell how a player takes a turned card and lays one of the other five aside (TF-6, TF-13, TF-14, TF-R7)."""
    yield shows(range(len(hands)), "taken", seat, [card])
    word = yield asks(seat, "discard", hands[seat], "fact")
    hands[seat].remove(word)
    hands[seat].append(card)


def trumps_of(trump: str, joker: str) -> tuple[str, ...]:
    """Return the trumps from high to low; `joker` is `third`, `second` or `off` (TF-7 to TF-10, TF-12)."""
    numbers = (RED if trump in "HD" else BLACK).replace("5", "")
    top = [f"5{trump}", f"J{trump}", ACE_OF_HEARTS]
    if joker != "off":
        top.insert({"second": 1, "third": 2}[joker], JOKER)
    rest = [rank + trump for rank in f"AKQ{numbers}"]
    return (*top, *(card for card in rest if card != ACE_OF_HEARTS))


def privileged(card: str, trumps: Sequence[str]) -> bool:
    """Return whether a card need not be played to a lower trump (TF-20)."""
    return card in {trumps[0], f"J{trumps[0][1]}", JOKER, ACE_OF_HEARTS}


def playable(hand: Collection[str], led: str | None, trumps: Sequence[str]) -> set[str]:
    """Return the cards that may be played; `led` is None for the leader (TF-16, TF-18 to TF-21)."""
    held = {card for card in hand if card in trumps}
    if led is None:
        return set(hand)
    if led in trumps:
        bound = {card for card in held if not (privileged(card, trumps) and trumps.index(card) < trumps.index(led))}
        return held if bound else set(hand)
    same = {card for card in hand if card[1] == led[1]} - held
    return same | held if same else set(hand)


def best_card(trick: Sequence[str], trumps: Sequence[str]) -> int:
    """Return which card of a trick takes it, counted from the lead (TF-17)."""
    played = [card for card in trick if card in trumps]
    if played:
        return trick.index(min(played, key=trumps.index))
    led = trick[0][1]
    return trick.index(min((card for card in trick if card[1] == led), key=lambda card: PLAIN[led].index(card[0])))


def trick(table: Table, points: int) -> Part[int]:
    """Tell one trick, and return who takes it (TF-14, TF-16)."""
    players = len(table.hands)
    cards: list[str] = []
    for turn in range(players):
        seat = (table.leader + turn) % players
        if seat == table.robber:
            table.robber = None
            yield from rob(table, seat)
        card = yield asks(seat, "play", playable(table.hands[seat], cards[0] if cards else None, table.trumps))
        table.hands[seat].remove(card)
        cards.append(card)
        if card in table.trumps:
            table.seen[card] = seat
    table.leader = (table.leader + best_card(cards, table.trumps)) % players
    table.tricks[table.leader] += 1
    yield notes("trick", table.leader, points)
    return table.leader


def scored_tricks(
    options: Mapping[str, str], table: Table, before: Sequence[int]
) -> Part[tuple[list[int], int | None, str]]:
    """Tell the tricks of a deal; return the points, who has won the game, and the reason (TF-22 to TF-25)."""
    unit, target = int(options["unit"]), target_of(options)
    points = [0] * len(table.hands)
    for _ in range(5):
        winner = yield from trick(table, unit)
        points[winner] += unit
        if options["sweep_wins"] == "on" and table.tricks[winner] == 5:  # named first where both are true
            return points, winner, "sweep"
        if before[winner] + points[winner] >= target:
            return points, winner, "target"
    if options["best_trump_bonus"] == "on" and table.seen:
        best = table.seen[min(table.seen, key=table.trumps.index)]
        points[best] += unit
        yield notes("best-trump", best)
        if before[best] + points[best] >= target:
            return points, best, "target"
    return points, None, ""


def three_tricks(table: Table, *, may_jink: bool) -> Part[Pay]:
    """Tell the tricks of a deal until somebody has won it or it is spoilt (TF-26, TF-30, TF-31)."""
    jinking = False
    for number in range(1, 6):
        winner = yield from trick(table, 1)
        if jinking:
            if table.tricks[winner] < number:  # the first trick lost
                break
            if number == 5:
                return Pay(winner, jinked=True)
        elif table.tricks[winner] == 3:
            if not may_jink or number > 3:
                return Pay(winner)
            word = yield asks(winner, "jink", {"stop", "jink"})
            if word == "stop":
                return Pay(winner)
            jinking = True
    yield notes("spoilt")
    return Pay(None)
