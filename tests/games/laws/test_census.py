"""The slow enumeration of worlds, against counts that can be made by hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random

import pytest

from arena.games.hidden.whereabouts import Whereabouts
from arena.games.kernel import (
    AnyGame,
    Ask,
    Card,
    Chance,
    Note,
    Result,
    Rules,
    Sampler,
    Show,
    View,
    World,
    listed,
    seated,
)
from arena.games.kernel.position import Position, play_deal
from arena.games.laws import Verdict, check_game, check_worlds_uniform
from arena.games.laws import census as module
from arena.games.laws.census import Block, Late, census, content, late_view
from arena.games.parts.cards import STOCK, TURN_UP, by_order, dealt, give, pack, plan, rounds, show_hands
from arena.games.parts.cards import TURNED as TURNED_UP
from arena.games.parts.exchange import lay_and_draw
from arena.games.parts.tricks import HandRules, ranking, tricks
from tests.games.laws.fairness import check_worlds_fair
from tests.games.toy import TOY, ToyOptions, ToyStanding

PACK = pack("AKQJT98", "S")
SEATS = (0, 1, 2)
DEALING = plan([*rounds(SEATS, [2]), ("kitty", 1)])
DRAWS = {"pack": PACK}


def passing(_o: ToyOptions, standing: ToyStanding, chance: Chance) -> Rules[ToyStanding]:
    """Seat 0 takes a kitty of one and passes a card to seat 1, which puts one away; then all cards are played."""
    cards = chance("pack", PACK)
    hands = [dealt(cards, DEALING, seat) for seat in SEATS]
    for seat in SEATS:
        yield Show((seat,), "hand", seat, tuple(hands[seat]))
    kitty = dealt(cards, DEALING, "kitty")
    yield Show((0,), "kitty", None, tuple(kitty))
    passed = yield Ask(0, "pass", (*hands[0], *kitty), told="fact")
    yield Show((1,), "passed", 0, (passed,))
    hands[0] = [card for card in (*hands[0], *kitty) if card != passed]
    away = yield Ask(1, "discard", (*hands[1], passed), told="fact")
    hands[1] = [card for card in (*hands[1], passed) if card != away]
    yield Ask(2, "call", PACK)
    yield Ask(2, "bid", PACK)
    for seat in SEATS * 2:
        hands[seat].remove((yield Ask(seat, "play", tuple(hands[seat]))))
    return standing


GAME = replace(TOY, deal=passing)


def played(answers: str, game: AnyGame = GAME) -> Position[ToyStanding]:
    position: Position[ToyStanding] = play_deal(game, ToyOptions(), ToyStanding(), lambda _, items: tuple(items))
    for word in answers.split():
        position.play(word)
    return position


def count(
    position: Position[ToyStanding], seat: int, game: AnyGame = GAME, cards: tuple[Card, ...] = PACK
) -> int | None:
    contents = census(game, position, position.view(seat), {"pack": cards})
    return None if contents is None else len(contents)


# Dealt: 0 AS KS, 1 QS JS, 2 TS 9S, kitty 8S. Seat 0 passes KS, seat 1 puts JS away, seat 2 calls that card and bids KS.
ALL = "KS JS JS KS AS QS TS 8S KS 9S"


@pytest.mark.parametrize(
    ("answers", "seat", "worlds"),
    [
        (ALL, 2, 9),  # any of QS KS JS was passed, and any of AS 8S and that card was the kitty
        (ALL, 1, 3),  # any of AS 8S KS was the kitty
        (ALL, 0, 1),
        (ALL[:20], 0, 4),  # JS and 9S are with 1 and 2 either way; 1 put away KS or the one that it held
        ("", 0, 6),  # four cards that 0 has not seen, two each
    ],
)
def test_the_census_finds_every_way_a_card_may_have_come(answers: str, seat: int, worlds: int) -> None:
    assert count(played(answers), seat) == worlds


def test_the_census_gives_up_when_there_is_too_much_to_try(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "TRIALS", 5)
    assert count(played(""), 0) is None  # six packs
    monkeypatch.setattr(module, "TRIALS", 6)
    assert count(played(""), 0) == 6
    assert count(played("KS JS"), 0) is None  # six packs, and three cards to put away in each


def test_the_earliest_view_with_few_enough_worlds_is_found() -> None:
    found = late_view(GAME, played(ALL), (0, 1, 2), DRAWS, most=4)
    assert found.view is not None
    assert (found.view.seat, len(found.contents), found.open) == (0, 4, False)
    assert found.view == played(ALL[:20]).view(0)
    assert late_view(GAME, played(ALL), (2,), DRAWS, most=8) == Late(None)
    at_the_end = late_view(GAME, played(ALL), (2,), DRAWS, most=9)
    assert at_the_end.view == played(ALL[:-3]).view(2) and len(at_the_end.contents) == 9


# A card that lies open in a hand that was shown before: it is told by its place in the pack.


SIX = pack("AKQJT9", "S")
LAST = (0, 0, 1, 1, 2, TURN_UP)
OPEN = replace(
    TOY, pack=lambda _: SIX, dealing=lambda *_: LAST, points=lambda _: None, words=lambda _: listed({"play": SIX})
)


def turned(_o: ToyOptions, standing: ToyStanding, chance: Chance) -> Rules[ToyStanding]:
    """The last card is seat 2's, and is turned up once all have seen their hands; then tricks are played."""
    cards = chance("pack", SIX)
    given = give(cards, LAST, SIX, 3)
    hands = [*given.hands[:2], sorted([*given.hands[2], cards[-1]], key=by_order(SIX))]
    yield from show_hands(hands)
    yield Show((0, 1, 2), TURN_UP, 2, (cards[-1],))
    yield from tricks(hands, 0, HandRules((0, 1, 2), ranking(SIX, None)))
    return standing._replace(finished=standing.finished + 1)


TURNED = replace(OPEN, deal=turned, hidden=lambda view: Whereabouts(view, SIX, LAST).sampler())


@pytest.mark.parametrize(
    ("answers", "seat", "worlds"),
    [
        ("", 0, 3),  # of three cards one is with 2 beside the open one
        ("", 1, 3),
        ("", 2, 6),
        ("AS QS", 0, 2),
        ("AS QS 9S", 0, 2),
        ("AS QS TS", 0, 1),
        ("AS QS TS", 2, 2),
    ],
)
def test_a_card_turned_up_in_a_hand_that_was_shown_stays_where_it_lay(answers: str, seat: int, worlds: int) -> None:
    assert count(played(answers, TURNED), seat, TURNED, SIX) == worlds


def test_worlds_of_a_game_that_turns_up_a_card_of_a_hand_are_held_against_the_census() -> None:
    assert check_worlds_uniform(TURNED, ToyOptions(), 1, draws=200, moments=4) is Verdict.EVEN


def packs_in_order(truth: Position[ToyStanding], view: View, draws: module.Draws) -> Iterator[tuple[Card, ...]]:
    """As packs were listed once: the cards of a block in any order, even those that stay in it."""
    pack: Sequence[Card] = draws["pack"]
    block, feeds, hidden = module._layout(truth.log, view.seat, draws)
    owner = module._owners(truth.log, view.seat)
    loose = [card for card in pack if block[card] in hidden]
    choices: dict[Card, set[Block]] = {card: hidden & feeds[owner[card]] if card in owner else hidden for card in loose}
    loose.sort(key=lambda card: len(choices[card]))
    room = Counter(block[card] for card in loose)
    for blocks in module._placings([sorted(choices[card]) for card in loose], room):
        placing = dict(zip(loose, blocks, strict=True))
        cards = {number: iter([card for card in loose if placing[card] == number]) for number in hidden}
        yield tuple(next(cards[block[card]]) if block[card] in hidden else card for card in pack)


def test_a_census_that_does_not_find_the_deal_in_truth_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_packs", packs_in_order)
    with pytest.raises(AssertionError, match="the true deal is not among those found for View"):
        count(played("", TURNED), 0, TURNED, SIX)
    with pytest.raises(AssertionError, match="the true deal is not among those found for View"):
        check_worlds_uniform(TURNED, ToyOptions(), 1, draws=200, moments=4)


# A stock from which cards are turned up one by one.


def patience(_o: ToyOptions, standing: ToyStanding, chance: Chance) -> Rules[ToyStanding]:
    """The player, who is alone, plays two cards; after the first a card is turned up, after the second another one."""
    given = give(chance("pack", SIX), PATIENCE_PLAN, SIX, 1)
    yield from show_hands(given.hands)
    for card in given.stock[:2]:
        given.hands[0].remove((yield Ask(0, "play", tuple(given.hands[0]))))
        yield Show((0,), TURNED_UP, None, (card,))
    return standing._replace(finished=standing.finished + 1)


PATIENCE_PLAN = plan([(0, 2), (STOCK, 4)])  # 0 AS KS, stock QS AH KH QH
PATIENCE = replace(
    OPEN,
    deal=patience,
    seating=lambda _: seated((0,)),
    dealing=lambda *_: PATIENCE_PLAN,
    hidden=lambda view: Whereabouts(view, SIX, PATIENCE_PLAN).sampler(),
    result=lambda _, standing: Result((1,), (0,), "deals") if standing.finished else None,
)


@pytest.mark.parametrize(("answers", "worlds"), [("", 1), ("AS", 6), ("AS KS", 2)])
def test_once_a_card_was_turned_up_the_order_of_the_others_makes_another_deal(answers: str, worlds: int) -> None:
    assert count(played(answers, PATIENCE), 0, PATIENCE, SIX) == worlds


def test_worlds_of_a_player_alone_are_held_against_the_census() -> None:
    assert check_worlds_uniform(PATIENCE, ToyOptions(), 1, draws=200, moments=2) is Verdict.EVEN


def sorted_stock(view: View) -> Sampler:
    """Draw worlds in which the stock lies in the order of the pack."""
    draw = PATIENCE.hidden(view)
    seen = 2 + sum(isinstance(event, Show) and event.kind == TURNED_UP for event in view.events)

    def broken(rng: Random) -> World:
        world = draw(rng)
        cards = world.draws["pack"]
        return world._replace(draws={"pack": (*cards[:seen], *sorted(cards[seen:], key=SIX.index))})

    return broken


def test_a_sampler_that_sorts_the_stock_is_refused() -> None:
    broken = replace(PATIENCE, hidden=sorted_stock)
    check_game(broken, ToyOptions(), 1)
    with pytest.raises(AssertionError, match="worlds were drawn 0 to 200 times"):
        check_worlds_uniform(broken, ToyOptions(), 1, draws=200, moments=2)
    check_worlds_fair(PATIENCE, ToyOptions(), 1, deals=300)
    with pytest.raises(AssertionError, match="all worlds that are drawn for a view are one"):
        check_worlds_fair(broken, ToyOptions(), 1, deals=20)


# What makes a deal another deal.


STOCKED = plan([(0, 1), (1, 2), (STOCK, 3)])


def improved(_o: ToyOptions, standing: ToyStanding, chance: Chance) -> Rules[ToyStanding]:
    """Seat 1 lays up to two cards aside and draws as many, twice."""
    given = give(chance("pack", SIX), STOCKED, SIX, 3)
    yield from show_hands(given.hands)
    for _ in range(2):
        yield from lay_and_draw(given.hands[1], given.stock, 1, key=by_order(SIX), most=2)
    return standing._replace(finished=standing.finished + 1)


IMPROVED = replace(
    OPEN, deal=improved, dealing=lambda *_: STOCKED, hidden=lambda view: Whereabouts(view, SIX, STOCKED).sampler()
)


def test_in_which_exchange_a_card_was_laid_aside_makes_another_deal_but_not_the_order_within_one() -> None:
    def contents(words: str) -> object:
        return content(played(words, IMPROVED))

    assert contents("KS QS JS") == contents("QS KS JS")
    assert contents("KS done QS done") != contents("QS done KS done")


@pytest.mark.slow
def test_two_exchanges_are_drawn_as_evenly_as_they_are_counted() -> None:
    assert check_worlds_uniform(IMPROVED, ToyOptions(), 2, draws=2000, moments=3) is Verdict.EVEN


# Games without secrets.


def laid_open(_o: ToyOptions, standing: ToyStanding, chance: Chance) -> Rules[ToyStanding]:
    """All see all hands."""
    given = give(chance("pack", SIX), LAST, SIX, 3)
    yield from (Show((0, 1, 2), "hand", seat, tuple(hand)) for seat, hand in enumerate(given.hands))
    yield Note("last", (given.turn_up,))
    yield Ask(0, "play", tuple(given.hands[0]))
    return standing._replace(finished=standing.finished + 1)


def test_a_game_without_secrets_is_open_and_one_with_them_is_not() -> None:
    game = replace(OPEN, deal=laid_open)
    assert late_view(game, played("AS", game), (0, 1, 2), {"pack": SIX}, most=5) == Late(None, open=True)
    assert late_view(TURNED, played("AS QS TS KS JS 9S", TURNED), (0,), {"pack": SIX}, most=1) == Late(None)
