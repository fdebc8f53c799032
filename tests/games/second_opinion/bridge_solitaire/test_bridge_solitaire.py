"""The second opinion on Bridge Solitaire: the worked examples of the sheet against it, then it against the engine."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random

import pytest

from arena.games.catalogue import GAMES
from arena.games.kernel import Ask
from tests.games.second_opinion.bridge_solitaire import oracle
from tests.games.second_opinion.bridge_solitaire.oracle import (
    BIDS,
    PACK,
    bidding,
    bridge_solitaire,
    calls_open,
    choosing,
    house_bid,
    is_flat,
    is_valid,
    one_deal,
    play,
    playable,
    scored,
    shortest,
    trick_winner,
    winners,
    winning_tricks,
)
from tests.games.second_opinion.bridge_solitaire.scoring import HOUSE, PLAYER, Contract, Rubber
from tests.games.second_opinion.oracle import (
    Asks,
    Begins,
    Ends,
    Notes,
    Shows,
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

GAME = GAMES["bridge-solitaire"]
PRESETS = ("standard", "house-no-trump", "short-session")
MIXED: tuple[tuple[str, Mapping[str, object]], ...] = (
    ("standard", {"short_suit_tie": "lowest", "nt_shapes": "free", "rubbers": 2}),
    ("standard", {"short_suit_tie": "fewest_tricks", "top_discard": "hidden", "max_deals": 7}),
    ("house-no-trump", {"nt_turn_limit": "none", "nt_shapes": "free"}),
    ("house-no-trump", {"nt_turn_limit": 1, "nt_shapes": "free", "max_deals": 9}),
    ("short-session", {"nt_turn_limit": 34, "nt_shapes": "free", "rubbers": 20}),
    ("short-session", {"max_deals": 1, "rubbers": 5}),
)
OPTIONS = {name: options.words() for name, options in GAME.presets.items()}
STANDARD = {
    "short_suit_tie": "highest",
    "house_nt": "never",
    "nt_shapes": "required",
    "nt_turn_limit": "4",
    "top_discard": "visible",
    "rubbers": "1",
    "max_deals": "60",
}
FIRST_FACE_UP = "JS TS 7S 2S 9D AC KC TC 8C QH 8H 5H 4H"
FIRST_DISCARDS = "9D 5H 4H 2S 7S TS JS"
FIRST_HOLE = "QC JC 7H 9S 4S 3D JK1"
FIRST_STOCK = "3C 7D 5D AH 9C KD AS 2C QS JD 6C KH AD 7C TD 4C KS 4D QD 2H JK2 6D 5C 8S 6S 5S 3S JH TH 9H 6H 3H 8D 2D"
FIRST_CARDS = "8C AC KC QC JC QH 4S 3D JK1 7H 9S TC 8H"
FIRST_HAND = "AC KC QC JC TC 8C QH 8H 7H 9S 4S 3D JK1"
SECOND_STOCK = "JH QD JK2 KH KS 9D AC 9H TD 8H AD KD QS QC JD 2S JS 8S 7S 6S 7H 6H 5H 4H 8D 5D 4D JC TC 9C 8C 7C 6C 5C"
SECOND_CARDS = "QH AH 2H AS KC TH 4C 3D JK1 9S 3C 3H 3S"
SECOND_HAND = "AH QH TH 3H 2H 3D KC 4C 3C AS 9S 3S JK1"
TIED_HAND = "AS KS 5S 4S QH 8H 3H KD 7D 2D AC 9C 6C"
FLAT_HAND = "KS 7S 2S KH 8H 3H KD 7D 2D KC 9C 6C JK1"
LONG_HAND = "KS JS 9S 8S 7S 3S 2S 8H 6H 4H 5D 2D JK2"
POOR_HAND = "TS 9S 8S 7H 6H 5H 4H 3D 2D 9C 4C 3C 2C"
JOKER_HAND = "9S 5S 2S 9H 5H 2H 9D 5D 2D 9C 5C JK1 JK2"


def cards(words: str) -> list[str]:
    return words.split()


def from_bid(lowest: str, *, no_trump: bool) -> set[str]:
    """Return all bids from the lowest up."""
    return {bid for bid in BIDS[BIDS.index(lowest) :] if no_trump or not bid.endswith("NT")}


def cards_told(steps: Sequence[Step], kind: str) -> list[str]:
    """Return the cards that are shown one at a time in this way."""
    return [card for step in steps if isinstance(step, Shows) and step.kind == kind for card in step.cards]


# The choice


@pytest.mark.parametrize("visible", [True, False])
def test_1_the_choice(visible: bool) -> None:
    steps, kept = told(choosing(FIRST_FACE_UP.split(), visible=visible), FIRST_DISCARDS)
    assert kept == cards("AC KC TC 8C QH 8H")
    assert steps[0] == asks(0, "discard", FIRST_FACE_UP.split(), "fact")
    assert steps[6] == asks(0, "discard", cards("JS AC KC TC 8C QH 8H"), "fact")
    assert steps[7:] == ([shows({0}, "top-discard", 0, ["JS"])] if visible else [])


def test_3_jokers_are_kept() -> None:
    face_up = [*FIRST_FACE_UP.split()[:11], "JK2", "JK1"]
    steps, kept = told(choosing(face_up, visible=True), "JS TS 7S 2S 9D AC KC")
    assert {"JK1", "JK2"}.isdisjoint(" ".join(words for _, _, words in questions(steps)).split())
    assert kept == cards("TC 8C QH 8H JK2 JK1")


# The house bid


@pytest.mark.parametrize(
    ("held", "tricks"),
    [
        ("AQT9", 2),
        ("AQT32", 3),
        ("K", 0),
        ("K2", 1),
        ("Q32", 1),
        ("J432", 1),
        ("7654", 0),
        ("KJ9", 1),
        ("KQT987", 4),
        ("8765432", 1),
        ("", 0),
    ],
)
def test_7_winning_tricks(held: str, tricks: int) -> None:
    in_order = "".join(sorted(held, key="AKQJT98765432".index))
    assert winners(in_order) == tricks
    assert winning_tricks([f"{rank}D" for rank in held] + ["AS", "JK1"], "D") == tricks


@pytest.mark.parametrize(
    ("hand", "by_suit", "bid"),
    [
        pytest.param(FIRST_HAND, (0, 1, 0, 5), None, id="2"),
        pytest.param(SECOND_HAND, (1, 3, 0, 1), "1D", id="5"),
        pytest.param(TIED_HAND, (2, 1, 1, 1), "1H", id="8"),
        pytest.param(FLAT_HAND, (1, 1, 1, 1), "2S", id="9"),
        pytest.param(LONG_HAND, (4, 0, 0, 0), "2C", id="10"),
        pytest.param(POOR_HAND, (0, 0, 0, 0), "6D", id="11"),
        pytest.param(JOKER_HAND, (0, 0, 0, 0), "6C", id="12"),
    ],
)
def test_what_the_house_bids(hand: str, by_suit: tuple[int, ...], bid: str | None) -> None:
    assert tuple(winning_tricks(hand.split(), suit) for suit in "SHDC") == by_suit
    assert house_bid(hand.split(), STANDARD) == bid


@pytest.mark.parametrize(
    ("hand", "tie", "suit"),
    [
        pytest.param(TIED_HAND, "highest", "H", id="8"),
        pytest.param(TIED_HAND, "lowest", "C", id="8: lowest"),
        pytest.param(TIED_HAND, "fewest_tricks", "H", id="8: fewest tricks, all alike"),
        pytest.param("AS KS 5S 4S QH 8H 3H 9D 7D 2D AC 9C 6C", "fewest_tricks", "D", id="fewest tricks"),
        pytest.param("AS KS 5S 4S 8H 3H KD 7D 2D AC 9C 6C 5C", "fewest_tricks", "H", id="only the shortest count"),
    ],
)
def test_the_short_suit(hand: str, tie: str, suit: str) -> None:
    assert shortest(hand.split(), tie) == suit


@pytest.mark.parametrize(("hand", "bid"), [(FLAT_HAND, "2NT"), (TIED_HAND, "1NT"), (SECOND_HAND, "1D")])
def test_9_a_house_that_bids_no_trump(hand: str, bid: str) -> None:
    assert house_bid(hand.split(), {**STANDARD, "house_nt": "flat"}) == bid


# The call


@pytest.mark.parametrize(
    ("hand", "flat"),
    [
        pytest.param(FIRST_HAND, False, id="6-3-2-1"),
        pytest.param(TIED_HAND, True, id="4-3-3-3"),
        pytest.param(FLAT_HAND, True, id="9"),
        pytest.param(LONG_HAND, False, id="10"),
        pytest.param(POOR_HAND, False, id="11: 4-4-3-2"),
        pytest.param(JOKER_HAND, True, id="12"),
        pytest.param("9S 5S 2S 9H 5H 2H 9D 5D 2D 8D 5C 4C JK2", False, id="4-3-3-2 with a joker"),
    ],
)
def test_the_shapes_for_no_trump(hand: str, flat: bool) -> None:
    assert is_flat(hand.split()) == flat


@pytest.mark.parametrize(
    ("hand", "house", "lowest", "no_trump"),
    [
        pytest.param(FIRST_HAND, None, "1C", False, id="2: the house has passed"),
        pytest.param(SECOND_HAND, "1D", "1H", False, id="5"),
        pytest.param(FLAT_HAND, "2S", "2NT", True, id="9"),
        pytest.param(FLAT_HAND, "2NT", "3C", True, id="9: the house bids no trump"),
        pytest.param(LONG_HAND, "2C", "2D", False, id="10"),
        pytest.param(POOR_HAND, "6D", "6H", False, id="11"),
        pytest.param(JOKER_HAND, "6C", "6D", True, id="12"),
    ],
)
def test_what_may_be_called(hand: str, house: str | None, lowest: str, no_trump: bool) -> None:
    may_pass = set() if house is None else {"pass"}
    assert calls_open(hand.split(), house, "required") == from_bid(lowest, no_trump=no_trump) | may_pass
    assert calls_open(hand.split(), house, "free") == from_bid(lowest, no_trump=True) | may_pass


def test_11_the_order_of_bids() -> None:
    assert (BIDS[0], BIDS[-1], len(BIDS)) == ("1C", "7NT", 35)
    assert BIDS[3:6] == ["1S", "1NT", "2C"]
    assert calls_open(POOR_HAND.split(), "6D", "required") == {"6H", "6S", "7C", "7D", "7H", "7S", "pass"}


@pytest.mark.parametrize(
    ("hand", "call", "house", "contract"),
    [
        pytest.param(FIRST_HAND, "1C", "pass", Contract(PLAYER, 1, "C", 1), id="2"),
        pytest.param(SECOND_HAND, "1H", "1D", Contract(PLAYER, 1, "H", 1), id="5"),
        pytest.param(SECOND_HAND, "pass", "1D", Contract(HOUSE, 1, "D", 1), id="R3"),
        pytest.param(JOKER_HAND, "6NT", "6C", Contract(PLAYER, 6, "NT", 2), id="12"),
        pytest.param(TIED_HAND, "1S", "1H", Contract(PLAYER, 1, "S", 0), id="8"),
    ],
)
def test_the_auction(hand: str, call: str, house: str, contract: Contract) -> None:
    steps, agreed = told(bidding(hand.split(), STANDARD), call)
    bid = house if call == "pass" else call
    factor = {0: "1", 1: "2", 2: "4"}[contract.jokers]
    assert agreed == contract
    assert (steps[0], steps[-1]) == (notes("bid", "house", house), notes("trump", contract.trump))
    assert steps[2] == notes("contract", "house" if call == "pass" else "0", bid, factor)


# The play


@pytest.mark.parametrize(
    ("hand", "lead", "words"),
    [
        pytest.param("AS KS 4H JK1", "2S", "AS KS", id="17: no joker if one can follow"),
        pytest.param("AS KS 4H JK1", "2D", "AS KS 4H JK1", id="17: any card"),
        pytest.param("AS KS 4H JK1", "JK2", "AS KS 4H JK1", id="18"),
        pytest.param("AS KS 4H JK1", None, "AS KS 4H JK1", id="19"),
    ],
)
def test_what_may_be_played(hand: str, lead: str | None, words: str) -> None:
    assert playable(hand.split(), lead) == set(words.split())


@pytest.mark.parametrize(
    ("lead", "trump", "valid", "ignored"),
    [
        pytest.param("QH", "C", "2H 4C JK1", "TD AS", id="R4"),
        pytest.param("4S", "NT", "2S JK2", "2H 3H 4H 5H", id="13"),
        pytest.param("JK1", "C", "2C 9H JK2", "", id="R6"),
        pytest.param("4C", "C", "2C JK2", "2H 9D AS", id="a trump led"),
    ],
)
def test_what_the_house_may_answer(lead: str, trump: str, valid: str, ignored: str) -> None:
    assert [card for card in f"{valid} {ignored}".split() if is_valid(card, lead, trump)] == valid.split()


@pytest.mark.parametrize(
    ("leader", "trump", "trick", "winner"),
    [
        pytest.param(HOUSE, "C", "JK2 JK1", PLAYER, id="17: the other joker"),
        pytest.param(HOUSE, "C", "JK2 AS", HOUSE, id="17"),
        pytest.param(PLAYER, "C", "JK1 2C", HOUSE, id="17: a joker led"),
        pytest.param(PLAYER, "C", "JK1 JK2", HOUSE, id="R6"),
        pytest.param(PLAYER, "C", "AC JK2", HOUSE, id="a joker on a trump"),
        pytest.param(HOUSE, "C", "QD JK1", HOUSE, id="3: a joker thrown away"),
        pytest.param(PLAYER, "C", "QH 4C", HOUSE, id="3: a trump"),
        pytest.param(HOUSE, "C", "6D TC", PLAYER, id="3: the player's trump"),
        pytest.param(HOUSE, "NT", "9S 4S", HOUSE, id="16"),
        pytest.param(HOUSE, "C", "2H 7H", PLAYER, id="3: higher"),
        pytest.param(HOUSE, "C", "2H AD", HOUSE, id="another suit"),
        pytest.param(PLAYER, "C", "AS 3H", PLAYER, id="14: an invalid last card"),
        pytest.param(PLAYER, "C", "TC JC", HOUSE, id="trumps"),
    ],
)
def test_who_wins_the_trick(leader: int, trump: str, trick: str, winner: int) -> None:
    lead, answer = trick.split()
    assert trick_winner(leader, lead, answer, trump) == winner


def test_3_the_play() -> None:
    stock = FIRST_STOCK.split()
    steps, tricks = told(play(FIRST_HAND.split(), stock, Contract(PLAYER, 1, "C", 1), 4), FIRST_CARDS)
    assert tricks == 7
    assert len(stock) == 11
    assert cards_told(steps, "turned") == cards("3C 9C 2C 6C 7C 4C KS 4D QD 2H JK2 6D 5C")
    assert cards_told(steps, "ignored") == cards("7D 5D AH KD AS QS JD KH AD TD")
    winners = ["house" if place in (6, 7, 8, 9, 11, 13) else "0" for place in range(1, 14)]
    assert noted(steps, "trick") == [(winner, "1") for winner in winners]


def test_6_the_play() -> None:
    steps, tricks = told(play(SECOND_HAND.split(), SECOND_STOCK.split(), Contract(PLAYER, 1, "H", 1), 4), SECOND_CARDS)
    assert tricks == 5
    assert cards_told(steps, "ignored") == ["QD", "9D", "TD"]
    winners = ["0" if place in (1, 4, 6, 12, 13) else "house" for place in range(1, 14)]
    assert noted(steps, "trick") == [(winner, "1") for winner in winners]


def test_the_player_leads_if_the_house_declares() -> None:
    steps, _ = told(play(SECOND_HAND.split(), SECOND_STOCK.split(), Contract(HOUSE, 1, "D", 1), 4), "AS")
    assert steps[0] == asks(0, "play", SECOND_HAND.split())
    assert cards_told(steps, "ignored") == ["JH"]
    assert cards_told(steps, "turned")[0] == "QD"


def played_out(hand: str, stock: str, leader: int, trump: str, answers: str, limit: int | None = 4) -> list[Step]:
    """Return what is told of the tricks when the player plays these cards; the result is the last of it."""
    steps, tricks = told(play(hand.split(), stock.split(), Contract(1 - leader, 1, trump, 0), limit), answers)
    came: list[Step] = [] if tricks is None else [notes("won", tricks)]
    return [*(step for step in steps if not isinstance(step, Asks)), *came]


def turned(card: str) -> Shows:
    return shows({0}, "turned", None, [card])


def ignored(words: str) -> list[Shows]:
    return [shows({0}, "ignored", None, [card]) for card in words.split()]


@pytest.mark.parametrize(
    ("limit", "steps"),
    [
        (4, [*ignored("2H 3H 4H 5H"), notes("trick", "0", 1)]),
        (3, [*ignored("2H 3H 4H"), notes("trick", "0", 1)]),
        (None, [*ignored("2H 3H 4H 5H 6H"), turned("9S"), notes("trick", "house", 1), turned("7H")]),
    ],
)
def test_13_the_limit_at_no_trump(limit: int | None, steps: list[Step]) -> None:
    assert played_out("4S 5S", "2H 3H 4H 5H 6H 9S 7H 8H", PLAYER, "NT", "4S", limit) == steps


def test_13_no_limit_in_a_suit_contract() -> None:
    steps = played_out("4S 5S", "2H 3H 4H 5H 6H 2C 7H 8H", PLAYER, "C", "4S")
    assert steps == [*ignored("2H 3H 4H 5H 6H"), turned("2C"), notes("trick", "house", 1), turned("7H")]


@pytest.mark.parametrize(
    ("hand", "stock", "leader", "trump", "card", "steps"),
    [
        pytest.param(
            "AS 5S 4D",
            "2H 3H",
            PLAYER,
            "C",
            "AS",
            [*ignored("2H"), turned("3H"), notes("trick", "0", 1), notes("rest", 2), notes("won", 3)],
            id="14",
        ),
        pytest.param(
            "4S 5S 4D",
            "2H 6S",
            PLAYER,
            "C",
            "4S",
            [*ignored("2H"), turned("6S"), notes("trick", "house", 1), notes("rest", 2), notes("won", 2)],
            id="15",
        ),
        pytest.param(
            "4S 5D 6D",
            "9S",
            HOUSE,
            "NT",
            "4S",
            [turned("9S"), notes("trick", "house", 1), notes("rest", 2), notes("won", 2)],
            id="16",
        ),
        pytest.param(
            "4S 5D",
            "2H 3H 4H 5H",
            PLAYER,
            "NT",
            "4S",
            [*ignored("2H 3H 4H"), turned("5H"), notes("trick", "0", 1), notes("rest", 1), notes("won", 2)],
            id="R8",
        ),
        pytest.param(
            "4S",
            "9S",
            HOUSE,
            "NT",
            "4S",
            [turned("9S"), notes("trick", "house", 1), notes("won", 0)],
            id="nothing left",
        ),
    ],
)
def test_an_empty_stock(hand: str, stock: str, leader: int, trump: str, card: str, steps: list[Step]) -> None:
    assert played_out(hand, stock, leader, trump, card) == steps


# A whole game


def test_the_first_example_from_its_cards() -> None:
    pack = f"{FIRST_HOLE} {FIRST_FACE_UP} {FIRST_STOCK}".split()
    rubber = Rubber()
    steps, _ = told(one_deal(pack, STANDARD, rubber), f"{FIRST_DISCARDS} 1C {FIRST_CARDS}")
    told_of = [step for step in steps if isinstance(step, Notes) and step.kind != "trick"]
    assert told_of == [
        notes("bid", "house", "pass"),
        notes("contract", "0", "1C", 2),
        notes("trump", "C"),
        notes("tricks", 7, 6),
        notes("honors", 150),
        notes("below", 40, 0),
        notes("above", 200, 0),
        notes("scores", 240, 0),
    ]
    assert steps[0] == shows({0}, "hand", 0, FIRST_FACE_UP.split())
    assert steps[9] == shows({0}, "hole", 0, FIRST_HOLE.split())
    assert (rubber.totals, rubber.part, rubber.hands) == ([240, 0], [40, 0], 1)


Hand = tuple[Contract, int]
Played = Callable[..., list[Step]]


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> Played:
    """Return what tells a session of hands with these contracts and tricks of the player."""

    def play_session(*hands: Hand, **settings: str) -> list[Step]:
        left: Iterator[Hand] = iter(hands)

        def one_deal(_: Sequence[str], options: Mapping[str, str], rubber: Rubber) -> Part[None]:
            contract, tricks = next(left)
            last = rubber.hands + 1 == int(options["max_deals"])
            yield from scored([], contract, tricks, rubber, last=last)

        monkeypatch.setattr(oracle, "one_deal", one_deal)
        steps, _ = told(bridge_solitaire({**STANDARD, **settings}, lambda _: PACK), "")
        return steps

    return play_session


WON, LOST = (Contract(PLAYER, 4, "S", 0), 10), (Contract(HOUSE, 4, "S", 0), 3)
"""Hands in which a side makes a game."""
FAILED = (Contract(PLAYER, 4, "S", 0), 9)


def begins(number: int, rubbers: str, finished: int, games: str, below: str, scores: str) -> Begins:
    """Return the beginning of a deal; `rubbers` has those over, won and broken off, and the total."""
    before = dict(zip(("rubbers", "won", "broken", "total"), rubbers.split(), strict=True))
    return Begins(number, {**before, "finished": str(finished), "games": games, "below": below, "scores": scores})


def test_rubbers_are_added_up(played: Played) -> None:
    steps = played(WON, WON, FAILED, LOST, WON, LOST, rubbers="2")
    assert [step for step in steps if isinstance(step, Begins)] == [
        begins(1, "0 0 0 0", 0, "0,0", "0,0", "0,0"),
        begins(2, "0 0 0 0", 1, "1,0", "0,0", "120,0"),
        begins(3, "1 1 0 940", 0, "0,0", "0,0", "0,0"),
        begins(4, "1 1 0 940", 1, "0,0", "0,0", "0,50"),
        begins(5, "1 1 0 940", 2, "0,1", "0,0", "0,170"),
        begins(6, "1 1 0 940", 3, "1,1", "0,0", "120,170"),
    ]
    assert noted(steps, "rubber") == [("700", "0"), ("0", "500")]
    assert steps[-1] == Ends((1,), (940 + 120 - 790,), "target", {"rubbers": "1"})


def test_a_vulnerable_player(played: Played) -> None:
    steps = played(WON, FAILED, LOST, LOST)
    assert noted(steps, "above") == [("0", "0"), ("0", "100"), ("0", "0"), ("0", "0")]
    assert steps[-1] == Ends((1,), (120 - 840,), "target", {"rubbers": "0"})


def test_36_the_limit(played: Played) -> None:
    steps = played(WON, FAILED, LOST, WON, rubbers="2", max_deals="2")
    assert begins(3, "1 1 1 320", 0, "0,0", "0,0", "0,0") in steps
    assert noted(steps, "rubber") == [("300", "0"), ("0", "0")]
    assert steps[-1] == Ends((1,), (320 + 0,), "limit", {"rubbers": "1"})


def test_a_rubber_won_by_the_last_hand_is_not_broken_off(played: Played) -> None:
    steps = played(WON, WON, max_deals="2")
    assert steps[-1] == Ends((1,), (940,), "target", {"rubbers": "1"})


# Against the engine


def to_the_game(ask: Ask, rng: Random) -> str:
    """Bid low, or pass, so that contracts are made and rubbers are finished."""
    return ask.legal[min(len(ask.legal) - 1, rng.randrange(3))] if ask.kind == "call" else rng.choice(ask.legal)


@pytest.mark.slow
@pytest.mark.parametrize(("preset", "settings"), MIXED)
def test_the_engine_plays_by_the_sheet_with_other_options(preset: str, settings: Mapping[str, object]) -> None:
    assert differences(bridge_solitaire, GAME, preset, 6, settings) == []


@pytest.mark.slow
@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("nt_shapes", ["required", "free"])
def test_low_contracts(preset: str, nt_shapes: str) -> None:
    settings = {"nt_shapes": nt_shapes}
    assert differences(bridge_solitaire, GAME, preset, 6, settings, choose_word=to_the_game) == []


@pytest.mark.slow
def test_no_trump_is_played_often() -> None:
    settings = {"nt_shapes": "free", "max_deals": 10}
    choose_word = often("1NT", "2NT", "3NT")
    assert differences(bridge_solitaire, GAME, "house-no-trump", 8, settings, choose_word=choose_word) == []


@pytest.mark.slow
@pytest.mark.parametrize(
    ("preset", "other"),
    [
        ("standard", {"short_suit_tie": "lowest"}),
        ("standard", {"short_suit_tie": "fewest_tricks"}),
        ("house-no-trump", {"house_nt": "never"}),
        ("standard", {"nt_shapes": "free"}),
        ("standard", {"nt_turn_limit": "3"}),
        ("standard", {"top_discard": "hidden"}),
        ("standard", {"rubbers": "2"}),
        ("short-session", {"max_deals": "5"}),
    ],
)
def test_another_rule_would_be_noticed(preset: str, other: Mapping[str, str]) -> None:
    assert notices(bridge_solitaire, GAME, preset, other, 12)


def test_the_presets_are_those_of_the_sheet() -> None:
    assert tuple(GAME.presets) == PRESETS
    assert beyond_first(GAME) == {
        "standard": {},
        "house-no-trump": {"house_nt": "flat"},
        "short-session": {"max_deals": "4"},
    }
