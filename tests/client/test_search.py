"""Worlds, rollouts and weights: for all games, and on a small game that can be counted out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from itertools import combinations
from math import inf, sqrt
from statistics import mean, stdev
from time import perf_counter
from typing import Any

import pytest

from arena.client.holdings import holdings
from arena.client.search import Search, game_of
from arena.games.catalogue import GAMES
from arena.games.kernel import AnyGame, Ask, Did, Note, View
from arena.games.kernel.position import Position, play_deal
from arena.games.laws import Shuffles
from arena.games.parts.cards import dealt
from arena.games.parts.trick_rules import Unknown
from arena.games.study import set_up
from tests.client.seats import KAISER, played
from tests.games.toy import DEALING, PACK, TOY, ToyStanding


@pytest.mark.broad
@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_everything_works_for_every_game_at_every_kind_of_question(game: AnyGame) -> None:
    kinds: Counter[str] = Counter()
    for position, seats in played(game, next(iter(game.presets)), deals=3):
        ask = position.ask
        assert ask is not None
        kinds[ask.kind] += 1
        if seats[ask.seat].view.standing is None or kinds[ask.kind] not in {1, 7}:
            continue
        search = Search(seats[ask.seat].view)
        assert search.game is game
        assert search.legal == tuple(ask.legal)
        [world] = search.worlds(1)
        assert search.replay(world).view(ask.seat).events == position.view(ask.seat).events
        for policy in ("random", "greedy", "sensible") if kinds[ask.kind] == 1 else ("sensible",):
            rollouts = 2 if policy == "random" else 1
            found = search.simulate(rollouts, policy, infer="greedy")
            assert tuple(found.words) == tuple(ask.legal)
            assert {each.rollouts for each in found.words.values()} == {rollouts}
        assert sum(each.weight for each in search.weighted(3, "sensible")) == pytest.approx(1)


@pytest.mark.broad
@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_seat_holds_what_it_may_play(game: AnyGame) -> None:
    for preset in game.presets:
        pack = set(game.pack(game.presets[preset]))
        for position, seats in played(game, preset, deals=2):
            ask = position.ask
            assert ask is not None
            if ask.kind in {"play", "discard", "exchange", "draw"} and seats[ask.seat].standing is not None:
                hands = holdings(game, position)
                held = [card for cards in hands.values() for card in cards]
                assert pack & {*ask.legal} <= {*hands[ask.seat if ask.hand is None else ask.hand]}, preset
                assert len(held) == len({*held}), preset


@pytest.mark.parametrize("policy", ["random", "greedy"])
def test_tricks_on_integers_are_worth_what_they_are_by_the_rules(policy: str) -> None:
    """The last card of a deal leaves nothing to chance."""
    tried = 0
    for position, seats in played(GAMES["kaiser"], "standard", deals=2):
        ask = position.ask
        assert ask is not None
        if ask.kind == "play" and sum(map(len, holdings(GAMES["kaiser"], position).values())) == 1:
            search = Search(seats[ask.seat].view)
            [found] = search.simulate(20, policy, by="points").words.values()
            rest = search.replay(search.worlds(1)[0])
            before = len(rest.log)
            rest.play(ask.legal[0])
            [(winner, points)] = [e.values for e in rest.log[before:] if isinstance(e, Note) and e.kind == "trick"]
            assert found.mean == (int(points) if int(winner) % 2 == ask.seat % 2 else -int(points))
            tried += 1
    assert tried == 2


def test_a_search_finds_what_is_plain() -> None:
    position = set_up(KAISER).position
    for by, policy in (("points", "greedy"), ("score", "greedy"), ("score", "sensible")):
        found = Search(position.view(2)).simulate(12, policy, by=by)
        assert found.best == "AH", (by, policy)
        assert found.worlds == 12


def test_the_same_seed_gives_the_same_worlds_and_rollouts() -> None:
    view = set_up(KAISER).position.view(2)
    assert Search(view).simulate(5, "random") == Search(view).simulate(5, "random")
    assert Search(view).simulate(5, "random") != Search(view, seed=2).simulate(5, "random")
    assert Search(view).worlds(3) == Search(view).worlds(3)


def test_the_budget_ends_a_search_after_one_world_at_least() -> None:
    view = set_up(KAISER).position.view(2)
    assert Search(view).simulate(10_000, "random", budget_ms=0).worlds == 1
    began = perf_counter()
    found = Search(view).simulate(10_000_000, "random", budget_ms=60)
    assert 1 <= found.worlds < 10_000_000
    assert perf_counter() - began < 30  # the budget, and what a busy machine takes; not ten million worlds


def test_means_and_errors_are_those_of_the_rollouts() -> None:
    """Rollouts without chance, in the worlds of the same seed, give the gains; the rest is arithmetic."""
    view, number = set_up(KAISER).position.view(2), 40
    found = Search(view).simulate(number, first)
    search = Search(view)
    gains = [gain_of(search.replay(world), "TH") for world in search.worlds(number)]
    assert found.words["TH"].mean == pytest.approx(mean(gains))
    assert found.words["TH"].error == pytest.approx(stdev(gains) / sqrt(number))
    assert found.words["TH"].rollouts == number
    assert {each.error for each in Search(view).simulate(1, "random").words.values()} == {inf}


def first(ask: Any, _view: View) -> str:
    word: str = ask.legal[0]
    return word


def gain_of(position: Position[Any], word: str) -> float:
    """Play a word and then always the first legal one; return how much more side 0 has gained than side 1."""
    while (ask := position.ask) is not None:
        position.play(word or ask.legal[0])
        word = ""
    [scores] = [event.values for event in position.log if isinstance(event, Note) and event.kind == "scores"]
    return int(scores[0]) - int(scores[1])


def test_inference_weighs_the_rollouts_as_the_worlds() -> None:
    view, number = set_up(KAISER).position.view(2), 30
    found = Search(view).simulate(number, first, infer="greedy")
    search = Search(view)
    weighted = search.weighted(number, "greedy")
    wanted = sum(weight * gain_of(search.replay(world), "AH") for world, weight in weighted)
    assert found.words["AH"].mean == pytest.approx(wanted)
    assert len({round(each.weight, 9) for each in weighted}) > 1


def test_what_cannot_be_is_an_error_that_says_why() -> None:
    view = set_up(KAISER).position.view(2)
    malilla = next(
        p.view(p.ask.seat) for p, _ in played(GAMES["malilla"], "standard", 1) if p.ask and p.ask.kind == "play"
    )
    with pytest.raises(ValueError, match="no policy 'clever'; there are random, greedy, sensible"):
        Search(view).simulate(1, "clever")
    with pytest.raises(ValueError, match="take 'score', or 'points' with 'random' or 'greedy'"):
        Search(view).simulate(1, "sensible", by="points")
    with pytest.raises(ValueError, match="draw one world or more"):
        Search(view).simulate(0)
    with pytest.raises(Unknown, match="searches cannot play its tricks"):
        Search(malilla).simulate(1, by="points")
    with pytest.raises(ValueError, match="name it, as in"):
        game_of(view._replace(game=None))


def test_a_view_is_of_a_game_that_no_list_has() -> None:
    assert game_of(toy().view(0)) is TOY
    assert Search(toy().view(0)).game is TOY


def test_a_deal_that_is_over_has_no_question() -> None:
    position = set_up({**KAISER, "play": "KH 5H 9H AH"}).position
    gain_of(position, position.ask.legal[0] if position.ask else "")
    assert Search(position.view(2)).legal == ()
    with pytest.raises(ValueError, match="no open question"):
        Search(position.view(2)).simulate(1)


def test_a_search_enters_a_world_as_integers() -> None:
    search = Search(set_up(KAISER).position.view(2))
    play = search.enter(search.worlds(1)[0])
    assert sorted(play.on.words(play.legal())) == sorted(search.legal)
    hands = search.hands(search.worlds(1)[0])
    assert {"TH", "JD", "8C"} < {*hands[2]}
    assert not {"KH", "5H", "9H"} & {card for cards in hands.values() for card in cards}


# Weights of worlds, on the toy of the kernel's tests: three cards each, seat 0 takes a kitty of two, seat 1 leads.


def toy(seed: int = 3) -> Position[Any]:
    return play_deal(TOY, TOY.presets["standard"], ToyStanding(), Shuffles(seed))


def by_rank(strength: float) -> Callable[[Any, View], Mapping[str, float]]:
    """A policy that likes high cards: an ace as much as `strength` times as well as a king, and so on down."""

    def chances(ask: Any, _view: View) -> Mapping[str, float]:
        likes = {card: strength ** "JQKA".index(card[0]) for card in ask.legal}
        return {card: like / sum(likes.values()) for card, like in likes.items()}

    return chances


def after_the_lead(seed: int) -> Position[Any]:
    """A position of the toy in which seat 0 has laid two cards aside, seat 1 has led, and seat 2 is asked."""
    position = toy(seed)
    while position.ask is not None and position.ask.seat != 2:
        position.play(position.ask.legal[-1])
    return position


def led_in(position: Position[Any]) -> str:
    """The card that seat 1 has led."""
    [word] = [event.word for event in position.log if isinstance(event, Did) and event.kind == "play"]
    assert word is not None
    return word


def test_the_weight_of_a_world_is_the_product_of_what_the_policy_says() -> None:
    """The law itself, world by world: the answers of the others, each with its probability in that world."""
    policy, position = by_rank(3.0), after_the_lead(5)
    found = Search(position.view(2), TOY).weighted(200, policy)
    products, led = [], led_in(position)
    for world, _ in found:
        cards, product = world.draws["pack"], 1.0
        hand = [*dealt(cards, DEALING, 0), *dealt(cards, DEALING, "kitty")]
        for word in world.secrets[0, "discard"]:
            product *= policy(Ask(0, "discard", hand), position.view(0))[word]
            hand.remove(word)
        products.append(product * policy(Ask(1, "play", dealt(cards, DEALING, 1)), position.view(1))[led])
    total = sum(products)
    assert [each.weight for each in found] == pytest.approx([product / total for product in products])
    assert len({round(product, 9) for product in products}) > 20


def posterior(
    led: str, seen: set[str], policy: Callable[[Any, View], Mapping[str, float]]
) -> dict[frozenset[str], float]:
    """All hands that the leader may have had, with their probabilities: the deal is fair, and then the policy leads."""
    rest = [card for card in PACK if card not in seen and card != led]
    hands = [frozenset({led, *others}) for others in combinations(rest, 2)]
    likely = {hand: policy(Ask(1, "play", sorted(hand)), View(1, None, None, ()))[led] for hand in hands}
    return {hand: each / sum(likely.values()) for hand, each in likely.items()}


@pytest.mark.parametrize("strength", [1.0, 4.0])
def test_weighted_worlds_are_distributed_as_the_policy_says(strength: float) -> None:
    """Against all hands counted out: a leader who likes high cards has fewer of them left when it leads a low one."""
    policy, position, number = by_rank(strength), after_the_lead(5), 6000
    led = led_in(position)
    assert position.ask is not None
    wanted = posterior(led, {*position.ask.legal, *holdings(TOY, position)[2]}, policy)
    found: Counter[frozenset[str]] = Counter()
    squares: Counter[frozenset[str]] = Counter()
    for world, weight in Search(position.view(2), TOY).weighted(number, policy):
        hand = frozenset(dealt(world.draws["pack"], DEALING, 1))
        found[hand] += weight  # type: ignore[assignment] # weights are not whole
        squares[hand] += weight**2  # type: ignore[assignment]
    assert found.keys() == wanted.keys()
    for hand, chance in wanted.items():
        assert abs(found[hand] - chance) < 6 * sqrt(squares[hand]) + 0.002, hand
    if strength == 1.0:
        assert max(wanted.values()) == pytest.approx(1 / len(wanted))
    else:
        assert max(wanted.values()) > 2 * min(wanted.values())


def test_a_policy_that_gives_a_word_is_followed_but_for_slips() -> None:
    position = after_the_lead(5)
    led = led_in(position)

    def lowest(ask: Any, _view: View) -> str:
        cards: list[str] = [*ask.legal]
        return min(cards, key=lambda card: ("JQKA".index(card[0]), card))

    found = Search(position.view(2), TOY).weighted(300, lowest, slip=0.3)
    weights = Counter()  # type: ignore[var-annotated] # numbers of slips
    for world, weight in found:
        cards = world.draws["pack"]
        hand = [*dealt(cards, DEALING, 0), *dealt(cards, DEALING, "kitty")]
        product = 1.0
        for legal, word in ((hand, w) for w in world.secrets[0, "discard"]):
            product *= 0.3 / len(legal) + 0.7 * (word == lowest(Ask(0, "discard", legal), position.view(0)))
            legal.remove(word)
        mine = dealt(cards, DEALING, 1)
        product *= 0.3 / 3 + 0.7 * (led == lowest(Ask(1, "play", mine), position.view(1)))
        weights[round(weight / product, 9)] += 1
    assert len(weights) == 1, "every weight is the same multiple of its product"


def test_a_policy_that_nobody_follows_leaves_all_worlds_alike() -> None:
    position = after_the_lead(5)
    found = Search(position.view(2), TOY).weighted(10, lambda _ask, _view: {})
    assert {each.weight for each in found} == {0.1}
