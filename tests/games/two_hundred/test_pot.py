"""The pot: payments, and who gets them."""

from random import Random

import pytest

from arena.games.kernel import Note
from arena.games.kernel.position import Position, play_game
from arena.games.two_hundred import GAME
from arena.games.two_hundred.end import result
from arena.games.two_hundred.options import PRESETS, Options
from arena.games.two_hundred.seats import Standing
from tests.games.situations import ended, fixed, notes, shuffles
from tests.games.two_hundred.situations import STANDARD, deal_after, entered, opening

POT = PRESETS["pot"]
PASSES = "pass " * 6


def begun(o: Options = POT) -> Position[Standing]:
    return Position(o, lambda: GAME.start(o, fixed({})))


def money(standing: Standing, o: Options = POT) -> str:
    end = result(o, standing)
    assert end is not None
    return dict(end.extra)["money"]


@pytest.mark.rule("TH-78", "TH-X49")
def test_everybody_pays_the_ante_at_the_start() -> None:
    position = begun()
    assert position.log == [Note("pot", (600, *(100,) * 6))]
    assert position.result == Standing(0, (0, 0, 0), pot=600, money=(-100,) * 6)


@pytest.mark.rule("TH-78", "TH-79", "TH-80", "TH-81", "TH-R14", "TH-X49")
def test_payments_of_a_game() -> None:
    standing = begun().result
    assert standing is not None
    failed = entered(POT, standing, "3:60", (20, 40, 20, 20, 0, 0))
    assert failed.told[-1] == Note("pot", (700, 50, 0, 0, 50, 0, 0))
    thrown = deal_after(PASSES, o=POT, standing=failed.after._replace(dealer=4))
    assert notes(thrown, "pot") == [(800, 0, 50, 0, 0, 50, 0)]
    assert thrown.result is not None
    all_100 = entered(POT, thrown.result, "2:60", (0, 0, 100, 0, 0, 0))
    assert all_100.told[-1] == Note("pot", (1000, 50, 50, 0, 50, 50, 0))
    assert all_100.after.words()[-2:] == ("pot=1000", "money=-200,-200,-100,-200,-200,-100")
    won = all_100.after._replace(scores=(505, 0, 0))
    assert money(won) == "300,-200,-100,300,-200,-100"


@pytest.mark.rule("TH-78", "TH-R40")
@pytest.mark.parametrize("contract", ["0:60", "0:free"])
def test_nobody_pays_for_a_contract_that_is_made(contract: str) -> None:
    told = entered(POT, opening(POT, pot=600), contract, (60, 20, 20, 0, 0, 0))
    assert told.told[-1] == Note("pot", (600, 0, 0, 0, 0, 0, 0))


@pytest.mark.rule("TH-78", "TH-R40")
def test_forced_contract_that_fails_costs_as_any_other() -> None:
    told = entered(POT, opening(POT), "2:50", (60, 10, 20, 0, 0, 10))
    assert told.told[-1] == Note("pot", (100, 0, 0, 50, 0, 0, 50))


@pytest.mark.rule("TH-78", "TH-R13", "TH-R14")
def test_opponents_with_all_points_are_paid_nothing_more() -> None:
    told = entered(POT, opening(POT), "0:50", (0, 100, 0, 0, 0, 0))
    assert told.told[-1] == Note("pot", (100, 50, 0, 0, 50, 0, 0))


@pytest.mark.rule("TH-79")
def test_pair_that_is_out_pays_and_gets_nothing() -> None:
    told = entered(POT, opening(POT, 1, out=(0,)), "1:60", (0, 100, 0, 0, 0, 0))
    assert told.told[-1] == Note("pot", (100, 0, 0, 50, 0, 0, 50))
    assert money(told.after._replace(scores=(0, 505, 0))) == "0,50,-50,0,50,-50"


@pytest.mark.rule("TH-79")
@pytest.mark.parametrize(
    ("scores", "pot", "shares"),
    [
        ((40, 40, 10), 1002, "251,251,0,250,250,0"),
        ((40, 40, 10), 1003, "251,251,0,251,250,0"),
        ((40, 40, 40), 600, "100,100,100,100,100,100"),
        ((40, 30, 10), 601, "301,0,0,300,0,0"),
    ],
)
def test_odd_cents_go_round_in_seat_order(scores: tuple[int, int, int], pot: int, shares: str) -> None:
    assert money(opening(POT, scores=scores, pot=pot, finished=200)) == shares


@pytest.mark.rule("TH-80")
def test_no_trump_does_not_double_payments() -> None:
    o = Options(format="three_pairs", kitty=4, pot=True, no_trump="double")
    told = entered(o, opening(o), "0:60", (20, 40, 40, 0, 0, 0), no_trump=True)
    assert told.after.scores == (-120, 80, 80)
    assert told.told[-1] == Note("pot", (100, 50, 0, 0, 50, 0, 0))


@pytest.mark.rule("TH-78")
def test_ante_and_penalty_may_be_others() -> None:
    o = Options(format="three_pairs", kitty=4, pot=True, ante=25, pot_penalty=7)
    assert notes(begun(o), "pot") == [(150, *(25,) * 6)]
    assert entered(o, opening(o), "0:60", (20, 40, 40, 0, 0, 0)).after.pot == 14


@pytest.mark.rule("TH-78", "TH-79")
def test_no_money_without_a_pot() -> None:
    assert begun(STANDARD).log == []
    assert notes(deal_after("pass " * 4), "pot") == []


@pytest.mark.rule("TH-77", "TH-78", "TH-79")
@pytest.mark.parametrize("seed", range(4))
def test_money_of_a_game_adds_up_to_nothing(seed: int) -> None:
    end = ended(play_game(GAME, POT, shuffles(seed)), Random(seed))
    assert sum(map(int, dict(end.extra)["money"].split(","))) == 0
