"""The second opinion on Bester Bube: the worked examples of the sheet against it, then it against the engine.

Examples have four players, dealer 0 and eldest 1 unless they say otherwise, as on the sheet.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import pytest

from arena.games.catalogue import GAMES
from tests.games.second_opinion.bester_bube import oracle
from tests.games.second_opinion.bester_bube.oracle import (
    Table,
    answers,
    best_card,
    bester_bube,
    drawing,
    leads,
    one_deal,
    payments,
    playable,
    trumps_of,
    turn_up,
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
    shows,
)
from tests.games.second_opinion.telling import Part
from tests.games.second_opinion.written_tellings import told

GAME = GAMES["bester-bube"]
PRESETS = ("standard", "share", "tournament", "follow", "free-turn-up")
MIXED: tuple[tuple[str, Mapping[str, object]], ...] = (
    ("standard", {"players": 3, "deal_packets": "two_three", "first_dealer": "P2"}),
    ("standard", {"players": 6, "rounds": 1, "bete_cap": 1000}),
    ("share", {"players": 5, "turn_up": "may_take", "first_dealer": "P0"}),
    ("tournament", {"rounds": 1, "bete_cap": 5, "follow_suit": "suit"}),
    ("follow", {"players": 6, "deal_packets": "two_three", "turn_up": "may_take"}),
    ("free-turn-up", {"players": 3, "bete_cap": 10}),
)
OPTIONS = {name: options.words() for name, options in GAME.presets.items()}
PACK = [rank + suit for suit in "SHDC" for rank in "AKQJT987"]
"""All cards as in example 1, before the shuffle."""


def cards(words: str) -> list[str]:
    return words.split()


def questions(steps: Sequence[Step]) -> list[Asks]:
    return [step for step in steps if isinstance(step, Asks)]


def table(stock: str, *, players: int = 4, up: str = "QH") -> Table:
    """Return a deal before the drawing: every seat has five cards that are no real ones."""
    return Table(0, [[f"{seat}{letter}" for letter in "abcde"] for seat in range(players)], up, stock.split())


# Cards


def test_1_the_deal() -> None:
    steps, _ = told(one_deal(OPTIONS["standard"], PACK, 0), "")
    assert steps == [
        shows({0}, "hand", 0, cards("KH QH JH QD JD")),
        shows({1}, "hand", 1, cards("AS KS QS TH 9H")),
        shows({2}, "hand", 2, cards("JS TS 9S 8H 7H")),
        shows({3}, "hand", 3, cards("8S 7S AH AD KD")),
        shows(range(4), "turn-up", None, ["TD"]),
        notes("trump", "D"),
        asks(1, "draw", cards("AS KS QS TH 9H done"), "fact"),
    ]


def test_2_the_trumps() -> None:
    assert trumps_of("D") == tuple(cards("JD JH AD KD QD TD 9D 8D 7D"))
    assert trumps_of("S")[:3] == ("JS", "JC", "AS")
    assert trumps_of("H")[:2] == ("JH", "JD")
    assert trumps_of("C")[:2] == ("JC", "JS")


@pytest.mark.parametrize(
    ("trump", "played", "winner", "blind"),
    [
        pytest.param("S", "7D AD KD AH", "7D", True, id="9: a blind lead wins"),
        pytest.param("S", "7D AD KD 7S", "7S", True, id="10: a blind lead loses"),
        pytest.param("H", "AS KC 7S 8H", "8H", False, id="11: the trump"),
        pytest.param("H", "AS KC 7S 8D", "AS", False, id="11: without a trump"),
        pytest.param("D", "AH JH", "JH", False, id="12: the second Boy"),
        pytest.param("S", "AH JH", "AH", False, id="12: a plain jack"),
        pytest.param("S", "9H TH JH 8H", "JH", False, id="a plain jack beats the ten"),
    ],
)
def test_who_takes_the_trick(trump: str, played: str, winner: str, blind: bool) -> None:
    trick = played.split()
    assert trick[best_card(trick, trumps_of(trump), blind=blind)] == winner


# Drawing


def test_3_the_stock_runs_out() -> None:
    dealing = table("1 2 3 4 5 6 7 8 9 10 11")
    steps, _ = told(drawing(dealing, 1), "1a 1b 1c 1d 1e")
    assert steps[4:] == [
        asks(1, "draw", ["1e", "done"], "fact"),
        shows({1}, "drawn", 1, "12345"),
        notes("drawn", 1, 5, 6),
    ]
    told(drawing(dealing, 2), "2a 2b 2c 2d done")
    steps, _ = told(drawing(dealing, 3), "3c 3a")
    assert steps[-1] == notes("drawn", 3, 2, 0)
    assert dealing.hands[3] == cards("3b 3d 3e 10 11")


def test_3_nobody_is_asked_without_a_stock() -> None:
    words = "AS KS QS TH 9H JS TS 9S 8H done 8S 7S"
    steps, _ = told(one_deal(OPTIONS["standard"], PACK, 0), words)
    assert steps[-2:] == [notes("drawn", 3, 2, 0), asks(0, "turn_up", cards("KH QH JH QD JD"), "fact")]


def test_4_six_players() -> None:
    options = {**OPTIONS["standard"], "players": "6"}
    steps, _ = told(one_deal(options, PACK, 0), "done 9D")
    drawn = [step for step in steps if not isinstance(step, Asks) and step[0] == "drawn"]
    assert drawn == [notes("drawn", 1, 0, 1), notes("drawn", 2, 1, 0)]
    assert questions(steps)[-1][:2] == (0, "turn_up")


def test_11_a_card_drawn_cannot_be_laid_aside_at_once() -> None:
    steps, _ = told(one_deal(OPTIONS["standard"], PACK, 0), "AS KS done done done done")
    assert questions(steps)[2] == asks(1, "draw", cards("QS TH 9H done"), "fact")
    assert questions(steps)[-1] == asks(1, "draw", cards("QS TH 9H 9D 8D done"), "fact")


@pytest.mark.parametrize("may_decline", [False, True])
def test_20_the_turn_up(may_decline: bool) -> None:
    hand = cards("JS JC TC QC 9D")
    dealing = table("1 2")
    dealing.hands[0] = list(hand)
    steps, _ = told(turn_up(dealing, may_decline=may_decline), "9D")
    words = [*hand, "none"] if may_decline else hand
    assert steps == [asks(0, "turn_up", words, "fact"), shows(range(4), "taken", 0, ["QH"])]
    assert dealing.hands[0] == cards("JS JC TC QC QH")


def test_20_the_turn_up_is_left() -> None:
    dealing = table("1 2")
    steps, _ = told(turn_up(dealing, may_decline=True), "none")
    assert steps[1:] == [notes("drawn", 0, 0, 2)]
    assert dealing.hands[0] == cards("0a 0b 0c 0d 0e")


# Play


@pytest.mark.parametrize(
    ("trump", "number", "dealer", "hand", "words"),
    [
        pytest.param("H", 1, False, "JH AH 7C 8C 9C", "JH", id="5: the Best Boy"),
        pytest.param("H", 1, False, "JD 9H AS KS QS", "JD 9H", id="5: any trump"),
        pytest.param("H", 1, False, "JS AD 7C 8C 9C", "JS AD 7C 8C 9C", id="5: blind"),
        pytest.param("C", 2, False, "JS AC 9D 8D", "JS", id="7: the Second Boy"),
        pytest.param("C", 2, True, "JS AC 9D 8D", "JS AC", id="7: the dealer may keep it"),
        pytest.param("C", 2, True, "JS KD 9D 8D", "JS", id="7: the dealer's only trump"),
        pytest.param("C", 2, True, "JC JS KD 9D", "JC JS", id="R16: a Best Boy kept"),
        pytest.param("C", 2, False, "AC KC 9D 8D", "AC KC", id="8: no Boy"),
    ],
)
def test_what_may_be_led(trump: str, number: int, dealer: bool, hand: str, words: str) -> None:
    assert leads(hand.split(), trumps_of(trump), number, dealer=dealer) == set(words.split())


@pytest.mark.parametrize(
    ("boy", "dealer", "hand", "words"),
    [
        pytest.param("JH", False, "JH AH 8S", "JH", id="6: the Best Boy"),
        pytest.param("JH", True, "JH AH 8S", "JH AH 8S", id="6: the dealer"),
        pytest.param("JS", False, "JS AC 9D 8D", "JS", id="7: the Second Boy"),
        pytest.param("JC", False, "JS AC 9D 8D", "JS AC 9D 8D", id="18: only the Boy of the trick"),
    ],
)
def test_what_may_be_played_to_the_first_tricks(boy: str, dealer: bool, hand: str, words: str) -> None:
    assert answers(hand.split(), boy, dealer=dealer) == set(words.split())


@pytest.mark.parametrize(
    ("led", "hand", "words"),
    [
        pytest.param("9H", "JH KS", "JH KS", id="13: the Second Boy is no heart"),
        pytest.param("9D", "JH KS", "JH", id="13: but a trump"),
        pytest.param("JH", "AH 7D", "7D", id="a Boy led is a trump"),
        pytest.param("AS", "JH KS JD", "KS", id="follow"),
        pytest.param(None, "JH KS JD", "JH KS JD", id="free"),
    ],
)
def test_13_following(led: str | None, hand: str, words: str) -> None:
    assert playable(hand.split(), led, trumps_of("D")) == set(words.split())


# Payment


@pytest.mark.parametrize(
    ("preset", "start_pot", "tricks", "paid"),
    [
        pytest.param("standard", 5, [2, 3, 0, 0], [-2, -3, 5, 5], id="14"),
        pytest.param("standard", 15, [1, 2, 2, 0], [-1, -2, -2, 15], id="15"),
        pytest.param("share", 15, [1, 2, 2, 0], [-3, -6, -6, 15], id="15: share"),
        pytest.param("tournament", 45, [1, 2, 2, 0], [-9, -18, -18, 20], id="16"),
        pytest.param("standard", 5, [2, 1, 1, 1], [-2, -1, -1, -1], id="17"),
    ],
)
def test_payment(preset: str, start_pot: int, tricks: Sequence[int], paid: Sequence[int]) -> None:
    assert payments(OPTIONS[preset], start_pot, tricks) == paid


@pytest.fixture
def taken(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Return what fixes the tricks of each deal, so that no cards need to be played."""

    def install(*tricks: Sequence[int]) -> None:
        left = iter(tricks)

        def one_deal(options: Mapping[str, str], pack: Sequence[str], dealer: int) -> Part[list[int]]:
            yield from ()
            return list(next(left))

        monkeypatch.setattr(oracle, "one_deal", one_deal)

    return install


def session(preset: str, **settings: str) -> list[Step]:
    steps, _ = told(bester_bube({**OPTIONS[preset], **settings}, lambda _: PACK), "")
    return steps


def test_18_the_end(taken: Callable[..., None]) -> None:
    taken([2, 3, 0, 0], [5, 0, 0, 0], [1, 2, 1, 1], [2, 2, 0, 1])
    assert session("standard", first_dealer="P0", rounds="1") == [
        Begins(1, {"dealer": "0", "scores": "0,0,0,0", "finished": "0"}),
        notes("pot", 5, 5, 0, 0, 0),
        notes("pot", 10, -2, -3, 5, 5),
        notes("scores", -3, 3, -5, -5),
        Begins(2, {"dealer": "1", "scores": "-3,3,-5,-5", "finished": "1", "pool": "10"}),
        notes("pot", 15, 0, 5, 0, 0),
        notes("pot", 55, -5, 15, 15, 15),
        notes("scores", 2, -17, -20, -20),
        Begins(3, {"dealer": "2", "scores": "2,-17,-20,-20", "finished": "2", "pool": "55"}),
        notes("pot", 60, 0, 0, 5, 0),
        notes("pot", 55, -1, -2, -1, -1),
        notes("scores", 3, -15, -24, -19),
        Begins(4, {"dealer": "3", "scores": "3,-15,-24,-19", "finished": "3", "pool": "55"}),
        notes("pot", 60, 0, 0, 0, 5),
        notes("pot", 0, -2 - 28, -2 - 28, 60 - 28, -1 - 28),  # 115 chips: 28 for each
        notes("scores", 33, 15, -56, 5),
        Ends((1, 2, 4, 3), (33, 15, -56, 5), "deals"),
    ]


def test_17_an_empty_pot_is_not_named(taken: Callable[..., None]) -> None:
    taken(*[[2, 1, 1, 1]] * 4)
    begun = [step for step in session("standard", first_dealer="P3", rounds="1") if isinstance(step, Begins)]
    assert [step.words["dealer"] for step in begun] == ["3", "0", "1", "2"]
    assert not [step for step in begun if "pool" in step.words]


def test_19_the_session(taken: Callable[..., None]) -> None:
    taken(*[[1] * 5] * 10)
    steps = session("share", players="5", first_dealer="P3")
    begun = [step for step in steps if isinstance(step, Begins)]
    assert (len(begun), begun[-1].words["dealer"]) == (10, "2")
    assert steps[-1] == Ends((1, 1, 1, 1, 1), (0, 0, 0, 0, 0), "deals")


# A whole deal


def test_21_the_full_deal() -> None:
    top = cards("QS AD 9C KH JD 7S 7C KC TH JS JC TD KD 7D 8H 9H 8S 8D TC QC QH JH 8C QD 9D TS AS KS AH AC 7H 9S")
    draws = "7D done 7S done 7C done TD done  done done 8S done done  9D"
    tricks = "JH 8C TH TC  KD JD KC QC  KH TS JC AD  9H 8D JS QS  8H QD QH 9C"
    options = {**OPTIONS["standard"], "first_dealer": "P0"}
    steps, _ = told(bester_bube(options, lambda _: top), f"{draws} {tricks}")
    everybody = range(4)

    assert [step for step in steps if not isinstance(step, Asks)][:24] == [
        Begins(1, {"dealer": "0", "scores": "0,0,0,0", "finished": "0"}),
        notes("pot", 5, 5, 0, 0, 0),
        shows({0}, "hand", 0, cards("JS JC TD TC QC")),
        shows({1}, "hand", 1, cards("QS AD 9C KD 7D")),
        shows({2}, "hand", 2, cards("KH JD 7S 8H 9H")),
        shows({3}, "hand", 3, cards("7C KC TH 8S 8D")),
        shows(everybody, "turn-up", None, ["QH"]),
        notes("trump", "H"),
        shows({1}, "drawn", 1, ["JH"]),
        notes("drawn", 1, 1, 10),
        shows({2}, "drawn", 2, ["8C"]),
        notes("drawn", 2, 1, 9),
        shows({3}, "drawn", 3, ["QD"]),
        notes("drawn", 3, 1, 8),
        shows({0}, "drawn", 0, ["9D"]),
        notes("drawn", 0, 1, 7),
        notes("drawn", 1, 0, 7),
        notes("drawn", 2, 0, 7),
        shows({3}, "drawn", 3, ["TS"]),
        notes("drawn", 3, 1, 6),
        notes("drawn", 0, 0, 6),
        shows(everybody, "taken", 0, ["QH"]),
        notes("trick", 1, 1),
        shows(everybody, "turned", 1, ["KD"]),
    ]
    assert asks(1, "play", {"JH"}) in steps
    assert asks(1, "play", cards("QS AD 9C KD"), "fact") in steps
    assert asks(2, "play", {"JD"}) in steps
    winners = [step.values[0] for step in steps if isinstance(step, Notes) and step[0] == "trick"]
    assert winners == ["1", "2", "2", "2", "0"]
    at = steps.index(notes("pot", 5, -1, -1, -3, 5))
    assert steps[at + 1 : at + 4] == [
        notes("scores", -4, 1, 3, -5),
        Begins(2, {"dealer": "1", "scores": "-4,1,3,-5", "finished": "1", "pool": "5"}),
        notes("pot", 10, 0, 5, 0, 0),
    ]


# Against the engine


@pytest.mark.slow
@pytest.mark.parametrize(("preset", "settings"), MIXED)
def test_the_engine_plays_by_the_sheet_with_other_options(preset: str, settings: Mapping[str, object]) -> None:
    assert differences(bester_bube, GAME, preset, 6, settings) == []


@pytest.mark.slow
@pytest.mark.parametrize(
    ("preset", "other"),
    [
        ("standard", {"deal_packets": "two_three"}),
        ("standard", {"turn_up": "may_take"}),
        ("standard", {"trick_pay": "share"}),
        ("standard", {"rounds": "3"}),
        ("tournament", {"bete_cap": "none"}),
        ("follow", {"follow_suit": "free"}),
    ],
)
def test_another_rule_would_be_noticed(preset: str, other: Mapping[str, str]) -> None:
    assert notices(bester_bube, GAME, preset, other, 5)


def test_the_presets_are_those_of_the_sheet() -> None:
    assert tuple(GAME.presets) == PRESETS
    assert beyond_first(GAME) == {
        "standard": {},
        "share": {"trick_pay": "share"},
        "tournament": {"trick_pay": "share", "bete_cap": "20", "rounds": "4"},
        "follow": {"follow_suit": "suit"},
        "free-turn-up": {"turn_up": "may_take"},
    }
