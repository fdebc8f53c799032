"""Pack, first dealer, which card goes where, and misdeals."""

from collections import Counter
from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.games.kernel import Card, Deal, Did, Note, Seat, Show
from arena.games.kernel.position import Position, play_game
from arena.games.parts.cards import packet_sizes
from arena.games.parts.kitty import KITTY
from arena.games.two_hundred import GAME
from arena.games.two_hundred.dealing import PACKS, dealing, pack_for
from arena.games.two_hundred.options import KITTY_DEAL, PACKETS, PRESETS, Options
from arena.games.two_hundred.score import worth
from arena.games.two_hundred.seats import Standing, lineup
from tests.games.situations import asked, at_the_end, ended, fixed, legal, notes, said, shuffles
from tests.games.two_hundred.situations import (
    EAST,
    NORTH,
    SOUTH,
    STANDARD,
    WEST,
    WITH_KITTY,
    deal_after,
    deals_of,
    dealt,
    hands_in,
    opening,
)

MISDEAL = PRESETS["misdeal"]
PLAIN = "TS 9S 8H 7H 5H TD 9C 7C 5C"


def started(o: Options, draws: dict[str, list[object]]) -> Position[Standing]:
    return Position(o, lambda: GAME.start(o, fixed(draws)))


def unshuffled(o: Options, dealer: Seat = NORTH) -> dict[Seat | str, str]:
    """What everybody gets from the unshuffled pack."""
    cards = hands_in(o, lineup(o, opening(o, dealer)).seats, pack_for(o))
    return {**{seat: " ".join(hand) for seat, hand in enumerate(cards.hands)}, KITTY: " ".join(cards.kitty)}


@pytest.mark.rule("TH-4", "TH-7")
def test_size_fixes_the_pack() -> None:
    assert {size: len(set(cards)) for size, cards in PACKS.items()} == {36: 36, 40: 40, 44: 44, 52: 52}
    assert {size: {card[0] for card in cards} for size, cards in PACKS.items()} == {
        36: set("AKQJT9875"),
        40: set("AKQJT98765"),
        44: set("AKQJT987654"),
        52: set("AKQJT98765432"),
    }


@pytest.mark.rule("TH-4", "TH-7")
@pytest.mark.parametrize(
    ("preset", "size"),
    [
        ("standard", 36),
        ("kitty", 40),
        ("ten-card", 40),
        ("ten-card-kitty", 44),
        ("twelve-card-kitty", 52),
        ("le-rough", 36),
        ("six-two-teams", 36),
        ("six-three-teams-kitty", 40),
        ("six-two-teams-full-pack", 52),
        ("five-called-card", 40),
        ("cutthroat-kitty", 40),
        ("two-player", 36),
    ],
)
def test_pack_of_a_preset(preset: str, size: int) -> None:
    assert len(pack_for(PRESETS[preset])) == size


@pytest.mark.rule("TH-6")
@pytest.mark.parametrize("cards", PACKS.values(), ids=str)
def test_every_pack_is_worth_100(cards: tuple[str, ...]) -> None:
    assert worth(cards) == 100
    assert [worth([card]) for card in ("AS", "TH", "5D", "KS", "6C")] == [10, 10, 5, 0, 0]


@pytest.mark.rule("TH-8")
@pytest.mark.parametrize("drawn", range(4))
def test_first_dealer_is_the_first_seat_drawn(drawn: int) -> None:
    standing = started(STANDARD, {"first-dealer": [drawn]}).result
    assert standing == Standing(drawn, (0, 0))


@pytest.mark.rule("TH-8")
def test_any_seat_may_be_drawn_to_deal_first() -> None:
    games = [play_game(GAME, STANDARD, shuffles(seed)) for seed in range(40)]
    assert {event.standing.dealer for game in games for event in game.log if isinstance(event, Deal)} == {0, 1, 2, 3}


@pytest.mark.rule("TH-8", "TH-X2a")
def test_first_jack_turned_up_makes_the_dealer() -> None:
    turned = ["5C", "7D", "KC", "8C", "7S", "TD", "9C", "QD", "KS", "9H", "JC"]
    position = started(Options(first_dealer="first_jack"), {"first-jack": [*turned, "JS", "AS"]})
    assert position.result == Standing(WEST, (0, 0))
    assert position.log == [Show((0, 1, 2, 3), "first-jack", None, tuple(turned))]


@pytest.mark.rule("TH-8")
def test_a_seat_may_be_named_first_dealer() -> None:
    assert started(Options(first_dealer=2), {}).result == Standing(2, (0, 0))


@pytest.mark.rule("TH-9", "TH-2")
def test_deal_passes_to_the_left_played_or_thrown_in() -> None:
    thrown_in = deal_after("pass pass pass pass", dealer=WEST).result
    assert thrown_in == Standing(NORTH, (0, 0), finished=1)
    played = at_the_end(deal_after("50 pass pass pass", dealer=WEST), Random(1)).result
    assert played is not None and played.dealer == NORTH


@pytest.mark.rule("TH-10")
def test_every_deal_is_one_fresh_shuffle_and_no_cut_is_asked() -> None:
    position = at_the_end(play_game(GAME, STANDARD, shuffles(1)), Random(1))
    hands = [event.cards for event in position.log if isinstance(event, Show) and event.owner == 0]
    assert len(hands) == len(set(hands)) == sum(isinstance(event, Deal) for event in position.log)
    assert asked(deal_after()) == (1, "bid")


@pytest.mark.rule("TH-11", "TH-X1")
def test_36_cards_by_threes() -> None:
    assert unshuffled(STANDARD, WEST) == {
        NORTH: "AS KS QS JH TH 9H 8D 7D 5D",
        EAST: "JS TS 9S 8H 7H 5H AC KC QC",
        SOUTH: "8S 7S 5S AD KD QD JC TC 9C",
        WEST: "AH KH QH JD TD 9D 8C 7C 5C",
        KITTY: "",
    }


@pytest.mark.rule("TH-12", "TH-X2", "TH-R35")
def test_40_cards_by_threes_and_the_kitty_by_twos() -> None:
    assert unshuffled(WITH_KITTY) == {
        NORTH: "5S AH KH JD TD 9D 7C 6C 5C",
        EAST: "AS KS QS TH 9H 8H 6D 5D AC",
        SOUTH: "JS TS 9S 7H 6H 5H KC QC JC",
        WEST: "8S 7S 6S AD KD QD TC 9C 8C",
        KITTY: "QH JH 8D 7D",
    }


@pytest.mark.rule("TH-12", "TH-X2", "TH-R34")
def test_kitty_dealt_in_other_ways() -> None:
    singly = unshuffled(Options(kitty=4, kitty_deal="singly"))
    assert (singly[EAST], singly[KITTY]) == ("AS KS QS 8H 7H 6H 6D 5D AC", "JS 7S KH 9H")
    assert unshuffled(Options(kitty=4, kitty_deal="together"))[KITTY] == "QH JH TH 9H"
    assert unshuffled(Options(kitty=4, deal_packets="all"))[KITTY] == "8C 7C 6C 5C"


@pytest.mark.rule("TH-11", "TH-12", "TH-X3")
def test_le_rough_by_fours() -> None:
    assert unshuffled(PRESETS["le-rough"]) == {
        NORTH: "JH TH 9H 8H JC TC 9C 8C",
        EAST: "AS KS QS JS AD KD QD JD",
        SOUTH: "TS 9S 8S 7S TD 9D 8D 7D",
        WEST: "5S AH KH QH 5D AC KC QC",
        KITTY: "7H 5H 7C 5C",
    }


@pytest.mark.rule("TH-11")
@pytest.mark.parametrize(
    ("packets", "east"),
    [
        ("ones", "AS TS 5S JH 7H QD 8D KC 9C"),
        ("twos", "AS KS 5S AH 7H 5H 8D 7D 9C"),
        ("fours", "AS KS QS JS 7H 5H AD KD 9C"),
        ("all", "AS KS QS JS TS 9S 8S 7S 5S"),
    ],
)
def test_packets_of_other_sizes(packets: str, east: str) -> None:
    assert unshuffled(Options(deal_packets=packets))[EAST] == east


@pytest.mark.rule("TH-11")
def test_last_round_of_packets_is_the_remainder() -> None:
    assert packet_sizes(10, 3) == [3, 3, 3, 1]
    assert packet_sizes(9, 2) == [2, 2, 2, 2, 1]
    assert packet_sizes(8, 3) == [3, 3, 2]


@pytest.mark.rule("TH-11", "TH-12", "TH-R35")
@given(st.sampled_from(sorted(PRESETS)), st.sampled_from(PACKETS), st.sampled_from(KITTY_DEAL), st.integers(0, 3))
def test_every_way_of_dealing_gives_everybody_the_same_number(
    preset: str, packets: str, kitty: str, dealer: int
) -> None:
    plain = PRESETS[preset]
    o = replace(plain, deal_packets=packets, kitty_deal=kitty if plain.kitty else "two_two")
    seats = lineup(o, opening(o, dealer)).seats
    where = dealing(o, seats)
    assert Counter(where) == Counter(dict.fromkeys(seats, o.hand) | {KITTY: o.kitty})
    assert where[0] == seats[0]


@pytest.mark.rule("TH-73", "TH-R29", "TH-X47")
@pytest.mark.parametrize(("preset", "hand"), [("", 9), ("-kitty", 9), ("-full-pack", 12)])
def test_pack_is_dealt_to_the_two_pairs_that_are_left(preset: str, hand: int) -> None:
    o = PRESETS[f"six-three-teams{preset}"]
    seats = lineup(o, opening(o, 4, out=(0,))).seats
    assert seats == (5, 1, 2, 4)
    assert Counter(dealing(o, seats)) == Counter(dict.fromkeys(seats, hand) | {KITTY: o.kitty})
    assert (hand, o.kitty) in Options().shape.sizes


@pytest.mark.rule("TH-13", "TH-82")
@pytest.mark.parametrize("seat", range(4))
def test_a_seat_sees_its_own_hand_only(seat: int) -> None:
    position = deal_after(o=WITH_KITTY, chance=shuffles(5))
    (show,) = (event for event in position.told(seat) if isinstance(event, Show))
    assert (show.kind, show.owner, len(show.cards)) == ("hand", seat, 9)


@pytest.mark.rule("TH-15", "TH-X39")
def test_hand_without_a_card_above_the_ten_may_be_thrown_in() -> None:
    position = deal_after(o=MISDEAL, chance=dealt(MISDEAL, {SOUTH: PLAIN}))
    assert asked(position) == (SOUTH, "misdeal")
    assert legal(position) == "misdeal play"
    position.play("misdeal")
    assert position.log[-1] == Note("misdeal", (SOUTH,))
    assert position.result == opening(MISDEAL, NORTH)


@pytest.mark.rule("TH-15", "TH-X39")
def test_hand_with_a_jack_may_not() -> None:
    position = deal_after(o=MISDEAL, chance=dealt(MISDEAL, {SOUTH: PLAIN.replace("TD", "JC")}))
    assert asked(position) == (EAST, "bid")


@pytest.mark.rule("TH-15")
def test_no_misdeal_where_it_is_not_played() -> None:
    assert asked(deal_after(chance=dealt(STANDARD, {SOUTH: PLAIN}))) == (EAST, "bid")


@pytest.mark.rule("TH-15", "TH-82")
def test_others_do_not_learn_of_a_right_that_was_not_used() -> None:
    two = dealt(MISDEAL, {SOUTH: PLAIN, NORTH: "TH 9H 9D 8D 7D 5D 8S 7S TC"})
    position = deal_after("play play", o=MISDEAL, chance=two)
    offered = [(event.seat, event.told) for event in position.log if isinstance(event, Did)]
    assert offered == [(SOUTH, "nobody"), (NORTH, "nobody")]
    assert [len(position.told(seat)) for seat in range(4)] == [3, 2, 3, 2]
    assert asked(position) == (EAST, "bid")


@pytest.mark.rule("TH-15", "TH-R36", "TH-76")
def test_misdeal_is_no_deal_and_the_same_player_deals_again() -> None:
    before = opening(MISDEAL, WEST, scores=(50, -20), finished=7)
    plain = dealt(MISDEAL, {EAST: PLAIN}, dealer=WEST)
    position = deal_after("misdeal", o=MISDEAL, standing=before, chance=plain)
    assert position.result == before
    assert notes(position, "scores") == []


@pytest.mark.rule("TH-15", "TH-84", "TH-R36")
def test_nothing_is_shown_of_a_misdeal() -> None:
    o = replace(MISDEAL, kitty=4)
    position = deal_after("misdeal", o=o, chance=dealt(o, {EAST: PLAIN}))
    for seat in (NORTH, SOUTH, WEST):
        assert [type(event) for event in position.told(seat)] == [Deal, Show, Note]


@pytest.mark.rule("TH-R36", "TH-R43")
def test_silent_partner_calls_no_misdeal() -> None:
    o = Options(format="silent_rotating", misdeal=True)
    plain = "TS 9S 8H 7H 5H TD 9C 7C"
    position = deal_after(o=o, dealer=1, chance=dealt(o, {NORTH: plain}, dealer=1))
    assert notes(position, "silent") == [(NORTH,)]
    assert asked(position) == (SOUTH, "bid")


@pytest.mark.rule("TH-14", "TH-83")
def test_silent_seats_lie_in_three_stacks_of_three() -> None:
    o = PRESETS["two-player"]
    position = deal_after(o=o, dealer=NORTH)
    shows = [event for event in position.log if isinstance(event, Show)]
    assert [(event.kind, event.owner, tuple(event.seats)) for event in shows] == [
        ("hand", 0, (0,)),
        ("hand", 1, (1,)),
        ("stacks", 2, (0, 1)),
        ("stacks", 3, (0, 1)),
    ]
    received: list[Card] = [card for card, seat in zip(pack_for(o), dealing(o, (1, 2, 3, 0)), strict=True) if seat == 2]
    assert shows[2].cards == (received[2], received[5], received[8])


@pytest.mark.rule("TH-8", "TH-9")
@pytest.mark.parametrize("preset", ["two-player", "five-silent-rotating", "six-three-teams", "cutthroat"])
def test_deal_passes_round_in_every_format(preset: str) -> None:
    o = replace(PRESETS[preset], max_deals=6, hole_limit=10_000, target=10_000)
    game = play_game(GAME, o, shuffles(3))
    ended(game, Random(3))
    order = [0, 1] if preset == "two-player" else list(range(o.shape.hands))
    dealers = [standing.dealer for standing in deals_of(game)]
    assert len(dealers) == 6
    assert all(order.index(b) == (order.index(a) + 1) % len(order) for a, b in pairwise(dealers))
    assert set(said(game, "bid")) <= set(order)
