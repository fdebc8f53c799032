"""Fairness: an honest sampler is never refused, uneven ones are, and the weights are those of random play."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import replace
from math import comb, prod
from random import Random
from typing import Any

import pytest

from arena.games.hidden.whereabouts import Whereabouts
from arena.games.kernel import AnyGame, Ask, Card, Chance, Rules, Sampler, Show, View
from arena.games.kernel.position import Position
from arena.games.laws import Verdict, check_game
from arena.games.parts.cards import STOCK, by_order, give, pack, plan, show_hands
from arena.games.parts.exchange import lay_and_draw
from tests.games.laws import fairness
from tests.games.laws.broken import hand_for_kitty, kitty_put_away, nothing_drawn
from tests.games.laws.fairness import PlayedDeal, chances, check_worlds_fair, likelihood
from tests.games.toy import TOY, ToyOptions, ToyStanding

OPTIONS = ToyOptions()
SIX = pack("AKQ", "SH")
ONE_EACH = plan([(0, 1), (1, 1), (2, 1), ("talon", 3)])


def mini(deal: Callable[[Chance], Rules[Any]], hidden: Callable[[View], Sampler]) -> AnyGame:
    """A game of three seats with six cards."""

    def rules(_o: ToyOptions, standing: ToyStanding, chance: Chance) -> Rules[ToyStanding]:
        yield from deal(chance)
        return standing._replace(finished=standing.finished + 1)

    return replace(
        TOY, deal=rules, pack=lambda _: SIX, dealing=lambda *_: ONE_EACH, hidden=hidden, points=lambda _: None
    )


# Who is refused.


def test_an_honest_game_passes() -> None:
    assert check_worlds_fair(TOY, OPTIONS, 1) is Verdict.EVEN


def test_the_same_seed_gives_the_same() -> None:
    assert fairness._compare(TOY, OPTIONS, "1", 6, ()) == fairness._compare(TOY, OPTIONS, "1", 6, ())


@pytest.mark.parametrize(
    ("hidden", "deals", "complaint"),
    [
        (hand_for_kitty, 20, "no world for|the seat is told"),
        (nothing_drawn, 1, r"no world for .*KeyError"),
        (lambda view: lambda _: TOY.hidden(view)(Random(1)), 20, "all worlds that are drawn for a view are one"),
        (
            kitty_put_away,
            150,
            r"^toy with ToyOptions\(.*\), seed 1: .* in 150 deals than are drawn; chance .* things are looked at",
        ),
    ],
)
def test_a_broken_sampler_is_refused(hidden: Callable[[View], Sampler], deals: int, complaint: str) -> None:
    with pytest.raises(AssertionError, match=complaint):
        check_worlds_fair(replace(TOY, hidden=hidden), OPTIONS, 1, deals=deals)


def test_a_refusal_names_game_options_and_seed() -> None:
    with pytest.raises(AssertionError) as refusal:
        check_worlds_fair(replace(TOY, hidden=nothing_drawn), OPTIONS, 7)
    assert refusal.value.__notes__ == [f"law suite: toy with {OPTIONS}, seed 7, deal 0"]


def seen_by_all(chance: Chance) -> Rules[None]:
    given = give(chance("pack", SIX), ONE_EACH, SIX, 3)
    for seat, hand in enumerate(given.hands):
        yield Show((0, 1, 2), "hand", seat, tuple(hand))
    yield Ask(0, "play", tuple(given.hands[0]))


def test_nothing_is_hidden_where_all_hands_are_seen() -> None:
    open_game = mini(seen_by_all, lambda view: Whereabouts(view, SIX, ONE_EACH).sampler())
    assert check_worlds_fair(open_game, OPTIONS, 1, deals=20) is Verdict.NOTHING_HIDDEN


# Words that tell something: what is open to a player depends on cards that others do not see.


def has_ace(hand: Sequence[Card]) -> bool:
    return any(card[0] == "A" for card in hand)


def signalled(chance: Chance) -> Rules[None]:
    """All say a word, one of six with an ace, and without one always the first of these; then all wait."""
    given = give(chance("pack", SIX), ONE_EACH, SIX, 3)
    yield from show_hands(given.hands)
    for seat in (0, 1, 2):
        yield Ask(seat, "signal", tuple("abcdef") if has_ace(given.hands[seat]) else ("a",))
    for seat in (0, 1, 2) * 3:
        yield Ask(seat, "wait", ("go",))


def heard(view: View) -> Whereabouts:
    """Who said anything but `a` has an ace."""
    known = Whereabouts(view, SIX, ONE_EACH)
    for did in known.said("signal"):
        if did.word != "a":
            known.dealt(did.seat, has_ace)
    return known


SIGNALLED = mini(signalled, lambda view: heard(view).sampler())


@pytest.mark.slow
def test_deals_in_which_more_words_were_open_count_for_less() -> None:
    check_game(SIGNALLED, OPTIONS, 1, games=3)
    for often in ((), ("a",), ("c", "d")):
        assert check_worlds_fair(SIGNALLED, OPTIONS, 1, deals=100, often=often) is Verdict.EVEN


@pytest.mark.slow
def test_without_their_weight_even_an_honest_sampler_would_be_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fairness, "likelihood", lambda *_: 1.0)
    with pytest.raises(AssertionError, match="chance does that once in exp"):
        check_worlds_fair(SIGNALLED, OPTIONS, 1, deals=1000)


STOCKED = plan([(0, 1), (1, 2), (STOCK, 3)])


def improved(chance: Chance) -> Rules[None]:
    """Seat 1 may lay two cards aside and draw as many, then plays a card."""
    given = give(chance("pack", SIX), STOCKED, SIX, 3)
    yield from show_hands(given.hands)
    yield from lay_and_draw(given.hands[1], given.stock, 1, key=by_order(SIX), most=2)
    yield Ask(1, "play", tuple(given.hands[1]))


IMPROVED = replace(mini(improved, lambda view: Whereabouts(view, SIX, STOCKED).sampler()), dealing=lambda *_: STOCKED)
HONEST = {"toy": TOY, "signalled": SIGNALLED, "improved": IMPROVED}


@pytest.mark.slow
@pytest.mark.parametrize("seeds", [range(5), pytest.param(range(5, 40), marks=pytest.mark.thorough)], ids=str)
@pytest.mark.parametrize("name", HONEST)
def test_an_honest_sampler_is_never_refused(name: str, seeds: range) -> None:
    for seed in seeds:
        assert check_worlds_fair(HONEST[name], OPTIONS, f"never {seed}", deals=60) is Verdict.EVEN


def scores(game: AnyGame, deals: int) -> dict[tuple[Any, ...], tuple[float, float]]:
    """How far each feature is from its mean in all, and the variance of that."""
    totals: defaultdict[tuple[Any, ...], float] = defaultdict(float)
    spreads: defaultdict[tuple[Any, ...], float] = defaultdict(float)
    for number in range(deals):
        counted, shares = fairness._compare(game, OPTIONS, f"scores {number}", 3, ())
        for feature, difference, spread, _ in fairness._differences(counted, shares):
            totals[feature] += difference
            spreads[feature] += spread
    return {feature: (totals[feature], spread) for feature, spread in spreads.items() if spread > 20}


@pytest.mark.slow
@pytest.mark.parametrize("deals", [400, pytest.param(2400, marks=pytest.mark.thorough)])
@pytest.mark.parametrize("name", HONEST)
def test_differences_from_the_mean_are_as_large_as_chance_makes_them(name: str, deals: int) -> None:
    """Sums divided by their standard deviations have a mean square of about one; a bias would make it grow."""
    found = scores(HONEST[name], deals)
    squares = [total * total / spread for total, spread in found.values()]
    assert len(squares) > 10
    assert 0.3 < sum(squares) / len(squares) < 3
    assert max(squares) < 25


# The weights.


def told(asked: Sequence[Ask], answers: str, shown: Sequence[Card] = SIX) -> PlayedDeal:
    """Questions with their answers, in a deal in which some cards were shown."""

    def rules() -> Rules[None]:
        yield Show((0,), "hand", 0, tuple(shown))
        for ask in asked:  # noqa: UP028 - a list cannot be sent words
            yield ask

    position = Position(OPTIONS, rules)
    for word in answers.split():
        position.play(word)
    return PlayedDeal(position, asked, SIX)


def test_words_are_as_likely_as_any_other_but_for_favoured_ones() -> None:
    ask = Ask(0, "bid", ("pass", "6", "7", "8"))
    assert chances(ask, ()) == chances(ask, ("9",)) == {"pass": 0.25, "6": 0.25, "7": 0.25, "8": 0.25}
    assert chances(ask, ("7", "8")) == {"pass": 0.125, "6": 0.125, "7": 0.375, "8": 0.375}
    assert chances(ask, ("7",)) == {"pass": 0.125, "6": 0.125, "7": 0.625, "8": 0.125}


@pytest.mark.parametrize("often", [(), ("7", "pass"), ("8",)])
def test_words_are_said_as_often_as_they_are_likely(often: tuple[str, ...]) -> None:
    ask, rng = Ask(0, "bid", ("pass", "6", "7", "8")), Random(1)
    words = [fairness._word(ask, rng, often) for _ in range(4000)]
    for word, share in chances(ask, often).items():
        assert abs(words.count(word) - 4000 * share) < 5 * (4000 * share * (1 - share)) ** 0.5


def test_the_words_of_the_others_count_each_with_its_chance() -> None:
    asked = [Ask(1, "bid", ("pass", "6")), Ask(0, "bid", ("pass", "7", "8")), Ask(2, "play", ("AS", "KS", "QH"))]
    words = told(asked, "6 7 KS")
    assert likelihood(words, 0, ()) == pytest.approx(1 / 6)
    assert likelihood(words, 1, ()) == pytest.approx(1 / 9)
    assert likelihood(words, 2, ("6",)) == pytest.approx(3 / 4 / 3)


def laying(seat: int, kind: str, *hands: str) -> list[Ask]:
    return [Ask(seat, kind, tuple(hand.split()), told="fact") for hand in hands]


@pytest.mark.parametrize(
    ("asked", "answers", "expected"),
    [
        (laying(1, "discard", "AS KS QS AH", "KS QS AH"), "AS KS", 1 / comb(4, 2)),
        (laying(1, "discard", "AS KS QS AH", "KS QS AH", "QS AH"), "AS KS QS", 1 / comb(4, 3)),
        (laying(1, "exchange", "AS KS done", "KS done"), "AS done", 1 / 6),
        (laying(1, "discard", "AS KS", "QS AH"), "AS QS", 1 / 4),  # the second could not be laid aside before
        (laying(1, "discard", "AS KS QS") + laying(2, "discard", "AH KH"), "AS AH", 1 / 6),
        (laying(1, "discard", "AS KS QS") + laying(1, "draw", "KS AH KH"), "AS KS", 1 / 9),
        ([*laying(1, "discard", "AS KS"), Ask(1, "bid", ("6",)), *laying(1, "discard", "KS AH")], "AS 6 KS", 1 / 4),
    ],
)
def test_cards_laid_aside_one_after_the_other_count_as_a_set(asked: list[Ask], answers: str, expected: float) -> None:
    assert likelihood(told(asked, answers), 0, ()) == pytest.approx(expected)
    assert likelihood(told(asked, answers), asked[0].seat, ()) == pytest.approx(
        prod(1 / len(ask.legal) for ask in asked if ask.seat != asked[0].seat)
    )


def test_a_moment_is_any_moment_of_a_deal() -> None:
    lengths = {len(fairness._some_moment(TOY, OPTIONS, f"{seed}", Random(seed), ()).asked) for seed in range(150)}
    assert lengths == set(range(12))
