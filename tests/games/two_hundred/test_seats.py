"""Who sits where, deals, bids, is silent, and plays with whom."""

from dataclasses import replace
from random import Random

import pytest

from arena.games.kernel.position import Position, play_game
from arena.games.two_hundred import GAME
from arena.games.two_hundred.options import PRESETS, Options
from arena.games.two_hundred.seats import Lineup, Standing, contract_side, lineup, next_dealer
from tests.games.situations import ended, fixed, notes, said, shuffles
from tests.games.two_hundred.situations import NORTH, STANDARD, WEST, deal_after, label, opening

TRIOS, PAIRS = PRESETS["six-two-teams"], PRESETS["six-three-teams"]
FIXED, ROTATING, CALLED = (PRESETS[f"five-{name}"] for name in ("silent-fixed", "silent-rotating", "called-card"))
CUTTHROAT, TWO = PRESETS["cutthroat"], PRESETS["two-player"]


def started(o: Options, **draws: list[int]) -> Position[Standing]:
    chosen = {name.replace("_", "-"): items for name, items in draws.items()}
    return Position(o, lambda: GAME.start(o, fixed(chosen)))


@pytest.mark.rule("TH-1", "TH-3")
@pytest.mark.parametrize(
    ("o", "sides", "players"),
    [
        (STANDARD, (0, 1, 0, 1), (0, 1, 2, 3)),
        (TRIOS, (0, 1, 0, 1, 0, 1), (0, 1, 2, 3, 4, 5)),
        (PAIRS, (0, 1, 2, 0, 1, 2), (0, 1, 2, 3, 4, 5)),
        (ROTATING, (0, 1, 2, 3, 4), (0, 1, 2, 3, 4)),
        (CALLED, (0, 1, 2, 3, 4), (0, 1, 2, 3, 4)),
        (CUTTHROAT, (0, 1, 2, 3), (0, 1, 2, 3)),
        (Options(format="cutthroat", cutthroat_players=5), (0, 1, 2, 3, 4), (0, 1, 2, 3, 4)),
        (Options(format="cutthroat", cutthroat_players=6), (0, 1, 2, 3, 4, 5), (0, 1, 2, 3, 4, 5)),
        (TWO, (0, 1, 0, 1), (0, 1)),
    ],
    ids=label,
)
def test_every_format_has_its_sides_and_players(o: Options, sides: tuple[int, ...], players: tuple[int, ...]) -> None:
    table = GAME.seating(o)
    assert (table.sides, table.players) == (sides, players)


@pytest.mark.rule("TH-3", "TH-50", "TH-R33")
def test_live_players_answer_for_the_silent_seats_opposite() -> None:
    assert GAME.seating(TWO).answers == (0, 1, 0, 1)


@pytest.mark.rule("TH-3", "TH-48")
@pytest.mark.parametrize("drawn", range(5))
def test_silent_partner_of_the_game_is_drawn_before_the_first_dealer(drawn: int) -> None:
    standing = started(FIXED, silent_seat=[drawn]).result
    assert standing is not None
    assert standing.silent == drawn
    assert standing.dealer == min({0, 1} - {drawn})
    assert standing.competing == tuple(seat for seat in range(5) if seat != drawn)


@pytest.mark.rule("TH-48")
def test_silent_seat_may_be_named_and_else_is_any() -> None:
    named = started(Options(format="silent_fixed", silent_seat=2)).result
    assert named is not None and named.silent == 2
    games = [play_game(GAME, FIXED, shuffles(seed)) for seed in range(60)]
    assert {notes(game, "silent")[0] for game in games} == {(seat,) for seat in range(5)}


@pytest.mark.rule("TH-9", "TH-48", "TH-R30", "TH-R43")
def test_silent_partner_of_the_game_neither_deals_nor_bids_nor_scores() -> None:
    o = Options(format="silent_fixed", silent_seat=1, misdeal=True, first_dealer=0, max_deals=12)
    game = play_game(GAME, o, shuffles(4))
    result = ended(game, Random(4))
    assert 1 not in said(game, "bid") + said(game, "misdeal")
    assert set(said(game, "play")) == {0, 1, 2, 3, 4}
    assert {scores[1] for scores in notes(game, "scores")} == {0}
    assert (result.scores[1], result.places[1]) == (0, 5)


@pytest.mark.rule("TH-49", "TH-X19", "TH-R30")
def test_silent_partner_rotates_with_the_deal() -> None:
    first = lineup(ROTATING, opening(ROTATING, 0))
    assert first == Lineup((1, 2, 3, 4, 0), (1, 2, 3, 0), 4)
    assert next_dealer(ROTATING, opening(ROTATING, 0)) == 1
    assert lineup(ROTATING, opening(ROTATING, 1)) == Lineup((2, 3, 4, 0, 1), (2, 3, 4, 1), 0)
    assert notes(deal_after(o=ROTATING, dealer=3), "silent") == [(2,)]


@pytest.mark.rule("TH-9", "TH-51", "TH-R33")
def test_only_live_players_deal_and_bid() -> None:
    assert lineup(TWO, opening(TWO, 0)) == Lineup((1, 2, 3, 0), (1, 0))
    assert lineup(TWO, opening(TWO, 1)) == Lineup((2, 3, 0, 1), (0, 1))
    assert (next_dealer(TWO, opening(TWO, 0)), next_dealer(TWO, opening(TWO, 1))) == (1, 0)


@pytest.mark.rule("TH-9", "TH-73", "TH-X47")
def test_pair_that_is_out_is_passed_over() -> None:
    standing = opening(PAIRS, 2, out=(0,))
    assert next_dealer(PAIRS, standing) == 4
    assert lineup(PAIRS, standing._replace(dealer=4)) == Lineup((5, 1, 2, 4), (5, 1, 2, 4))


@pytest.mark.rule("TH-2", "TH-9", "TH-17")
@pytest.mark.parametrize("o", [STANDARD, TRIOS, CALLED, CUTTHROAT], ids=["pairs", "trios", "called", "cutthroat"])
def test_deal_and_turns_go_to_the_left(o: Options) -> None:
    hands = o.shape.hands
    for dealer in range(hands):
        who = lineup(o, opening(o, dealer))
        assert who.seats == who.bidders == tuple((dealer + turn) % hands for turn in range(1, hands + 1))
        assert next_dealer(o, opening(o, dealer)) == (dealer + 1) % hands


@pytest.mark.rule("TH-3", "TH-42", "TH-48", "TH-63")
@pytest.mark.parametrize(
    ("o", "contractor", "called", "side"),
    [
        (STANDARD, 3, None, {3, 1}),
        (TRIOS, 2, None, {0, 2, 4}),
        (PAIRS, 4, None, {4, 1}),
        (FIXED, 1, None, {1, 4}),
        (ROTATING, 1, None, {1, 3}),
        (CALLED, 1, 4, {1, 4}),
        (CUTTHROAT, 2, None, {2}),
        (TWO, 1, None, {1, 3}),
    ],
    ids=label,
)
def test_contract_side(o: Options, contractor: int, called: int | None, side: set[int]) -> None:
    seats = contract_side(o, lineup(o, opening(o, 4 if o is ROTATING else NORTH)), contractor, called)
    assert seats[0] == contractor
    assert set(seats) == side


@pytest.mark.rule("TH-8")
@pytest.mark.parametrize(
    ("o", "jack", "dealer"),
    [
        (STANDARD, 2, WEST),
        (STANDARD, 3, NORTH),
        (TWO, 0, 1),
        (TWO, 1, 0),
        (TRIOS, 5, 0),
        (Options(format="silent_fixed", silent_seat=1), 0, 2),
    ],
    ids=label,
)
def test_first_jack_goes_to_the_seats_that_may_deal(o: Options, jack: int, dealer: int) -> None:
    cards = ["AS", "KS", "QS", "TS", "9S", "8S"]
    cards[jack] = "JS"
    o = replace(o, first_dealer="first_jack")
    position = Position(o, lambda: GAME.start(o, fixed({"first-jack": cards, "silent-seat": [1]})))
    assert position.result is not None
    assert position.result.dealer == dealer


@pytest.mark.rule("TH-8")
def test_first_dealer_is_drawn_from_the_seats_that_deal() -> None:
    first = {play_game(GAME, TWO, shuffles(seed)).log[0].standing.dealer for seed in range(40)}  # type: ignore[union-attr]
    assert first == {0, 1}
