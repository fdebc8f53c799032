"""The second opinion on Truc: the worked examples of the sheet against it, then it against the engine.

In the examples seat 0 deals unless they say otherwise, so the turn goes 3, 2, 1, 0.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random

import pytest

from arena.chance import keyed
from arena.games.catalogue import GAMES
from arena.games.kernel import Ask, Say
from arena.games.kernel.options import choose
from arena.games.kernel.position import play_game
from tests.games.second_opinion.oracle import (
    Asks,
    Begins,
    Choose,
    Ends,
    Step,
    asks,
    beyond_first,
    difference,
    differences,
    notes,
    notices,
    often,
    record,
    shows,
    spoilt,
)
from tests.games.second_opinion.telling import Part
from tests.games.second_opinion.truc import oracle
from tests.games.second_opinion.truc.oracle import Hand, Voice, Won, best_card, dealt, one_hand, play, truc
from tests.games.second_opinion.written_tellings import noted, of_table, questions, told

GAME = GAMES["truc"]
PRESETS = ("standard", "silent", "talkative", "long-hands", "quick-stop")
MIXED: tuple[tuple[str, Mapping[str, object]], ...] = (
    ("standard", {"first_dealer": "P2", "target": 2}),
    ("quick-stop", {"target": 20, "eleven_fold_points": 3}),
    ("talkative", {"eleven_choice": "first", "say_max": 400}),
    ("long-hands", {"table_talk": "off", "target": 5, "eleven_fold_points": 2}),
    ("silent", {"first_dealer": "P3", "early_stop": "decided"}),
    ("standard", {"conference": "on", "say_max": 1}),
    ("standard", {"talk_round": "on"}),
)
OPTIONS = {name: options.words() for name, options in GAME.presets.items()}
STANDARD = OPTIONS["standard"]
PACK = [rank + suit for suit in "SHDC" for rank in "AKQJ765432"]
ALOUD = Voice(allowed=True, limit=80)
EVERYBODY = frozenset(range(4))
PATIENT = often("accept", "pass", "cut", "play", *PACK)
"""Players who let most hands be played out."""
BOLD = often("truc", "retruc", "accept", "tap", "one")
"""Players who raise."""


def hand_of(table: str, dealer: int = 0) -> Hand:
    """Return a hand from a table of who plays what."""
    plays = [word.split(":") for word in table.split()]
    return Hand(dealer, [[card for seat, card in plays if seat == str(owner)] for owner in range(4)])


def unraised(table: str, cards: int = 12, dealer: int = 0, early_stop: str = "two_tricks") -> Won | None:
    """Return how a hand ends in which nobody may raise, None if it goes on after so many cards of the table."""
    hand = hand_of(table, dealer)
    hand.may_raise = False
    words = " ".join(of_table(table).split()[:cards])
    _, won = told(play({**STANDARD, "early_stop": early_stop}, ALOUD, hand), words)
    return won


def raised(table: str, words: str) -> tuple[list[Step], Won | None]:
    """Return what is told of a hand, and how it ended; the words are all answers."""
    return told(play(STANDARD, ALOUD, hand_of(table)), words)


# Cards and tricks


@pytest.mark.parametrize(
    ("trick", "place"),
    [
        pytest.param("KS 3H 3D AS", None, id="1"),
        pytest.param("2S 4C 2H AD", 0, id="2"),
        pytest.param("AS KS 2D 7S", 2, id="3"),
        pytest.param("4S 5H 4D 4C", 1, id="4"),
        pytest.param("2S 2C 2H AD", None, id="r11: three"),
        pytest.param("2S 2C 2H 2D", None, id="r11: four"),
        pytest.param("JS 7C QH 7D", 2, id="the queen"),
        pytest.param("4S JC 4H JD", 1, id="partners who did not lead"),
    ],
)
def test_who_takes_the_trick(trick: str, place: int | None) -> None:
    assert best_card(trick.split()) == place


def test_11_the_deal() -> None:
    assert dealt(PACK, 0, 3) == [["JS", "4S", "KH"], ["QS", "5S", "AH"], ["KS", "6S", "2S"], ["AS", "7S", "3S"]]
    assert dealt(PACK, 2, 1) == [["KS"], ["AS"], ["JS"], ["QS"]]


REST = " 0:KH 0:QH 1:KC 1:QC 2:KD 2:QD 3:JS 3:QS"
"""Two more cards for everybody."""


@pytest.mark.parametrize(
    ("table", "note", "leader"),
    [
        pytest.param("3:KS 2:3H 1:3D 0:AS", "-", 3, id="1: drawn"),
        pytest.param("3:2S 2:4C 1:2H 0:AD", "3", 3, id="2: the earlier partner"),
        pytest.param("3:AS 2:KS 1:2D 0:7S", "1", 1, id="3"),
        pytest.param("3:4S 2:5H 1:4D 0:4C", "2", 2, id="4"),
    ],
)
def test_who_leads_next(table: str, note: str, leader: int) -> None:
    steps, _ = raised(table + REST, " pass ".join(of_table(table).split()) + " pass")
    assert noted(steps, "trick") == [(note, "1")]
    asked = questions(steps)
    assert [(seat, kind) for seat, kind, _ in asked] == [
        *((seat, kind) for seat in (3, 2, 1, 0) for kind in ("play", "after")),
        (leader, "play"),
    ]
    assert asked[0] == (3, "play", " ".join(sorted([table[2:4], "JS", "QS", "truc"])))
    assert asked[1] == (3, "after", "pass truc")
    assert steps.index(notes("trick", note, 1)) == 7, "it comes before the fourth player may raise"


# Hands

A_THEN_B = "3:4S 2:5S 1:6S 0:7S  0:4H 3:5H 2:6H 1:7H"
B_THEN_DRAWN = "3:3S 2:4S 1:5S 0:6S  3:KS 2:KH 1:4H 0:5H"
DRAWN_THEN_B = "3:KS 2:KH 1:4H 0:5H  3:3S 2:4S 1:5S 0:6S"


@pytest.mark.parametrize(
    ("table", "dealer", "won"),
    [
        pytest.param(f"{A_THEN_B}  1:AS 0:AH 3:AD 2:AC", 0, Won(1, 1), id="6"),
        pytest.param("0:4S 3:4H 2:4D 1:4C  0:5S 3:5H 2:5D 1:5C  0:6S 3:6H 2:6D 1:6C", 1, Won(0, 1), id="7"),
        pytest.param("3:4S 2:4H 1:4D 0:4C  3:5S 2:7H 1:5D 0:5C  2:6S 1:6H 0:6D 3:6C", 0, Won(0, 1), id="8"),
        pytest.param(f"{A_THEN_B}  1:4D 0:AH 3:KD 2:4C", 0, Won(0, 1), id="two to one"),
        pytest.param("1:3S 0:3C 3:4D 2:JH", 2, Won(1, 1), id="16: one card"),
        pytest.param("1:4S 0:2C 3:4D 2:3H", 2, Won(0, 1), id="one card, the dealer's side wins"),
    ],
)
def test_who_wins_the_hand(table: str, dealer: int, won: Won) -> None:
    assert unraised(table, dealer=dealer) == won
    assert unraised(table, dealer=dealer, early_stop="decided") == won


def test_5_two_tricks_are_enough() -> None:
    table = "3:3S 2:4S 1:5S 0:6S  3:3H 2:4H 1:5H 0:6H  3:3D 2:4D 1:5D 0:6D"
    assert unraised(table, 8) == Won(1, 1)


@pytest.mark.parametrize("early_stop", ["two_tricks", "decided"])
@pytest.mark.parametrize(
    ("table", "others_lead"),
    [
        pytest.param(B_THEN_DRAWN, True, id="9: the dealer's opponents"),
        pytest.param(DRAWN_THEN_B, True, id="r4: the drawn trick first"),
        pytest.param("3:4S 2:4H 1:2D 0:3C  0:5S 3:3H 2:3D 1:5C", False, id="9: the dealer's side"),
        pytest.param("3:4S 2:4H 1:4D 0:4C  3:5S 2:5H 1:5D 0:5C", False, id="r4: two drawn"),
        pytest.param(A_THEN_B, False, id="r4: one each"),
    ],
)
def test_9_decided_after_two_tricks(table: str, others_lead: bool, early_stop: str) -> None:
    won = Won(1, 1) if others_lead and early_stop == "decided" else None
    assert unraised(table + " 0:7C 1:7D 2:QC 3:QD", 8, early_stop=early_stop) == won


# Raises

TABLE = "3:KD 2:4S 1:5S 0:6S  3:3H 2:4H 1:5H 0:6H  3:3D 2:4D 1:5D 0:6D"


def test_10_a_rejected_truc() -> None:
    steps, won = raised(TABLE, "truc reject")
    assert won == Won(1, 1)
    talk = (EVERYBODY, 80)
    assert steps == [
        asks(3, "play", {"KD", "3H", "3D", "truc"}, talk=talk),
        asks(2, "answer", {"accept", "reject"}, talk=talk),
    ]


def test_11_a_rejected_retruc() -> None:
    steps, won = raised(TABLE, "KD truc accept retruc reject")
    assert won == Won(0, 2)
    assert questions(steps)[1:] == [
        (3, "after", "pass truc"),
        (2, "answer", "accept reject"),
        (2, "play", "4D 4H 4S retruc"),
        (1, "answer", "accept reject"),
    ]
    assert noted(steps, "worth") == [("2",)]


def test_12_who_may_raise_again() -> None:
    steps, _ = raised(TABLE, "truc accept KD 4S pass 5S 6S pass 3H 4H")
    assert questions(steps) == [
        (3, "play", "3D 3H KD truc"),
        (2, "answer", "accept reject"),
        (3, "play", "3D 3H KD"),
        (2, "play", "4D 4H 4S retruc"),
        (2, "after", "pass retruc"),
        (1, "play", "5D 5H 5S"),
        (0, "play", "6D 6H 6S retruc"),
        (0, "after", "pass retruc"),
        (3, "play", "3D 3H"),
        (2, "play", "4D 4H retruc"),
        (2, "after", "pass retruc"),
    ]


def test_13_an_accepted_retruc() -> None:
    steps, won = raised(TABLE, "KD pass truc accept 4S retruc accept 5S 6S 3H 4H 5H 6H")
    assert won == Won(1, 3)
    assert noted(steps, "worth") == [("2",), ("3",)]
    assert questions(steps)[5:9] == [
        (1, "play", "5D 5H 5S retruc"),
        (0, "answer", "accept reject"),
        (1, "play", "5D 5H 5S"),
        (0, "play", "6D 6H 6S"),
    ]


def test_14_no_raise_after_the_last_card() -> None:
    table = f"{A_THEN_B}  1:4D 0:AH 3:KD 2:4C"
    steps, won = raised(table, " pass ".join(of_table(table).split()))
    assert won == Won(0, 1)
    assert steps[-1] == notes("trick", 0, 1)
    assert questions(steps)[-1] == (2, "play", "4C truc")


def test_15_a_raise_after_the_fourth_card() -> None:
    table = "3:5S 2:6S 1:7S 0:KS" + REST.replace("0:KH", "0:KD").replace("2:KD", "2:KH")
    steps, _ = raised(table, "5S pass 6S pass 7S pass KS truc accept")
    assert questions(steps)[-3:] == [
        (0, "after", "pass truc"),
        (3, "answer", "accept reject"),
        (0, "play", "KD QH"),
    ]
    assert steps[-2] == notes("worth", 2)


def test_r7_the_winner_who_leads_does_not_answer() -> None:
    steps, won = raised("3:5S 2:6S 1:7S 0:4S" + REST, "5S pass 6S pass 7S pass 4S truc accept retruc reject")
    assert questions(steps)[-4:] == [
        (0, "after", "pass truc"),
        (3, "answer", "accept reject"),
        (1, "play", "KC QC retruc"),
        (0, "answer", "accept reject"),
    ]
    assert won == Won(1, 2)


# The beginning of a hand


def begun(
    words: str, scores: tuple[int, int] = (4, 7), dealer: int = 0, **settings: str
) -> tuple[list[Step], Won | None]:
    options = {**STANDARD, **settings}
    voice = Voice(options["table_talk"] == "public", int(options["say_max"]))
    return told(one_hand(options, voice, PACK, dealer, scores), words)


def test_8_the_deck_is_cut() -> None:
    steps, _ = begun("cut")
    assert steps == [
        asks(1, "cut", {"cut", "tap"}, talk=(EVERYBODY, 80)),
        *(shows({seat}, "hand", seat, hand) for seat, hand in enumerate(dealt(PACK, 0, 3))),
        asks(3, "play", {"AS", "7S", "3S", "truc"}, talk=(EVERYBODY, 80)),
    ]


def test_16_the_cut_is_refused() -> None:
    steps, _ = begun("tap one", dealer=2)
    assert steps == [
        asks(3, "cut", {"cut", "tap"}, talk=(EVERYBODY, 80)),
        asks(2, "size", {"three", "one"}, talk=(EVERYBODY, 80)),
        *(shows({seat}, "hand", seat, hand) for seat, hand in enumerate(dealt(PACK, 2, 1))),
        asks(1, "play", {"AS", "truc"}, talk=(EVERYBODY, 80)),
    ]
    assert questions(begun("tap three", dealer=2)[0])[-1] == (1, "play", "3S 7S AS truc")


def test_9_no_cut_where_the_option_says() -> None:
    assert questions(begun("", one_card_hand="never")[0]) == [(3, "play", "3S 7S AS truc")]


def test_17_eleven_is_folded() -> None:
    steps, won = begun("defer fold", scores=(11, 6))
    assert won == Won(1, 1)
    assert questions(steps) == [(2, "eleven", "defer fold play"), (0, "eleven", "fold play")]
    assert begun("fold", scores=(11, 6), eleven_fold_points="3")[1] == Won(1, 3)
    assert begun("fold", scores=(3, 4), dealer=1, target="5")[1] == Won(0, 1)
    assert questions(begun("", scores=(6, 11), eleven_choice="first")[0]) == [(3, "eleven", "fold play")]


def test_18_eleven_is_played() -> None:
    for words in ("play", "defer play"):
        steps, _ = begun(words, scores=(11, 9))
        assert steps[-2:] == [notes("worth", 3), asks(3, "play", {"AS", "7S", "3S"}, talk=(EVERYBODY, 80))]
    steps, won = begun("play AS KS QS JS 3S 2S AH KH", scores=(11, 9))
    assert won == Won(1, 3)
    assert {kind for _, kind, _ in questions(steps)} == {"eleven", "play"}


def test_19_both_at_eleven() -> None:
    steps, won = begun("truc reject", scores=(11, 11))
    assert questions(steps) == [(3, "play", "3S 7S AS truc"), (2, "answer", "accept reject")]
    assert won == Won(1, 1)


def test_41_the_round_of_talk() -> None:
    steps, _ = begun("ready ready ready ready", scores=(11, 6), talk_round="on")
    assert steps[4:] == [
        *(asks(seat, "talk", {"ready"}, talk=(EVERYBODY, 80)) for seat in (3, 2, 1, 0)),
        asks(2, "eleven", {"play", "fold", "defer"}, talk=(EVERYBODY, 80)),
    ]


def test_38_nothing_is_said_where_talk_is_off() -> None:
    steps, _ = begun("tap one truc accept AS", table_talk="off")
    assert {step.talk for step in steps if isinstance(step, Asks)} == {None}


# A game


@pytest.fixture
def game_of(monkeypatch: pytest.MonkeyPatch) -> Callable[..., list[Step]]:
    """Return what tells a game whose hands end as given."""

    def play_out(*hands: Won, words: str = "", **settings: str) -> list[Step]:
        left = iter(hands)

        def one_hand(*_: object) -> Part[Won]:
            yield from ()
            return next(left)

        monkeypatch.setattr(oracle, "one_hand", one_hand)
        return told(truc({**STANDARD, "first_dealer": "P0", **settings}, lambda _: PACK), words)[0]

    return play_out


def test_20_overshoot(game_of: Callable[..., list[Step]]) -> None:
    steps = game_of(Won(1, 3), *[Won(0, 2)] * 5, Won(0, 3))
    assert "".join(step.words["dealer"] for step in steps if isinstance(step, Begins)) == "0321032"
    assert steps[:4] == [
        Begins(1, {"dealer": "0", "scores": "0,0", "finished": "0"}),
        notes("points", 0, 3),
        notes("scores", 0, 3),
        Begins(2, {"dealer": "3", "scores": "0,3", "finished": "1"}),
    ]
    assert steps[-3:] == [notes("points", 3, 0), notes("scores", 13, 3), Ends((1, 2), (13, 3), "target")]


def test_18_and_19_twelve_to_eleven(game_of: Callable[..., list[Step]]) -> None:
    hands = [*[Won(0, 3)] * 3, Won(0, 2), *[Won(1, 3)] * 4]
    assert game_of(*hands)[-1] == Ends((2, 1), (11, 12), "target")
    assert game_of(Won(0, 1), Won(1, 1), Won(1, 1), target="2")[-1] == Ends((2, 1), (1, 2), "target")


def test_42_the_conference(game_of: Callable[..., list[Step]]) -> None:
    steps = game_of(*[Won(0, 3)] * 4, words="ready " * 8, conference="on", say_max="9")
    partners = [(0, 2), (1, 3), (2, 0), (3, 1)]
    talks = [asks(seat, "talk", {"ready"}, talk=(frozenset({partner}), 9)) for seat, partner in partners]
    assert steps[:9] == [*talks, *talks, Begins(1, {"dealer": "0", "scores": "0,0", "finished": "0"})]


# Against the engine


@pytest.mark.slow
@pytest.mark.parametrize(("preset", "settings"), MIXED)
def test_the_engine_plays_by_the_sheet_with_other_options(preset: str, settings: Mapping[str, object]) -> None:
    assert differences(truc, GAME, preset, 8, settings) == []


@pytest.mark.slow
@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("choose_word", [pytest.param(PATIENT, id="patient"), pytest.param(BOLD, id="bold")])
def test_patient_and_bold_players(preset: str, choose_word: Choose) -> None:
    assert differences(truc, GAME, preset, 8, choose_word=choose_word) == []


def text(ask: Ask, rng: Random) -> str:
    """Return something to say, sometimes nothing, too much, or what cannot be printed."""
    assert ask.talk is not None
    length = rng.choice([0, 1, 17, ask.talk.limit, ask.talk.limit + 1])
    return rng.choice(["~", " ", "a\n", "\x7f", "é"]) * length


@pytest.mark.slow
@pytest.mark.parametrize("number", range(4))
def test_21_what_is_said_is_heard(number: int) -> None:
    """All hear what is said before the next question, in a conference only the partner; it changes nothing else."""
    options = choose(GAME.presets["talkative"], {})
    rng = Random(number)
    said, silent = (play_game(GAME, options, keyed(f"said {number}", GAME.name)) for _ in range(2))
    count = 0
    while said.ask is not None:
        ask, before = said.ask, len(said.log)
        assert silent.ask == ask
        word, saying = rng.choice(ask.legal), text(ask, rng)
        said.play(word, saying)
        silent.play(word)
        heard = [event for event in said.log[before:] if isinstance(event, Say)]
        fits = 1 <= len(saying) <= 80 and all(32 <= ord(letter) <= 126 for letter in saying)
        hearers = EVERYBODY if count >= 8 else frozenset({(ask.seat + 2) % 4})
        assert [(frozenset(say.seats), *say[1:]) for say in heard] == ([(hearers, ask.seat, saying)] if fits else [])
        count += 1
    assert [event for event in said.log if not isinstance(event, Say)] == silent.log
    assert said.result == silent.result


@pytest.mark.slow
@pytest.mark.parametrize(
    ("preset", "other"),
    [
        ("standard", {"target": "13"}),
        ("standard", {"one_card_hand": "never"}),
        ("standard", {"early_stop": "decided"}),
        ("standard", {"eleven_choice": "first"}),
        ("standard", {"eleven_fold_points": "2"}),
        ("standard", {"table_talk": "off"}),
        ("standard", {"say_max": "81"}),
        ("talkative", {"conference": "off"}),
        ("talkative", {"talk_round": "off"}),
    ],
)
def test_another_rule_would_be_noticed(preset: str, other: Mapping[str, str]) -> None:
    assert notices(truc, GAME, preset, other, 40)


@pytest.mark.thorough
@pytest.mark.parametrize("preset", PRESETS)
def test_many_patient_and_bold_players(preset: str) -> None:
    for choose_word in (PATIENT, BOLD):
        assert differences(truc, GAME, preset, 150, choose_word=choose_word) == []
        for number in range(50):
            game = record(GAME, preset, number, choose_word=choose_word)
            assert difference(truc, spoilt(game, Random(number))) is not None


def test_the_presets_are_those_of_the_sheet() -> None:
    assert tuple(GAME.presets) == PRESETS
    assert beyond_first(GAME) == {
        "standard": {},
        "silent": {"table_talk": "off"},
        "talkative": {"talk_round": "on", "conference": "on"},
        "long-hands": {"one_card_hand": "never"},
        "quick-stop": {"early_stop": "decided"},
    }
