"""What a seat knows of the cards, read from views; and deals drawn, held against every deal that agrees.

The small games below have six to eight cards, so that all deals can be listed: each is played again by the rules with
every word that the seat did not hear, and it agrees if the seat is told the same.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import combinations, permutations
from random import Random
from typing import Any, NamedTuple

import pytest

from arena.games.hidden import whereabouts
from arena.games.hidden.cases import Case, divisions
from arena.games.hidden.filling import Slot
from arena.games.hidden.joker import joker_tricks_tell
from arena.games.hidden.reading import LAYING
from arena.games.hidden.whereabouts import Whereabouts
from arena.games.kernel import (
    AnyGame,
    Ask,
    Card,
    Chance,
    Did,
    Event,
    Note,
    Place,
    Plan,
    Rules,
    Seat,
    Show,
    View,
    seated,
)
from arena.games.kernel.position import Position, play_deal
from arena.games.laws import census, check_game, check_worlds_uniform
from arena.games.parts import cards as parts
from arena.games.parts.bowers import JOKER
from arena.games.parts.cards import STOCK, TURN_UP, Dealt, assemble, by_order, dealt, give, more, pack, plan, show_hands
from arena.games.parts.duties import head_or_trump
from arena.games.parts.exchange import draw, lay_and_draw
from arena.games.parts.joker import JokerLaw
from arena.games.parts.kitty import KITTY, discards, take_kitty
from arena.games.parts.misdeal import misdeal
from arena.games.parts.robbing import rob, swap
from arena.games.parts.tricks import Duty, HandRules, Playing, Ranking, follow_suit, ranking, tricks
from tests.games.laws.fairness import check_worlds_fair
from tests.games.situations import agrees, assert_equally_likely
from tests.games.toy import TOY, ToyOptions, ToyStanding

EIGHT = pack("AKQJ", "SH")
SEVEN, SIX = EIGHT[:7], pack("AKQ", "SH")
RANK = ranking(EIGHT, None)
SPADES = ranking(EIGHT, "S")
ALL = (0, 1, 2)
TALON = "talon"
"""Cards that nobody gets."""


def nothing(_: Whereabouts) -> None:
    """A game that adds nothing to what is read in the view."""


def mini(
    deal: Callable[[Dealt], Rules[Any]],
    where: Plan,
    know: Callable[[Whereabouts], object] = nothing,
    cards: tuple[Card, ...] = EIGHT,
) -> AnyGame:
    """A game of one deal with three seats; hands are read in the order of the pack."""

    def rules(_o: ToyOptions, standing: ToyStanding, chance: Chance) -> Rules[ToyStanding]:
        yield from deal(give(chance("pack", cards), where, cards, 3))
        return standing._replace(finished=standing.finished + 1)

    def known(view: View) -> Whereabouts:
        found = Whereabouts(view, cards, where)
        know(found)
        return found

    return replace(
        TOY,
        deal=rules,
        pack=lambda _: cards,
        dealing=lambda *_: where,
        hidden=lambda view: known(view).sampler(),
        points=lambda _: None,
    )


def view_of(seat: Seat, *events: Event) -> View:
    """What a seat was told, written down by hand."""
    return View(seat, ToyOptions(), ToyStanding(), events)


def after(game: AnyGame, words: str) -> Position[Any]:
    """The deal of the unshuffled pack after these answers."""
    position = play_deal(game, ToyOptions(), ToyStanding(), lambda _, items: tuple(items))
    for word in words.split():
        position.play(word)
    return position


def layouts(where: Plan, cards: Sequence[Card]) -> Iterator[dict[Place, tuple[Card, ...]]]:
    """Every way to deal the cards; the order matters in the stock only."""
    if not where:
        yield {}
        return
    place, size = where[0], where.count(where[0])
    for held in (permutations if place == STOCK else combinations)(cards, size):
        rest = [card for card in cards if card not in held]
        for others in layouts(tuple(to for to in where if to != place), rest):
            yield {place: held, **others}


Content = tuple[Any, ...]
"""What was dealt to each place, and the cards that were laid aside or played unseen, by whom."""


Words = Callable[[Sequence[str]], Collection[str]]
"""Cards that were laid aside: in order (`tuple`), or in any (`frozenset`)."""


def content(
    where: Plan, cards: Sequence[Card], secrets: Mapping[tuple[Seat, str], Sequence[str]], kept: Words
) -> Content:
    lies = ((place, dealt(cards, where, place)) for place in dict.fromkeys(where))
    held = tuple((place, tuple(held) if place == STOCK else frozenset(held)) for place, held in lies)
    aside = [key for key, words in secrets.items() if words and key[1] in {*LAYING, "play"}]
    return held, tuple((key, kept(secrets[key])) for key in sorted(aside))


def all_that_agree(game: AnyGame, view: View, kept: Words = tuple) -> set[Content]:
    """Every deal in which the seat would have been told the same."""
    where, found = game.dealing(view.options, view.standing), set()
    for layout in layouts(where, game.pack(view.options)):
        cards = assemble(where, layout)
        for position, _ in census.deals_that_agree(game, view, [{"pack": cards}]):
            secrets: dict[tuple[Seat, str], list[str]] = {}
            for did in position.log:
                if isinstance(did, Did) and did.told != "all" and did.by != view.seat:
                    secrets.setdefault((did.seat, did.kind), []).append(str(did.word))
            found.add(content(where, cards, secrets, kept))
    return found


def assert_drawn(game: AnyGame, view: View, number: int, kept: Words = tuple) -> None:
    """So many deals agree with the view; only they are drawn, each as often as any other."""
    where, draw, rng = game.dealing(view.options, view.standing), game.hidden(view), Random(1)
    possible = all_that_agree(game, view, kept)
    assert len(possible) == number
    assert all(agrees(game, view, draw(rng)) for _ in range(5))

    def drawn() -> Content:
        world = draw(rng)
        return content(where, world.draws["pack"], world.secrets, kept)

    assert_equally_likely(possible, drawn)


class Example(NamedTuple):
    """A moment of a small game: the words so far, who looks, and how many deals look the same to it."""

    words: str
    seat: Seat
    number: int


MANY = 15
"""With more deals than that it takes a while to draw each of them twenty times."""


def examples(game: AnyGame, *found: tuple[str, Seat, int]) -> list[Any]:
    return [
        pytest.param(game, Example(*each), id=" ".join(map(str, each[:2])), marks=[pytest.mark.slow] * (each[2] > MANY))
        for each in found
    ]


def assert_example(game: AnyGame, example: Example) -> None:
    assert_drawn(game, after(game, example.words).view(example.seat), example.number)


# Reading: the own hand, plays, suits that were not followed.


THREE = plan([(0, 2), (1, 2), (2, 2), (TALON, 2)])
EVENTS = (
    Show((0,), "hand", 0, ("AS", "KH")),
    Did(0, "play", "AS", "all", 0),
    Did(1, "play", "KS", "all", 0),
    Note("trick", (0, 1)),
    Note("trick", (1, 2)),
    Show((0,), "hand", 2, ("QH",)),
)


def listed(known: Whereabouts, place: Place) -> list[Card]:
    return known.cards.listed(known.may_lie(place))


def test_a_view_tells_what_was_played_from_which_hand_and_what_was_shown() -> None:
    known = Whereabouts(view_of(0, *EVENTS), EIGHT, THREE)
    assert known.plays == [(0, "AS"), (1, "KS")]
    assert [did.word for did in known.said("play")] == ["AS", "KS"]
    assert known.said("discard") == []
    assert known.facts.last("trick") == (1, 2)
    assert [known.holds(place) for place in (0, 1, 2, TALON, KITTY)] == [1, 1, 2, 2, 0]
    assert [known.unknown(place) for place in (0, 1, 2, TALON, KITTY)] == [0, 1, 1, 2, 0]
    assert known.cards.listed(known.unseen) == ["QS", "JS", "AH", "JH"]
    assert all(listed(known, place) == ["QS", "JS", "AH", "JH"] for place in (1, 2, TALON))
    assert listed(known, KITTY) == []


def test_a_world_has_the_cards_that_were_seen_where_they_were_dealt() -> None:
    draw = Whereabouts(view_of(0, *EVENTS), EIGHT, THREE).sampler()
    for seed in range(20):
        world = draw(Random(seed))
        hands = [set(dealt(world.draws["pack"], THREE, seat)) for seat in ALL]
        assert hands[0] == {"AS", "KH"} and "KS" in hands[1] and "QH" in hands[2]
        assert set(world.draws["pack"]) == set(EIGHT)
        assert world.secrets == {}


TRICKS = pack("AKQJ")
TABLE = plan([(seat, 3) for seat in range(4)] + [(TALON, 4)])


def voids(words: str, rank: Ranking, named: Mapping[Card, str] | None = None) -> dict[Seat, set[str]]:
    """The suits that each of three seats cannot hold by its plays, told to a fourth who looks on."""
    seats = (0, 1, 2, 1, 0, 2)
    plays = [Did(seat, "play", card, "all", seat) for seat, card in zip(seats, words.split(), strict=False)]
    known = Whereabouts(view_of(3, *plays), TRICKS, TABLE)
    known.tricks(rank, 3, named=named)
    unseen = set(known.cards.listed(known.unseen))
    lacks = {seat: {rank.suit[card] for card in unseen.difference(listed(known, seat))} for seat in ALL}
    for seat, suits in lacks.items():
        assert set(listed(known, seat)) == {card for card in unseen if rank.suit[card] not in suits}
    assert set(listed(known, TALON)) == unseen
    return {seat: suits for seat, suits in lacks.items() if suits}


@pytest.mark.parametrize(
    ("cards", "expected"),
    [
        ("AS KS QS", {}),
        ("AS KH QS", {1: {"S"}}),
        ("AS KH QH JD QS KD", {1: {"S"}, 2: {"S"}, 0: {"D"}}),
        ("AS KH", {1: {"S"}}),
        ("AS", {}),
    ],
)
def test_who_does_not_follow_has_none_of_the_suit(cards: str, expected: dict[int, set[str]]) -> None:
    assert voids(cards, ranking(TRICKS, None)) == expected


def test_a_word_that_is_no_card_is_not_played() -> None:
    plays = EVENTS[:3]
    raised = (*plays[:2], Did(1, "play", "raise", "all", 1), plays[2], Did(2, "play", "raise", "all", 2))
    known, again = Whereabouts(view_of(0, *raised), EIGHT, THREE), Whereabouts(view_of(0, *plays), EIGHT, THREE)
    assert (known.plays, known.unseen) == (again.plays, again.unseen)
    assert [known.holds(seat) for seat in ALL] == [again.holds(seat) for seat in ALL] == [1, 1, 2]
    assert known.sampler()(Random(1)) == again.sampler()(Random(1))


def test_a_bower_follows_its_suit_of_play() -> None:
    plain = ranking(TRICKS, None)
    assert voids("AS JC KC", Ranking("S", {**plain.suit, "JC": "S"}, plain.power)) == {2: {"S"}}


def test_the_suit_named_for_a_card_is_followed_in_place_of_its_own() -> None:
    assert voids("AS KS KH", ranking(TRICKS, None), {"AS": "H"}) == {1: {"H"}}
    assert voids("AS KS KH", ranking(TRICKS, None), {"KS": "H"}) == {2: {"S"}}


def test_who_follows_with_neither_the_suit_nor_a_card_that_is_forced_has_none_of_both() -> None:
    known = Whereabouts(view_of(0, *EVENTS[:2], Did(1, "play", "JH", "all", 1)), EIGHT, THREE)
    known.tricks(RANK, 3, otherwise=("AH",))
    assert listed(known, 1) == ["QH"]
    assert listed(known, 2) == ["KS", "QS", "JS", "AH", "QH"]


def test_the_own_hand_is_no_guess() -> None:
    known = Whereabouts(
        view_of(0, EVENTS[0], Did(1, "play", "JS", "all", 1), Did(0, "play", "KH", "all", 0)), EIGHT, THREE
    )
    known.tricks(RANK, 3)
    assert set(dealt(known.sampler()(Random(1)).draws["pack"], THREE, 0)) == {"AS", "KH"}


def playing(duty: Duty, rank: Ranking, given: Dealt) -> Rules[None]:
    """All hands are seen by who holds them, and played; seat 0 leads."""
    yield from show_hands(given.hands)
    yield from tricks(given.hands, 0, HandRules(ALL, rank, duty=duty))


FOLLOWING = mini(partial(playing, follow_suit, RANK), THREE, lambda known: known.tricks(RANK, 3))
UNDER = ("QS", "AH", "JS", "QH", "AS", "KH", "KS", "JH")
"""Dealt so, seat 1 can follow spades and not head them."""
HEADING = mini(
    partial(playing, head_or_trump, SPADES), THREE, lambda known: known.tricks(SPADES, 3, duty=head_or_trump), UNDER
)


@pytest.mark.parametrize(
    ("game", "example"),
    [
        *examples(
            FOLLOWING,
            ("", 0, 90),  # six cards in three twos
            ("AS QS AH", 0, 9),  # of JS KH QH JH one is with 2, no spade; one of the others with 1
            ("AS QS AH", 2, 12),  # of KS JS QH JH any is with 0, any other with 1
            ("AS QS AH KS JS KH", 0, 1),
        ),
        *examples(
            HEADING,
            ("QS JS", 2, 9),  # of KS AH QH JH: any is with 0, but with 1 no king
            ("QS JS", 0, 18),  # of AS KS KH QH JH: with 1 no higher spade, with 2 any two others
        ),
    ],
)
def test_what_a_play_betrays_is_respected(game: AnyGame, example: Example) -> None:
    assert_example(game, example)


def test_a_duty_betrays_more_than_a_suit() -> None:
    """Trumps are spades: who plays under the king of hearts led has no higher heart."""
    plays = (Did(1, "play", "KH", "all", 1), Did(2, "play", "QH", "all", 2))
    known = Whereabouts(view_of(0, Show((0,), "hand", 0, ("KS", "JH")), *plays), EIGHT, THREE)
    known.tricks(SPADES, 3, duty=head_or_trump)
    assert listed(known, 2) == ["AS", "QS", "JS"]
    assert listed(known, 1) == ["AS", "QS", "JS", "AH"]
    no_trump = (plays[0], plays[1]._replace(word="QH"), Did(0, "play", "JH", "all", 0), Did(1, "play", "AH", "all", 1))
    known = Whereabouts(view_of(0, Show((0,), "hand", 0, ("KS", "JH")), *no_trump[:3], no_trump[3]), EIGHT, THREE)
    known.tricks(SPADES, 3, duty=head_or_trump)
    assert listed(known, 1) == ["AS", "QS", "JS"]


JOKERS = (JOKER, *TRICKS)
NINE = plan([(0, 3), (1, 3), (2, 3), (TALON, 8)])
OWN = Show((0,), "hand", 0, ("AS", "KS", "AH"))


def test_what_a_joker_tells() -> None:
    """Seat 1 leads the joker and names hearts; the contractor, seat 2, has none and declared nothing for the joker."""
    plays = (
        Did(1, "play", JOKER, "all", 1),
        Did(1, "name-suit", "H", "all", 1),
        Did(2, "play", "QS", "all", 2),
    )
    known = Whereabouts(view_of(0, OWN, *plays), JOKERS, NINE)
    joker_tricks_tell(known, "NT", 3, JokerLaw(forced=True), 2)
    assert listed(known, 2) == ["JS", "AD", "KD", "QD", "JD", "AC", "KC", "QC", "JC"]
    assert known.sampler()(Random(1)).secrets == {(2, "joker-suit"): ("none",)}


def test_a_declared_joker_is_with_the_contractor() -> None:
    known = Whereabouts(view_of(0, OWN, Note("joker-suit", ("H",))), JOKERS, NINE)
    joker_tricks_tell(known, "NT", 3, JokerLaw(), 2)
    assert JOKER not in listed(known, 1) and JOKER not in listed(known, TALON)
    world = known.sampler()(Random(1))
    assert JOKER in dealt(world.draws["pack"], NINE, 2)
    assert world.secrets == {(2, "joker-suit"): ("H",)}


@pytest.mark.parametrize("forced", [True, False])
def test_who_throws_another_card_has_no_joker_that_is_forced(forced: bool) -> None:
    plays = (Did(0, "play", "AS", "all", 0), Did(1, "play", "QH", "all", 1))
    known = Whereabouts(view_of(0, OWN, *plays), JOKERS, NINE)
    joker_tricks_tell(known, "NT", 3, JokerLaw(forced=forced), None)
    assert (JOKER in listed(known, 1)) != forced
    assert JOKER in listed(known, 2)


# Exchanges with a kitty.


def contracted(takers: Sequence[Seat], given: Dealt) -> Rules[None]:
    """Each of the takers takes the kitty and leaves as many cards for the next; then all hands are played."""
    pile = given.kitty
    yield from show_hands(given.hands)
    for seat in takers:
        yield from take_kitty(given.hands[seat], pile, seat, by_order(EIGHT))
        pile = sorted((yield from discards(given.hands[seat], len(pile), seat)), key=by_order(EIGHT))
    yield from tricks(given.hands, takers[-1], HandRules(ALL, RANK))


ONE_AND_KITTY = plan([(0, 1), (1, 1), (2, 1), (KITTY, 2), (TALON, 1)])  # 0 AS, 1 KS, 2 QS, kitty AH KH, talon QH
TAKEN = mini(partial(contracted, (1,)), ONE_AND_KITTY, lambda known: known.tricks(RANK, 3), SIX)
PASSED_ON = mini(partial(contracted, (0, 1)), ONE_AND_KITTY, lambda known: known.tricks(RANK, 3), SIX)


@pytest.mark.parametrize(
    ("game", "example"),
    [
        *examples(
            TAKEN,
            ("", 0, 60),  # of five cards two are the kitty, the others lie one by one
            ("", 1, 6),
            ("AH", 0, 180),  # and one of three laid aside
            ("AH KS", 0, 360),  # two of three, one after the other
            ("AH KS", 1, 6),
            ("KS AH KH", 0, 72),  # of four cards two were laid aside in order: 24; two of three were the kitty
            ("KS AH KH QS", 0, 18),
        ),
        *examples(
            PASSED_ON,
            ("AS AH", 0, 6),
            ("AS AH", 1, 36),  # two of three were the kitty, two orders, and 0, 2 and the talon have three cards
            ("AS AH AS", 0, 18),
            ("AS AH AS KS", 0, 36),
            ("AS AH AS KS AH QS", 0, 4),  # KS or QH was in the talon; two orders
            ("AS AH AS KS", 1, 36),
        ),
    ],
)
def test_a_kitty_that_was_taken_may_hold_any_card_of_the_taker(game: AnyGame, example: Example) -> None:
    assert_example(game, example)


def test_who_took_the_kitty_is_certain_of_it() -> None:
    """Seat 1 has seen the kitty, and what it laid aside itself is no secret."""
    view = after(TAKEN, "AH KS").view(1)
    for seed in range(10):
        world = TAKEN.worlds(view, Random(seed))
        assert set(dealt(world.draws["pack"], ONE_AND_KITTY, KITTY)) == {"AH", "KH"}
        assert dealt(world.draws["pack"], ONE_AND_KITTY, 1) == ["KS"]
        assert world.secrets == {}


# A player alone, and cards turned up from a stock one by one.


def patience(given: Dealt) -> Rules[None]:
    """Seat 0 plays two cards; after each, a card of the stock is turned up, after the first one more, out of play."""
    yield from show_hands(given.hands)
    hand, stock = given.hands[0], given.stock
    for kinds in ((parts.IGNORED, parts.TURNED), (parts.TURNED,)):
        hand.remove((yield Ask(0, "play", tuple(hand))))
        for kind in kinds:
            yield Show((0,), kind, None, (stock.pop(0),))


HOLE = plan([("hole", 1), (0, 2), (STOCK, 4)])  # hole AS, 0 KS QS, stock JS AH KH QH
PATIENCE = replace(mini(patience, HOLE, cards=SEVEN), seating=lambda _: seated((0,)))


@pytest.mark.parametrize(
    "example",
    [
        Example("", 0, 120),  # five cards in the hole and in the stock, in any order
        Example("KS", 0, 6),  # of three cards, one is in the hole
        Example("KS QS", 0, 2),
    ],
    ids=lambda example: example.words,
)
def test_what_is_left_of_a_stock_lies_in_any_order_below_the_cards_turned_up(example: Example) -> None:
    assert_example(PATIENCE, example)


# Exchanges with a stock, cards that lie open, cards that are taken.


def shown_open(given: Dealt) -> Rules[None]:
    """Hands are seen by who holds them; the card turned up, if there is one, by all."""
    yield from show_hands(given.hands)
    if given.turn_up:
        yield Show(ALL, TURN_UP, None, (given.turn_up,))


def improved(order: Sequence[Seat], given: Dealt) -> Rules[None]:
    """Seats may lay cards aside in turn, and draw as many."""
    yield from shown_open(given)
    for seat in order:
        yield from lay_and_draw(given.hands[seat], given.stock, seat, key=by_order(EIGHT), least=0, most=2)


def robbed(given: Dealt) -> Rules[None]:
    """Seat 1 takes the card turned up and lays one aside, exchanges one, and takes one more from the stock openly."""
    hand = given.hands[1]
    yield from shown_open(given)
    yield Show(ALL, "taken", 1, (given.turn_up,))
    hand.append(given.turn_up)
    hand.remove((yield Ask(1, "turn_up", tuple(hand), told="fact")))
    yield from lay_and_draw(hand, given.stock, 1, key=by_order(EIGHT), most=1)
    yield Show(ALL, "taken", 1, (given.stock[0],))
    yield Ask(1, "play", (*hand, given.stock[0]))


TWO_AND_STOCK = plan([(0, 1), (1, 2), (STOCK, 3)])  # 0 AS, 1 KS QS, stock JS AH KH
ONCE = mini(partial(improved, (0, 1)), TWO_AND_STOCK, cards=EIGHT[:6])
TWICE = mini(partial(improved, (1, 1)), TWO_AND_STOCK, cards=EIGHT[:6])
TURNED = plan([(0, 1), (1, 2), (TURN_UP, 1), (STOCK, 2)])  # 0 AS, 1 KS QS, turn-up JS, stock AH KH
ROBBED = mini(robbed, TURNED, cards=EIGHT[:6])


@pytest.mark.parametrize(
    ("game", "example"),
    [
        *examples(
            ONCE,
            ("", 0, 60),  # two of five with 1, the others in any order in the stock
            ("AS", 0, 12),  # two of four; the top card of the stock is known
            ("AS", 1, 24),  # one of four laid aside, the others in any order in the stock
            ("AS QS", 0, 24),  # one of the two cards of 1 is laid aside
            ("AS QS done", 0, 24),
            ("AS QS KS", 0, 24),  # both, one after the other
            ("AS QS KS", 1, 2),
            ("done done", 0, 60),
            ("done QS done", 0, 120),
        ),
        *examples(
            TWICE,
            ("KS done", 0, 120),
            ("KS done QS", 0, 240),  # a second series that has just begun, with either card
            ("KS done QS", 1, 6),
            ("KS QS done", 0, 120),
        ),
        *examples(
            ROBBED,
            ("", 0, 12),  # two of four with 1, the others in either order in the stock
            ("KS", 0, 36),  # one of three is laid aside
            ("JS", 0, 36),
            ("KS QS", 0, 18),  # KH was the second of the stock; JS was not drawn, but may be laid aside
            # QS was drawn, and two of JS KS AH laid aside: 6; or KS or AH was, and JS and the other laid aside: 4
            ("JS KS QS", 0, 10),
            ("KS QS JS", 0, 6),
        ),
    ],
)
def test_what_was_drawn_from_the_stock_and_laid_aside(game: AnyGame, example: Example) -> None:
    assert_example(game, example)


TWO_ROUNDS = plan([(0, 1), (1, 1), (more(0), 1), (more(1), 1), (STOCK, 2)])
LATER = (
    Show((0,), "hand", 0, ("AS",)),
    Show((0,), "drawn", 0, ("KS",)),
    Note("drawn", (0, 1, 3)),
    Note("drawn", (1, 1, 2)),
    Did(1, "play", "QS", "all", 1),
)


@pytest.mark.rule("JJ-11")
def test_cards_of_a_second_round_have_places_of_their_own() -> None:
    known = Whereabouts(view_of(0, *LATER), SIX, TWO_ROUNDS)
    assert known.cards.listed(known.lies_in(0)) == ["AS", "KS"] and known.lies_in(1) == 0
    assert [known.holds(place) for place in (0, 1, more(0), more(1), STOCK)] == [2, 1, 0, 0, 2]
    hearts = [*permutations(("AH", "KH", "QH"))]
    first = {("AS", "QS", "KS", *rest) for rest in hearts}
    later = {("AS", mine, "KS", "QS", *rest) for mine, *rest in hearts}
    draw, rng = known.sampler(), Random(1)
    assert_equally_likely(first | later, lambda: draw(rng).draws["pack"])
    known.dealt(1, lambda hand: hand[1] == "QS")
    only = known.sampler()
    assert_equally_likely(later, lambda: only(rng).draws["pack"])


def held_and_drawn(given: Dealt) -> Rules[None]:
    """All see one card of seat 1, which draws one before it lays one aside."""
    hand = given.hands[1]
    yield from shown_open(given)
    yield Show(ALL, "king", 1, (hand[0],))
    yield from draw(hand, given.stock, 1, 1, key=by_order(EIGHT))
    hand.remove((yield Ask(1, "discard", tuple(hand), told="fact")))
    yield Ask(1, "play", tuple(hand))


def all_but_the_stock(given: Dealt) -> Rules[None]:
    """All see all hands."""
    yield from (Show(ALL, "hand", seat, tuple(hand)) for seat, hand in enumerate(given.hands))
    yield from lay_and_draw(given.hands[1], given.stock, 1, key=by_order(EIGHT), most=1)


def shown_first(given: Dealt) -> Rules[None]:
    """All see the card of seat 0; then it takes the kitty, and seat 1 takes what it leaves."""
    yield Show(ALL, "king", 0, tuple(given.hands[0]))
    yield from contracted((0, 1), given)


@pytest.mark.parametrize(
    ("game", "example"),
    [
        *examples(
            mini(held_and_drawn, TWO_AND_STOCK, cards=EIGHT[:6]),
            ("", 0, 24),  # KS is with 1, and any other beside it; the others in any order in the stock
            ("KS", 0, 72),
            ("QS KS", 0, 48),  # QS or the card drawn
        ),
        *examples(mini(all_but_the_stock, TWO_AND_STOCK, cards=EIGHT[:6]), ("", 0, 6), ("KS", 0, 12), ("KS", 1, 2)),
        *examples(
            mini(shown_first, ONE_AND_KITTY, lambda known: known.tricks(RANK, 3), SIX),
            ("AS AH", 2, 72),
            ("AS AH AS KS", 2, 432),
            ("AS AH AS KS AH QS", 2, 84),
            # AS never moved; 1 laid two of AH KH QH aside, and was passed two of its three, each in two orders
            ("KH AH KH AH KS QS AS", 2, 36),
        ),
    ],
)
def test_a_card_that_was_shown_may_have_moved_but_was_not_drawn(game: AnyGame, example: Example) -> None:
    assert_example(game, example)


def test_what_was_not_in_a_hand_before_an_exchange_was_not_dealt_to_it_nor_drawn() -> None:
    """The card that 1 took may be laid aside by now, but it was never in the stock; the deals are held against that."""
    draw, rng, aside = ROBBED.hidden(after(ROBBED, "KS QS").view(0)), Random(1), set()
    for _ in range(200):
        world = draw(rng)
        assert dealt(world.draws["pack"], TURNED, STOCK)[1] == "KH"
        assert dealt(world.draws["pack"], TURNED, TURN_UP) == ["JS"]
        aside |= {*world.secrets[1, "turn_up"], *world.secrets[1, "exchange"]}
    assert aside == {"KS", "QS", "AH", "JS"}


# Cards that lie open.


LAST = plan([(0, 2), (1, 2), (2, 1), (TURN_UP, 1)])  # 0 AS KS, 1 QS AH, 2 KH and, for all to see, QH


def dealers(given: Dealt) -> Rules[None]:
    """The last card is seat 2's and is turned up once all have seen their hands; it lays one aside."""
    hand = [*given.hands[2], given.turn_up]
    yield from show_hands([*given.hands[:2], hand])
    yield Show(ALL, TURN_UP, 2, (given.turn_up,))
    hand.remove((yield Ask(2, "discard", tuple(hand), told="fact")))
    yield from tricks([*given.hands[:2], hand], 2, HandRules(ALL, RANK))


OPEN_CARD = mini(dealers, LAST, lambda known: known.tricks(RANK, 3), SIX)


@pytest.mark.parametrize(
    ("game", "example"),
    examples(
        OPEN_CARD,
        ("", 0, 3),  # one of QS AH KH is with 2
        ("", 1, 3),
        ("", 2, 6),
        ("KH", 0, 6),  # it laid the open card aside, or the other
        ("QH", 0, 6),
        ("QH KH", 0, 1),
        ("KH QH AS", 1, 1),  # 0 has no heart
    ),
)
def test_a_card_that_lies_open_belongs_to_a_hand(game: AnyGame, example: Example) -> None:
    assert_example(game, example)


def test_a_card_of_the_table_is_known_to_all() -> None:
    view = view_of(0, Show((0,), "hand", 0, ("AS",)), Show(ALL, TURN_UP, None, ("AH",)))
    known = Whereabouts(view, SIX, TURNED)
    assert known.unknown(TURN_UP) == 0 and known.holds(TURN_UP) == 1
    assert listed(known, 1) == ["KS", "QS", "KH", "QH"]


STACKS: Plan = (0, 0, 1, 1, "2 stack 0", "2 stack 1", "2 stack 2")


def test_what_lies_on_the_table_card_by_card_is_left_to_the_game() -> None:
    """Of a stack of three the top card was played, and then the next one is seen; the own hand is 0's."""
    events = (
        Show((0,), "hand", 0, ("AS", "KS")),
        Show(ALL, "stacks", 2, ("QH",)),
        Did(0, "play", "AS", "all", 0),
        Did(1, "play", "QS", "all", 1),
        Did(2, "play", "QH", "all", 1),
        Show(ALL, "stacks", 2, ("AH",)),
    )
    known = Whereabouts(view_of(0, *events), SEVEN, STACKS, frozenset({2}))
    known.lie("2 stack 2", ("QH",))
    known.lie("2 stack 1", ("AH",))
    assert known.plays == [(0, "AS"), (1, "QS"), (2, "QH")]
    assert [known.unknown(place) for place in (1, "2 stack 0", "2 stack 1", "2 stack 2")] == [1, 1, 0, 0]
    known.tricks(RANK, 3)
    assert listed(known, 1) == listed(known, "2 stack 0") == ["JS", "KH"]
    draw, rng = known.sampler(), Random(1)
    found = {draw(rng).draws["pack"] for _ in range(30)}
    assert {(*sorted(cards[2:4]), *cards[4:]) for cards in found} == {
        ("JS", "QS", "KH", "AH", "QH"),
        ("KH", "QS", "JS", "AH", "QH"),
    }


# A card of another draw than the pack.


def test_a_card_that_was_cut_before_the_shuffle_may_lie_anywhere() -> None:
    where = plan([(0, 2), (1, 2), (2, 2)])

    def rules(_o: ToyOptions, standing: ToyStanding, chance: Chance) -> Rules[ToyStanding]:
        yield Show(ALL, "cut", None, (chance("cut", SIX)[0],))
        hands = give(chance("pack", SIX), where, SIX, 3).hands
        yield from show_hands(hands)
        yield from tricks(hands, 0, HandRules(ALL, RANK))
        return standing._replace(finished=standing.finished + 1)

    game = replace(mini(lambda given: show_hands(given.hands), where, cards=SIX), deal=rules)
    game = replace(game, hidden=lambda view: know_cut(view).sampler())

    def know_cut(view: View) -> Whereabouts:
        known = Whereabouts(view, SIX, where)
        known.tricks(RANK, 3)
        return known

    check_game(game, ToyOptions(), 1, games=3)
    check_worlds_uniform(game, ToyOptions(), 1, moments=1)
    check_worlds_fair(game, ToyOptions(), 1, deals=40)


def test_a_turn_up_that_was_declined_is_declined_again() -> None:
    where = plan([(0, 2), (1, 2), (TURN_UP, 1), (STOCK, 3)])
    declined = (Did(1, "turn_up", None, "fact", 1), Note("drawn", (1, 0, 3)))
    known = Whereabouts(view_of(0, Show((0,), "hand", 0, ("AS", "KS")), *declined), EIGHT, where)
    assert known.sampler()(Random(1)).secrets == {(1, "turn_up"): ("none",)}


# Cards that lie open: turned up one after the other, laid aside for all to see, taken for others.


OPEN = plan([(0, 1), (1, 1), (2, 1), (TURN_UP, 1), (STOCK, 3)])


def turned_twice(given: Dealt) -> Rules[None]:
    """Seat 1 may take the turn-up; then a second card is turned, and seat 2 may lay its card aside for all to see."""
    hand = list(given.hands[1])
    yield from show_hands(given.hands)
    yield Show(ALL, TURN_UP, None, (given.turn_up,))
    if (yield from rob(1)):
        yield from swap(hand, (given.turn_up,), 1, players=ALL, count=1, from_taken=False, key=by_order(SEVEN))
        yield Show(ALL, TURN_UP, None, (given.stock[0],))
    if (yield Ask(2, "open", ("lay", "keep"))) == "lay":
        yield Show(ALL, "laid", 2, tuple(given.hands[2]))
    yield Ask(1, "play", tuple(hand))


def robbery(known: Whereabouts) -> None:
    known.robbing(ALL)
    known.keeps_taken()


@pytest.mark.parametrize(
    ("game", "example"),
    examples(
        mini(turned_twice, OPEN, robbery, SEVEN),
        ("leave keep", 0, 120),  # five cards that seat 0 has not seen: one with 1, one with 2, three in order
        ("rob KS", 0, 24),  # the second card turned up was the top of the stock
        ("rob KS keep", 1, 24),
        ("rob KS lay", 0, 6),  # what 2 had lies open
    ),
)
def test_cards_that_lie_open_are_known_where_they_were_dealt(game: AnyGame, example: Example) -> None:
    assert_example(game, example)


# Cards that are played face down.


BLIND = plan([(0, 2), (1, 2), (2, 2), (TALON, 1)])
BLIND_CARDS = ("AH", "AS", "KH", "KS", "QH", "JH", "QS")
"""Dealt so, seat 2 has no trump: 0 AH AS, 1 KH KS, 2 QH JH."""


def has_trump(cards: Sequence[Card]) -> bool:
    return any(card[-1] == "S" for card in cards)


def led_blind(given: Dealt) -> Rules[None]:
    """Spades are trumps and are led; who has none leads face down, and wins if nobody trumps. Nobody need follow."""

    def any_card(hand: Sequence[Card], _: Playing) -> Sequence[Card]:
        return hand

    def trumps(hand: Sequence[Card], on: Playing) -> Sequence[Card]:
        return on.of(hand, "S") or hand

    def face_down(on: Playing, seat: Seat) -> bool:
        return not on.cards and not has_trump(on.hands[seat])

    def takes(on: Playing) -> Seat:
        return on.winner if has_trump(on.cards) else on.order[0]

    yield from show_hands(given.hands)
    yield from tricks(
        given.hands, 2, HandRules(ALL, SPADES, duty=any_card, leads=trumps, face_down=face_down, takes=takes)
    )


def blind_leads(known: Whereabouts) -> None:
    """Who leads face down has no trump."""
    trumps = [card for card in known.cards.pack if has_trump([card])]
    for did in known.said("play")[::3]:
        if did.told == "fact":
            known.lacks(did.seat, trumps)
            known.lacks(known.face_down(did.seat), trumps)


FACE_DOWN = mini(led_blind, BLIND, blind_leads, BLIND_CARDS)


@pytest.mark.parametrize(
    ("game", "example"),
    examples(
        FACE_DOWN,
        ("QH", 0, 18),  # two of three hearts with 2, one of them led; of the other three cards one is the talon
        ("QH", 2, 30),
        ("QH AH", 1, 4),  # which of two hearts was led; which spade is with 0
        ("QH AH KH", 1, 2),  # turned up
        ("QH AH KS", 0, 4),  # 2 has KH or JH, and 1 one of the two other cards
        ("QH AH KH JH", 0, 2),  # led face down again
        ("QH AH KH JH AS KS", 0, 1),
    ),
)
def test_a_card_played_face_down_is_unknown_until_it_is_turned_up(game: AnyGame, example: Example) -> None:
    assert_example(game, example)


def test_cards_turned_up_are_plays_in_their_place_and_in_the_order_in_which_they_were_played() -> None:
    """Seat 2 led twice face down, the second time a card that stands before the first in the pack."""
    position = after(FACE_DOWN, "JH AH KH QH")
    known = Whereabouts(position.view(0), BLIND_CARDS, BLIND)
    assert known.plays == [(2, "JH"), (0, "AH"), (1, "KH")]
    assert known.unknown(known.face_down(2)) == 1 and known.holds(2) == 0
    position.play("AS")
    position.play("KS")
    for seat in ALL:
        view = position.view(seat)
        known = Whereabouts(view, BLIND_CARDS, BLIND)
        assert known.plays == [(2, "JH"), (0, "AH"), (1, "KH"), (2, "QH"), (0, "AS"), (1, "KS")]
        assert known.holds(known.face_down(2)) == 0
        secrets = {} if seat == 2 else {(2, "play"): ("JH", "QH")}
        assert FACE_DOWN.worlds(view, Random(1)).secrets == secrets


def trumps_are_led(hand: Sequence[Card], on: Playing) -> Sequence[Card]:
    """Spades must be led; anything may be played to them."""
    return hand if on.cards else on.of(hand, "S") or hand


def duty_tells(known: Whereabouts) -> None:
    """The same as `blind_leads`, told by the duty."""
    known.tricks(SPADES, 3, duty=trumps_are_led, blind=[card for card in known.cards.pack if has_trump([card])])


@pytest.mark.parametrize(
    ("game", "example"),
    examples(mini(led_blind, BLIND, duty_tells, BLIND_CARDS), ("QH", 0, 18), ("QH AH", 1, 4), ("QH AH KH JH", 0, 2)),
)
def test_a_duty_tells_what_a_card_face_down_cannot_be(game: AnyGame, example: Example) -> None:
    assert_example(game, example)


@pytest.mark.parametrize("duty", [None, follow_suit], ids=["none", "duty"])
def test_while_the_lead_lies_face_down_other_plays_tell_nothing(duty: Duty | None) -> None:
    """Of four seats the first has led face down; the third does not follow the second."""
    plays = (Did(0, "play", None, "fact", 0), Did(1, "play", "AS", "all", 1), Did(2, "play", "KH", "all", 2))
    turned = Show((0, 1, 2, 3), "turned", 0, ("QS",))
    for events, lacks in ((plays, set()), ((*plays, Did(3, "play", "AH", "all", 3), turned), {"KS", "JS"})):
        known = Whereabouts(view_of(3, Show((3,), "hand", 3, ("AH", "JH")), *events), EIGHT, (0, 0, 1, 1, 2, 2, 3, 3))
        known.tricks(RANK, 4, duty=duty)
        assert {*listed(known, 1)} - {*listed(known, 2)} == lacks


@pytest.mark.slow
def test_a_game_with_cards_played_face_down_keeps_the_laws() -> None:
    check_game(FACE_DOWN, ToyOptions(), 1, games=5)
    check_worlds_uniform(FACE_DOWN, ToyOptions(), 1)
    check_worlds_fair(FACE_DOWN, ToyOptions(), 1, deals=200)


# What a game adds.


CLAIMS = by_order(EIGHT)


def ace_and_low(hand: Sequence[Card]) -> bool:
    """One ace and one card below the queen."""
    return sorted(card[0] for card in hand) == ["A", "J"]


def has_king(hand: Sequence[Card]) -> bool:
    return any(card[0] == "K" for card in hand)


def claiming(
    test: Callable[[Sequence[Card]], bool], exchange: Callable[[Dealt], Rules[Any]], given: Dealt
) -> Rules[None]:
    """Seat 1 says whether its hand as dealt passes a test; then it exchanges."""
    yield from show_hands(given.hands)
    yield Note("claim", (1, "yes" if test(given.hands[1]) else "no"))
    yield from exchange(given)


def with_kitty(given: Dealt) -> Rules[None]:
    yield from take_kitty(given.hands[1], given.kitty, 1, CLAIMS)
    yield from discards(given.hands[1], len(given.kitty), 1)
    yield Ask(1, "play", tuple(given.hands[1]))


def with_stock(given: Dealt) -> Rules[None]:
    yield from lay_and_draw(given.hands[1], given.stock, 1, key=CLAIMS, most=2)
    yield Ask(1, "play", tuple(given.hands[1]))


def claimed_king(known: Whereabouts) -> None:
    known.dealt(1, has_king if known.facts.last("claim") == (1, "yes") else lambda hand: not has_king(hand))


def claimed_ace_and_low(known: Whereabouts) -> None:
    """Only a claim is told of by counts of kinds; without one the hand is tested."""
    if known.facts.last("claim") == (1, "yes"):
        known.dealt_just(1, [(1, [c for c in EIGHT if c[0] == "A"]), (1, [c for c in EIGHT if c[0] == "J"])])
    else:
        known.dealt(1, lambda hand: not ace_and_low(hand))


ACES = ("KS", "AS", "JH", "QS", "AH", "JS")
"""Dealt so, seat 1 has an ace and a low card: 0 KS, 1 AS JH, 2 or the talon QS, kitty or stock AH JS."""
KITTY_OF_TWO = plan([(0, 1), (1, 2), (2, 1), (KITTY, 2)])
STOCK_OF_TWO = plan([(0, 1), (1, 2), (TALON, 1), (STOCK, 2)])
KING_AND_KITTY = mini(partial(claiming, has_king, with_kitty), KITTY_OF_TWO, claimed_king, EIGHT[:6])
KING_AND_STOCK = mini(partial(claiming, has_king, with_stock), STOCK_OF_TWO, claimed_king, EIGHT[:6])
ACE_AND_KITTY = mini(partial(claiming, ace_and_low, with_kitty), KITTY_OF_TWO, claimed_ace_and_low, ACES)
ACE_AND_STOCK = mini(partial(claiming, ace_and_low, with_stock), STOCK_OF_TWO, claimed_ace_and_low, ACES)


@pytest.mark.parametrize(
    ("game", "example"),
    [
        *examples(
            KING_AND_KITTY,
            ("", 0, 21),  # one king of two and one of three others, or both: 7 hands, three ways for the rest
            ("KS", 0, 84),
            ("KS QS AH", 0, 96),
            ("KS QS", 1, 2),
        ),
        *examples(
            KING_AND_STOCK,
            ("", 0, 42),
            ("QS done", 0, 84),
            ("QS KS", 0, 84),
            ("QS done AH", 0, 32),
        ),
        *examples(
            ACE_AND_KITTY,
            ("", 0, 12),  # an ace of two, a jack of two, three ways for the rest
            ("AS", 0, 48),
            ("AS JS AH", 0, 60),
            ("AS JH", 1, 2),
        ),
        *examples(
            ACE_AND_STOCK,
            ("", 0, 24),
            ("", 1, 24),
            ("JH", 0, 48),
            ("JH done", 0, 48),
            ("JH AS", 0, 48),
            ("JH done AH", 0, 20),
            ("JH AS JS", 0, 16),
        ),
        *examples(
            mini(partial(claiming, has_king, with_kitty), KITTY_OF_TWO, claimed_king, ACES),
            ("AS JH", 0, 360),  # five cards without a king
            ("AS JH JS", 0, 144),
        ),
        *examples(
            mini(partial(claiming, ace_and_low, with_stock), STOCK_OF_TWO, claimed_ace_and_low, EIGHT[:6]),
            ("QS done", 0, 108),  # of ten hands nine are no ace with a jack
            ("KS QS KH", 0, 40),
        ),
    ],
)
def test_what_is_known_of_a_hand_as_dealt_is_held_against_what_it_has_become(game: AnyGame, example: Example) -> None:
    assert_example(game, example)


@pytest.mark.parametrize("kinds", [1, 2])
def test_what_a_seat_was_dealt_is_known_even_where_the_kitty_has_gone_on(kinds: int) -> None:
    """Seat 0 lays two aside, which seat 1 takes: what 0 was dealt is not what it and the pile have now."""

    def know(known: Whereabouts) -> None:
        spades, hearts = ([card for card in SIX if card[-1] == suit] for suit in "SH")
        known.dealt_just(0, [(1, spades), (0, hearts)][:kinds])

    def if_spade(given: Dealt) -> Rules[None]:
        if given.hands[0][0][-1] == "S":
            yield from contracted((0, 1), given)
        else:
            yield Note("other")

    game = mini(if_spade, ONE_AND_KITTY, know, SIX)
    assert_drawn(
        game, after(game, "AS AH").view(1), 16
    )  # QS is with 0: 2, or KH or QH; the others in two ways; two orders
    assert_drawn(game, after(game, "AS AH").view(0), 6)


# Cases, words that nobody hears, cards laid aside in order.


ACE_CARDS, KINGS = [card for card in EIGHT if card[0] == "A"], [card for card in EIGHT if card[0] == "K"]


def described(given: Dealt) -> Rules[None]:
    """It is told how many aces 1 has and whether there is a king in the talon; then seat 1 plays."""
    talon = [card for card in SEVEN if card not in {*given.hands[0], *given.hands[1], *given.hands[2]}]
    yield from show_hands(given.hands)
    yield Note("aces", (sum(card in ACE_CARDS for card in given.hands[1]),))
    yield Note("king", (str(has_king(talon)),))
    yield Ask(1, "play", tuple(given.hands[1]))


def two_splits(known: Whereabouts) -> None:
    bits, aces = known.cards.of, int(known.facts.word("aces") or 0)
    out = sum(card in ACE_CARDS for by, card in known.plays if by == 1)
    if known.me != 1:
        held = known.unknown(1)
        known.split([Case({1: [Slot(aces - out, bits(ACE_CARDS)), Slot(held - aces + out, ~bits(ACE_CARDS))]})])
    if known.facts.word("king") == "False":
        known.split([Case({}, {TALON: ~bits(KINGS)})])
    else:
        known.split(
            [
                Case({TALON: [Slot(1, bits(KINGS)), Slot(1, ~bits(KINGS))]}),
                Case({TALON: [Slot(2, bits(KINGS))]}),
            ]
        )


DESCRIBED = mini(described, plan([(0, 1), (1, 2), (2, 2), (TALON, 2)]), two_splits, SEVEN)  # 0 AS, 1 KS QS, 2 JS AH
KINGLY = mini(
    described, plan([(0, 1), (1, 2), (2, 2), (TALON, 2)]), two_splits, ("QS", "AS", "JS", "KS", "AH", "KH", "QH")
)


@pytest.mark.parametrize(
    ("game", "example"),
    [
        *examples(DESCRIBED, ("", 0, 33), ("", 1, 12), ("", 2, 11), ("KS", 0, 9), ("QS", 2, 7)),
        *examples(KINGLY, ("", 0, 32), ("", 1, 21), ("", 2, 6), ("AS", 0, 16), ("JS", 2, 2)),
    ],
)
def test_every_case_has_the_weight_of_its_deals(game: AnyGame, example: Example) -> None:
    assert_example(game, example)


def test_a_case_may_stand_for_more_deals_than_one() -> None:
    known = Whereabouts(view_of(0, Show((0,), "hand", 0, ("AS", "KS"))), SIX, plan([(0, 2), (1, 2), (2, 2)]))
    queen = known.cards.of(["QS"])
    known.split([Case({1: [Slot(1, queen), Slot(1, ~queen)]}, {}, 5), Case({}, {1: ~queen}, 1)])
    draw, rng = known.sampler(), Random(1)
    with_queen = sum("QS" in draw(rng).draws["pack"][2:4] for _ in range(2000))
    assert abs(with_queen - 2000 * 15 / 18) < 5 * (2000 * 15 * 3) ** 0.5 / 18  # three deals of each case


SPADES_OF, HEARTS_OF = pack("AKQJ", "S"), pack("AKQJ", "H")


def bids_what_it_has(given: Dealt) -> Rules[None]:
    """Seat 1 may say S if it has a spade, and H if it has two hearts; then it plays."""
    hand = given.hands[1]
    yield from show_hands(given.hands)
    for word, least, suit in (("S", 1, SPADES_OF), ("H", 2, HEARTS_OF)):
        has = sum(card in suit for card in hand) >= least
        yield Ask(1, "bid", ("pass", word) if has else ("pass",))
    hand.remove((yield Ask(1, "play", tuple(hand))))
    yield Ask(1, "play", tuple(hand))


def what_it_bid(known: Whereabouts) -> None:
    words = [did.word for did in known.said("bid")]
    due = [(int("S" in words), SPADES_OF), (2 * ("H" in words), HEARTS_OF)]
    played = [card for by, card in known.plays if by == 1]
    if known.me != 1:
        known.at_least(1, [(least - sum(card in suit for card in played), suit) for least, suit in due])


BIDDER = mini(  # 0 AS KS, 1 QS AH KH
    bids_what_it_has,
    plan([(0, 2), (1, 3), (TALON, 2)]),
    what_it_bid,
    ("AS", "KS", "QS", "AH", "KH", "JS", "QH"),
)


@pytest.mark.parametrize(
    ("game", "example"),
    examples(
        BIDDER,
        ("pass pass", 0, 10),
        ("S pass", 0, 9),
        ("pass H", 0, 7),
        ("S H", 0, 6),
        ("S pass AH", 0, 5),
        ("S H AH", 0, 4),
        ("S H QS AH", 0, 2),
        ("S H", 1, 6),
    ),
)
def test_a_hand_has_at_least_what_its_bids_take(game: AnyGame, example: Example) -> None:
    assert_example(game, example)


def test_cards_that_are_known_count_for_what_a_hand_has_at_least() -> None:
    known = Whereabouts(view_of(0, HAND, Show((0,), "hand", 1, ("QS",))), SIX, TWO_EACH)
    known.at_least(1, [(1, SPADES_OF), (1, HEARTS_OF)])
    draw, rng = known.sampler(), Random(1)
    assert {frozenset(draw(rng).draws["pack"][2:4]) for _ in range(60)} == {
        frozenset(("QS", other)) for other in ("AH", "KH", "QH")
    }


def in_order(given: Dealt) -> Rules[None]:
    """Seat 1 takes the kitty and lays spades aside before hearts."""

    def lowest(hand: Sequence[Card]) -> list[Card]:
        spades = [card for card in hand if card[-1] == "S"]
        return spades or list(hand)

    yield from show_hands(given.hands)
    yield from take_kitty(given.hands[1], given.kitty, 1, CLAIMS)
    yield from discards(given.hands[1], len(given.kitty), 1, lowest)
    yield Ask(1, "play", tuple(given.hands[1]))


def spades_first(known: Whereabouts) -> None:
    if known.me == 1 or not known.said("discard"):
        return
    spades, number = known.cards.of([card for card in EIGHT if card[-1] == "S"]), known.unknown(KITTY)
    known.laid_in_order(lambda card: card[-1] == "H")
    known.split(
        [
            Case({KITTY: [Slot(n, spades), Slot(number - n, ~spades)]}, {} if n == number else {1: ~spades})
            for n in range(number + 1)
        ]
    )
    if any(card[-1] == "S" for _, card in known.plays):
        known.only(KITTY, [card for card in EIGHT if card[-1] == "S"])


ORDERED = mini(in_order, plan([(0, 1), (1, 2), (2, 1), (KITTY, 2)]), spades_first, ("AH", "QS", "KH", "KS", "AS", "QH"))


@pytest.mark.parametrize(
    ("game", "example"),
    examples(
        ORDERED,
        ("", 2, 30),
        ("QS", 2, 48),  # 0 has one of three hearts, and one of two spades was laid aside; or 0 has a spade: 8 * 6
        # both spades, 0 with one of three hearts; or one spade and a heart, 0 with the other spade: 9 * 6
        ("QS AS", 2, 54),
        ("QS AS KH", 2, 36),
        ("QS AS", 0, 54),
    ),
)
def test_cards_laid_aside_come_in_the_order_that_binds_them(game: AnyGame, example: Example) -> None:
    """Each set of cards is as likely as any other, however many orders are open."""
    assert_drawn(game, after(game, example.words).view(example.seat), example.number, frozenset)


def marking(given: Dealt) -> Rules[None]:
    """Who has the king of spades may mark it; nobody hears of it if not."""
    yield from show_hands(given.hands)
    for seat in ALL:
        if "KS" in given.hands[seat] and (yield Ask(seat, "king", ("mark", "hide"), told="nobody")) == "mark":
            yield Show(ALL, "king", seat, ("KS",))
            yield Note("king", (seat,))
    yield Ask(0, "play", tuple(given.hands[0]))


def marked(known: Whereabouts) -> None:
    for seat in ALL:
        known.word(seat, "king", "mark" if known.facts.last("king") == (seat,) else "hide")


MARKING = mini(marking, plan([(0, 2), (1, 2), (2, 1), (TALON, 1)]), marked, SIX)  # 0 AS KS, 1 QS AH, 2 KH


@pytest.mark.parametrize(
    ("game", "example"), examples(MARKING, ("hide", 1, 12), ("mark", 1, 6), ("hide", 0, 12), ("mark AS", 2, 3))
)
def test_what_nobody_heard_was_the_word_that_tells_nothing(game: AnyGame, example: Example) -> None:
    assert_example(game, example)


def test_a_word_is_given_to_others_only() -> None:
    view = after(MARKING, "hide").view(0)
    known = Whereabouts(view, SIX, MARKING.dealing(view.options, view.standing))
    marked(known)
    assert known.sampler()(Random(1)).secrets == {(1, "king"): ("hide",), (2, "king"): ("hide",)}


NO_ACE = frozenset([card for card in EIGHT if card[0] != "A"])


def thrown_in(given: Dealt) -> Rules[None]:
    yield from show_hands(given.hands)
    if not (yield from misdeal(given.hands, ALL, NO_ACE)):
        yield Ask(0, "play", tuple(given.hands[0]))


PLAIN = mini(thrown_in, plan([(0, 2), (1, 2), (2, 2)]), lambda known: known.misdeal(ALL, NO_ACE), ("AS", *EIGHT[3:]))


@pytest.mark.parametrize(
    ("game", "example"),
    examples(PLAIN, ("play", 0, 6), ("play", 1, 6), ("misdeal", 0, 3), ("misdeal", 1, 3), ("misdeal", 2, 6)),
)
def test_who_called_a_misdeal_has_the_cards_for_it(game: AnyGame, example: Example) -> None:
    assert_example(game, example)


# What cannot be.


HAND = Show((0,), "hand", 0, ("AS", "KS"))
TWO_EACH = plan([(0, 2), (1, 2), (2, 2)])


@pytest.mark.parametrize(
    "know",
    [
        lambda known: known.lacks(1, ("QS", "AH", "KH", "QH")),
        lambda known: known.only(1, ("AS", "AH")),
        lambda known: known.split([]),
        lambda known: known.split([Case({1: [Slot(2, known.cards.of(["AS", "AH"]))]})]),
        lambda known: known.dealt_just(1, [(2, ("AH",))]),
        lambda known: known.at_least(1, [(2, SPADES_OF)]),
        lambda known: known.at_least(1, [(1, SPADES_OF), (2, HEARTS_OF)]),
    ],
)
def test_if_no_deal_agrees_that_is_an_error(know: Callable[[Whereabouts], None]) -> None:
    known = Whereabouts(view_of(0, HAND), SIX, TWO_EACH)
    know(known)
    with pytest.raises(ValueError, match="no deal agrees with what was seen"):
        known.sampler()


@pytest.mark.interpreted
def test_a_test_that_no_hand_passes_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(whereabouts, "TRIES", 20)
    known = Whereabouts(view_of(0, HAND), SIX, TWO_EACH)
    known.dealt(1, lambda hand: "AS" in hand)
    with pytest.raises(ValueError, match="20 deals did not agree with what is known of the hands as they were dealt"):
        known.sampler()(Random(1))


def test_nothing_is_to_be_learnt_of_the_own_hand_or_of_a_place_that_is_not_there() -> None:
    known = Whereabouts(view_of(0, HAND), SIX, TWO_EACH)
    known.dealt(0, lambda _: False)
    known.dealt_just(0, [(2, ("AH",))])
    known.word(0, "misdeal", "play")
    known.lacks(KITTY, ("QS",))
    known.only(7, ())
    known.lie(2, ("AS", "QH"))  # the AS is known to lie elsewhere
    world = known.sampler()(Random(1))
    assert set(world.draws["pack"][:2]) == {"AS", "KS"} and "QH" in world.draws["pack"][4:]
    assert world.secrets == {}


def test_what_a_seat_lacks_and_what_it_is_known_to_hold() -> None:
    known = Whereabouts(view_of(0, HAND), SIX, TWO_EACH)
    known.lacks(1, ("QS",))
    known.only(2, ("QS", "KH", "QH"))
    draw, rng = known.sampler(), Random(1)
    assert {frozenset(draw(rng).draws["pack"][2:4]) for _ in range(50)} == {
        frozenset(["AH", card]) for card in ("KH", "QH")
    }


def test_what_was_laid_aside_and_shown_is_known() -> None:
    """Two discards of seat 1 are shown; which two of the four it had were the kitty's is not."""
    events: tuple[Event, ...] = (
        Show((0,), "hand", 0, ("AS",)),
        Did(1, "discard", None, "fact", 1),
        Did(1, "discard", None, "fact", 1),
        Show(ALL, "shown-discard", 1, ("QH",)),
    )
    known = Whereabouts(view_of(0, *events), SIX, ONE_AND_KITTY)
    assert known.laid_aside(1) == ["QH"]
    assert (known.unknown(KITTY), known.holds(1), known.unknown(1)) == (1, 1, 1)
    draw, rng = known.sampler(), Random(1)
    assert all("QH" in draw(rng).secrets[1, "discard"] for _ in range(20))


def test_a_division_is_every_way_to_write_a_total() -> None:
    assert divisions(2, 2) == [(0, 2), (1, 1), (2, 0)]
    assert divisions(1, 1) == [(1,)]
    assert len(divisions(3, 3)) == 10
