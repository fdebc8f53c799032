"""From the widow to the last trick: the exchange, the joker, following suit, exposed hands and passed deals."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from arena.games.five_hundred.dealing import pack_for
from arena.games.five_hundred.options import Options
from arena.games.five_hundred.play import joker_law
from arena.games.kernel import Did, Note, Seat, Show
from arena.games.kernel.position import Position
from arena.games.parts.bowers import JOKER, bower_ranking
from arena.games.parts.finish import Standing
from arena.games.parts.joker import joker_duty
from arena.games.parts.tricks import follow_suit, winning
from tests.games.five_hundred.situations import (
    DUMMY_GAME,
    FOUR,
    NULLO,
    PASSED,
    SHORT,
    STANDARD,
    deal_after,
    dealt,
    winners,
)
from tests.games.situations import asked, at_the_end, legal, notes, on_table, shown_to, shuffles

RESTRICTED = replace(STANDARD, nt_joker="restricted")


def suit_of(trump: str, suit: str, o: Options = STANDARD) -> str:
    """The cards of a suit under a trump, high to low."""
    rank = bower_ranking(pack_for(o), trump)
    members = [card for card, belongs in rank.suit.items() if belongs == suit]
    return " ".join(sorted(members, key=rank.power.__getitem__, reverse=True))


@pytest.mark.rule("FH-14", "FH-15", "FH-17", "FH-18", "FH-X13")
@pytest.mark.parametrize(
    ("o", "trump", "suit", "cards"),
    [
        (STANDARD, "H", "H", "JK JH JD AH KH QH TH 9H 8H 7H"),
        (STANDARD, "H", "D", "AD KD QD TD 9D 8D 7D"),
        (STANDARD, "H", "S", "AS KS QS JS TS 9S 8S 7S"),
        (FOUR, "D", "D", "JK JD JH AD KD QD TD 9D 8D 7D 6D 5D 4D"),
        (FOUR, "C", "C", "JK JC JS AC KC QC TC 9C 8C 7C 6C 5C"),
    ],
)
def test_trumps_have_bowers_and_the_joker(o: Options, trump: str, suit: str, cards: str) -> None:
    assert suit_of(trump, suit, o) == cards


@pytest.mark.rule("FH-13", "FH-14")
def test_without_a_joker_the_right_bower_is_highest() -> None:
    assert suit_of("S", "S", replace(STANDARD, joker="off")).startswith("JS JC AS")


@pytest.mark.rule("FH-16", "FH-20", "FH-58", "FH-X14", "FH-X16", "FH-X17", "FH-X24")
@pytest.mark.parametrize(
    ("trump", "led", "hand", "expected"),
    [
        ("S", "TC", "JC 9C AH", "9C"),
        ("S", "TC", "JC AH 7D", "JC AH 7D"),
        ("S", "7S", "JC 9C AH", "JC"),
        ("C", "JK", "JS KS AH", "JS"),
        ("H", "JD", "AD 7H", "7H"),
        ("H", "7D", "JK JH JD KH 9H AC KC JC TC 8S", "JK JH JD KH 9H AC KC JC TC 8S"),
        ("S", "7S", "JK JH JD KH 9H AC KC JC TC 8S", "JK JC 8S"),
        ("S", "7D", "JK JH JD KH 9H AC KC JC TC 8S", "JD"),
    ],
)
def test_suit_is_followed_by_what_belongs_to_it(trump: str, led: str, hand: str, expected: str) -> None:
    rank = bower_ranking(pack_for(STANDARD), trump)
    assert " ".join(follow_suit(hand.split(), on_table([led], rank))) == expected


@pytest.mark.rule("FH-16", "FH-18", "FH-59", "FH-X15", "FH-X17")
@pytest.mark.parametrize(
    ("trump", "cards", "winner"),
    [("D", "7D JH AD", 1), ("D", "AH KH JH", 2), ("H", "JS TS QS", 2), ("NT", "JS TS QS", 2), ("NT", "7S AH KD", 0)],
)
def test_the_highest_trump_or_card_of_the_suit_led_wins(trump: str, cards: str, winner: int) -> None:
    assert winning(cards.split(), bower_ranking(pack_for(STANDARD), trump)) == winner


@pytest.mark.rule("FH-14", "FH-X24")
def test_the_example_hand_has_five_trumps_of_ten_in_hearts() -> None:
    hand = ["JK", "JH", "JD", "KH", "9H", "AC", "KC", "JC", "TC", "8S"]
    trumps = suit_of("H", "H").split()
    assert [card for card in trumps if card in hand] == ["JK", "JH", "JD", "KH", "9H"]
    assert [card for card in trumps if card not in hand] == ["AH", "QH", "TH", "8H", "7H"]


# The widow and the discard.


@pytest.mark.rule("FH-39", "FH-40", "FH-57", "FH-86", "FH-R9")
@pytest.mark.parametrize(("o", "widow"), [(STANDARD, 3), (replace(STANDARD, joker="off"), 2), (SHORT, 4), (FOUR, 3)])
def test_the_contractor_takes_the_widow_and_puts_any_cards_away(o: Options, widow: int) -> None:
    position = deal_after(" ".join(["6S", *["pass"] * (o.players - 1)]), o=o)
    (taken,) = shown_to(position, 1, "kitty")
    assert len(taken.split()) == widow
    own = set(shown_to(position, 1, "hand")[0].split()) | set(taken.split())
    for left in range(widow, 0, -1):
        assert asked(position) == (1, "discard")
        assert len(legal(position).split()) == 10 + left
        assert set(legal(position).split()) <= own
        position.play(legal(position).split()[0])
    assert asked(position) == (1, "play")
    assert len(legal(position).split()) == 10
    others = [seat for seat in range(o.players) if seat != 1]
    assert all(shown_to(position, seat, "kitty") == [] for seat in others)
    away = [event.word for event in position.told(0) if isinstance(event, Did) and event.kind == "discard"]
    assert away == [None] * widow


@pytest.mark.rule("FH-39", "FH-21")
def test_the_joker_and_cards_of_the_widow_may_be_put_away() -> None:
    chance = dealt(STANDARD, {1: "JK JS JC AS KS QS TS 9S 8S 7S", "kitty": "7H 8H 9H"})
    position = deal_after("8S pass pass JK 7H JC", chance=chance)
    assert legal(position) == "AS KS QS JS TS 9S 8S 7S 9H 8H"


@pytest.mark.rule("FH-58", "FH-60", "FH-R20", "FH-59")
@pytest.mark.parametrize("seed", range(5))
def test_the_winner_leads_and_all_ten_tricks_are_played(seed: int) -> None:
    position = at_the_end(deal_after("6S pass pass", chance=shuffles(seed)), Random(seed))
    plays = [event.seat for event in position.log if isinstance(event, Did) and event.kind == "play"]
    assert len(plays) == 30
    assert plays[0] == 1
    assert plays[3::3] == winners(position)[:-1]
    assert all(plays[at + 1] == (plays[at] + 1) % 3 for at in range(0, 30, 3))
    assert len(notes(position, "points")) == 1


@pytest.mark.rule("FH-R29")
def test_tricks_of_two_players_have_two_cards() -> None:
    position = at_the_end(deal_after("6S pass", o=DUMMY_GAME), Random(1))
    assert len([event for event in position.log if isinstance(event, Did) and event.kind == "play"]) == 20


# The joker without trumps.

HANDS: dict[Seat | str, str] = {
    1: "JK AS KS 7S AH KH AD KD AC KC",
    2: "QS JS QH JH QD JD TD QC JC TC",
    0: "TS 9S 8S TH 9H 8H 7H 9D 9C 8C",
    "kitty": "8D 7D 7C",
}
"""Seat 1 has the joker and all that is high."""


def no_trumps(words: str = "", *, o: Options = STANDARD, bid: str = "7NT") -> Position[Standing]:
    """Seat 1 plays a no-trump contract with those hands, having put the widow away again."""
    return deal_after(f"{bid} pass pass 8D 7D 7C {words}", o=o, chance=dealt(o, HANDS))


@pytest.mark.rule("FH-48", "FH-49", "FH-50", "FH-56", "FH-X18", "FH-X21", "FH-R23", "FH-R24")
@pytest.mark.parametrize(
    ("hand", "contract", "o", "expected"),
    [
        ("JK 8S 7D", "7NT", STANDARD, "8S"),
        ("JK KD 7D", "7NT", STANDARD, "JK KD 7D"),
        ("JK KD 7D", "nullo", NULLO, "JK KD 7D"),
        ("JK KD 7D", "7NT", FOUR, "JK KD 7D"),
        ("JK KD 7D", "misere", FOUR, "JK"),
        ("JK KD 7D", "open-misere", FOUR, "JK"),
        ("JK KD 7D", "nullo", replace(NULLO, nt_joker="restricted"), "JK"),
        ("JK KD 7D", None, replace(PASSED, nt_joker="restricted"), "JK KD 7D"),
    ],
)
def test_who_cannot_follow_may_or_must_play_the_joker(
    hand: str, contract: str | None, o: Options, expected: str
) -> None:
    rank = bower_ranking(pack_for(o), "NT")
    legal_cards = joker_duty(joker_law(o, contract))(hand.split(), on_table(["AS"], rank))
    assert " ".join(legal_cards) == expected
    assert winning(["AS", JOKER, "KS"], rank) == 1


@pytest.mark.rule("FH-51", "FH-52", "FH-X18")
def test_a_free_joker_may_be_led_and_any_suit_named() -> None:
    position = no_trumps("AS JS TS")  # the first question after the discard is the lead: nobody declares a suit
    position.play("JK")
    assert (asked(position), legal(position)) == ((1, "name-suit"), "S H D C")
    position.play("S")
    assert (asked(position), legal(position)) == ((2, "play"), "QS")
    position.play("QS")
    assert legal(position) == "9S 8S"
    position.play("8S")
    assert winners(position) == [1, 1]


@pytest.mark.rule("FH-52")
def test_who_has_none_of_the_suit_named_plays_anything() -> None:
    position = no_trumps("JK D QD")
    assert legal(position) == "9D"
    position = no_trumps("AD QD 9D JK D JD")
    assert legal(position) == "TS 9S 8S TH 9H 8H 7H 9C 8C"


@pytest.mark.rule("FH-53", "FH-87", "FH-R21", "FH-X19")
def test_a_restricted_joker_may_be_declared_by_the_contractor() -> None:
    position = no_trumps(o=RESTRICTED)
    assert (asked(position), legal(position)) == ((1, "joker-suit"), "S H D C none")
    position.play("H")
    assert position.log[-1] == Note("joker-suit", ("H",))
    assert not any(isinstance(event, Did) and event.kind == "joker-suit" for event in position.told(2))
    position.play("JK")  # leads hearts: nothing is named
    assert (asked(position), legal(position)) == ((2, "play"), "QH JH")


DECLARED_FOUR: dict[Seat | str, str] = {
    0: "JK 9D 9S 8S 7S 6S 5S 9C 8C 7C",
    1: "KH AH KC AC AS KS QS JS TS KD",
    2: "4H 5H 6H 7H 8H QD JD TD 8D 7D",
    3: "QC JC TC 6C 5C QH JH TH 9H 6D",
}


@pytest.mark.rule("FH-53", "FH-X19")
def test_a_declared_joker_follows_its_suit_and_loses_off_it() -> None:
    position = deal_after("8NT pass pass pass", o=FOUR, dealer=3, chance=dealt(FOUR, DECLARED_FOUR, 3))
    for word in (*shown_to(position, 0, "kitty")[0].split(), "H", "9S", "TS", "4H", "5C", "KH", "5H", "QH"):
        position.play(word)
    assert legal(position) == "JK"  # a heart is led
    position.play("JK")
    assert winners(position) == [1, 0]


@pytest.mark.rule("FH-53", "FH-X19")
def test_a_declared_joker_thrown_on_another_suit_does_not_win() -> None:
    rank = bower_ranking(pack_for(FOUR), "NT", "H")
    assert list(follow_suit(["JK", "9D"], on_table(["KC"], rank))) == ["JK", "9D"]
    assert winning(["KC", "4H", "QC", "JK"], rank) == 0
    assert winning(["KH", "5H", "QH", "JK"], rank) == 3


@pytest.mark.rule("FH-53", "FH-54", "FH-R21", "FH-87")
@pytest.mark.parametrize(
    ("words", "question"),
    [
        ("7NT pass pass 8D 7D 7C", "joker-suit"),
        ("7NT pass pass 8D 7D JK", "play"),  # he has put the joker away
        ("7S pass pass 8D 7D 7C", "play"),  # there are trumps
        ("pass 7NT pass 8D 7D 7C", "play"),  # another seat has it
    ],
)
def test_only_a_contractor_with_the_joker_is_asked_for_its_suit(words: str, question: str) -> None:
    position = deal_after(words, o=RESTRICTED, chance=dealt(RESTRICTED, HANDS))
    assert position.ask is not None and position.ask.kind == question


@pytest.mark.rule("FH-53", "FH-55")
def test_who_declines_to_declare_is_bound_like_everybody() -> None:
    position = no_trumps("none", o=RESTRICTED)
    assert all("joker-suit" not in str(event) for event in position.told(0))
    for word in ("AS", "JS", "TS", "JK"):
        position.play(word)
    assert (asked(position), legal(position)) == ((1, "name-suit"), "H D C")


@pytest.mark.rule("FH-55", "FH-R22", "FH-X20")
def test_once_all_suits_were_led_the_joker_is_led_only_as_the_last_card() -> None:
    position = no_trumps("none AS JS TS AH QH TH AD QD 9D AC QC 9C", o=RESTRICTED)
    assert legal(position) == "KS 7S KH KD KC"
    for word in ["KS", "QS", "9S", "KH", "JH", "9H", "KD", "JD", "8H", "KC", "JC", "8C", "7S", "TC", "8S"]:
        position.play(word)
    assert winners(position)[-1] == 0
    for word in ("7H", "JK", "TD"):
        position.play(word)
    assert winners(position)[-1] == 1
    assert position.result is not None


@pytest.mark.rule("FH-55", "FH-R22", "FH-X20")
def test_the_last_joker_led_names_no_suit_when_all_were_led() -> None:
    words = "none AS JS TS AH QH TH AD QD 9D AC QC 9C KS QS 9S KH JH 9H KD JD 8H KC JC 8C"
    hands = HANDS | {1: "JK AS KS QS AH KH AD KD AC KC", 2: "7S JS QH JH QD JD TD QC JC TC"}
    position = deal_after(
        f"7NT pass pass 8D 7D 7C {words.replace('KS QS 9S', 'KS 7S 9S')} QS TC 8S",
        o=RESTRICTED,
        chance=dealt(RESTRICTED, hands),
    )
    assert (asked(position), legal(position)) == ((1, "play"), "JK")
    position.play("JK")
    assert asked(position) == (2, "play")
    for word in ("TD", "7H"):
        position.play(word)
    assert winners(position) == [1] * 10


@pytest.mark.rule("FH-R22")
def test_the_last_joker_led_names_a_suit_that_was_not() -> None:
    hands = HANDS | {
        1: "JK AS KS QS AH KH QH AD KD QD",
        2: "7S JS 7H JH JC JD TD QC KC TC",
        0: "TS 9S 8S TH 9H 8H 9D 9C 8C AC",
    }
    words = "none AS JS TS KS 7S 9S QS JC 8S AH JH TH KH 7H 9H QH QC 8H AD JD 9D KD TD 8C QD KC 9C JK"
    position = deal_after(f"7NT pass pass 8D 7D 7C {words}", o=RESTRICTED, chance=dealt(RESTRICTED, hands))
    assert (asked(position), legal(position)) == ((1, "name-suit"), "C")


# Misere and deals that all have passed.


@pytest.mark.rule("FH-61", "FH-X22", "FH-86")
def test_the_partner_of_a_misere_sits_out() -> None:
    hands: dict[Seat | str, str] = {
        0: "4D 5H 6H 7H 8H 9H TH JH QH KH",
        1: "5C",
        2: "7C JK",
        3: "AC KC QC JC TC 9C 8C 6C AS KS",
    }
    position = deal_after("7S misere pass pass pass", o=FOUR, dealer=3, chance=dealt(FOUR, hands, 3))
    assert notes(position, "sits-out") == [(3,)]
    kitty = shown_to(position, 1, "kitty")[0].split()
    for word in (*kitty, "5C", "7C"):
        position.play(word)
    assert asked(position) == (0, "play")
    position.play("4D")
    assert winners(position) == [2]
    assert asked(position) == (2, "play")
    end = at_the_end(position, Random(1))
    assert {event.seat for event in end.log if isinstance(event, Did) and event.kind == "play"} == {0, 1, 2}
    assert sum(int(count) for count in notes(end, "points")[0]) == 10


@pytest.mark.rule("FH-62", "FH-X23", "FH-88")
def test_an_open_misere_is_exposed_after_the_first_trick() -> None:
    position = deal_after("open-misere pass pass pass", o=FOUR, dealer=3)
    for _ in range(3):
        position.play(legal(position).split()[-1])
    while len(winners(position)) < 1:
        assert not any(isinstance(event, Show) and event.kind == "exposed" for event in position.log)
        position.play(legal(position).split()[0])
    shows = [event for event in position.log if isinstance(event, Show) and event.kind == "exposed"]
    assert [(show.seats, show.owner, len(show.cards)) for show in shows] == [((0, 1, 2, 3), 0, 9)]
    assert shows[0] == position.log[-1]
    assert position.log[-2] == Note("trick", (winners(position)[0], 1))


@pytest.mark.rule("FH-62")
def test_a_plain_misere_is_never_exposed() -> None:
    position = at_the_end(deal_after("7S misere pass pass pass", o=FOUR, dealer=3), Random(2))
    assert not any(isinstance(event, Show) and event.kind == "exposed" for event in position.log)


@pytest.mark.rule("FH-63", "FH-74", "FH-41", "FH-X30")
def test_a_passed_deal_is_played_each_for_himself_without_the_widow() -> None:
    position = at_the_end(deal_after("pass pass pass", o=PASSED, dealer=2), Random(3))
    tricks = notes(position, "points")[0]
    assert sum(int(count) for count in tricks) == 10
    assert notes(position, "scores") == [tuple(10 * int(count) for count in tricks)]
    assert all(shown_to(position, seat, "kitty") == [] for seat in range(3))
    assert notes(position, "contract") == []


@pytest.mark.rule("FH-R24", "FH-55")
def test_a_passed_deal_declares_no_joker_but_may_restrict_its_lead() -> None:
    o = replace(PASSED, nt_joker="restricted")
    position = deal_after("pass pass pass AS JS TS JK", o=o, chance=dealt(o, HANDS))
    assert (asked(position), legal(position)) == ((1, "name-suit"), "H D C")


# Whole deals.

X34: dict[Seat | str, str] = {
    0: "TS 8S KH 9H 8H KD KC QC 9C 8C",
    1: "JK KS QS 9S TH AD TD JC TC 7C",
    2: "AS JS 7S QH JH QD JD 9D 8D 7D",
    "kitty": "AH AC 7H",
}
X34_PLAY = "JD KD JK KS AS 8S JH 8H TD 8D 8C AD QS 7D TS AC 9C 7C AH 9H TH QD QC 9S QH KH TC KC JC 9D"


@pytest.mark.rule("FH-X34", "FH-57", "FH-58", "FH-59", "FH-60", "FH-67")
@pytest.mark.parametrize(("bid", "scores"), [("7D", (10, 20, 180)), ("8D", (10, 20, -280))])
def test_a_whole_deal_of_three(bid: str, scores: tuple[int, ...]) -> None:
    position = deal_after(f"pass {bid} pass 7S 7H JS {X34_PLAY}", chance=dealt(STANDARD, X34))
    assert winners(position) == [1, 2, 2, 1, 2, 2, 2, 2, 0, 2]
    assert notes(position, "points") == [(1, 2, 7)]
    assert position.result is not None and position.result.scores == scores


@pytest.mark.rule("FH-X35", "FH-75")
@pytest.mark.parametrize(("bid", "scores"), [("7D", (40, 57, 349)), ("8D", (40, 57, -280))])
def test_the_same_deal_with_points_for_cards(bid: str, scores: tuple[int, ...]) -> None:
    o = replace(STANDARD, card_bonus=True, target=1000)
    position = deal_after(f"pass {bid} pass 7S 7H JS {X34_PLAY}", o=o, chance=dealt(o, X34))
    assert notes(position, "card-points") == [(30, 37, 169)]
    assert position.result is not None and position.result.scores == scores


X36: dict[Seat | str, str] = {
    0: "AS 8S AH AD KD JD 9D 6D 5D AC",
    1: "KS TS 7S 6S JH 6H TD JC TC 8C",
    2: "QS 9S 8H 7H 4H QD 4D KC 7C 6C",
    3: "JK JS 5S KH QH 9H 8D 7D 9C 5C",
    "kitty": "TH 5H QC",
}


@pytest.mark.rule("FH-X36", "FH-54", "FH-55")
def test_a_whole_deal_of_four_without_trumps() -> None:
    words = "7NT pass pass pass 5D 5H 6D AH 6H 4H 9H AD TD 4D 7D TH JH 7H QH"
    position = deal_after(words, o=FOUR, dealer=3, chance=dealt(FOUR, X36, 3))
    position.play("JK")
    assert (asked(position), legal(position)) == ((3, "name-suit"), "S C")
    rest = "C QC 8C 6C JS AS 6S 9S AC TC 7C 5C KD 7S QD 8D JD TS 8H 5S 9D JC QS 9C 8S KS KC KH"
    for word in rest.split():
        position.play(word)
    assert winners(position) == [0, 0, 3, 3, 0, 0, 0, 0, 0, 1]
    assert position.result is not None and position.result.scores == (220, 30)


@pytest.mark.rule("FH-X37", "FH-56", "FH-61", "FH-72")
def test_a_whole_deal_of_misere() -> None:
    hands: dict[Seat | str, str] = {
        2: "JS 8S 7S 5S 8D 7D 6D 5D 4D 5C",
        "kitty": "6S KD JD",
        0: "QS TS JH 9H 8H QD TD JC 9C 7C",
        1: "JK AS KS 9S AH QH TH 7H 5H 8C",
        3: "KH 6H 4H AD 9D AC KC QC TC 6C",
    }
    words = "7S misere pass pass pass KD JS JD 4D AD"
    position = deal_after(words, o=FOUR, dealer=0, chance=dealt(FOUR, hands))
    assert (asked(position), legal(position)) == ((1, "play"), "JK")
    rest = "JK 7H 8S KH AC 8C 5C KC TH 8D 4H AH 7D AS 7S TC KS 6S QC QH 6D 6H 9S 5S 6C 5H 5D 9D"
    for word in rest.split():
        position.play(word)
    assert notes(position, "points") == [(0, 10)]
    assert position.result is not None and position.result.scores == (250, 0)
