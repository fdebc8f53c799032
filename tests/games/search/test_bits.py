"""The twin of the play of tricks, held to the rules in every preset; and what it refuses."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.games.catalogue import GAMES
from arena.games.kernel import AnyGame, Ask, Chance, Note, Rules, Show
from arena.games.kernel.options import choose
from arena.games.kernel.position import Position, play_deal, replay
from arena.games.laws import Shuffles
from arena.games.nine_card_don import SCORING
from arena.games.parts.bowers import JOKER, bower_ranking
from arena.games.parts.cards import STOCK, by_order, give, pack, plan, show_hands
from arena.games.parts.exchange import lay_and_draw
from arena.games.parts.joker import JokerLaw, joker_rules
from arena.games.parts.trick_rules import TrickRules, Unknown
from arena.games.parts.tricks import HandRules, card_points, ranking, tricks
from arena.games.search.bits import Play, any_bit, board, each
from arena.games.search.enter import enter
from tests.games.toy import TOY, ToyOptions, ToyStanding
from tests.pages import code

PRESETS = [
    pytest.param(game, preset, id=f"{game.name}:{preset}")
    for game in GAMES.values()
    for preset in game.presets
    if game.trick_rules is not None and preset != "two-player"
]
PACK = (*pack("AKQJT987"), JOKER)
OFTEN = {"nullo", "misere", "open-misere", "granola", "10NT", "7NT", "NT", "none", "12no", JOKER}
"""Words that random play would say too rarely: they lead to hands without trumps, and to the joker."""


def deal_at_random(game: AnyGame, preset: str, seed: int) -> tuple[Position[Any], Random]:
    """The begin of a deal by a dealer drawn at random, and chance for the rest."""
    rng = Random(f"{preset} {seed}")
    o = choose(game.presets[preset], {})
    start: Position[Any] = Position(o, lambda: game.start(o, Shuffles(f"{preset} {seed}")))
    while start.ask is not None:
        start.play(rng.choice(start.ask.legal))
    return play_deal(game, o, start.result, Shuffles(f"deal {preset} {seed}")), rng


def a_word(ask: Ask, rng: Random) -> str:
    rare = [word for word in ask.legal if word in OFTEN]
    return rng.choice(rare if rare and rng.random() < 0.5 else ask.legal)


def assert_twins(play: Play, position: Position[Any]) -> None:
    """The twin stands where the rules stand: whose turn, which words, who has won what."""
    ask = position.ask
    assert ask is not None and not play.over
    assert play.naming == (ask.kind == "name-suit")
    assert play.turn == (ask.seat if ask.hand is None else ask.hand)
    assert sorted(play.on.words(play.legal())) == sorted(ask.legal)


def tricks_told(position: Position[Any]) -> tuple[list[int], list[int]]:
    """The tricks and the points of each seat, from the notes."""
    owners = {event.owner for event in position.log if isinstance(event, Show) and event.kind in {"hand", "stacks"}}
    seats = len(owners)
    tricks, points = [0] * seats, [0] * seats
    for event in position.this_deal()[1]:
        if isinstance(event, Note) and event.kind == "trick":
            tricks[int(event.values[0])] += 1
            points[int(event.values[0])] += int(event.values[1])
    return tricks, points


@pytest.mark.broad
@pytest.mark.parametrize(("game", "preset"), PRESETS)
def test_the_twin_asks_what_the_rules_ask_and_gives_tricks_to_whom_they_give_them(game: AnyGame, preset: str) -> None:
    entered = 0
    for seed in range(12):
        position, rng = deal_at_random(game, preset, seed)
        play = None
        while (ask := position.ask) is not None:
            word = a_word(ask, rng)
            if ask.kind in {"play", "name-suit"}:
                if play is None or rng.random() < 0.1:
                    try:
                        play = enter(game, position)
                    except Unknown:
                        assert play is None
                if play is not None:
                    entered += 1
                    assert_twins(play, position)
                    play.play(play.on.read(word))
            position.play(word)
        if play is not None:
            assert play.over
            assert play.legal() == 0
            assert (play.tricks, play.points) == tricks_told(position)
    assert entered > 50


@given(data=st.data())
def test_a_joker_of_its_own_is_played_as_the_rules_say(data: st.DataObject) -> None:
    rng = Random(data.draw(st.integers(0, 2**32)))
    law = data.draw(st.sampled_from([JokerLaw(a, b) for a in (False, True) for b in (False, True)]))
    suit = data.draw(st.sampled_from([None, None, "S", "C"]))
    trump = data.draw(st.sampled_from(["NT", "NT", "NT", "H"]))
    rank = bower_ranking(PACK, trump, suit if trump == "NT" else None)
    cards = rng.sample(PACK, 33)
    hands = [cards[seat * 11 : seat * 11 + 11] for seat in range(3)]
    position = Position(ToyOptions(), lambda: tricks(hands, 1, joker_rules((0, 1, 2), rank, law)))
    on = board(TrickRules(rank, (0, 1, 2), 1, law=law))
    play = Play(on, [on.mask(hand) for hand in hands], 1)
    while position.ask is not None:
        assert_twins(play, position)
        copy = play.copy()
        word = JOKER if JOKER in position.ask.legal and rng.random() < 0.5 else rng.choice(position.ask.legal)
        position.play(word)
        play.play(on.read(word))
        assert copy.hands[copy.turn] & copy.legal() or copy.naming
    assert position.result is not None
    assert play.tricks == [sum(trick.winner == seat for trick in position.result) for seat in range(3)]
    assert play.points == play.tricks


TRICKS = {"kaiser": 8, "two-hundred": 9, "scotch-whist": 9, "nine-card-don": 9, "tribello": 13}
"""The tricks of a hand in the first preset of a game; 10 in the others."""
POINTS = {"kaiser": 10, "two-hundred": 100, "scotch-whist": 9, "tribello": 13}
"""The points of all tricks of a deal; elsewhere a trick is worth one, or what cards are dealt decides."""


@pytest.mark.parametrize("game", [name for name, game in GAMES.items() if game.trick_rules is not None])
def test_playing_out_counts_every_decision_and_every_point(game: str) -> None:
    rules = GAMES[game]
    preset, entered = next(iter(rules.presets)), 0
    for seed in range(40):
        position, rng = deal_at_random(rules, preset, seed)
        while position.ask is not None and (position.ask.kind != "play" or rng.random() < 0.8):
            position.play("S" if position.ask.kind == "trump" else a_word(position.ask, rng))
        if position.ask is None:
            continue
        try:
            play = enter(rules, position)
        except Unknown:
            assert game == "nine-card-don" and not any(isinstance(e, Note) and e.kind == "trump" for e in position.log)
            continue
        left = sum(play.hands[seat].bit_count() for seat in play.on.seats)
        named = play.naming
        decisions = play.play_out(rng.random)
        assert left <= decisions - named <= left + 1
        assert play.over and not any(play.hands[seat] for seat in play.on.seats)
        assert sum(play.tricks) == TRICKS.get(game, 10)
        if game == "nine-card-don":
            dealt = [card for e in position.log if isinstance(e, Show) and e.kind == "hand" for card in e.cards]
            trump = next(str(e.values[0]) for e in position.log if isinstance(e, Note) and e.kind == "trump")
            assert len(dealt) == 36
            assert sum(play.points) == card_points(SCORING[trump], dealt)
        else:
            assert sum(play.points) == POINTS.get(game, 10)
        entered += 1
    assert entered > 5


def test_random_rollouts_are_those_of_the_rules_played_at_random() -> None:
    """The mean points of a side agree within five standard errors, in a hand without trumps that has a joker."""
    hands = [["JK", "AS", "8S", "7D"], ["KS", "QH", "JH", "9C"], ["QS", "AH", "KD", "AD"]]
    rank = bower_ranking(PACK, "NT")
    on = board(TrickRules(rank, (0, 1, 2), 1))
    rng = Random(1)
    by_rules, by_twin = [], []
    for _ in range(1500):
        position = Position(ToyOptions(), lambda: tricks(hands, 1, joker_rules((0, 1, 2), rank)))
        while position.ask is not None:
            position.play(rng.choice(position.ask.legal))
        assert position.result is not None
        by_rules.append(sum(trick.winner == 0 for trick in position.result))
        play = Play(on, [on.mask(hand) for hand in hands], 1)
        play.play_out(rng.random)
        by_twin.append(play.tricks[0])
    shares = [Counter(each) for each in (by_rules, by_twin)]
    for number in {*by_rules, *by_twin}:
        assert abs(shares[0][number] - shares[1][number]) < 5 * (2 * 1500 * 0.25) ** 0.5


def test_any_bit_draws_every_bit_equally_often() -> None:
    rng = Random(1)
    counts = Counter(any_bit(0b1011001, rng.random) for _ in range(4000))
    assert sorted(counts) == list(each(0b1011001))
    assert all(850 < count < 1150 for count in counts.values())


def test_a_world_drawn_for_a_seat_can_be_entered() -> None:
    game = GAMES["five-hundred"]
    position, rng = deal_at_random(game, "four-player", 3)
    while position.ask is not None and (position.ask.kind != "play" or rng.random() < 0.9):
        position.play(a_word(position.ask, rng))
    assert position.ask is not None
    view = position.view(position.ask.seat)
    draw = game.sampler(view)
    for _ in range(5):
        world = replay(game, view, draw(rng))
        play = enter(game, world)
        assert_twins(play, world)
        assert play.hands[play.turn] == enter(game, position).hands[play.turn]


def test_what_the_twin_does_not_know_is_refused() -> None:
    kaiser, two_hundred = GAMES["kaiser"], GAMES["two-hundred"]
    position, _ = deal_at_random(kaiser, "standard", 1)
    with pytest.raises(Unknown, match="the position does not ask for a card"):
        enter(kaiser, position)
    for preset, message in (("two-player", "cards turn up"), ("trump-by-lead", "there is no trump yet")):
        position, _ = deal_at_random(two_hundred, preset, 1)
        while position.ask is not None and position.ask.kind != "play":
            position.play("lead" if "lead" in position.ask.legal else position.ask.legal[-1])
        with pytest.raises(Unknown, match=message):
            enter(two_hundred, position)
    toy = play_deal(TOY, ToyOptions(), ToyStanding(), Shuffles(1))
    while toy.ask is not None and toy.ask.kind != "play":
        toy.play(toy.ask.legal[0])
    with pytest.raises(Unknown, match="toy: searches cannot play its tricks"):
        enter(TOY, toy)


def test_the_example_of_the_readme_chooses_a_legal_card() -> None:
    example: dict[str, Any] = {}
    exec(code("arena/games/README.md")["search"], example)
    game = GAMES["kaiser"]
    for seed in range(3):
        position, rng = deal_at_random(game, "standard", seed)
        while position.ask is not None and (position.ask.kind != "play" or rng.random() < 0.7):
            position.play(a_word(position.ask, rng))
        if position.ask is not None:
            view = position.view(position.ask.seat)
            assert example["choose"](game, view, (0, 2), worlds=5, rollouts=2) in position.ask.legal


def test_the_twin_knows_cards_that_were_exchanged_with_the_stock() -> None:
    cards = pack("AKQJ", "SH")
    rank, where = ranking(cards, None), plan([(0, 2), (1, 2), (STOCK, 4)])

    def rules(_o: ToyOptions, standing: ToyStanding, chance: Chance) -> Rules[ToyStanding]:
        hands, _, _, stock = give(chance("pack", cards), where, cards, 3)
        yield from show_hands(hands)
        for seat in (0, 1):
            yield from lay_and_draw(hands[seat], stock, seat, key=by_order(cards))
        yield from tricks(hands, 0, HandRules((0, 1), rank))
        return standing

    game = replace(TOY, deal=rules, trick_rules=lambda _: TrickRules(rank, (0, 1), 1))
    position = play_deal(game, ToyOptions(), ToyStanding(), lambda _, items: tuple(items))
    for word in ("AS", "done", "QS", "JS"):
        position.play(word)
    play = enter(game, position)
    while position.ask is not None:
        assert_twins(play, position)
        word = position.ask.legal[0]
        position.play(word)
        play.play(play.on.read(word))
    assert play.over


@pytest.mark.rule("TH-73")
def test_the_twin_knows_who_has_dropped_out() -> None:
    game = GAMES["two-hundred"]
    o = choose(game.presets["six-three-teams"], {"first_dealer": "0"})
    start: Position[Any] = Position(o, lambda: game.start(o, Shuffles(1)))
    assert start.result is not None
    position = play_deal(game, o, start.result._replace(out=(1,)), Shuffles(2))
    rng = Random(3)
    while position.ask is not None and position.ask.kind != "play":
        position.play("S" if position.ask.kind == "trump" else position.ask.legal[-1])
    play = enter(game, position)
    assert play.on.seats == (0, 2, 3, 5)
    while position.ask is not None:
        assert_twins(play, position)
        word = rng.choice(position.ask.legal)
        position.play(word)
        play.play(play.on.read(word))
    assert (play.over, sum(play.points)) == (True, 100)
    assert sum(play.tricks[seat] for seat in play.on.seats) == sum(play.tricks) > 0


def test_a_game_has_a_twin_or_a_duty_that_the_twin_does_not_know() -> None:
    ecarte = GAMES["ecarte"]
    assert ecarte.trick_rules is None
    position, _ = deal_at_random(ecarte, "standard", 1)
    while position.ask is not None and position.ask.kind != "play":
        position.play(position.ask.legal[0])
    assert position.ask is not None
    with pytest.raises(Unknown, match="ecarte: searches cannot play its tricks; play on by the rules"):
        enter(ecarte, position)


@pytest.mark.rule("DN-8")
def test_a_first_lead_that_fixes_trump_is_entered_once_it_lies() -> None:
    don = GAMES["nine-card-don"]
    position, _ = deal_at_random(don, "standard", 1)
    assert position.ask is not None
    with pytest.raises(Unknown, match="there is no trump suit yet: play on until it is told"):
        enter(don, position)
    lead = position.ask.legal[0]
    position.play(lead)
    play = enter(don, position)
    assert play.trick == play.on.bit[lead]
    assert_twins(play, position)
