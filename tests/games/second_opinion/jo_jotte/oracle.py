"""The second opinion on Jo-Jotte, told from the rule sheet alone."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from tests.games.second_opinion.jo_jotte.melds import (
    PACK,
    SUITS,
    beats,
    card_points,
    four_beats,
    fours_of,
    points_of_runs,
    replies,
    runs_of,
)
from tests.games.second_opinion.jo_jotte.scoring import TRICKS, Entry, Rubber, entry, for_seat, total
from tests.games.second_opinion.oracle import Begins, Draw, Ends, Telling, asks, notes, shows
from tests.games.second_opinion.telling import Part, listed
from tests.games.second_opinion.tricks import first_dealer, places

BOTH = range(2)
NO_TRUMP = "NT"
LAST_TRICK = 10


@dataclass
class Table:
    """One deal as far as it has come.

    Args:
        dealer: who deals.
        hands: what each seat holds.
        rest: the cards not dealt yet, top card first.
        upcard: the card turned up.
        declarer: who fixed trump, 0 before that.
        contract: the trump that was fixed, or `NT`.
        factor: what a double or a redouble makes of the points below the line.
        melds: what each seat has scored above the line before the end of the hand.
    """

    dealer: int
    hands: list[list[str]]
    rest: list[str]
    upcard: str
    declarer: int = 0
    contract: str = NO_TRUMP
    factor: int = 1
    melds: tuple[int, int] = (0, 0)

    @property
    def eldest(self) -> int:
        """The seat that does not deal."""
        return 1 - self.dealer

    @property
    def defender(self) -> int:
        """The seat that did not fix trump."""
        return 1 - self.declarer

    @property
    def trump(self) -> str | None:
        """The trump of the contract, None if there is none."""
        return None if self.contract == NO_TRUMP else self.contract

    def give(self, seat: int, cards: Sequence[str]) -> None:
        """Deal cards to a seat."""
        self.hands[seat] += cards

    def meld(self, seat: int, points: int) -> None:
        """Score points of a seat above the line."""
        self.melds = total(self.melds, for_seat(seat, points))


# The rubber


def jo_jotte(options: Mapping[str, str], draw: Draw) -> Telling:
    """Tell a whole rubber (JJ-4, JJ-8, JJ-40 to JJ-42)."""
    dealer = first_dealer(options, draw)
    last = int(options["max_deals"])
    rubber = Rubber(int(options["game_target"]), int(options["games"]))
    thrown = 0
    for number in range(1, last + 1):
        yield Begins(number, standing(rubber, dealer, number, thrown))
        table = dealt([str(card) for card in draw(f"deal {number} pack")], dealer)
        for seat in BOTH:
            yield shows({seat}, "hand", seat, table.hands[seat])
        yield shows(BOTH, "turn-up", None, [table.upcard])
        fixed = yield from naming(table, may_throw_in=thrown < int(options["redeal_cap"]))
        if fixed:
            thrown = 0
            hand = yield from one_hand(options, table)
            yield from scored(rubber, hand, table.melds)
            dealer = 1 - dealer
        else:
            thrown += 1
            yield notes("thrown-in")
        if rubber.over:
            break
    yield Ends(places(rubber.totals), tuple(rubber.totals), "rubber" if rubber.over else "limit")


def standing(rubber: Rubber, dealer: int, number: int, thrown: int) -> dict[str, str]:
    """Return the words of the standing before a deal."""
    words = {
        "dealer": str(dealer),
        "scores": listed(rubber.totals),
        "below": listed(rubber.below),
        "games": listed(rubber.games),
        "finished": str(number - 1),
    }
    more = {"aside": rubber.aside, "thrown": thrown}
    return words | {name: str(count) for name, count in more.items() if count}


def scored(rubber: Rubber, hand: Entry, melds: Sequence[int]) -> Part[None]:
    """Enter a hand, and tell what came of it (JJ-23, JJ-36, JJ-40 to JJ-42)."""
    aside, games = rubber.aside, rubber.games
    picked_up = for_seat(hand.winner, aside) if hand.winner is not None else (0, 0)
    rubber.add(hand, melds)
    yield notes("below", *hand.below)
    yield notes("above", *total(hand.above, melds, picked_up))
    if rubber.aside != aside:
        yield notes("aside", rubber.aside)
    for seat in BOTH:
        if rubber.games[seat] > games[seat]:
            yield notes("game", seat)
    if rubber.over:
        before = rubber.totals
        rubber.give_bonus()
        for seat in BOTH:
            if bonus := rubber.totals[seat] - before[seat]:
                yield notes("rubber", seat, bonus)
    yield notes("scores", *rubber.totals)


# Trump


def dealt(pack: Sequence[str], dealer: int) -> Table:
    """Return the table after six cards each and the upcard (JJ-5)."""
    assert sorted(pack) == sorted(PACK)
    table = Table(dealer, [[], []], list(pack[13:]), pack[12])
    table.give(table.eldest, pack[0:12:2])
    table.give(table.dealer, pack[1:12:2])
    return table


def naming(table: Table, *, may_throw_in: bool) -> Part[bool]:
    """Tell who fixes trump, and return whether somebody does (JJ-6 to JJ-9)."""
    turned = table.upcard[1]
    for seat in (table.eldest, table.dealer):
        if (yield asks(seat, "bid", {"pass", "accept"})) == "accept":
            table.declarer, table.contract = seat, turned
            return True
    for seat in (table.eldest, table.dealer):
        words = {*SUITS, NO_TRUMP, "pass"} - {turned}
        word = yield asks(seat, "trump", words if may_throw_in or seat == table.eldest else words - {"pass"})
        if word != "pass":
            table.declarer, table.contract = seat, word
            return True
    return False


def doubling(table: Table) -> Part[int]:
    """Tell whether the contract is doubled, and return the factor (JJ-9, JJ-10)."""
    if (yield asks(table.defender, "double", {"pass", "double"})) == "pass":
        return 1
    return 2 if (yield asks(table.declarer, "redouble", {"pass", "redouble"})) == "pass" else 4


def more_cards(table: Table) -> Part[None]:
    """Tell how three more cards each are dealt and the bottom card is turned (JJ-11)."""
    for at, seat in enumerate((table.eldest, table.dealer)):
        cards = table.rest[at:6:2]
        table.give(seat, cards)
        yield shows({seat}, "drawn", seat, cards)
        yield notes("drawn", seat, 3, 16 - 3 * at)
    yield shows(BOTH, "bottom", None, table.rest[-1:])


# The hand


def one_hand(options: Mapping[str, str], table: Table) -> Part[Entry]:
    """Tell a hand after trump is fixed, and return what it enters besides melds (JJ-9 to JJ-39)."""
    yield notes("trump", table.contract)
    table.factor = yield from doubling(table)
    yield notes("contract", table.declarer, table.contract, table.factor)
    yield from more_cards(table)
    mode = yield from choosing_mode(table)
    trump = table.trump
    if mode == "meld":
        yield from fours(table, auto=options["melds"] == "auto")
        yield from sequences(table, auto=options["melds"] == "auto")
    else:
        if mode == "nullo" or options["slam_trump"] == "none":
            trump = None
        yield notes("contract", table.defender if mode == "nullo" else table.declarer, mode, 1)
        yield notes("trump", trump or NO_TRUMP)
    points, tricks = yield from play(table, trump, auto=options["jo_call"] == "auto")
    yield notes("points", *points)
    return entry(table.declarer, mode, table.factor, points, tricks)


def choosing_mode(table: Table) -> Part[str]:
    """Tell whether melds are declared, and return `meld`, `nullo` or `slam` (JJ-12, JJ-24, JJ-25)."""
    mode = yield asks(table.defender, "mode", {"meld", "nullo"})
    if mode == "nullo" and (yield asks(table.declarer, "slam", {"pass", "slam"})) == "slam":
        return "slam"
    return mode


def says(seat: int, kind: str, words: Sequence[str], *, auto: bool) -> Part[str]:
    """Tell what a seat says of its melds, and return it; the last of the words is the truthful best (JJ-R4)."""
    if not auto:
        return (yield asks(seat, kind, words))
    yield notes(kind, seat, words[-1])
    return words[-1]


def declared(table: Table, seat: int, kind: str, points: int, best: Sequence[str], *, auto: bool) -> Part[None]:
    """Tell that a seat scores in a class, and whether the other sees the highest combination (JJ-18, JJ-22, JJ-23)."""
    table.meld(seat, points)
    yield notes("meld", seat, kind, points)
    if auto or (yield asks(1 - seat, "show", {"waive", "show"})) == "show":
        yield shows(BOTH, "meld", seat, best)


def fours(table: Table, *, auto: bool) -> Part[None]:
    """Tell the dialogue on fours of a kind (JJ-16 to JJ-18)."""
    found = [fours_of(hand, table.trump) for hand in table.hands]
    mine, theirs = found[table.declarer], found[table.defender]
    word = yield from says(table.defender, "fours", ["none", *(f"four-{rank}" for rank in theirs[:1])], auto=auto)
    stands: int | None = table.defender
    if word == "none":
        words = ["none", *(f"four-{rank}" for rank in mine[:1])]
        answer = yield from says(table.declarer, "fours", words, auto=auto)
        stands = None if answer == "none" else table.declarer
    else:
        higher = bool(mine) and four_beats(mine[0], theirs[0], table.trump)
        answer = yield from says(table.declarer, "fours", ["good", *["no-good"] * higher], auto=auto)
        if answer == "no-good":
            stands = table.declarer
            yield notes("four", table.declarer, mine[0])
    if stands is not None:
        best = [found[stands][0] + suit for suit in SUITS]
        yield from declared(table, stands, "fours", 100 * len(found[stands]), best, auto=auto)


def sequences(table: Table, *, auto: bool) -> Part[None]:
    """Tell the dialogue on sequences (JJ-19 to JJ-21)."""
    found = [runs_of(hand, table.trump) for hand in table.hands]
    mine, theirs = found[table.declarer][:1], found[table.defender][:1]
    word = yield from says(table.defender, "sequences", ["none", *(f"seq-{run.length}" for run in theirs)], auto=auto)
    stands: int | None = table.defender
    if word == "none":
        words = ["none", *(f"seq-{run.length}" for run in mine)]
        answer = yield from says(table.declarer, "sequences", words, auto=auto)
        stands = None if answer == "none" else table.declarer
    else:
        [best] = theirs
        words = ["good"]
        if mine and mine[0].length >= best.length:
            words.append("no-good" if mine[0].length > best.length else "how-high")
        answer = yield from says(table.declarer, "sequences", words, auto=auto)
        told: list[object] = []
        if answer == "how-high":
            yield notes("sequence", table.defender, best.length, best.top)
            words = ["good", *["no-good"] * mine[0].beats(best)]
            answer = yield from says(table.declarer, "sequences", words, auto=auto)
            told = [mine[0].top, *["trump"] * (mine[0].top == best.top)]
        if answer == "no-good":
            stands = table.declarer
            yield notes("sequence", table.declarer, mine[0].length, *told)
    if stands is not None:
        points = points_of_runs(found[stands])
        yield from declared(table, stands, "sequences", points, found[stands][0].cards, auto=auto)


# Play


def play(table: Table, trump: str | None, *, auto: bool) -> Part[tuple[list[int], list[int]]]:
    """Tell the tricks, and return the trick scores and the tricks of each seat (JJ-27 to JJ-32)."""
    points, tricks = [0, 0], [0, 0]
    leader = table.eldest
    jo = [False, False]
    for _ in range(TRICKS):
        led = yield from one_card(table, leader, set(table.hands[leader]), trump, jo, auto=auto)
        other = 1 - leader
        reply = yield from one_card(table, other, replies(table.hands[other], led, trump), trump, jo, auto=auto)
        if beats(reply, led, trump):
            leader = other
        worth = card_points([led, reply], trump)
        points[leader] += worth
        tricks[leader] += 1
        yield notes("trick", leader, worth)
    points[leader] += LAST_TRICK
    return points, tricks


def one_card(
    table: Table, seat: int, words: Collection[str], trump: str | None, jo: list[bool], *, auto: bool
) -> Part[str]:
    """Tell a card played, with Jo and Jotte, and return it (JJ-31).

    Args:
        table: the deal.
        seat: who plays.
        words: what may be played.
        trump: the trump of the play, if any.
        jo: which seats have said Jo.
        auto: whether Jo is always said.
    """
    card = yield asks(seat, "play", words)
    table.hands[seat].remove(card)
    if trump and card == f"K{trump}" and (queen := f"Q{trump}") in table.hands[seat]:
        if auto or (yield asks(seat, "jo", {"silent", "jo"}, "nobody")) == "jo":
            jo[seat] = True
            yield shows(BOTH, "jo", seat, [queen])
            yield notes("jo", seat)
    elif trump and card == f"Q{trump}" and jo[seat]:
        table.meld(seat, 20)
        yield notes("jotte", seat, 20)
    return card
