"""Duties: the law that pairs of cards say all that there is to a duty. The tests of each game have its examples."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.games.kernel import Card
from arena.games.parts.cards import pack
from arena.games.parts.duties import beat_opponents, betrayed, head_or_trump, renege, trump_and_beat_trumps
from arena.games.parts.tricks import Duty, Playing, Ranking, Trick, follow_suit, ranking
from tests.games.situations import on_table

KING_HIGH, SEVEN_HIGH, ACE_TEN = pack("KQJAT9876"), pack("7AKQJ65432"), pack("ATKQJ987")
MALILLA = beat_opponents((0, 1, 0, 1), "7")


def playing(table: str, rank: Ranking, led: str = "") -> Playing:
    """Four seats, of which 0 leads; `led` are the cards led to tricks before."""
    won = [Trick((0, 1, 2, 3), (card,), 0, 1) for card in led.split()]
    return on_table(table.split(), rank, won)


def test_without_trumps_one_only_follows() -> None:
    on = playing("AS", ranking(ACE_TEN, None))
    assert trump_and_beat_trumps(["8H", "7C", "9D"], on) == ["8H", "7C", "9D"]
    assert trump_and_beat_trumps(["8H", "7S"], on) == ["7S"]


def test_a_suit_that_was_only_thrown_off_has_not_been_led() -> None:
    on = playing("2H", ranking(SEVEN_HIGH, "D"))
    on.won.append(Trick((0, 1), ("2S", "3C"), 0, 1))
    assert MALILLA(["7C", "2C"], on) == ["2C"]


# The law of pairs

SMALL = pack("7AKJ2")
DUTIES: Mapping[str, Duty] = {
    "follow": follow_suit,
    "head": head_or_trump,
    "trump": trump_and_beat_trumps,
    "beat": MALILLA,
    "renege": renege({"7S", "AS", "AH", "7D"}),
}


def with_a_heart(trump: str) -> Ranking:
    """The ace of hearts is always a trump, as at Twenty-Five."""
    rank = ranking(SMALL, trump)
    return Ranking(trump, {**rank.suit, "AH": trump}, {**rank.power, "AH": 99})


@pytest.mark.parametrize("duty", DUTIES.values(), ids=list(DUTIES))
def test_any_card_may_be_led_and_who_can_do_nothing_plays_anything(duty: Duty) -> None:
    hand = ["JS", "2S", "7C"] if duty is not MALILLA else ["JS", "2S", "KC"]
    assert list(duty(hand, playing("", ranking(SMALL, "S")))) == hand
    hand = ["KC", "2C", "JD"]
    assert list(duty(hand, playing("2H", ranking(SMALL, "S")))) == hand


@pytest.mark.parametrize("duty", DUTIES.values(), ids=list(DUTIES))
@given(
    cards=st.permutations(SMALL),
    rank=st.sampled_from([ranking(SMALL, "S"), ranking(SMALL, None), with_a_heart("S"), with_a_heart("D")]),
    table=st.integers(0, 3),
    held=st.integers(1, 6),
    led=st.lists(st.sampled_from(SMALL), max_size=2),
)
def test_pairs_of_cards_say_all(
    duty: Duty, cards: Sequence[Card], rank: Ranking, table: int, held: int, led: list[str]
) -> None:
    on = playing(" ".join(cards[:table]), rank, " ".join(led))
    hand, unseen = cards[table : table + held], cards[table:]
    legal = duty(hand, on)

    assert legal
    assert list(legal) == [card for card in hand if all(card in duty((card, other), on) for other in hand)]
    for card in hand:
        missing = betrayed(duty, on, card, unseen)
        assert (card in legal) == {*missing}.isdisjoint(hand), "a hand with a betrayed card could not play this one"
        assert card in duty([other for other in unseen if other not in missing], on), "everything else may be held"


def test_what_a_play_betrays() -> None:
    on = playing("9H", ranking(KING_HIGH, "S"))
    held = [card for card in KING_HIGH if card not in betrayed(head_or_trump, on, "8H", KING_HIGH)]
    assert {card for card in KING_HIGH if card not in held} == {"KH", "QH", "JH", "AH", "TH"}
    assert {card[1] for card in betrayed(head_or_trump, on, "7C", KING_HIGH)} == {"H", "S"}
    assert betrayed(follow_suit, playing("", on.rank), "7C", KING_HIGH) == []
