"""The joker in hands without trumps: what binds it, who names suits, tricks with it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from arena.games.kernel import Card, Did, Note, Rules, Seat, Show
from arena.games.kernel.position import Position
from arena.games.parts.bowers import JOKER, bower_ranking
from arena.games.parts.cards import pack
from arena.games.parts.duties import betrayed
from arena.games.parts.joker import (
    FREE,
    JokerLaw,
    declare_joker,
    joker_duty,
    joker_leads,
    joker_rules,
    name_suit,
    name_unled,
)
from arena.games.parts.tricks import HandRules, Playing, Trick, tricks
from tests.games.toy import ToyOptions

PACK = (*pack("AKQJT987"), JOKER)
NO_TRUMPS = bower_ranking(PACK, "NT")
HAPPENS = (Did, Show, Note)
RESTRICTED, FORCED = JokerLaw(restricted=True), JokerLaw(restricted=True, forced=True)


def led(*cards: Card) -> tuple[Trick, ...]:
    """Tricks that began with these cards."""
    return tuple(Trick((0,), (card,), 0, 1) for card in cards)


def playing(hands: Sequence[str], words: str = "", **how: Any) -> Position[tuple[Trick, ...]]:
    """A hand without trumps, played from these hands with these words."""
    held = [hand.split() for hand in hands]
    rules = joker_rules(**{"seats": tuple(range(len(held))), "rank": NO_TRUMPS, **how})
    position = Position(ToyOptions(), lambda: tricks(held, 0, rules))
    for word in words.split():
        position.play(word)
    return position


def entered(hands: Sequence[str], words: str, law: JokerLaw, won: Sequence[Trick]) -> Position[tuple[Trick, ...]]:
    """The same after these tricks, by the rules of `joker_rules`."""
    held = [hand.split() for hand in hands]
    after = name_unled if law.restricted else name_suit
    position = Position(
        ToyOptions(),
        lambda: tricks(
            held,
            0,
            HandRules(range(len(held)), NO_TRUMPS, duty=joker_duty(law), leads=joker_leads(law), after=after),
            won=won,
        ),
    )
    for word in words.split():
        position.play(word)
    return position


def on_table(*cards: Card, named: str | None = None) -> Playing:
    """The play of a trick in which these cards lie on the table."""
    on = Playing([[]] * 3, NO_TRUMPS, (0, 1, 2))
    on.cards += cards
    on.named = named
    return on


def legal(position: Position[Any]) -> str:
    assert position.ask is not None
    return f"{position.ask.seat} {position.ask.kind}: {' '.join(position.ask.legal)}"


@pytest.mark.rule("FH-49", "FH-50", "FH-56", "AF-35", "AF-37")
@pytest.mark.parametrize(
    ("hand", "lead", "law", "expected"),
    [
        ("JK 8S 7D", "AS", FREE, "8S"),
        ("JK KD 7D", "AS", FREE, "JK KD 7D"),
        ("JK KD 7D", "AS", RESTRICTED, "JK KD 7D"),
        ("JK KD 7D", "AS", FORCED, "JK"),
        ("JK 8S 7D", "AS", FORCED, "8S"),
        ("KD 7D", "AS", FORCED, "KD 7D"),
    ],
)
def test_the_joker_may_be_played_only_by_who_cannot_follow(hand: str, lead: str, law: JokerLaw, expected: str) -> None:
    follow = joker_duty(law)(hand.split(), on_table(lead))
    assert " ".join(follow) == expected


@pytest.mark.rule("FH-51", "FH-52", "FH-X18")
def test_who_leads_the_joker_names_a_suit_that_the_others_follow_and_wins() -> None:
    hands = ["JK 9C", "7H AS", "KD 8D"]
    position = playing(hands, "JK")
    assert legal(position) == "0 name-suit: S H D C"
    position.play("H")
    assert legal(position) == "1 play: 7H"
    position.play("7H")
    assert legal(position) == "2 play: KD 8D"
    position.play("KD")
    assert position.log[-1] == Note("trick", (0, 1))


@pytest.mark.rule("FH-55", "FH-X20", "AF-36", "AF-X12")
def test_a_restricted_joker_names_a_suit_not_yet_led() -> None:
    hands = ["JK 9C", "7H AS", "KD 8D"]
    position = entered(hands, "JK", RESTRICTED, led("AS", "KH", "7D"))
    assert legal(position) == "0 name-suit: C"
    position = entered(hands, "", RESTRICTED, led("AS", "KH", "7D", "8C"))
    assert legal(position) == "0 play: 9C"
    assert legal(entered(hands, "", FREE, led("AS", "KH", "7D", "8C"))) == "0 play: JK 9C"


@pytest.mark.rule("FH-55", "FH-R22", "FH-X20", "AF-R19")
def test_the_last_card_may_always_be_the_joker() -> None:
    hands = ["JK", "7H", "KD"]
    position = entered(hands, "JK", RESTRICTED, led("AS", "KH", "7D", "8C"))
    assert legal(position) == "1 play: 7H"
    position = entered(hands, "JK 7H KD", RESTRICTED, led("AS", "KH", "7D", "8C"))
    assert position.result is not None and position.result[-1].winner == 0
    assert legal(entered(hands, "JK", RESTRICTED, led("AS", "KH"))) == "0 name-suit: D C"


def test_the_suit_that_was_named_for_the_joker_is_followed() -> None:
    assert joker_duty(FREE)(["7H", "AS"], on_table(JOKER, named="S")) == ["AS"]


def test_play_may_be_entered_after_a_suit_was_named() -> None:
    hands = [["9C"], ["7H", "AS"], ["KD", "KS"]]
    position = Position(
        ToyOptions(),
        lambda: tricks(hands, 0, HandRules((0, 1, 2), NO_TRUMPS), begun=[JOKER], named="S"),
    )
    assert legal(position) == "1 play: AS"
    position.play("AS")
    assert legal(position) == "2 play: KS"
    position.play("KS")
    assert position.log[-1] == Note("trick", (0, 1))


def test_with_trumps_or_a_declared_suit_the_joker_is_a_card_like_others() -> None:
    trumps = playing(["JK 9C", "7H AS", "KD 8D"], "JK", rank=bower_ranking(PACK, "H"))
    assert legal(trumps) == "1 play: 7H"
    declared = bower_ranking(PACK, "NT", "C")
    assert legal(playing(["7D 9C", "JK 8D", "KD 8C"], "9C", rank=declared)) == "1 play: JK"
    assert legal(playing(["7D 9C", "JK 8S", "KD 8C"], "7D JK KD", rank=declared)) == "2 play: 8C"


def test_hooks_come_after_the_card_and_after_the_trick() -> None:
    def after(on: Playing, seat: Seat) -> Rules[None]:
        yield Note("saw", (seat, on.cards[-1]))

    def after_trick(on: Playing) -> Rules[None]:
        yield Show((0,), "left", 1, tuple(on.hands[1]))
        yield Note("done", (len(on.won),))

    position = playing(["JK 9C", "7H AS"], "JK H 7H 9C AS", after=after, after_trick=after_trick)
    happened = " ".join(str(e.word) if isinstance(e, Did) else e.kind for e in position.log if isinstance(e, HAPPENS))
    assert happened == "JK saw H 7H saw trick left done 9C saw AS saw trick left done"


@pytest.mark.rule("FH-53", "FH-87", "AF-34", "AF-46")
def test_a_declared_suit_is_told_to_all_and_a_refusal_to_nobody() -> None:
    for word, suit, told in (("H", "H", (Note("joker-suit", ("H",)),)), ("none", None, ())):
        position = Position(ToyOptions(), lambda: declare_joker(2))
        assert legal(position) == "2 joker-suit: S H D C none"
        position.play(word)
        assert position.result == suit
        assert position.told(0) == told
        assert position.told(2)[0] == Did(2, "joker-suit", word, "nobody", 2)


@pytest.mark.parametrize(
    ("cards", "named", "law", "expected"),
    [
        ("0:AS 1:7S 2:KD", None, FREE, {2: {"S"}}),
        ("0:AS 1:7S 2:JK", None, FREE, {2: {"S"}}),
        ("0:JK 1:7H 2:KD", "H", FREE, {2: {"H"}}),
        ("0:AS 1:7S 2:KD", None, FORCED, {2: {"S", JOKER}}),
        ("0:JK 1:7H 2:KD 0:AC 1:7D", "H", FORCED, {2: {"H", JOKER}, 1: {"C", JOKER}}),
    ],
)
def test_what_play_shows_to_be_missing(
    cards: str, named: str | None, law: JokerLaw, expected: Mapping[Seat, set[str]]
) -> None:
    played = [(int(seat), card) for seat, card in (text.split(":") for text in cards.split())]
    on, missing = on_table(), dict[Seat, set[Card]]()
    for seat, card in played:
        if len(on.cards) == 3:
            on.gather(0, 1)
        if found := betrayed(joker_duty(law), on, card, PACK):
            missing.setdefault(seat, set()).update(found)
        on.cards.append(card)
        if card == JOKER and len(on.cards) == 1:
            on.named = named
    assert missing == {
        seat: set().union(*(NO_TRUMPS.cards[suit] for suit in suits)) for seat, suits in expected.items()
    }
