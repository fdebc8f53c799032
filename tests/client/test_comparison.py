"""Comparing answers with a default one: the arithmetic, and what a search makes of it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import combinations, count, cycle, islice
from math import inf, sqrt
from statistics import mean, pvariance
from typing import Any

import pytest

from arena.client.comparison import FIRST, LEFT, PRIOR, SAME, Race
from arena.client.holdings import holdings
from arena.client.policies import sensible
from arena.client.search import Search
from arena.games.catalogue import GAMES
from arena.games.kernel import Ask, View, Word
from arena.games.kernel.position import Position, play_game
from arena.games.laws import Shuffles
from arena.games.search.alike import different
from arena.games.study import set_up
from tests.client.seats import KAISER


def view() -> View:
    return set_up(KAISER).position.view(2)


# The arithmetic.


def test_differences_are_those_in_the_same_world() -> None:
    """The worlds differ by a hundred points, the answers by one: that is what counts."""
    race = Race(("a", "b"), "a")
    for world in (0.0, 100.0, -300.0, 50.0, 7.0, 8.0):
        race.add({"a": world, "b": world + 1})
    assert race.estimates()["b"] == (1.0, 0.0, 6)
    assert race.result(2.0).best == "b"


def test_the_error_leans_on_the_spread_of_all_answers() -> None:
    race = Race(("a", "b", "c"), "a")
    more = {"b": [1.0, 3.0, 5.0], "c": [2.0, 2.0, 2.0]}
    for b, c in zip(more["b"], more["c"], strict=True):
        race.add({"a": 0.0, "b": b, "c": c})
    common = mean(pvariance(row) for row in more.values())
    for word, row in more.items():
        variance = (3 * pvariance(row) + PRIOR * common) / (2 + PRIOR)
        assert race.estimates()[word] == pytest.approx((mean(row), sqrt(variance / 3), 3))


def test_a_few_worlds_prove_nothing() -> None:
    race = Race(("a", "b"), "a")
    assert race.result(0.0).best == "a"
    race.add({"a": 0.0, "b": 50.0})
    assert race.estimates()["b"].error == inf
    for _ in range(FIRST - 2):
        race.add({"a": 0.0, "b": 50.0})
        assert race.result(1.0).best == "a"
    race.add({"a": 0.0, "b": 50.0})
    assert race.result(1.0).best == "b"


@pytest.mark.parametrize(("margin", "best"), [(0.0, "b"), (1.0, "b"), (5.0, "a")])
def test_the_default_stays_unless_another_is_better_by_the_margin(margin: float, best: str) -> None:
    race = Race(("a", "b", "c"), "a")
    for gain in (2.0, 0.0, 2.0, 1.0, 0.0, 1.0):
        race.add({"a": 0.0, "b": gain, "c": -gain})
    assert race.result(margin).best == best


def test_equal_answers_leave_the_default() -> None:
    race = Race(("a", "b"), "b")
    for _ in range(SAME - 1):
        assert race.add({"a": 3.0, "b": 3.0}), "a few worlds do not show that they are the same"
    assert not race.add({"a": 3.0, "b": 3.0}), "there is nothing left to compare"
    assert race.result(0.0).best == "b"


def test_of_answers_that_never_differ_one_is_left() -> None:
    """The ten beside the jack, and an answer that always comes to the same as the default."""
    race = Race(("a", "b", "c", "d"), "a")
    for world in range(SAME):
        assert race.running == ["b", "c", "d"]
        gain = float(world % 3)
        more = gain + (1.0 if world % 2 else -0.9)
        race.add({"a": gain, "b": gain, "c": more, "d": more})
    assert race.running == ["c"]


def test_answers_that_are_clearly_worse_are_dropped_when_the_number_of_worlds_has_doubled() -> None:
    race = Race(("a", "b", "c", "d"), "a")
    noise = [1.0, -1.0] * FIRST
    for each in noise[:FIRST]:
        assert race.running == ["b", "c", "d"]
        race.add({"a": each, "b": 0.0, "c": -each, "d": 2 * each - 40})
    assert race.running == ["b", "c"]
    for each in noise[FIRST:]:
        race.add({"a": each, "b": 0.0, "c": -each})
    found = race.result(1.0)
    assert (found.words["d"].rollouts, found.words["b"].rollouts, found.worlds) == (FIRST, 2 * FIRST, 2 * FIRST)


def test_the_race_ends_when_one_answer_is_far_ahead() -> None:
    race = Race(("a", "b"), "a")
    going = [race.add({"a": 0.0, "b": 10.0 + world % 2}) for world in range(FIRST)]
    assert going == [True] * (FIRST - 1) + [False]
    assert race.result(3.0).best == "b"


def test_a_few_bad_worlds_do_not_drop_an_answer_that_is_better_on_the_whole() -> None:
    """The first worlds are 1.7 standard errors below the default; the others are above it."""
    race = Race(("a", "b"), "a")
    for _ in range(FIRST // 2):
        race.add({"a": 0.0, "b": 0.25})
        race.add({"a": 0.0, "b": -1.75})
    assert race.estimates()["b"].mean == pytest.approx(-1.7 * race.estimates()["b"].error, rel=0.05)
    assert race.running == ["b"]
    for _ in range(2 * FIRST):
        race.add({"a": 0.0, "b": 1.0})
    assert race.result(1.0).best == "b"


def test_the_worlds_go_to_the_answers_that_look_best() -> None:
    """Ten answers, each a little better than the one before it and none clearly so: the last ones are left."""
    words, good = "abcdefghij", list(combinations(range(FIRST), FIRST // 2))
    race = Race(("-", *words), "-")
    left = {}
    for world in range(LEFT):
        gains = {word: (100.0 if world % FIRST in good[index] else -100.0) + index for index, word in enumerate(words)}
        race.add({"-": 0.0, **gains})
        left[race.worlds] = "".join(race.running)
    assert [left[worlds] for worlds in (6, 12, 24, 48, 95, 96)] == [words, words[-8:], "ghij", "ij", "ij", "j"]
    found = race.result(0.0).words
    assert {word: each.rollouts for word, each in found.items()} == (
        dict.fromkeys("ab", 12) | dict.fromkeys("cdef", 24) | dict.fromkeys("gh", 48) | dict.fromkeys("ij", 96)
    )


@pytest.mark.parametrize(("behind", "ends"), [(0.0, None), (0.3, 48), (0.7, 24), (1.7, 24), (2.3, FIRST)])
def test_the_race_ends_when_all_answers_are_behind(behind: float, ends: int | None) -> None:
    """Of two answers that are behind by so many standard errors whenever it looks."""
    race = Race(("-", "a", "b"), "-")
    going = True
    while going and race.worlds < LEFT:
        number = next(worlds for worlds in (6, 12, 24, 48, 96) if race.worlds < worlds)
        up = 1.0 if race.worlds % 2 else -1.0
        going = race.add({"-": behind / sqrt(number), "a": up, "b": -up})
    assert race.worlds == (ends or LEFT)
    assert race.result(0.0).best == "-"


def test_of_answers_that_gain_the_same_on_average_all_are_left() -> None:
    race = Race(("-", "a", "b", "c", "d", "e"), "-")
    for world in range(4 * FIRST):
        up = 1.0 if world % 2 else -1.0
        race.add({"-": 0.0, "a": up, "b": -up, "c": 2 * up, "d": -2 * up, "e": up - 0.01})
    assert race.running == ["a", "b", "c", "d"]


def test_an_answer_that_was_dropped_is_not_the_best() -> None:
    """It was a little below the two others when it was dropped. Since then they have come down below it."""
    race = Race(("-", *"abc"), "-")
    for world in range(15 * FIRST):
        more = 20.0 if world < 8 * FIRST else -10.0
        up = 100.0 if world % 2 else -100.0
        race.add({"-": 0.0, "a": more + up, "b": more - up, "c": 19.0 + up})
    found = race.result(0.0)
    assert found.words["c"].mean > found.words["a"].mean == pytest.approx(6.0)
    assert found.best == "a"


# The search.


def test_a_search_finds_what_is_plain_whatever_the_default() -> None:
    for default in ("TH", "AH"):
        found = Search(view()).compare(default, 12, "sensible", infer="sensible")
        assert found.best == "AH"
        assert default not in found.words


def test_the_same_seed_gives_the_same_comparison() -> None:
    assert Search(view()).compare("TH", 9, "random") == Search(view()).compare("TH", 9, "random")
    assert Search(view()).compare("TH", 9, "random") != Search(view(), seed=2).compare("TH", 9, "random")


def test_more_worlds_are_the_same_search_carried_on() -> None:
    """What was found with few worlds is the beginning of what is found with many."""
    few, many = (Search(view()).compare("TH", n, "sensible") for n in (FIRST, 4 * FIRST))
    dropped = {word for word, each in many.words.items() if each.rollouts == FIRST}
    assert few.worlds == FIRST
    assert many.worlds > FIRST or len(dropped) == len(many.words)
    assert {word: many.words[word] for word in dropped}.keys() <= few.words.keys()
    for word in dropped:
        assert many.words[word].mean == few.words[word].mean


def ticking(ms: float) -> Iterator[float]:
    return (tick * ms / 1000 for tick in count())


@pytest.mark.parametrize(("budget", "ticks"), [(0.0, 2), (40.0, 6), (400.0, 42)])
def test_a_search_looks_at_the_clock_after_every_rollout_and_keeps_to_it(budget: float, ticks: int) -> None:
    """With a clock that moves by 10 ms whenever somebody looks at it."""
    looks = 0
    times = ticking(10)

    def clock() -> float:
        nonlocal looks
        looks += 1
        return next(times)

    found = Search(view(), clock=clock).compare("TH", 10_000, "random", budget_ms=budget)
    assert looks <= ticks
    assert found.worlds <= looks // 4
    if not found.worlds:
        assert found.best == "TH"


def test_inference_chooses_among_candidates_as_they_weigh() -> None:
    """Seat 3 is taken to lead from short suits, and has led a heart: so it has fewer of them left."""

    def hearts(candidates: int) -> int:
        search = Search(view(), seed=5)
        others = search.players(leads_from_short_suits)
        positions = [search.likely(others, 0.0, candidates)[1] for _ in range(60)]
        return sum(card[-1] == "H" for position in positions for card in holdings(search.game, position)[3])

    assert hearts(6) < 0.8 * hearts(1)


def test_of_two_worlds_each_is_chosen_as_often_as_it_weighs() -> None:
    search = Search(view(), seed=5)
    others = search.players(leads_from_short_suits)

    def hearts(position: Position[Any]) -> int:
        return sum(card[-1] == "H" for card in holdings(search.game, position)[3])

    few, many = (next(world for world in search.worlds(200) if hearts(search.replay(world)) == n) for n in (0, 1))
    turns = cycle([few, many])
    search.draw = lambda _: next(turns)
    chosen = [hearts(search.likely(others, 0.0, 2)[1]) for _ in range(600)]
    assert chosen.count(0) / 600 == pytest.approx(8 / 9, abs=0.05)


def leads_from_short_suits(ask: Ask, told: View) -> dict[str, float]:
    if told.seat != 3 or ask.kind != "play":
        return dict.fromkeys(ask.legal, 1.0)
    return {word: 8.0 ** -sum(other[-1] == word[-1] for other in ask.legal) for word in ask.legal}


def five_cards(deal: int) -> Search:
    """Return a search at Scotch Whist, for a seat that has five cards left and may play two or more of them."""
    game = GAMES["scotch-whist"]
    position = play_game(game, game.presets["standard"], Shuffles(f"foresight {deal}"))
    while (ask := position.ask) is not None:
        view = position.view(ask.seat)
        search = Search(view, seed="foresight")
        [world] = search.worlds(1)
        if len(search.hands(world)[ask.seat]) == 5 and len(search.legal) > 1:
            search.draw = partial(lambda world, _: world, world)
            return search
        position.play(sensible(ask, view))
    raise AssertionError("no seat has a choice with five cards left")


def go_on(position: Position[Any], word: Word, me: int) -> tuple[Position[Any], list[Position[Any]]]:
    """Return the deal as `sensible` plays it after an answer, and the positions at which a seat was asked again."""
    after, asked = position.fork(), []
    after.play(word)
    while (ask := after.ask) is not None:
        if ask.seat == me:
            asked.append(after.fork())
        after.play(sensible(ask, after.view(ask.seat)))
    return after, asked


@pytest.mark.parametrize(("foresight", "deal"), [(0.0, 24), (1.0, 24), (2.0, 24), (2.0, 6), (1.0, 5), (10.0, 9)])
def test_with_foresight_a_part_of_what_another_next_card_gains_counts(foresight: float, deal: int) -> None:
    """Also where the seat has no choice at its next question, but at the one after it."""
    search = five_cards(deal)
    position = search.replay(search.draw(search.rng))
    assert position.ask is not None
    me = position.ask.seat
    expected, forced, again = {}, 0, 0
    for word in different(search.game, position, sensible(position.ask, search.view)):
        over, asked = go_on(position, word, me)
        expected[word] = gain = search.rollouts.gain(over, me)
        legal = [each.ask.legal for each in asked if each.ask is not None]
        at = next(index for index, words in enumerate(legal) if len(words) > 1)
        best = max(search.rollouts.gain(go_on(asked[at], other, me)[0], me) for other in legal[at])
        expected[word] += min(1.0, foresight / len(asked[at:])) * (best - gain)
        if best > gain:
            forced += at
            again += sum(len(words) > 1 for words in legal[at + 1 :])
    assert forced, "where another card gains more, a question without a choice comes first"
    assert again, "and another choice comes later"
    default, *others = expected
    found = search.compare(default, 7, "sensible", foresight=foresight)
    assert {word: found.words[word].mean for word in others} == pytest.approx(
        {word: expected[word] - expected[default] for word in others}
    )


def test_what_cannot_be_is_an_error_that_says_why() -> None:
    with pytest.raises(ValueError, match="'2S' is no legal answer to an open question"):
        Search(view()).compare("2S", 1)
    with pytest.raises(ValueError, match="no policy 'clever'"):
        Search(view()).compare("TH", 1, "clever")
    assert Search(view()).compare("TH", 0).best == "TH"


def choices_of_cards(name: str) -> Iterator[tuple[View, Word]]:
    """The views at which `sensible` has a choice of cards, and what it plays, game after game."""
    game = GAMES[name]
    for played in count(1):
        position = play_game(game, game.presets["standard"], Shuffles(f"decisions {played}"))
        while (ask := position.ask) is not None:
            told = position.view(ask.seat)
            word = ask.legal[0] if len(ask.legal) == 1 else sensible(ask, told)
            if ask.kind == "play" and len(ask.legal) > 1:
                yield told, word
            position.play(word)


@pytest.mark.thorough
def test_more_time_is_never_weaker() -> None:
    """The same decisions at Écarté with more and more deals: each time at least as much is gained.

    What a card gains on that of `sensible` is the mean of other deals, which no search has seen.
    """
    gains = dict.fromkeys((5, 8, 20, 64), 0.0)
    for told, default in islice(choices_of_cards("ecarte"), 40):
        judged = Search(told, seed="judges").simulate(75, "sensible").words
        for n in gains:
            best = Search(told).compare(default, n, "sensible", margin=1.0).best
            gains[n] += judged[best].mean - judged[default].mean
    gained = [*gains.values()]
    assert gained == sorted(gained)
    assert gained[0] == 0
    assert gained[-1] > 1.3 * gained[1] > 0
