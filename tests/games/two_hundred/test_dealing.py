"""Table, pack, first dealer, and which card goes where."""

from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.games.cards import packet_sizes
from arena.games.kernel import Deal, Position, Show, play_game
from arena.games.options import OptionError, choose
from arena.games.two_hundred import GAME
from arena.games.two_hundred.dealing import KITTY, PACKS, dealing, give, pack_for
from arena.games.two_hundred.end import Standing
from arena.games.two_hundred.options import KITTY_DEAL, PACKETS, PRESETS, Options
from arena.games.two_hundred.score import worth
from tests.games.two_hundred.situations import (
    NORTH,
    STANDARD,
    WEST,
    WITH_KITTY,
    asked,
    at_the_end,
    deal_after,
    fixed,
    shuffles,
)


def started(o: Options, draws: dict[str, list[object]]) -> Position[Standing]:
    return Position(o, lambda: GAME.start(o, fixed(draws)))


def dealt_to_east(*, o: Options) -> tuple[str, str]:
    hands, kitty = give(o, NORTH, pack_for(o))
    return " ".join(hands[1]), " ".join(kitty)


@pytest.mark.rule("TH-1", "TH-3")
def test_partners_sit_opposite() -> None:
    table = GAME.table(STANDARD)
    assert table.sides == (0, 1, 0, 1)
    assert table.players == (0, 1, 2, 3)


@pytest.mark.rule("TH-4", "TH-7")
def test_packs_have_36_cards_or_40_with_the_sixes() -> None:
    assert {size: len(set(cards)) for size, cards in PACKS.items()} == {36: 36, 40: 40}
    assert set(pack_for(WITH_KITTY)) - set(pack_for(STANDARD)) == {"6S", "6H", "6D", "6C"}
    assert {card[0] for card in pack_for(STANDARD)} == set("AKQJT9875")


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
    hands, kitty = give(STANDARD, WEST, pack_for(STANDARD))
    assert [" ".join(hand) for hand in hands] == [
        "AS KS QS JH TH 9H 8D 7D 5D",
        "JS TS 9S 8H 7H 5H AC KC QC",
        "8S 7S 5S AD KD QD JC TC 9C",
        "AH KH QH JD TD 9D 8C 7C 5C",
    ]
    assert not kitty


@pytest.mark.rule("TH-12", "TH-X2", "TH-R35")
def test_40_cards_by_threes_and_the_kitty_by_twos() -> None:
    hands, kitty = give(WITH_KITTY, NORTH, pack_for(WITH_KITTY))
    assert [" ".join(cards) for cards in (*hands, kitty)] == [
        "5S AH KH JD TD 9D 7C 6C 5C",
        "AS KS QS TH 9H 8H 6D 5D AC",
        "JS TS 9S 7H 6H 5H KC QC JC",
        "8S 7S 6S AD KD QD TC 9C 8C",
        "QH JH 8D 7D",
    ]


@pytest.mark.rule("TH-12", "TH-X2", "TH-R34")
def test_kitty_dealt_in_other_ways() -> None:
    assert dealt_to_east(o=Options(kitty=4, kitty_deal="singly")) == ("AS KS QS 8H 7H 6H 6D 5D AC", "JS 7S KH 9H")
    assert dealt_to_east(o=Options(kitty=4, kitty_deal="together"))[1] == "QH JH TH 9H"
    assert dealt_to_east(o=Options(kitty=4, deal_packets="all"))[1] == "8C 7C 6C 5C"


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
    assert dealt_to_east(o=Options(deal_packets=packets))[0] == east


@pytest.mark.rule("TH-11")
def test_last_round_of_packets_is_the_remainder() -> None:
    assert packet_sizes(10, 3) == [3, 3, 3, 1]
    assert packet_sizes(9, 2) == [2, 2, 2, 2, 1]
    assert packet_sizes(8, 3) == [3, 3, 2]


@given(st.sampled_from(PACKETS), st.sampled_from(KITTY_DEAL), st.integers(0, 3))
def test_every_way_of_dealing_gives_nine_cards_each_and_four_to_the_kitty(
    packets: str, kitty: str, dealer: int
) -> None:
    where = dealing(Options(kitty=4, deal_packets=packets, kitty_deal=kitty), dealer)
    assert Counter(where) == {0: 9, 1: 9, 2: 9, 3: 9, KITTY: 4}
    assert where[0] == (dealer + 1) % 4


@pytest.mark.rule("TH-13", "TH-82")
@pytest.mark.parametrize("seat", range(4))
def test_a_seat_sees_its_own_hand_only(seat: int) -> None:
    position = deal_after(o=WITH_KITTY, chance=shuffles(5))
    (show,) = (event for event in position.told(seat) if isinstance(event, Show))
    assert (show.kind, show.owner, len(show.cards)) == ("hand", seat, 9)


@pytest.mark.rule("TH-7", "TH-12", "TH-53", "TH-59")
@pytest.mark.parametrize(
    ("settings", "problem"),
    [
        ({"kitty_deal": "singly"}, "kitty_deal: 'singly' needs a kitty; set kitty=4 or kitty_deal=two_two"),
        (
            {"discard_points": "contractor"},
            "discard_points: 'contractor' needs a kitty; set kitty=4 or discard_points=opponents",
        ),
        (
            {"near_target_margin": 205},
            "near_target_margin: 205 is more than target=200; lower near_target_margin or raise target",
        ),
        ({"kitty": 3}, "kitty: '3' is not possible; take 0, 4"),
    ],
)
def test_what_cannot_be_played_is_refused(settings: dict[str, object], problem: str) -> None:
    with pytest.raises(OptionError) as refused:
        choose(STANDARD, settings)
    assert refused.value.problems == (problem,)


def test_presets_say_what_they_change() -> None:
    assert {"standard": Options(), "kitty": Options(kitty=4)} == PRESETS
