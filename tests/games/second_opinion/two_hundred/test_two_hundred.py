"""The second opinion on records: the full deals of the sheet, what it notices in spoilt records, and random games."""

from __future__ import annotations

import re
from contextlib import nullcontext
from random import Random

import pytest

from arena.games.kernel.options import OptionError, choose
from tests.games.second_opinion import written
from tests.games.second_opinion.bots import sensible_game
from tests.games.second_opinion.engine import MIXED
from tests.games.second_opinion.spoilt import some_spoilt, spoilt
from tests.games.second_opinion.two_hundred.checker import CHECKER, check, not_compared
from tests.games.second_opinion.two_hundred.mixed import drawn_words, may_be_silent
from tests.games.second_opinion.two_hundred.presets import PRESETS
from tests.games.second_opinion.two_hundred.random_games import TWO_HUNDRED
from tests.games.second_opinion.written import joined, stripped

pytestmark = pytest.mark.slow

RANDOM_GAMES, SENSIBLE_GAMES, MIXED_GAMES = 18, 4, 150
"""Games of each preset, and games with options of all kinds, in the sweeps."""
NESW = "NESW"
DETERMINED = re.compile(r"note (contract|trump|trick) |did \d play ")
"""Lines that leave no choice."""


def record(
    preset: str,
    hands: dict[int, str],
    decisions: str,
    tricks: str,
    *,
    dealer: int,
    end: str,
    options: str = "",
    names: str = "01234",
) -> str:
    """Write a record of one deal; `decisions` are lines of the record, `tricks` the rows of the sheet's tables."""
    sides = ["0", "1"] if preset in {"standard", "kitty"} else list("01234")
    words = " ".join(f"{name}={word}" for name, word in PRESETS[preset].items())
    begin = [
        f"game G1 two-hundred seats={len(hands)} preset={preset} {words} max_deals=1 {options}".strip(),
        f"note deal 1 dealer={dealer} scores={','.join('0' * len(sides))}",
    ]
    return joined(begin, written.hands(hands), stripped(decisions), written.tricks(tricks, names), stripped(end))


X51 = record(
    "standard",
    {
        0: "AH QH 9D 8D 7D 5D KC QC 5C",
        1: "JS 7S 8H 5H AD KD JD TD 8C",
        2: "AS KS QS TS 8S TH QD AC 9C",
        3: "9S 5S KH JH 9H 7H JC TC 7C",
    },
    """did 0 bid pass
    did 1 bid 50
    did 2 bid 70
    did 3 bid pass
    did 1 bid pass
    note contract 2 70
    did 2 trump S
    note trump S""",
    """S:AC W:7C N:5C E:8C | S | 15
    S:8S W:9S N:7D E:7S | W | 0
    W:KH N:AH E:8H S:TH | N | 20
    N:KC E:JS S:9C W:TC | E | 10
    E:5H S:AS W:7H N:QH | S | 15
    S:KS W:5S N:5D E:JD | S | 10
    S:QD W:9H N:8D E:AD | E | 10
    E:KD S:QS W:JC N:9D | S | 0
    S:TS W:JH N:QC E:TD | S | 20""",
    dealer=3,
    end="""note points 80 20
    note scores 80 20
    over G1 places=1,2 scores=80,20 reason=limit""",
    names=NESW,
)


def x52(discard_points: str, points: str, scores: str, places: str) -> str:
    """Return the kitty deal of the sheet under one value of `discard_points` (TH-X13, TH-X52)."""
    return record(
        "kitty",
        {
            0: "TS 5S TH 9H 8D 6D 5D JC 9C",
            1: "AS 7S JH 6H 5H AD JD 9D 7D",
            2: "KS KH 8H KD QD AC TC 8C 6C",
            3: "QS 8S AH QH 7H TD KC QC 5C",
        },
        """did 1 bid 60
        did 2 bid 65
        did 3 bid pass
        did 0 bid pass
        did 1 bid 70
        did 2 bid pass
        note contract 1 70
        show kitty - 7C 6S JS 9S
        did 1 discard 7C
        did 1 discard 5H
        did 1 discard 6H
        did 1 discard JH
        did 1 trump D
        note trump D""",
        """E:AD S:QD W:TD N:6D | E | 20
        E:AS S:KS W:8S N:5S | E | 15
        E:JD S:KD W:7H N:5D | S | 5
        S:AC W:QC N:9C E:9D | E | 10
        E:JS S:6C W:QS N:TS | W | 10
        W:AH N:9H E:6S S:8H | W | 10
        W:KC N:JC E:7S S:8C | W | 0
        W:5C N:8D E:7D S:TC | N | 15
        N:TH E:9S S:KH W:QH | S | 10""",
        dealer=0,
        end=f"""show discard 1 JH 6H 5H 7C
        note points {points}
        note scores {scores}
        over G1 places={places} scores={scores.replace(" ", ",")} reason=limit""",
        options=f"discard_points={discard_points}",
        names=NESW,
    )


X52 = x52("opponents", "35 65", "35 -70", "1,2")


def x53(bid: int, points: str, scores: str, places: str, defenders: str = "team_total") -> str:
    """Return the called-card deal of the sheet."""
    return record(
        "five-called-card",
        {
            0: "QS 9S 8S 6S AH KH QC 5C",
            1: "AS TS QH 9H JD 7D 6D 5D",
            2: "5S 8H KD TD KC TC 7C 6C",
            3: "KS 7S JH 5H QD JC 9C 8C",
            4: "JS TH 7H 6H AD 9D 8D AC",
        },
        f"""did 0 bid pass
        did 1 bid {bid}
        did 2 bid pass
        did 3 bid pass
        did 4 bid pass
        note contract 1 {bid}
        did 1 trump D
        note trump D
        did 1 call AD""",
        """1:AS 2:5S 3:7S 4:JS 0:6S | 1 | 15
        1:7D 2:KD 3:QD 4:AD 0:8S | 4 | 10
        4:AC 0:QC 1:TS 2:6C 3:8C | 4 | 20
        4:TH 0:AH 1:9H 2:8H 3:5H | 0 | 25
        0:KH 1:QH 2:TC 3:JH 4:6H | 0 | 10
        0:QS 1:JD 2:7C 3:KS 4:7H | 1 | 0
        1:6D 2:TD 3:9C 4:8D 0:5C | 2 | 15
        2:KC 3:JC 4:9D 0:9S 1:5D | 4 | 5""",
        dealer=4,
        end=f"""note partner 4
        note points {points}
        note scores {scores}
        over G1 places={places} scores={scores.replace(" ", ",")} reason=limit""",
        options=f"defender_scoring={defenders}",
    )


X53 = x53(50, "35 15 15 0 35", "50 50 50 50 50", "1,1,1,1,1")


@pytest.mark.parametrize(
    "deal",
    [
        X51,
        X52,
        x52("contractor", "30 70", "30 70", "2,1"),
        x52("last_trick", "35 65", "35 -70", "1,2"),
        x52("first_trick", "30 70", "30 70", "2,1"),
        X53,
        x53(50, "35 15 15 0 35", "35 50 15 0 50", "3,1,4,5,1", "own_tricks"),
        x53(55, "35 15 15 0 35", "50 -55 50 50 -55", "1,4,1,1,4"),
    ],
)
def test_the_full_deals_of_the_sheet_are_right(deal: str) -> None:
    assert check(deal) == []
    assert not_compared(deal) == set()


def test_a_difference_is_a_sentence_with_deal_decision_and_clause() -> None:
    assert check(X51.replace("note scores 80 20", "note scores 80 25")) == [
        "deal 1, decision 42: TH-55 to TH-64: note scores are 80,20, the record says 80,25"
    ]
    revoke = X51.replace("did 0 play 5C", "did 0 play 5D")
    assert check(revoke) == [
        "deal 1, decision 9: TH-43, TH-44: seat 0 is to answer play with one of KC QC 5C, the record says 5D"
    ]


@pytest.mark.parametrize(
    ("deal", "allowed"),
    [
        (X51, {"did 1 bid 55"}),  # East's bid may be another one
        (X52, {"show discardx 1 JH 6H 5H 7C"}),  # the sheet does not name the kinds of shows
        (X53, {"did 1 call AC"}),  # the same seat holds both aces
    ],
)
def test_every_change_of_a_record_that_makes_it_wrong_is_noticed(deal: str, allowed: set[str]) -> None:
    assert {line for line, changed in spoilt(deal) if not check(changed)} == allowed


def test_two_hands_with_a_card_exchanged_are_noticed() -> None:
    exchanged = X51.replace("AH QH 9D", "JS QH 9D").replace("JS 7S 8H", "AH 7S 8H")
    assert check(exchanged)


def test_an_option_that_changes_the_result_is_noticed() -> None:
    assert check(X52.replace("discard_points=opponents", "discard_points=contractor"))
    assert check(X51.replace("max_deals=1", "max_deals=2"))
    assert check(X53.replace("defender_scoring=team_total", "defender_scoring=own_tricks"))


def test_a_table_that_must_be_refused_is_noticed() -> None:
    assert check(X51.replace("max_deals=1", "max_deals=1 hand_size=12")) == [
        "options table: TH-7: these sizes do not exist"
    ]


def test_words_that_the_engine_offered_wrongly_are_noticed() -> None:
    game = TWO_HUNDRED.random_game("kitty", 0)
    assert check(game.record, game.asked) == []
    assert check(game.record, [*game.asked[:-1], [*game.asked[-1], "AS"]])


def test_a_difference_in_the_first_dealer_is_noticed() -> None:
    turned = "show first-jack - 5C 7D KC 8C 7S TD 9C QD KS 9H JC"  # TH-X2a
    drawn = X51.replace("note deal", f"{turned}\nnote deal").replace("max_deals", "first_dealer=first_jack max_deals")
    assert check(drawn) == []
    assert "TH-8" in check(drawn.replace("9H JC", "JC"))[0]
    assert "TH-8" in check(drawn.replace(turned, f"{turned} 5D"))[0]


def test_engine_and_sheet_have_the_same_presets() -> None:
    assert set(PRESETS) == set(TWO_HUNDRED.game.presets)


@pytest.mark.parametrize("preset", PRESETS)
def test_engine_and_sheet_agree_on_some_games(preset: str) -> None:
    for number in range(3):
        assert TWO_HUNDRED.differences(preset, number) == [], number


def differences_of_a_sensible_game(preset: str, number: int) -> list[str]:
    return TWO_HUNDRED.differences_in(sensible_game(TWO_HUNDRED, preset, number), TWO_HUNDRED.sheet(preset, number))


@pytest.mark.parametrize("preset", PRESETS)
def test_engine_and_sheet_agree_on_a_game_that_is_played_with_sense(preset: str) -> None:
    assert differences_of_a_sensible_game(preset, 0) == []


def test_engine_and_sheet_agree_on_games_with_options_of_all_kinds() -> None:
    for number in range(60):
        assert TWO_HUNDRED.differences(MIXED, number) == [], number


@pytest.mark.parametrize("number", range(60))
def test_engine_and_sheet_refuse_the_same_tables(number: int) -> None:
    words = drawn_words(Random(f"table {number}"))
    with pytest.raises(OptionError) if CHECKER.refusals(words) or may_be_silent(words) else nullcontext():
        choose(TWO_HUNDRED.game.options(), words)


@pytest.mark.thorough
@pytest.mark.parametrize("preset", PRESETS)
def test_engine_and_sheet_agree_on_many_games(preset: str) -> None:
    for number in range(RANDOM_GAMES):
        assert TWO_HUNDRED.differences(preset, number) == [], number


@pytest.mark.thorough
def test_engine_and_sheet_agree_on_many_games_with_options_of_all_kinds() -> None:
    for number in range(MIXED_GAMES):
        assert TWO_HUNDRED.differences(MIXED, number) == [], number


@pytest.mark.thorough
@pytest.mark.parametrize("preset", PRESETS)
def test_engine_and_sheet_agree_on_many_games_that_are_played_with_sense(preset: str) -> None:
    for number in range(SENSIBLE_GAMES):
        assert differences_of_a_sensible_game(preset, number) == [], number


@pytest.mark.parametrize("changes", [4, pytest.param(15, marks=pytest.mark.thorough)])
@pytest.mark.parametrize("preset", PRESETS)
def test_changes_of_what_is_determined_in_random_games_are_noticed(preset: str, changes: int) -> None:
    record = TWO_HUNDRED.random_game(preset, 0).record
    for line, text in some_spoilt(record, DETERMINED, changes, Random(preset)):
        assert check(text), line


def test_the_command_counts_the_games_with_differences(capsys: pytest.CaptureFixture[str]) -> None:
    assert TWO_HUNDRED.main(["1", "standard"]) == 0
    assert capsys.readouterr().out == "standard: 1 games; not compared: []\n"
