"""Duties: the worked examples of the sheets, and the law that pairs of cards say all that there is to a duty."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.games.kernel import Card
from arena.games.parts.cards import RANKS, pack
from arena.games.parts.duties import beat_opponents, betrayed, head_or_trump, renege, trump_and_beat_trumps
from arena.games.parts.tricks import Duty, Playing, Ranking, Trick, follow_suit, ranking
from tests.games.situations import on_table

KING_HIGH, SEVEN_HIGH, ACE_TEN = pack("KQJAT9876"), pack("7AKQJ65432"), pack("ATKQJ987")
MALILLA = beat_opponents((0, 1, 0, 1), "7")


def playing(table: str, rank: Ranking, led: str = "") -> Playing:
    """Four seats, of which 0 leads; `led` are the cards led to tricks before."""
    won = [Trick((0, 1, 2, 3), (card,), 0, 1) for card in led.split()]
    return on_table(table.split(), rank, won)


def jo_jotte(trump: str) -> Ranking:
    high = [rank + trump for rank in "J9ATKQ87"]
    return ranking([*high, *(card for card in ACE_TEN if card not in high)], trump)


def twenty_five(high: str, trump: str) -> Ranking:
    """Trumps as listed, high to low; the order of the other cards is nothing to this duty."""
    trumps = high.split()
    order = [*trumps, *(card for card in pack(RANKS) if card not in trumps)]
    power = {card: len(order) - i for i, card in enumerate(order)}
    return Ranking(trump, {card: trump if card in trumps else card[-1] for card in order}, power)


SPADES = "5S JS AH AS KS QS 2S 3S 4S 6S 7S 8S 9S TS"
CLUBS = SPADES.replace("S", "C")
DIAMONDS = "5D JD JK AH AD KD QD TD 9D 8D 7D 6D 4D 3D 2D"
TWENTY_FIVE = {"S": twenty_five(SPADES, "S"), "C": twenty_five(CLUBS, "C"), "D": twenty_five(DIAMONDS, "D")}
PRIVILEGED = {trump: renege({f"5{trump}", f"J{trump}", "JK", "AH"}) for trump in TWENTY_FIVE}


@pytest.mark.parametrize(
    ("trump", "table", "hand", "legal"),
    [
        pytest.param("H", "AS", "JS TS 9S KH 8D", "JS", id="EC-X13 only the jack beats the ace"),
        pytest.param("H", "QS", "JS TS 9S KH 8D", "JS TS 9S", id="EC-X13 nothing beats the queen"),
        pytest.param("H", "KC", "JS TS 9S KH 8D", "KH", id="EC-X13 a trump"),
        pytest.param("H", "KC", "8D 7D", "8D 7D", id="EC-X13 neither"),
        pytest.param("H", "9H", "TH 8H KS", "TH", id="EC-X15 a higher trump"),
        pytest.param("H", "9H", "8H KS", "8H", id="EC-X15 a lower trump"),
        pytest.param("H", "9H", "KS QD", "KS QD", id="EC-X15 no trump"),
        pytest.param("H", "KC", "QH 7H AS", "QH 7H", id="EC-X16 any trump"),
        pytest.param("C", "TH QH", "KH 8H", "KH", id="HA-X14 head"),
        pytest.param("C", "TH QH", "AH 8H 9C", "AH 8H", id="HA-X14 follow"),
        pytest.param("C", "TH QH", "9C 8C KD", "9C 8C", id="HA-X14 trump"),
        pytest.param("C", "TH JC", "AC 8C KD", "AC 8C", id="HA-X14 trump below"),
        pytest.param("C", "TH JC", "QC 8C", "QC", id="HA-X14 overtrump"),
        pytest.param("C", "TH JC", "AH 8C", "AH", id="HA-X14 follow to a trump"),
        pytest.param("S", "9H QH", "KH JH 6H", "KH", id="TP-X9 head"),
        pytest.param("S", "9H QH", "JH 6H", "JH 6H", id="TP-X9 follow"),
        pytest.param("S", "9H QH", "TS JH", "JH", id="TP-X9 follow rather than trump"),
        pytest.param("S", "9H 6S", "KH 7H TS", "KH 7H", id="TP-X10 trumped already"),
        pytest.param("S", "9H JS", "QS AS KD", "QS", id="TP-X11 overtrump"),
        pytest.param("S", "9H JS", "AS TS KD", "AS TS", id="TP-X11 trump below"),
        pytest.param("S", "9H JS", "KD 7C", "KD 7C", id="TP-X11 neither"),
        pytest.param("C", "TD", "KD 6D", "KD", id="TP-X12 over a partner"),
        pytest.param("C", "9C", "AC 8C KH", "AC", id="TP-X13 trump led"),
        pytest.param("C", "9C", "8C KH", "8C", id="TP-X13 trump led, none higher"),
        pytest.param("C", "", "8C KH", "8C KH", id="any lead"),
    ],
)
def test_heading_the_trick(trump: str, table: str, hand: str, legal: str) -> None:
    assert list(head_or_trump(hand.split(), playing(table, ranking(KING_HIGH, trump)))) == legal.split()


@pytest.mark.parametrize(
    ("trump", "table", "hand", "legal"),
    [
        pytest.param("H", "TH", "KH JH 7C", "JH", id="JJ-X10 the king is below the ten"),
        pytest.param("H", "9H", "AH QH 7C", "AH QH", id="JJ-X10 nothing beats the nine"),
        pytest.param("H", "AS", "8H 7C 9D", "8H", id="JJ-X11 must trump"),
        pytest.param("H", "TS", "AS 8S JH", "AS 8S", id="JJ-29 no duty to beat a plain lead"),
        pytest.param("H", "TH", "7C 9D", "7C 9D", id="neither"),
        pytest.param("H", "", "AS 8H", "AS 8H", id="any lead"),
    ],
)
def test_beating_trumps_alone(trump: str, table: str, hand: str, legal: str) -> None:
    assert list(trump_and_beat_trumps(hand.split(), playing(table, jo_jotte(trump)))) == legal.split()


def test_without_trumps_one_only_follows() -> None:
    on = playing("AS", ranking(ACE_TEN, None))
    assert trump_and_beat_trumps(["8H", "7C", "9D"], on) == ["8H", "7C", "9D"]
    assert trump_and_beat_trumps(["8H", "7S"], on) == ["7S"]


@pytest.mark.parametrize(
    ("trump", "led", "table", "hand", "legal"),
    [
        pytest.param("S", "", "QH", "KH JH 7H", "KH 7H", id="ML-X9 beat"),
        pytest.param("S", "", "QH", "JH 2H", "JH 2H", id="ML-X9 nothing beats"),
        pytest.param("S", "", "7H 2H", "AH 3H", "AH 3H", id="ML-X10 the partner is winning"),
        pytest.param("S", "", "7H 2H", "6S 3C", "6S 3C", id="ML-X10 no need to trump a partner"),
        pytest.param("S", "", "AD", "3S 7C KC", "3S", id="ML-X11 must trump"),
        pytest.param("S", "", "4D AD JS", "6S QS 4C", "QS", id="ML-X12 overtrump"),
        pytest.param("S", "", "4D AD JS", "6S 4C", "6S 4C", id="ML-X12 any base card"),
        pytest.param("S", "", "4D 3D 2S", "7D 3D", "7D 3D", id="ML-X13 following under a trump"),
        pytest.param("S", "3D 4H", "AD 2D", "7C 7H 5C", "7H 5C", id="ML-X14 a restricted seven"),
        pytest.param("D", "", "2H", "7C 7S", "7C 7S", id="ML-X15 all sevens"),
        pytest.param("D", "", "2H", "7C 2C", "2C", id="ML-X15 not all sevens"),
        pytest.param("D", "3C", "2H", "7C 2C", "7C 2C", id="ML-R7 free once led"),
        pytest.param("D", "", "2H", "7D 2C", "7D", id="ML-13 the seven of trumps is free"),
        pytest.param("S", "", "", "7C 2C", "7C 2C", id="ML-X17 any lead"),
    ],
)
def test_beating_opponents(trump: str, led: str, table: str, hand: str, legal: str) -> None:
    on = playing(table, ranking(SEVEN_HIGH, trump), led)
    assert list(MALILLA(hand.split(), on)) == legal.split()


def test_a_suit_that_was_only_thrown_off_has_not_been_led() -> None:
    on = playing("2H", ranking(SEVEN_HIGH, "D"))
    on.won.append(Trick((0, 1), ("2S", "3C"), 0, 1))
    assert MALILLA(["7C", "2C"], on) == ["2C"]


@pytest.mark.parametrize(
    ("trump", "table", "hand", "legal"),
    [
        pytest.param("D", "9C", "KC 4D 7S", "KC 4D", id="TF-X6 follow or trump"),
        pytest.param("D", "9C", "4D 7S", "4D 7S", id="TF-X6 void"),
        pytest.param("D", "9C", "AH KC", "AH KC", id="TF-X6 the ace of hearts"),
        pytest.param("C", "KH", "AH 7S", "AH 7S", id="TF-X7 void in plain hearts"),
        pytest.param("C", "KH", "AH 3H 7S", "AH 3H", id="TF-X7 not void"),
        pytest.param("S", "2S", "JS 9C 4D", "JS 9C 4D", id="TF-X8 renege"),
        pytest.param("S", "2S", "JS 5S 9C", "JS 5S 9C", id="TF-X8 renege with two"),
        pytest.param("S", "2S", "JS 7S 9C", "JS 7S", id="TF-X8 another trump"),
        pytest.param("S", "2S", "AH 9C", "AH 9C", id="TF-X8 the ace of hearts"),
        pytest.param("S", "JS", "AH 9C", "AH", id="TF-X9 a higher lead"),
        pytest.param("S", "JS", "5S 9C", "5S 9C", id="TF-X9 the five"),
        pytest.param("S", "JS", "5S AH 9C", "5S AH", id="TF-X9 one is lower"),
        pytest.param("S", "5S", "JS 9C", "JS", id="TF-X9 the five led"),
        pytest.param("S", "6S 5S", "JS 9C", "JS 9C", id="TF-X10 only the lead counts"),
        pytest.param("D", "AH", "JK 9C", "JK 9C", id="TF-X11 the joker reneges"),
        pytest.param("D", "JD", "JK 9C", "JK", id="TF-X11 but not to the jack"),
        pytest.param("S", "2S", "9C 4D", "9C 4D", id="TF-19 no trump"),
        pytest.param("S", "", "JS 9C", "JS 9C", id="any lead"),
    ],
)
def test_reneging(trump: str, table: str, hand: str, legal: str) -> None:
    assert list(PRIVILEGED[trump](hand.split(), playing(table, TWENTY_FIVE[trump]))) == legal.split()


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
