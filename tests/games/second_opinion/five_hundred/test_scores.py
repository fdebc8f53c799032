"""The worked examples of the Five Hundred sheet about scores and endings (FH-X25 to X33, X38, X39, X41 to X49)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import pytest

from tests.games.second_opinion.checker import Ending
from tests.games.second_opinion.five_hundred.play import Trick
from tests.games.second_opinion.five_hundred.presets import preset
from tests.games.second_opinion.five_hundred.scoring import Played, card_points, judge, limit, scores_after
from tests.games.second_opinion.five_hundred.sheet import Sheet

TOTALS = {24: 200, 32: 260, 33: 260, 42: 312, 43: 312, 52: 340, 53: 340}
"""FH-R16: the card points of a pack, by its size."""


def won(text: str) -> tuple[Trick, ...]:
    """Return tricks from how many each seat won, such as `8 2 0`; the lower seats won theirs first."""
    return tuple(Trick(seat, ()) for seat, count in enumerate(map(int, text.split())) for _ in range(count))


def played(sheet: Sheet, contractor: int, bid: str, tricks: Sequence[Trick], partners: Iterable[int] = ()) -> Played:
    seats = {contractor, *partners} | ({(contractor + 2) % 4} if sheet.players == 4 else set())
    return Played(sheet.players - 1, contractor, bid, frozenset(seats), tuple(tricks))


def passed(tricks: Sequence[Trick], dealer: int = 2) -> Played:
    return Played(dealer, None, "", frozenset(), tuple(tricks))


def end(sheet: Sheet, before: Iterable[int], deal: Played) -> tuple[list[int], Ending | None]:
    """Return the scores after a deal, and how it ends the game."""
    start = dict(zip(sheet.sides, before, strict=True))
    after = scores_after(sheet, start, deal)
    return list(after.values()), judge(sheet, start, after, deal)


@pytest.mark.parametrize(
    ("name", "contractor", "bid", "tricks", "scores"),
    [
        ("standard", 0, "7D", "8 2 0", [180, 20, 0]),  # FH-X25
        ("standard", 0, "7D", "6 3 1", [-180, 30, 10]),
        ("standard", 0, "7D", "10 0 0", [250, 0, 0]),  # FH-X26
        ("standard", 0, "8S", "10 0 0", [250, 0, 0]),
        ("standard", 0, "8C", "10 0 0", [260, 0, 0]),
        ("standard", 0, "8S", "9 1 0", [240, 10, 0]),
        ("nullo", 0, "nullo", "0 6 4", [250, 60, 40]),  # FH-X27
        ("nullo", 0, "nullo", "2 5 3", [-250, 70, 50]),
        ("classic", 0, "8S", "9 1 0", [120, 10, 0]),  # FH-X28
        ("classic", 0, "7C", "6 4 0", [-120, 40, 0]),
        ("classic", 0, "10S", "10 0 0", [250, 0, 0]),
        ("classic", 0, "9C", "9 1 0", [240, 10, 0]),
        ("classic", 0, "9C", "10 0 0", [250, 0, 0]),
        ("classic", 0, "9D", "10 0 0", [320, 0, 0]),
        ("inverted", 0, "7H", "7 2 1", [160, 20, 10]),  # FH-X29
        ("inverted", 0, "8C", "8 2 0", [120, 20, 0]),
        ("inverted", 0, "9S", "8 2 0", [-240, 20, 0]),
        ("inverted", 0, "6D", "6 4 0", [100, 40, 0]),
        ("four-player", 0, "8C", "5 1 3 1", [260, 20]),  # FH-X31
        ("four-player", 0, "8C", "5 2 2 1", [-260, 30]),
        ("four-player", 0, "7H", "6 0 4 0", [250, 0]),
        ("four-player", 3, "misere", "4 0 6 0", [0, 250]),  # FH-X32
        ("four-player", 3, "misere", "4 0 5 1", [0, -250]),
        ("four-player", 3, "open-misere", "4 0 6 0", [0, 500]),
        ("four-player", 3, "open-misere", "4 0 5 1", [0, -500]),
        ("australian-rounds", 1, "7H", "0 6 0 4", [0, 200]),  # FH-X33
        ("australian-one-round", 1, "7H", "0 6 0 4", [0, 250]),
    ],
)
def test_a_contract(name: str, contractor: int, bid: str, tricks: str, scores: list[int]) -> None:
    sheet = preset(name)
    assert end(sheet, [0] * len(sheet.sides), played(sheet, contractor, bid, won(tricks)))[0] == scores


@pytest.mark.parametrize(
    ("bid", "contractor", "partners", "tricks", "scores"),
    [
        ("7H", 0, (3,), "4 1 2 3 0", [200, 10, 20, 200, 0]),  # FH-X38
        ("7H", 0, (3,), "4 1 2 2 1", [-200, 10, 20, -200, 10]),
        ("8C", 2, (0, 4), "2 1 5 1 1", [260, 10, 260, 10, 260]),  # FH-X39
        ("7H", 1, (4,), "0 6 0 0 4", [0, 250, 0, 0, 250]),
        ("7H", 1, (), "0 7 1 1 1", [0, 200, 10, 10, 10]),
    ],
)
def test_five_players(bid: str, contractor: int, partners: tuple[int, ...], tricks: str, scores: list[int]) -> None:
    sheet = preset("five-player")
    assert end(sheet, [0] * 5, played(sheet, contractor, bid, won(tricks), partners))[0] == scores


def test_a_passed_deal_counts_tricks() -> None:
    assert end(preset("passed-deal"), (0, 0, 0), passed(won("5 3 2"))) == ([50, 30, 20], None)  # FH-X30


@pytest.mark.parametrize("name", ["standard", "sans-joker", "four-player", "five-player", "two-player-short"])
def test_card_points_of_a_pack(name: str) -> None:
    pack = preset(name).pack
    assert sum(map(card_points, pack)) == TOTALS[len(pack)]


def with_cards(text: str) -> tuple[Trick, ...]:
    """Return tricks from rows such as `0:KH,QH`."""
    return tuple(Trick(int(row[0]), tuple(row[2:].split(","))) for row in text.split())


CARDS = "0:KH,QH,TC 0:9H,9S,9D 0:8H,8C,7C 0:7S,7D,AS 0:AH,AD,JK 0:KS,KC,KD 1:QS,QC,QD 1:JS,JH,JC 2:TS,TH,TD 2:9C,8S,8D"


@pytest.mark.parametrize(
    ("bid", "scores"),
    [
        # P0 takes 30 + 27 + 23 + 15 + 2 + 30 = 127, P1 60, P2 30 + 25 = 55 card points.
        ("6S", [167, 80, 75]),
        ("7S", [-140, 80, 75]),
    ],
)
def test_card_points_go_to_everybody_but_a_contractor_who_failed(bid: str, scores: list[int]) -> None:
    sheet = preset("one-thousand")
    assert end(sheet, (0, 0, 0), played(sheet, 0, bid, with_cards(CARDS)))[0] == scores


def test_card_points_of_teams_and_partners() -> None:
    tricks = tuple(trick._replace(winner=trick.winner * 2) for trick in with_cards(CARDS))  # seats 0, 2 and 4
    five = preset("five-player", card_bonus="on")
    assert end(five, [0] * 5, played(five, 0, "8S", tricks, (2,)))[0] == [427, 0, 427, 0, 75]  # FH-R16
    four = preset("four-player", card_bonus="on")
    tricks = with_cards(CARDS)
    assert end(four, (0, 0), played(four, 0, "8S", tricks))[0] == [240 + 127 + 55, 80]
    assert end(four, (0, 0), played(four, 1, "misere", tricks))[0] == [0, -250]
    assert end(four, (0, 0), played(four, 3, "misere", tricks))[0] == [0, -250]
    nullo = preset("nullo", card_bonus="on")
    assert end(nullo, [0] * 3, played(nullo, 1, "nullo", tricks))[0] == [60 + 127 + 20, -250, 20 + 55 + 20]
    assert end(nullo, [0] * 3, passed(tricks))[0] == [60 + 127, 20 + 60, 20 + 55]


TARGET, FLOOR = "target", "floor"


@pytest.mark.parametrize(
    ("name", "before", "contractor", "bid", "tricks", "after", "winners", "reason"),
    [
        ("standard", (430, 470, 300), 0, "6C", "6 4 0", [490, 510, 300], (1,), TARGET),  # FH-X41
        ("standard", (430, 470, 300), 0, "6D", "6 4 0", [510, 510, 300], (0,), TARGET),
        ("standard", (420, 480, 300), 0, "6D", "6 4 0", [500, 520, 300], (0,), TARGET),
        ("standard", (-300, -40, -90), 0, "7D", "5 2 3", [-480, -20, -60], None, ""),  # FH-X43
        ("standard", (-300, -40, -90), 0, "8S", "5 2 3", [-540, -20, -60], (1,), FLOOR),
        ("standard", (-300, -40, -90), 0, "8S", "5 0 5", [-540, -40, -40], (1, 2), FLOOR),
        ("two-player-dummy", (450, 460), 0, "6S", "6 4", [490, 500], (1,), TARGET),  # FH-X44
        ("two-player-dummy", (450, 460), 0, "6C", "6 4", [510, 500], (0,), TARGET),
        ("two-player-dummy", (-450, 460), 0, "6D", "5 5", [-530, 510], (1,), TARGET),
        ("two-player-dummy", (-450, 260), 0, "6D", "5 5", [-530, 310], (1,), FLOOR),
        ("four-player", (0, 480), 0, "7H", "4 2 3 1", [200, 490], None, ""),  # FH-X45
        ("four-player", (0, 490), 0, "6S", "4 2 2 2", [40, 490], None, ""),
        ("four-player", (0, 490), 1, "6S", "2 4 2 2", [40, 530], (1,), TARGET),
        ("four-player", (440, 490), 0, "6C", "4 2 2 2", [500, 490], (0,), TARGET),
        ("four-player", (-280, -30), 0, "7NT", "4 2 2 2", [-500, 10], (1,), FLOOR),  # FH-X46
        ("four-player", (-280, -80), 0, "7NT", "4 2 2 2", [-500, -40], (1,), FLOOR),
        ("australian-rounds", (0, 480), 0, "7H", "4 2 2 2", [-200, 520], None, ""),  # FH-X47
        ("australian-rounds", (330, 520), 0, "7C", "4 1 4 1", [490, 540], None, ""),
        ("australian-rounds", (490, 540), 1, "6D", "4 2 2 2", [550, 460], None, ""),
        ("australian-rounds", (490, 600), 1, "6D", "4 2 2 2", [550, 520], None, ""),  # FH-R18
        ("australian-rounds", (490, 460), 1, "6S", "2 3 1 4", [520, 500], (1,), TARGET),
    ],
)
def test_the_end_of_a_game(
    name: str,
    before: tuple[int, ...],
    contractor: int,
    bid: str,
    tricks: str,
    after: list[int],
    winners: tuple[int, ...] | None,
    reason: str,
) -> None:
    sheet = preset(name)
    ending = None if winners is None else Ending(winners, reason)
    assert end(sheet, before, played(sheet, contractor, bid, won(tricks))) == (after, ending)


def in_order(text: str) -> tuple[Trick, ...]:
    """Return tricks from the seats that won them."""
    return tuple(Trick(int(seat), ()) for seat in text)


@pytest.mark.parametrize(("order", "winner"), [("0201201200", 1), ("0201200210", 2)])
def test_the_opponent_who_got_there_first_wins(order: str, winner: int) -> None:
    sheet = preset("standard")  # FH-X42
    found = end(sheet, (100, 480, 470), played(sheet, 0, "8H", in_order(order)))
    assert found == ([-200, 500, 500], Ending((winner,), TARGET))


@pytest.mark.parametrize(
    ("before", "winner"),
    [
        ((0, 490, 480), 1),
        ((0, 480, 490), 2),
        ((0, 491, 495), 2),  # both get there with the first trick: the higher total then
        ((0, 490, 490), 1),  # equal: nearer to the left of the dealer, seat 2
    ],
)
def test_a_nullo_trick_counts_for_both_opponents_at_once(before: tuple[int, ...], winner: int) -> None:
    sheet = preset("nullo")  # FH-R11
    ending = end(sheet, before, played(sheet, 0, "nullo", in_order("0111112222")))[1]
    assert ending == Ending((winner,), TARGET)


def test_after_a_passed_deal_the_first_at_the_target_wins() -> None:
    sheet = preset("passed-deal")
    assert end(sheet, (480, 480, 0), passed(in_order("0110222222")))[1] == Ending((1,), TARGET)
    two = preset("two-player-dummy", passed_deal="play")
    assert end(two, (480, 480), passed(in_order("0110111111")))[1] == Ending((1,), TARGET)  # FH-R29


@pytest.mark.parametrize(
    ("before", "bid", "tricks", "winners"),
    [
        ((390, 0, 0, 410, 530), "6H", "3 1 3 3 0", (3,)),  # FH-X48: 490, 510, 530
        ((460, 0, 0, 440, 590), "6H", "3 1 3 3 0", (0,)),  # 560, 540, 590
        ((460, 0, 0, 460, 590), "6H", "3 1 3 3 0", (0,)),  # FH-R13: the contractor among equals
        ((0, 480, 490, 0, 0), "6H", "2 3 3 2 0", (2,)),  # 510, 520
        ((0, 480, 480, 0, 0), "6H", "2 3 3 2 0", (1, 2)),
        ((-450, -440, -430, -480, -440), "6H", "2 3 3 2 0", (2,)),  # the floor
        ((-450, -440, -440, -480, -440), "6H", "2 3 3 2 0", (1, 2)),
    ],
)
def test_the_end_among_five(before: tuple[int, ...], bid: str, tricks: str, winners: tuple[int, ...]) -> None:
    sheet = preset("five-player")
    ending = end(sheet, before, played(sheet, 0, bid, won(tricks), (3,)))[1]
    assert ending is not None
    assert ending.winners == winners


def test_five_players_where_only_a_contract_wins() -> None:
    for finish, scores in (("capped", [0, 490, 490, 0, 0]), ("must_contract", [0, 510, 520, 0, 0])):
        sheet = preset("five-player", defender_finish=finish)  # FH-82, FH-83
        failed = played(sheet, 0, "6H", won("2 3 3 2 0"), (3,))
        assert end(sheet, (100, 480, 490, 100, 0), failed) == (scores, None)
    sheet = preset("five-player", defender_finish="must_contract")
    made = played(sheet, 0, "6H", won("3 0 3 3 1"), (3,))
    assert end(sheet, (400, 0, 700, 440, 800), made)[1] == Ending((3,), TARGET)


@pytest.mark.parametrize(
    ("name", "bid", "after", "winners"),
    [
        ("one-thousand", "8D", [1105, 1040, 120], (0,)),  # FH-X49
        ("one-thousand", "9D", [260, 1040, 120], (1,)),
        ("fifteen-hundred", "9D", [260, 1040, 120], None),
    ],
)
def test_one_thousand(name: str, bid: str, after: list[int], winners: tuple[int, ...] | None) -> None:
    sheet = preset(name)
    contractor = [Trick(0, ("KS", "KH", "KD", "KC", "9S")), Trick(0, ("QS", "QH", "QD", "QC", "9H"))]
    contractor += [Trick(0, ("JS", "JH", "JD", "JC", "7S")), Trick(0, ("TS", "TH", "TD", "TC"))]
    others = [Trick(1, ("9D", "9C", "8S", "8H")), Trick(1, ("8D", "AS", "AH", "AD"))]
    deal = played(sheet, 0, bid, [*contractor, *(Trick(0, ()) for _ in range(4)), *others])
    ending = Ending(winners, TARGET) if winners else None
    assert end(sheet, (640, 975, 120), deal) == (after, ending)


def test_the_limit_of_deals() -> None:
    assert limit({0: 10, 1: 30, 2: 30}) == Ending((1, 2), "limit")  # FH-84, FH-R13


def test_no_floor_and_reaching_both_ends_at_once() -> None:
    sheet = preset("standard", loss_floor="none")
    failed = played(sheet, 0, "8S", won("5 2 3"))
    assert end(sheet, (-300, -40, -90), failed) == ([-540, -20, -60], None)
    assert end(preset("standard"), (-300, 480, 0), failed)[1] == Ending((1,), TARGET)  # FH-R10
    must = preset("australian-one-round", loss_floor="-500")
    failed = played(must, 0, "8S", won("3 2 2 3"))
    assert end(must, (-300, 480), failed) == ([-540, 530], Ending((1,), FLOOR))
