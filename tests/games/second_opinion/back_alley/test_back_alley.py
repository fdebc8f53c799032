"""The second opinion on Back Alley: the worked examples of the sheet against it, then it against the engine."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import pytest

from arena.games.catalogue import GAMES
from tests.games.second_opinion.back_alley import oracle
from tests.games.second_opinion.back_alley.oracle import (
    PACK,
    SEATS,
    SIZES,
    Contract,
    Dealt,
    back_alley,
    before_the_bidding,
    bidding,
    breaks,
    calls_open,
    contract_of,
    dealt,
    first_leader,
    one_hand,
    play,
    playable,
    score_of,
    taker,
)
from tests.games.second_opinion.oracle import (
    Asks,
    Begins,
    Ends,
    Notes,
    Step,
    asks,
    beyond_first,
    differences,
    notes,
    notices,
    often,
    shows,
)
from tests.games.second_opinion.telling import Part
from tests.games.second_opinion.written_tellings import noted, questions, told

GAME = GAMES["back-alley"]
PRESETS = ("standard", "short", "solo", "board-only-all")
MIXED: tuple[tuple[str, Mapping[str, object]], ...] = (
    ("standard", {"joker_upcard": "turn_next", "forced_trump_lead": "breaks", "first_dealer": "P2"}),
    ("standard", {"number_cap": "twelve", "hands": 14}),
    ("short", {"partnerships": "solo", "number_cap": "below_hand", "first_dealer": "P0"}),
    ("solo", {"forced_trump_lead": "breaks", "hands": 1}),
    ("board-only-all", {"joker_upcard": "turn_next", "hands": 20, "first_dealer": "P1"}),
)
OPTIONS = {name: options.words() for name, options in GAME.presets.items()}
PAIRS, ALONE = (0, 1, 0, 1), (0, 1, 2, 3)


def cards(words: str) -> list[str]:
    return words.split()


def pack(size: int, upcards: str = "", last: str = "", held: Mapping[int, str] | None = None) -> list[str]:
    """Return a pack that dealer 3 deals.

    Args:
        size: the cards of a hand.
        upcards: the first cards after the hands.
        last: the last cards.
        held: the first cards of some seats.
    """
    places: dict[int, str] = {}
    for seat, wanted in (held or {}).items():
        places |= {seat + 4 * number: card for number, card in enumerate(cards(wanted))}
    places |= {4 * size + number: card for number, card in enumerate(cards(upcards))}
    places |= {54 - len(cards(last)) + number: card for number, card in enumerate(cards(last))}
    rest = iter([card for card in PACK if card not in places.values()])
    return [places.get(place) or next(rest) for place in range(54)]


# The deal


def test_1_the_sizes_of_hands() -> None:
    assert [SIZES[hand - 1] for hand in (1, 2, 12, 13, 14, 15, 26)] == [13, 12, 2, 1, 1, 2, 13]
    assert len(SIZES) == 26


def test_6_the_deal() -> None:
    deal = dealt(PACK, 1, 13, turn_next=False)
    assert [hand[0] for hand in deal.hands] == ["QS", "JS", "AS", "KS"]
    assert [hand[-1] for hand in deal.hands] == ["3C", "2C", "5C", "4C"]
    assert (deal.upcards, deal.trump) == (["JK1"], None)
    short = dealt(PACK, 3, 1, turn_next=False)
    assert (short.hands, short.upcards, short.trump) == ([["AS"], ["KS"], ["QS"], ["JS"]], ["TS"], "S")


def test_2_the_other_joker_is_exchanged() -> None:
    deal = dealt(pack(13, "JK2", "4H", {3: "JK1"}), 3, 13, turn_next=False)
    assert (deal.upcards, deal.trump, deal.taker) == (["JK2"], None, (3, "JK1", "4H"))
    assert "JK1" not in deal.hands[3] and "4H" in deal.hands[3] and len(deal.hands[3]) == 13


def test_3_nobody_holds_the_other_joker() -> None:
    deal = dealt(pack(5, "JK1", "JK2"), 3, 5, turn_next=False)
    assert (deal.upcards, deal.trump, deal.taker) == (["JK1"], None, None)
    assert deal.hands == deal.dealt


@pytest.mark.parametrize(
    ("size", "upcards", "last", "turned", "trump"),
    [
        pytest.param(5, "JK1 4H", "", "JK1 4H", "H", id="the next"),
        pytest.param(5, "JK1 JK2 4D", "", "JK1 JK2 4D", "D", id="the one after both jokers"),
        pytest.param(5, "4C JK2", "", "4C", "C", id="no joker"),
        pytest.param(13, "JK2 4S", "", "JK2 4S", "S", id="the last card"),
        pytest.param(13, "JK2 JK1", "", "JK2 JK1", None, id="only jokers are left"),
    ],
)
def test_the_next_card_is_turned(size: int, upcards: str, last: str, turned: str, trump: str | None) -> None:
    deal = dealt(pack(size, upcards, last), 3, size, turn_next=True)
    assert (deal.upcards, deal.trump, deal.taker) == (cards(turned), trump, None)


def test_a_joker_in_a_hand_stays_when_the_next_card_is_turned() -> None:
    deal = dealt(pack(5, "JK1 4H", "", {2: "JK2"}), 3, 5, turn_next=True)
    assert "JK2" in deal.hands[2] and deal.trump == "H"


def test_2_the_exchange_is_told() -> None:
    held = ["2S", "3S", "4S", "JK1"]
    deal = Dealt([[card] for card in held], [["2S"], ["3S"], ["4S"], ["4H"]], ["JK2"], None, (3, "JK1", "4H"))
    steps, _ = told(before_the_bidding(deal), "")
    assert steps == [
        *(shows({seat}, "hand", seat, [card]) for seat, card in enumerate(held)),
        shows(SEATS, "turn-up", None, ["JK2"]),
        notes("trump", "NT"),
        shows(SEATS, "laid", 3, ["JK1"]),
        shows({3}, "drawn", 3, ["4H"]),
        notes("drawn", 3, 1, 0),
    ]


def test_every_card_turned_is_told() -> None:
    steps, _ = told(before_the_bidding(dealt(pack(1, "JK1 JK2 4D"), 3, 1, turn_next=True)), "")
    assert steps[4:] == [*(shows(SEATS, "turn-up", None, [card]) for card in cards("JK1 JK2 4D")), notes("trump", "D")]


# The bidding


def test_9_everybody_speaks_once() -> None:
    steps, calls = told(bidding(1, 7, OPTIONS["standard"], may_throw_in=True), "board 2 double-board triple-board")
    numbers = [*map(str, range(1, 8)), "pass"]
    assert steps == [
        asks(2, "call", ["board", *numbers]),
        asks(3, "call", ["double-board", *numbers]),
        asks(0, "call", ["double-board", *numbers]),
        asks(1, "call", ["triple-board", *numbers]),
    ]
    assert calls == {2: "board", 3: "2", 0: "double-board", 1: "triple-board"}


@pytest.mark.parametrize(
    ("calls", "may_throw_in", "dealer_may_pass"),
    [
        pytest.param("pass pass pass", True, True, id="12"),
        pytest.param("pass pass pass", False, False, id="R12"),
        pytest.param("pass 1 pass", False, True, id="R12: somebody has bid"),
    ],
)
def test_the_dealer_may_have_to_bid(calls: str, may_throw_in: bool, dealer_may_pass: bool) -> None:
    steps, _ = told(bidding(3, 4, OPTIONS["standard"], may_throw_in=may_throw_in), calls)
    asked = questions(steps)
    assert [seat for seat, _, _ in asked] == [0, 1, 2, 3]
    assert ["pass" in words.split() for _, _, words in asked] == [True, True, True, dealer_may_pass]


@pytest.mark.parametrize(
    ("size", "cap", "calls", "numbers", "board"),
    [
        pytest.param(1, "hand", "", 1, "board", id="13"),
        pytest.param(13, "hand", "", 12, "board", id="10: no thirteen"),
        pytest.param(12, "hand", "7", 12, "board", id="R1: all tricks as a number, lower ones too"),
        pytest.param(7, "hand", "board 2", 7, "double-board", id="6"),
        pytest.param(7, "hand", "board 2 double-board", 7, "triple-board", id="6: triple"),
        pytest.param(7, "hand", "board double-board triple-board", 7, "quadruple-board", id="11"),
        pytest.param(1, "below_hand", "", 0, "board", id="one card below"),
        pytest.param(13, "below_hand", "", 12, "board", id="thirteen below"),
        pytest.param(6, "below_hand", "", 5, "board", id="six below"),
        pytest.param(2, "twelve", "", 12, "board", id="impossible numbers"),
    ],
)
def test_what_may_be_called(size: int, cap: str, calls: str, numbers: int, board: str) -> None:
    words = {"pass", board, *map(str, range(1, numbers + 1))}
    assert calls_open(size, cap, calls.split()) == words
    assert calls_open(size, cap, calls.split(), must_bid=True) == words - {"pass"}


@pytest.mark.parametrize(
    ("calls", "leader"),
    [
        pytest.param({0: "4", 1: "pass", 2: "3", 3: "5"}, 3, id="4"),
        pytest.param({1: "3", 2: "4", 3: "4", 0: "2"}, 2, id="5"),
        pytest.param({2: "board", 3: "2", 0: "double-board", 1: "triple-board"}, 1, id="6"),
        pytest.param({0: "12", 1: "9", 2: "10", 3: "board"}, 3, id="R14: a board comes before any number"),
        pytest.param({3: "board", 0: "12", 1: "9", 2: "10"}, 3, id="the first board"),
        pytest.param({3: "pass", 0: "pass", 1: "pass", 2: "1"}, 2, id="the only bid"),
        pytest.param({1: "9", 2: "10", 3: "pass", 0: "9"}, 2, id="ten is more than nine"),
    ],
)
def test_who_leads_first(calls: Mapping[int, str], leader: int) -> None:
    assert first_leader(calls) == leader


@pytest.mark.parametrize(
    ("calls", "size", "contract"),
    [
        pytest.param("4 3", 13, Contract(7), id="4: A"),
        pytest.param("pass 5", 13, Contract(5), id="4: B"),
        pytest.param("pass pass", 6, Contract(0), id="10"),
        pytest.param("double-board board", 7, Contract(7, 2), id="6: A"),
        pytest.param("2 triple-board", 7, Contract(7, 3), id="6: the number is absorbed"),
        pytest.param("quadruple-board triple-board", 4, Contract(4, 4), id="R5"),
        pytest.param("6 6", 8, Contract(12), id="R3: more than the hand"),
        pytest.param("board", 3, Contract(3, 1), id="a side of one"),
    ],
)
def test_contracts(calls: str, size: int, contract: Contract) -> None:
    assert contract_of(calls.split(), size) == contract


# The play


@pytest.mark.parametrize(
    ("trump", "trick", "hand", "broken", "words"),
    [
        pytest.param("H", "", "9H", False, "9H", id="13"),
        pytest.param("S", "", "KS JK2 7D", False, "7D", id="14"),
        pytest.param("S", "", "KS JK2 7D", True, "KS JK2 7D", id="14: broken"),
        pytest.param("S", "", "KS JK2", False, "KS JK2", id="19: only trumps"),
        pytest.param("C", "JK1", "AC 5C JK2 4D", True, "JK2", id="15: the little blooper is the highest"),
        pytest.param("C", "JK1 JK2", "9C 3C AS", True, "9C", id="15: the highest"),
        pytest.param("C", "JK1 JK2 9C", "AS 4D", True, "AS 4D", id="15: none"),
        pytest.param("C", "JK2", "JK1 4C 9S", True, "4C", id="16: the lowest"),
        pytest.param("C", "JK2 4C", "QC TC", True, "TC", id="16: the ten"),
        pytest.param("C", "JK2", "JK1 4D", True, "JK1", id="16: the only trump"),
        pytest.param("C", "JK2", "AS 4D", True, "AS 4D", id="22"),
        pytest.param("D", "QD", "JK2 AS 4C", True, "JK2", id="17"),
        pytest.param("D", "QD", "JK2 2D 4C", True, "JK2 2D", id="22: no duty but under a blooper"),
        pytest.param("D", "QD JK1", "JK2 2D 4C", True, "JK2 2D", id="22: a blooper that was not led"),
        pytest.param("S", "4H", "JK1 2H 4C AS", False, "2H", id="16: following"),
        pytest.param("S", "4H", "JK1 4C AS", False, "JK1 4C AS", id="16: any card"),
        pytest.param(None, "", "KS 7D", False, "KS 7D", id="23"),
        pytest.param(None, "4H", "KS 7D 9H", False, "9H", id="without trump one follows"),
    ],
)
def test_what_may_be_played(trump: str | None, trick: str, hand: str, broken: bool, words: str) -> None:
    assert playable(hand.split(), trick.split(), trump, broken=broken) == set(words.split())


@pytest.mark.parametrize(
    ("trump", "trick", "winner"),
    [
        pytest.param("C", "JK1 JK2 9C AS", "JK1", id="15"),
        pytest.param("C", "JK2 4C TC AC", "JK2", id="16"),
        pytest.param("C", "JK2 JK1 TC AC", "JK1", id="16: the big blooper"),
        pytest.param("D", "QD JK2 AD 4C", "JK2", id="17"),
        pytest.param("D", "QD JK2 JK1 4C", "JK1", id="17: the big one falls"),
        pytest.param("D", "8S AS JK2 KS", "JK2", id="18"),
        pytest.param("D", "8S 2D TS AC", "2D", id="a trump"),
        pytest.param("D", "8S 2H TS AC", "TS", id="the suit led"),
        pytest.param(None, "8S 2H TS AC", "TS", id="without trump"),
    ],
)
def test_who_wins_the_trick(trump: str | None, trick: str, winner: str) -> None:
    assert trick.split()[taker(trick.split(), trump)] == winner


@pytest.mark.parametrize(
    ("trump", "trick", "by_rule", "by_option"),
    [
        pytest.param("S", "4D 7D 2S 9D", True, True, id="14"),
        pytest.param("D", "8S KS JK2 2S", True, True, id="18"),
        pytest.param("S", "KS 7S 2S JK1", False, True, id="19"),
        pytest.param("S", "JK2 7S 2S 4D", False, True, id="19: a blooper led"),
        pytest.param("S", "4D 7D 2C 9D", False, False, id="no trump falls"),
        pytest.param(None, "4D 7D 2C 9S", False, False, id="23"),
    ],
)
def test_what_breaks_trumps(trump: str | None, trick: str, by_rule: bool, by_option: bool) -> None:
    assert breaks(trick.split(), trump, forced_leads=False) == by_rule
    assert breaks(trick.split(), trump, forced_leads=True) == by_option


def test_14_broken_trumps_may_be_led() -> None:
    hands = [cards("9D KS JK2 7D"), cards("2S 5H 6H 7H"), cards("8D 3H 4H 8H"), cards("TD 3C 4C 5C")]
    steps, _ = told(play(hands, 0, "S", forced_leads=False), "9D 2S 8D TD  5H 3H 3C")
    assert questions(steps)[0] == (0, "play", "7D 9D")
    assert questions(steps)[-1] == (0, "play", "7D JK2 KS")


@pytest.mark.parametrize(("forced_leads", "words"), [(False, "4D 5D"), (True, "3S 4D 5D")])
def test_19_a_forced_lead(forced_leads: bool, words: str) -> None:
    hands = [cards("KS 2S QS JS"), cards("4S 5H 6H 7H"), cards("AS 3S 4D 5D"), cards("TS 3C 4C 5C")]
    steps, _ = told(play(hands, 0, "S", forced_leads=forced_leads), "KS 4S AS TS")
    assert questions(steps)[0] == (0, "play", "2S JS KS QS")
    assert questions(steps)[-1] == (2, "play", words)


def test_16_the_little_blooper_is_led() -> None:
    hands = [cards("JK2"), cards("JK1"), cards("QC"), cards("9D")]
    steps, won = told(play(hands, 0, "C", forced_leads=False), "JK2 JK1 QC 9D")
    assert steps[-1] == notes("trick", 1, 1)
    assert won == [0, 1, 0, 0]


# Scores


@pytest.mark.parametrize(
    ("contract", "tricks", "score"),
    [
        pytest.param(Contract(7, 2), 4, -140, id="6: A"),
        pytest.param(Contract(7, 3), 3, -210, id="6: B"),
        pytest.param(Contract(7), 9, 37, id="7"),
        pytest.param(Contract(5), 5, 25, id="7: just made"),
        pytest.param(Contract(7), 6, -35, id="8"),
        pytest.param(Contract(7), 8, 36, id="9: A"),
        pytest.param(Contract(6), 5, -30, id="9: B"),
        pytest.param(Contract(0), 3, 3, id="10: A"),
        pytest.param(Contract(4), 3, -20, id="10: B"),
        pytest.param(Contract(13, 1), 13, 130, id="11"),
        pytest.param(Contract(4, 4), 4, 160, id="11: quadruple"),
        pytest.param(Contract(10, 2), 9, -200, id="11: double, failed"),
        pytest.param(Contract(0), 0, 0, id="R6"),
        pytest.param(Contract(12), 8, -60, id="R3"),
    ],
)
def test_the_score_of_a_side(contract: Contract, tricks: int, score: int) -> None:
    assert score_of(contract, tricks) == score


Tricks = Callable[[Sequence[int]], None]


@pytest.fixture
def tricks_won(monkeypatch: pytest.MonkeyPatch) -> Tricks:
    """Return what fixes how many tricks each seat wins, so that no cards need to be played."""

    def install(won: Sequence[int]) -> None:
        def play(*_: object, **__: object) -> Part[list[int]]:
            yield from ()
            return list(won)

        monkeypatch.setattr(oracle, "play", play)

    return install


@pytest.mark.parametrize(
    ("calls", "size", "won", "contract", "contracts", "points"),
    [
        pytest.param("0:4 1:pass 2:3 3:5", 13, [3, 2, 6, 2], "3 5", "7 5", [37, -25], id="4"),
        pytest.param(
            "2:board 3:2 0:double-board 1:triple-board",
            7,
            [3, 1, 1, 2],
            "1 triple-board",
            "double-board triple-board",
            [-140, -210],
            id="6",
        ),
        pytest.param("0:4 1:6 2:3 3:pass", 13, [5, 3, 3, 2], "1 6", "7 6", [36, -30], id="9"),
        pytest.param("0:pass 1:2 2:pass 3:2", 6, [2, 0, 1, 3], "1 2", "0 4", [3, -20], id="10"),
        pytest.param("0:pass 1:2 2:board 3:2", 6, [2, 0, 4, 0], "2 board", "board 4", [60, -20], id="27"),
    ],
)
def test_what_a_hand_scores(
    tricks_won: Tricks, calls: str, size: int, won: list[int], contract: str, contracts: str, points: list[int]
) -> None:
    tricks_won(won)
    by_seat = {int(call[0]): call[2:] for call in calls.split()}
    steps, scored = told(one_hand(dealt(pack(size), 3, size, turn_next=False), by_seat, PAIRS, forced_leads=False), "")
    assert steps == [notes("contract", *contract.split()), notes("contracts", *contracts.split())]
    assert scored == points


def test_r16_everybody_alone(tricks_won: Tricks) -> None:
    tricks_won([2, 0, 1, 4])
    calls = {2: "board", 3: "3", 0: "2", 1: "double-board"}
    steps, scored = told(one_hand(dealt(pack(7), 3, 7, turn_next=False), calls, ALONE, forced_leads=False), "")
    assert steps == [notes("contract", 1, "double-board"), notes("contracts", 2, "double-board", "board", 3)]
    assert scored == [10, -140, -70, 16]


# A whole game


Played = Callable[..., list[Step]]


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> Played:
    """Return what tells a game, shows left out, with given points of each hand; seat 3 deals first."""

    def play(*points: Sequence[int], calls: str = "", preset: str = "standard", **settings: str) -> list[Step]:
        left = iter(points)

        def one_hand(*_: object, **__: object) -> Part[list[int]]:
            yield from ()
            return list(next(left))

        monkeypatch.setattr(oracle, "one_hand", one_hand)
        options = {**OPTIONS[preset], "first_dealer": "P3", **settings}
        words = calls or "pass pass pass 1 " * len(points)
        steps, _ = told(back_alley(options, lambda _: PACK), words)
        return [step for step in steps if isinstance(step, Begins | Notes | Ends | Asks) and step[0] != "trump"]

    return play


def begins(number: int, dealer: int, scores: str, finished: int, thrown: int = 0) -> Begins:
    words = {"dealer": str(dealer), "scores": scores, "finished": str(finished), "thrown": str(thrown)}
    return Begins(number, words)


def test_12_all_pass(played: Played) -> None:
    four, last = "pass pass pass pass ", "pass pass pass 2"
    steps = played([17, -5], [7, 12], calls="1 pass pass pass " + four * 2 + last, hands="2", redeal_cap="2")
    assert [step for step in steps if not isinstance(step, Asks)] == [
        begins(1, 3, "0,0", 0),
        notes("hand", 1, 13),
        notes("points", 17, -5),
        notes("scores", 17, -5),
        begins(2, 0, "17,-5", 1),
        notes("hand", 2, 12),
        notes("thrown-in"),
        begins(3, 0, "17,-5", 1, 1),
        notes("hand", 2, 12),
        notes("thrown-in"),
        begins(4, 0, "17,-5", 1, 2),
        notes("hand", 2, 12),
        notes("points", 7, 12),
        notes("scores", 24, 7),
        Ends((1, 2), (24, 7), "deals"),
    ]
    by_dealer = ["pass" in words.split() for _, _, words in questions(steps)[3::4]]
    assert by_dealer == [True, True, True, False]


@pytest.mark.parametrize(
    ("scores", "places"),
    [
        pytest.param((412, 398), (1, 2), id="19"),
        pytest.param((300, 300), (1, 1), id="19: a draw"),
        pytest.param((-20, -10), (2, 1), id="27: below zero"),
    ],
)
def test_the_end(played: Played, scores: tuple[int, int], places: tuple[int, int]) -> None:
    steps = played(*[(0, 0)] * 25, scores)
    assert noted(steps, "hand") == [(str(number), str(SIZES[number - 1])) for number in range(1, 27)]
    assert steps[-1] == Ends(places, scores, "deals")
    assert [step.words["dealer"] for step in steps if isinstance(step, Begins)] == list("3012" * 7)[:26]


def test_r16_the_end(played: Played) -> None:
    steps = played((5, -5, 5, 1), preset="solo", hands="1")
    assert (steps[0], steps[-1]) == (begins(1, 3, "0,0,0,0", 0), Ends((1, 4, 1, 3), (5, -5, 5, 1), "deals"))


# Against the engine


@pytest.mark.slow
@pytest.mark.parametrize(("preset", "settings"), MIXED)
def test_the_engine_plays_by_the_sheet_with_other_options(preset: str, settings: Mapping[str, object]) -> None:
    assert differences(back_alley, GAME, preset, 5, settings) == []


@pytest.mark.slow
@pytest.mark.parametrize("cap", [1, 3])
def test_many_deals_are_thrown_in(cap: int) -> None:
    settings = {"redeal_cap": cap, "hands": 8}
    assert differences(back_alley, GAME, "standard", 8, settings, choose_word=often("pass")) == []


@pytest.mark.slow
@pytest.mark.parametrize("joker_upcard", ["no_trump", "turn_next"])
@pytest.mark.parametrize("last", ["JK2", "4C"])
def test_a_joker_is_turned_up(joker_upcard: str, last: str) -> None:
    """The big blooper lies under the first hands; the little one is the last card, or anywhere."""
    rest = [card for card in PACK if card not in ("JK1", last)]
    top = " ".join([*rest[:52], "JK1", last])
    settings = {"hands": 1, "joker_upcard": joker_upcard}
    assert differences(back_alley, GAME, "standard", 8, settings, tops={"deal 1 pack": top}) == []


@pytest.mark.slow
@pytest.mark.parametrize(
    ("preset", "other"),
    [
        ("standard", {"number_cap": "below_hand"}),
        ("standard", {"partnerships": "solo"}),
        ("standard", {"joker_upcard": "turn_next"}),
        ("standard", {"forced_trump_lead": "breaks"}),
        ("short", {"hands": "14"}),
        ("board-only-all", {"number_cap": "twelve"}),
    ],
)
def test_another_rule_would_be_noticed(preset: str, other: Mapping[str, str]) -> None:
    assert notices(back_alley, GAME, preset, other, 12)


def test_the_presets_are_those_of_the_sheet() -> None:
    assert tuple(GAME.presets) == PRESETS
    assert beyond_first(GAME) == {
        "standard": {},
        "short": {"hands": "13"},
        "solo": {"partnerships": "solo"},
        "board-only-all": {"number_cap": "below_hand"},
    }
