"""The worked dialogues of Jo-Jotte's sheet against its second opinion, and the engine against it with other options."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

import pytest

from arena.games.catalogue import GAMES
from tests.games.second_opinion.jo_jotte.melds import PACK
from tests.games.second_opinion.jo_jotte.oracle import (
    Table,
    choosing_mode,
    dealt,
    doubling,
    fours,
    jo_jotte,
    more_cards,
    naming,
    one_hand,
    play,
    scored,
    sequences,
)
from tests.games.second_opinion.jo_jotte.scoring import Entry, Rubber
from tests.games.second_opinion.oracle import (
    Begins,
    Ends,
    Step,
    asks,
    difference,
    differences,
    notes,
    notices,
    often,
    record,
    shows,
)
from tests.games.second_opinion.written_tellings import at_random, noted, outcome, questions, told

rule = pytest.mark.rule

GAME = GAMES["jo-jotte"]
STANDARD = {
    "first_dealer": "random",
    "melds": "dialogue",
    "jo_call": "ask",
    "slam_trump": "contract",
    "game_target": "80",
    "games": "2",
    "redeal_cap": "10",
    "max_deals": "200",
}
PRESETS: dict[str, dict[str, str]] = {"standard": {}, "fast": {"melds": "auto", "jo_call": "auto"}}
MIXED: tuple[tuple[str, Mapping[str, object]], ...] = (
    ("standard", {"first_dealer": "P0", "game_target": 500, "games": 1}),
    ("standard", {"first_dealer": "P1", "slam_trump": "none", "jo_call": "auto"}),
    ("standard", {"melds": "auto", "games": 9, "game_target": 20}),
    ("standard", {"redeal_cap": 1, "max_deals": 4}),
    ("fast", {"jo_call": "ask", "slam_trump": "none"}),
    ("fast", {"melds": "dialogue", "redeal_cap": 2, "max_deals": 1}),
)
BOTH = range(2)
DEFENDER, DECLARER = 0, 1


def cards(words: str) -> list[str]:
    return words.split()


def table(defender: str, declarer: str, contract: str = "NT") -> Table:
    """Return a deal in which seat 0 defends and seat 1, who does not deal, has fixed trump."""
    rest = [card for card in PACK if card not in cards(f"{defender} {declarer}")]
    return Table(0, [cards(defender), cards(declarer)], rest, "7S", declarer=DECLARER, contract=contract)


def stacked(top: str) -> list[str]:
    """Return a pack that begins with these cards."""
    return [*cards(top), *(card for card in PACK if card not in cards(top))]


# Deal and trump


@rule("JJ-4", "JJ-5", "JJ-11")
def test_the_deal() -> None:
    dealing = dealt(PACK, 0)
    assert dealing.hands == [cards("KS JS 9S 7S KH JH"), cards("AS QS TS 8S AH QH")]
    assert dealing.upcard == "TH"
    steps, _ = told(more_cards(dealing), "")
    assert steps == [
        shows({1}, "drawn", 1, cards("9H 7H KD")),
        notes("drawn", 1, 3, 16),
        shows({0}, "drawn", 0, cards("8H AD QD")),
        notes("drawn", 0, 3, 13),
        shows(BOTH, "bottom", None, ["7C"]),
    ]
    assert dealing.hands[1] == cards("AS QS TS 8S AH QH 9H 7H KD")


@rule("JJ-6", "JJ-7", "JJ-R17", "JJ-X1")
def test_1_the_trump_question() -> None:
    dealing = dealt(stacked("AS AH KS KH QS QH JS JH TS TH 9S 8H 9H"), 0)
    steps, fixed = told(naming(dealing, may_throw_in=True), "pass pass pass NT")
    assert fixed
    assert questions(steps) == [
        (1, "bid", "accept pass"),
        (0, "bid", "accept pass"),
        (1, "trump", "C D NT S pass"),
        (0, "trump", "C D NT S pass"),
    ]
    assert (dealing.declarer, dealing.defender, dealing.trump) == (0, 1, None)
    steps, factor = told(doubling(dealing), "double redouble")
    assert factor == 4
    assert questions(steps) == [(1, "double", "double pass"), (0, "redouble", "pass redouble")]


@rule("JJ-6", "JJ-9")
@pytest.mark.parametrize(
    ("words", "declarer", "contract"),
    [("accept", 1, "H"), ("pass accept", 0, "H"), ("pass pass C", 1, "C"), ("pass pass pass S", 0, "S")],
)
def test_who_fixes_trump(words: str, declarer: int, contract: str) -> None:
    dealing = dealt(PACK, 0)
    assert outcome(naming(dealing, may_throw_in=True), words)
    assert (dealing.declarer, dealing.contract) == (declarer, contract)


@rule("JJ-10")
@pytest.mark.parametrize(("words", "factor"), [("pass", 1), ("double pass", 2), ("double redouble", 4)])
def test_doubles(words: str, factor: int) -> None:
    assert outcome(doubling(table("AS", "AH")), words) == factor


@rule("JJ-8", "JJ-X2")
def test_2_thrown_in() -> None:
    options = {**STANDARD, "first_dealer": "P0", "max_deals": "2"}
    steps, _ = told(jo_jotte(options, lambda _: PACK), "pass pass pass pass " * 2)
    begun = [step.words for step in steps if isinstance(step, Begins)]
    start = {"dealer": "0", "scores": "0,0", "below": "0,0", "games": "0,0"}
    assert begun == [{**start, "finished": "0"}, {**start, "finished": "1", "thrown": "1"}]
    assert noted(steps, "thrown-in") == [(), ()]
    assert steps[-1] == Ends((1, 1), (0, 0), "limit")


def test_the_last_deal_is_not_thrown_in() -> None:
    options = {**STANDARD, "first_dealer": "P0", "redeal_cap": "1"}
    steps, _ = told(jo_jotte(options, lambda _: PACK), "pass pass pass pass pass pass pass")
    assert steps[-1] == asks(0, "trump", {"S", "D", "C", "NT"})
    assert questions(steps)[3] == (0, "trump", "C D NT S pass")


@rule("JJ-12", "JJ-24", "JJ-25", "JJ-R7")
@pytest.mark.parametrize(("words", "mode"), [("meld", "meld"), ("nullo pass", "nullo"), ("nullo slam", "slam")])
def test_the_mode(words: str, mode: str) -> None:
    assert outcome(choosing_mode(table("AS", "AH")), words) == mode


# Melds

NINES, ACES = "9S 9H 9D 9C", "AS AH AD AC"


@rule("JJ-16", "JJ-17", "JJ-18", "JJ-X3")
def test_3_fours_with_trump() -> None:
    dealing = table(NINES, ACES, "S")
    steps, _ = told(fours(dealing, auto=False), "four-9 good waive")
    assert steps == [
        asks(0, "fours", {"none", "four-9"}),
        asks(1, "fours", {"good"}),
        notes("meld", 0, "fours", 100),
        asks(1, "show", {"show", "waive"}),
    ]
    assert dealing.melds == (100, 0)


@rule("JJ-17", "JJ-22", "JJ-X3")
def test_3_fours_at_no_trump() -> None:
    dealing = table(NINES, ACES)
    steps, _ = told(fours(dealing, auto=False), "four-9 no-good show")
    assert steps[1:] == [
        asks(1, "fours", {"good", "no-good"}),
        notes("four", 1, "A"),
        notes("meld", 1, "fours", 100),
        asks(0, "show", {"show", "waive"}),
        shows(BOTH, "meld", 1, cards(ACES)),
    ]
    assert dealing.melds == (0, 100)


@rule("JJ-18", "JJ-R4")
def test_who_could_beat_a_four_may_let_it_stand() -> None:
    dealing = table(NINES, ACES)
    told(fours(dealing, auto=False), "four-9 good waive")
    assert dealing.melds == (100, 0)


@rule("JJ-18", "JJ-R5", "JJ-R16", "JJ-X4")
def test_4_two_fours() -> None:
    dealing = table("AS KS", "QS QH QD QC 8S 8H 8D 8C", "H")
    steps, _ = told(fours(dealing, auto=False), "none four-Q show")
    assert questions(steps)[:2] == [(0, "fours", "none"), (1, "fours", "four-Q none")]
    assert steps[-1] == shows(BOTH, "meld", 1, cards("QS QH QD QC"))
    assert dealing.melds == (0, 200)


@rule("JJ-22", "JJ-43")
def test_nothing_is_asked_where_nothing_is_declared() -> None:
    dealing = table(NINES, ACES)
    steps, _ = told(fours(dealing, auto=False), "none none")
    assert steps == [asks(0, "fours", {"none", "four-9"}), asks(1, "fours", {"none", "four-A"})]
    assert dealing.melds == (0, 0)
    steps, _ = told(sequences(dealing, auto=False), "none none")
    assert steps == [asks(0, "sequences", {"none"}), asks(1, "sequences", {"none"})]


@rule("JJ-19", "JJ-20", "JJ-X5")
def test_5_sequence_lengths() -> None:
    dealing = table("JC TC 9C", "KD QD JD TD", "S")
    steps, _ = told(sequences(dealing, auto=False), "seq-3 no-good waive")
    assert steps == [
        asks(0, "sequences", {"none", "seq-3"}),
        asks(1, "sequences", {"good", "no-good"}),
        notes("sequence", 1, 4),
        notes("meld", 1, "sequences", 40),
        asks(0, "show", {"show", "waive"}),
    ]
    assert dealing.melds == (0, 40)


@rule("JJ-15", "JJ-20")
def test_a_longer_run_beats_beyond_five() -> None:
    dealing = table("JC TC 9C 8C 7C", "KD QD JD TD 9D 8D", "C")
    steps, _ = told(sequences(dealing, auto=False), "seq-5 no-good waive")
    assert noted(steps, "meld") == [("1", "sequences", "50")]


@rule("JJ-20", "JJ-21", "JJ-X6")
def test_6_how_high() -> None:
    dealing = table("KS QS JS", "KH QH JH", "H")
    steps, _ = told(sequences(dealing, auto=False), "seq-3 how-high no-good show")
    assert steps == [
        asks(0, "sequences", {"none", "seq-3"}),
        asks(1, "sequences", {"good", "how-high"}),
        notes("sequence", 0, 3, "K"),
        asks(1, "sequences", {"good", "no-good"}),
        notes("sequence", 1, 3, "K", "trump"),
        notes("meld", 1, "sequences", 20),
        asks(0, "show", {"show", "waive"}),
        shows(BOTH, "meld", 1, cards("KH QH JH")),
    ]
    assert dealing.melds == (0, 20)


@rule("JJ-21", "JJ-R2", "JJ-X6")
def test_6_how_high_and_equal() -> None:
    dealing = table("KS QS JS", "KD QD JD", "H")
    steps, _ = told(sequences(dealing, auto=False), "seq-3 how-high good waive")
    assert questions(steps)[2:] == [(1, "sequences", "good"), (1, "show", "show waive")]
    assert dealing.melds == (20, 0)


@rule("JJ-21")
def test_a_higher_run_is_announced_without_its_suit() -> None:
    steps, _ = told(sequences(table("KS QS JS", "AH KH QH", "H"), auto=False), "seq-3 how-high no-good waive")
    assert noted(steps, "sequence") == [("0", "3", "K"), ("1", "3", "A")]


@rule("JJ-20")
def test_a_shorter_run_is_good_only() -> None:
    steps, _ = told(sequences(table("KS QS JS TS", "AH KH QH", "H"), auto=False), "seq-4")
    assert steps[-1] == asks(1, "sequences", {"good"})


@rule("JJ-14", "JJ-21", "JJ-X8")
def test_8_all_runs_score() -> None:
    dealing = table("JD TD 9D 8D 7D AC KC QC", "AS")
    steps, _ = told(sequences(dealing, auto=False), "seq-5 good show")
    assert noted(steps, "meld") == [("0", "sequences", "70")]
    assert steps[-1] == shows(BOTH, "meld", 0, cards("JD TD 9D 8D 7D"))


@rule("JJ-18", "JJ-21", "JJ-X9")
def test_9_separate_classes() -> None:
    dealing = table("KS KH KD KC QC JC", "JS TS 9S 8S 7S TH 9H 8H", "D")
    told(fours(dealing, auto=False), "four-K good waive")
    told(sequences(dealing, auto=False), "seq-3 no-good waive")
    assert dealing.melds == (100, 70)


def test_announced_by_themselves() -> None:
    dealing = table("KS QS JS AH AD AC AS", "KH QH JH", "H")
    steps = [*told(fours(dealing, auto=True), "")[0], *told(sequences(dealing, auto=True), "")[0]]
    assert steps == [
        notes("fours", 0, "four-A"),
        notes("fours", 1, "good"),
        notes("meld", 0, "fours", 100),
        shows(BOTH, "meld", 0, cards("AS AH AD AC")),
        notes("sequences", 0, "seq-4"),
        notes("sequences", 1, "good"),
        notes("meld", 0, "sequences", 40),
        shows(BOTH, "meld", 0, cards("AS KS QS JS")),
    ]
    steps, _ = told(sequences(table("KS QS JS", "KH QH JH", "H"), auto=True), "")
    assert noted(steps, "sequences") == [("0", "seq-3"), ("1", "how-high"), ("1", "no-good")]
    assert steps[-1] == shows(BOTH, "meld", 1, cards("KH QH JH"))


# Play


JO_HANDS = ("AC TC 8S 7S 9D 8D 7D 8H 7H", "KC QC AS KS QS AH KH QH AD")


@rule("JJ-27", "JJ-31", "JJ-X12")
def test_12_jo_jotte() -> None:
    dealing = table(*JO_HANDS, "C")
    steps, _ = told(play(dealing, "C", auto=False), "KC jo AC  8H AH  AD 7D  QC")
    assert steps[:6] == [
        asks(1, "play", cards(JO_HANDS[1])),
        asks(1, "jo", {"jo", "silent"}, "nobody"),
        shows(BOTH, "jo", 1, ["QC"]),
        notes("jo", 1),
        asks(0, "play", {"AC", "TC"}),
        notes("trick", 0, 15),
    ]
    assert steps[-2] == notes("jotte", 1, 20)
    assert steps[-1] == asks(0, "play", {"TC"})
    assert dealing.melds == (0, 20)


@rule("JJ-31", "JJ-X12")
@pytest.mark.parametrize("words", ["KC silent AC 8H AH AD 7D QC TC", "QC AC 8H AH AD 7D KC TC"])
def test_12_silence_and_the_queen_first(words: str) -> None:
    dealing = table(*JO_HANDS, "C")
    steps, _ = told(play(dealing, "C", auto=False), words)
    assert noted(steps, "jo") == noted(steps, "jotte") == []
    assert dealing.melds == (0, 0)
    assert [kind for _, kind, _ in questions(steps)].count("jo") == ("silent" in words)


@rule("JJ-31")
def test_no_jo_without_trump() -> None:
    steps, _ = told(play(table(*JO_HANDS), None, auto=True), "KC TC AC")
    assert noted(steps, "jo") == []


def test_jo_by_itself() -> None:
    dealing = table(*JO_HANDS, "C")
    steps, _ = told(play(dealing, "C", auto=True), "KC AC 8H AH AD 7D QC TC")
    assert [kind for _, kind, _ in questions(steps)].count("jo") == 0
    assert noted(steps, "jotte") == [("1", "20")]


@rule("JJ-27", "JJ-32")
def test_the_last_trick() -> None:
    dealing = table("7S", "AS")
    dealing.hands = [cards("7S 8S 9S 7H 8H 9H 7D 8D 9D"), cards("AS KS QS AH KH QH AD KD QD")]
    answers = "AS 7S KS 8S QS 9S AH 7H KH 8H QH 9H AD 7D KD 8D QD 9D"
    assert outcome(play(dealing, None, auto=False), answers) == ([0, 85], [0, 9])


@rule("JJ-24", "JJ-25", "JJ-26", "JJ-R6", "JJ-R8")
@pytest.mark.parametrize(
    ("slam_trump", "words", "found"),
    [
        ("contract", "nullo slam", [notes("contract", 1, "slam", 1), notes("trump", "C")]),
        ("none", "nullo slam", [notes("contract", 1, "slam", 1), notes("trump", "NT")]),
        ("contract", "nullo pass", [notes("contract", 0, "nullo", 1), notes("trump", "NT")]),
    ],
)
def test_slam_and_nullo(slam_trump: str, words: str, found: list[Step]) -> None:
    dealing = table("AC TC 8S 7S 9D 8D", "KC QC AS KS QS AH", "C")
    steps, _ = told(one_hand({**STANDARD, "slam_trump": slam_trump}, dealing), f"double redouble {words} KC")
    at = steps.index(found[0])
    assert steps[:4] == [
        notes("trump", "C"),
        asks(0, "double", {"pass", "double"}),
        asks(1, "redouble", {"pass", "redouble"}),
        notes("contract", 1, "C", 4),
    ]
    assert steps[at : at + 2] == found
    assert steps[at + 2][:2] == (1, "play")
    assert steps[-1][:2] == ((1, "jo") if found[1] == notes("trump", "C") else (0, "play"))


# The score sheet


@rule("JJ-36", "JJ-X16")
def test_16_what_is_told_of_ties() -> None:
    sheet = Rubber()
    assert told(scored(sheet, Entry((0, 0), (0, 0), 100, None), (20, 0)), "")[0] == [
        notes("below", 0, 0),
        notes("above", 20, 0),
        notes("aside", 100),
        notes("scores", 20, 0),
    ]
    assert told(scored(sheet, Entry((0, 0), (0, 200), 0, None), (0, 0)), "")[0][1:] == [
        notes("above", 0, 200),
        notes("scores", 20, 200),
    ]
    assert told(scored(sheet, Entry((0, 0), (0, 0), 90, None), (0, 0)), "")[0][2:3] == [notes("aside", 190)]
    assert told(scored(sheet, Entry((70, 0), (0, 0), 0, 0), (0, 0)), "")[0] == [
        notes("below", 70, 0),
        notes("above", 190, 0),
        notes("aside", 0),
        notes("scores", 280, 200),
    ]


@rule("JJ-40", "JJ-41", "JJ-X20")
def test_20_what_is_told_of_games() -> None:
    sheet = Rubber(below=(45, 60), totals=(45, 60))
    assert told(scored(sheet, Entry((50, 0), (0, 0), 0, 0), (140, 90)), "")[0][2:] == [
        notes("game", 0),
        notes("scores", 235, 150),
    ]
    told(scored(sheet, Entry((20, 0), (0, 0), 0, 0), (0, 0)), "")
    assert told(scored(sheet, Entry((0, 120), (0, 0), 0, 1), (0, 0)), "")[0] == [
        notes("below", 0, 120),
        notes("above", 0, 0),
        notes("game", 1),
        notes("rubber", 1, 300),
        notes("scores", 255, 570),
    ]


@rule("JJ-42")
def test_a_drawn_rubber_has_no_bonus() -> None:
    sheet = Rubber(length=1, totals=(80, 0))
    steps, _ = told(scored(sheet, Entry((0, 80), (0, 0), 0, 1), (0, 0)), "")
    assert noted(steps, "rubber") == []
    assert sheet.over
    assert sheet.totals == (80, 80)


@pytest.mark.parametrize("preset", PRESETS)
def test_a_rubber_comes_to_its_end(preset: str) -> None:
    options = STANDARD | PRESETS[preset] | {"first_dealer": "P1"}
    steps = at_random(jo_jotte(options, lambda name: Random(name).sample(PACK, len(PACK))), 1)
    *_, end = steps
    assert isinstance(end, Ends)
    assert end.reason == "rubber"
    assert noted(steps, "scores")[-1] == tuple(map(str, end.scores))
    assert len(noted(steps, "game")) == 2


# Against the engine


@pytest.mark.slow
@pytest.mark.parametrize(("preset", "settings"), MIXED)
def test_the_engine_plays_by_the_sheet_with_other_options(preset: str, settings: Mapping[str, object]) -> None:
    assert differences(jo_jotte, GAME, preset, 6, settings) == []


SOUGHT = often("accept", "meld", "no-good", "how-high", "show", "jo")
MELDS = {
    "two fours": "QS KS QH KH QD KD QC KC JS JD TS TD AS 9S 9D 8H AH",
    "equal runs": "KS KH QS QH JS JH 7H 7S 8C 8S 9C 9D 9H",
    "fours of both kinds": "8S 7S 8H 7H 8D 7D 8C 7C AS 9S AH 9H KD AD 9D AC 9C",
}
"""The first cards of the first pack, from the non-dealer's first."""


@pytest.mark.slow
@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("top", MELDS.values(), ids=MELDS)
def test_melds_are_by_the_sheet(preset: str, top: str) -> None:
    assert differences(jo_jotte, GAME, preset, 10, choose_word=SOUGHT, tops={"deal 1 pack": top}) == []


@pytest.mark.slow
@pytest.mark.parametrize(
    ("preset", "other"),
    [
        ("standard", {"melds": "auto"}),
        ("standard", {"jo_call": "auto"}),
        ("standard", {"slam_trump": "none"}),
        ("standard", {"game_target": "100"}),
        ("standard", {"games": "1"}),
        ("fast", {"melds": "dialogue"}),
        ("fast", {"jo_call": "ask"}),
    ],
)
def test_another_rule_would_be_noticed(preset: str, other: Mapping[str, str]) -> None:
    assert notices(jo_jotte, GAME, preset, other, 8)


@pytest.mark.slow
def test_another_cap_on_thrown_in_deals_would_be_noticed() -> None:
    game = record(GAME, "standard", 0, choose_word=often("pass"))
    assert difference(jo_jotte, game) is None
    assert difference(jo_jotte, game._replace(options={**game.options, "redeal_cap": "1"})) is not None


def test_the_presets_are_those_of_the_sheet() -> None:
    found = {name: options.words() for name, options in GAME.presets.items()}
    assert found == {name: STANDARD | other for name, other in PRESETS.items()}
