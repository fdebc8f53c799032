"""Who may say what, and what the calls come to."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.games.auction import Call
from arena.games.kernel import Did, Note
from arena.games.two_hundred.bidding import LEVELS, best_bids
from arena.games.two_hundred.end import Standing
from arena.games.two_hundred.options import Options
from arena.games.two_hundred.seats import SIDES
from tests.games.two_hundred.situations import (
    EAST,
    NORTH,
    SOUTH,
    WEST,
    WITH_KITTY,
    asked,
    deal_after,
    legal,
    notes,
)

FROM_50 = "50 55 60 65 70 75 80 85 90 95 100"


@pytest.mark.rule("TH-2", "TH-17")
@pytest.mark.parametrize("dealer", range(4))
def test_bidding_starts_at_the_dealers_left_and_goes_clockwise(dealer: int) -> None:
    speakers = [asked(deal_after("pass " * said, dealer=dealer))[0] for said in range(4)]
    assert speakers == [(dealer + turn) % 4 for turn in (1, 2, 3, 4)]


@pytest.mark.rule("TH-18", "TH-81")
def test_first_bid_may_be_any_number_from_the_minimum() -> None:
    assert legal(deal_after()) == f"pass {FROM_50}"
    assert legal(deal_after(o=Options(kitty=4, min_bid=65))) == "pass 65 70 75 80 85 90 95 100"
    assert legal(deal_after(o=Options(min_bid=100))) == "pass 100"


@pytest.mark.rule("TH-R9")
def test_no_minimum_is_a_minimum_of_five() -> None:
    assert legal(deal_after(o=Options(min_bid=5))) == f"pass 5 10 15 20 25 30 35 40 45 {FROM_50}"


@pytest.mark.rule("TH-19", "TH-R38")
def test_a_bid_must_be_higher_even_over_the_partners() -> None:
    position = deal_after("50 75")
    assert asked(position) == (WEST, "bid")
    assert legal(position) == "pass 80 85 90 95 100"


@pytest.mark.rule("TH-20", "TH-21", "TH-22", "TH-23", "TH-29", "TH-X20")
def test_turns_go_round_until_all_but_one_have_passed() -> None:
    position = deal_after("50 pass 60 pass pass")
    assert notes(position, "contract") == [(WEST, "60")]
    assert [event.seat for event in position.log if isinstance(event, Did)] == [EAST, SOUTH, WEST, NORTH, EAST]
    calls = (Call(EAST, "50"), Call(SOUTH, "pass"), Call(WEST, "60"), Call(NORTH, "pass"), Call(EAST, "pass"))
    assert best_bids(calls, SIDES) == (0, 60)


@pytest.mark.rule("TH-18", "TH-22", "TH-R3", "TH-X21")
def test_100_ends_the_auction_at_once() -> None:
    position = deal_after("100")
    assert asked(position) == (EAST, "trump")
    assert notes(position, "contract") == [(EAST, "100")]


@pytest.mark.rule("TH-22")
def test_the_highest_bidder_is_not_asked_over_his_own_bid() -> None:
    assert asked(deal_after("pass pass pass 50")) == (NORTH, "trump")


@pytest.mark.rule("TH-24", "TH-X22")
def test_dealer_may_bid_or_pass_after_three_passes() -> None:
    position = deal_after("pass pass pass")
    assert asked(position) == (NORTH, "bid")
    assert legal(position) == f"pass {FROM_50}"
    position.play("pass")
    assert position.log[-1] == Note("thrown-in")
    assert position.result == Standing(EAST, (0, 0), finished=1)


@pytest.mark.rule("TH-24", "TH-X22", "TH-R6")
@pytest.mark.parametrize("minimum", [50, 65])
def test_dealer_is_held_to_the_minimum_bid(minimum: int) -> None:
    position = deal_after("pass pass pass", o=Options(all_others_pass="dealer_min_bid", min_bid=minimum))
    assert notes(position, "contract") == [(NORTH, str(minimum))]
    assert asked(position) == (NORTH, "trump")


@pytest.mark.rule("TH-24", "TH-X22")
def test_dealer_plays_without_a_bid() -> None:
    position = deal_after("pass pass pass", o=Options(all_others_pass="dealer_free", min_bid=5))
    assert notes(position, "contract") == [(NORTH, "free")]
    assert asked(position) == (NORTH, "trump")


@pytest.mark.rule("TH-24", "TH-X22")
def test_dealer_must_pass_too() -> None:
    position = deal_after("pass pass pass", o=Options(all_others_pass="dealer_must_pass"))
    assert position.result == Standing(EAST, (0, 0), finished=1)


@pytest.mark.rule("TH-24")
@pytest.mark.parametrize("rule", ["dealer_min_bid", "dealer_free", "dealer_must_pass"])
def test_dealer_bids_as_usual_over_a_bid(rule: str) -> None:
    position = deal_after("pass 50 pass", o=Options(all_others_pass=rule))
    assert asked(position) == (NORTH, "bid")
    assert legal(position) == "pass 55 60 65 70 75 80 85 90 95 100"


@pytest.mark.rule("TH-24", "TH-R7")
def test_third_bidder_may_pass_and_leave_the_contract_to_the_dealer() -> None:
    assert legal(deal_after("pass pass", o=Options(all_others_pass="dealer_free"))).startswith("pass ")


@pytest.mark.rule("TH-32", "TH-84")
def test_nothing_is_shown_of_hands_thrown_in() -> None:
    position = deal_after("pass pass pass pass", o=WITH_KITTY)
    assert [type(event) for event in position.told(NORTH)[2:]] == [Did, Did, Did, Did, Note]


@pytest.mark.rule("TH-29")
def test_a_side_has_bid_even_if_it_passed_later() -> None:
    calls = (Call(EAST, "50"), Call(SOUTH, "55"), Call(WEST, "60"), Call(NORTH, "65"), Call(EAST, "pass"))
    assert best_bids(calls, SIDES) == (65, 60)
    assert best_bids((Call(EAST, "100"),), SIDES) == (0, 100)


@pytest.mark.rule("TH-18", "TH-19", "TH-20", "TH-22", "TH-23")
@given(data=st.data())
def test_any_auction_rises_and_ends_with_its_highest_bid(data: st.DataObject) -> None:
    o = Options(min_bid=data.draw(st.sampled_from(range(5, 101, 5))))
    position = deal_after(o=o)
    while position.ask is not None and position.ask.kind == "bid":
        assert len(position.ask.legal) > 1
        position.play(data.draw(st.sampled_from(position.ask.legal)))
    calls = [(event.seat, event.word) for event in position.log if isinstance(event, Did)]
    bids = [(seat, str(word)) for seat, word in calls if word != "pass"]
    levels = [LEVELS[word] for _, word in bids]
    assert levels == sorted(set(levels))
    assert all(seat != later for i, (seat, word) in enumerate(calls) if word == "pass" for later, _ in calls[i + 1 :])
    assert notes(position, "contract") == bids[-1:]
    assert min(levels, default=o.min_bid) >= o.min_bid
