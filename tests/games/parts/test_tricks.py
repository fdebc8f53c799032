"""Tricks: following, winning, stopping, drawn and face-down tricks, and entering in the middle."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.games.kernel import Ask, Card, Did, Note, Rules, Seat, Show, Talk
from arena.games.kernel.position import Position
from arena.games.parts.cards import pack
from arena.games.parts.tricks import (
    NOBODY,
    HandRules,
    Playing,
    Ranking,
    Trick,
    follow_suit,
    ranking,
    taken,
    tricks,
    winning,
)
from tests.games.toy import ToyOptions

PACK = pack("AKQJ")
PLAIN = ranking(PACK, None)
HEARTS = ranking(PACK, "H")
BOWER = Ranking("S", {**HEARTS.suit, "JC": "S"}, {**ranking(PACK, "S").power, "JC": 99})
"""Spades are trumps and the other black jack is the highest of them."""


def test_trumps_rank_above_all_other_cards() -> None:
    power = HEARTS.power
    assert min(power[card] for card in PACK if card[1] == "H") > max(power[card] for card in PACK if card[1] != "H")
    assert power["AS"] > power["KS"] > power["JS"]
    assert (PLAIN.trump, HEARTS.trump) == (None, "H")


def on_table(cards: str, rank: Ranking) -> Playing:
    """The play of a trick of three in which these cards lie on the table."""
    on = Playing([[]] * 3, rank, (0, 1, 2))
    on.cards += cards.split()
    return on


@pytest.mark.parametrize(
    ("hand", "led", "rank", "expected"),
    [
        ("AS KH QS", "", PLAIN, "AS KH QS"),
        ("AS KH QS", "JS", PLAIN, "AS QS"),
        ("AS KH QS", "JD", HEARTS, "AS KH QS"),
        ("JC AC KH", "QS", BOWER, "JC"),
        ("JC AC KH", "QC", BOWER, "AC"),
        ("JC KH", "QC", BOWER, "JC KH"),
        ("QS QC KH", "JC", BOWER, "QS"),
    ],
)
def test_following_suit(hand: str, led: str, rank: Ranking, expected: str) -> None:
    assert list(follow_suit(hand.split(), on_table(led, rank))) == expected.split()


@pytest.mark.parametrize(
    ("cards", "rank", "winner"),
    [
        ("QS AS KS", PLAIN, 1),
        ("QS AH KS", PLAIN, 2),
        ("QS AD JH", HEARTS, 2),
        ("JH AS QH", HEARTS, 2),
        ("AS JC", BOWER, 1),
        ("AC KC JC", BOWER, 2),
        ("JS", PLAIN, 0),
    ],
)
def test_the_highest_trump_or_card_of_the_suit_led_wins(cards: str, rank: Ranking, winner: int) -> None:
    assert winning(cards.split(), rank) == winner


HANDS = (("AS", "QD"), ("JH", "KD"), ("KS", "AD"))
FIRST, SECOND = Trick((2, 0, 1), ("KS", "AS", "JH"), 1, 3), Trick((1, 2, 0), ("KD", "AD", "QD"), 2, 3)
"""What the three play, if seat 2 leads the `KS` and seat 1 the `KD`."""


def played(
    words: str = "", /, *, hands: Sequence[Sequence[Card]] = HANDS, leader: Seat = 2, **how: Any
) -> Position[tuple[Trick, ...]]:
    """Tricks of three seats with hearts as trumps, after these words."""
    middle = {key: how.pop(key) for key in ("begun", "named", "won") if key in how}
    rules = HandRules(**{"seats": (0, 1, 2), "rank": HEARTS, "worth": len, **how})
    position = Position(ToyOptions(), lambda: tricks(hands, leader, rules, **middle))
    for word in words.split():
        position.play(word)
    return position


def told(position: Position[Any]) -> list[Note]:
    return [event for event in position.log if isinstance(event, Note)]


def test_the_winner_leads_to_the_next_trick_and_its_worth_is_told() -> None:
    position = played("KS AS JH KD AD QD")
    assert position.result == (FIRST, SECOND)
    assert told(position) == [Note("trick", (1, 3)), Note("trick", (2, 3))]
    assert HANDS[0] == ("AS", "QD")


def test_tricks_are_counted_where_cards_are_worth_nothing() -> None:
    assert told(played("KS AS JH KD AD QD", worth=None)) == [Note("trick", (1, 1)), Note("trick", (2, 1))]


def test_only_the_seats_that_take_part_are_asked() -> None:
    position = played("KS AS", seats=(0, 2))
    assert position.ask == Ask(0, "play", ("QD",))
    position.play("QD")
    position.play("AD")
    assert position.result == (Trick((2, 0), ("KS", "AS"), 0, 2), Trick((0, 2), ("QD", "AD"), 2, 2))


def test_who_answers_for_a_seat_is_asked_for_its_hand() -> None:
    position = played("KS AS", answers=(0, 0, 2))
    assert position.ask == Ask(0, "play", ("JH", "KD"), hand=1)
    position.play("JH")
    dids = [event for event in position.log if isinstance(event, Did)]
    assert [(event.seat, event.by) for event in dids] == [(2, 2), (0, 0), (1, 0)]


def test_a_game_may_have_another_duty_than_to_follow_suit() -> None:
    def as_many_as_lie(hand: Sequence[Card], on: Playing) -> Sequence[Card]:
        return hand[: len(on.cards)]

    def the_last(hand: Sequence[Card], _on: Playing) -> Sequence[Card]:
        return hand[-1:]

    hands = [["AS", "KH"], ["JH", "KS"], ["QS", "JS"]]
    position = played(hands=hands, leader=0, duty=as_many_as_lie, leads=the_last)
    assert position.ask == Ask(0, "play", ("KH",))
    position.play("KH")
    assert position.ask == Ask(1, "play", ("JH",))
    position.play("JH")
    assert position.ask == Ask(2, "play", ("QS", "JS"))


def test_hooks_happen_before_and_after_every_card_and_after_every_trick() -> None:
    def before(on: Playing, seat: Seat) -> Rules[None]:
        yield Note("before", (seat, len(on.cards)))

    def after(on: Playing, seat: Seat) -> Rules[None]:
        yield Note("after", (seat, on.cards[-1]))

    def after_trick(on: Playing) -> Rules[None]:
        yield Note("left", (len(on.won), *on.hands[0]))

    position = played("KS AS JH", before=before, after=after, after_trick=after_trick)
    assert [(e.kind, *e.values) for e in told(position)] == [
        ("before", 2, 0),
        ("after", 2, "KS"),
        ("before", 0, 1),
        ("after", 0, "AS"),
        ("before", 1, 2),
        ("after", 1, "JH"),
        ("trick", 1, 3),
        ("left", 1, "QD"),
        ("before", 1, 0),
    ]


def test_a_hook_may_ask() -> None:
    def knock(_on: Playing, seat: Seat) -> Rules[bool]:
        return (yield Ask(seat, "knock", ("knock", "play"))) == "knock"

    assert played("play KS play AS", before=knock).ask == Ask(1, "knock", ("knock", "play"))
    over = played("play KS play AS knock", before=knock)
    assert over.ask is None
    assert over.result == ()


def test_a_seat_may_say_a_word_before_its_card_which_may_end_the_play() -> None:
    knocks: list[Seat] = []

    def knocked(seat: Seat) -> Rules[bool]:
        knocks.append(seat)
        return (yield Ask(seat, "stop", ("no", "yes"))) == "yes"

    position = played("KS knock no AS JH", words=lambda seat: ("knock",) * (seat not in knocks), said=knocked)
    assert told(position) == [Note("trick", (1, 3))]
    assert position.ask == Ask(1, "play", ("KD", "knock"))
    position.play("knock")
    position.play("no")
    assert position.ask == Ask(1, "play", ("KD",)), "a card must follow"
    for word in ("KD", "knock", "yes"):
        position.play(word)
    assert position.result == (FIRST,)


def test_talk_goes_with_the_cards() -> None:
    talk = Talk((0, 1, 2))
    position = played("KS", talk=talk)
    assert position.ask is not None
    assert position.ask.talk == talk


@pytest.mark.parametrize(
    ("hook", "words", "result"),
    [
        ("before", "", ()),
        ("before", "KS", ()),
        ("before", "KS AS", ()),
        ("before", "KS AS JH", (FIRST,)),
        ("before", "KS AS JH KD AD", (FIRST,)),
        ("after", "KS", ()),
        ("after", "KS AS", ()),
        ("after", "KS AS JH", ()),
        ("after", "KS AS JH KD", (FIRST,)),
        ("after", "KS AS JH KD AD QD", (FIRST,)),
    ],
)
def test_play_may_stop_before_or_after_any_card(hook: str, words: str, result: tuple[Trick, ...]) -> None:
    def stop(on: Playing, _seat: Seat) -> Rules[bool]:
        yield from ()
        return 3 * len(on.won) + len(on.cards) == len(words.split())

    how: dict[str, Any] = {hook: stop}
    position = played(words, **how)
    assert (position.ask, position.result) == (None, result)
    assert told(position) == [Note("trick", (trick.winner, 3)) for trick in result]


@pytest.mark.parametrize(("number", "words"), [(1, "KS AS JH"), (2, "KS AS JH KD AD QD")])
def test_play_may_be_over_before_the_hands_are_empty(number: int, words: str) -> None:
    def stop(on: Playing) -> Rules[bool]:
        yield Note("seen", (on.won[-1].winner,))
        return len(on.won) == number

    once = played(words, after_trick=stop)
    assert (once.ask, once.result) == (None, (FIRST, SECOND)[:number])
    assert told(once)[-2:] == [Note("trick", (number, 3)), Note("seen", (number,))]


def test_whoever_led_a_drawn_trick_leads_again_and_it_counts_for_nobody() -> None:
    def drawn(on: Playing) -> Seat:
        return NOBODY if not on.won else on.winner

    position = played("KS AS JH", takes=drawn)
    assert told(position) == [Note("trick", ("-", 3))]
    assert position.ask == Ask(2, "play", ("AD",))
    for word in ("AD", "QD", "KD"):
        position.play(word)
    first, second = Trick((2, 0, 1), ("KS", "AS", "JH"), NOBODY, 3), Trick((2, 0, 1), ("AD", "QD", "KD"), 2, 3)
    assert position.result == (first, second)
    assert taken((0, 1, 2), (first, second)) == (0, 0, 3)
    assert taken((0, 1, 0), (first, FIRST, SECOND)) == (3, 3)


def test_a_trick_may_be_taken_by_another_card_than_the_highest() -> None:
    position = played("KS AS JH", takes=lambda on: on.order[-2])
    assert told(position) == [Note("trick", (0, 3))]
    assert position.ask == Ask(0, "play", ("QD",))


def face_down_off_suit(on: Playing, seat: Seat) -> bool:
    """Whether a seat cannot follow suit."""
    return bool(on.cards) and not on.of(on.hands[seat], on.led)


def test_a_card_played_face_down_is_turned_up_when_the_trick_is_complete() -> None:
    position = played("KS AS JH", face_down=face_down_off_suit)
    open_cards = [Did(2, "play", "KS", "all", 2), Did(0, "play", "AS", "all", 0)]
    rest = [Did(1, "play", None, "fact", 1), Show((0, 1, 2), "turned", 1, ("JH",)), Note("trick", (1, 3))]
    for seat in (0, 2):
        assert list(position.told(seat)) == [*open_cards, *rest]
    assert position.told(1)[2] == Did(1, "play", "JH", "fact", 1)
    assert position.ask == Ask(1, "play", ("KD",))


def test_a_card_is_not_turned_up_while_others_are_to_play() -> None:
    position = played("JH QD", leader=1, hands=(("AS",), ("JH",), ("QD",)), face_down=face_down_off_suit)
    assert position.told(0) == (Did(1, "play", "JH", "all", 1), Did(2, "play", None, "fact", 2))
    assert position.ask == Ask(0, "play", ("AS",), "fact")
    position.play("AS")
    turned = [event for event in position.told(1) if isinstance(event, Show)]
    assert turned == [Show((0, 1, 2), "turned", 2, ("QD",)), Show((0, 1, 2), "turned", 0, ("AS",))]


def test_a_card_of_a_hand_that_another_plays_is_turned_up_for_the_players() -> None:
    position = played("KS AS JH", answers=(0, 0, 2), face_down=face_down_off_suit)
    assert position.log[-2] == Show((0, 2), "turned", 1, ("JH",))
    assert position.told(2)[-3] == Did(1, "play", None, "fact", 0)


def test_the_play_of_a_hand_is_live() -> None:
    seen: list[Any] = []

    def look(on: Playing, seat: Seat) -> Rules[None]:
        yield from ()
        hands = [" ".join(hand) for hand in on.hands]
        seen.append((seat, hands, " ".join(on.cards), on.order, on.led, on.winner, len(on.won)))

    played("KS AS JH KD", after=look)
    assert seen == [
        (2, ["AS QD", "JH KD", "AD"], "KS", (2, 0, 1), "S", 2, 0),
        (0, ["QD", "JH KD", "AD"], "KS AS", (2, 0, 1), "S", 0, 0),
        (1, ["QD", "KD", "AD"], "KS AS JH", (2, 0, 1), "S", 1, 0),
        (1, ["QD", "", "AD"], "KD", (1, 2, 0), "D", 1, 1),
    ]


def test_a_hook_may_change_the_hands() -> None:
    def exchange(on: Playing) -> Rules[None]:
        yield from ()
        on.hands[1][:], on.hands[2][:] = on.hands[2], on.hands[1]

    assert played("KS AS JH", after_trick=exchange).ask == Ask(1, "play", ("AD",))


def test_a_suit_may_be_named_for_the_card_led_until_the_trick_is_over() -> None:
    def name(on: Playing, seat: Seat) -> Rules[None]:
        if len(on.cards) == 1 and not on.won:
            on.named = yield Ask(seat, "name-suit", ("D",))

    def follow(hand: Sequence[Card], on: Playing) -> Sequence[Card]:
        return on.of(hand, on.led) if on.cards else hand

    position = played("KS D", after=name, duty=follow)
    assert position.ask == Ask(0, "play", ("QD",))
    position = played("KS D QD KD", after=name, duty=follow, hands=(("AS", "QD"), ("JS", "KD"), ("KS", "QS")))
    assert position.ask == Ask(2, "play", ("QS",))
    position.play("QS")
    assert position.ask == Ask(0, "play", ("AS",))


@pytest.mark.parametrize(
    ("table", "beating"), [("KS", "AS QH"), ("KS QH", "KH"), ("QS JH AS", "QH KH"), ("KD", "QH KH"), ("AD", "QH KH")]
)
def test_what_would_win_the_trick_as_it_lies(table: str, beating: str) -> None:
    cards = ["AS", "QS", "QH", "KH", "KD", "AC"]
    held = [card for card in cards if card in beating.split() or card in {"QS", "KD", "AC"}]
    assert on_table(table, HEARTS).beating(held) == beating.split()


def test_cards_of_a_suit_are_those_that_count_for_it() -> None:
    on = on_table("QS", BOWER)
    assert on.of(["JC", "AC", "KH"], "S") == ["JC"]
    assert on.of(["JC", "AC", "KH"], "C") == ["AC"]
    assert on.of(["JC", "AC", "KH"], None) == []


@pytest.mark.parametrize("hook", ["before", "after"])
def test_who_enters_in_the_middle_finds_what_was_played(hook: str) -> None:
    seen: list[Any] = []

    def look(on: Playing, seat: Seat) -> Rules[None]:
        yield from ()
        seen.append((seat, list(on.cards), on.order, list(on.won), [list(hand) for hand in on.hands]))

    left = (("QD",), (), ("AD",))
    how: dict[str, Any] = {hook: look}
    position = played("AD", hands=left, leader=1, begun=("KD",), won=(FIRST,), **how)
    cards, hands = (["KD"], [["QD"], [], ["AD"]]) if hook == "before" else (["KD", "AD"], [["QD"], [], []])
    assert seen[0] == (2, cards, (1, 2, 0), [FIRST], hands)
    position.play("QD")
    assert position.result == (FIRST, SECOND)
    assert told(position) == [Note("trick", (2, 3))]


@given(rng=st.randoms(use_true_random=False))
def test_entering_in_the_middle_equals_playing_through(rng: Random) -> None:
    cards = rng.sample(PACK, 12)
    hands = [cards[:4], cards[4:8], cards[8:]]
    through = played(hands=hands, leader=1)
    asks = []
    while through.ask is not None:
        asks.append(through.ask)
        through.play(rng.choice(through.ask.legal))
    assert through.result is not None
    for known, ask in enumerate(asks):
        done, begun = divmod(known, 3)
        won, seen = through.result[:done], set(through.answers[:known])
        left = [[card for card in hand if card not in seen] for hand in hands]
        leader = through.result[done].seats[0]
        middle = played(hands=left, leader=leader, begun=through.answers[known - begun : known], won=won)
        assert middle.ask == ask
        for word in through.answers[known:]:
            middle.play(word)
        assert middle.result == through.result
