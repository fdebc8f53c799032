"""Who may say what, and what the calls come to."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.games.kernel import Did, Note
from arena.games.parts.auction import Call
from arena.games.two_hundred.bidding import LEVELS, best_bids
from arena.games.two_hundred.options import PRESETS, Options
from tests.games.situations import asked, legal, notes, said
from tests.games.two_hundred.situations import EAST, NORTH, SOUTH, STANDARD, WEST, WITH_KITTY, deal_after, opening

KEEP_DEALER, KEEP_ANY, INFORMAL = (PRESETS[name] for name in ("keep-dealer", "keep-any", "informal"))
SINGLE = PRESETS["single-round"]
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
    assert best_bids(calls, STANDARD.shape.sides) == (0, 60)


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
    assert position.result == opening(STANDARD, EAST, finished=1)


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
    assert position.result == opening(STANDARD, EAST, finished=1)


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
    assert best_bids(calls, STANDARD.shape.sides) == (65, 60)
    assert best_bids((Call(EAST, "100"),), STANDARD.shape.sides) == (0, 100)


@pytest.mark.rule("TH-24", "TH-X22")
@pytest.mark.parametrize(
    ("preset", "contract"),
    [("dealer-must-bid", "50"), ("kitty-dealer-must-bid", "50"), ("le-ruff", "free"), ("single-round-free", "free")],
)
def test_presets_in_which_the_dealer_plays_after_three_passes(preset: str, contract: str) -> None:
    position = deal_after("pass pass pass", o=PRESETS[preset])
    assert notes(position, "contract") == [(NORTH, contract)]
    assert said(position, "bid") == [EAST, SOUTH, WEST]


@pytest.mark.rule("TH-24", "TH-X22")
def test_dealer_of_le_rough_may_have_to_pass() -> None:
    position = deal_after("pass pass pass", o=PRESETS["le-rough-dealer-passes"])
    assert position.log[-1] == Note("thrown-in")
    assert said(position, "bid") == [EAST, SOUTH, WEST]


@pytest.mark.rule("TH-26", "TH-R4", "TH-X23")
def test_dealer_may_keep_as_often_as_he_is_overbid() -> None:
    position = deal_after("pass 60 75 keep", o=KEEP_DEALER)
    assert (asked(position), legal(position)) == ((SOUTH, "bid"), "pass 80 85 90 95 100")
    position.play("pass")
    assert notes(deal_after("pass 60 75 keep pass pass", o=KEEP_DEALER), "contract") == [(NORTH, "75")]
    position.play("80")
    assert (asked(position), legal(position)) == ((NORTH, "bid"), "pass keep 85 90 95 100")
    position.play("keep")
    position.play("pass")
    assert notes(position, "contract") == [(NORTH, "80")]


@pytest.mark.rule("TH-26")
def test_only_the_dealer_keeps_and_only_a_bid() -> None:
    assert legal(deal_after("50", o=KEEP_DEALER)) == "pass 55 60 65 70 75 80 85 90 95 100"
    assert legal(deal_after("pass pass pass", o=KEEP_DEALER)) == f"pass {FROM_50}"
    assert "keep" not in legal(deal_after("50 pass pass"))


@pytest.mark.rule("TH-27", "TH-R3", "TH-X24")
def test_dealer_may_keep_a_bid_of_100() -> None:
    position = deal_after("70 100", o=KEEP_DEALER)
    assert (asked(position), legal(position)) == ((NORTH, "bid"), "pass keep")
    assert notes(deal_after("70 100 keep", o=KEEP_DEALER), "contract") == [(NORTH, "100")]
    assert notes(deal_after("70 100 pass", o=KEEP_DEALER), "contract") == [(SOUTH, "100")]
    assert notes(deal_after("pass 60 65 pass 100", o=KEEP_DEALER), "contract") == [(SOUTH, "100")]


@pytest.mark.rule("TH-28", "TH-R4", "TH-X25")
def test_anybody_may_keep_a_bid_that_was_not_kept() -> None:
    position = deal_after("50 keep", o=KEEP_ANY)
    assert (asked(position), legal(position)) == ((WEST, "bid"), "pass 55 60 65 70 75 80 85 90 95 100")
    position = deal_after("50 keep 55 keep", o=KEEP_ANY)
    assert (asked(position), "keep" in legal(position)) == ((EAST, "bid"), False)
    position = deal_after("50 keep 55 keep 60 65 pass pass keep", o=KEEP_ANY)
    assert (asked(position), legal(position)) == ((SOUTH, "bid"), "pass 70 75 80 85 90 95 100")
    position.play("pass")
    assert notes(position, "contract") == [(EAST, "65")]


@pytest.mark.rule("TH-22", "TH-28", "TH-R3", "TH-X28")
def test_100_that_was_kept_ends_the_auction() -> None:
    position = deal_after("100", o=KEEP_ANY)
    assert (asked(position), legal(position)) == ((SOUTH, "bid"), "pass keep")
    position = deal_after("100 pass keep", o=KEEP_ANY)
    assert notes(position, "contract") == [(WEST, "100")]
    assert said(position, "bid") == [EAST, SOUTH, WEST]


@pytest.mark.rule("TH-25", "TH-27", "TH-R2", "TH-X26")
def test_100_for_200_ranks_above_100() -> None:
    position = deal_after("100", o=INFORMAL)
    assert (asked(position), legal(position)) == ((SOUTH, "bid"), "pass 100for200")
    position = deal_after("100 pass pass", o=INFORMAL)
    assert (asked(position), legal(position)) == ((NORTH, "bid"), "pass keep 100for200")
    position = deal_after("100 100for200", o=INFORMAL)
    assert (asked(position), legal(position)) == ((NORTH, "bid"), "pass keep")
    assert notes(deal_after("100 100for200 keep", o=INFORMAL), "contract") == [(NORTH, "100for200")]


@pytest.mark.rule("TH-25", "TH-22")
def test_100_for_200_ends_the_auction_where_it_cannot_be_kept() -> None:
    o = PRESETS["cent-pour-deux-cents"]
    assert legal(deal_after(o=o)) == f"pass {FROM_50} 100for200"
    position = deal_after("100for200", o=o)
    assert asked(position) == (EAST, "trump")
    assert legal(deal_after(o=Options(min_bid=100, bid_100_for_200=True))) == "pass 100 100for200"


@pytest.mark.rule("TH-21", "TH-X27")
def test_everybody_speaks_once_in_a_single_round() -> None:
    position = deal_after("55 pass 60 keep", o=SINGLE)
    assert notes(position, "contract") == [(NORTH, "60")]
    assert notes(deal_after("55 60 pass pass", o=SINGLE), "contract") == [(SOUTH, "60")]
    assert notes(deal_after("55 60 65 70", o=SINGLE), "contract") == [(NORTH, "70")]


@pytest.mark.rule("TH-21")
@pytest.mark.parametrize("keep", ["off", "dealer", "any"])
def test_single_round_goes_with_every_way_of_keeping(keep: str) -> None:
    position = deal_after("50", o=Options(auction="single", keep=keep))
    assert ("keep" in legal(position)) == (keep == "any")
    position = deal_after("50 55 60", o=Options(auction="single", keep=keep))
    assert ("keep" in legal(position)) == (keep != "off")


@pytest.mark.rule("TH-29", "TH-R5")
def test_keeping_counts_as_a_bid_at_that_level() -> None:
    sides = STANDARD.shape.sides
    calls = (Call(NORTH, "60"), Call(WEST, "keep"), Call(NORTH, "65"), Call(WEST, "pass"))
    assert best_bids(calls, sides) == (65, 60)
    assert best_bids((Call(NORTH, "100for200"), Call(WEST, "keep")), sides) == (100, 100)


@pytest.mark.rule("TH-2", "TH-17", "TH-X31")
def test_six_players_bid_in_turn() -> None:
    position = deal_after("50 pass pass pass pass pass", o=PRESETS["six-two-teams"], dealer=5)
    assert said(position, "bid") == [0, 1, 2, 3, 4, 5]
    assert notes(position, "contract") == [(0, "50")]


@pytest.mark.rule("TH-17", "TH-48", "TH-49", "TH-51", "TH-R33", "TH-X19")
@pytest.mark.parametrize(
    ("preset", "dealer", "bidders"),
    [
        ("five-silent-fixed", 0, [1, 2, 3, 0]),
        ("five-silent-fixed", 3, [0, 1, 2, 3]),
        ("five-silent-rotating", 0, [1, 2, 3, 0]),
        ("five-silent-rotating", 1, [2, 3, 4, 1]),
        ("five-called-card", 2, [3, 4, 0, 1, 2]),
        ("cutthroat", 2, [3, 0, 1, 2]),
        ("two-player", 0, [1, 0]),
        ("two-player", 1, [0, 1]),
    ],
)
def test_silent_partners_do_not_bid(preset: str, dealer: int, bidders: list[int]) -> None:
    position = deal_after("pass " * len(bidders), o=PRESETS[preset], dealer=dealer)
    assert said(position, "bid") == bidders
    assert notes(position, "thrown-in") == [()]


@pytest.mark.rule("TH-18", "TH-19", "TH-20", "TH-22", "TH-23")
@given(data=st.data())
def test_any_auction_rises_and_ends_with_its_highest_bid(data: st.DataObject) -> None:
    o = Options(
        min_bid=data.draw(st.sampled_from(range(5, 101, 5))),
        bid_100_for_200=data.draw(st.booleans()),
        keep=data.draw(st.sampled_from(["off", "dealer", "any"])),
        format=data.draw(st.sampled_from(["pairs", "called_card", "two_stacks"])),
    )
    position = deal_after(o=o)
    while position.ask is not None and position.ask.kind == "bid":
        assert len(position.ask.legal) > 1
        position.play(data.draw(st.sampled_from(position.ask.legal)))
    calls = [(e.seat, str(e.word)) for e in position.log if isinstance(e, Did) and e.kind == "bid"]
    bids = [word for _, word in calls if word in LEVELS]
    assert bids == sorted(set(bids), key=list(LEVELS).index)
    assert min((LEVELS[word] for word in bids), default=o.min_bid) >= o.min_bid
    assert all(seat != later for i, (seat, word) in enumerate(calls) if word == "pass" for later, _ in calls[i + 1 :])
    holder = next((seat for seat, word in reversed(calls) if word != "pass"), None)
    assert notes(position, "contract") == ([] if holder is None else [(holder, bids[-1])])


@pytest.mark.rule("TH-26", "TH-28")
@given(data=st.data())
def test_a_bid_is_kept_by_the_dealer_or_once_by_anybody(data: st.DataObject) -> None:
    keep = data.draw(st.sampled_from(["dealer", "any"]))
    position = deal_after(o=Options(keep=keep))
    kept_since_bid, holder = 0, None
    while position.ask is not None and position.ask.kind == "bid":
        seat, word = position.ask.seat, data.draw(st.sampled_from(position.ask.legal))
        if word == "keep":
            kept_since_bid += 1
            assert seat != holder
            assert seat == NORTH if keep == "dealer" else kept_since_bid == 1
        elif word != "pass":
            kept_since_bid = 0
        holder = holder if word == "pass" else seat
        position.play(word)
