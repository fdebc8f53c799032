"""Compares drawn worlds with simulated deals where nothing can be enumerated: exchanges, buried cards, secret answers.

A deal is played at random and stopped at some moment, and worlds are drawn for one seat. The sampler draws all worlds
with the same probability, but players who answer at random do not make all of them equally likely: in some worlds they
had more legal words than in others. So the true deal is treated as one of the worlds drawn for it, and each is weighted
by the probability of the other seats' answers in it. Then the places of the true deal's cards differ from the weighted
mean over all of them by chance alone. This is exact, however few worlds are drawn. The differences are summed over many
deals, for each card and place, for each pair of cards in one place, and for how the seat came to see a card. The sums
are martingales, so Freedman's inequality (1975) bounds the probability that a sum gets that far from zero; if it is too
small, the sampler is rejected.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations
from math import comb, log
from random import Random
from typing import Any, NamedTuple, TypeAlias

from arena.games.kernel import AnyGame, Ask, Card, Did, Plan, Seat, Show, View, Word
from arena.games.kernel.options import Options
from arena.games.kernel.position import Position, play_deal, replay
from arena.games.laws.suite import Shuffles, case, worlds_of
from arena.games.laws.uniformity import FALSE_ALARM, Verdict
from arena.games.parts.cards import STOCK

Feature: TypeAlias = tuple[Any, ...]
"""Something counted in a deal: a card in a place, a pair of cards in one place, ..."""
Features: TypeAlias = Mapping[Feature, int]


class PlayedDeal(NamedTuple):
    """A deal as it was played: its position, every question that was answered, and the shuffled pack."""

    position: Position[Any]
    asked: Sequence[Ask]
    pack: Sequence[Card]


def check_worlds_fair(
    game: AnyGame, options: Options, seed: object, *, deals: int = 60, draws: int = 3, often: Collection[Word] = ()
) -> Verdict:
    """Check that drawn worlds have the same distribution as deals that look the same to a seat.

    Args:
        game: the game.
        options: its options.
        seed: the seed of the deals, the answers and the draws.
        deals: how many deals are simulated; each is checked at one moment.
        draws: how many worlds are drawn for each. A deal with d of them tells d / (d + 1) of what one with all worlds
            would: few draws for more deals find more in the same time than many draws for fewer.
        often: words that are chosen half of the time when they are legal.

    Returns:
        Whether the distributions agree, or nothing is hidden: every world drawn was the true deal.

    Raises:
        AssertionError: cards lie in some places more or less often than chance allows, or no world could be drawn that
            looks the same to the seat.
    """
    one_world = True
    sums: defaultdict[Feature, float] = defaultdict(float)
    spreads: defaultdict[Feature, float] = defaultdict(float)
    widths: defaultdict[Feature, float] = defaultdict(float)
    for number in range(deals):
        with case(f"{game.name} with {options}, seed {seed}, deal {number}"):
            counted, shares = _compare(game, options, f"{seed} {number}", draws, often)
            one_world = one_world and all(counts == counted[1] for counts in counted[2:])
            for feature, difference, spread, width in _differences(counted, shares):
                sums[feature] += difference
                spreads[feature] += spread
                widths[feature] = max(widths[feature], width)
    if not sums:
        return Verdict.NOTHING_HIDDEN
    assert not one_world, f"{game.name} with {options}, seed {seed}: all worlds that are drawn for a view are one"
    limit = log(2 * len(sums) / FALSE_ALARM)
    for feature, total in sums.items():
        surprise = total * total / (2 * (spreads[feature] + widths[feature] * abs(total) / 3))
        assert surprise <= limit, (
            f"{game.name} with {options}, seed {seed}: {' '.join(map(str, feature))}: {abs(total):.1f} "
            f"{'more' if total > 0 else 'fewer'} in {deals} deals than are drawn; chance does that once in "
            f"exp({surprise:.0f}), and {len(sums)} things are looked at"
        )
    return Verdict.EVEN


def chances(ask: Ask, often: Collection[Word]) -> Mapping[Word, float]:
    """Return the probability of each legal word: half is shared by all words, half by those of `often`, if any."""
    favoured = [word for word in ask.legal if word in often]
    if not favoured:
        return dict.fromkeys(ask.legal, 1 / len(ask.legal))
    found = dict.fromkeys(ask.legal, 0.5 / len(ask.legal))
    for word in favoured:
        found[word] += 0.5 / len(favoured)
    return found


def _compare(
    game: AnyGame, options: Options, label: str, draws: int, often: Collection[Word]
) -> tuple[list[Features], list[float]]:
    """Return the features of a deal at a random moment and of worlds drawn for it, and their weights."""
    rng = Random(label)
    truth = _some_moment(game, options, label, rng, often)
    players = list(game.seating(options).players)
    ask = truth.position.ask
    if ask is not None and ask.told == "nobody":
        players = [ask.seat]
    seat = rng.choice(players)
    view = truth.position.view(seat)
    items = [truth]
    for _ in range(draws):
        asked: list[Ask] = []
        with worlds_of(view):
            world = game.worlds(view, rng)
            position = replay(game, view, world, asked)
        assert position.view(seat) == view, f"in a world drawn for {view} the seat is told {position.view(seat).events}"
        items.append(PlayedDeal(position, asked, world.draws["pack"]))
    weights = [likelihood(item, seat, often) for item in items]
    total = sum(weights)
    seen, seats, where = _seen(view), game.seating(options).seats, game.dealing(options, view.standing)
    counted = [_features(_places(item, where), seat, seen, seats) for item in items]
    return counted, [weight / total for weight in weights]


def _differences(counted: Sequence[Features], shares: Sequence[float]) -> Iterator[tuple[Feature, float, float, float]]:
    """Yield for each feature the first deal's difference from the weighted mean of all, its variance and its range."""
    for feature in set().union(*counted):
        values = [counts.get(feature, 0) for counts in counted]
        if values.count(values[0]) == len(values):  # the same in all of them
            continue
        mean = sum(share * value for share, value in zip(shares, values, strict=True))
        square = sum(share * value * value for share, value in zip(shares, values, strict=True))
        if (spread := square - mean * mean) > 1e-9:
            yield feature, values[0] - mean, spread, max(values) - min(values)


def _some_moment(game: AnyGame, options: Options, label: str, rng: Random, often: Collection[Word]) -> PlayedDeal:
    chance = Shuffles(label)
    first = Position(options, lambda: game.start(options, chance), game=game)
    while first.ask is not None:
        first.play(_word(first.ask, rng, often))
    whole = play_deal(game, options, first.result, chance)
    while whole.ask is not None:
        whole.play(_word(whole.ask, rng, often))
    position = Position(options, whole.rules, game=game)
    asked = []
    for word in whole.answers[: rng.randrange(len(whole.answers) + 1)]:
        assert position.ask is not None
        asked.append(position.ask)
        position.play(word)
    return PlayedDeal(position, asked, chance.drawn["pack"])


def _word(ask: Ask, rng: Random, often: Collection[Word]) -> Word:
    weights = chances(ask, often)
    return rng.choices(list(weights), list(weights.values()))[0]


def likelihood(told: PlayedDeal, seat: Seat, often: Collection[Word]) -> float:
    """Return the probability of the other seats' answers in a deal.

    Cards that are laid aside unseen, one after the other, count as the choice of a set, so the probability of every
    legal order is included.
    """
    found = 1.0
    series = _series(told)
    for number, (ask, word) in enumerate(zip(told.asked, told.position.answers, strict=True)):
        if ask.seat == seat:
            continue
        found *= chances(ask, often)[word]
        if ask.told != "all":
            later = series[number]
            found *= max(1, sum(other in ask.legal for other in later) if word in later else 1)
    return found


def _series(told: PlayedDeal) -> list[frozenset[Word]]:
    """Return for each answer the cards that are laid aside with it and after it in the same series."""
    cards = {card for event in told.position.log if type(event) is Show for card in event.cards}
    found: list[frozenset[Word]] = []
    later: frozenset[Word] = frozenset()
    before: tuple[Seat, str] | None = None
    for ask, word in reversed(list(zip(told.asked, told.position.answers, strict=True))):
        if ask.told == "all" or word not in cards:
            later, before = frozenset(), None
        else:
            later = (later if before == (ask.seat, ask.kind) else frozenset()) | {word}
            before = (ask.seat, ask.kind)
        found.append(later)
    return found[::-1]


def _seen(view: View) -> Mapping[Card, str]:
    """Return how a seat first saw each card: in a show, or as the n-th card played by a seat."""
    found: dict[Card, str] = {}
    played: Counter[Seat] = Counter()
    for event in view.events:
        match event:
            case Show(kind=kind, owner=owner, cards=cards):
                for card in cards:
                    found.setdefault(card, f"shown as {kind} of {owner}")
            case Did(seat=seat, kind="play", word=str(card)):
                played[seat] += 1
                found.setdefault(card, f"card {played[seat]} played by {seat}")
            case _:
                pass
    return found


def _places(deal: PlayedDeal, where: Plan) -> Mapping[str, Sequence[Card]]:
    """Return the cards of every show of a deal, those that each seat laid aside in secret, and those unseen so far.

    The last are the cards that no seat was shown, by the place that the plan deals them to. The order of a stock counts
    too, so the first of its unseen cards is a place of its own.
    """
    found: dict[str, list[Card]] = {}
    number: Counter[str] = Counter()
    for event in deal.position.log:
        match event:
            case Show(kind=kind, owner=owner, cards=cards):
                name = f"{kind} of {owner}"
                number[name] += 1
                found[f"{name} ({number[name]})"] = list(cards)
            case Did(seat=seat, kind=kind, word=str(word), told=told) if told != "all":
                found.setdefault(f"{kind} by {seat}", []).append(word)
            case _:
                pass
    shown = {card for event in deal.position.log if type(event) is Show for card in event.cards}
    for place, card in zip(where, deal.pack, strict=True):
        if card not in shown:
            found.setdefault(f"unseen of {place}", []).append(card)
    if stock := found.get(f"unseen of {STOCK}"):
        found[f"next of {STOCK}"] = stock[:1]
    return found


def _features(places: Mapping[str, Sequence[Card]], seat: Seat, seen: Mapping[Card, str], seats: int) -> Features:
    """Count the features of a deal from a seat's point of view: seats are counted from this one on."""
    found: defaultdict[Feature, int] = defaultdict(int)
    lies: defaultdict[Card, list[str]] = defaultdict(list)
    for place, cards in places.items():
        name = _from(place, seat, seats)
        ways = [_from(seen.get(card, "unseen"), seat, seats) for card in cards]
        for card, way in zip(cards, ways, strict=True):
            lies[card].append(name)
            found["card", card, name] += 1
            found["a card", way, name] += 1
        everywhere = comb(len(cards), 2)
        one_suit = sum(comb(number, 2) for number in Counter(card[-1] for card in cards).values())
        for feature, number in (
            (("pairs of", "one suit", name), one_suit),
            (("pairs of", "two suits", name), everywhere - one_suit),
            (("pairs of one rank", name), sum(comb(n, 2) for n in Counter(card[0] for card in cards).values())),
        ):
            if number:
                found[feature] += number
        kinds = sorted(Counter(ways).items())
        for at, (way, number) in enumerate(kinds):
            if number > 1:
                found["pairs", way, way, name] += comb(number, 2)
            for other, others in kinds[at + 1 :]:
                found["pairs", way, other, name] += number * others
    for names in lies.values():
        for pair in combinations(names, 2):
            found["a card in both", *pair] += 1
    return found


@cache
def _from(place: str, seat: Seat, seats: int) -> str:
    """Return the name of a place with its seat counted from another seat on."""
    words = place.split(" ")
    return " ".join(
        f"+{(int(word) - seat) % seats}" if word.isdecimal() and before in {"of", "by"} else word
        for before, word in zip(["", *words], words, strict=False)
    )
