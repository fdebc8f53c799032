"""Hearts and Spades of docs/examples/games: what is legal, a deal by hand, and how it is scored."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest

from arena.client.policies import greedy
from arena.client.search import Search
from arena.games import outside
from arena.games.catalogue import GAMES
from arena.games.kernel import AnyGame, Did, Note, Result, Show
from arena.games.kernel.position import Position, play_game
from arena.games.laws import Shuffles
from tests.games.laws.fairness import check_worlds_fair

FOLDER = Path(__file__).parents[2] / "docs/examples/games"
RANKS = "AKQJT98765432"


@pytest.fixture(autouse=True)
def _nothing_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """No other test knows these games."""
    monkeypatch.setattr(outside, "_ADDED", {})


def named(name: str) -> AnyGame:
    return GAMES[str(FOLDER / f"{name}.py")]


def of(suit: str, ranks: str = RANKS) -> list[str]:
    return [rank + suit for rank in ranks]


def dealt(name: str, hands: Sequence[Sequence[str]], first: int = 0, **options: Any) -> Position[Any]:
    """A game in which every deal gives these hands, the first one to the seat `first`."""
    cards = tuple(card for four in zip(*hands[first:], *hands[:first], strict=True) for card in four)
    game = named(name)
    chosen = game.options(**options)
    return play_game(game, chosen, lambda draw, items: tuple(cards if "pack" in draw else items))


def play(position: Position[Any], wanted: Iterable[str] = (), deals: int = 1) -> Position[Any]:
    """Play some deals: always the first legal word of those wanted, else the last one."""
    first = [*wanted]
    while position.ask is not None and len(notes(position, "points")) < deals:
        legal = position.ask.legal
        position.play(next((word for word in first if word in legal), legal[-1]))
    return position


def notes(position: Position[Any], kind: str) -> list[tuple[Any, ...]]:
    return [event.values for event in position.log if isinstance(event, Note) and event.kind == kind]


def random_deal(name: str, seed: int) -> list[tuple[Any, list[str]]]:
    """The questions of a first deal, each with the cards played before it."""
    position, rng = play_game(named(name), named(name).options(), Shuffles(seed)), Random(seed)
    found, plays = [], list[str]()
    while position.ask is not None and not notes(position, "points"):
        ask = position.ask
        found.append((ask, plays.copy()))
        word = rng.choice(ask.legal)
        plays += [word] if ask.kind == "play" else []
        position.play(word)
    return found


def test_in_hearts_three_cards_go_left_and_only_both_players_see_them() -> None:
    position = dealt("hearts", [of("C"), of("S"), of("D"), of("H")])
    for number in range(12):
        assert position.ask is not None
        assert (position.ask.seat, position.ask.kind) == (number // 3, "discard")
        position.play(position.ask.legal[0])
    shows = [event for event in position.log if isinstance(event, Show)]
    came = {show.owner: (show.seats, show.cards) for show in shows if show.kind == "drawn"}
    assert came == {
        1: ((1,), ("AC", "KC", "QC")),
        2: ((2,), ("AS", "KS", "QS")),
        3: ((3,), ("AD", "KD", "QD")),
        0: ((0,), ("AH", "KH", "QH")),
    }
    words = [event.word for event in position.view(2).events if isinstance(event, Did)]
    assert words == [None] * 6 + ["AD", "KD", "QD"] + [None] * 3
    assert position.ask is not None
    assert (position.ask.seat, position.ask.kind, [*position.ask.legal]) == (0, "play", ["2C"])


@pytest.mark.parametrize(("deal", "to"), [(1, 1), (2, 3), (3, 2), (4, None), (5, 1)])
def test_in_hearts_cards_go_left_then_right_then_across_then_nowhere(deal: int, to: int | None) -> None:
    position = play(dealt("hearts", [of("C"), of("S"), of("D"), of("H")], target=500), deals=deal)
    begun = [number for number, event in enumerate(position.log) if getattr(event, "standing", None) is not None]
    passed = [
        event.values[1]
        for event in position.log[begun[deal - 1] :]
        if isinstance(event, Note) and event.kind == "passed" and event.values[0] == 0
    ]
    assert passed[:1] == ([] if to is None else [to])


def test_in_hearts_there_are_no_points_on_the_first_trick_and_hearts_are_not_led_before_one_fell() -> None:
    for seed in range(12):
        for ask, plays in random_deal("hearts", seed):
            broken = any(card[-1] == "H" for card in plays)
            bad = [card for card in ask.legal if card[-1] == "H" or (card == "QS" and len(plays) < 4)]
            if ask.kind == "play" and (len(plays) < 4 or (len(plays) % 4 == 0 and not broken)):
                assert not bad or len(bad) == len(ask.legal), (plays, ask.legal)


def test_in_hearts_each_heart_counts_one_and_the_queen_of_spades_thirteen() -> None:
    for seed in range(4):
        position = play(play_game(named("hearts"), named("hearts").options(), Shuffles(seed)))
        cards = [str(event.word) for event in position.log if isinstance(event, Did) and event.kind == "play"]
        values = [0, 0, 0, 0]
        for number, (taker, _) in enumerate(notes(position, "trick")):
            trick = cards[4 * number : 4 * number + 4]
            values[taker] -= 13 * ("QS" in trick) + sum(card[-1] == "H" for card in trick)
        assert notes(position, "points") == [tuple(values)]


def test_in_hearts_who_takes_all_points_gives_them_to_the_others() -> None:
    """Seat 0 keeps the high clubs, gets the high hearts, and takes every trick."""
    low = ["2C", "3C", "4C", "AH", "KH", "QH"]
    position = dealt("hearts", [of("C"), of("S"), of("D"), of("H")])
    for word in [*low[:3], "2S", "3S", "4S", "2D", "3D", "4D", *low[3:]]:
        position.play(word)
    play(position, ["2C", *of("C"), "AH", "KH", "QH"])
    assert notes(position, "points") == [(0, -26, -26, -26)]


def test_in_hearts_the_highest_score_wins_when_somebody_is_at_the_target() -> None:
    game = named("hearts")
    begun = play_game(game, game.options(), Shuffles(1)).this_deal()[0]
    ended = begun.standing._replace(scores=(-100, -20, -20, -3))
    assert game.result(game.options(), ended) == Result((4, 2, 2, 1), ended.scores, "target")
    assert game.result(game.options(target=101), ended) is None


HANDS = [of("S"), of("H"), of("D"), of("C")]
"""Seat 0 has all spades, which it may lead, for it has nothing else."""


@pytest.mark.parametrize(
    ("bids", "expected"),
    [
        ({0: "13"}, (-140, -20)),
        ({0: "7"}, (80 + 5, -20)),
        ({0: "7", 1: "nil"}, (85, 100 - 10)),
        ({0: "nil"}, (-100 + 10 + 12 - 100, -20)),
        ({0: "nil", 2: "nil"}, (-100 + 100 + 13 - 100, -20)),
        ({1: "13"}, (20 + 11 - 100, -140)),
    ],
)
def test_in_spades_bids_are_added_up_and_nil_is_settled_alone(bids: dict[int, str], expected: tuple[int, int]) -> None:
    """Seat 0 takes all thirteen tricks; who is not named bids 1. Tricks beyond the bid are bags, and ten cost 100."""
    position = dealt("spades", HANDS, first=1)
    while position.ask is not None and position.ask.kind == "bid":
        position.play(bids.get(position.ask.seat, "1"))
    assert notes(play(position, of("S")), "points") == [expected]


def test_in_spades_bags_add_up_from_deal_to_deal() -> None:
    """All bid 1, so the side of seat 0 has eleven bags after a deal: ten cost 100, and one is left over."""
    position = play(dealt("spades", HANDS, first=1), ["1", *of("S")])
    assert position.this_deal()[0].standing.bags == (1, 0)


def test_in_spades_no_spade_is_led_before_one_was_played() -> None:
    for seed in range(12):
        for ask, plays in random_deal("spades", seed):
            if ask.kind == "play" and len(plays) % 4 == 0 and not any(card[-1] == "S" for card in plays):
                spades = [card for card in ask.legal if card[-1] == "S"]
                assert not spades or len(spades) == len(ask.legal)


@pytest.mark.parametrize(
    ("scores", "places", "reason"),
    [
        ((500, 400), (1, 2), "target"),
        ((510, 520), (2, 1), "target"),
        ((100, -200), (1, 2), "floor"),
        ((499, -199), None, ""),
        ((500, 500), None, ""),
    ],
)
def test_spades_ends_at_the_target_or_at_the_floor(
    scores: tuple[int, int], places: tuple[int, int] | None, reason: str
) -> None:
    game = named("spades")
    standing = dealt("spades", HANDS).this_deal()[0].standing._replace(scores=scores)
    assert game.result(game.options(), standing) == (None if places is None else Result(places, scores, reason))


@pytest.mark.parametrize("name", ["hearts", "spades"])
def test_worlds_are_drawn_as_fairly_as_cards_are_dealt_and_passed(name: str) -> None:
    check_worlds_fair(named(name), named(name).options(), 1, deals=24)


@pytest.mark.thorough
@pytest.mark.parametrize("name", ["hearts", "spades"])
def test_many_worlds_are_drawn_fairly(name: str) -> None:
    for number, options in enumerate(named(name).presets.values()):
        check_worlds_fair(named(name), options, number, deals=1000)


@pytest.mark.parametrize("name", ["hearts", "spades"])
def test_greedy_and_searches_play_it(name: str) -> None:
    position = play_game(named(name), named(name).options(), Shuffles(2))
    while position.ask is not None and (position.ask.kind != "play" or len(position.ask.legal) < 3):
        position.play(greedy(position.ask, position.view(position.ask.seat)))
    assert position.ask is not None
    assert {*Search(position.view(position.ask.seat)).simulate(4, "greedy").words} == {*position.ask.legal}
