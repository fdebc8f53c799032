"""Worlds are drawn evenly: those of a view are compared with a slow enumeration that knows nothing about the game."""

# Not compiled: tests run it.

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from enum import Enum
from math import sqrt
from random import Random
from statistics import NormalDist
from typing import TypeVar

from arena.games.kernel import AnyGame, View, Word
from arena.games.kernel.options import Options
from arena.games.kernel.position import Position, play_deal, replay
from arena.games.laws.census import Content, Late, content, late_view
from arena.games.laws.suite import Shuffles, case, random_word, worlds_of
from arena.games.parts.turns import turns_from

T = TypeVar("T")

DEALS = 300
"""How many deals are searched for moments that can be enumerated."""
OPEN = 60
"""If no seat that was asked lacked any knowledge in so many deals, the game counts as one without hidden cards."""
FALSE_ALARM = 1e-6
"""The probability that `check_worlds_uniform` rejects uniform draws."""


class Verdict(Enum):
    """The result of a check of drawn worlds."""

    EVEN = "every deal that agrees with a view is drawn as often as any other"
    NOTHING_HIDDEN = "nothing is hidden from any seat that is asked"


class TooFewError(AssertionError):
    """Too few moments of a game can be enumerated."""


def check_worlds_uniform(
    game: AnyGame,
    options: Options,
    seed: object,
    *,
    draws: int = 1000,
    moments: int = 2,
    often: Collection[Word] = (),
) -> Verdict:
    """Check that all worlds that agree with a view are drawn equally often.

    This checks only moments whose worlds can all be listed.

    Args:
        game: the game.
        options: its options.
        seed: the seed of the deals, the answers and the draws.
        draws: how many worlds are drawn at each moment; at most a tenth as many worlds may agree with the view.
        moments: how many moments are checked, each in a different deal.
        often: words that are chosen half of the time when they are legal.

    Returns:
        Whether worlds are drawn evenly, or nothing is hidden.

    Raises:
        AssertionError: a world was drawn that does not agree, the frequencies differ by more than chance allows, the
            true deal is not among those found, or too few moments could be enumerated.
    """
    limit = NormalDist().inv_cdf(1 - FALSE_ALARM / moments)
    found, looked_at = 0, 0
    nothing_hidden = True
    while found < moments and looked_at < (OPEN if nothing_hidden else DEALS):
        late = _random_view(game, options, f"{seed} {looked_at}", looked_at, draws // 10, often)
        looked_at += 1
        nothing_hidden = nothing_hidden and late.open
        if late.view is None:
            continue
        with case(f"{game.name} with {options}, seed {seed}, {late.view}"):
            rng = Random(f"{seed} draws {found}")
            known: dict[object, Content] = {}
            counts = Counter(_drawn_content(game, late.view, rng, known) for _ in range(draws))
            strange = counts.keys() - late.contents
            assert not strange, f"drawn, but it does not agree with the view: {next(iter(strange))}"
            times = [counts[each] for each in late.contents]
            z = unevenness(times)
            assert z <= limit, f"{len(times)} worlds were drawn {min(times)} to {max(times)} times: {z:.1f} sigma"
        found += 1
    if nothing_hidden:
        return Verdict.NOTHING_HIDDEN
    if found < moments:
        raise TooFewError(f"{game.name}: only {found} moments in {looked_at} deals can be enumerated")
    return Verdict.EVEN


def _drawn_content(game: AnyGame, view: View, rng: Random, known: dict[object, Content]) -> Content:
    """Return what tells a world drawn for a view from others; `known` keeps it for when the same one is drawn again."""
    with worlds_of(view):
        world = game.worlds(view, rng)
        same = tuple(world.draws.items()), tuple([(key, tuple(words)) for key, words in world.secrets.items()])
        if (found := known.get(same)) is None:
            found = known[same] = content(replay(game, view, world), world.draws["pack"])
        return found


def unevenness(counts: Sequence[int]) -> float:
    """Return how many sigma the chi-square of equal expectations is too large (Wilson and Hilferty's cube root)."""
    expected = sum(counts) / len(counts)
    freedom = len(counts) - 1
    chi_square = sum((count - expected) ** 2 for count in counts) / expected
    spread = 2 / (9 * freedom)
    return float(((chi_square / freedom) ** (1 / 3) - (1 - spread)) / sqrt(spread))


def _random_view(game: AnyGame, options: Options, label: str, first: int, most: int, often: Collection[Word]) -> Late:
    """Return a late view of a random deal and the deals that agree with it; seats are tried in turn from `first` on.

    Half of the answers avoid naming a card, if possible, so that exchanges stay small enough to enumerate.
    """
    chance, rng = Shuffles(label), Random(label)

    def to_the_end(position: Position[T]) -> Position[T]:
        while (ask := position.ask) is not None:
            others = [word for word in ask.legal if word not in chance.cards]
            calm = ask._replace(legal=others) if others and rng.random() < 0.5 else ask
            position.play(random_word(calm, rng, often))
        return position

    standing = to_the_end(Position(options, lambda: game.start(options, chance))).result
    deal = to_the_end(play_deal(game, options, standing, chance))
    players = game.seating(options).players
    return late_view(game, deal, turns_from(players[first % len(players)], players), chance.drawn, most)
